"""The lab of two arrows: its numbers, its challenges, and both arrows in every hand's reach."""

import contextlib
import math
import re

import pytest

from helpers.drawing.shapes import Dot, Line, Word
from helpers.figures.plane import RINGS
from helpers.labs import dot_product
from helpers.labs.engine.session import Session
from tests.helpers.labs.lab_page import redrawn, shows, values

START = {"a": [2, 4], "b": [6, 2], "shadow": "a on b"}
PAIRS = [
    ([2, 4], [6, 2]),
    ([-1.5, 0.3], [4.4, -5.9]),
    ([0.1, 0], [-6, 6]),
    ([-3, -1], [6, 2]),
    ([2.7, 2.7], [2.7, 2.7]),
]


def shown(a, b, shadow="a on b"):
    return dot_product.show(a=a, b=b, shadow=shadow)


def texts(a, b, shadow="a on b"):
    """The title above the numbers, and its three lines; the last says which keys there are."""
    data = shown(a, b, shadow).parts["numbers"].data()
    *lines, keys = ("".join(text for text, _ in line) for line in data["lines"])
    assert keys == "Drag a tip, or move it with the arrow keys: by 0.1, or with Shift by 1."
    return data["title"], *lines


def floats(text):
    return [float(x.replace("−", "-")) for x in re.findall(r"−?\d+(?:\.\d+)?", text)]


def words_of(part):
    return {word.text: (word.x, word.y) for word in part.shapes if isinstance(word, Word)}


# --- what is shown


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_numbers_by_other_arithmetic(a, b):
    """Angle and lengths from complex numbers, the product term by term."""
    p, r = complex(*a), complex(*b)
    product = a[0] * b[0] + a[1] * b[1]
    turned = p / r  # its direction is the angle from b to a
    theta = math.degrees(math.atan2(abs(turned.imag), turned.real))
    title, entries, angle, shadow = texts(a, b)
    assert floats(title)[0] == pytest.approx(product)
    *factors, first, second, total = floats(entries)
    assert factors == [a[0], b[0], a[1], b[1]]
    assert [first, second, total] == pytest.approx([a[0] * b[0], a[1] * b[1], product])
    wanted = [abs(p), abs(r), math.cos(math.radians(theta)), product]
    assert floats(angle) == pytest.approx(wanted, abs=6e-5)
    assert floats(shadow) == pytest.approx([product, abs(r), product / abs(r)], abs=6e-5)
    assert floats(texts(a, b, "b on a")[3])[-1] == pytest.approx(product / abs(p), abs=6e-5)
    assert f"{theta:.2f}°" in shown(a, b).parts["cosine"].title


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_shadow_ends_where_a_perpendicular_from_the_tip_does(a, b):
    drawing = shown(a, b).parts["plane"]
    scale, (left, up) = (drawing.handles[0][key] for key in ("scale", "origin"))
    assert scale == drawing.handles[1]["scale"]
    (thick,) = [s for s in drawing.shapes if isinstance(s, Line) and s.width == 9]
    x, y = thick.points[1]
    foot = [(x - left) / scale, (up - y) / scale]
    fall = [a[0] - foot[0], a[1] - foot[1]]
    assert fall[0] * b[0] + fall[1] * b[1] == pytest.approx(0, abs=0.05)  # ⊥ b
    assert foot[0] * b[1] - foot[1] * b[0] == pytest.approx(0, abs=0.05)  # on b's line


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
        (preset,) = [p for p in dot_product.presets if p.name == name]
        title, _, angle, _ = texts(**dot_product.at(preset))
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


def test_labels_stay_off_the_handles_and_handles_on_the_sheet():
    for k in range(0, 360, 12):
        a = [round(3 * math.cos(math.radians(k)), 1), round(3 * math.sin(math.radians(k)), 1)]
        for b in ([6, 2], [3, 0], a, [0, 0], [-6, 6]):
            part = shown(a, b, ("a on b", "b on a")[k % 2]).parts["plane"]
            words = words_of(part)
            letters = [words[x] for x in ("a", "b", "θ") if x in words]
            for grip in part.handles:
                assert all(math.dist(x, grip["at"]) > grip["across"] / 2 + 5 for x in letters), (
                    a,
                    b,
                )
                edges = [x + side * grip["across"] / 2 for x in grip["at"] for side in (-1, 1)]
                assert 0 <= min(edges)
                assert max(edges) <= part.width
            apart = [math.dist(x, y) for i, x in enumerate(letters) for y in letters[:i]]
            assert min(apart) > 15, (a, b)


# --- challenges


SOLVED = [
    [START | {"a": [-1.5, 4.5]}, START | {"b": [-4, 2]}],
    [START | {"a": [-4.2, -1.4]}, START | {"b": [-2.8, -5.7]}],
    [START | {"a": [0, 3], "b": [6, 3.2]}, START | {"a": [3, 0], "b": [3.1, 6]}],
]
MISSED = [
    [
        START | {"a": [-1, 3]},  # a shorter
        START | {"a": [-1.4, 4.3]},  # a shadow of 0.03
        START | {"b": [0, 0]},  # no shadow at all
        START | {"a": [0, 0]},
    ],
    [
        START | {"a": [-6, -2]},  # a longer
        START | {"a": [-4.4, -0.8]},  # not quite opposed
        START | {"a": [4.2, 1.4]},
        START | {"a": [0, 0]},
    ],
    [
        START,  # a · b = a · a
        START | {"a": [0, 3], "b": [6, 3]},  # equal again
        START | {"a": [0, 3], "b": [5.9, 3.5]},  # cosine 0.51
        START | {"a": [0, 2.9], "b": [6, 3]},  # a too short
        START | {"a": [0, 0]},
    ],
]


@pytest.mark.parametrize("index", range(3))
def test_challenges_are_recognised_and_near_misses_are_not(index):
    solved = dot_product.challenges[index].solved
    assert all(solved(state) for state in SOLVED[index])
    assert not any(solved(state) for state in MISSED[index])
    assert not any(solved(dot_product.at(preset)) for preset in dot_product.presets)


def test_points_snap_to_the_step_and_stay_on_the_plane():
    session = Session(dot_product)
    session.change({"number": 1, "change": {"a": [1.234, -0.04]}})
    assert session.state.values["a"] == [1.2, 0]
    for nonsense in ([7, 0], [1], "2, 4", [None, 1], [float("nan"), 1]):
        answer = session.change({"number": 2, "change": {"a": nonsense}})
        assert answer["problems"]["a"].startswith("a: ")
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


def begin(live, **options):
    tab, root = live(dot_product, **options)
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
        wanted = [box[k] + box["width"] / 2 for k in "xy"]
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


def test_both_arrows_stay_in_reach_where_their_tips_meet(live):
    page, root = begin(live)
    drag(page, root, centre(root, "a"), (4, -2))
    assert values(root)["a"] == values(root)["b"] == [6, 2]
    x, y = centre(root, "b")
    rim = (
        (RINGS[0] + RINGS[1])
        / 4
        / 400
        * root.locator("[data-part=plane] svg").bounding_box()["width"]
    )
    drag(page, root, (x - rim, y), (-3, 0))  # between the rings: b
    assert values(root) == START | {"a": [6, 2], "b": [3, 2]}
    drag(page, root, centre(root, "b"), (3, 0))
    drag(page, root, (x, y), (-1, 1))  # in the inner ring: a
    assert values(root) == START | {"a": [5, 3], "b": [6, 2]}
    agree(root)


def test_arrow_keys_alone(live):
    page, root = begin(live)
    root.locator("select").last.focus()
    for name, keys, end in (
        ("a", ["ArrowLeft", "ArrowLeft", "Shift+ArrowUp"], [1.8, 5]),
        ("b", ["ArrowRight", "Shift+ArrowDown", "ArrowUp"], [6, 1.1]),
    ):
        page.keyboard.press("Tab")
        assert grip(root, name).evaluate("e => e === document.activeElement")
        for key in keys:
            at_the_edge = key == "ArrowRight" and values(root)[name][0] == 6  # nothing is asked
            with contextlib.nullcontext() if at_the_edge else redrawn(root):
                page.keyboard.press(key)
        assert values(root)[name] == end
    agree(root)
    assert grip(root, "b").get_attribute("aria-label").startswith("b, (6, 1.1).")


def test_dragging_by_touch_with_two_fingers(live):
    page, root = begin(live, has_touch=True)
    cdp = page.context.new_cdp_session(page)
    size, fingers = unit(root), [centre(root, "a"), centre(root, "b")]

    def touch(kind, far):
        ways = ((-1, -1), (-2, 1))  # of the two fingers, in units of the plane
        points = [
            {"id": i, "x": x + far * way[0] * size, "y": y - far * way[1] * size}
            for i, ((x, y), way) in enumerate(zip(fingers, ways, strict=True))
        ]
        points = [] if kind == "touchEnd" else points
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    scrolled = page.evaluate("scrollY")
    with redrawn(root):
        touch("touchStart", 0)
        for share in (0.25, 0.5, 0.75, 1):
            touch("touchMove", share)
        touch("touchEnd", 1)
    assert values(root) == START | {"a": [1, 3], "b": [4, 3]}
    assert page.evaluate("scrollY") == scrolled
    agree(root)
