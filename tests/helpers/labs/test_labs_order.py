"""The lab of words in another order: its numbers by other arithmetic, its tasks, and dragging."""

import math
from itertools import permutations

import numpy as np
import pytest

from helpers.labs import order
from helpers.labs.engine.session import Session
from helpers.labs.order_lab import (
    BASES,
    FROM,
    LEARNED,
    NAMES,
    NONE,
    ONE_HOT,
    REACH,
    ROTARY,
    SENTENCE,
    SINUSOIDS,
    apart,
    at_places,
    changes,
    order_of,
    outputs,
    scores_by_distance,
)
from tests.helpers.labs.lab_page import redrawn, shows, values

ORDERS = list(permutations(NAMES))[::7]
DISTANCES = range(-REACH, REACH + 1)


def chosen(**values):
    return order.at(order.presets[0]) | values


def loop_outputs(names, masked, layers):
    """Without positions, number by number."""
    X = [list(SENTENCE[name][1]) for name in names]
    for _ in range(layers):
        attended = []
        for i, q in enumerate(X):
            seen = X[: i + 1] if masked else X
            powers = [
                math.exp(sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(8)) for k in seen
            ]
            weights = [p / sum(powers) for p in powers]
            attended.append(
                [sum(w * v[c] for w, v in zip(weights, seen, strict=True)) for c in range(8)]
            )
        X = [[a + b for a, b in zip(x, f, strict=True)] for x, f in zip(X, attended, strict=True)]
    return dict(zip(names, X, strict=True))


# --- what is shown


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("masked", [False, True])
def test_outputs_by_loops(masked, layers):
    for names in ORDERS[:5]:
        ours, theirs = outputs(names, NONE, 10, masked, layers), loop_outputs(names, masked, layers)
        for name in NAMES:
            assert np.allclose(ours[name], theirs[name])


@pytest.mark.parametrize("layers", [1, 2])
def test_without_positions_and_mask_every_output_travels(layers):
    for names in ORDERS:
        moved = changes(chosen(**at_places(names), layers=layers))
        assert max(moved.values()) < 1e-12


@pytest.mark.parametrize("kind", [ONE_HOT, SINUSOIDS, LEARNED, ROTARY])
def test_positions_change_the_outputs_and_tell_equal_words_apart(kind):
    v = chosen(**at_places(NAMES[::-1]), kind=kind, one="the_1", other="the_2")
    assert min(changes(v).values()) > 1e-3
    assert apart(v) > 1e-3
    assert apart(v | {"kind": NONE}) < 1e-12


@pytest.mark.parametrize("base", BASES)
def test_scores_by_distance(base):
    dog, thief = (SENTENCE[name][1] for name in ("dog", "thief"))
    product = sum(a * b for a, b in zip(dog, thief, strict=True))
    assert np.allclose(scores_by_distance(NONE, base), product)
    one, other = scores_by_distance(ONE_HOT, base)  # places 0 to 7 are marked, and no others
    assert np.allclose(one[:REACH], np.add(product, dog))
    assert np.allclose([*one[REACH:], *other], product)
    rotary = []
    for k in DISTANCES:
        pairs = zip(dog[::2], dog[1::2], thief[::2], thief[1::2], range(4), strict=True)
        terms = [
            (complex(a, -b) * complex(c, d) * np.exp(1j * k * base ** (-2 * t / 8))).real
            for a, b, c, d, t in pairs
        ]
        rotary.append(sum(terms))
    assert np.allclose(scores_by_distance(ROTARY, base), [rotary, rotary])
    one, other = scores_by_distance(SINUSOIDS, base)
    assert not np.allclose(one, other)
    i = FROM[0]
    at = [
        math.cos(i * base ** (-2 * (c // 2) / 8))
        if c % 2
        else math.sin(i * base ** (-2 * (c // 2) / 8))
        for c in range(8)
    ]
    both = sum((a + p) * (b + p) for a, b, p in zip(dog, thief, at, strict=True))
    assert one[REACH] == pytest.approx(both)


def test_what_the_settings_say_is_so():
    plain, turned, one, two, sinusoids, learned, rotary = map(order.at, order.presets)
    assert max(changes(plain).values()) == 0
    assert order_of(turned) == ("the_1", "thief", "chases", "the_2", "dog")
    assert max(changes(turned).values()) < 1e-12
    assert changes(one)["thief"] < 1e-12 < 0.1 < changes(one)["dog"]
    assert changes(two)["thief"] > 0.005
    for setting in (sinusoids, learned, rotary):
        assert min(changes(setting).values()) > 0.01
    assert "depends on both places" in order.show(**learned).parts["words"].lines[2]
    assert "distance alone" in order.show(**rotary).parts["words"].lines[2]


# --- the tasks


@pytest.mark.parametrize(
    ("index", "solutions", "misses"),
    [
        (
            0,
            [{"one": "the_1", "other": "the_2"}, {"one": "the_2", "other": "the_1", "layers": 2}],
            [
                {"one": "the_1", "other": "the_1"},
                {"one": "the_1", "other": "thief"},
                {"one": "the_1", "other": "the_2", "causal": True}
                | at_places(("the_1", "the_2", "dog", "chases", "thief")),
                {"one": "the_1", "other": "the_2", "kind": ROTARY},
            ],
        ),
        (
            1,
            [{"kind": ROTARY}, {"kind": ROTARY, "base": 3}],
            [{"kind": NONE}, {"kind": ONE_HOT}, {"kind": SINUSOIDS}, {"kind": LEARNED}],
        ),
        (
            2,
            [
                {"causal": True, "layers": 2}
                | at_places(("the_1", "chases", "dog", "the_2", "thief"))
            ],
            [
                {"causal": True, "layers": 2},
                {"causal": True} | at_places(("the_1", "chases", "dog", "the_2", "thief")),
                {"causal": True, "layers": 2} | at_places(NAMES[::-1]),
                {"layers": 2, "kind": ROTARY}
                | at_places(("the_1", "chases", "dog", "the_2", "thief")),
            ],
        ),
    ],
)
def test_challenges_are_recognised_and_near_misses_are_not(index, solutions, misses):
    solved = order.challenges[index].solved
    assert all(solved(chosen(**values)) for values in solutions)
    assert not any(solved(chosen(**values)) for values in misses)


# --- dragging


def test_a_dragged_word_takes_its_place_and_the_others_make_room():
    session = Session(order)
    for change, wanted in [
        ({"dog": [2, 0]}, ("the_1", "chases", "the_2", "thief", "dog")),
        ({"dog": [0, 2]}, ("the_1", "chases", "dog", "the_2", "thief")),
        ({"thief": [-1.6, 0.4]}, ("thief", "the_1", "chases", "dog", "the_2")),
        ({"thief": [-2, 0]}, ("thief", "the_1", "chases", "dog", "the_2")),
    ]:
        answer = session.change({"number": 1, "change": change})
        assert answer["problems"] == {}
        assert order_of(answer["values"]) == wanted
        assert sorted(answer["values"][name] for name in NAMES) == [[x, 0] for x in range(-2, 3)]


def grip(root, name):
    return root.locator(f"button[data-control={name}]")


def centre(root, name):
    box = grip(root, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(root):
    """Pixels of the screen from one word to the next."""
    return (centre(root, "thief")[0] - centre(root, "the_1")[0]) / 4


def test_dragging_by_mouse(live):
    tab, root = live(order)
    x, y = centre(root, "dog")
    step = place(root)
    with redrawn(root):
        tab.page.mouse.move(x + 5, y - 3)
        tab.page.mouse.down()
        tab.page.mouse.move(x + 5 + 2.2 * step, y + 0.3 * step, steps=8)
        tab.page.mouse.up()
    assert order_of(values(root)) == ("the_1", "chases", "the_2", "dog", "thief")
    shows(root, order)
    assert centre(root, "dog") == pytest.approx((x + 2 * step, y), abs=1)
    assert centre(root, "chases")[0] == pytest.approx(x, abs=1)


def test_arrow_keys_alone(live):
    tab, root = live(order)
    grip(root, "chases").focus()
    for key, wanted in [
        ("ArrowLeft", ("the_1", "chases", "dog", "the_2", "thief")),
        ("ArrowLeft", ("chases", "the_1", "dog", "the_2", "thief")),
        ("Shift+ArrowRight", ("the_1", "dog", "the_2", "thief", "chases")),
    ]:
        with redrawn(root):
            tab.page.keyboard.press(key)
        assert order_of(values(root)) == wanted
        assert grip(root, "chases").evaluate("e => e === document.activeElement")
    label = grip(root, "chases").get_attribute("aria-label")
    assert label.startswith("chases, place 5 of 5.")
    shows(root, order)


def test_dragging_by_touch(live):
    tab, root = live(order, has_touch=True)
    cdp = tab.page.context.new_cdp_session(tab.page)
    x, y = centre(root, "thief")
    step = place(root)
    scrolled = tab.page.evaluate("scrollY")
    with redrawn(root):
        for kind, share in [("Start", 0), ("Move", 0.3), ("Move", 0.7), ("Move", 1), ("End", 1)]:
            points = [] if kind == "End" else [{"id": 0, "x": x - 3 * share * step, "y": y}]
            cdp.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert order_of(values(root)) == ("the_1", "thief", "dog", "chases", "the_2")
    assert tab.page.evaluate("scrollY") == scrolled
    shows(root, order)
