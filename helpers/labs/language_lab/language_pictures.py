"""The pictures of the lab `language`: its text, bars of what may come next, and all heads.

Part of the lab of notebook 13.
"""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Boxes, Cells, Word, text_width

WIDTH = 496  # of the sheet of the text: a phone shows it whole
LINE, PAD, SPACE = 30, 4, 7  # of the text: a line's height, beside a token, between two words
LINES = 2  # there is room for at least so many
LEAST = 0.02  # a smaller weight is not said

NAMES, VALUE, ROW = 122, 66, 25  # of the bars: the widths of names and values, a row's height
LONG, SHORT = 300, 146  # a probability of 1, and where the bars stand beside the heads
LONGEST = 12  # letters of a name

CELLS, SIDE = 9, 18  # of a head's picture: its cells down and across, at most, and its size
TILE, TILE_ROW, LEFT, TOP = 20, 22, 34, 26  # its step across and down, and what is left of it


# --- the text -------------------------------------------------------------------------------------


def text_so_far(title, tokens, first, row=None, query=0):
    """The tokens in lines, those that were written (from index `first`) orange and bold.

    row: the weights (n,) of the query on all keys; then each token has its weight behind it, and
    the query is framed."""
    shapes, x, y, widest = [], 2, 2, 0
    for i, token in enumerate(tokens):
        text = shown(token.removeprefix("\u00a0") if i and token != "\u00a0" else token)
        wider = 1.1 if i >= first else 1  # where it is bold
        width = wider * text_width(text) + 2 * PAD
        x += SPACE if token.startswith("\u00a0") and x > 2 else 1
        if x + width > WIDTH:
            x, y = 2, y + LINE
        box = [(x, y, width, LINE - 6)]
        if row is None:
            shapes.append(Boxes(box, "faint", 0.12, corner=3))
        else:
            shapes.append(Boxes(box, WEIGHT, round(0.03 + 0.6 * float(row[i]), 3), corner=3))
            if i == query:
                shapes.append(Boxes(box, QUERY, outline=2.5, corner=3))
        tone = "orange" if i >= first else "ink"
        middle = y + (LINE - 6) / 2
        shapes.append(Word(x + width / 2, middle, text, tone, bold=i >= first))
        x += width
        widest = max(widest, x)
    given, after = " ".join(tokens[:first]), " ".join(tokens[first:]) or "none"
    description = f"Tokens that were typed: {given}. Tokens that were written: {after}."
    if row is not None:
        largest = [j for j in np.argsort(-row, kind="stable")[:5] if row[j] >= LEAST]
        said = ", ".join(f"{tokens[j]} {number(row[j], 2)}" for j in largest)
        description += f" The largest weights of the query {tokens[query]}: {said}."
    height = max(LINES * LINE, y + LINE)
    return Drawing(title, description, WIDTH, height, tuple(shapes))


def shown(text):
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# --- what may come next ---------------------------------------------------------------------------


def bars(title, tokens, probabilities, length, before=None):
    """Bars of what may come next, the largest on top; each is a button that appends its token.

    length: of a bar of 1. before: as many probabilities, with all heads on: a line in each row."""
    rows, words = len(tokens), []
    tops = [ROW * i + 2 for i in range(rows)]
    filled = [
        (NAMES, top, max(0.5, length * p), ROW - 5)
        for top, p in zip(tops, probabilities, strict=True)
    ]
    shapes = [Boxes(filled, WEIGHT, 0.75)]
    for i, (top, token, p) in enumerate(zip(tops, tokens, probabilities, strict=True)):
        middle, text = top + (ROW - 5) / 2, f"“{shown(token)}”"
        value = number(p, 3)
        shapes.append(Word(NAMES - 8, middle, text, anchor="end"))
        shapes.append(Word(NAMES + length * p + 8, middle, value, WEIGHT, anchor="start"))
        words.append(f"“{token}” {value}")
        if before is not None:
            line = [(NAMES + length * before[i] - 1.5, top - 1, 3, ROW - 3)]
            shapes.append(Boxes(line, "orange"))
            words[-1] += f", with all heads {number(before[i], 3)}"
    grid = {
        "control": "append",
        "corner": [3, 5],
        "step": [NAMES + length + VALUE, ROW],
        "size": [NAMES + length + VALUE - 6, ROW - 11],
        "rows": [
            f"{token}, {number(p, 3)}" for token, p in zip(tokens, probabilities, strict=True)
        ],
        "columns": ["append it"],
    }
    description = f"Bars of the probabilities of the next token: {'; '.join(words)}."
    size = NAMES + length + VALUE + 2, ROW * rows + 2
    return Drawing(title, description, *size, tuple(shapes), grid=grid)


# --- all heads ------------------------------------------------------------------------------------


def all_heads(title, weights, picked, off):
    """A small picture of each head's weights (layers, heads, n, n): layers across, heads down, in
    each of them queries down, keys across. In a long text a cell is the largest of some weights.

    picked: (layer, head), which is framed; off: those that are switched off, crossed out."""
    layers, heads = weights.shape[:2]
    small = pooled(weights)
    cells = small.shape[-1]
    side = SIDE / cells  # of one cell
    across, down = (round(step / side) for step in (TILE, TILE_ROW))  # in cells
    shares = np.zeros((heads, down, layers, across))
    for layer, head in off:
        small[layer - 1, head - 1] = 0
    shares[:, :cells, :, :cells] = small.transpose(1, 2, 0, 3)
    grid = Cells(LEFT, TOP, side, side, shares.reshape(heads * down, layers * across))
    step_x, step_y = across * side, down * side
    places = {
        (layer + 1, head + 1): (LEFT + layer * step_x, TOP + head * step_y, SIDE, SIDE)
        for layer in range(layers)
        for head in range(heads)
    }
    shapes = [Boxes(tuple(places.values()), "faint", 0.12), grid]
    for layer in [1, *range(5, layers + 1, 5)]:
        shapes.append(Word(places[layer, 1][0] + SIDE / 2, TOP - 14, str(layer)))
    for head in range(1, heads + 1):
        shapes.append(Word(LEFT - 10, places[1, head][1] + SIDE / 2, str(head), anchor="end"))
    for x, y, width, height in (places[head] for head in sorted(off)):
        middle = Word(x + width / 2, y + height / 2, "×", "orange", bold=True)
        shapes += [Boxes([(x, y, width, height)], "orange", outline=1.5), middle]
    x, y, width, height = places[picked]
    shapes.append(Boxes([(x - 3, y - 3, width + 6, height + 6)], "orange", outline=3, corner=3))
    named = ", ".join(f"{layer}.{head}" for layer, head in sorted(off)) or "none"
    description = (
        f"{layers} layers across, {heads} heads down; in each small picture queries run down and "
        f"keys across, and a larger weight is a stronger cell. Framed: head {picked[0]}."
        f"{picked[1]}. Switched off: {named}."
    )
    buttons = {
        "control": "head",
        "corner": [LEFT, TOP],
        "step": [step_x, step_y],
        "size": [SIDE, SIDE],
        "rows": [f"head {head + 1}" for head in range(heads)],
        "columns": [f"layer {layer + 1}" for layer in range(layers)],
    }
    size = LEFT + layers * step_x + 4, TOP + heads * step_y
    return Drawing(title, description, *size, tuple(shapes), grid=buttons)


def pooled(weights):
    """Weights (…, n, n) as (…, cells, cells), with at most CELLS: the largest of each square."""
    n = weights.shape[-1]
    cells = min(n, CELLS)
    edges = np.arange(cells) * n // cells
    return np.maximum.reduceat(np.maximum.reduceat(weights, edges, axis=-2), edges, axis=-1)
