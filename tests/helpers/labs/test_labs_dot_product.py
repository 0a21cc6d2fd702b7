"""The lab of two arrows: its numbers, and both arrows in every hand's reach."""

import numpy as np
import pytest

from helpers.drawing.numbers import bracketed
from helpers.drawing.shapes import Dot, Word
from helpers.figures.plane import AROUND, RING
from helpers.labs import dot_product
from helpers.labs.dot_product_lab import AREA, SIDE, STEPS
from helpers.labs.engine.session import Session
from tests.helpers.crowded import around, crowded, keyed, words_of
from tests.helpers.labs.lab_page import lines_of, redrawn, setting, shows, values

START = {"a": [2, 4], "b": [6, 2], "shadow": "a on b"}


def shown(a, b, shadow="a on b"):
    return dot_product.show(a=a, b=b, shadow=shadow)


def texts(a, b, shadow="a on b"):
    """The four lines of the numbers: the product, and three ways to it."""
    return lines_of(shown(a, b, shadow).parts["numbers"])


# --- what is shown


def test_the_notebooks_numbers():
    title, entries, angle, shadow = texts([2, 4], [6, 2])
    assert title == "a · b = 20: positive, because the angle is below 90°"
    assert entries == "entry by entry: 2 × 6 + 4 × 2 = 12 + 8 = 20"
    assert angle == "by the angle: ‖a‖ ‖b‖ cos θ = 4.4721 × 6.3246 × 0.7071 = 20"
    assert shadow == "shadow of a on b, the thick line: a · b / ‖b‖ = 20 / 6.3246 = 3.1623"
    assert (
        "a falls onto the line of b at (3, 1)" in shown([2, 4], [6, 2]).parts["plane"].description
    )
    assert texts([2, 4], [6, 2], "b on a")[3].endswith("= 20 / 4.4721 = 4.4721")
    assert texts([-2, -4], [6, 2])[3].endswith("= −20 / 6.3246 = −3.1623")
    for name, cosine in (("Apple, garden", "0.9285"), ("Apple, phone", "0.3714")):
        title, _, angle, _ = texts(**setting(dot_product, name))
        assert title.startswith("a · b = 10:")
        assert cosine in angle


def test_signs_in_words_and_nothing_rounded_to_a_right_angle():
    assert "zero, because the angle is 90°" in texts([-1, 3], [6, 2])[0]
    assert "negative, because the angle is above 90°" in texts([-3, 1], [6, 2])[0]
    assert shown([6, 5.9], [-5.8, 5.9]).spoken.startswith("a · b = 0.01, positive; angle 89.99°")
    title, entries, *_ = texts([-1, 3], [6, -2])
    assert entries.endswith("−1 × 6 + 3 × (−2) = −6 + (−6) = −12")
    assert title.startswith("a · b = −12: negative")


def test_a_vector_of_length_0_has_a_product_and_no_angle():
    for a, b in (([0, 0], [6, 2]), ([2, 4], [0, 0]), ([0, 0], [0, 0])):
        parts = shown(a, b).parts
        title, entries, angle, shadow = texts(a, b)
        assert title == "a · b = 0: zero; a vector of length 0 has no direction and no angle"
        assert entries.endswith("= 0 + 0 = 0")
        assert angle.endswith("θ is undefined")
        assert shadow.endswith("= 0.0000" if any(b) else "undefined, because b has no direction")
        assert parts["cosine"].title == "cos θ is undefined"
        assert "undefined" in shown(a, b).spoken
        assert not [s for s in parts["cosine"].shapes if isinstance(s, Dot)]
        names = [x if any(v) else f"{x} = 0" for x, v in (("a", a), ("b", b))]
        assert {*names} <= {word.text for word in words_of(parts["plane"].shapes)}


def test_the_area_is_the_product():
    for name in (preset.name for preset in dot_product.presets):
        values = setting(dot_product, name)
        parts = shown(**values).parts
        shapes, unit = parts["product"].shapes, parts["plane"].handles[0]["scale"]
        (area,) = (shape.shapes[0] for shape in shapes if getattr(shape, "key", "") == "area")
        ((_, top, across, down),) = area.boxes
        _, zero = AREA
        product = np.dot(values["a"], values["b"])
        assert across * down / unit**2 == pytest.approx(abs(product))
        assert top == pytest.approx(zero if product < 0 else zero - down)
        area = f"an area of {abs(product):g}{' below' if product < 0 else ''}"
        assert parts["product"].title.endswith(f": {area}") or values["shadow"] == STEPS


@pytest.mark.parametrize(
    ("a", "b"), [((2, 4), (6, 2)), ((-2, 5), (6, 2)), ((5, -4), (2, 4)), ((-3, -1), (-2, 4))]
)
def test_each_strip_is_one_of_the_products(a, b):
    """Of a's steps: strips and shadows, end to end, with their signs."""
    parts = shown(a, b, STEPS).parts
    unit, (x, y) = (parts["plane"].handles[0][name] for name in ("scale", "origin"))
    products, direction = np.multiply(a, b), np.array(b) / np.hypot(*b)
    strips, ends, zero = keyed(parts["product"], "strip "), np.zeros(2), AREA[1]
    cast, walked = keyed(parts["plane"], "part "), keyed(parts["plane"], "step ")
    for i, product in enumerate(products):
        ((_, top, _, down),) = strips[str(i)][0].boxes
        assert down / unit * np.hypot(*b) == pytest.approx(abs(product))
        assert zero == pytest.approx(top + down if product > 0 else top)
        zero = top if product > 0 else top + down
        (start, end) = np.subtract(cast[str(i)][0].points, (x, y)) / unit * (1, -1) @ direction
        assert start == pytest.approx(ends[0])
        assert (end - start) * np.hypot(*b) == pytest.approx(product)
        ends[0] = end
    (_, corner), (_, tip) = (np.subtract(walked[i][0].points, (x, y)) / unit for i in "01")
    assert np.allclose([corner, tip], [(a[0], 0), (a[0], -a[1])])
    right, up, total = (f"{x}".replace("-", "−") for x in (*products, products.sum()))
    assert parts["product"].title == f"a · b = {right} + {bracketed(up)} = {total}"
    assert {*keyed(shown(a, (0, 0), STEPS).parts["product"])}.isdisjoint({"strip 0", "strip 1"})


def test_words_stand_at_the_tips_until_these_are_moved():
    values = setting(dot_product, "Apple, phone")

    def said(**changes):
        plane = shown(**values | changes).parts["plane"]
        return [shape.text for shape in plane.shapes if isinstance(shape, Word)]

    assert {"Apple", "phone", "fruit →", "computer ↑"} <= {*said()}
    assert not {"Apple", "phone", "garden"} & {*said(b=[1, 5])}
    plane = shown(**setting(dot_product, "Apple, garden")).parts["plane"]
    (fruit,) = (word for word in plane.shapes if getattr(word, "text", "") == "fruit →")
    _, axis = plane.handles[0]["origin"]  # on which the shadow lies, as broad as its line
    _, top, *_ = around(fruit)
    assert top > axis + 8


def test_points_snap_to_the_step():
    session = Session(dot_product)
    session.change({"number": 1, "change": {"a": [1.234, -0.04]}})
    assert session.state.values["a"] == [1.2, 0]


# --- by hand, in a real browser


def grip(root, name):
    return root.locator(f"[data-control={name}]")


def centre(root, name):
    box = grip(root, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def unit(root):
    """Pixels of the screen in one unit of the plane."""
    with_handles = dot_product.show(**START).parts["plane"]
    box = root.locator("[data-part=plane] svg").bounding_box()
    return box["width"] / with_handles.width * with_handles.handles[0]["scale"]


def begin(live):
    tab, root = live(dot_product)
    assert values(root) == START
    return tab.page, root


def drag(page, root, start, by):
    """Take hold at `start` (pixels) and go `by` (units of the plane), in steps."""
    size = unit(root)
    with redrawn(root):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0] + by[0] * size, start[1] - by[1] * size, steps=8)
        page.mouse.up()


def agree(root):
    """The page shows the numbers, and has the handles, that belong to the values."""
    shows(root, dot_product)
    at = values(root)
    box = root.locator("[data-part=plane] svg").bounding_box()
    for name in "ab":
        handle = dot_product.show(**START).parts["plane"].handles[0]
        size = unit(root) / handle["scale"]  # pixels in a unit of the sheet
        wanted = [box[k] + x * size for k, x in zip("xy", handle["origin"], strict=True)]
        wanted = [wanted[0] + at[name][0] * unit(root), wanted[1] - at[name][1] * unit(root)]
        assert centre(root, name) == pytest.approx(wanted, abs=1)


def test_dragging_by_mouse_solves_the_first_challenge(live):
    page, root = begin(live)
    done = root.locator(".lab-tasks li").first
    x, y = centre(root, "a")
    assert not done.inner_text().endswith("Solved.")
    drag(page, root, (x + 6, y - 5), (-3.5, 0.5))  # held off its middle: it does not jump
    assert values(root) == START | {"a": [-1.5, 4.5]}
    agree(root)
    assert done.inner_text().endswith("Solved.")
    drag(page, root, centre(root, "b"), (5, -30))
    assert values(root)["b"] == [6, -6], "stays on the plane"
    agree(root)


def test_both_rings_are_of_one_size_until_their_tips_meet():
    def rings(a):
        return [grip["across"] for grip in shown(a, (6, 2)).parts["plane"].handles]

    assert {tuple(rings(dot_product.at(preset)["a"])) for preset in dot_product.presets} == {
        (RING, RING)
    }
    assert rings((5, 2)) == [RING, RING]
    assert rings((6, 2.5)) == [RING, AROUND]


def test_both_arrows_stay_in_reach_where_their_tips_meet(live):
    page, root = begin(live)
    drag(page, root, centre(root, "a"), (4, -2))
    assert values(root)["a"] == values(root)["b"] == [6, 2]
    x, y = centre(root, "b")
    rim = (RING + AROUND) / 4 / SIDE * root.locator("[data-part=plane] svg").bounding_box()["width"]
    drag(page, root, (x - rim, y), (-3, 0))  # between the rings: b
    assert values(root) == START | {"a": [6, 2], "b": [3, 2]}
    drag(page, root, centre(root, "b"), (3, 0))
    drag(page, root, (x, y), (-1, 1))  # in the inner ring: a
    assert values(root) == START | {"a": [5, 3], "b": [6, 2]}
    agree(root)


@pytest.mark.parametrize(("a", "b"), [((2, 4), (6, 2)), ((-3, -1), (6, 2)), ((5, -4), (6, 2))])
def test_the_shadow_s_name_stands_beside_the_shadow_and_touches_nothing(a, b):
    drawn = shown(a, b).parts["plane"]
    (name,) = (word for word in words_of(drawn.shapes) if word.text == "shadow")
    (x, y), unit = drawn.handles[0]["origin"], drawn.handles[0]["scale"]
    foot = np.dot(a, b) / np.dot(b, b) * np.array(b) * unit
    middle = np.array([x, y]) + foot * [0.5, -0.5]
    assert np.linalg.norm(np.subtract((name.x, name.y), middle)) < 2.5 * unit
    assert crowded(drawn, slack=1) == []


@pytest.mark.parametrize("preset", dot_product.presets, ids=lambda preset: preset.name)
def test_an_angle_and_an_area_have_their_names(preset):
    """But for an angle of 0, or none, and an area of 0."""
    view = dot_product.show(**dot_product.at(preset))
    words = {name: {w.text for w in words_of(view.parts[name].shapes)} for name in view.main}
    assert ("θ" in words["plane"]) == (preset.name not in ("Steps", "Parallel", "Zero"))
    assert ("a · b" in words["product"]) == (preset.name not in ("Right angle", "Zero"))
