"""The slopes of the graph with two paths that a reader of notebook 10 fills in by pencil."""

from itertools import combinations
from types import SimpleNamespace

import pytest

from helpers.training import two_paths
from helpers.training.two_paths import SLOPES, filled
from tests.helpers.training.test_tape import CELLS

RIGHT = dict(SLOPES)
VALUES = [two_paths.w, two_paths.x, two_paths.u, two_paths.y, two_paths.loss]
NOT_YET = {"loss": 1, "y": ..., "u": ..., "w": ..., "x": ...}


def loss(w=4.0, x=2.0, to_u=0.0, to_y=0.0):
    return (w * x + to_u + x + to_y - 7) ** 2


def test_they_are_those_of_nudges():
    nudged = {"y": loss(to_y=1e-6), "u": loss(to_u=1e-6), "w": loss(w=4 + 1e-6)}
    nudged["x"] = loss(x=2 + 1e-6)
    slopes = {box: (value - loss()) / 1e-6 for box, value in nudged.items()}
    assert slopes == pytest.approx({box: SLOPES[box] for box in slopes}, abs=1e-4)


def test_the_page_s_graph_has_these_boxes_and_its_cell_their_blanks():
    names = {"show": lambda picture: None, "graph": lambda *_: None}
    exec(CELLS["ways-forward"].source, names)
    local = names["local"]
    assert [value for *_, value in names["TWO_PATHS"].values()] == VALUES
    for box in ("y", "u", "w", "x"):
        ways = [SLOPES[end] * factor for (start, end), factor in local.items() if start == box]
        assert sum(ways) == SLOPES[box]
    assert {**dict.fromkeys(SLOPES, ...), "loss": 1} == NOT_YET
    exec(CELLS["ways-fill"].source, names)
    assert names["slopes"] == NOT_YET


def test_it_is_filled_box_by_box():
    slopes, given = dict(NOT_YET), []
    for box, following in zip("yuwx", "yuwx"[1:] + ".", strict=True):
        assert filled(slopes)[1].endswith(f"Next: the slope of {box}.")
        slopes[box] = SLOPES[box]
        given.append(box)
        shown, said = filled(slopes)
        assert shown == {name: SLOPES[name] for name in ("loss", *given)}
        if following != ".":
            assert said == f"Right so far: {', '.join(given)}. Next: the slope of {following}."
    assert said == "Right, every slope: x gets 24 through u, and 6 past it."


@pytest.mark.parametrize("slope", [30.25, 30.0, "30"])  # 30.25 is what a nudge of 0.01 gives
def test_what_is_close_enough_is_right(slope):
    assert filled({**RIGHT, "x": slope})[1].startswith("Right, every slope")


WRONG = [  # a box, its slope, what is said
    ("loss", 9, "if the loss grows by 1"),
    ("y", 9, "the value of the loss"),
    ("y", 3, "twice what is squared"),
    ("y", 20, "twice y, and what is squared is y − 7"),
    ("y", 1, "The loss is its square"),
    ("y", 10, "the value of the box"),
    ("y", -6, "the sign is wrong"),
    ("y", 5, "grows 2 (y − 7) times as fast as y"),
    ("u", 1, "the local slope alone"),
    ("u", 7, "multiplied, not added"),
    ("u", 12, "y = u + x grows by 1 if u does"),
    ("u", 8, "the value of the box"),
    ("u", 9, "Multiply the slope of y by that"),
    ("w", 24, "the wrong factor"),
    ("w", 2, "the local slope alone"),
    ("w", 8, "multiplied, not added"),
    ("w", 6, "the local slope is missing"),
    ("w", 4, "the value of the box"),
    ("w", 5, "how much does w · x grow?"),
    ("x", 24, "24 comes back through u alone. x has a path past u, too."),
    ("x", 6, "6 comes back past u alone. x has a path through u, too."),
    ("x", 144, "is added, not multiplied"),
    ("x", 25, "past u, too, the slope of y comes back"),
    ("x", 16, "multiplied, not added"),
    ("x", 5, "the local slope alone"),
    ("x", 12, "the wrong factor"),
    ("x", 18, "this is 24 − 6, or 6 · 2 + 6"),
    ("x", 2, "the value of the box"),
    ("x", 20, "through u and past it, and add"),
    ("x", "much", "a number is needed"),
    ("x", [30], "a number is needed"),
    ("x", float("nan"), "through u and past it, and add"),
]


@pytest.mark.parametrize(("box", "slope", "why"), WRONG)
def test_a_wrong_slope_is_told_what_is_wrong(box, slope, why):
    shown, said = filled({**RIGHT, box: slope})
    assert shown == {**RIGHT, box: f"{slope} ?"}
    assert said.startswith("Right so far: ")
    assert f"Wrong at {box}: " in said
    assert why in said


def test_all_boxes_have_different_numbers_but_for_the_slope_that_a_sum_hands_on():
    assert len({*VALUES, *SLOPES.values()}) == len(VALUES) + len(SLOPES) - 1


def test_a_mistake_is_not_taken_for_another():
    for box, pairs in two_paths.MISTAKES.items():
        numbers = [SLOPES[box], -SLOPES[box], *(number for number, _ in pairs)]
        assert not [pair for pair in combinations(numbers, 2) if two_paths.is_near(*pair)]


def test_each_known_mistake_is_tried_here():
    known = {why for pairs in two_paths.MISTAKES.values() for _, why in pairs}
    said = {why for box, slope, _ in WRONG for why in [two_paths.mistake(box, slope)]}
    assert known | {*two_paths.OTHERWISE.values(), two_paths.SIGN} <= said


def test_what_follows_from_a_wrong_slope_waits_for_it():
    _, said = filled({**RIGHT, "u": 7, "w": 14, "x": 34})
    assert said.endswith("Wrong at w: mend u first. Wrong at x: mend u first.")
    assert "mend" not in filled({**RIGHT, "u": 7, "x": 24})[1]
    _, said = filled({"loss": 1, "y": 3, "u": 3, "w": 6, "x": 15})  # all right by the first of them
    assert [said.count(f"Wrong at {box}: mend y first.") for box in "uwx"] == [1, 1, 1]


@pytest.mark.parametrize("given", [[1, 6, 6, 12, 30], ..., None, 30])
def test_what_is_no_dictionary_is_said(given):
    assert filled(given) == ({}, "Needed: a dictionary with the slopes of loss, y, u, w, x.")


def test_what_is_left_out_is_asked_for():
    assert filled({})[1] == "Next: the slope of loss."
    assert filled({"y": 6})[1] == "Right so far: y. Next: the slope of loss."


def test_the_cell_of_the_page_says_it():
    told, names = [], {"two_paths": two_paths, "TWO_PATHS": {}, "local": {}}
    names["blanks"] = SimpleNamespace(RUNS={})
    names |= {"graph": lambda *given: given[-1], "aside": lambda *said: told.extend(said)}
    exec(CELLS["ways-filled"].source, {**names, "slopes": {"y": 6, "x": 24}})
    assert told[0] == {"y": 6, "x": "24 ?"}
    assert "Wrong at x: 24 comes back through u alone" in told[1]
    assert names["blanks"].RUNS == {"the slopes by pencil": False}
