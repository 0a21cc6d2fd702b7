"""A word's pieces grow together: a row for each join, each piece below its letters."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import text_width
from helpers.drawing.steps import box

HEIGHT, DOWN, APART, EDGE = 28, 34, 4, 10
LEAST = 28  # the width of a letter's box


def joins(title, steps):
    """steps: lists of pieces that spell the same word, the first its letters, each of the others
    with pieces of the one before it joined. What is new in a row is lit."""
    letters = steps[0]
    for pieces in steps:
        if "".join(pieces) != "".join(letters):
            raise ValueError(f"steps: given {pieces}, needed pieces of {''.join(letters)!r}")
    edges = [EDGE]  # the letters' left edges, and the right edge of the last
    for letter in letters:
        edges.append(edges[-1] + max(LEAST, text_width(letter) + 14) + APART)
    shapes, before = [], None
    for row, pieces in enumerate(steps):
        y, spans, end = EDGE + HEIGHT / 2 + row * DOWN, {}, 0
        for piece in pieces:
            spans[end, end + len(piece)] = piece
            end += len(piece)
        for (start, end), piece in spans.items():
            left, right = edges[start], edges[end] - APART
            is_new = before is not None and (start, end) not in before
            look = "lit" if is_new else "plain" if len(piece) > 1 else "faint"
            shapes += box((left + right) / 2, y, right - left, HEIGHT, piece, look, WEIGHT)
        before = spans
    text = f"From top to bottom: {'; '.join(map(' '.join, steps))}."
    height = 2 * EDGE + HEIGHT + (len(steps) - 1) * DOWN
    return Drawing(title, text, edges[-1] - APART + EDGE, height, tuple(shapes))
