"""A text, and at each place after it the tokens that may come next, as bars."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Word

LINE, APART = 26, 12  # a line's height, and the paper between two columns
LEAST = 0.005  # a probability that is drawn
NAMES = {"\n": "(new line)", "<|im_end|>": "(end)"}


def what_comes_next(title, text, places, column=160, written=True):
    """Below the text a column for each place: the likeliest token, which is written there, and
    below it what may come next, with bars. written=False: nothing is written.

    places: of each, (texts of tokens, their probabilities), the likeliest first. column: the width
    of one, in which a bar as wide as it is a probability of 1.
    """
    shapes, said = [Word(4, LINE / 2, text, anchor="start")], []
    top = (2.3 if written else 1.3) * LINE
    for place, (tokens, chances) in enumerate(places):
        x = 4 + place * column
        rows = [
            (NAMES.get(token, token.strip()), chance)
            for token, chance in zip(tokens, chances, strict=True)
            if chance >= LEAST
        ]
        if written:
            shapes.append(Word(x, 1.7 * LINE, rows[0][0], "orange", "start", bold=True))
        for row, (name, chance) in enumerate(rows):
            y = top + row * LINE
            middle, right = y + (LINE - 4) / 2, x + column - APART - 4
            shapes += [
                Boxes([(x, y, (column - APART) * chance, LINE - 4)], WEIGHT, 0.3),
                Word(x + 4, middle, name, anchor="start"),
                Word(right, middle, number(chance, 2), anchor="end"),
            ]
        said += [f"“{name}” {number(x, 2)}" for name, x in (rows[:1] if written else rows)]
    does = "it writes, each with its probability" if written else "these may come next"
    most = max(len(tokens) for tokens, _ in places)
    size = len(places) * column + 4, top + (most + 0.1) * LINE
    return Drawing(title, f"After “{text}” {does}: {', '.join(said)}.", *size, tuple(shapes))
