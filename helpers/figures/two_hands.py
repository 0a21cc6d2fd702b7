"""A query and a key as the two hands of a clock, and the angle between them, which is the score."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number, pair
from helpers.drawing.palette import KEY, QUERY, WEIGHT
from helpers.drawing.shapes import Area, Arrow, Boxes, Dot, Keyed, Word, text_width

RADIUS, APART, EDGE = 62, 28, 12
ABOVE, BELOW = 56, 40  # for the label above a face, and for the score below it


def two_hands(title, clocks, radius=RADIUS):
    """A face for each label {label: (q, k)}: the hands q (2,) and k (2,), and q · k below them."""
    step = max(2 * radius + APART, max(map(text_width, clocks)) + 20)
    shapes, phrases = [], []
    for i, (label, hands) in enumerate(clocks.items()):
        q, k = (np.asarray(hand, float) for hand in hands)
        if q.shape != (2,) or k.shape != (2,) or not q.any() or not k.any():
            raise ValueError(f"clocks[{label!r}]: given {hands}, needed two pairs that are not 0")
        x, y = EDGE + (i + 0.5) * step, ABOVE + radius
        centre = np.array([x, y])
        reach = radius / max(np.hypot(*q), np.hypot(*k))
        ends = [centre + reach * hand * (1, -1) for hand in (q, k)]
        face = (x - radius, y - radius, 2 * radius, 2 * radius)
        shapes.append(Boxes([face], "faint", outline=1, corner=radius))
        arc = centre + 0.45 * radius * _between(q, k) * (1, -1)
        shapes.append(Keyed(f"angle {i}", (Area([centre, *arc], WEIGHT, 0.3),)))
        for end, tone, name in zip(ends, (QUERY, KEY), "qk", strict=True):
            beyond = (end - centre) / np.hypot(*(end - centre)) * 13
            word = Word(*(end + beyond), name, tone, bold=True, halo=True)
            shapes.append(Keyed(f"{name} {i}", (Arrow(centre, end, tone), word)))
        shapes.append(Dot(x, y, "ink", 3))
        shapes.append(Word(x, 16, label, bold=True))
        score = number(float(q @ k), 2)
        shapes.append(Word(x, y + radius + 30, f"q · k = {score}"))
        phrases.append(f"{label}: q {pair(q.round(2))}, k {pair(k.round(2))}, q · k = {score}")
    size = 2 * EDGE + len(clocks) * step, ABOVE + 2 * radius + BELOW + EDGE
    text = f"Two hands on each face, from the middle. {'; '.join(phrases)}."
    return Drawing(title, text, *size, tuple(shapes))


def _between(q, k):
    """Points (k, 2) of an arc of radius 1, from the one hand to the other, the short way."""
    start = np.arctan2(q[1], q[0])
    turn = (np.arctan2(k[1], k[0]) - start + np.pi) % (2 * np.pi) - np.pi
    angles = start + np.linspace(0, turn, 25)
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)
