"""The picture of the lab softmax: scores above, the glasses that they fill below, and a dial."""

import math

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Dot, Keyed, Line, Word

WIDTH, HEIGHT = 470, 272  # so low that a page shows it at its largest
LEFT, RIGHT = 76, 316  # of the columns
ZERO, SEEN = 70, 50  # of scores: where 0 is, and how far up and down they reach
FEW = 108, 78  # the same for a few, none below 0
RIM, BOTTOM = 144, 242  # of a glass: a weight of 1, and of 0
DIAL = 395, 108, 38  # the middle of the dial, and its radius
SWING = 60  # degrees to either side of upright, from the dial's first mark to its last


def picture(title, scores, weights, few, reach, raw, marks, hand, meant):
    """scores, weights (m,): of m keys; few: whether each has its numbers, and no score is below 0;
    reach: the score at the end of the axis; raw: of what the dial makes scores; marks: its texts,
    from left to right; hand: to which it points; meant: what its letters mean, in lines."""
    step = (RIGHT - LEFT) / len(scores)
    zero, seen = FEW if few else (ZERO, SEEN)
    shapes = [
        Line([(LEFT - 6, zero), (RIGHT + 6, zero)], "faint", 1),
        Word(LEFT - 12, zero - seen / 2, "score", "ink", "end"),
        Word(LEFT - 12, RIM, "1", "faint", "end"),
        Word(LEFT - 12, (RIM + BOTTOM) / 2, "weight", WEIGHT, "end"),
        Word(LEFT - 12, BOTTOM, "0", "faint", "end"),
        *(() if few else axis(reach)),
        *dial(raw, marks, hand, meant),
    ]
    for j, (score, weight) in enumerate(zip(scores, weights, strict=True)):
        x, across = LEFT + step * (j + 0.5), min(step * 0.72, 44)
        high = seen * score / reach
        shapes += column(j, x, across, zero, high, weight)
        if few:
            shapes.append(Keyed(f"of score {j}", (Word(x, zero - high - 10, f"{score:g}"),)))
            shapes.append(Word(x, BOTTOM + 14, f"{weight:.2f}", WEIGHT))
    described = (
        f"{len(scores)} scores as bars up and down from 0, on an axis to {reach}; below each a "
        f"glass, filled to its weight, {max(weights):.2f} at most. "
        f"The hand is at {marks[hand]}: a score is {raw} {marks[hand]}."
    )
    return Drawing(title, described, WIDTH, HEIGHT, tuple(shapes))


def axis(reach):
    """The scale of the scores, at the left; above them in words, as it grows with large ones."""
    x = LEFT - 6
    shapes = [
        Line([(x, ZERO - SEEN), (x, ZERO + SEEN)], "faint", 1),
        Word(LEFT, ZERO - SEEN - 10, f"axis from −{reach} to {reach}", anchor="start"),
    ]
    for y, text in ((ZERO - SEEN, f"{reach}"), (ZERO, "0"), (ZERO + SEEN, f"−{reach}")):
        shapes += [Line([(x - 4, y), (x, y)], "faint", 1), Word(x - 8, y, text, "faint", "end")]
    return shapes


def column(j, x, across, zero, high, weight):
    """A score's bar, so high, or deep below 0; what is poured from it, and its glass."""
    top, bottom = zero - max(high, 0), zero - min(high, 0)
    level = BOTTOM - (BOTTOM - RIM) * weight
    poured = Line([(x, bottom), (x, level)], WEIGHT, across * weight, opacity=0.3)
    return [
        Keyed(f"poured {j}", (poured,)),
        Keyed(f"score {j}", (Boxes([(x - across / 2, top, across, bottom - top)], "ink", 0.55),)),
        Keyed(f"weight {j}", (Boxes([(x - across / 2, level, across, BOTTOM - level)], WEIGHT),)),
        Boxes([(x - across / 2, RIM, across, BOTTOM - RIM)], "faint", outline=1),
    ]


def dial(raw, marks, hand, meant):
    x, y, radius = DIAL
    shapes = []
    for i, mark in enumerate(marks):
        a, b = toward(i, len(marks))
        tick = [(x + radius * a, y - radius * b), (x + (radius + 7) * a, y - (radius + 7) * b)]
        shapes.append(Line(tick, "faint", 2))
        if mark:
            word = mark, "ink" if i == hand else "faint", "middle", i == hand
            shapes.append(Word(x + (radius + 23) * a, y - (radius + 30) * b, *word))
    a, b = toward(hand, len(marks))
    pointer = Line([(x, y), (x + (radius - 6) * a, y - (radius - 6) * b)], "ink", 4)
    said = ["score =", f"{raw} {marks[hand]}"]
    shapes += [Word(x, y + 24 + 22 * i, line) for i, line in enumerate(said)]
    shapes += [Word(x, y + 82 + 22 * i, line, "faint") for i, line in enumerate(meant)]
    return [*shapes, Keyed("hand", (pointer, Dot(x, y, "ink", 6)))]


def toward(i, count):
    """The direction of mark i of so many, (right, up)."""
    angle = math.radians(SWING * (2 * i / (count - 1) - 1))
    return math.sin(angle), math.cos(angle)
