"""Two arrows in a plane: the dot product as products, as angle and as shadow (notebook 01)."""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, number, plain
from helpers.drawing.shapes import Boxes, Keyed, Line, Word
from helpers.figures import curves, plane
from helpers.figures.plane import turn
from helpers.labs.engine.controls import Choice, Point
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines

LIMIT = 6.0  # of the plane
SIDE, WIDTH, HEIGHT = 308, 320, 302  # of its sheet; of the product's, and of both
AREA = 44, 151  # the product: its left, and where 0 is; its unit is the plane's
A, B = (2, 4), (6, 2)  # the notebook's p and r
TONES = {"a": "blue", "b": "orange"}
STEPS = "a's steps on b"
ORDERS = {"a on b": ("a", "b"), "b on a": ("b", "a"), STEPS: ("a", "b")}
WAYS = "blue", "pink"  # the steps to the right, and those upwards
APPLE, GARDEN, PHONE = (
    tuple(examples.FIVE_WORDS_X[examples.FIVE_WORDS.index(word), :2].tolist())
    for word in ("Apple", "garden", "phone")
)  # fruits, computers; their third number, language, is 0


class Compared(NamedTuple):
    """The product and lengths of two vectors; their angle, None if one of them is zero."""

    product: float
    lengths: dict  # of "a" and of "b"
    cosine: float | None
    degrees: float | None


def compared(a, b):
    """The product and lengths come from M Mᵀ, the angle from the slopes: two ways to one number."""
    M = np.array([a, b], float)  # (2, 2)
    (aa, ab), (_, bb) = attention.scores(M, M, scale=1.0).round(6).tolist()  # (2, 2)
    lengths = {"a": math.sqrt(aa), "b": math.sqrt(bb)}
    if not all(lengths.values()):
        return Compared(ab, lengths, None, None)
    theta = abs(turn(a, b))
    return Compared(ab, lengths, math.cos(theta), math.degrees(theta))


def show(a, b, shadow):
    vectors, names = {"a": a, "b": b}, ORDERS[shadow]
    both = compared(a, b)
    parts = {
        "plane": (drawn := arrows(vectors, names, both, in_steps=shadow == STEPS)),
        "product": product(names, both, drawn.handles[0]["scale"]),
        "cosine": cosine_picture(both),
        "numbers": in_numbers(vectors, names, both),
    }
    if shadow == STEPS and both.lengths["b"]:
        parts |= step_by_step(parts, *(np.array(x, float) for x in (a, b)), both)
    return View(parts, spoken(names, both), main=("plane", "product"))


def rounded(x):
    return plain(x, 2)


def sign(product):
    return "positive" if product > 0 else "negative" if product < 0 else "zero"


def why(both):
    if both.degrees is None:
        return "; a vector of length 0 has no direction and no angle"
    place = {"positive": "below 90°", "zero": "90°", "negative": "above 90°"}
    return f", because the angle is {place[sign(both.product)]}"


def shadow_length(names, both):
    """The signed length of the first on the second, None if the second is zero."""
    onto = both.lengths[names[1]]
    return both.product / onto if onto else None


def spoken(names, both):
    angle = "angle undefined" if both.degrees is None else f"angle {rounded(both.degrees)}°"
    length = shadow_length(names, both)
    shadow = "undefined" if length is None else number(length, 4)
    product = f"a · b = {rounded(both.product)}, {sign(both.product)}"
    return f"{product}; {angle}; shadow of {names[0]} on {names[1]} {shadow}."


def in_numbers(vectors, names, both):
    title = f"a · b = {rounded(both.product)}: {sign(both.product)}{why(both)}"
    entries = by_entry(*vectors.values(), both)
    return Lines("Numbers", (title, entries, by_angle(both), by_shadow(names, both)))


def by_entry(a, b, both):
    first, second = np.multiply(a, b)
    result = f"{rounded(first)} + {bracketed(rounded(second))} = {rounded(both.product)}"
    return (
        ("entry by entry: ", None),
        (rounded(a[0]), "blue"),
        (" × ", None),
        (bracketed(rounded(b[0])), "orange"),
        (" + ", None),
        (bracketed(rounded(a[1])), "blue"),
        (" × ", None),
        (bracketed(rounded(b[1])), "orange"),
        (f" = {result}", None),
    )


def by_angle(both):
    result = " × cos θ, and θ is undefined"
    if both.cosine is not None:
        product = math.prod(both.lengths.values()) * both.cosine
        result = f" × {bracketed(number(both.cosine, 4))} = {rounded(product)}"
    return (
        ("by the angle: ‖a‖ ‖b‖ cos θ = ", None),
        (f"{both.lengths['a']:.4f}", "blue"),
        (" × ", None),
        (f"{both.lengths['b']:.4f}", "orange"),
        (result, None),
    )


def by_shadow(names, both):
    u, v = names
    begin = f"shadow of {u} on {v}, the thick line: a · b / ‖{v}‖ = "
    length = shadow_length(names, both)
    if length is None:
        return f"{begin}undefined, because {v} has no direction"
    return (
        (f"{begin}{rounded(both.product)} / ", None),
        (f"{both.lengths[v]:.4f}", TONES[v]),
        (" = ", None),
        (number(length, 4), "green"),
    )


def arrows(vectors, names, both, in_steps=False):
    """The plane, where the first of the names falls onto the line of the second; in_steps: with
    room for its steps."""
    drawn = plane(
        f"The shadow of {names[0]} on {names[1]}",
        vectors,
        project=names,
        named="" if in_steps or has_words(vectors) else "shadow",
        angle="" if in_steps else "θ",
        limit=LIMIT,
        handles=tuple(vectors),
        side=SIDE,
    )
    description = f"{drawn.description} a · b = {rounded(both.product)}."
    (x, y), unit = drawn.handles[0]["origin"], drawn.handles[0]["scale"]
    if has_words(vectors):
        shapes = words(
            tuple(vectors["b"]), lambda right, up: (x + unit * right, y - unit * up), unit
        )
    else:
        shapes = line_of(names, vectors[names[1]], both, x, y, unit)
    return replace(drawn, description=description, height=HEIGHT, shapes=(*drawn.shapes, *shapes))


def has_words(vectors):
    """Whether the arrows are those of two words."""
    return tuple(vectors["a"]) == APPLE and tuple(vectors["b"]) in (GARDEN, PHONE)


def words(b, at, unit):
    """What stands at the tips of Apple and of garden or phone, and along the axes."""
    x, y = at(*APPLE)
    shapes = [Word(x - 10, y - 30, "Apple", TONES["a"], halo=True)]
    x, y = at(*b)
    if b == GARDEN:
        shapes.append(Word(x - 4, y + 40, "garden", TONES["b"], halo=True))
    else:
        shapes.append(Word(x + 26, y, "phone", TONES["b"], "start", halo=True))
    (right, y), (x, top) = at(LIMIT, 0), at(0, LIMIT)
    return [
        *shapes,
        Word(right - 2, y + unit * 1.2, "fruit →", "faint", "end", halo=True),
        Word(x - 30, top + unit * 0.7, "computer ↑", "faint", "end", halo=True),
    ]


def line_of(names, onto, both, x, y, unit):
    """The name of the dotted line, where the shadow falls on it behind the origin."""
    _, second = names
    if sign(both.product) != "negative":
        return []
    right, up = np.divide(onto, both.lengths[second])
    below = -1 if right * up < 0 else 1
    at = x - 4.8 * unit * right, y + 4.8 * unit * up + below * (31 + 16 * abs(up))
    return [Keyed("line", (Word(*at, f"line of {second}", "faint", halo=True),))]


def product(names, both, unit):
    """The product as an area on squared paper of the plane's unit: as high as the shadow, below
    the line where that is negative, and as wide as the second is long."""
    first, second = names
    x, y = AREA
    wide, high = unit * both.lengths[second], unit * (shadow_length(names, both) or 0)
    columns, rows = 9, int((HEIGHT / 2 - 2) / unit)
    right, top, bottom = x + columns * unit, y - rows * unit, y + rows * unit
    paper = [[(x + k * unit, top), (x + k * unit, bottom)] for k in range(columns + 1)]
    paper += [[(x, y + k * unit), (right, y + k * unit)] for k in range(-rows, rows + 1)]
    box = Boxes([(x, y - max(high, 0), wide, abs(high))], "green", 0.35)
    side = -1 if high < 0 else 1
    shapes = [
        *(Line(points, "faint", 1, opacity=0.3) for points in paper),
        Line([(x, y), (right + 8, y)], "faint", 1),
        Keyed("area", (box,)),
        Keyed("length", (Line([(x, y), (x + wide, y)], TONES[second], 4),)),
        Keyed("height", (Line([(x, y), (x, y - high)], "green", 9, opacity=0.45),)),
    ]
    if abs(high) > 26:  # else there is no room for its name
        at, anchor = (x + wide / 2, "middle") if wide > 46 else (x + wide + 8, "start")
        name = Word(at, y - high / 2, "a · b", "green", anchor, bold=True, halo=True)
        shapes.append(Keyed("name", (name,)))
    if wide:
        shapes.append(
            Keyed("side", (Word(x + wide / 2, y + 14 * side, second, TONES[second], bold=True),))
        )
    if high:
        shapes.append(Word(right + 12, y - 14 * side, sign(both.product), "faint", "start"))
        shapes.append(Word(x - 18, y - high / 2, "shadow", "green", upward=True))
    size = rounded(both.product)
    below = " below" if both.product < 0 else ""
    title = f"a · b = {size}: an area of {rounded(abs(both.product))}{below}"
    description = (
        f"A rectangle as high as the shadow of {first}, as wide as {second} is long; its area, "
        f"with the shadow's sign, is {size}."
    )
    return Drawing(title, description, WIDTH, HEIGHT, tuple(shapes))


def step_by_step(parts, a, b, both):
    """The plane and the product with the steps of a, to the right and upwards, and the shadow and
    the strip of each."""
    drawn, area = parts["plane"], parts["product"]
    (x, y), unit = drawn.handles[0]["origin"], drawn.handles[0]["scale"]
    direction = b / both.lengths["b"]
    shadows = a * direction  # (2,), with their signs: together they are the shadow of a

    def at(point, aside=0):
        """A place on the sheet, so far off the line of b to the left."""
        right, up = np.multiply(unit, point) + aside * np.array([-direction[1], direction[0]])
        return x + right, y - up

    corner, foot = (a[0], 0), shadows[0] * direction
    fall = Line([at(corner), at(foot)], "ink", 1.5, "dashed")
    steps, above, strips = [Keyed("corner", (fall,))], [], []
    walked, fallen = ((0, 0), corner, a), ((0, 0), foot, shadows.sum() * direction)
    edges = AREA[1] - unit * np.array([0, shadows[0], shadows.sum()])
    for i, (tone, off) in enumerate(zip(WAYS, (5, -5), strict=True)):  # the second may lead back
        step = Line([at(point) for point in walked[i : i + 2]], tone, 3)
        part = Line([at(point, off) for point in fallen[i : i + 2]], tone, 4)
        top, bottom = sorted(edges[i : i + 2])
        box = AREA[0] + 4, top, unit * both.lengths["b"] - 8, bottom - top
        steps.append(Keyed(f"step {i}", (step,)))
        above.append(Keyed(f"part {i}", (part,)))
        strips.append(Keyed(f"strip {i}", (Boxes([box], tone, outline=3),)))
    products = [rounded(x) for x in a * b]
    right, up = map(rounded, shadows)
    said = f"{drawn.description} Its steps to the right have the shadow {right}, those up {up}."
    strips_said = f"{area.description} It is made of two strips, {' and '.join(products)}."
    title = f"a · b = {products[0]} + {bracketed(products[1])} = {rounded(both.product)}"
    shapes = (*steps, *drawn.shapes, *above)
    return {
        "plane": replace(drawn, shapes=shapes, description=said),
        "product": replace(
            area, title=title, shapes=(*area.shapes, *strips), description=strips_said
        ),
    }


def cosine_picture(both):
    degrees = np.linspace(0, 180, 61)
    known = both.cosine is not None
    text = (
        f"cos {rounded(both.degrees)}° = {number(both.cosine, 4)}"
        if known
        else "cos θ is undefined"
    )
    return curves(
        text,
        degrees,
        {"cos θ": np.cos(np.radians(degrees))},
        across="angle θ between a and b",
        up="cos θ",
        here=(both.degrees, both.cosine) if known else None,
        x_ticks={x: f"{x}°" for x in (0, 45, 90, 135, 180)},
        size=(300, 330),
    )


LENGTHS = compared(A, B).lengths


def vanished(values):
    both = compared(values["a"], values["b"])
    a, b = both.lengths.values()
    return b > 0 and both.product == 0 and a > LENGTHS["a"] - 0.05


def least(values):
    both = compared(values["a"], values["b"])
    kept = all(abs(both.lengths[name] - LENGTHS[name]) <= 0.1 for name in LENGTHS)
    return kept and both.cosine <= -0.995


def misled(values):
    both = compared(values["a"], values["b"])
    return both.product > both.lengths["a"] ** 2 >= 9 and both.cosine < 0.5


dot_product = Lab(
    name="dot_product",
    title="the dot product",
    controls=(
        Point("a", "a", A, limit=LIMIT),
        Point("b", "b", B, limit=LIMIT),
        Choice("shadow", "Shadow of", tuple(ORDERS), "a on b", kind="select"),
    ),
    show=show,
    presets=(
        Preset(
            "a and b",
            "The shadow of a on b times the length of b is the dot product.",
            by_hand="Drag a tip.",
            controls=("shadow",),
        ),
        Preset(
            "Steps",
            "Go 2 right and 4 up: each way has its shadow, and its part of a · b.",
            {"shadow": STEPS},
            by_hand="Drag a tip.",
            controls=("shadow",),
        ),
        Preset(
            "Longer",
            "The angle is the same, but a is longer: its shadow grows, and so does the product.",
            {"a": (3, 6)},
            controls=("shadow",),
        ),
        Preset(
            "Parallel",
            "Now a lies where its first shadow was: the product is as large as at first.",
            {"a": (3, 1)},
            controls=("shadow",),
        ),
        Preset(
            "Right angle",
            "At a right angle the shadow is a point and the product 0: no area is left.",
            {"a": (-1, 3)},
            controls=("shadow",),
        ),
        Preset(
            "Opposite",
            "In opposite directions the shadow falls on the far side: the product is negative.",
            {"a": (-3, -1)},
            controls=("shadow",),
        ),
        Preset(
            "Apple, garden",
            "Apple and garden point nearly the same way: the shadow is long, but garden is short.",
            {"a": APPLE, "b": GARDEN},
            controls=("shadow",),
        ),
        Preset(
            "Apple, phone",
            "On phone the shadow is short, but phone is long: the product is the same again.",
            {"a": APPLE, "b": PHONE},
            controls=("shadow",),
        ),
        Preset(
            "Zero",
            "An arrow of length 0 has no direction: the product is 0, and there is no angle.",
            {"a": (0, 0)},
            controls=("shadow",),
        ),
    ),
    challenges=(
        Challenge(
            "Make the shadow of a on b exactly 0, with a no shorter than at the start (4.47).",
            vanished,
        ),
        Challenge(
            "With both lengths as at the start (4.47, 6.32), make the product as small as "
            "possible.",
            least,
        ),
        Challenge(
            "Mislead: with a at least 3 long and a cosine below 0.5, make a · b larger than a · a.",
            misled,
        ),
    ),
)
