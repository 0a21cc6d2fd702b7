"""The weights of several heads on one sequence, side by side, with the names of its tokens."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.shapes import Boxes, Cells, Word, text_width

CELL = 16  # of the sheet: a line of text
GAP = 14  # between two maps
ABOVE = 22  # for a head's name


def maps(title, weights, tokens, asked=(), framed=(), off=(), control=""):
    """A map of each head: {name: weights (n, n)}, queries down and keys across.

    asked: places whose names are bold; framed: pairs (query, key); off: names of heads that are
    switched off. control: in a lab, the toggles, one row of them, that a click on a map switches.
    """
    n = len(tokens)
    side = n * CELL
    for name, matrix in weights.items():
        if np.shape(matrix) != (n, n):
            raise ValueError(f"weights: given {name} of shape {np.shape(matrix)}, needed {(n, n)}")
    longest = max(map(text_width, tokens))
    left = 6 + max(text_width("queries ↓"), longest + 6)
    upward = longest > CELL
    top = ABOVE + (longest if upward else CELL) + 4
    corner = (left - 6, top - 10)
    shapes = [Word(corner[0], corner[1] - CELL, "keys →", "faint", anchor="end")]
    shapes.append(Word(*corner, "queries ↓", "faint", anchor="end"))
    words = []
    for i, token in enumerate(tokens):
        y = top + (i + 0.5) * CELL
        shapes.append(Word(left - 6, y, token, anchor="end", bold=i in asked))
    for k, (name, matrix) in enumerate(weights.items()):
        x, matrix = left + k * (side + GAP), np.asarray(matrix)
        is_off = name in off
        tone = "faint" if is_off else "blue"
        label = f"{name} is off" if is_off else name
        shapes.append(Word(x + side / 2, 10, label, "orange" if is_off else "ink", bold=True))
        for j, token in enumerate(tokens):
            middle = x + (j + 0.5) * CELL
            if upward:
                shapes.append(Word(middle, top - 4, token, anchor="start", upward=True))
            else:
                shapes.append(Word(middle, top - CELL / 2, token))
        shapes.append(Cells(x, top, CELL, CELL, matrix, tone))
        frames = [(x + j * CELL, top + i * CELL, CELL, CELL) for i, j in framed]
        shapes.append(Boxes(frames, "orange", outline=1.5))
        edge = (x, top, side, side)
        shapes.append(Boxes([edge], "orange" if is_off else "faint", outline=1 + 2 * is_off))
        query, key = np.unravel_index(matrix.argmax(), matrix.shape)
        most = f"{tokens[query]} gives {number(matrix[query, key], 2)} to {tokens[key]}"
        words.append(f"head {label}: at most, {most}")
        if framed:
            mean = np.mean([matrix[pair] for pair in framed])
            words[-1] += f", the framed cells have {number(mean, 2)} on average"
    grid = {
        "control": control,
        "corner": [left, top],
        "step": [side + GAP, 0],
        "size": [side, side],
        "rows": ["on or off"],
        "columns": [f"head {name}" for name in weights],
    }
    text = f"A map of each head on “{' '.join(tokens)}”: queries run down, keys across, and a "
    text += "larger weight is a stronger cell; " + "; ".join(words) + "."
    size = left + len(weights) * (side + GAP) - GAP + 4, top + side + 4
    return Drawing(title, text, *size, tuple(shapes), grid=grid if control else None)
