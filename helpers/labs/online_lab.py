"""The online softmax: two registers while scores arrive one by one (notebook 09)."""

import math

from helpers.figures import bars
from helpers.figures.numbers import number
from helpers.figures.palette import WEIGHT
from helpers.labs.controls import Choice
from helpers.labs.lab import Challenge, Lab, Preset, View
from helpers.labs.parts import Lines, Matrix
from helpers.online import NOTHING, see

SCORES = (1.0, 3.0, 2.0, 5.0, 0.0, 4.0, -2.0, 6.0)
MIXED, RISING, FALLING = "mixed", "rising", "falling"
ORDERS = {MIXED: SCORES, RISING: tuple(sorted(SCORES)), FALLING: tuple(sorted(SCORES))[::-1]}
LIFTS = (0, 100, 1000)
STEPS = tuple(range(len(SCORES) + 1))


def registers(step, order, lift):
    """(the registers before the newest score, and after it)."""
    before = after = NOTHING
    for score in ORDERS[order][:step]:
        before, after = after, see(after, score + lift)
    return before, after


def factor(step, order, lift):
    """What the newest score multiplied the old sum by."""
    before, after = registers(step, order, lift)
    return math.exp(before.largest - after.largest) if step else 1.0


def newest_term(step, order, lift):
    """What the newest score adds to the sum."""
    _, after = registers(step, order, lift)
    return math.exp(ORDERS[order][step - 1] + lift - after.largest)


def show(step, order, lift):
    scores = [score + lift for score in ORDERS[order]]
    before, after = registers(step, order, lift)
    terms = [math.exp(score - after.largest) if i < step else 0.0 for i, score in enumerate(scores)]
    names = tuple(f"{i + 1}" for i in range(len(scores)))
    arrived = [i < step for i in range(len(scores))]
    row = Matrix(
        "Scores that have arrived", [scores], ("score",), names, ("numbers", "keys"), known=arrived
    )
    if step:
        shrink, term = factor(step, order, lift), newest_term(step, order, lift)
        lines = (
            f"largest: {number(after.largest, 0)}",
            f"total: {number(after.total, 3)}",
            f"the total before, {number(before.total, 3)}, is multiplied by {number(shrink, 3)}",
            f"and exp({number(scores[step - 1], 0)} − {number(after.largest, 0)}) is added: "
            f"{number(term, 3)}",
        )
    else:
        lines = ("largest: −∞", "total: 0", "No score has arrived yet.", "")
    picture = bars(
        "exp(score − largest) so far: together they are the total",
        names,
        {"term": terms},
        up="term",
        across="key",
        digits=2,
        y_range=(0, 1.15),
    )
    registered = Lines("Registers", tuple(((line, WEIGHT),) for line in lines))
    total = number(after.total, 3)
    return View(
        {"scores": row, "registers": registered, "terms": picture},
        f"After {step} scores the total is {total}.",
    )


online = Lab(
    name="online",
    title="softmax, one score at a time",
    controls=(
        Choice("step", "Scores that have arrived", STEPS, 4, kind="steps"),
        Choice("order", "Their order", tuple(ORDERS), MIXED, kind="select"),
        Choice("lift", "Added to every score", LIFTS, 0),
    ),
    show=show,
    presets=(
        Preset("A new largest", "5 has arrived: all earlier terms are multiplied by exp(3 − 5)."),
        Preset(
            "A smaller score",
            "0 has arrived: the largest stays, and so do all earlier terms.",
            {"step": 5},
        ),
        Preset(
            "Falling scores",
            "The largest comes first, so nothing is ever corrected.",
            {"step": 8, "order": FALLING},
        ),
        Preset(
            "All a thousand higher",
            "The total is the same, and nothing overflows.",
            {"step": 8, "lift": 1000},
        ),
    ),
    challenges=(
        Challenge(
            "Find a score that adds less than 0.001.",
            lambda v: v["step"] > 0 and newest_term(v["step"], v["order"], v["lift"]) < 0.001,
        ),
        Challenge(
            "With scores of 1000 and more, let the total pass 1.4 after two scores or three.",
            lambda v: (
                v["lift"] == 1000
                and v["step"] in (2, 3)
                and registers(v["step"], v["order"], v["lift"])[1].total > 1.4
            ),
        ),
    ),
)
