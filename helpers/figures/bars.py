"""Bars side by side, described from the numbers that they draw."""

import numpy as np

from helpers.drawing.axes import SIZE, filled, keyed_axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import line_style
from helpers.drawing.shapes import Line, Word, text_width


def bars(title, labels, groups, *, up, across="", digits=2, y_range=None, size=SIZE):
    """Bars side by side: {label: heights} over `labels`, the heights above them.

    Where the bars are too narrow, only the largest says its height and only some have a label. With
    fewer heights than labels, the last labels have no bar.
    """
    for label, heights in groups.items():
        if not np.isfinite(heights).all():
            raise ValueError(f"groups[{label!r}]: given {heights}, needed finite heights")
    looks = {label: (*line_style(i), True) for i, label in enumerate(groups)}
    extent = [0, *np.concatenate([*groups.values()])]
    low, high = min(extent), max(extent)
    room = 0.12 * (high - low) or 1  # bars of 0 alone have no height
    below = 1.5 * room  # a number there keeps off the ticks
    y_range = y_range or (low - below if low < 0 else low, high + room)
    ends = (0, len(labels))
    shapes, axes = keyed_axes(ends, y_range, looks, across, up, size)
    slot = (axes.right - axes.left) / len(labels)
    every = int(np.ceil((max(map(text_width, labels)) + 4) / slot))  # so that none touches the next
    x_ticks = {i + 0.5: name if i % every == 0 else "" for i, name in enumerate(labels)}
    shapes += axes.frame(x_ticks, axes.ticks_y(), across)
    width, number_words, words = 0.84 / len(groups), [], []
    for i, (label, heights) in enumerate(groups.items()):
        tone, dash, _ = looks[label]
        left = np.arange(len(heights)) + 0.08 + (i + 0.03) * width
        shapes += filled(_boxes(axes, left, left + 0.94 * width, heights), tone, dash)
        numbers = [number(h, digits) for h in heights]
        fits = max(map(text_width, numbers), default=0) < slot * width
        for k, (h, text) in enumerate(zip(heights, numbers, strict=True)):
            if fits or k == np.argmax(heights):
                x, y = axes.at(left[k] + 0.47 * width, h)
                off = -11 if h >= 0 else 11
                half = text_width(text) / 2
                x = np.clip(x, axes.left + half, axes.right - half)
                number_words.append(Word(x, y + off, text, tone, halo=True))
        spoken = [f"{name} {text}" for name, text in zip(labels, numbers, strict=False)]
        spoken += [f"{name} has none" for name in labels[len(heights) :]]
        words.append(f"{label}: " + ", ".join(spoken))
    shapes += [*number_words, Line(axes.at(ends, 0), "ink", 1)]
    what = f"Bars of {up}" if up else "Bars"
    return Drawing(title, f"{what}. {'; '.join(words)}.", *size, tuple(shapes))


def _boxes(axes, left, right, heights):
    """Bars from 0 to their heights as boxes (x, y, across, down)."""
    starts, ends = axes.at(left, np.maximum(heights, 0)), axes.at(right, np.minimum(heights, 0))
    return np.hstack([starts, ends - starts]).tolist()
