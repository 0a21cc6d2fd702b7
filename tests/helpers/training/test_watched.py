"""A loop of notebook 10 is watched as it is: its own order, and what it puts where."""

import numpy as np
import pytest

from helpers.training import tape, watched
from helpers.training.watched import NAMES, VALUES
from tests.helpers.training.test_tape import back as of_the_page

RIGHT = [12, 30, 6, 6, 6, 6, 1]


def ends(loop):
    return list(watched.turns(loop)[-1].slopes)


def order(loop):
    return [NAMES[turn.box] for turn in watched.turns(loop)[1:]]


def test_the_graph_is_computed_and_its_slopes_are_those_of_nudges():
    assert [round(watched.nudged(box), 6) for box in range(len(VALUES))] == RIGHT
    assert ends(tape.back) == RIGHT
    w, x, *_, constant, _, _ = VALUES
    assert VALUES[-1] == (w * x + x + constant) ** 2


def test_a_fault_shows_in_its_slopes():
    assert ends(watched.replacing) == [6, 12, 3, 3, 3, 3, 1]
    assert ends(watched.from_the_first) == [0, 0, 0, 0, 0, 6, 1]
    assert order(tape.back) == order(watched.replacing) == ["loss", "e", "y", "u"]
    assert order(watched.from_the_first) == ["u", "y", "e", "loss"]


def test_what_a_loop_sends_is_known():
    before, loss, *_, u = watched.turns(tape.back)
    assert before.slopes == (0, 0, 0, 0, 0, 0, 1)
    assert [(s.before, s.after, s.is_added) for s in loss.sent] == [(0, 3, True), (3, 6, True)]
    assert [(NAMES[s.to], s.before, s.after) for s in u.sent] == [("w", 0, 12), ("x", 6, 30)]
    last = watched.turns(watched.replacing)[-1]
    assert [(s.before, s.after, s.is_added) for s in last.sent] == [(0, 6, False), (3, 12, False)]


def begun(loss):
    order = tape.order_of(loss)
    for value in order:
        value.slope = 0.0
    loss.slope = 1.0
    return order


def by_numbers(loss):
    order = begun(loss)
    for i in range(len(order) - 1, -1, -1):
        for path in order[i].paths:
            path[0].slope = path[1] * order[i].slope + path[0].slope


def as_arrays(loss):
    for value in begun(loss)[::-1]:
        for before, local in value.paths:
            before.slope = np.add(before.slope, np.multiply(value.slope, local))


def without_the_local(loss):
    for value in begun(loss)[::-1]:
        for before, _ in value.paths:
            before.slope += value.slope


@pytest.mark.parametrize("loop", [of_the_page, by_numbers, as_arrays])
def test_other_loops_are_watched_too(loop):
    assert watched.turns(loop) == watched.turns(tape.back)
    assert order(loop) == ["loss", "e", "y", "u"]
    assert all(sent.is_added for turn in watched.turns(loop)[1:] for sent in turn.sent)


def test_a_loop_that_leaves_out_the_local_slope_is_watched():
    assert ends(without_the_local) == [2, 4, 2, 2, 2, 2, 1]


def astray(loss):
    for value in begun(loss)[::-1]:
        for _, local in value.paths:
            value.slope = value.slope + value.slope * local


def stopped(loss):
    begun(loss)
    raise KeyboardInterrupt


def endless(loss):
    order = begun(loss)
    while order:
        for before, local in order[-1].paths:
            before.slope += order[-1].slope * local


@pytest.mark.parametrize(
    "loop", [endless, lambda loss: 1 / 0, lambda loss: None, lambda: None, astray, stopped]
)
def test_what_cannot_be_watched_has_no_turns(loop):
    assert watched.turns(loop) == ()


def test_the_reader_s_loop_is_kept():
    assert watched.readers() == ()
    try:
        assert watched.follow(watched.replacing) == "The lab below steps through your loop."
        assert watched.readers() == watched.turns(watched.replacing)
    finally:
        own = "The lab below steps through the series' own loop."
        assert watched.follow(stopped) == watched.follow(tape.back) == own
    assert watched.readers() == ()
