"""Points on axes, some of them named, described from the numbers that they draw."""

import numpy as np

from helpers.drawing.axes import SIZE, keyed_axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import significant
from helpers.drawing.shapes import Dot, Word

MARGIN = 0.04  # around the points, as a share of their range


def points(title, x, y, *, across, up, named=None, size=SIZE):
    """A dot for each x and y. named: {label: (x, y)}, larger dots with their names beside them."""
    ends = [(min(values), max(values)) for values in (x, y)]
    ranges = [(low - MARGIN * (high - low), high + MARGIN * (high - low)) for low, high in ends]
    shapes, axes = keyed_axes(*ranges, {}, across, up, size)
    shapes += axes.frame(axes.ticks_x(), axes.ticks_y(), across)
    shapes += [Dot(*place, "blue", 4) for place in axes.at(x, y)]
    words = [f"{len(x)} points"]
    for name, (low, high) in zip((across, up), ends, strict=True):
        words.append(f"{name} from {significant(low)} to {significant(high)}")
    for label, place in (named or {}).items():
        left, middle = axes.at(*place)
        shapes.append(Dot(left, middle, "orange", 6))
        anchor, off = ("end", -11) if np.mean(axes.x) < place[0] else ("start", 11)
        shapes.append(Word(left + off, middle, label, "orange", anchor, bold=True, halo=True))
        words.append(f"{label} at {significant(place[0])} and {significant(place[1])}")
    return Drawing(title, "; ".join(words) + ".", *size, tuple(shapes))
