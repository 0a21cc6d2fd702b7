"""The part of the lab downhill in which two numbers step down a long narrow valley."""

import numpy as np

from helpers.drawing.axes import keyed_axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import exact
from helpers.drawing.palette import QUERY, line_style
from helpers.drawing.shapes import Dot, Keyed, Line
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Lines

PLAIN, MOMENTUM, ADAM = RULES = ("plain steps", "momentum", "Adam")
BATCHES = (0, 1, 2, 3)  # all texts, or the seed of what the batches add to the slopes
FLAT = 0.1  # so much the slope of v grows for each 1 that v grows
START, LOWEST = np.array([-4.0, 3.0]), np.array([0.0, 2.0])  # v and w
STEPS, FAR = 40, 1000
SIZE, ACROSS, UP = (620, 330), (-5, 5), (-0.25, 4.25)  # the sheet, v and w on it
RINGS = (1, 2, 3, 4, 6, 8)  # half the length of each line of equal loss


def loss_at(p, curved):
    """The loss at points (..., 2)."""
    return (np.array([FLAT, curved]) / 2 * (p - LOWEST) ** 2).sum(axis=-1)


def slopes_at(p, curved):
    return np.array([FLAT, curved]) * (p - LOWEST)


def path(rule, rate, curved, steps, batch=0):
    """v and w at the start and after each step, (steps + 1, 2)."""
    chance = np.random.default_rng(batch).standard_normal((STEPS, 2)) * (batch > 0)
    p, mean, square, stops = START, np.zeros(2), np.zeros(2), [START]
    for t in range(1, steps + 1):
        slope = slopes_at(p, curved) + chance[t - 1]
        if rule == PLAIN:
            step = slope
        elif rule == MOMENTUM:
            step = mean = 0.9 * mean + slope
        else:
            mean = 0.9 * mean + 0.1 * slope
            square = 0.98 * square + 0.02 * slope**2
            step = mean / (1 - 0.9**t) / (np.sqrt(square / (1 - 0.98**t)) + 1e-8)
        p = p - rate * step
        stops.append(p)
    return np.array(stops)


def valley(rule, rate, curved, steps, batch):
    stops = path(rule, rate, curved, steps, batch)
    sentence = f"{said_of(rule, stops, curved, batch)} {far(stops)}"
    lines = [where(stops[-1], curved)]
    ends = {each: path(each, rate, curved, STEPS, batch)[-1] for each in RULES}
    losses = [f"{each} {compared(loss_at(end, curved), curved)}" for each, end in ends.items()]
    lines.append(f"The loss after {STEPS} steps at this rate: {', '.join(losses)}.")
    return View(
        {"curve": picture(stops, curved), "words": Lines("Numbers", tuple(lines))},
        sentence,
        off=("w",),
        sentence=sentence,
    )


def text(x):
    if abs(x) >= FAR:
        return f"above {FAR}" if x > 0 else f"below −{FAR}"
    return exact(round(float(x), 3) + 0.0, 3)  # −0 is 0


def said_of(rule, stops, curved, batch):
    """What the rule does, in a sentence that is true of these stops."""
    v, w = np.abs(slopes_at(START, curved))
    if len(stops) == 1:
        return f"At the start the slope of w is {text(w / v)} times as large as that of v."
    of_v, of_w = np.abs(np.diff(stops, axis=0)).T
    said = f"The first step moved v by {text(of_v[0])} and w by {text(of_w[0])}"
    if rule == MOMENTUM:
        said = f"The first step moved v by {text(of_v[0])}, the longest by {text(of_v.max())}"
    elif rule == ADAM and not batch:
        said += f", though the slope of w was {text(w / v)} times as large"
    return f"{said}.{' Each slope is that of a batch: the true one, off by chance.' * (batch > 0)}"


def far(stops):
    (v, w), (end_v, end_w) = np.abs(stops[[0, -1]] - LOWEST)
    if len(stops) == 1:
        return f"v is {text(v)} and w {text(w)} away from the lowest point."
    steps = f"{len(stops) - 1} step{'s' * (len(stops) > 2)}"
    said = f"After {steps} v is {text(end_v)} away from the lowest point (at first {text(v)})"
    return f"{said}, and w {text(end_w)} (at first {text(w)})."


def where(p, curved):
    (v, w), (to_v, to_w) = p, slopes_at(p, curved)
    return (
        f"v is {text(v)}, its slope {text(to_v)}; w is {text(w)}, its slope {text(to_w)}; "
        f"the loss is {text(loss_at(p, curved))}."
    )


def compared(loss, curved):
    return text(loss) if loss < loss_at(START, curved) else "more than at the start"


def valley_of(curved, looks):
    """Axes, and lines of equal loss on them. looks: as keyed_axes has them."""
    shapes, axes = keyed_axes(ACROSS, UP, looks, "v", "w", SIZE)
    shapes += axes.frame(axes.ticks_x(), axes.ticks_y(), "v")
    angles = np.linspace(0, np.pi, 181)
    for ring in RINGS:
        for side in (-1, 1):  # below the lowest point, and above
            v = ring * np.cos(angles)
            w = LOWEST[1] + side * ring * np.sqrt(FLAT / curved) * np.sin(angles)
            seen = np.abs(v) <= ACROSS[1]
            shapes.append(Line(axes.at(v[seen], w[seen]), "faint", 1))
    return shapes, axes


def together(rate, curved=8):
    """The ways of all rules in one picture, for a page."""
    looks = {rule: (*line_style(i), False) for i, rule in enumerate(RULES)}
    shapes, axes = valley_of(curved, looks)
    words = []
    for rule, (tone, dash, _) in looks.items():
        stops = path(rule, rate, curved, STEPS)
        shapes.append(Line(axes.at(*stops.T), tone, 1.5, dash))
        shapes += [Dot(*point, tone, 3) for point in axes.at(*stops.T)]
        words.append(f"{rule}: {where(stops[-1], curved)}")
    title = f"{STEPS} steps at a rate of {rate}, and lines of equal loss"
    words = f"From v −4 and w 3 toward v 0 and w 2. In the end, {' '.join(words)}"
    return Drawing(title, words, *SIZE, tuple(shapes))


def picture(stops, curved):
    """Lines of equal loss, and the dots of the way down."""
    shapes, axes = valley_of(curved, {})
    inside = (np.abs(stops[:, 0]) <= ACROSS[1]) & (np.abs(stops[:, 1] - 2) <= UP[1] - 2)
    points = {k: tuple(axes.at(*stops[k])) for k in np.flatnonzero(inside).tolist()}
    if len(points) > 1:
        shapes.append(Line([*points.values()], QUERY, 1.5, "dotted"))
    shapes += [Keyed(f"stop {k}", (Dot(*point, QUERY, 4),)) for k, point in points.items()]
    if inside[-1]:
        shapes.append(Keyed("here", (Dot(*points[len(stops) - 1], "ink", 8),)))
    times = text(np.sqrt(curved / FLAT))
    words = f"Lines of equal loss around the lowest point, v 0 and w 2: ellipses, {times} times as "
    words += f"long along v as along w. Dots of {len(stops) - 1} steps begin at v −4 and w 3. "
    words += where(stops[-1], curved)
    if not inside.all():
        words += " Not all of these dots are in the picture."
    return Drawing("Lines of equal loss, and steps down", words, *SIZE, tuple(shapes))
