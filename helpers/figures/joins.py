"""A word's pieces grow together: a row for each join, each piece below its letters."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Word, text_width

HEIGHT, DOWN, APART, EDGE = 26, 32, 4, 10
LEAST = 24  # the width of a letter's place


def joins(title, steps):
    """steps: lists of pieces that spell the same word, the first its letters, each of the others
    with pieces of the one before it joined. What is new in a row is lit."""
    letters = steps[0]
    for pieces in steps:
        if "".join(pieces) != "".join(letters):
            raise ValueError(f"steps: given {pieces}, needed pieces of {''.join(letters)!r}")
    edges = [EDGE]  # the letters' left edges, and one more
    for letter in letters:
        edges.append(edges[-1] + max(LEAST, text_width(letter) + 14) + APART)
    words, old, new, before = [], [], [], set()
    for row, pieces in enumerate(steps):
        top, spans, end = EDGE + row * DOWN, set(), 0
        for piece in pieces:
            start, end = end, end + len(piece)
            spans.add((start, end))
            left, right = edges[start], edges[end] - APART
            is_new = len(piece) > 1 and (start, end) not in before
            words.append(Word((left + right) / 2, top + HEIGHT / 2, piece, bold=is_new))
            if len(piece) > 1:
                (new if is_new else old).append((left, top, right - left, HEIGHT))
        before = spans
    shapes = []
    for boxes, width, opacity in ((old, 1, 0.08), (new, 3, 0.24)):
        if boxes:
            shapes.append(Boxes(tuple(boxes), WEIGHT, opacity, corner=6))
            shapes.append(Boxes(tuple(boxes), WEIGHT, outline=width, corner=6))
    text = f"From top to bottom: {'; '.join(map(' '.join, steps))}."
    height = 2 * EDGE + HEIGHT + (len(steps) - 1) * DOWN
    return Drawing(title, text, edges[-1] - APART + EDGE, height, (*shapes, *words))
