"""A loop of notebook 10 is watched as it is: its own order, and what it puts where."""

import numpy as np
import pytest

from helpers.exercises import FUNCTIONS
from helpers.training import watched
from helpers.training.watched import MADE, NAMES, VALUES
from tests.helpers.training.test_tape import CELLS

RIGHT = [12, 30, 6, 6, 6, 6, 1]


def ends(loop):
    return list(watched.turns(loop)[-1].slopes)


def order(loop):
    return [NAMES[turn.box] for turn in watched.turns(loop)[1:]]


def test_the_graph_is_computed_and_its_slopes_are_those_of_nudges():
    for box, sign, left, right in MADE:
        one, other = VALUES[left], VALUES[right]
        assert VALUES[box] == (one * other if sign == "*" else one + other)
    assert [round(watched.nudged(box), 6) for box in range(len(VALUES))] == RIGHT
    assert ends(watched.adding) == RIGHT
    w, x, *_, constant, _, _ = VALUES
    assert VALUES[-1] == (w * x + x + constant) ** 2


def test_a_fault_shows_in_its_slopes():
    assert ends(watched.replacing) == [6, 12, 3, 3, 3, 3, 1]
    assert ends(watched.from_the_first) == [0, 0, 0, 0, 0, 6, 1]
    assert order(watched.adding) == order(watched.replacing) == ["loss", "e", "y", "u"]
    assert order(watched.from_the_first) == ["u", "y", "e", "loss"]


def test_what_a_loop_sends_is_known():
    before, loss, *_, u = watched.turns(watched.adding)
    assert before.slopes == (0, 0, 0, 0, 0, 0, 1)
    assert [(s.before, s.after, s.is_added) for s in loss.sent] == [(0, 3, True), (3, 6, True)]
    assert [(NAMES[s.to], s.before, s.after) for s in u.sent] == [("w", 0, 12), ("x", 6, 30)]
    last = watched.turns(watched.replacing)[-1]
    assert [(s.before, s.after, s.is_added) for s in last.sent] == [(0, 6, False), (3, 12, False)]


def by_numbers(values, made):
    slopes = np.zeros_like(values)
    slopes[-1] = 1
    for i in range(len(made) - 1, -1, -1):
        left, right = made[i][2], made[i][3]
        to = slopes[made[i][0]]
        slopes[left] = slopes[left] + to * (values[right] if made[i][1] == "*" else 1)
        slopes[right] = slopes[right] + to * (values[left] if made[i][1] == "*" else 1)
    return slopes


def by_a_slice(values, made):
    slopes = np.zeros_like(values)
    slopes[-1] = 1
    for box, sign, left, right in made[::-1]:
        for this, other in ((left, right), (right, left)):
            slopes[this] += slopes[box] * (values[other] if sign == "*" else 1)
    return slopes


def with_pairs(values, made):  # a square gets one of its two slopes
    slopes = np.zeros_like(values)
    slopes[-1] = 1
    for box, sign, left, right in reversed(made):
        factors = values[[right, left]] if sign == "*" else 1
        slopes[[left, right]] += slopes[box] * factors
    return slopes


@pytest.mark.parametrize("loop", [by_numbers, by_a_slice])
def test_other_loops_are_watched_too(loop):
    assert ends(loop) == RIGHT
    assert order(loop) == ["loss", "e", "y", "u"]
    assert all(sent.is_added for turn in watched.turns(loop)[1:] for sent in turn.sent)


def test_a_loop_that_writes_two_at_once_is_watched():
    assert ends(with_pairs)[0] == 6
    assert order(with_pairs) == ["loss", "e", "y", "u"]


def astray(values, made):
    slopes = np.zeros_like(values)
    for box, *_ in reversed(made):
        slopes[box] += 1
    return slopes


@pytest.mark.parametrize(
    "loop",
    [
        lambda values, made: 1 / 0,
        lambda values, made: [0.0] * len(values),
        lambda values, made: None,
        lambda values, made: np.zeros_like(values)[1:],
        astray,
    ],
)
def test_what_cannot_be_watched_has_no_turns(loop):
    assert watched.turns(loop) == ()


def test_the_loop_of_the_exercise_can_be_watched():
    names = {"np": np}
    exec(FUNCTIONS["tape_back"].solution, names)
    assert ends(names["my_tape"]) == RIGHT
    assert watched.turns(names["my_tape"]) == watched.turns(watched.adding)


def test_the_reader_s_loop_is_kept():
    assert watched.readers() == ()
    try:
        assert watched.follow(watched.replacing) == "The lab below steps through your loop."
        assert watched.readers() == watched.turns(watched.replacing)
    finally:
        assert "the series' own loop: yours does not run" in watched.follow(None)
    assert watched.readers() == ()


def test_a_loop_with_its_dots_is_told_so():
    names = {"np": np, "check": lambda *_: None}
    exec(CELLS["check-tape_back"].source, names)
    expected = (
        "The lab below steps through the series' own loop: in yours, the dots are still there."
    )
    assert watched.follow(names["my_tape"]) == expected
