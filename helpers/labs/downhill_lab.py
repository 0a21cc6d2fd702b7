"""A number w steps downhill on a loss with a lowest point, at a rate to change; then two numbers
do, in a valley, by a rule to choose (notebook 10)."""

import numpy as np

from helpers.drawing.axes import keyed_axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, exact
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Dot, Keyed, Line
from helpers.labs.downhill_valley import ADAM, BATCHES, MOMENTUM, PLAIN, RULES, valley
from helpers.labs.downhill_valley import STEPS as VALLEY_STEPS
from helpers.labs.downhill_valley import loss_at as valley_loss
from helpers.labs.downhill_valley import path as valley_path
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines

LOWEST = 2.0  # where the loss is lowest
CURVED = (2, 4, 8)  # so much the slope grows for each 1 that w grows
RATES = (0.01, 0.03, 0.1, 0.2, 0.3)
STARTS = tuple(k / 2 for k in range(-8, 9))  # −4 to 4
STEPS = tuple(range(VALLEY_STEPS + 1))
FEW = [str(steps) for steps in STEPS[:13]]  # of one number
BATCH_TEXTS = ("of all texts", *(f"of batches, seed {seed}" for seed in BATCHES[1:]))
LINE, VALLEY = "of one number", "a valley of two"
SIZE, REACH, HIGH = (620, 330), 6, 60  # of the curve: its sheet, w from −6 to 6, losses up to 60


def loss_at(w, curved):
    return curved / 2 * (w - LOWEST) ** 2  # (2 w − 4)² if curved is 8


def slope_at(w, curved):
    return curved * (w - LOWEST)


def path(rate, curved, w, steps):
    """w at the start and after each step: steps + 1 numbers."""
    ws = [w]
    for _ in range(steps):
        ws.append(ws[-1] - rate * slope_at(ws[-1], curved))
    return ws


def show(rate, rule, where, curved, w, batch, steps):
    if where == VALLEY:
        return valley(rule, rate, curved, steps, batch)
    ws = path(rate, curved, w, steps)
    slope, loss = slope_at(ws[-1], curved), loss_at(ws[-1], curved)
    spoken = (
        f"After {steps} step{'s' * (steps != 1)}, w is {text(ws[-1])}, its slope {text(slope)}, "
    )
    spoken += f"the loss {text(loss)}."
    step = f"The next step: −{rate} · {bracketed(text(slope))} = {text(-rate * slope)}."
    return View(
        {"curve": curve(ws, curved), "words": Lines("Numbers", (spoken, step))},
        spoken,
        options={"steps": FEW},
        off=("rule", "batch"),
    )


def text(x):
    return exact(round(x, 4) + 0.0, 4)  # −0 is 0


def curve(ws, curved):
    """The loss against w, its slope at the last w as a straight line, and the way there."""
    w, loss = ws[-1], loss_at(ws[-1], curved)
    looks = {"loss": (WEIGHT, "solid", False), "slope": (QUERY, "dashed", False)}
    shapes, axes = keyed_axes((-REACH, REACH), (0, HIGH), looks, "w", "", SIZE)
    shapes += axes.frame(axes.ticks_x(), axes.ticks_y(), "w")
    across = np.linspace(-REACH, REACH, 241)
    losses = loss_at(across, curved)
    inside = losses <= HIGH
    shapes.append(Line(axes.at(across[inside], losses[inside]), WEIGHT, 2.5))
    points = {
        k: tuple(axes.at(stop, loss_at(stop, curved)))
        for k, stop in enumerate(ws)
        if abs(stop) <= REACH and loss_at(stop, curved) <= HIGH
    }
    last = len(ws) - 1
    if last in points:
        shapes.append(Keyed("slope", (Line(tangent(axes, w, curved), QUERY, 2.5, "dashed"),)))
    if len(points) > 1:
        shapes.append(Line([*points.values()], "ink", 1, "dotted"))
    shapes += [Keyed(f"stop {k}", (Dot(*point, "faint", 4),)) for k, point in points.items()]
    if last in points:
        shapes.append(Keyed("here", (Dot(*points[last], "ink", 8),)))
    words = f"The loss against w, from −{REACH} to {REACH}, lowest at {LOWEST:g}. At w = "
    words += f"{text(w)} the loss is {text(loss)} and its slope {text(slope_at(w, curved))}."
    if last not in points:
        words += " That is beyond the picture."
    return Drawing("The loss against w", words, *SIZE, tuple(shapes))


def tangent(axes, w, curved):
    """The two ends of the slope at w: as far as it is in the picture."""
    loss, slope, ws = loss_at(w, curved), slope_at(w, curved), [w - 2.2, w + 2.2]
    if slope:
        ws = np.clip(ws, *sorted((level - loss) / slope + w for level in (0, HIGH)))
    ws = np.clip(ws, -REACH, REACH)
    return axes.at(ws, loss + slope * (ws - w))


def comes_down(values):
    """Whether a loss above 1 has come below 0.01."""
    if values["where"] == VALLEY:
        return False
    curved, steps = values["curved"], values["steps"]
    ws = path(values["rate"], curved, values["w"], steps)
    return loss_at(ws[0], curved) > 1 and loss_at(ws[-1], curved) < 0.01


def comes_down_the_valley(rate, rule, where, curved, steps, batch, **_):
    end = valley_path(rule, rate, curved, steps, batch)[-1]
    return where == VALLEY and rate == 0.3 and curved == 8 and valley_loss(end, curved) < 0.1


downhill = Lab(
    name="downhill",
    title="steps downhill",
    controls=(
        Choice("rate", "Rate", RATES, 0.1, kind="select"),
        Choice("rule", "Rule", RULES, PLAIN, kind="select"),
        Choice("where", "Loss", (LINE, VALLEY), LINE, kind="select"),
        Choice("curved", "How curved", CURVED, 8),
        Choice("w", "w at the start", STARTS, -1.5),
        Choice("batch", "Slopes", BATCHES, 0, BATCH_TEXTS, kind="select"),
        Choice("steps", "Steps", STEPS, 0, kind="run", action="Downhill"),
    ),
    show=show,
    presets=(
        Preset(
            "A slope",
            "The dashed line has the slope at w. A step goes against it, downhill.",
            by_hand="Press Downhill, then choose another rate.",
        ),
        Preset(
            "About right",
            "The slope shrinks on the way down, and so do the steps.",
            {"steps": 4},
        ),
        Preset(
            "Too small",
            "A tenth of the rate: after four steps w is still far from the lowest point.",
            {"rate": 0.01, "steps": 4},
        ),
        Preset(
            "Too large",
            "Each step jumps over the lowest point and lands higher on the other side.",
            {"rate": 0.3, "w": 1.0, "steps": 4},
            controls=("rate",),
        ),
        Preset(
            "A valley",
            "A rate that is small enough for the steep w crawls along the flat v.",
            {"where": VALLEY, "steps": 40},
            controls=("rule", "rate"),
        ),
        Preset(
            "Momentum",
            "Slopes of v that agree from step to step add up.",
            {"where": VALLEY, "rule": MOMENTUM, "steps": 40},
            controls=("rule", "rate"),
        ),
        Preset(
            "Adam",
            "The steps of v and w begin alike, however large the slopes are.",
            {"where": VALLEY, "rule": ADAM, "steps": 40},
            controls=("rule", "rate"),
        ),
        Preset(
            "Batches",
            "The slopes of batches are off by some chance, and the steps do not settle.",
            {"where": VALLEY, "rate": 0.2, "batch": 1, "steps": 40},
            controls=("rule", "rate", "batch"),
        ),
    ),
    challenges=(
        Challenge(
            "Jump over the lowest point with each step, and still bring a loss above 1 below 0.01.",
            lambda v: v["rate"] * v["curved"] > 1 and comes_down(v),
        ),
        Challenge(
            "From w = −1.5, at a rate of 0.3, let 12 steps or fewer bring the loss below 0.01.",
            lambda v: v["rate"] == 0.3 and v["w"] == -1.5 and comes_down(v),
        ),
        Challenge(
            "In the valley, curved 8 and at a rate of 0.3, find a rule for a loss below 0.1.",
            lambda v: comes_down_the_valley(**v),
        ),
    ),
    pictured=1,
)
