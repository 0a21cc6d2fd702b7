"""The picture of the lab softmax: scores above, the glasses that they fill below, and a dial."""

import math

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Area, Boxes, Dot, Keyed, Line, Word

WIDTH, HEIGHT = 470, 306  # so low that a page shows it at its largest
LEFT, RIGHT = 76, 316  # of the columns
ZERO, SEEN, REACH = 80, 70, 10  # of scores: where 0 is, how far bars go, and which score ends there
FEW = 136, 106, 40  # the same for a few, none below 0
RIM, BOTTOM = 178, 276  # of a glass: a weight of 1, and of 0
DIAL = 395, 108, 38  # the middle of the dial, and its radius
SWING = 60  # degrees to either side of upright, from the dial's first mark to its last


def picture(title, scores, weights, few, undivided, raw, marks, hand, meant):
    """scores, weights (m,): of m keys; few: whether each has its numbers, and no score is below 0;
    undivided: the scores before (m,), drawn hollow behind them; raw: of what the dial makes scores;
    marks: its texts, from left to right; hand: to which it points; meant: what its letters mean, in
    lines."""
    step = (RIGHT - LEFT) / len(scores)
    zero, seen, reach = FEW if few else (ZERO, SEEN, REACH)
    shapes = [
        Line([(LEFT - 6, zero), (RIGHT + 6, zero)], "faint", 1),
        Word(LEFT - 12, zero - seen / 2, "score", "ink", "end"),
        Word(LEFT - 12, RIM, "1", "faint", "end"),
        Word(LEFT - 12, (RIM + BOTTOM) / 2, "weight", WEIGHT, "end"),
        Word(LEFT - 12, BOTTOM, "0", "faint", "end"),
        *(() if few else axis()),
        *dial(raw, marks, hand, meant),
    ]
    for j, (score, before) in enumerate(zip(scores, undivided, strict=True)):
        x, across = LEFT + step * (j + 0.5), min(step * 0.72, 44)
        high, was = (seen * np.clip(s / reach, -1, 1) for s in (score, before))
        if before != score:
            shapes.append(Boxes([bar(x, across, zero, was)], "faint", outline=1))
        if abs(score) > reach:
            shapes.append(Keyed(f"beyond {j}", (tip(x, across, zero - high, np.sign(-high)),)))
        shapes += column(j, x, across, zero, high, weights[j])
        if few:
            shapes.append(Keyed(f"of score {j}", (Word(x, zero - high - 10, f"{score:g}"),)))
            shapes.append(Word(x, BOTTOM + 14, f"{weights[j]:.2f}", WEIGHT))
    beyond = np.sum(np.abs(scores) > reach)
    described = (
        f"{len(scores)} scores as bars up and down from 0, on an axis to {reach}, which {beyond} "
        f"leave; below each a glass, filled to its weight, {max(weights):.2f} at most. "
        f"The hand is at {marks[hand]}: a score is {raw} {marks[hand]}."
    )
    if hand and not few:
        described += " Hollow behind the bars, the undivided scores."
    return Drawing(title, described, WIDTH, HEIGHT, tuple(shapes))


def axis():
    """The scale of the scores, at the left, the same for all."""
    x = LEFT - 6
    shapes = [Line([(x, ZERO - SEEN), (x, ZERO + SEEN)], "faint", 1)]
    for y, text in ((ZERO - SEEN, f"{REACH}"), (ZERO, "0"), (ZERO + SEEN, f"−{REACH}")):
        shapes += [Line([(x - 4, y), (x, y)], "faint", 1), Word(x - 8, y, text, "faint", "end")]
    return shapes


def bar(x, across, zero, high):
    """The box of a bar, so high, or deep below 0: left, top, across, down."""
    return x - across / 2, zero - max(high, 0), across, abs(high)


def tip(x, across, end, onward):
    """On a bar that ends here although its score goes on, onward: 1 down, -1 up."""
    half = across / 2 + 3
    return Area([(x - half, end), (x, end + 9 * onward), (x + half, end)], "ink")


def column(j, x, across, zero, high, weight):
    """A score's bar; what is poured from it, and its glass."""
    level = BOTTOM - (BOTTOM - RIM) * weight
    poured = Line([(x, zero - min(high, 0)), (x, level)], WEIGHT, across * weight, opacity=0.3)
    return [
        Keyed(f"poured {j}", (poured,)),
        Keyed(f"score {j}", (Boxes([bar(x, across, zero, high)], "ink", 0.7),)),
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
