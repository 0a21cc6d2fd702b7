"""A sentence in one row, and arcs from a query to its keys, as wide as their weights."""

from collections import namedtuple

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Arc, Area, Boxes, Word, text_width
from helpers.single_values import is_whole

SLOT, GAP = 38, 8  # of the sheet: the least width of a token's place, and between two places
MANY, TIGHT = 17, (34, 4)  # of more tokens than these, the same two
SIDE = 24  # the margin
WIDTH, THIN = 18, 7  # an arc of weight 1: of one query, and where all queries have theirs
LOW, RISE = 24, 0.24  # how high an arc rises: at least, and for each unit across
TIP, ASIDE = 9, 7  # where all have arcs: an arrowhead, and how far from the middle of a word
LEAST = 0.01, 0.05  # smaller weights have no arc: of one query, of all
TOGETHER = 470  # units across: what a phone shows at once
SAID = 0.05  # smaller weights have no number, and their words are faint
LINE = 28  # the height of a line of words

Row = namedtuple("Row", "places slots width height")  # where words stand, and the sheet's size


def in_a_row(tokens):
    """Where the words of a sentence stand: their middles, their widths, and a sheet with room for
    every arc above them and two lines below."""
    slot, gap = (SLOT, GAP) if len(tokens) <= MANY else TIGHT
    slots = np.array([max(slot, text_width(token)) for token in tokens])
    places = SIDE + np.cumsum(slots + gap) - gap - slots / 2
    width = places[-1] + slots[-1] / 2 + SIDE
    return Row(places, slots, width, _height(places[-1] - places[0], RISE) + 3.5 * LINE)


def arcs(title, weights, tokens, query=None, rise=RISE):
    """A sentence's tokens in a row, and an arc from a query to each key, as wide as its weight.

    weights: (n, n), row = query, column = key. tokens: the n tokens. query: the index of the query
    whose arcs are shown, with the weights below the keys; None: thin arcs of all queries, with an
    arrowhead at the key. rise: how high an arc rises for each unit across.
    """
    weights, tokens = np.asarray(weights, float), [str(token) for token in tokens]
    n = len(tokens)
    if weights.shape != (n, n):
        message = f"weights: given shape {weights.shape}"
        raise ValueError(f"{message}, needed {n, n}: a row and a column for each of the {n} tokens")
    if query is not None and not (is_whole(query) and 0 <= query < n):
        raise ValueError(f"query: given {query!r}, needed None or a whole number from 0 to {n - 1}")
    places, slots, width, _ = in_a_row(tokens)
    apart = abs(places - places[:, None])
    reach = apart[weights >= LEAST[1]].max(initial=0) if query is None else apart[query].max()
    line = _height(reach, rise) + LINE
    if query is None:
        shapes = _arrows(weights, places, line - LINE / 2, rise)
        shapes += [Word(x, line, token) for x, token in zip(places, tokens, strict=True)]
        rows = zip(tokens, weights, strict=True)
        phrases = "; ".join(
            f"{token} mostly to {_largest(row, tokens, 1)}" if row.any() else f"{token} to none"
            for token, row in rows
        )
        text = f"Arcs from each query to its keys, as wide as their weights: {phrases}."
        return Drawing(title, text, width, line + LINE, tuple(shapes))
    row = weights[query]
    shapes = _arcs(row, places, line - LINE / 2, query, rise)
    shapes += _words(row, tokens, query, places, slots[query] + GAP, line)
    text = f'Arcs from the query "{tokens[query]}" to its keys, as wide as their weights: '
    large, small = row[row >= SAID], row[row < SAID]
    text += _largest(row, tokens, len(large)) or "none of them large"
    if len(small):
        text += f", the other {len(small)} keys together {number(small.sum(), 2)}"
    at, other = places[query], places[np.argmax(np.where(np.arange(n) == query, -1, row))]
    towards = np.clip(other - at, -TOGETHER, TOGETHER)  # the query stays in sight
    focus = round(float((at + towards / 2) / width), 2)
    return Drawing(title, text + ".", width, line + 2.5 * LINE, tuple(shapes), focus=focus)


def _height(reach, rise):
    """How high an arc rises over keys that are so far apart."""
    return LOW + rise * reach


def _arcs(row, places, foot, query, rise):
    """The arcs of one query: from its word to the others."""
    x = places[query]
    return [
        Arc(
            (x, foot), (to, foot), _height(abs(x - to), rise), WEIGHT, max(0.8, WIDTH * weight), 0.8
        )
        for to, weight in zip(places, row, strict=True)
        if weight >= LEAST[0]
    ]


def _arrows(weights, places, foot, rise):
    """The arcs of all queries. Each leaves its word and meets its key on the side between them,
    where an arrowhead is as wide as the widest arc that ends there."""
    shapes, widest = [], {}
    for (i, j), weight in np.ndenumerate(weights):
        if weight < LEAST[1]:
            continue
        aside = ASIDE * np.sign(places[j] - places[i])
        start, end = (places[i] + aside, foot), (places[j] - aside, foot - TIP)
        width = max(0.8, THIN * weight)
        shapes.append(Arc(start, end, _height(abs(start[0] - end[0]), rise), WEIGHT, width, 0.45))
        widest[end] = max(width, widest.get(end, 0))
    for (x, y), width in widest.items():
        half = TIP / 4 + width / 2
        shapes.append(Area([(x - half, y), (x + half, y), (x, foot)], WEIGHT))
    return shapes


def _words(row, tokens, query, places, width, line):
    """The words, the query's in a box, and the weights below them."""
    box = [(places[query] - width / 2, line - LINE / 2, width, LINE)]
    shapes = [Boxes(box, QUERY, 0.18, corner=6), Boxes(box, QUERY, outline=2, corner=6)]
    for j, (x, token, weight) in enumerate(zip(places, tokens, row, strict=True)):
        tone = "ink" if weight >= SAID or j == query else "faint"
        shapes.append(Word(x, line, token, tone, bold=j == query))
        if weight >= SAID:
            shapes.append(Word(x, line + LINE, number(weight, 2), WEIGHT, bold=True))
    beside = row[max(query - 1, 0) : query + 2]
    below = 2 if (beside >= SAID).any() else 1  # under the numbers, if there are some here
    return [*shapes, Word(places[query], line + below * LINE, "query", QUERY, bold=True)]


def _largest(row, tokens, most):
    """The largest weights with their tokens."""
    largest = np.argsort(-row, kind="stable")[:most]
    return ", ".join(f"{tokens[j]} {number(row[j], 2)}" for j in largest)
