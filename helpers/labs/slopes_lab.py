"""A small graph: values run forward, slopes run back, and w steps downhill (notebook 10)."""

from dataclasses import dataclass

import numpy as np

from helpers.attention import softmax
from helpers.drawing.axes import keyed_axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, exact
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Dot, Line
from helpers.figures import bars, graph
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines

ONE, TWO, SOFT = "one way: w · x", "two ways: w · x + x", "softmax: three scores"
HALVES = tuple(k / 2 for k in range(-8, 9))  # −4 to 4
TARGETS = tuple(range(-8, 9))
RATES = (0.01, 0.03, 0.1, 0.2, 0.3)
STEPS = tuple(range(13))
SCORES = tuple(range(-4, 5))
WORDS = ("animal", "street", "it")
NUDGE = 0.01
SIZE, REACH, HIGH = (400, 214), 6, 60  # of the curve: its sheet, w from −6 to 6, losses up to 60


@dataclass(frozen=True)
class Product:
    """The loss (y − target)², where y is w · x, or w · x + x, which lets x go two ways."""

    w: float
    x: float
    target: float
    two_ways: bool

    def loss(self, w=None):
        w = self.w if w is None else w
        return (w * self.x + self.two_ways * self.x - self.target) ** 2

    @property
    def y(self):
        return self.w * self.x + self.two_ways * self.x

    @property
    def to_y(self):
        return 2 * (self.y - self.target)

    @property
    def to_w(self):
        return self.to_y * self.x

    @property
    def to_x(self):
        return self.to_y * (self.w + self.two_ways)


def path(graph, w, x, target, rate, steps):
    """The Product at the start and after each step of w downhill: steps + 1 of them."""
    two_ways = graph == TWO
    stops = [Product(w, x, target, two_ways)]
    for _ in range(steps):
        w -= rate * stops[-1].to_w
        stops.append(Product(w, x, target, two_ways))
    return stops


def show(graph, w, x, target, rate, steps, animal, street, it):
    if graph == SOFT:
        return three_scores(np.array([animal, street, it], float))
    stops = path(graph, w, x, target, rate, steps)
    return View(
        {
            "graph": product_graph(stops[-1]),
            "curve": curve(stops),
            "words": product_words(stops, rate),
        },
        f"w is {exact(stops[-1].w, 4)}, its slope {exact(stops[-1].to_w, 4)}, "
        f"the loss {exact(stops[-1].loss(), 4)}.",
        off=("animal", "street", "it"),
    )


def product_graph(here):
    nodes = {"w": (0, 0, "w", here.w), "x": (0, 1, "x", here.x)}
    edges = {("w", "u"): here.x, ("x", "u"): here.w}
    slopes = {"loss": 1, "y": here.to_y, "u": here.to_y, "w": here.to_w, "x": here.to_x}
    loss = f"loss = (y − {bracketed(exact(here.target, 4))})²"
    if here.two_ways:
        nodes |= {"u": (1, 0, "u = w · x", here.w * here.x), "y": (2, 0.5, "y = u + x", here.y)}
        edges |= {("u", "y"): 1, ("x", "y"): 1}
    else:
        nodes["y"] = (1, 0.5, "y = w · x", here.y)
        edges = {("w", "y"): here.x, ("x", "y"): here.w}
        del slopes["u"]
    nodes["loss"] = (nodes["y"][0] + 1, 0.5, loss, here.loss())
    edges["y", "loss"] = here.to_y
    return graph("Values run forward, slopes run back", nodes, edges, slopes)


def curve(stops):
    """The loss against w, its slope at the last stop as a straight line, and the way there."""
    first, here = stops[0], stops[-1]
    looks = {"loss": (WEIGHT, "solid", False), "slope": (QUERY, "dashed", False)}
    shapes, axes = keyed_axes((-REACH, REACH), (0, HIGH), looks, "w", "", SIZE)
    shapes += axes.frame(axes.ticks_x(), axes.ticks_y(), "w")
    ws = np.linspace(-REACH, REACH, 241)
    for y, tone, dash in (
        (first.loss(ws) + 0 * ws, WEIGHT, "solid"),
        (here.loss() + here.to_w * (ws - here.w), QUERY, "dashed"),
    ):
        inside = (y >= 0) & (y <= HIGH)
        if inside.any():
            shapes.append(Line(axes.at(ws[inside], y[inside]), tone, 2.5, dash))
    seen = [stop for stop in stops if abs(stop.w) <= REACH and stop.loss() <= HIGH]
    points = [tuple(axes.at(stop.w, stop.loss())) for stop in seen]
    if len(points) > 1:
        shapes.append(Line(points, "ink", 1, "dotted"))
    shapes += [
        Dot(*point, "ink", 6 if stop is here else 3.5)
        for point, stop in zip(points, seen, strict=True)
    ]
    words = f"The loss against w, from −{REACH} to {REACH}. At w = {exact(here.w, 4)} the loss is "
    words += f"{exact(here.loss(), 4)} and its slope {exact(here.to_w, 4)}."
    if here not in seen:
        words += " That is beyond the picture."
    return Drawing("The loss against w", words, *SIZE, tuple(shapes))


def product_words(stops, rate):
    here = stops[-1]
    more = here.loss(here.w + NUDGE) - here.loss()
    lines = [
        f"w nudged by {NUDGE}: the loss changes by {exact(more, 3)}; the slope of w says "
        f"{exact(here.to_w * NUDGE, 3)}."
    ]
    if here.two_ways:
        lines.append(
            f"x, both ways: {exact(here.to_y * here.w, 4)} through u and {exact(here.to_y, 4)} "
            f"past it, together {exact(here.to_x, 4)}."
        )
    if len(stops) > 1:
        lines.append(
            f"Downhill, {len(stops) - 1} steps of −{rate} · slope: w from {exact(stops[0].w, 4)} "
            f"to {exact(here.w, 4)}, the loss from {exact(stops[0].loss(), 4)} to "
            f"{exact(here.loss(), 4)}."
        )
    return Lines("In words", tuple(lines))


def three_scores(scores):
    a = softmax(scores)
    slopes = slopes_of(scores)
    nodes = {f"s{j}": (0, j, f"score of {WORDS[j]}", scores[j]) for j in range(3)}
    nodes["a"] = (1.2, 1, "weight of animal", a[0])
    nodes["loss"] = (2.4, 1, "loss = −log weight", -np.log(a[0]))
    edges = {(f"s{j}", "a"): a[0] * ((j == 0) - a[j]) for j in range(3)}
    edges["a", "loss"] = -1 / a[0]
    reached = {"loss": 1, "a": -1 / a[0]} | {f"s{j}": slopes[j] for j in range(3)}
    picture = bars(
        "Weights, and slopes of the scores",
        WORDS,
        {"weight": a, "slope": slopes},
        up="",
        across="key",
        digits=2,
        y_range=(-1.2, 1.2),
        size=SIZE,
    )
    pairs = ", ".join(
        f"{word} {slope:.3f}".replace("-", "−") for word, slope in zip(WORDS, slopes, strict=True)
    )
    lines = (
        f"slopes of the scores: {pairs}",
        "Each is the word's weight; at “animal”, the right word, it is the weight minus 1.",
    )
    return View(
        {
            "graph": graph("Values run forward, slopes run back", nodes, edges, reached),
            "bars": picture,
            "words": Lines("In words", lines),
        },
        f"The slopes of the scores: {pairs}.",
        off=("w", "x", "target", "rate", "steps"),
        main=("graph", "words"),
    )


def slopes_of(scores):
    """∂loss/∂score of −log(weight of the first): the weights, minus 1 at the first."""
    return softmax(scores) - [1, 0, 0]


def end_of(values):
    """Where w is after its steps, or None in the graph of the softmax."""
    names = ("graph", "w", "x", "target", "rate", "steps")
    if values["graph"] == SOFT:
        return None
    return path(*(values[name] for name in names))[-1]


def has_no_slope_at_x(values):
    end = end_of(values)
    return end is not None and end.two_ways and end.to_x == 0 and abs(end.to_y) >= 1


def is_down_at_a_large_rate(values):
    end = end_of(values)
    if end is None or values["rate"] != 0.3:
        return False
    start = end_of(values | {"steps": 0})
    return start.loss() > 1 and end.loss() < 0.01


def has_a_steep_street(values):
    scores = [values[name] for name in WORDS]
    return values["graph"] == SOFT and slopes_of(scores)[1] > 0.9


slopes = Lab(
    name="slopes",
    title="values forward, slopes back",
    controls=(
        Choice("graph", "Graph", (ONE, TWO, SOFT), ONE, kind="select"),
        Choice("w", "w", HALVES, 3.0),
        Choice("x", "x", HALVES, 2.0),
        Choice("target", "Target", TARGETS, 4),
        Choice("rate", "Rate", RATES, 0.03, kind="select"),
        Choice("steps", "Steps of w", STEPS, 0, kind="run", action="Downhill"),
        Choice("animal", "Score of animal", SCORES, 1),
        Choice("street", "Score of street", SCORES, 2),
        Choice("it", "Score of it", SCORES, -1),
    ),
    show=show,
    presets=(
        Preset(
            "One way",
            "On the way back, slopes are multiplied: 4 times 2 is 8, the slope of w.",
            controls=("w",),
            main=(
                "graph",
                "words",
            ),
        ),
        Preset(
            "Two ways",
            "x goes two ways, and what comes back is added.",
            {"graph": TWO},
            controls=("w",),
            main=(
                "graph",
                "words",
            ),
        ),
        Preset(
            "At the bottom",
            "Where the loss is lowest, the slopes of w, x and y are 0.",
            {"w": 2.0},
            controls=("w",),
            main=(
                "graph",
                "curve",
            ),
        ),
        Preset(
            "Downhill",
            "Each step goes against the slope, and steps become shorter as the slope does.",
            {"w": -1.5, "steps": 8},
            controls=("rate",),
            main=("curve",),
        ),
        Preset(
            "Too large",
            "Ten times the rate: each step jumps over the lowest point and lands higher.",
            {"rate": 0.3, "steps": 4},
            controls=("rate",),
            main=("curve",),
        ),
        Preset(
            "Softmax",
            "The slopes of the scores are the weights, minus 1 at the right word, “animal”.",
            {"graph": SOFT},
            controls=("animal",),
        ),
    ),
    challenges=(
        Challenge(
            "With two ways, make the slope of x 0 while that of y is at least 1 in size.",
            has_no_slope_at_x,
        ),
        Challenge(
            "Keep the rate of 0.3, and let 12 steps or fewer bring a loss above 1 below 0.01.",
            is_down_at_a_large_rate,
        ),
        Challenge(
            "With the softmax, make the slope of “street” larger than 0.9.", has_a_steep_street
        ),
    ),
)
