"""The labs without a browser: what holds of every one, and that nothing breaks it."""

import json

import numpy as np
import pytest

from helpers.labs import LABS
from helpers.labs.controls import NONSENSE
from helpers.labs.lab import Session
from helpers.labs.live import Live, difference, still


def by_name(lab):
    return lab.name


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_every_control_takes_all_its_values_at_every_preset(lab):
    for index in range(len(lab.presets)):
        session = Session(lab)
        for name, control in session.controls.items():
            session.change({"number": 1, "preset": index})
            for value in control.trials(session.values[name]):
                answer = session.change({"number": 2, "change": {name: value}})
                assert (answer["error"], answer["problems"]) == ("", {}), (name, value)
                check(answer)


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_nonsense_gets_a_message_and_changes_nothing(lab):
    for name, control in Session(lab).controls.items():
        for value in NONSENSE:
            session = Session(lab)
            before = session.values
            try:
                control.clean(value, before[name])
            except ValueError:
                answer = session.change({"number": 1, "change": {name: value}})
                assert session.values == before, (name, value)
                assert list(answer["problems"]) == [name], (name, value)
                assert answer["error"] == "", (name, value)
                assert len(answer["problems"][name]) < 120
                check(answer)


def test_a_challenge_is_solved_by_choosing_not_by_passing_over():
    session = Session(LABS[1])
    for message, solved in [
        ({"change": {"sentence": "your own words", "attention": "self"}}, False),
        ({"change": {"projected": False}}, False),
        ({"change": {"cell": [0, 2]}, "peek": True}, False),
        ({"change": {"cell": [0, 2]}, "peek": False}, True),
        ({"change": {"cell": [0, 0]}}, True),  # and it stays so
    ]:
        answer = session.change({"number": 1, **message})
        assert answer["problems"] == {}
        assert answer["solved"][0] is solved


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_a_thousand_random_events(lab):
    random = np.random.default_rng(0)
    session = Session(lab)
    for number in range(1, 1001):
        if random.random() < 0.1:
            message = {"preset": int(random.integers(-1, len(lab.presets) + 1))}
        else:
            names = random.choice(list(session.controls), size=random.integers(1, 3), replace=False)
            trials = {
                str(name): session.controls[name].trials(session.values[name]) for name in names
            }
            trials = {
                name: (values + NONSENSE)[: len(values) + 4] for name, values in trials.items()
            }
            message = {"change": {n: v[random.integers(len(v))] for n, v in trials.items()}}
        answer = session.change({"number": number, **message})
        assert answer["error"] == "", message
        assert answer["number"] == number
        check(answer)


def check(answer):
    """An answer is JSON without NaN, and every part has its title; drawings describe themselves."""
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert answer["say"]
    for part in answer["parts"].values():
        assert part["title"]
        if part["kind"] == "drawing":
            assert len(part["description"].split()) > 4
        if part["kind"] == "matrix":
            assert " ↓ " in part["corner"]
            assert {len(row) for row in part["cells"]} == {len(part["columns"])}
            assert len(part["cells"]) == len(part["rows"])


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_presets_and_challenges_are_for_a_lecture(lab):
    assert len(lab.presets) >= 4
    assert 2 <= len(lab.challenges) <= 3
    for preset in lab.presets:
        assert preset.sentence.endswith(".")
        assert set(preset.values) <= {control.name for control in lab.controls}
    for challenge in lab.challenges:
        assert not challenge.solved(lab.at(lab.presets[0])), "solved before it begins"


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_stepping_through_presets_solves_nothing(lab):
    session = Session(lab)
    for index in range(len(lab.presets)):
        session.change({"number": index, "preset": index})
    assert not any(session.solved)


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_showing_changes_no_values(lab):
    for preset in lab.presets:
        values = lab.at(preset)
        before = json.dumps(values)
        assert lab.show(**values) is not None
        assert json.dumps(values) == before


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_the_still_has_pictures_and_says_what_it_is(lab):
    output = still(lab)
    assert set(output) == {"text/html", "text/plain"}
    assert f"lab-still-{lab.name}" in output["text/html"]
    assert "Run this cell" in output["text/plain"]
    assert still(lab) == output


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_differences_rebuild_the_answer(lab):
    """What live.py sends, applied as lab.js applies it, gives the whole answer."""
    widget, sent = Live(lab), []
    widget.send = lambda message: sent.append(json.loads(json.dumps(message)))
    seen = json.loads(json.dumps(widget.shown))
    for index in range(len(lab.presets)):
        widget._on_change(None, {"number": index + 1, "preset": index}, [])
        seen = changed(seen, sent.pop())
        assert seen == json.loads(json.dumps(widget.shown)) == widget.session.answer


def changed(value, change):
    if "=" in change:
        return change["="]
    for key, part in change.items():
        key = int(key) if isinstance(value, list) else key
        value[key] = changed(value[key], part)
    return value


def test_a_difference_is_small():
    before = {"parts": {"a": {"cells": [["1", "2"], ["3", "4"]]}, "b": 1}, "n": 1}
    after = {"parts": {"a": {"cells": [["1", "2"], ["3", "5"]]}, "b": 1}, "n": 2}
    cells = {"cells": {1: {"=": ["3", "5"]}}}
    assert difference(before, after) == {"parts": {"a": cells}, "n": {"=": 2}}
    assert difference([1], [1, 2]) == {"=": [1, 2]}
