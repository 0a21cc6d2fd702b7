"""Axes with lines, steps (histograms, bars) and dots."""

import numpy as np

from helpers.labs.drawing import Drawing, areas, dot, line, word

WIDTH = 300  # of the sheet
LEFT, RIGHT, TOP, BOTTOM = 62, 26, 34, 50  # its margins


def curve(
    title,
    description,
    lines=None,
    *,
    across,
    up,
    x_ticks,
    y_ticks,
    x_range=None,
    y_range=None,
    bars=None,
    dots=None,
    height=260,
):
    """lines: {label: (x, y, tone, dash)}; bars: {label: (left, right, heights, tone)} from 0 up;
    dots: {label: (x, y, tone)}, labelled where the label is not empty.

    x_ticks, y_ticks: {value: text}. Ranges are the ticks' by default. Take the logarithm yourself.
    Lines are clipped to the axes.
    """
    low_x, high_x = x_range or (min(x_ticks), max(x_ticks))
    low_y, high_y = y_range or (min(y_ticks), max(y_ticks))
    bottom, right = height - BOTTOM, WIDTH - RIGHT

    def at(x, y):  # data, clipped to the axes → points (..., 2) of the sheet
        across = (np.clip(x, low_x, high_x) - low_x) / (high_x - low_x)
        up = (np.clip(y, low_y, high_y) - low_y) / (high_y - low_y)
        sheet = LEFT + across * (right - LEFT), bottom - up * (bottom - TOP)
        return np.stack(np.broadcast_arrays(*sheet), axis=-1)

    shapes = []
    for (_, y), text in zip(at(low_x, list(y_ticks)), y_ticks.values(), strict=True):
        shapes.append(line([(LEFT, y), (right, y)], "faint", 1, opacity=0.35))
        shapes.append(word(LEFT - 6, y, text, anchor="end"))
    for (x, y), text in zip(at(list(x_ticks), low_y), x_ticks.values(), strict=True):
        shapes.append(line([(x, y), (x, y + 5)], "faint", 1))
        shapes.append(word(x, y + 16, text))
    shapes.append(line([(LEFT, bottom), (right, bottom)], "ink", 1))
    shapes.append(word((LEFT + right) / 2, height - 10, across))
    shapes.append(word(4, 12, up, anchor="start"))
    key = right
    for label, (a, b, tall, tone) in (bars or {}).items():
        corners = [at(a, low_y), at(a, tall), at(b, tall), at(b, low_y)]  # 4 of (bars, 2)
        shapes.append(areas(np.stack(corners, axis=1), tone, 0.55))
        key = _key(shapes, key, label, tone)
    for label, (x, y, tone, dash) in (lines or {}).items():
        shapes.append(line(at(x, y), tone, 2.5, dash))
        key = _key(shapes, key, label, tone, dash)
    for label, (x, y, tone) in (dots or {}).items():
        x, y = at(x, y)
        shapes.append(dot(x, y, tone, 6))
        if label:
            half = 5 * len(label) + 4  # of the label, whole between the axes' ends
            shapes.append(
                word(np.clip(x, LEFT + half, right - half), y - 15, label, tone, bold=True)
            )
    return Drawing(title, description, WIDTH, height, tuple(shapes))


def _key(shapes, right, label, tone, dash=None):
    """The label and its look, right-aligned in the top margin; returns where the next one ends."""
    if not label:
        return right
    shapes.append(word(right, 12, label, tone, anchor="end"))
    right -= 10 * len(label) + 6
    if dash:
        shapes.append(line([(right - 26, 12), (right, 12)], tone, 2.5, dash))
    else:
        box = [(right - 16, 6), (right - 16, 18), (right, 18), (right, 6)]
        shapes.append(areas([box], tone))
    return right - 40
