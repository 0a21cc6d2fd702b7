"""The votes of rounds that come again; test_room.py has what counts, and what changes nothing."""

import pytest

from tools.vote import ballots
from tools.vote.ballots import Ballots


@pytest.fixture
def box():
    box = Ballots({"shift": "abcd", "larger": "abc"})
    box.ask("shift", 0)
    return box


def test_a_second_round_begins_anew_and_the_first_is_kept(box):
    box.vote("phone", "shift", 0, "a")
    box.ask("shift", 1)
    assert box.counts() == [0, 0, 0, 0]
    assert not box.vote("phone", "shift", 0, "b")
    assert box.vote("phone", "shift", 1, "b")
    box.ask("shift", 0)
    assert box.counts() == [1, 0, 0, 0]


@pytest.mark.parametrize(("name", "number"), [("foreign", 0), ("shift", -1), ("shift", "0")])
def test_only_a_question_of_the_notebook_is_asked(box, name, number):
    with pytest.raises(ValueError, match="needed a question, a round"):
        box.ask(name, number)


def test_no_more_devices_are_counted_than_fit_a_room(box):
    for device in range(ballots.MOST + 5):
        box.vote(device, "shift", 0, "a")
    assert box.counts() == [ballots.MOST, 0, 0, 0]
    assert box.vote(3, "shift", 0, "b")  # who has voted may still change their mind
