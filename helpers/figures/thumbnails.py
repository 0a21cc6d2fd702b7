"""All heads of all layers at a glance: a small picture of each head's weights."""

import numpy as np

from helpers.figures.drawing import Drawing
from helpers.figures.numbers import number
from helpers.figures.shapes import Boxes, Cells, Word

ACROSS = 55  # of the sheet: about the width of a head's picture
GAP = 8  # about the paper between two
BELOW = 22  # more of it where marked heads have their names
LEFT, TOP = 74, 28  # for the names of the rows and of the columns
EDGE = 6


def thumbnails(title, weights, mark=(), before=0, pick=""):
    """A small picture of each head's weights: layers down, heads across, both counted from 1.

    weights: (layers, heads, n, m). In each picture queries run down and keys across; the stronger
    a cell, the larger its weight. mark: pairs (layer, head) to frame and name. before: how many
    layers come before the first one here. pick: in a lab, the control that a click on a head sets.
    """
    weights = np.asarray(weights, float)
    if weights.ndim != 4 or not weights.size:
        given = f"weights: given shape {weights.shape}"
        raise ValueError(f"{given}, needed (layers, heads, n, m)")
    layers, heads, n, m = weights.shape
    marked = [tuple(pair) for pair in mark]
    for pair in marked:
        if (
            len(pair) != 2
            or pair[0] - before not in range(1, layers + 1)
            or pair[1] not in range(1, heads + 1)
        ):
            needed = f"layers {before + 1} to {before + layers} and heads 1 to {heads}"
            raise ValueError(f"mark: given {pair}, needed pairs (layer, head): {needed}")
    side = round(ACROSS / max(n, m), 1)  # of one cell
    gap = max(1, round(GAP / side))
    under = gap + (round(BELOW / side) if marked else 0)
    shares = np.zeros((layers, n + under, heads, m + gap))
    shares[:, :n, :, :m] = weights.transpose(0, 2, 1, 3)
    shares = shares.reshape(layers * (n + under), heads * (m + gap))
    corners = {
        (before + 1 + i, j + 1): (LEFT + j * (m + gap) * side, TOP + i * (n + under) * side)
        for i in range(layers)
        for j in range(heads)
    }
    boxes = {pair: (x, y, m * side, n * side) for pair, (x, y) in corners.items()}
    shapes = [
        Word(LEFT - 10, TOP - 14, "head", anchor="end"),
        Boxes(tuple(boxes.values()), "faint", 0.1),
        Cells(LEFT, TOP, side, side, shares),
    ]
    for (layer, head), (x, y, across, down) in boxes.items():
        if head == 1:
            shapes.append(Word(LEFT - 10, y + down / 2, f"layer {layer}", anchor="end"))
        if layer == before + 1:
            shapes.append(Word(x + across / 2, TOP - 14, str(head)))
        if (layer, head) in marked:
            frame = (x - 3, y - 3, across + 6, down + 6)
            shapes.append(Boxes([frame], "orange", outline=3, corner=3))
            shapes.append(
                Word(x + across / 2, y + down + 15, f"{layer}.{head}", "orange", bold=True)
            )
    width, height = LEFT + heads * (m + gap) * side + EDGE, TOP + layers * (n + under) * side + EDGE
    words = [
        f"{layers} layers of {heads} heads, a small picture of each head's weights: queries down"
    ]
    words[0] += ", keys across, stronger for larger weights"
    for layer, head in marked:
        mean = weights[layer - before - 1, head - 1].mean(axis=0)
        key = f"key {np.argmax(mean) + 1} gets most, {number(mean.max(), 2)} on average"
        words.append(f"framed: head {layer}.{head}, where {key}")
    grid = {
        "control": pick,
        "corner": [LEFT, TOP],
        "step": [(m + gap) * side, (n + under) * side],
        "size": [m * side, n * side],
        "rows": [f"layer {before + 1 + i}" for i in range(layers)],
        "columns": [f"head {j + 1}" for j in range(heads)],
    }
    description = "; ".join(words) + "."
    return Drawing(title, description, width, height, tuple(shapes), grid=grid if pick else None)
