"""Large matrices as pictures side by side: the larger a number, the stronger its cell."""

import numpy as np

from helpers.drawing.axes import multiples
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import plain, significant
from helpers.drawing.shapes import Boxes, Cells, Word, text_width

ROOM = 560, 260  # of the sheet, for all matrices side by side and for the tallest
LARGEST = 26  # the side of one cell, at most
APART, EDGE = 30, 12  # the paper between two matrices, and at the right and below
ABOVE, BELOW = 46, 44  # for a label and the name of what runs across; for the scale
STRIP = 160, 16  # the scale


def heatmap(title, matrices, axes, *, low=-1):
    """Matrices side by side: {label: (rows, columns)}. A cell of `low` is as pale as the page, one
    of 1 as strong as can be.

    axes: what runs down and what runs across. Both are counted from 0.
    """
    matrices = {label: np.asarray(values, float) for label, values in matrices.items()}
    for label, values in matrices.items():
        if values.ndim != 2 or not values.size:
            raise ValueError(f"{label}: given shape {values.shape}, needed (rows, columns)")
    across = sum(values.shape[1] for values in matrices.values())
    height = max(values.shape[0] for values in matrices.values())
    cell = round(min(LARGEST, ROOM[0] / across, ROOM[1] / height), 2)
    corner = f"{axes[0]} ↓ {axes[1]} →"
    left = 20 + text_width(corner)
    x, shapes, words = left, [], []
    for label, values in matrices.items():
        rows, columns = values.shape
        width = max(cell * columns, text_width(label))
        shares = (np.clip(values, low, 1) - low) / (1 - low)
        shapes.append(Word(x, 12, label, anchor="start", bold=True))
        shapes.append(Cells(x, ABOVE, cell, cell, shares))
        shapes.append(Boxes([(x, ABOVE, cell * columns, cell * rows)], "faint", outline=1))
        for j, text in _ticks(columns, cell):
            shapes.append(Word(x + (j + 0.5) * cell, ABOVE - 15, text))
        ends = " to ".join(significant(end, 2) for end in (values.min(), values.max()))
        name = f"{label}: " if label else ""
        words.append(f"{name}{rows} rows and {columns} columns of numbers from {ends}")
        x += width + APART
    shapes += [
        Word(left - 8, ABOVE + (i + 0.5) * cell, text, anchor="end")
        for i, text in _ticks(height, cell)
    ]
    shapes.append(Word(left - 14, ABOVE - 15, corner, anchor="end"))
    bottom = ABOVE + cell * height
    shapes += _scale(left, bottom + 24, low)
    words = f"{axes[0]} run down, {axes[1]} across; " + "; ".join(words)
    size = max(x - APART + EDGE, left + 320), bottom + BELOW
    return Drawing(title, words[0].upper() + words[1:] + ".", *size, tuple(shapes))


def _ticks(count, cell):
    """Pairs (index, text) of the rows or columns that are numbered."""
    every = multiples(0, count - 1, max(1, (count - 1) * cell / 34)) if count > 1 else {0: "0"}
    return [(i, text) for i, text in every.items() if i == int(i)]


def _scale(x, y, low):
    """A strip from low to 1, with both numbers."""
    shares = np.linspace(0, 1, 33)[None]
    width, height = STRIP
    start = x + 8 + text_width(plain(low))
    return [
        Word(start - 8, y + height / 2, plain(low), anchor="end"),
        Cells(start, y, width / shares.size, height, shares),
        Boxes([(start, y, width, height)], "faint", outline=1),
        Word(start + width + 8, y + height / 2, plain(1), anchor="start"),
    ]
