"""Tokens on both sides and lines between them, as wide as their weights, a colour for each head."""

import numpy as np

from helpers.labs.drawing import DASHES, Drawing, line, word
from helpers.labs.parts import TONES

WIDTH = 400  # of the sheet
ROW = 34  # from one token to the next
LEAST = 0.02  # thinner lines are left out


def links(title, description, weights, queries, keys, *, names, before, only):
    """weights (h, n, m): head i's line from query to key is up to 9 units wide. names: the heads',
    shown below in their colours and dashes; a head's lines are set off a little from the others'.
    before: heads that are not shown, so that each keeps its look; only: the query, by index, whose
    lines are shown, or None."""
    weights = np.asarray(weights, float)
    h, n, m = weights.shape
    tall = max(n, m)
    left, right = ([24 + ROW * (k + 0.5 + (tall - c) / 2) for k in range(c)] for c in (n, m))
    start, end = WIDTH * 0.3, WIDTH * 0.7
    bottom = 24 + ROW * tall
    shapes = [word(start, 12, "queries", anchor="end"), word(end, 12, "keys", anchor="start")]
    looks = list(zip(TONES, DASHES, strict=True))
    for head in range(h):
        tone, dash = looks[(before + head) % len(looks)]
        off = (head - (h - 1) / 2) * min(6, 24 / h)
        for (i, j), weight in np.ndenumerate(weights[head]):
            if weight > LEAST and only in (None, i):
                ends = [(start + 6, left[i] + off), (end - 6, right[j] + off)]
                shapes.append(line(ends, tone, 9 * weight, dash, opacity=0.75))
        x = WIDTH * (head + 0.5) / h
        shapes.append(line([(x - 38, bottom + 26), (x + 38, bottom + 26)], tone, 5, dash))
        shapes.append(word(x, bottom + 12, names[head], tone, bold=True))
    for y, (i, token) in zip(left, enumerate(queries), strict=True):
        shapes.append(word(start, y, token, anchor="end", bold=i == only))
    shapes += [word(end, y, token, anchor="start") for y, token in zip(right, keys, strict=True)]
    return Drawing(title, description, WIDTH, bottom + 34, tuple(shapes))
