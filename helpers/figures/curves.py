"""Lines on axes, described from the numbers that they draw."""

import numpy as np

from helpers.drawing.axes import SIZE, keyed_axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import significant
from helpers.drawing.palette import line_style
from helpers.drawing.shapes import Area, Dot, Line


def curves(
    title,
    x,
    lines,
    *,
    across,
    up,
    bands=None,
    levels=None,
    log="",
    here=None,
    before=None,
    x_ticks=None,
    x_range=None,
    y_range=None,
    size=SIZE,
):
    """Lines over x: {label: y}. bands: {label: (low, high)}; levels: {label: y}, lines that are
    level as far as the axis goes; log: "x", "y" or "xy" (x base 2).

    here: a point (x, y) to mark. before: (x, y) of an earlier line, drawn faint. x_ticks: {value:
    text}. x_range, y_range: (low, high), by default as far as the lines go.
    """
    levels = levels or {}
    looks = {label: (*line_style(i), False) for i, label in enumerate([*lines, *levels])}
    drawn = [
        *lines.values(),
        *levels.values(),
        *(edge for band in (bands or {}).values() for edge in band),
    ]
    y_range = y_range or _around(np.concatenate([np.ravel(y) for y in drawn]), "y" in log)
    shapes, axes = keyed_axes(x_range or (min(x), max(x)), y_range, looks, across, up, size, log)
    shapes += axes.frame(x_ticks or axes.ticks_x(), axes.ticks_y(), across)
    if before:
        shapes.append(Line(axes.at(*before), "faint", 1.5))
    words = [
        f"{up or title} against {across}, from {significant(x[0], 6)} to {significant(x[-1], 6)}"
    ]
    for label, y in lines.items():
        tone, dash, _ = looks[label]
        words.append(f"{label}: {_course(x, y)}")
        if bands and label in bands:
            low, high = bands[label]
            around = np.concatenate([axes.at(x, low), axes.at(x, high)[::-1]])
            shapes.append(Area(around, tone, 0.18))
            ends = " to ".join(significant(edge[-1], 2) for edge in (low, high))
            words[-1] += f", the band at the end from {ends}"
        shapes.append(Line(axes.at(x, y), tone, 2.7, dash))
    for label, y in levels.items():
        tone, dash, _ = looks[label]
        shapes.append(Line(axes.at(axes.x, [y, y]), tone, 2.7, dash))
        words.append(f"{label}: {significant(y)}")
    if before:
        words.append(f"faint, from the time before: {_course(*before)}")
    if here:
        (at_x, at_y), (left, bottom) = axes.at(*here), axes.at(axes.x[0], axes.y[0])
        guide = [(at_x, bottom), (at_x, at_y), (left, at_y)]
        shapes += [Line(guide, "ink", 1.5, "dotted"), Dot(at_x, at_y, "ink", 6)]
        words.append(f"marked: {significant(here[1])} at {significant(here[0], 4)}")
    return Drawing(title, "; ".join(words) + ".", *size, tuple(shapes))


def _around(values, log):
    """The range of the values with a margin; it begins at 0 if they come near it."""
    low, high = values.min(), values.max()
    if log:
        return low / 1.5, high * 1.5
    margin = 0.05 * (high - low) or 1
    return (0 if 0 <= low < high / 4 else low - margin), high + margin


def _course(x, y):
    """Where a line begins and ends, and its extremes in between, if they are written otherwise: a
    last bit depends on the processor."""
    ends = [significant(y[0]), significant(y[-1])]
    text = f"from {ends[0]} to {ends[1]}"
    for extreme, at in (("least", np.argmin(y)), ("greatest", np.argmax(y))):
        if significant(y[at]) not in ends:
            text += f", {extreme} {significant(y[at])} at {significant(x[at], 6)}"
    return text
