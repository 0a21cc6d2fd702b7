"""Words sorted along a ruler: a stroke for each, and the names of as many as there is room for."""

import numpy as np

from helpers.drawing.axes import Axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.shapes import Boxes, Word, text_width

WIDTH, HEIGHT = 206, 320  # of the sheet
STROKE = 16  # the length of a word's stroke
LINE = 17  # a name's height


def ruler(title, words, values, marked=None):
    """An upright ruler with the m words at their `values` (m,), the largest on top.

    marked: {word: tone}, named first; then the words furthest from the middle.
    """
    values, marked = np.asarray(values, float), marked or {}
    axes = Axes(0, LINE, WIDTH, HEIGHT - LINE, (0, 1), (values.min(), values.max()))
    ticks = axes.ticks_y()
    left = max(map(text_width, ticks.values())) + 10
    shapes = [Word(left - 6, axes.at(0, y)[1], text, anchor="end") for y, text in ticks.items()]
    heights = axes.at(0, values)[:, 1]
    strokes = [(left, y - 0.5, STROKE, 1) for y in np.unique(heights.round(1))]
    shapes.append(Boxes(strokes, "faint", 0.6))
    order = [words.index(word) for word in marked]
    order += np.argsort(-abs(heights - HEIGHT / 2), kind="stable").tolist()
    named, taken = [], np.zeros(HEIGHT, bool)  # by names
    for i in order:
        top = int(heights[i] - LINE / 2)
        if taken[top : top + LINE].any():
            continue
        taken[top : top + LINE] = True
        tone = marked.get(words[i], "ink")
        shapes.append(Boxes([(left, heights[i] - 1, STROKE, 2)], tone))
        text, at = f"{words[i]} {number(values[i], 2)}", left + STROKE + 6
        shapes.append(Word(at, heights[i], text, tone, "start", bold=words[i] in marked))
        named.append(i)
    named.sort(key=lambda i: -values[i])
    among = ", ".join(f"{words[i]} {number(values[i], 2)}" for i in named)
    text = f"{len(words)} words along a ruler, the largest first; among them {among}."
    return Drawing(title, text, WIDTH, HEIGHT, tuple(shapes))
