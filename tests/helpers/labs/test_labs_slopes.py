"""The lab of slopes: its slopes by nudges and by other arithmetic, what its settings say."""

import math
import re
from itertools import combinations, product

import numpy as np
import pytest

from helpers.data import examples
from helpers.exercises.n10_slopes import TURNED, attend, loss
from helpers.labs import slopes
from helpers.labs.slopes_head import AFTER, learned
from helpers.labs.slopes_lab import (
    ALL,
    BOTTOM,
    SOFT,
    STEP,
    TO_X,
    TWO,
    WORDS,
    Product,
    slopes_of,
)
from helpers.labs.slopes_loop import LAST, REPLACES, TURNS, WRONG_ORDER, YOURS
from helpers.training import tape, watched
from tests.helpers.crowded import around, crowded, keyed
from tests.helpers.labs.lab_page import setting
from tests.helpers.training.test_tape import back as of_the_page

NUMBERS = (-2.5, 0.0, 3.0)


def nudged(function, x):
    return (function(x + 1e-5) - function(x - 1e-5)) / 2e-5


@pytest.mark.parametrize("two_ways", [False, True])
def test_slopes_agree_with_nudges(two_ways):
    for w, x, target in product(NUMBERS, NUMBERS, (-8, 4)):
        here = Product(w, x, target, two_ways)
        by_w = nudged(here.loss, w)
        by_x = nudged(lambda x, w=w, t=target: Product(w, x, t, two_ways).loss(), x)
        assert (here.to_w, here.to_x) == pytest.approx((by_w, by_x), abs=1e-6)


def test_the_slopes_of_scores_agree_with_nudges():
    scores = np.array([1.0, 2.0, -1.0])
    for j, slope in enumerate(slopes_of(scores)):

        def loss(score, j=j):
            moved = [score if k == j else scores[k] for k in range(3)]
            return math.log(sum(map(math.exp, moved))) - moved[0]

        assert slope == pytest.approx(nudged(loss, scores[j]), abs=1e-8)


def view(preset, **changes):
    return slopes.show(**setting(slopes, preset) | {"stage": ALL} | changes)


def backward(drawing):
    """{the two ends: the arrow that runs back between them}."""
    return {tuple(key.split()): arrow for key, (arrow, *_) in keyed(drawing, "back ").items()}


def test_arrows_back_are_as_wide_as_what_comes_back():
    arrows = backward(view("Two paths").parts["graph"])
    assert arrows["x", "u"].width == pytest.approx(4 * arrows["x", "y"].width)  # 24 and 6
    assert arrows["u", "y"].width == arrows["y", "loss"].width
    assert not backward(view("At the bottom").parts["graph"])


@pytest.mark.parametrize("w", [-4.0, 1.5, 3.0])
@pytest.mark.parametrize("preset", ["Slopes run back", "Two paths", "Softmax"])
def test_no_arrow_lies_on_a_box_or_on_another_arrow_and_no_text_on_another(preset, w):
    drawn = view(preset, w=w).parts["graph"]
    assert crowded(drawn) == []
    boxes = [shapes[0].boxes[0] for shapes in keyed(drawn, "box ").values()]
    arrows = [
        arrow for name in ("forward ", "back ") for (arrow, *_) in keyed(drawn, name).values()
    ]
    for arrow in arrows:
        for x, y in np.linspace(arrow.start, arrow.end, 50):
            assert not any(
                left < x < left + across and top < y < top + down
                for left, top, across, down in boxes
            )
    for one, other in combinations(arrows, 2):
        between = [
            min(np.linalg.norm(np.subtract(a, b)) for b in np.linspace(other.start, other.end, 50))
            for a in np.linspace(one.start, one.end, 50)
        ]
        assert min(between) > (one.width + other.width) / 2


def test_the_piece_goes_forward_and_then_back():
    def at(stage):
        return slopes.show(**setting(slopes, "Slopes run back") | {"stage": stage})

    reached = [len(backward(at(stage).parts["graph"])) for stage in range(1, ALL + 1)]
    assert reached == [0, 0, 0, 0, 1, 2, 3, 3, 3, 3]
    coming = [at(stage).parts["graph"].description.count("still to come") for stage in (1, 2, 3)]
    assert coming == [2, 1, 0]
    losses = [float(at(stage).spoken.split()[-1].rstrip(".")) for stage in (TO_X, STEP, BOTTOM)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.02
    *others, last = (at(stage).sentence for stage in range(1, ALL + 1))
    assert all(others)
    assert not last  # the setting's own stands


def test_a_stage_says_nothing_that_is_false_of_the_numbers():
    def said(stage, **changes):
        return slopes.show(
            **setting(slopes, "Slopes run back") | {"stage": stage} | changes
        ).sentence

    for stage in range(1, ALL):
        assert said(stage, w=-4.0)
        assert not said(stage, graph=TWO)  # where y is more than w times x
    assert not said(STEP, w=2.0)  # the loss is 0 before the step
    assert not said(BOTTOM, x=0.5)


def test_what_the_settings_say_is_so():
    assert "w is 3.5, slope 12; x is 2, slope 21; y = w · x is 7, slope 6" in words(
        "Slopes run back"
    )
    assert "x is 2, slope 30" in words("Two paths")
    assert "24 through u and 6 past it, together 30" in "".join(
        view("Two paths").parts["words"].lines
    )
    assert "w is 2, slope 0; x is 2, slope 0" in words("At the bottom")
    assert slopes_of([1, 2, -1])[0] < 0 < slopes_of([1, 2, -1])[2]


@pytest.mark.parametrize("two_ways", [False, True])
def test_no_box_has_its_value_as_its_slope_at_first(two_ways):
    values = setting(slopes, "Slopes run back")
    here = Product(*(values[name] for name in ("w", "x", "target")), two_ways)
    boxes = [(here.w, here.to_w), (here.x, here.to_x), (here.y, here.to_y), (here.loss(), 1)]
    boxes.append((here.w * here.x, here.to_y))
    assert [box for box in boxes if box[0] == box[1]] == []


def words(preset):
    return view(preset).parts["graph"].description


def test_a_control_that_has_no_effect_is_not_seen():
    others = {*WORDS, "turn", "loop", "after"}
    assert {*view("Two paths").off} == {*others, "stage"}
    assert {*view("At the bottom").off} == others
    assert "target" in view("Softmax").off
    everything = {control.name for control in slopes.controls} - {"graph"}
    assert everything - {*view("Your loop").off} == {"turn", "loop"}
    assert everything - {*view("A head learns").off} == {"after"}
    assert setting(slopes, "Softmax")["graph"] == SOFT
    assert setting(slopes, "Two paths")["graph"] == TWO


def test_where_w_has_moved_on_its_first_value_is_not_in_sight():
    (preset,) = (preset for preset in slopes.presets if preset.name == "Slopes run back")
    for values in slopes.way(preset):
        view = slopes.show(**values)
        begun = re.search(r"w is 3\.5[;,]", view.parts["graph"].description) is not None
        assert begun == ("w" not in view.off)


# --- a loop, box by box -------------------------------------------------------------------------


def said(loop=YOURS, turn=LAST):
    return looped(loop, turn).sentence


def looped(loop=YOURS, turn=LAST):
    return slopes.show(**setting(slopes, "Your loop") | {"loop": loop, "turn": turn})


def stands_out(drawing):
    """The boxes that are drawn as the one that sends."""
    return [name for name, shapes in keyed(drawing, "box ").items() if shapes[1].outline == 4]


@pytest.fixture
def theirs():
    """Follow a reader's loop, and forget it."""
    yield watched.follow
    watched.follow(tape.back)


def test_the_loop_goes_box_by_box():
    assert [said(turn=turn) for turn in TURNS] == [
        "The series' own loop has taken no box yet. The slope of the loss is 1.",
        "The loss has the slope 1. e gets 0 + 1 · 3 + 1 · 3 = 6.",
        "e has the slope 6. y gets 0 + 6 = 6.",
        "y has the slope 6. u gets 0 + 6 = 6. x gets 0 + 6 = 6.",
        "u has the slope 6. w gets 0 + 6 · 2 = 12. x gets 6 + 6 · 4 = 30.",
        "The series' own loop gives w 12 and x 30; nudges give w 12 and x 30. All slopes agree.",
    ]
    drawn = [looped(turn=turn).parts["graph"] for turn in TURNS]
    assert [stands_out(d) for d in drawn] == [[], ["loss"], ["e"], ["y"], ["u"], []]
    assert [len(backward(d)) for d in drawn] == [0, 1, 2, 4, 6, 6]
    assert "from u to x + 6 · 4" in drawn[4].description
    assert "from y to x" not in drawn[4].description  # that was a step before


def test_a_slope_that_is_replaced_is_said_to_be_lost():
    assert said(REPLACES, 4) == (
        "u has the slope 3. w gets 3 · 2 = 6. x gets 3 · 4, and the 3 is lost: 12."
    )
    assert said(REPLACES).endswith("w 6 and x 12; nudges give w 12 and x 30. Wrong: w, x, u, y, e.")
    assert "slope 12, not 30" in looped(REPLACES).parts["graph"].description


def test_a_wrong_order_is_seen_as_wrong(theirs):
    theirs(watched.faulty(is_from_the_loss=False))
    drawn = [looped(turn=turn).parts["graph"] for turn in TURNS]
    assert [stands_out(d) for d in drawn] == [[], ["u"], ["y"], ["e"], ["loss"], []]
    assert said(turn=1).startswith("u is taken too early: its slope is still 0")
    assert said().startswith("Your loop gives w 0 and x 0; nudges give w 12 and x 30. Wrong: ")
    for turn in TURNS[1:-1]:
        assert said(turn=turn) == said(WRONG_ORDER, turn)


def test_the_reader_s_own_loop_is_the_one_that_is_stepped_through(theirs):
    theirs(of_the_page)
    assert said(turn=0).startswith("Your loop has taken no box yet.")
    assert said() == ("Your loop gives w 12 and x 30; nudges give w 12 and x 30. All slopes agree.")
    assert said(REPLACES).startswith("The loop with = gives w 6")


@pytest.mark.parametrize(("factor", "slope"), [(np.nan, "nan"), (2, "120")])
def test_the_end_is_what_the_last_of_all_turns_has_left(theirs, factor, slope):
    def twice(loss):
        of_the_page(loss)
        for value in tape.order_of(loss):  # more turns than the lab has steps
            for before, _ in value.paths:
                before.slope = before.slope * factor

    theirs(twice)
    assert said().startswith("Your loop gives w ")
    assert "Wrong: w, x, " in said()
    assert f"slope {slope}, not 30" in looped().parts["graph"].description


def test_a_loop_that_ends_early_says_so(theirs):
    def short(loss):
        for value in tape.order_of(loss):
            value.slope = 0.0
        loss.slope = 1.0
        for before, _ in loss.paths:
            before.slope = before.slope + loss.slope

    theirs(short)
    assert said(turn=1) == "The loss has the slope 1. e gets 0 + 1 + 1 = 2."
    assert said(turn=2) == "Your loop takes no more boxes."
    assert "Wrong: " in said()


@pytest.mark.parametrize("loop", [YOURS, REPLACES, WRONG_ORDER])
def test_the_pictures_of_a_loop_are_not_crowded(loop):
    for turn in TURNS:
        drawn = looped(loop, turn).parts["graph"]
        assert crowded(drawn) == []
        for ends, arrow in backward(drawn).items():
            for word in keyed(drawn, "factor ").get(" ".join(ends), ()):
                _, _, right, _ = around(word)
                is_upright = arrow.start[0] == arrow.end[0]
                assert not is_upright or right < arrow.start[0] - arrow.width / 2


# --- a head that learns -------------------------------------------------------------------------


def test_the_head_of_the_lab_learns_as_that_of_the_page():
    W_V = examples.TOO_TIRED.W_V
    for steps in AFTER:
        W_Q, weights, _, total = learned()[steps]
        assert total == pytest.approx(loss(np.hstack([W_Q, W_V])), abs=1e-12)
        for name, toy in (("tired", examples.TOO_TIRED), ("wide", examples.TOO_WIDE)):
            assert np.allclose(weights[name], attend(toy, np.hstack([W_Q, W_V])).weights[2])
    assert np.array_equal(learned()[0][0], TURNED)
    losses = [stop[-1] for stop in learned()]
    assert losses == sorted(losses, reverse=True)


def test_the_head_turns_its_look():
    def sentence(after):
        return slopes.show(**setting(slopes, "A head learns") | {"after": after}).sentence

    assert "tired “it” looks most at street (0.80), a wide one at animal (0.80)" in sentence(0)
    assert "tired “it” looks most at animal (0.77), a wide one at street (0.77)" in sentence(20)
    for after in AFTER:
        drawn = slopes.show(**setting(slopes, "A head learns") | {"after": after}).parts["head"]
        assert crowded(drawn) == []
