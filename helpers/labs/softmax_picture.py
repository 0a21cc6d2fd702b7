"""The picture of the lab softmax: scores above, the glasses that they fill below, and a dial."""

import math

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Area, Boxes, Dot, Keyed, Line, Word

WIDTH, HEIGHT = 470, 340
LEFT, RIGHT = 76, 322  # of the columns
ZERO, SEEN = 96, 65  # of the scores: where 0 is, and how far up and down they are seen
RIM, BOTTOM = 206, 316  # of a glass: a weight of 1, and of 0
DIAL = 400, 110, 32  # the middle of the dial, and its radius
SWING = 68  # degrees to either side of upright, from the dial's first mark to its last


def picture(title, scores, weights, names, reach, marks, hand):
    """scores, weights (m,): of m keys, with a name each or none; reach: the score at which a bar is
    cut off; marks: the dial's texts, from left to right; hand: to which it points."""
    step = (RIGHT - LEFT) / len(scores)
    shapes = [
        Line([(LEFT - 6, ZERO), (RIGHT + 6, ZERO)], "faint", 1),
        Word(LEFT - 12, ZERO, "score 0", "faint", "end"),
        Word(LEFT - 12, RIM, "1", "faint", "end"),
        Word(LEFT - 12, (RIM + BOTTOM) / 2, "weight", WEIGHT, "end"),
        *dial(marks, hand),
    ]
    for j, (score, weight) in enumerate(zip(scores, weights, strict=True)):
        x = LEFT + step * (j + 0.5)
        shapes += column(j, x, min(step * 0.72, 40), score / reach, weight)
        if names:
            shapes.append(Word(x, HEIGHT - 10, names[j]))
    described = (
        f"{len(scores)} scores as bars up and down from 0, cut off at {reach}; below each a glass, "
        f"filled to its weight, {max(weights):.2f} at most. The hand is at {marks[hand]}."
    )
    return Drawing(title, described, WIDTH, HEIGHT, tuple(shapes))


def column(j, x, across, score, weight):
    """A score's bar, up to the reach, 1; what is poured from it, and its glass."""
    seen = max(-1, min(1, score))
    top, bottom = ZERO - SEEN * max(seen, 0), ZERO - SEEN * min(seen, 0)
    level = BOTTOM - (BOTTOM - RIM) * weight
    poured = Line([(x, ZERO + SEEN + 12), (x, level)], WEIGHT, across * weight, opacity=0.3)
    return [
        Keyed(f"score {j}", (Boxes([(x - across / 2, top, across, bottom - top)], "ink", 0.55),)),
        *([beyond(j, x, across, score)] if seen != score else ()),
        Keyed(f"poured {j}", (poured,)),
        Keyed(f"weight {j}", (Boxes([(x - across / 2, level, across, BOTTOM - level)], WEIGHT),)),
        Boxes([(x - across / 2, RIM, across, BOTTOM - RIM)], "faint", outline=1),
    ]


def beyond(j, x, across, score):
    """The head of a bar that goes on where it is cut off."""
    up = math.copysign(1, score)
    y, side = ZERO - up * SEEN, min(across, 14) / 2
    head = [(x - side, y - up * 3), (x + side, y - up * 3), (x, y - up * 12)]
    return Keyed(f"beyond {j}", (Area(head, "ink", 0.55),))


def dial(marks, hand):
    x, y, radius = DIAL
    shapes = []
    for i, mark in enumerate(marks):
        a, b = toward(i, len(marks))
        tick = [(x + radius * a, y - radius * b), (x + (radius + 7) * a, y - (radius + 7) * b)]
        shapes.append(Line(tick, "faint", 2))
        if mark:
            at = x + (radius + 24) * a, y - (radius + 19) * b
            shapes.append(Word(*at, mark, "ink" if i == hand else "faint", bold=i == hand))
    a, b = toward(hand, len(marks))
    pointer = Line([(x, y), (x + (radius - 6) * a, y - (radius - 6) * b)], "ink", 4)
    return [*shapes, Keyed("hand", (pointer, Dot(x, y, "ink", 6)))]


def toward(i, count):
    """The direction of mark i of so many, (right, up)."""
    angle = math.radians(SWING * (2 * i / (count - 1) - 1))
    return math.sin(angle), math.cos(angle)
