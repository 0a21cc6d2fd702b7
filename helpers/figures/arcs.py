"""A sentence in one row, and arcs from a query to its keys, as wide as their weights."""

from collections import namedtuple

import numpy as np

from helpers.figures.drawing import Drawing
from helpers.figures.numbers import number
from helpers.figures.shapes import Arc, Boxes, Word, text_width

SLOT, GAP = 38, 8  # of the sheet: the least width of a token's place, and from place to place
WIDE, THIN = 18, 7  # an arc of weight 1: of one query, and where all queries have theirs
LOW, STEEP = 24, 0.24  # how high an arc rises: at least, and for each unit across
LEAST = 0.01  # smaller weights have no arc
SAID = 0.05  # smaller weights are not printed, and their words are faint
SIDE = 24  # the margin

Row = namedtuple("Row", "middles slots line width")  # of the words; their middle line; the sheet's


def in_a_row(tokens):
    """Where the words of a sentence stand, with room above them for their arcs."""
    slots = [max(SLOT, text_width(token)) for token in tokens]
    starts = SIDE + np.cumsum([0, *slots[:-1]]) + GAP * np.arange(len(tokens))
    middles = starts + np.divide(slots, 2)
    line = LOW + STEEP * (middles[-1] - middles[0]) + 30
    return Row(middles, slots, line, starts[-1] + slots[-1] + SIDE)


def arcs(title, weights, tokens, query=None):
    """The tokens of a sentence in a row, with an arc from a query to each key, as wide as its
    weight.

    weights: (n, n), query times key. tokens: the n tokens. query: the index of the query whose arcs
    are shown, with its weights as numbers below the keys; None: the arcs of all queries, thin.
    """
    weights, tokens = np.asarray(weights, float), [str(token) for token in tokens]
    n = len(tokens)
    if weights.shape != (n, n):
        raise ValueError(f"weights: given shape {weights.shape}, needed {n, n}: one per two tokens")
    if query is not None and query not in range(n):
        raise ValueError(f"query: given {query!r}, needed None or a whole number from 0 to {n - 1}")
    middles, slots, line, width = in_a_row(tokens)
    shapes = []
    for (i, j), weight in np.ndenumerate(weights):
        if weight >= LEAST and query in (None, i):
            ends = (middles[i], line - 14), (middles[j], line - 14)
            height = LOW + STEEP * abs(middles[i] - middles[j])
            wide, opacity = (THIN, 0.45) if query is None else (WIDE, 0.8)
            shapes.append(Arc(*ends, height, "blue", max(0.8, wide * weight), opacity))
    if query is None:
        shapes += [Word(x, line, token) for x, token in zip(middles, tokens, strict=True)]
        said = [
            f"{token} mostly to {_most(row, tokens)}"
            for token, row in zip(tokens, weights, strict=True)
        ]
        description = (
            f"Arcs from each query to its keys, as wide as the weights: {'; '.join(said)}."
        )
        return Drawing(title, description, width, line + 20, tuple(shapes))
    shapes += _of_one(weights[query], tokens, query, middles, slots, line)
    description = f'Arcs from the query "{tokens[query]}" to its keys, as wide as the weights: '
    return Drawing(
        title, description + _said(weights[query], tokens), width, line + 66, tuple(shapes)
    )


def _of_one(row, tokens, query, middles, slots, line):
    """The words, the query's in a box, and the weights below them."""
    x, wide = middles[query], slots[query] + 6
    shapes = [
        Boxes([(x - wide / 2, line - 14, wide, 28)], "orange", 0.18, corner=6),
        Boxes([(x - wide / 2, line - 14, wide, 28)], "orange", outline=2, corner=6),
        Word(x, line + 52, "query", "orange", bold=True),
    ]
    for j, (x, token, weight) in enumerate(zip(middles, tokens, row, strict=True)):
        tone = "ink" if weight >= SAID or j == query else "faint"
        shapes.append(Word(x, line, token, tone, bold=j == query))
        if weight >= SAID:
            shapes.append(Word(x, line + 26, number(weight, 2), "blue", bold=True))
    return shapes


def _said(row, tokens):
    """The weights that are printed, the largest first, and the sum of the others."""
    order = np.argsort(-row, kind="stable")
    large = [j for j in order if row[j] >= SAID]
    text = ", ".join(f"{tokens[j]} {number(row[j], 2)}" for j in large)
    rest = row.sum() - row[large].sum()
    others = len(tokens) - len(large)
    return text + (f"; the other {others} together {number(rest, 2)}." if others else ".")


def _most(row, tokens):
    return f"{tokens[np.argmax(row)]} {number(row.max(), 2)}"
