"""Pairs of numbers as clocks: each pair (x, y) is the end of a hand, a row of clocks a vector."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import pair as bracketed
from helpers.drawing.palette import line_style
from helpers.drawing.shapes import Arrow, Boxes, Dot, Word, text_width

RADIUS, APART = 24, 22  # of a clock's face, and the paper between two
ABOVE, EDGE = 40, 10
CORNER = "positions ↓ pairs →"


def clocks(title, vectors, names=None):
    """A row of clocks for each vector {label: (d,)}: its first two numbers are the first hand.

    The hand of (0, 1) points up, that of (1, 0) to the right, so the pair (sin, cos) of a growing
    angle turns clockwise. The longest hand reaches the rim. names: of the columns, 1, 2, … if None.
    """
    hands = {label: np.reshape(vector, (-1, 2)) for label, vector in vectors.items()}
    pairs = len(next(iter(hands.values())))
    if any(len(hand) != pairs for hand in hands.values()):
        lengths = [len(vector) for vector in vectors.values()]
        raise ValueError(f"vectors: given {lengths} numbers, needed as many in each")
    names = [str(t + 1) for t in range(pairs)] if names is None else [str(name) for name in names]
    longest = max(np.hypot(*hand.T).max() for hand in hands.values()) or 1
    step = max(2 * RADIUS + APART, max(map(text_width, names)) + 12)
    left = 14 + max(map(text_width, (*hands, CORNER)))
    shapes = [Word(left - 10, 16, CORNER, anchor="end")]
    shapes += [Word(left + (t + 0.5) * step, 16, name) for t, name in enumerate(names)]
    words = []
    for i, (label, hand) in enumerate(hands.items()):
        y = ABOVE + RADIUS + i * (2 * RADIUS + APART / 2)
        shapes.append(Word(left - 10, y, label, anchor="end", bold=True))
        for t, (across, up) in enumerate(hand / longest):
            x, (tone, _) = left + (t + 0.5) * step, line_style(t)
            face = (x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS)
            shapes.append(Boxes([face], "faint", outline=1, corner=RADIUS))
            if np.hypot(across, up) > 0.05:
                shapes.append(Arrow((x, y), (x + RADIUS * across, y - RADIUS * up), tone))
            shapes.append(Dot(x, y, tone, 3))
        words.append(f"{label}: " + ", ".join(map(bracketed, hand)))
    size = left + pairs * step + EDGE, ABOVE + len(hands) * (2 * RADIUS + APART / 2) + EDGE
    return Drawing(title, f"Hands (right, up). {'; '.join(words)}.", *size, tuple(shapes))
