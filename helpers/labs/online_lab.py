"""The online softmax: a maximum and a sum while scores arrive one by one (notebook 09)."""

import math

from helpers.drawing.numbers import number
from helpers.drawing.palette import WEIGHT
from helpers.figures import bars
from helpers.flash import EMPTY, update
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines, Matrix

SCORES = (1.0, 3.0, 2.0, 5.0, 0.0, 4.0, -2.0, 6.0)
MIXED, RISING, FALLING = "mixed", "rising", "falling"
ORDERS = {MIXED: SCORES, RISING: tuple(sorted(SCORES)), FALLING: tuple(sorted(SCORES))[::-1]}
LIFTS = (0, 100, 1000)
SIZE = 500, 220
STEPS = tuple(range(len(SCORES) + 1))


def registers(step, order, lift):
    """(the registers before the newest score, and after it)."""
    before = after = EMPTY
    for score in ORDERS[order][:step]:
        before, after = after, update(after, score + lift)
    return before, after


def newest_term(step, order, lift):
    """What the newest score adds to the sum."""
    _, after = registers(step, order, lift)
    return math.exp(ORDERS[order][step - 1] + lift - after.largest)


def show(step, order, lift):
    scores = [score + lift for score in ORDERS[order]]
    before, after = registers(step, order, lift)
    names = tuple(f"{i + 1}" for i in range(len(scores)))
    row = Matrix(
        "Scores that have arrived",
        [scores],
        ("score",),
        names,
        ("numbers", "keys"),
        known=[i < step for i in range(len(scores))],
    )
    picture = bars(
        "exp(score − largest): together they are the total",
        names,
        {"term": [math.exp(score - after.largest) for score in scores[:step]]},
        up="",
        across="key",
        digits=3,
        y_range=(0, 1.2),
        size=SIZE,
    )
    registered = Lines(
        "What is kept", registers_in_words(before, after, scores[step - 1] if step else None)
    )
    return View(
        {"scores": row, "registers": registered, "terms": picture},
        f"After {step} scores the total is {number(after.total, 3)}.",
    )


def registers_in_words(before, after, score):
    """How the registers changed with this score, in four lines; None: before the first."""
    if score is None:
        return (
            (("largest: −∞", WEIGHT),),
            (("total: 0", WEIGHT),),
            "",
            "No score has arrived yet.",
        )
    old, new = number(before.largest, 0), number(after.largest, 0)
    shrunk = before.total * math.exp(before.largest - after.largest)
    return (
        (("largest: ", None), (new, WEIGHT), (f", before {old}", None)),
        (
            ("total: ", None),
            (number(after.total, 3), WEIGHT),
            (f", before {number(before.total, 3)}", None),
        ),
        f"{number(before.total, 3)} · exp({old} − {new}) = {number(shrunk, 3)}",
        f"{number(shrunk, 3)} + exp({number(score, 0)} − {new}) = {number(after.total, 3)}",
    )


online = Lab(
    name="online",
    title="online softmax",
    controls=(
        Choice("step", "Scores that have arrived", STEPS, 4),
        Choice("order", "Their order", tuple(ORDERS), MIXED, kind="select"),
        Choice("lift", "Added to every score", LIFTS, 0),
    ),
    show=show,
    presets=(
        Preset(
            "A new largest",
            "5 has arrived, above 3: all earlier terms are multiplied by exp(3 − 5).",
            controls=("step",),
        ),
        Preset(
            "A smaller score",
            "0 has arrived: the largest stays, and so do all earlier terms.",
            {"step": 5},
        ),
        Preset(
            "Falling scores",
            "The largest comes first, so nothing is ever corrected.",
            {"step": 8, "order": FALLING},
            controls=(
                "step",
                "order",
            ),
        ),
        Preset(
            "All 1000 higher",
            "The total is the same, and nothing overflows.",
            {"step": 8, "lift": 1000},
            controls=("lift",),
        ),
    ),
    challenges=(
        Challenge(
            "Find a score that adds less than 0.001.",
            lambda v: v["step"] > 0 and newest_term(v["step"], v["order"], v["lift"]) < 0.001,
        ),
        Challenge(
            "With scores of 1000 and more, let the total pass 1.4 after three scores.",
            lambda v: (
                v["lift"] == 1000
                and v["step"] == 3
                and registers(v["step"], v["order"], v["lift"])[1].total > 1.4
            ),
        ),
    ),
)
