"""Tokens on both sides and lines between them, as wide as their weights, a colour for each head."""

from itertools import cycle

import numpy as np

from helpers.labs.drawing import DASHES, Drawing, line, word

TONES = ("blue", "orange", "green", "pink")
ROW = 34  # from one token to the next


def links(title, description, weights, queries, keys, *, names=None, width=420):
    """weights (h, n, m): head i's line from query to key is up to 9 units wide. names: the heads',
    shown below in their colours and dashes; a head's lines are set off a little from the others'."""
    weights = np.asarray(weights, float)
    h, n, m = weights.shape
    tall = max(n, m)
    left, right = ([24 + ROW * (k + 0.5 + (tall - c) / 2) for k in range(c)] for c in (n, m))
    start, end = width * 0.3, width * 0.7
    shapes = [word(start, 12, "queries", anchor="end"), word(end, 12, "keys", anchor="start")]
    looks = [*zip(range(h), cycle(TONES), cycle(DASHES))]
    for head, tone, dash in looks:
        off = (head - (h - 1) / 2) * min(5, 20 / h)
        for (i, j), weight in np.ndenumerate(weights[head]):
            ends = [(start + 6, left[i] + off), (end - 6, right[j] + off)]
            shapes.append(line(ends, tone, 9 * weight, dash if h > 1 else "solid", opacity=0.75))
    shapes += [word(start, y, token, anchor="end") for y, token in zip(left, queries, strict=True)]
    shapes += [word(end, y, token, anchor="start") for y, token in zip(right, keys, strict=True)]
    return Drawing(title, description, width, 24 + ROW * tall + 8, tuple(shapes))
