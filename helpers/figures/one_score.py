"""One raw score: a row of X times W_Q is a query, a row of X times W_K is a key; their product."""

from typing import NamedTuple

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import plain, vector
from helpers.drawing.palette import KEY, QUERY
from helpers.drawing.shapes import Arrow, Boxes, Line, Word, text_width
from helpers.drawing.steps import box
from helpers.single_values import is_whole

CELL, ROW = 28, 27  # how wide a number of X, q or k is; how tall the row of any matrix
WIDTH = 66  # how wide a number of W is, at least, for the name of its column
NAMES = 60  # the room above W for its name and those of its columns
ARROW, GAP = 44, 8  # an arrow, and the paper beside it
EDGE, BETWEEN = 14, 16  # the paper around everything, and between W_Q and W_K
BOX = 56  # how tall the score's box is
TINT = 0.2  # behind the token's row of X, its query or key, and the rows of W that count


def one_score(title, X, W_Q, W_K, query, key, tokens, features, columns):
    """How two rows of X become one raw score: x W_Q is the query, x W_K the key, then q · k.

    X (n, d_x): a token in each row. W_Q, W_K: (d_x, d_k). query, key: which token asks and which is
    asked, from 0. tokens, features, columns: the names of X's rows, of X's columns and of the
    columns of W_Q and W_K. The rows of W that are tinted are those that x does not multiply by 0.
    """
    X = _checked("X", X, tokens, features)
    W_Q = _checked("W_Q", W_Q, features, columns)
    W_K = _checked("W_K", W_K, features, columns)
    for name, value in (("query", query), ("key", key)):
        if not is_whole(value) or not 0 <= value < len(X):
            raise ValueError(f"{name}: given {value!r}, needed a whole number below {len(X)}")
    asks = Path("q", "W_Q", query, X[query], W_Q, X[query] @ W_Q, QUERY)
    asked = Path("k", "W_K", key, X[key], W_K, X[key] @ W_K, KEY)
    score = f"q · k = {plain(asks.result @ asked.result, 2)}"

    places = Layout(tokens, features, columns, score)
    paths = sorted((asks, asked), key=lambda path: path.row)  # so that their arrows do not cross
    shapes = _tokens(places, X, tokens, paths)
    for path, above in zip(paths, (True, False), strict=True):
        shapes += _path(places, path, above, tokens, features, columns)
    middle = (places.score + places.right) / 2
    shapes += box(middle, places.middle, places.right - places.score, BOX, score, "lit")
    phrases = [
        f"{tokens[path.row]} {vector(path.x)} times {path.name} gives the {kind} "
        f"{vector(path.result)}"
        for kind, path in (("query", asks), ("key", asked))
    ]
    words = f"{'; '.join(phrases)}; their product is the raw score: {score}."
    return Drawing(title, words, places.right + EDGE, places.height, tuple(shapes))


class Path(NamedTuple):
    """The way of one token to its query or key: x times W is the result."""

    letter: str  # of the result: q or k
    name: str  # of W
    row: int  # of X, in which x stands
    x: np.ndarray
    W: np.ndarray
    result: np.ndarray
    tone: str


class Layout:
    """Where everything stands: the left edges of X, the two W, q and k, and the score."""

    def __init__(self, tokens, features, columns, score):
        self.width = max(WIDTH, 12 + max(map(text_width, columns)))
        between = GAP + ARROW + GAP
        self.X = EDGE + max(map(text_width, tokens)) + GAP
        self.features = self.X + CELL * len(features) + between  # their names, left of W
        self.W = self.features + max(map(text_width, features)) + GAP
        self.result = self.W + self.width * len(columns) + between
        self.score = self.result + CELL * len(columns) + between
        self.right = self.score + text_width(score) + 24
        self.matrix_height = NAMES + ROW * len(features)  # of W with its names
        self.height = EDGE + self.matrix_height + BETWEEN + self.matrix_height + EDGE
        self.middle = self.height / 2
        self.top = self.middle - ROW * len(tokens) / 2  # of X


def _checked(name, value, rows, columns):
    array, needed = np.asarray(value, float), (len(rows), len(columns))
    if array.shape != needed:
        raise ValueError(f"{name}: given shape {array.shape}, needed {needed}, as many as names")
    return array


def _tokens(places, X, tokens, paths):
    """X with the names of its rows; those that are on their way are tinted."""
    middle = places.X + CELL * X.shape[1] / 2
    shapes = [Word(middle, places.top - 16, "X", bold=True)]
    for i, token in enumerate(tokens):
        tone = next((path.tone for path in paths if path.row == i), None)
        y = places.top + ROW * i
        shapes.append(Word(places.X - GAP, y + ROW / 2, token, tone or "ink", "end", bool(tone)))
        shapes += _numbers(places.X, y, CELL, X[i], tone)
    return shapes


def _path(places, path, above, tokens, features, columns):
    """From a row of X through W to q or k, and on to the score."""
    top = EDGE if above else places.height - EDGE - places.matrix_height
    first = top + NAMES  # the upper edge of W
    middle = first + ROW * len(features) / 2
    after = places.W + places.width * len(columns)  # the right edge of W
    shapes = [Word((places.W + after) / 2, top + 12, path.name, path.tone, bold=True)]
    for j, column in enumerate(columns):
        shapes.append(Word(places.W + places.width * (j + 0.5), top + 42, column, "faint"))
    for j, feature in enumerate(features):
        y, tone = first + ROW * j, path.tone if path.x[j] else None
        shapes.append(Word(places.W - GAP, y + ROW / 2, feature, "faint", "end"))
        shapes += _numbers(places.W, y, places.width, path.W[j], tone)

    end = places.result + CELL * len(columns)  # the right edge of q or k
    name = f"{path.letter} of {tokens[path.row]}"
    beyond = (-1 if above else 1) * (ROW / 2 + 16)
    shapes.append(Word((places.result + end) / 2, middle + beyond, name, path.tone, bold=True))
    shapes += _numbers(places.result, middle - ROW / 2, CELL, path.result, path.tone)

    row = places.top + ROW * (path.row + 0.5)
    into = places.middle + (-1 if above else 1) * BOX / 4
    for start, stop in (
        ((places.X + CELL * len(features) + GAP, row), (places.features - GAP, middle)),
        ((after + GAP, middle), (places.result - GAP, middle)),
        ((end + GAP, middle), (places.score - GAP, into)),
    ):
        shapes.append(Arrow(start, stop, path.tone, 2.5))
    return shapes


def _numbers(left, top, width, row, tone=None):
    """A row of numbers, each in its cell; with a tone, tinted."""
    across = width * len(row)
    frame = [(left, top, across, ROW)]
    inner = [[(left + width * j, top), (left + width * j, top + ROW)] for j in range(1, len(row))]
    return [
        *([Boxes(frame, tone, TINT)] if tone else []),
        *(Line(ends, "faint", 0.5) for ends in inner),
        Boxes(frame, "faint", outline=1),
        *(
            Word(left + width * (j + 0.5), top + ROW / 2, plain(x, 2), bold=bool(tone))
            for j, x in enumerate(row)
        ),
    ]
