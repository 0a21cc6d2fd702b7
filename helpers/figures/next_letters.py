"""A name that a model wrote, and at each of its places the letters that were likeliest there."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Word

SHOWN = 5  # letters at each place
COLUMN, APART = 64, 4  # of the sheet
ROW, BAR = 21, 19
TOP = 26  # for the letters of the name


def next_letters(title, letters, weights, names, given=0, places=0):
    """The letters of a name from left to right; below each the likeliest letters at its place.

    letters: the m that were written, as indices of `names`. weights: of every letter at every
    place, (m, words). given: how many of the first were not written but typed. The letter that was
    written is framed; where it is not among the likeliest, it stands in place of the last of them.
    places: the sheet has room for at least so many.
    """
    weights = np.asarray(weights, float)
    if weights.shape != (len(letters), len(names)):
        needed = f"{(len(letters), len(names))}: a row for each letter"
        raise ValueError(f"weights: given shape {weights.shape}, needed {needed}")
    shapes, words = [], []
    for place, (letter, row) in enumerate(zip(letters, weights, strict=True)):
        x = place * (COLUMN + APART) + 2
        is_given = place < given
        tone = "faint" if is_given else "orange"
        middle = x + COLUMN / 2
        shapes.append(Word(middle, 12, names[letter], "faint" if is_given else "ink", bold=True))
        best = (-row).argsort(kind="stable")[:SHOWN].tolist()
        if letter not in best:
            best[-1] = letter
        row = row.tolist()  # Python's own numbers are written in half the time
        tops = [TOP + ROW * i for i in range(len(best))]
        bars = [(x, top, COLUMN * row[i], BAR) for top, i in zip(tops, best, strict=True)]
        shapes.append(Boxes(tuple(bars), WEIGHT, 0.3))
        for top, i in zip(tops, best, strict=True):
            if i == letter:
                dash = "dashed" if is_given else "solid"
                shapes.append(Boxes([(x, top, COLUMN, BAR)], tone, outline=2, dash=dash))
            shapes.append(Word(x + 4, top + BAR / 2, names[i], anchor="start"))
            text = number(row[i], 2)
            shapes.append(Word(x + COLUMN - 4, top + BAR / 2, text, anchor="end"))
        likeliest = f"likeliest {names[best[0]]} {number(row[best[0]], 2)}"
        how = "typed" if is_given else "written"
        words.append(f"{names[letter]} {how}, weight {number(row[letter], 2)}, {likeliest}")
    text = "The letters of a name, and at each place the likeliest with their weights: "
    width = max(places, len(letters)) * (COLUMN + APART) - APART + 4
    height = TOP + SHOWN * ROW + 2
    return Drawing(title, text + "; ".join(words) + ".", width, height, tuple(shapes))
