"""Tokens on both sides and lines between them, as wide as their weights."""

import numpy as np

from helpers.figures.drawing import Drawing
from helpers.figures.numbers import number
from helpers.figures.palette import look
from helpers.figures.shapes import Line, Word, text_width

ROW = 34  # of the sheet, from one token to the next
ACROSS = 160  # from the queries to the keys
WIDE = 10  # the line of weight 1
LEAST = 0.02  # smaller weights have no line
BESIDE = 2  # heads side by side; the next ones stand below


def links(title, weights, queries, keys, *, heads=None, together=False, before=0, only=None):
    """Lines from each query (left) to each key (right), as thick as its weight.

    weights: (n, m), or (h, n, m) with `heads` naming the h heads. Each head has a panel; together:
    all are in one, in colours and dashes that are named below it. before: how many heads come
    before the first one here. only: the index of the query whose lines are shown, or None for all.
    """
    weights, heads = np.asarray(weights, float), heads or [""]
    weights = weights[None] if weights.ndim == 2 else weights
    needed = len(heads), len(queries), len(keys)
    if weights.shape != needed:
        given = f"weights: given shape {weights.shape}"
        raise ValueError(f"{given}, needed {needed}: the names in heads, queries, keys")
    panel = Panel(queries, keys, only)
    if together:
        shapes, size = _in_one(panel, weights, heads, before)
    else:
        shapes, size = _in_panels(panel, weights, heads)
    said = []
    for name, each in zip(heads, weights, strict=True):
        rows = [f"{query}: {_looks(row, keys)}" for query, row in zip(queries, each, strict=True)]
        rows = rows if only is None else [rows[only]]
        said.append(f"{name.rstrip(':')}: " * bool(name) + "; ".join(rows))
    description = f"Queries on the left, keys on the right. {'. '.join(said)}."
    return Drawing(title, description, *size, tuple(shapes))


def _in_panels(panel, weights, heads):
    """A panel for each head, its name above it."""
    above = 24 if any(heads) else 0
    width, height = panel.width + 16, panel.height + above
    shapes = []
    for i, (name, each) in enumerate(zip(heads, weights, strict=True)):
        row, column = divmod(i, BESIDE)
        x, y = column * width, row * height + above
        tone, _ = look(i)
        if name:
            middle = x + panel.left + ACROSS / 2
            shapes.append(Word(middle, y - 12, name.rstrip(":"), tone, bold=True))
        shapes += panel.tokens(x, y) + panel.lines(x, y, each, tone)
    rows = -(-len(heads) // BESIDE)
    return shapes, (min(len(heads), BESIDE) * width - 16, rows * height + 8)


def _in_one(panel, weights, heads, before):
    """All heads in one panel, their lines a little apart."""
    shapes, below = panel.tokens(0, 0), panel.height
    for i, (name, each) in enumerate(zip(heads, weights, strict=True)):
        tone, dash = look(before + i)
        off = (i - (len(heads) - 1) / 2) * min(6, 24 / len(heads))
        shapes += panel.lines(0, off, each, tone, dash)
        x = panel.width * (i + 0.5) / len(heads)
        shapes.append(Word(x, below + 10, name, tone, bold=True))
        shapes.append(Line([(x - 38, below + 26), (x + 38, below + 26)], tone, 5, dash))
    return shapes, (panel.width, below + 34)


class Panel:
    """Where the tokens stand, the shorter column in the middle of the longer one."""

    def __init__(self, queries, keys, only):
        self.queries, self.keys, self.only = queries, keys, only
        self.left = 12 + max(map(text_width, [*queries, "queries"]))
        self.right = self.left + ACROSS
        self.width = self.right + 12 + max(map(text_width, [*keys, "keys"]))
        tall = max(len(queries), len(keys))
        self.height = 24 + ROW * tall
        self.rows, self.columns = (
            [24 + ROW * (k + 0.5 + (tall - count) / 2) for k in range(count)]
            for count in (len(queries), len(keys))
        )

    def tokens(self, x, y):
        left, right = x + self.left, x + self.right
        words = [Word(left, y + 12, "queries", "faint", "end")]
        words.append(Word(right, y + 12, "keys", "faint", "start"))
        for i, (row, token) in enumerate(zip(self.rows, self.queries, strict=True)):
            words.append(Word(left, y + row, token, anchor="end", bold=i == self.only))
        for row, token in zip(self.columns, self.keys, strict=True):
            words.append(Word(right, y + row, token, anchor="start"))
        return words

    def lines(self, x, y, weights, tone, dash="solid"):
        left, right = x + self.left + 6, x + self.right - 6
        return [
            Line(
                [(left, y + self.rows[i]), (right, y + self.columns[j])], tone, WIDE * w, dash, 0.75
            )
            for (i, j), w in np.ndenumerate(weights)
            if w > LEAST and self.only in (None, i)
        ]


def _looks(weights, keys):
    """What one query looks at: all weights if there are at most six keys, else the largest."""
    if not weights.any():
        return "to none"
    if np.ptp(weights) < 1e-9:
        return f"evenly to all ({number(weights.max(), 2)})"
    if len(keys) <= 6:
        pairs = zip(keys, weights, strict=True)
        return ", ".join(f"{key} {number(weight, 2)}" for key, weight in pairs)
    most = [key for key, w in zip(keys, weights, strict=True) if w > weights.max() - 1e-9]
    return f"mostly to {' and '.join(most)} ({number(weights.max(), 2)})"
