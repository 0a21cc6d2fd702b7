"""Lines, bars and histograms on axes. Each describes itself from the numbers it draws."""

from dataclasses import replace

import numpy as np

from helpers.drawing.axes import Axes, filled, key
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number, significant
from helpers.drawing.palette import line_style
from helpers.drawing.shapes import Area, Dot, Line, Word, text_width

SIZE = 600, 320  # of the sheet
RIGHT = 26  # its margin


def curves(
    title,
    x,
    lines,
    *,
    across,
    up,
    bands=None,
    log="",
    here=None,
    x_ticks=None,
    x_range=None,
    y_range=None,
    size=SIZE,
):
    """Lines over x: {label: y}. bands: {label: (low, high)}; log: "x", "y" or "xy" (x base 2).

    here: a point (x, y) to mark. x_ticks: {value: text}. x_range, y_range: (low, high), by default
    as far as the lines go.
    """
    looks = {label: (*line_style(i), False) for i, label in enumerate(lines)}
    drawn = [*lines.values(), *(edge for band in (bands or {}).values() for edge in band)]
    y_range = y_range or _around(np.concatenate([np.ravel(y) for y in drawn]), "y" in log)
    shapes, axes = _axes(x_range or (min(x), max(x)), y_range, looks, across, up, size, log)
    shapes += axes.frame(x_ticks or axes.ticks_x(), axes.ticks_y(), across)
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
    if here:
        (at_x, at_y), (left, bottom) = axes.at(*here), axes.at(axes.x[0], axes.y[0])
        guide = [(at_x, bottom), (at_x, at_y), (left, at_y)]
        shapes += [Line(guide, "ink", 1.5, "dotted"), Dot(at_x, at_y, "ink", 6)]
        words.append(f"marked: {significant(here[1])} at {significant(here[0], 4)}")
    return Drawing(title, "; ".join(words) + ".", *size, tuple(shapes))


def bars(title, labels, groups, *, up, across="", digits=2, y_range=None, size=SIZE):
    """Bars side by side: {label: heights} over `labels`, the heights above them.

    Where the bars are too narrow, only the largest says its height and only some have a label. With
    fewer heights than labels, the last labels have no bar.
    """
    looks = {label: (*line_style(i), True) for i, label in enumerate(groups)}
    heights = [0, *np.concatenate([*groups.values()])]
    low, high = min(heights), max(heights)
    room = 0.12 * (high - low) or 1  # bars of 0 alone have no height
    y_range = y_range or (low - room if low < 0 else low, high + room)
    ends = (0, len(labels))
    shapes, axes = _axes(ends, y_range, looks, across, up, size)
    slot = (axes.right - axes.left) / len(labels)
    every = int(np.ceil((max(map(text_width, labels)) + 4) / slot))  # so that none touches the next
    x_ticks = {i + 0.5: name if i % every == 0 else "" for i, name in enumerate(labels)}
    shapes += axes.frame(x_ticks, axes.ticks_y(), across)
    width, heights_said, words = 0.84 / len(groups), [], []
    for i, (label, heights) in enumerate(groups.items()):
        tone, dash, _ = looks[label]
        left = np.arange(len(heights)) + 0.08 + i * width
        shapes += filled(_boxes(axes, left, left + 0.94 * width, heights), tone, dash)
        numbers = [number(h, digits) for h in heights]
        fits = max(map(text_width, numbers), default=0) < slot * width
        for k, (h, text) in enumerate(zip(heights, numbers, strict=True)):
            if fits or k == np.argmax(heights):
                x, y = axes.at(left[k] + 0.47 * width, h)
                off = -11 if h >= 0 else 11
                half = text_width(text) / 2
                x = np.clip(x, axes.left + half, axes.right - half)
                heights_said.append(Word(x, y + off, text, tone, halo=True))
        sentences = [f"{name} {text}" for name, text in zip(labels, numbers, strict=False)]
        sentences += [f"{name} has none" for name in labels[len(heights) :]]
        words.append(f"{label}: " + ", ".join(sentences))
    shapes += [*heights_said, Line(axes.at(ends, 0), "ink", 1)]
    what = f"Bars of {up}" if up else "Bars"
    return Drawing(title, f"{what}. {'; '.join(words)}.", *size, tuple(shapes))


def histograms(title, samples, *, across, reach=None, size=SIZE):
    """A histogram for each label: {label: (values, variance)}, under N(0, variance).

    All have the same axes, from −reach to reach (by default as far as the normal curves go), and
    the same area.
    """
    reach = reach or 4 * max(np.sqrt(variance) for _, variance in samples.values())
    counted = [_densities(values, variance, reach) for values, variance in samples.values()]
    top = 1.06 * max(max(heights.max(), bell.max()) for _, heights, _, bell in counted)
    looks = {"measured": ("blue", "solid", True), "normal curve": ("ink", "solid", False)}
    shapes, below = key(looks, "", size[0])
    if len(samples) > 1:
        shapes.append(Word(size[0] - 12, 12, "all on one scale", "faint", "end"))
    across_each, words = size[0] / len(samples), []
    for i, (label, (values, variance)) in enumerate(samples.items()):
        edges, heights, x, bell = counted[i]
        left, top_edge = i * across_each, below + 24 * bool(label)
        right, bottom = left + across_each - 12, size[1] - _below(across)
        axes = Axes(left + 12, top_edge, right, bottom, (-reach, reach), (0, top))
        shapes.append(Word((left + 12 + right) / 2, below + 4, label, bold=True))
        shapes += axes.frame(axes.ticks_x(), {0: ""}, across)
        corners = axes.at(np.repeat(edges, 2), np.concatenate([[0], np.repeat(heights, 2), [0]]))
        shapes += [Area(corners, "blue", 0.5), Line(axes.at(x, bell), "ink", 2.5)]
        mean, deviation = significant(np.mean(values)), significant(np.std(values))
        theory = significant(np.sqrt(variance))
        summary = f"mean {mean}, standard deviation {deviation}, of the normal curve {theory}"
        words.append(f"{label}: {summary}" if label else summary)
    text = f"Histograms of {across}, each under the normal curve of its variance, to one scale. "
    return Drawing(title, text + "; ".join(words) + ".", *size, tuple(shapes))


def _axes(x, y, looks, across, up, size, log=""):
    """The key, if there are several looks, and axes that leave room for it and all numbers."""
    shapes, top = key(looks if len(looks) > 1 else {}, up, size[0])
    axes = Axes(0, top, size[0] - RIGHT, size[1] - _below(across), x, y, log)
    return shapes, replace(axes, left=14 + max(map(text_width, axes.ticks_y().values())))


def _below(across):
    """The margin for the numbers below the frame and the name of the x axis."""
    return 50 if across else 32


def _around(values, log):
    """The range of the values with a margin; it begins at 0 if they come near it."""
    low, high = values.min(), values.max()
    if log:
        return low / 1.5, high * 1.5
    margin = 0.05 * (high - low) or 1
    return (0 if 0 <= low < high / 4 else low - margin), high + margin


def _course(x, y):
    """Where a line begins and ends, and its extremes in between."""
    text = f"from {significant(y[0])} to {significant(y[-1])}"
    for extreme, at in (("least", np.argmin(y)), ("greatest", np.argmax(y))):
        if y[at] not in (y[0], y[-1]):
            text += f", {extreme} {significant(y[at])} at {significant(x[at], 6)}"
    return text


def _boxes(axes, left, right, heights):
    """Bars from 0 to their heights as boxes (x, y, across, down)."""
    starts, ends = axes.at(left, np.maximum(heights, 0)), axes.at(right, np.minimum(heights, 0))
    return np.hstack([starts, ends - starts]).tolist()


def _densities(values, variance, reach):
    """The edges and densities of a histogram with bars of a third of a standard deviation, and
    x and y of the normal curve."""
    deviation = np.sqrt(variance)
    step = deviation / 3
    edges = step * np.arange(-np.ceil(reach / step), np.ceil(reach / step) + 1)
    counts, _ = np.histogram(values, edges)
    seen = np.flatnonzero(counts)
    first, last = (seen[0], seen[-1] + 1) if len(seen) else (0, 1)
    x = deviation * np.linspace(-4, 4, 81)
    x = np.concatenate([[-reach], x[abs(x) < reach], [reach]])
    bell = np.exp(-(x**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
    heights = counts[first:last] / (np.size(values) * step)
    return edges[first : last + 1], heights, x, bell
