"""A whole self-attention with its numbers on one card: X, then Q, K, V, then S, A and Z."""

from typing import NamedTuple

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number, plain, vector
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Line, Word, text_width
from helpers.single_values import is_whole

CELL, WIDE, ROW = 34, 52, 28  # the width of a whole number, of one with decimals; a row's height
TITLE = 30  # the room above a matrix for its name
ARROW, GAP = 56, 8  # an arrow, and the paper beside it
EDGE, BETWEEN = 14, 22  # the paper around everything, and between Q, K and V
TINT = 0.2  # behind the rows of one query


def postcard(title, names, X, Q, K, V, S, A, Z, *, query=None):
    """Every number of a self-attention, from its inputs X (n, d) to its outputs Z (n, d_v).

    names: those of the n inputs. Q, K (n, d_k), V (n, d_v), raw scores S and weights A (n, n).
    query: a row, from 0, to follow alone: it is tinted, and the other rows of S, A, Z are dots.
    A number that is nan is still to come: a dot.
    """
    arrays = {"X": X, "Q": Q, "K": K, "V": V, "S": S, "A": A, "Z": Z}
    for name, array in arrays.items():
        if np.ndim(array) != 2 or len(array) != len(names):
            raise ValueError(f"{name}: given shape {np.shape(array)}, needed {len(names)} rows")
    if query is not None and (not is_whole(query) or not 0 <= query < len(names)):
        raise ValueError(f"query: given {query!r}, needed a whole number below {len(names)}")
    cards = placed(names, arrays)
    shapes = []
    for i, name in enumerate(names):
        tone = QUERY if i == query else "ink"
        y = cards["X"].top + ROW * (i + 0.5)
        shapes.append(Word(cards["X"].left - GAP, y, name, tone, "end", bold=i == query))
    for name, card in cards.items():
        shapes += drawn(card, tinted=query if name in "XQSAZ" else None)
        waiting = set() if query is None or name in "XQKV" else {*range(len(names))} - {query}
        shapes += numbers_of(card, waiting)
    for name in "SA":
        middle = (cards[name].left + cards[name].right) / 2
        shapes.append(Word(middle, cards[name].bottom + 14, "queries ↓ keys →", "faint"))
    for start, end in ("XQ", "XK", "XV", "QS", "KS", "SA", "AZ", "VZ"):
        shapes.append(arrow(cards[start], cards[end]))
    right = max(card.right for card in cards.values())
    bottom = max(card.bottom for card in cards.values())
    words = described(names, arrays, query)
    return Drawing(title, words, right + EDGE, bottom + EDGE, tuple(shapes))


class Card(NamedTuple):
    """A matrix at its place, under its formula."""

    formula: str
    tone: str
    left: float
    top: float  # of its first row
    width: float  # of a number
    values: np.ndarray

    @property
    def right(self):
        return self.left + self.width * self.values.shape[1]

    @property
    def bottom(self):
        return self.top + ROW * len(self.values)

    @property
    def middle(self):
        return (self.top + self.bottom) / 2


def placed(names, arrays):
    """{name: card}: X, then Q, K and V above each other, then S, A and Z."""
    n = len(names)
    height = ROW * n
    tops = [EDGE + TITLE + k * (TITLE + height + BETWEEN) for k in range(3)]  # of Q, K, V
    places = {  # name: (formula, tone, top, the card before it, width of a number)
        "X": ("X", "ink", tops[1], None, CELL),
        "Q": ("Q = X W_Q", QUERY, tops[0], "X", CELL),
        "K": ("K = X W_K", KEY, tops[1], "X", CELL),
        "V": ("V = X W_V", VALUE, tops[2], "X", CELL),
        "S": ("S = Q Kᵀ", "ink", (tops[0] + tops[1]) / 2, "Q", CELL),
        "A": ("A = softmax(S)", WEIGHT, (tops[0] + tops[1]) / 2, "S", WIDE),
        "Z": ("Z = A V", "ink", tops[1], "A", WIDE),
    }
    cards = {}
    for name, (formula, tone, top, before, width) in places.items():
        if before:
            left = cards[before].right + GAP + ARROW + GAP
        else:
            left = EDGE + max(map(text_width, names)) + GAP
        cards[name] = Card(formula, tone, left, top, width, np.asarray(arrays[name]))
    return cards


def drawn(card, tinted):
    """The formula and the cells of a card, with one row tinted."""
    across, n = card.right - card.left, len(card.values)
    columns = [card.left + card.width * j for j in range(1, card.values.shape[1])]
    rows = [card.top + ROW * i for i in range(1, n)]
    shapes = [
        Word((card.left + card.right) / 2, card.top - TITLE / 2, card.formula, card.tone, bold=True)
    ]
    if tinted is not None:
        shapes.append(Boxes([(card.left, card.top + ROW * tinted, across, ROW)], QUERY, TINT))
    shapes += [Line([(x, card.top), (x, card.bottom)], "faint", 0.5) for x in columns]
    shapes += [Line([(card.left, y), (card.right, y)], "faint", 0.5) for y in rows]
    shapes.append(Boxes([(card.left, card.top, across, ROW * n)], "faint", outline=1))
    return shapes


def numbers_of(card, waiting):
    """The numbers of a card; in the rows that are still to come, dots."""
    write = plain if card.width == CELL else lambda x: number(x, 2)
    return [
        Word(
            card.left + card.width * (j + 0.5),
            card.top + ROW * (i + 0.5),
            "·" if i in waiting or np.isnan(x) else write(x),
        )
        for i, row in enumerate(card.values)
        for j, x in enumerate(row)
    ]


def arrow(start, end):
    tone = start.tone if start.tone != "ink" else end.tone
    return Arrow((start.right + GAP, start.middle), (end.left - GAP, end.middle), tone, 2.5)


def described(names, arrays, query):
    """Each row of each array that is there, in words."""
    rows = range(len(names)) if query is None else [query]
    called = {"X": "x", "Q": "q", "K": "k", "V": "v", "S": "raw scores"}
    called |= {"A": "weights", "Z": "output"}
    lines = []
    for i in rows:
        known = {name: array[i] for name, array in arrays.items() if not np.isnan(array[i]).any()}
        said = (
            f"{called[name]} {vector(row, 2 if name in 'AZ' else None)}"
            for name, row in known.items()
        )
        lines.append(f"{names[i]}: {', '.join(said)}.")
    return " ".join(lines)
