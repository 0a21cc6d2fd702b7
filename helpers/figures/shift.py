"""A vector moved by arrows, tip to tail: what attention adds to a word."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.labels import beside, word_at
from helpers.drawing.numbers import pair
from helpers.drawing.palette import VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Word
from helpers.figures.plane import MARGIN, around, grid, square, turn

SIDE = 460  # of the sheet
ROOM = 0.2  # to the right of all arrows, for their names: as a share of their reach


def shift(title, start, parts, names=("before", "after"), side=SIDE):
    """A vector moved by others: an arrow to `start`, from its tip the arrows of `parts` tip to
    tail, and an arrow from the origin to where they lead.

    start: (x, y); at the origin, parts add up to the vector after. parts: {label: (x, y)}.
    names: of the vector before and of the vector after. side: of the sheet.
    """
    start = _point("start", start)
    parts = {label: _point(f"parts[{label!r}]", part) for label, part in parts.items()}
    if not parts or len(names) != 2:
        value = f"parts, names: given {len(parts)} parts and {len(names)} names"
        raise ValueError(f"{value}, needed at least one part and the names before and after")
    stops = np.cumsum([start, *parts.values()], axis=0)
    low, high = np.min([*stops, (0, 0)], axis=0), np.max([*stops, (0, 0)], axis=0)
    beyond = high + np.array([ROOM * (high - low).max(), 0])
    axes = square(*around([*stops, beyond]), side)
    origin, ends = axes.at(0, 0), axes.at(*stops.T)
    arrows = [(label, *two, VALUE) for label, *two in zip(parts, ends, ends[1:], strict=False)]
    arrows.append((names[1], origin, ends[-1], WEIGHT))
    if start.any():
        arrows.append((names[0], origin, ends[0], "ink"))
    taken = [((x, axes.top), (x, axes.bottom), 0) for x in (axes.left, axes.right)]
    taken += [(tail, tip, 0) for _, tail, tip, _ in arrows]
    centre, shapes, words = axes.at(*stops.mean(axis=0) / 2), [*grid(axes)], []
    for label, tail, tip, tone in arrows:
        outside = 1 if turn(tip - tail, (tail + tip) / 2 - centre) > 0 else -1
        x, y = beside(tail, tip, outside, label, taken)
        taken.append(word_at(x, y, label))
        shapes.append(Arrow(tail, tip, tone, 3 if tone == VALUE else 4))
        words.append(Word(x, y, label, tone, bold=True, halo=True))
    phrases = "; ".join(f"{label} {pair(part)}" for label, part in parts.items())
    moved = f"{names[0]} is {pair(start)}" if start.any() else "From the origin"
    text = f"{moved}. Arrows tip to tail: {phrases}. {names[1]} is {pair(stops[-1])}."
    return Drawing(title, text, side, axes.bottom + MARGIN, (*shapes, *words))


def _point(name, value):
    point = np.asarray(value, float)
    if point.shape != (2,):
        raise ValueError(f"{name}: given shape {point.shape}, needed (2,): a point (x, y)")
    return point
