"""Whole numbers in binary, one below each other: the faster a digit changes, the lower its row."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.shapes import Boxes, Word, text_width

N = 16  # positions, from 0
CELL, DOWN = 32, 40  # the side of a cell, and from one row to the next
ABOVE, EDGE = 40, 12
NAMES = "digit worth", "position"


def counter(title):
    """The positions 0 to 15 from left to right, and below each its binary digits, the one of
    highest worth on top. A digit 1 is filled."""
    worths = [2**bit for bit in reversed(range((N - 1).bit_length()))]
    labels = [f"{NAMES[0]} {worth}" for worth in worths]
    left = EDGE + max(map(text_width, (*labels, NAMES[1]))) + 8
    shapes = [Word(left - 8, 18, NAMES[1], anchor="end", bold=True)]
    shapes += [Word(left + (i + 0.5) * CELL, 18, str(i), bold=True) for i in range(N)]
    phrases = []
    for row, (worth, label) in enumerate(zip(worths, labels, strict=True)):
        top = ABOVE + row * DOWN
        digits = [i // worth % 2 for i in range(N)]
        ones = [(left + i * CELL, top, CELL, CELL) for i in range(N) if digits[i]]
        shapes.append(Boxes(ones, "blue", 0.35))
        shapes.append(Boxes([(left, top, N * CELL, CELL)], "faint", outline=1))
        shapes.append(Word(left - 8, top + CELL / 2, label, anchor="end"))
        shapes += [
            Word(left + (i + 0.5) * CELL, top + CELL / 2, str(digit), bold=bool(digit))
            for i, digit in enumerate(digits)
        ]
        phrases.append(f"{label}: {''.join(map(str, digits))}")
    text = f"Positions 0 to {N - 1} in binary, read from top to bottom. From left to right, "
    size = left + N * CELL + EDGE, ABOVE + len(worths) * DOWN + EDGE
    return Drawing(title, f"{text}{'; '.join(phrases)}.", *size, tuple(shapes))
