"""Two arrows in a plane: the dot product as products, as angle and as shadow (notebook 01)."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from helpers import attention, examples
from helpers.figures.tables import number
from helpers.labs.controls import Choice, Point
from helpers.labs.curve import curve
from helpers.labs.lab import Challenge, Lab, Preset, View
from helpers.labs.parts import Lines, bracketed
from helpers.labs.plane import NOWHERE, edge_to_edge, pair, plane, signed, turn

LIMIT = 6.0  # of the plane
A, B = (2, 4), (6, 2)  # the notebook's p and r
TONES = {"a": "blue", "b": "orange"}
ORDERS = {"a on b": ("a", "b"), "b on a": ("b", "a")}
APPLE, GARDEN, PHONE = (
    tuple(examples.FIVE_WORDS_X[examples.FIVE_WORDS.index(word), :2].tolist())
    for word in ("Apple", "garden", "phone")
)  # fruits, computers; their third number, language, is 0


class Compared(NamedTuple):
    """Two vectors' product and lengths, the angle's cosine and degrees: None if one is zero."""

    product: float
    lengths: tuple
    cosine: float | None
    degrees: float | None


def compared(a, b):
    """Product and lengths come from M Mᵀ, the angle from the slopes: two ways to one number."""
    M = np.array([a, b], float)  # (2, 2)
    (aa, ab), (_, bb) = attention.scores(M, M, scale=1.0).round(6).tolist()  # (2, 2)
    lengths = math.sqrt(aa), math.sqrt(bb)
    if not all(lengths):
        return Compared(ab, lengths, None, None)
    theta = abs(turn(a, b))
    return Compared(ab, lengths, math.cos(theta), math.degrees(theta))


def foot_of(u, v):
    """Where the tip of u falls onto the line of v: (u · v / v · v) v."""
    both = compared(u, v)
    return np.array(v) * (both.product / both.lengths[1] ** 2) if both.lengths[1] else np.zeros(2)


def show(a, b, shadow):
    vectors, names = {"a": a, "b": b}, ORDERS[shadow]
    both = compared(a, b)
    parts = {
        "plane": arrows(vectors, names, both),
        "cosine": cosine_picture(both),
        "numbers": in_numbers(vectors, names, both),
    }
    return View(parts, spoken(names, both))


def sign(product):
    return "positive" if product > 0 else "negative" if product < 0 else "zero"


def why(both):
    if both.degrees is None:
        return "; a vector of length 0 has no direction, and no angle"
    place = {"positive": "below 90°", "zero": "90°", "negative": "above 90°"}
    return f", for the angle is {place[sign(both.product)]}"


def shadow_length(names, both):
    """The signed length of the first on the second, None if the second is zero."""
    onto = both.lengths["ab".index(names[1])]
    return both.product / onto if onto else None


def spoken(names, both):
    angle = "angle undefined" if both.degrees is None else f"angle {both.degrees:.2f}°"
    length = shadow_length(names, both)
    shadow = "undefined" if length is None else number(length, 4)
    product = f"a · b = {signed(both.product)}, {sign(both.product)}"
    return f"{product}; {angle}; shadow of {names[0]} on {names[1]} {shadow}."


def in_numbers(vectors, names, both):
    lines = by_entry(*vectors.values(), both), by_angle(both), by_shadow(names, both), by_keys()
    title = f"a · b = {signed(both.product)}: {sign(both.product)}{why(both)}"
    return Lines(title, tuple(tuple(line) for line in lines))


def by_entry(a, b, both):
    first, second = np.multiply(a, b)
    yield "entry by entry: ", None
    yield signed(a[0]), "blue"
    yield " × ", None
    yield bracketed(signed(b[0])), "orange"
    yield " + ", None
    yield bracketed(signed(a[1])), "blue"
    yield " × ", None
    yield bracketed(signed(b[1])), "orange"
    yield f" = {signed(first)} + {bracketed(signed(second))} = {signed(both.product)}", None


def by_angle(both):
    yield "by the angle: ‖a‖ ‖b‖ cos θ = ", None
    yield f"{both.lengths[0]:.4f}", "blue"
    yield " × ", None
    yield f"{both.lengths[1]:.4f}", "orange"
    if both.cosine is None:
        yield " × cos θ, and θ is undefined", None
    else:
        product = math.prod(both.lengths) * both.cosine
        yield f" × {bracketed(number(both.cosine, 4))} = {signed(product)}", None


def by_shadow(names, both):
    u, v = names
    length = shadow_length(names, both)
    yield f"shadow of {u} on {v}, the thick line: a · b / ‖{v}‖ = ", None
    if length is None:
        yield f"undefined, for {v} has no direction", None
    else:
        yield f"{signed(both.product)} / ", None
        yield f"{both.lengths['ab'.index(v)]:.4f}", TONES[v]
        yield " = ", None
        yield number(length, 4), "green"


def by_keys():
    yield "Drag a tip, or move it by the arrow keys: by 0.1, with Shift by 1.", None


def arrows(vectors, names, both):
    """The plane: u falls onto the line of v."""
    u, v = (vectors[name] for name in names)
    foot = foot_of(u, v)
    left = 1 if turn(u, v) >= 0 else -1  # u is left of v
    sides = {names[0]: left if both.product >= 0 else -left, names[1]: -left}  # labels off the fall
    paths = (
        (edge_to_edge(v, LIMIT), "faint", "dotted", 1.5),
        ([(0, 0), foot], "green", "solid", 9),
    )
    words = [f"{name} = {pair(vectors[name])}" for name in vectors]
    length = shadow_length(names, both)
    if both.degrees is not None:
        words.append(f"{both.degrees:.2f}° between them")
    if length is not None:
        words.append(f"{names[0]} falls onto the line of {names[1]} at {pair(foot)}")
    return plane(
        f"{', '.join(words[:2])}, a · b = {signed(both.product)}",
        f"Arrows from the origin: {'; '.join(words)}.",
        {name: (vectors[name], TONES[name], sides[name]) for name in vectors},
        limit=LIMIT,
        paths=paths,
        fall=(u, foot) if any(v) else NOWHERE,
        angle="θ",
        handles={"a": "a", "b": "b"},
    )


@lru_cache
def cosine_curve():
    degrees = np.linspace(0, 180, 61)
    return degrees, np.cos(np.radians(degrees))


def cosine_picture(both):
    lines, dots = {"cos θ": (*cosine_curve(), "ink", "solid")}, {}
    known = both.cosine is not None
    if known:
        here = both.degrees, both.cosine
        lines |= {"": ([here[0], here[0], 0], [-1.1, here[1], here[1]], "green", "dotted")}
        dots = {"": (*here, "green")}
    text = f"cos {both.degrees:.2f}° = {number(both.cosine, 4)}" if known else "cos θ is undefined"
    return curve(
        text,
        f"The cosine falls from 1 at 0° over 0 at 90° to −1 at 180°. Here: {text}.",
        lines,
        dots=dots,
        across="angle θ between a and b",
        up="",
        x_ticks={x: f"{x}°" for x in (0, 45, 90, 135, 180)},
        y_ticks={-1: "−1", 0: "0", 1: "1"},
        y_range=(-1.1, 1.1),
        height=330,
    )


LENGTHS = compared(A, B).lengths


def vanished(values):
    both = compared(values["a"], values["b"])
    onto = both.lengths[1]
    return onto > 0 and both.product == 0 and both.lengths[0] > LENGTHS[0] - 0.05


def least(values):
    both = compared(values["a"], values["b"])
    kept = all(abs(x - y) <= 0.1 for x, y in zip(both.lengths, LENGTHS, strict=True))
    return kept and both.cosine <= -0.995


def misled(values):
    both = compared(values["a"], values["b"])
    return both.product > both.lengths[0] ** 2 >= 9 and both.cosine < 0.5


dot_product = Lab(
    name="dot_product",
    title="two arrows and their dot product",
    controls=(
        Point("a", "a", A, limit=LIMIT),
        Point("b", "b", B, limit=LIMIT),
        Choice("shadow", "Shadow of", tuple(ORDERS), "a on b", kind="select"),
    ),
    show=show,
    presets=(
        Preset("p and r", "The notebook's p and r, here a and b: both formulas give 20."),
        Preset(
            "Parallel",
            "Now a is what was its shadow: the cosine is 1, and the product is still 20.",
            {"a": (3, 1)},
        ),
        Preset(
            "Right angle",
            "At 90 degrees the shadow is a point, and the product 0, however long the arrows.",
            {"a": (-1, 3)},
        ),
        Preset(
            "Opposite",
            "Arrows that oppose each other: the cosine is −1, the shadow on the far side.",
            {"a": (-3, -1)},
        ),
        Preset(
            "Longer",
            "The angle of p and r, and so their cosine; a is longer, and the product grows to 30.",
            {"a": (3, 6)},
        ),
        Preset(
            "Apple, garden",
            "Apple is a, garden b, fruits to the right, computers up: product 10, cosine 0.93.",
            {"a": APPLE, "b": GARDEN},
        ),
        Preset(
            "Apple, phone",
            "With phone as b the product is 10 again: length makes up for direction.",
            {"a": APPLE, "b": PHONE},
        ),
        Preset(
            "Zero",
            "A vector of length 0 has no direction: the product is 0, the angle undefined.",
            {"a": (0, 0)},
        ),
    ),
    challenges=(
        Challenge(
            "Make the shadow of a on b exactly 0, with a no shorter than at the start (4.47).",
            vanished,
        ),
        Challenge(
            "Make the product as small as it gets, with both lengths as at the start (4.47, 6.32).",
            least,
        ),
        Challenge(
            "Mislead: with a at least 3 long, make a · b larger than a · a at a cosine below 0.5.",
            misled,
        ),
    ),
)
