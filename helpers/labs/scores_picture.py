"""The picture of the lab scores: every query against every key, and one pair, asked both ways."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.drawing.shapes import Arc, Arrow, Boxes, Keyed, Line, Word, text_width

WIDTH, HEIGHT = 470, 340
RIGHT, BOTTOM = 306, 296  # of the table
LARGEST = 56  # cell
PAIR = 390, 96, 240  # the middle of the two words, and how far down each is
THIN, THICK = 1.5, 14  # arrows, of a score of 0 or less and of the highest


def picture(queries, keys, S, cell, both):
    """queries (n), keys (m): tokens; S (n, m): their scores; cell: the pair that is chosen; both:
    whether the same tokens ask and are asked."""
    i, j = cell
    longest = max(map(text_width, keys))
    left = 14 + max(map(text_width, queries))
    upward = longest > min(LARGEST, (RIGHT - left) / len(keys)) - 4
    top = 34 + (longest if upward else 16)
    side = min(LARGEST, (RIGHT - left) / len(keys), (BOTTOM - top) / len(queries))
    across, down = side * len(keys), side * len(queries)
    row = Boxes([(left, top + i * side, across, side)], QUERY, 0.25)
    column = Boxes([(left + j * side, top, side, down)], KEY, 0.25)
    shapes = [
        Keyed("row", (row,)),
        Keyed("column", (column,)),
        Boxes([(left, top, across, down)], "faint", outline=1),
        *squares(S, left, top, side),
        frame("chosen", left + j * side, top + i * side, side, "ink"),
    ]
    if both and i != j:
        shapes.append(frame("mirror", left + i * side, top + j * side, side, WEIGHT))
    for a, token in enumerate(queries):
        at = left - 8, top + (a + 0.5) * side
        shapes.append(Word(*at, token, QUERY if a == i else "ink", "end", bold=a == i))
    for b, token in enumerate(keys):
        x, y = left + (b + 0.5) * side, top - (6 if upward else 12)
        anchor = "start" if upward else "middle"
        tone = KEY if b == j else "ink"
        shapes.append(Word(x, y, token, tone, anchor, bold=b == j, upward=upward))
    shapes += pair(queries[i], keys[j], S, i, j, both)
    described = (
        f"A table of squares, queries down and keys across; the larger a square, the larger the "
        f"score, and below 0 it is empty. Beside it, “{queries[i]}” asks “{keys[j]}”"
        f"{', and is asked by it' if both and i != j else ''}: an arrow is as thick as the score."
    )
    grid = {
        "control": "cell",
        "corner": [left + 3, top + 3],
        "step": [side, side],
        "size": [side - 6, side - 6],
        "rows": [f"{token} asks" for token in queries],
        "columns": list(keys),
    }
    shapes += legend()
    return Drawing("Who fits whom", described, WIDTH, HEIGHT, tuple(shapes), grid=grid)


def squares(S, left, top, side):
    """A square for each score, of an area as large as it; below 0, an outline."""
    sizes = 0.86 * side * np.sqrt(np.abs(S) / max(1e-9, np.abs(S).max()))
    for (a, b), size in np.ndenumerate(sizes):
        x, y = left + (b + 0.5) * side - size / 2, top + (a + 0.5) * side - size / 2
        outline = 1.5 if S[a, b] < 0 else 0
        box = Boxes([(x, y, size, size)], WEIGHT, outline=outline)
        yield Keyed(f"score {a} {b}", (box,))


def frame(key, x, y, side, tone):
    return Keyed(key, (Boxes([(x + 1, y + 1, side - 2, side - 2)], tone, outline=3),))


def pair(query, key, S, i, j, both):
    """The two words of the cell, and an arrow for each way that one asks the other."""
    x, top, bottom = PAIR
    width = thick(S, i, j)
    if both and i == j:
        loop = Arc((x - 14, top + 14), (x + 14, top + 14), -60, WEIGHT, width)
        return [Word(x, top, query, QUERY, bold=True), loop]
    aside = 18 if both else 0
    ask = Arrow((x - aside, top + 16), (x - aside, bottom - 16), WEIGHT, width)
    shapes = [
        Word(x, top, query, QUERY, bold=True),
        Word(x, bottom, key, KEY, bold=True),
        Keyed("asks", (ask,)),
    ]
    if both:
        back = Arrow((x + aside, bottom - 16), (x + aside, top + 16), WEIGHT, thick(S, j, i))
        shapes.append(Keyed("asked", (back,)))
    return shapes


def thick(S, i, j):
    return THIN + (THICK - THIN) * max(0, S[i, j]) / max(1e-9, S.max())


def legend():
    """What squares and colours mean, below the table."""
    x, y = 14, 324
    full, empty = [(x + 190, y - 7, 14, 14)], [(x + 304, y - 7, 14, 14)]
    return [
        Line([(x, y), (x + 20, y)], QUERY, 5),
        Word(x + 28, y, "query", QUERY, "start"),
        Line([(x + 96, y), (x + 116, y)], KEY, 5),
        Word(x + 124, y, "key", KEY, "start"),
        Boxes(full, WEIGHT),
        Word(x + 212, y, "score", WEIGHT, "start"),
        Boxes(empty, WEIGHT, outline=1.5),
        Word(x + 326, y, "below 0", WEIGHT, "start"),
    ]
