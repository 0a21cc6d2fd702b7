"""Trainings that the reader of notebook 12 chooses, and those whose fault the reader names."""

import re

import numpy as np
import pytest

from helpers.exercises import EXERCISES
from helpers.training import practice
from tests.lessons import read
from tools.repository import ROOT

LOOP = EXERCISES["training_loop"].reference
PAGE = {cell.id: cell for cell in read(ROOT / "notebooks" / "12_it_writes.ipynb").cells}
RIGHT = {run: word for run, (word, _) in practice.BROKEN.items()}


@pytest.mark.parametrize("seed", [0, 1])
def test_each_broken_run_shows_what_is_said_of_it(seed):
    changes = {word: change for word, change in practice.BROKEN.values()}
    runs = {word: practice.trained(LOOP, seed=seed, **x) for word, x in changes.items()}
    runs["in order"] = practice.trained(LOOP, seed=seed)
    noise = {word: np.abs(np.diff(run.losses[50:])).mean() for word, run in runs.items()}
    usual, same, low = runs["in order"], runs["same"], runs["low"]
    assert usual.new[-1] < 4 < usual.new[0] < 6
    assert (np.diff(same.losses[5:]) < 0).all()  # "smoothly, without noise"
    assert same.losses[-1] < 3
    assert same.new[-1] > same.new.min() + 0.3  # "turns and rises"
    assert runs["high"].losses.max() > 5 * runs["high"].losses[0]
    assert runs["answer"].new[-1] < 0.4  # "near 0 bits"
    assert low.new[0] - 0.2 < low.new[-1] < low.new[0]  # "hardly fall"
    assert noise["few"] > 4 * noise["in order"]


def test_a_run_learns_from_as_many_names_and_is_asked_of_all_that_are_set_aside():
    drawn = []

    def loop(steps, sample, *_):
        drawn.extend(row.tobytes() for _ in range(20) for row in sample()[0])
        return [1.0] * steps

    for names, most in ((5, 5), (practice.NAMES, 1280)):
        drawn.clear()
        run = practice.trained(loop, names=names)
        assert len(drawn) == 1280
        assert 0.95 * most <= len(set(drawn)) <= most
        assert len(run.losses) == practice.STEPS
        assert len(run.new) == 1  # no step was taken


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"names": 0}, "names: given 0, needed a whole number from 1 to 22334"),
        ({"names": 30_000}, "names: given 30000, needed a whole number from 1"),
        ({"names": 64.0}, "names: given 64.0"),
        ({"d": 15}, "d: given 15, needed a multiple of 4"),
        ({"d": 0}, "d: given 0, needed a multiple of 4"),
        ({"batch": 0}, "batch: given 0, needed a whole number of at least 1"),
        ({"layers": "2"}, "layers: given '2', needed a whole number"),
        ({"rate": "0.1"}, "rate: given"),
        ({"rate": (0, 1)}, "rate: given"),
    ],
)
def test_what_no_run_can_have_is_said(given, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        practice.trained(LOOP, **given)


def told(given):
    return "\n".join(practice.diagnosed(given))


@pytest.mark.parametrize("run", RIGHT)
@pytest.mark.parametrize("word", practice.SHOWS)
def test_a_name_is_answered_by_what_its_curves_show(run, word):
    verdict = "right" if RIGHT[run] == word else f"not {word}"
    said = told({run: word})
    assert f"{run}: {verdict}: {practice.SHOWS[word]}." in said
    assert said.count("not named yet") == 4
    assert said.endswith(f"{int(RIGHT[run] == word)} of 5 are right.")
    others = {x for x in practice.SHOWS.values() if x in said} - {practice.SHOWS[word]}
    assert not others  # nothing else is given away


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("same", "Needed a dictionary, {'A': …}, got the type str."),
        (None, "got the type NoneType"),
        (..., "got the type ellipsis"),
        (["same", "high", "answer", "low", "few"], "got the type list"),
        (("same",), "got the type tuple"),
        ({"same"}, "got the type set"),
        ({"A": "Same."}, "A: right: "),
        ({"A": " same batch "}, "A: right: "),
        ({"B": "the rate is far too high"}, "B: right: "),
        ({"B": "high rate, not low"}, "B: 'high rate, not low' names none of the five, or more"),
        ({"B": "hgih"}, "B: 'hgih' names none of the five, or more than one: same, high, "),
        ({"C": "it sees the ANSWER"}, "C: right: "),
        ({"C": "mask"}, "C: 'mask' names none of the five"),
        ({"C": ""}, "C: '' names none of the five"),
        ({"D": 0.0001}, "D: 0.0001 names none of the five"),
        ({"D": None}, "D: None names none of the five"),
        ({"D": ["low"]}, "D: ['low'] names none of the five"),
        ({"D": "slow"}, "D: 'slow' names none of the five"),
        ({"E": "a few"}, "E: right: "),
        ({"E": "few", "F": "low"}, "There is no run F: the runs are A, B, C, D, E."),
        ({"a": "same"}, "There is no run a: the runs are"),
        ({1: "same"}, "There is no run 1: the runs are"),
        ({}, "A: not named yet."),
        ({"A": "<b>same"}, "A: right: "),
        (RIGHT, "5 of 5 are right."),
        (dict.fromkeys(RIGHT, "high"), "1 of 5 are right."),
    ],
)
def test_whatever_is_handed_in_is_answered(given, said):
    assert said in told(given)


def test_the_page_asks_for_what_is_judged_and_shows_no_answer_before():
    names = {}
    exec(PAGE["diagnosis"].source, names)
    assert [*names["my_diagnosis"]] == [*practice.BROKEN]
    for word in practice.SHOWS:
        assert f"**{word}**" in PAGE["broken-text"].source
        shown = PAGE["broken"].source + PAGE["broken"].outputs[0].text
        assert word not in re.findall(r"[a-z]+", shown)
    assert {*RIGHT.values()} == {*practice.SHOWS}
    way = PAGE["broken-way"].source
    for run, word in RIGHT.items():
        said = f"{practice.SHOWS[word]}. Repair: {practice.REPAIRED[word]}."
        assert f"{run}, <b>{word}</b>: {said}" in way
