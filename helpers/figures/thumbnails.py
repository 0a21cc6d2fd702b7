"""All heads of all layers at a glance: a small picture of each head's weights."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.shapes import Boxes, Cells, Word

ACROSS = 55  # of the sheet: about the width of a head's picture
TO_PICK = 36  # the same in a lab, where there is more to see
GAP = 8  # about the paper between two
BELOW = 18  # more of it where marked heads have their names
LEFT, TOP = 74, 28  # for the names of the rows and of the columns
EDGE = 6


def thumbnails(title, weights, mark=(), pick=""):
    """A small picture of each head's weights: layers down, heads across, both counted from 1.

    weights: (layers, heads, n, m). In each picture queries run down and keys across; the stronger
    a cell, the larger its weight. mark: pairs (layer, head) to frame and name. pick: in a lab, the
    control that a click on a head sets.
    """
    weights = np.asarray(weights, float)
    if weights.ndim != 4 or not weights.size:
        value = f"weights: given shape {weights.shape}"
        raise ValueError(f"{value}, needed (layers, heads, n, m)")
    layers, heads, n, m = weights.shape
    marked = [tuple(pair) for pair in mark]
    side = round((TO_PICK if pick else ACROSS) / max(n, m), 1)  # of one cell
    gap = max(1, round(GAP / side))  # in cells, as everything in the grid
    under = gap + (round(BELOW / side) if marked else 0)
    down, across = (n + under) * side, (m + gap) * side  # from picture to picture
    tiles = {
        (1 + i, 1 + j): (LEFT + j * across, TOP + i * down, m * side, n * side)
        for i in range(layers)
        for j in range(heads)
    }
    for pair in marked:
        if pair not in tiles:
            needed = f"layers 1 to {layers} and heads 1 to {heads}"
            raise ValueError(f"mark: given {pair}, needed pairs (layer, head): {needed}")
    shares = np.zeros((layers, n + under, heads, m + gap))
    shares[:, :n, :, :m] = weights.transpose(0, 2, 1, 3)
    shares = shares.reshape(layers * (n + under), heads * (m + gap))
    shapes = [Boxes(tuple(tiles.values()), "faint", 0.1), Cells(LEFT, TOP, side, side, shares)]
    shapes += _names(tiles)
    all_layers = "1 layer" if layers == 1 else f"{layers} layers"
    words = [f"{all_layers} of {heads} heads, a small picture of each head's weights: queries "]
    words[0] += "run down, keys across, and a larger weight is a stronger cell"
    for layer, head in marked:
        shapes += _frame(*tiles[layer, head], f"{layer}.{head}")
        words.append(f"framed: head {layer}.{head}, {_pattern(weights[layer - 1, head - 1])}")
    size = LEFT + heads * across + EDGE, TOP + layers * down + EDGE
    grid = {
        "control": pick,
        "corner": [LEFT, TOP],
        "step": [across, down],
        "size": [m * side, n * side],
        "rows": [f"layer {1 + i}" for i in range(layers)],
        "columns": [f"head {1 + j}" for j in range(heads)],
    }
    phrases = "; ".join(words) + "."
    return Drawing(title, phrases, *size, tuple(shapes), grid=grid if pick else None)


def _pattern(weights):
    """Where the queries of a head look: at their own token, at a neighbour, or at one and the same
    key, whichever has the largest mean weight."""
    means = {f"at key {j + 1}": mean for j, mean in enumerate(weights.mean(axis=0))}
    if len(weights) == len(weights[0]) > 1:
        means["at the key before them"] = np.diag(weights, -1).mean()
        means["at their own key"] = np.diag(weights).mean()
        means["at the key after them"] = np.diag(weights, 1).mean()
    most = max(means, key=means.get)
    return f"where queries look most {most}, {number(means[most], 2)} on average"


def _names(tiles):
    """The numbers of the heads above their columns, and of the layers beside their rows."""
    words = [Word(LEFT - 10, TOP - 14, "head", anchor="end")]
    for (layer, head), (x, y, across, down) in tiles.items():
        if head == 1:
            words.append(Word(LEFT - 10, y + down / 2, f"layer {layer}", anchor="end"))
        if layer == 1:
            words.append(Word(x + across / 2, TOP - 14, str(head)))
    return words


def _frame(x, y, across, down, name):
    frame = (x - 3, y - 3, across + 6, down + 6)
    below = Word(x + across / 2, y + down + 13, name, "orange", bold=True)
    return [Boxes([frame], "orange", outline=3, corner=3), below]
