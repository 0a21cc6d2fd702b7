"""A small graph: values run forward, slopes run back, also by the reader's own loop
(notebook 10)."""

from dataclasses import dataclass

import numpy as np

from helpers.attention import softmax
from helpers.drawing.numbers import bracketed, exact
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.slopes_head import AFTER, head_view
from helpers.labs.slopes_loop import (
    LAST,
    LOOPS,
    REPLACES,
    TEXTS,
    TURNS,
    WRONG_ORDER,
    YOURS,
    loop_view,
)
from helpers.labs.slopes_picture import picture

ONE, TWO, SOFT = "one path: w · x", "two paths: w · x + x", "softmax: three scores"
LOOP, HEAD = "a loop: w · x + x", "a head that learns"
HALVES = tuple(k / 2 for k in range(-8, 9))  # −4 to 4
TARGETS = tuple(range(-8, 9))
SCORES = tuple(range(-4, 5))
WORDS = ("animal", "street", "it")
NUMBERS = ("w", "x", "target")
OWN = {SOFT: WORDS, LOOP: ("turn", "loop"), HEAD: ("after",)}  # the controls of one graph alone
NUDGE = 0.01
RATE, LONG = 0.03, 12  # of the steps of w; how many lead to the bottom
STAGES = {  # of the piece: its sentence; the last is what the other settings show, too
    "1 In": "w and x go in. What follows from them is computed step by step, from left to right.",
    "2 Forward": "Values run forward: y is w times x, so two numbers become one.",
    "3 The loss": "The loss says how far y is from its target, and it should "
    "become small: which way should w go?",
    "4 A nudge": "You could nudge w and compute all again. But a network has "
    "millions of numbers like w to nudge.",
    "5 Back to y": "So we go back instead, from the end: how fast does the loss "
    "grow with y? That is the slope of y.",
    "6 Back to w": "Further back, to w: y grows x times as fast as w, so the "
    "slope of y is multiplied by x.",
    "7 Back to x": "And to x, in the same sweep: y grows w times as fast as x, "
    "so the slope of y is multiplied by w.",
    "8 A step": "Now w takes a step against its slope. The loss is smaller, "
    "and what comes back is smaller, too.",
    "9 The bottom": "After twelve steps, y is nearly where it should be, and "
    "hardly any slope comes back.",
    "10 By hand": "",
}
IN, FORWARD, LOSS, NUDGED, TO_Y, TO_W, TO_X, STEP, BOTTOM, ALL = range(1, 11)
REACHED = {TO_Y: ("loss", "y"), TO_W: ("loss", "y", "w")}  # by slopes, at these stages
UNIT, UNIT_OF_SCORES = 0.8, 12  # the width of the arrow back of a slope of 1


@dataclass(frozen=True)
class Product:
    """The loss (y − target)², where y is w · x, or w · x + x, in which x has two paths."""

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


def path(graph, w, x, target, steps=0):
    """The Product at the start and after each step of w downhill: steps + 1 of them."""
    two_ways = graph == TWO
    stops = [Product(w, x, target, two_ways)]
    for _ in range(steps):
        w -= RATE * stops[-1].to_w
        stops.append(Product(w, x, target, two_ways))
    return stops


def show(stage, graph, turn, loop, after, w, x, target, animal, street, it):
    if graph == LOOP:
        return loop_view(loop, turn, off=others(graph))
    if graph == HEAD:
        return head_view(after, off=others(graph))
    if graph == SOFT:
        return three_scores(np.array([animal, street, it], float))
    if graph == TWO:
        stage = ALL  # the stages are those of one way
    stops = path(graph, w, x, target, {STEP: 1, BOTTOM: LONG}.get(stage, 0))
    here = stops[-1]
    spoken = f"w is {exact(here.w, 4)}, its slope {exact(here.to_w, 4)}, "
    return View(
        {
            "graph": product_graph(here, stage),
            "words": product_words(stops),
        },
        f"{spoken}the loss {exact(here.loss(), 4)}.",
        off=(
            *(name for names in OWN.values() for name in names),
            *(("w",) if stage in (STEP, BOTTOM) else ()),  # it has moved on
            *(("stage",) if graph == TWO else ()),
        ),
        main=("graph",),
        sentence=said(stage, stops),
    )


def others(graph):
    """The controls that have no effect in one of the graphs with controls of its own."""
    own = [name for other, names in OWN.items() if other != graph for name in names]
    return ("stage", *NUMBERS, *own)


def said(stage, stops):
    """The stage's sentence, if it is true of these numbers; else none."""
    start, end = stops[0], stops[-1]
    is_true = {
        STEP: end.loss() < start.loss(),
        BOTTOM: abs(end.to_y) <= abs(start.to_y) / 20,
    }
    return [*STAGES.values()][stage - 1] if is_true.get(stage, True) else ""


def product_graph(here, stage=ALL):
    nodes = {"w": (0, 0, "w", here.w), "x": (0, 1, "x", here.x)}
    edges = {("w", "u"): here.x, ("x", "u"): here.w}
    slopes = {"loss": 1, "y": here.to_y, "u": here.to_y, "w": here.to_w, "x": here.to_x}
    loss = f"loss = (y − {bracketed(exact(here.target, 4))})²"
    if here.two_ways:
        nodes |= {
            "x": (0, 0.62, "x", here.x),
            "u": (0.5, 0.1, "u = w · x", here.w * here.x),
            "y": (0.5, 1, "y = u + x", here.y),
        }
        edges |= {("u", "y"): 1, ("x", "y"): 1}
    else:
        nodes["y"] = (0.5, 0.5, "y = w · x", here.y)
        edges = {("w", "y"): here.x, ("x", "y"): here.w}
        del slopes["u"]
    nodes["loss"] = (1, nodes["y"][1], loss, here.loss())
    edges["y", "loss"] = here.to_y
    if stage < TO_X:
        slopes = {name: slopes[name] for name in REACHED.get(stage, ())}
    to_come = {IN: ("u", "y", "loss"), FORWARD: ("loss",)}.get(stage, ())
    nodes = {
        name: (*node[:3], None if name in to_come else node[3]) for name, node in nodes.items()
    }
    nudged = [name for name in nodes if name != "x"] if stage == NUDGED else ()
    focus = 1 if stage in (LOSS, TO_Y) else 0  # where something is new
    return picture(nodes, edges, slopes, UNIT, nudged, focus)


def product_words(stops):
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
            f"Downhill, {len(stops) - 1} steps of −{RATE} · slope: w from {exact(stops[0].w, 4)} "
            f"to {exact(here.w, 4)}, the loss from {exact(stops[0].loss(), 4)} to "
            f"{exact(here.loss(), 4)}."
        )
    return Lines("Numbers", tuple(lines))


def three_scores(scores):
    a = softmax(scores)
    slopes = slopes_of(scores)
    nodes = {f"s{j}": (0, j / 2, f"score of {WORDS[j]}", scores[j]) for j in range(3)}
    nodes["a"] = (0.5, 0.5, "weight of animal", a[0])
    nodes["loss"] = (1, 0.5, "loss = −log weight", -np.log(a[0]))
    edges = {(f"s{j}", "a"): a[0] * ((j == 0) - a[j]) for j in range(3)}
    edges["a", "loss"] = -1 / a[0]
    reached = {"loss": 1, "a": -1 / a[0]} | {f"s{j}": slopes[j] for j in range(3)}
    pairs = ", ".join(
        f"{word} {slope:.3f}".replace("-", "−") for word, slope in zip(WORDS, slopes, strict=True)
    )
    lines = (
        f"slopes of the scores: {pairs}",
        "Each is the word's weight; at “animal”, the right word, it is the weight minus 1.",
    )
    return View(
        {
            "graph": picture(nodes, edges, reached, UNIT_OF_SCORES, has_factors=False),
            "words": Lines("Numbers", lines),
        },
        f"The slopes of the scores: {pairs}.",
        off=others(SOFT),
        main=("graph",),
    )


def slopes_of(scores):
    """∂loss/∂score of −log(weight of the first): the weights, minus 1 at the first."""
    return softmax(scores) - [1, 0, 0]


def has_no_slope_at_x(values):
    here = Product(*(values[name] for name in NUMBERS), two_ways=True)
    return values["graph"] == TWO and here.to_x == 0 and abs(here.to_y) >= 1


def has_a_steep_street(values):
    scores = [values[name] for name in WORDS]
    return values["graph"] == SOFT and slopes_of(scores)[1] > 0.9


slopes = Lab(
    name="slopes",
    title="values forward, slopes back",
    controls=(
        Choice("stage", "Step", tuple(range(1, 11)), ALL, tuple(STAGES)),
        Choice("graph", "Graph", (ONE, TWO, SOFT, LOOP, HEAD), ONE, kind="select"),
        Choice("turn", "Box", TURNS, LAST, TEXTS),
        Choice("loop", "Loop", LOOPS, YOURS, kind="select"),
        Choice("after", "Steps of the head", AFTER, AFTER[-1]),
        Choice("w", "w", HALVES, 3.5),
        Choice("x", "x", HALVES, 2.0),
        Choice("target", "Target", TARGETS, 4),
        Choice("animal", "Score of animal", SCORES, 1),
        Choice("street", "Score of street", SCORES, 2),
        Choice("it", "Score of it", SCORES, -1),
    ),
    show=show,
    presets=(
        Preset(
            "Your loop",
            "Your loop, box by box: which one sends its slope back, and what is added where.",
            {"graph": LOOP, "turn": TURNS[0]},
            controls=("loop",),
            through="turn",
        ),
        Preset(
            "= in place of +=",
            "Where a box is used twice, the slope that comes last replaces the others.",
            {"graph": LOOP, "loop": REPLACES, "turn": TURNS[0]},
            controls=("loop",),
            through="turn",
        ),
        Preset(
            "The wrong order",
            "A box that is taken too early sends its slope on before it has arrived.",
            {"graph": LOOP, "loop": WRONG_ORDER, "turn": TURNS[0]},
            controls=("loop",),
            through="turn",
        ),
        Preset(
            "Slopes run back",
            "Move w: values run forward and slopes run back, wherever it is.",
            {"stage": IN},
            controls=("w",),
            through="stage",
        ),
        Preset(
            "Two paths",
            "x has two paths, and what comes back is added.",
            {"graph": TWO, "w": 4.0, "target": 7},
            controls=("w",),
        ),
        Preset(
            "A head learns",
            "The same loop, now with arrays, turns a head back: “it” looks at another noun.",
            {"graph": HEAD, "after": AFTER[0]},
            controls=(),
            through="after",
        ),
        Preset(
            "At the bottom",
            "Where the loss is lowest, the slopes of w, x and y are 0.",
            {"w": 2.0},
            controls=("w",),
            deeper=True,
        ),
        Preset(
            "Softmax",
            "The slopes of the scores are the weights, minus 1 at the right word, “animal”.",
            {"graph": SOFT},
            controls=("animal",),
            deeper=True,
        ),
    ),
    challenges=(
        Challenge(
            "With two paths, make the slope of x 0 while that of y is at least 1 in size.",
            has_no_slope_at_x,
        ),
        Challenge(
            "With the softmax, make the slope of “street” larger than 0.9.", has_a_steep_street
        ),
    ),
)
