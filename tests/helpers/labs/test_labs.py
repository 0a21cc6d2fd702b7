"""The labs without a browser: what holds of every one, and that nothing breaks it."""

import json
import re
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from helpers import labs
from helpers.drawing.drawing import Drawing
from helpers.labs import LABS, block, masks, scores, softmax, train
from helpers.labs.block_lab import REAL
from helpers.labs.engine.controls import STEP, Choice, Numbers, Pick, Point, Switch, Text, Toggles
from helpers.labs.engine.live import Live, still
from helpers.labs.engine.session import Session
from helpers.labs.language_lab.language_lab import ALL_ON, BARS
from helpers.labs.scores_lab import DOG, TEXTS
from helpers.labs.sentences import Sentence
from helpers.language import minilm
from tests.helpers.crowded import crowded
from tests.helpers.figures.test_drawn import all_of, points_of
from tests.models import needs_minilm

NONSENSE = [None, "", "abc", "1e999", "nan", "<img src=x onerror=alert(1)>", -1, 10**400, [], {}]
NONSENSE += [[None, None], [[]], [["x"]], True, [1, 2, 3], "१२ ३", [float("nan"), 0], [10**400, 0]]

BY_HAND = re.compile(r"\b(click|drag|hover|press|tap|type)\b", re.IGNORECASE)


def by_name(lab):
    return lab.name


def trials(control, before):
    """Values that a control takes."""
    match control:
        case Choice(kind="run"):  # a long way, of which one is the beginning
            return list(control.options[:4])
        case Choice():
            return list(control.options)
        case Switch():
            return [True, False]
        case Sentence() if not minilm.is_installed():
            return [before]
        case Text(name="sequence" | "beginning"):  # what the task of a training can read, letters
            return [before, before.upper()]
        case Text(most=most):
            return ["a", "one two three", "<b>bold</b> & so", " ".join("abcdefgh"[:most])]
        case Point():
            edge = control.limit
            return [[0, 0], [edge, -edge], [-edge, edge], [1.234, 0.5], [0, STEP]]
        case Pick():
            return [[0, 0], [1, 2], [7, 7]]
        case Toggles():
            flipped = [list(row) for row in before]
            flipped[-1][0] = not flipped[-1][0]
            inverted = [[not x for x in row] for row in before]
            alike = [[[on] * len(row) for row in before] for on in (False, True)]
            return [flipped, inverted, *alike]
        case Numbers():
            other = [list(row) for row in before]
            other[0][-1] = "-2.5"
            return [other, *([[x] * len(row) for row in before] for x in (0, 1e-3))]


def drawing_once(lab):
    """The same lab, which keeps what it has shown: the same values give the same view."""
    views = {}

    def show(**values):
        key = repr(values)
        if key not in views:
            views[key] = lab.show(**values)
        return views[key]

    return replace(lab, show=show)


def test_a_lab_is_called_as_its_file_is(monkeypatch):
    monkeypatch.delattr("helpers.labs.softmax_lab.softmax")
    with pytest.raises(
        ImportError, match=r"^helpers/labs/softmax_lab\.py has no lab named softmax"
    ):
        _ = labs.LABS


def test_a_lab_without_its_brackets_says_how_it_is_called():
    assert repr(labs.softmax) == "The lab softmax. labs.softmax() puts it on the page."


def test_a_choice_starts_with_one_of_its_options():
    with pytest.raises(ValueError, match="start of the control 'factor': given 3, needed one of"):
        Choice("factor", "the scores times", (1, 2), 3)


@pytest.mark.sample("softmax", "masks")
@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_every_control_takes_its_values_at_every_preset(lab):
    """All of them at the first preset, then the first and the last."""
    session = Session(drawing_once(lab))
    for index in range(len(lab.presets)):
        for name, control in session.controls.items():
            session.change({"number": 1, "preset": index})
            values = trials(control, session.state.values[name])
            for value in values[:: 1 if index == 0 else max(1, len(values) - 1)]:
                answer = session.change({"number": 2, "change": {name: value}})
                assert (answer["error"], answer["problems"]) == ("", {}), (name, value)
                check(answer)


@pytest.mark.rare
@pytest.mark.sample("query_key_value")
@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_every_step_of_a_way_takes_every_short_choice(lab):
    short = [c for c in lab.controls if isinstance(c, Choice) and len(c.options) <= 5]
    for index, preset in enumerate(lab.presets):
        for step in lab.way(preset)[:20]:
            for control in short:
                for value in control.options:
                    session = Session(lab)
                    session.change({"preset": index, "change": step})
                    answer = session.change({"change": {control.name: value}})
                    assert answer["error"] == "", (preset.name, step, control.name, value)


@pytest.mark.sample("scores", "worked_example", "train")
@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_nonsense_gets_a_message_and_changes_nothing(lab):
    lab = drawing_once(lab)
    for name in Session(lab).controls:
        refused = 0
        for value in NONSENSE:
            session = Session(lab)
            before = session.state.values
            answer = session.change({"number": 1, "change": {name: value}})
            assert answer["error"] == "", (name, value)
            check(answer)
            if answer["problems"]:
                refused += 1
                assert session.state.values == before, (name, value)
                assert list(answer["problems"]) == [name], (name, value)
                assert len(answer["problems"][name]) < 120
        assert refused >= 13, name  # "abc" may be a word, True be on


def test_an_empty_message_is_no_change():
    """A page sends it so that the answer to another comes sooner: nothing is computed for it."""
    shown = []
    widget = Live(
        replace(softmax, show=lambda **values: shown.append(values) or softmax.show(**values))
    )
    before, count = widget.answer, len(shown)
    widget._on_change(None, {}, [])
    assert (widget.answer, len(shown)) == (before, count)


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_what_is_asked_ahead_is_what_would_be_answered_and_changes_nothing(lab):
    session = Session(drawing_once(lab))
    message = {"number": 1, "preset": 1, "change": {}, "hover": {}}
    state, session.took = session.state, 0
    said = session.change({"ahead": message})
    assert session.state is state
    assert said == {"ahead": message, "answer": session.change(message)}


def test_what_takes_long_is_not_shown_ahead(monkeypatch):
    """Between two changes, all that is asked ahead may take as long as one change."""
    clock = count()
    monkeypatch.setattr("helpers.labs.engine.session.time.perf_counter", lambda: next(clock))
    session, asked = Session(softmax), {"ahead": {"number": 1, "preset": 1}}
    monkeypatch.setattr("helpers.labs.engine.session.LONG", 2)
    for _ in range(2):
        session.change({"number": 1, "change": {}})
        answers = [session.change(asked)["answer"] for _ in range(2)]
        assert [answer is None for answer in answers] == [False, True]


@needs_minilm
@pytest.mark.parametrize(
    ("name", "values", "blocks"),
    [("scores", {"sentence": DOG}, 3), ("block", {"whose": REAL}, 0), ("model", {}, 0)],
)
def test_of_the_sentence_model_no_block_runs_for_nothing(monkeypatch, name, values, blocks):
    """At each letter: head 4.2 needs what the first three give, the lab of blocks runs its own, and
    tokens need none."""
    run, layer = [], minilm.MiniLM.layer
    monkeypatch.setattr(minilm.MiniLM, "layer", lambda *x: run.append(x[1]) or layer(*x))
    session = Session(getattr(labs, name))
    answer = session.change({"change": values | {"typed": "A wombat digs, it seems."}})
    assert "womb" in json.dumps(answer["parts"]) + json.dumps(answer["options"])
    assert run == [*range(blocks)]


def at_le_and_cat():
    """The lab of scores in a setting in which the cell (1, 1) is chosen."""
    session = Session(scores)
    session.change({"number": 0, "preset": 1})
    return session


@pytest.mark.parametrize("nonsense", [0, "", None, [[]], "7"])
def test_a_beginning_that_makes_no_sense_is_left_out(nonsense):
    session = Session(labs.masks)
    change = dict.fromkeys([*session.controls, "no control"], nonsense)
    answer = session.begin({"preset": 99, "change": change})
    assert answer["error"] == ""
    check(answer)


def test_a_challenge_is_solved_by_choosing_not_by_passing_over():
    session = at_le_and_cat()
    for message, solved in [
        ({"change": {"sentence": DOG}}, False),
        ({"hover": {"cell": [5, 2]}}, False),
        ({"change": {"cell": [5, 2]}}, True),
        ({"change": {"cell": [0, 0]}}, True),  # and it stays so
    ]:
        answer = session.change({"number": 1, **message})
        assert answer["problems"] == {}
        assert answer["solved"][0] is solved


@pytest.mark.rare
@pytest.mark.sample("scores", "heads", "order", "online")
@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_random_events(lab):
    random = np.random.default_rng(0)
    session = Session(lab)
    for number in range(1, 61):
        if random.random() < 0.1:
            message = {"preset": int(random.integers(-1, len(lab.presets) + 1))}
        else:
            count = min(random.integers(1, 3), len(session.controls))
            names = random.choice(list(session.controls), size=count, replace=False)
            change = {}
            for name in map(str, names):
                tried = trials(session.controls[name], session.state.values[name]) + NONSENSE[:4]
                change[name] = tried[random.integers(len(tried))]
            message = {"change": change}
        answer = session.change({"number": number, **message})
        assert answer["error"] == "", message
        assert answer["number"] == number
        check(answer)
        if number % 40 == 0:
            begins_where_it_stands(session)


def begins_where_it_stands(session):
    """Another copy of the lab, as a link leads to it; with nothing solved."""
    state, other = session.state, Session(session.lab)
    answer = other.begin({"preset": state.preset, "change": state.values})
    assert answer["values"] == state.values
    assert (answer["preset"], answer["error"]) == (state.preset, "")
    assert not any(answer["solved"])


def check(answer):
    """An answer is JSON without NaN, and every part has its title; drawings describe themselves."""
    text = json.dumps(answer, allow_nan=False)
    assert json.loads(text) == answer
    assert len(text) < 150_000
    assert answer["spoken"]
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
    assert sum(len(lab.way(preset)) for preset in lab.presets) >= 4
    assert 2 <= len(lab.challenges) <= 3
    for preset in lab.presets:
        assert preset.sentence.endswith(".")
        assert not BY_HAND.search(preset.sentence), "a slide moves by Page Down"
        assert preset.by_hand == "" or preset.by_hand.endswith(".")
        assert set(preset.values) <= {control.name for control in lab.controls}
    for challenge in lab.challenges:
        assert not challenge.solved(lab.at(lab.presets[0])), "solved before it begins"


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_stepping_through_presets_solves_nothing(lab):
    """Nor does what is chosen after one that is itself a solution, and leaves it one."""
    session = Session(drawing_once(lab))
    for index in range(len(lab.presets)):
        session.change({"number": 1, "preset": index})
        for name, control in session.controls.items():
            if isinstance(control, Toggles):
                continue  # nobody can click none of them
            message = {"number": 2, "change": {name: session.state.values[name]}}
            assert session.change(message)["problems"] == {}
            assert not any(session.state.solved), (index, name)


def named(lab, setting):
    return [preset.name for preset in lab.presets].index(setting)


def test_a_setting_that_is_a_solution_is_solved_once_it_was_left():
    session = Session(softmax)
    for message, solved in [
        ({"preset": named(softmax, "d_k, wide")}, False),
        ({"change": {"divisor": "nothing"}}, False),
        ({"change": {"divisor": "d_k"}}, True),
    ]:
        assert session.change({"number": 1, **message})["solved"][1] is solved


def test_a_change_on_top_of_a_setting_solves():
    """Both were asked for while the kernel was busy, and come in one message."""
    session = Session(softmax)
    preset = named(softmax, "Root, wide")
    answer = session.change({"number": 1, "preset": preset, "change": {"divisor": "d_k"}})
    assert answer["solved"] == [False, True]


def test_what_differs_from_its_setting_is_called_changed():
    session = at_le_and_cat()
    for message, changed in [
        ({"hover": {"cell": [0, 2]}}, False),
        ({"change": {"cell": [0, 2]}}, True),
        ({"change": {"typed": ""}}, True),
        ({"change": {"cell": [1, 1]}}, False),
        ({"change": {"cell": [0, 2]}}, True),
        ({"preset": 1}, False),
        ({"preset": 4}, False),
    ]:
        assert session.change({"number": 1, **message})["changed"] is changed, message


@pytest.mark.long
@pytest.mark.rare
@pytest.mark.sample("model", "query_key_value", "scores")
@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_a_setting_s_sentence_stands_only_while_its_values_do(lab):
    """What `by_hand` asks to move leaves it, and nothing else does; it comes back with them."""
    session = Session(drawing_once(lab))
    assert not lab.within or "run" in {control.spec()["kind"] for control in lab.controls}
    for index, preset in enumerate(lab.presets):
        setting = lab.at(preset)
        moved = set(lab.within) - set(preset.values) if preset.by_hand else set()
        moved.add(preset.through)
        for name, control in session.controls.items():
            for value in trials(control, setting[name]):
                session.change({"number": 1, "preset": index})
                answer = session.change({"number": 2, "change": {name: value}})
                differ = {name for name in setting if answer["values"][name] != setting[name]}
                assert answer["changed"] is bool(differ - moved), (preset.name, name, value)
            answer = session.begin({"preset": index, "change": setting})
            assert answer["changed"] is False, (preset.name, name)


@pytest.mark.parametrize(
    ("lab", "setting", "change", "changed"),
    [
        (labs.model, "A head", {"part": "tokens"}, True),
        (labs.model, "Through the model", {"query": 0}, True),
        (labs.query_key_value, "What a word takes", {"step": 3}, False),
        (labs.query_key_value, "What a word takes", {"query": "animal"}, True),
        (labs.language, "Norway", {"append": [[True], *[[False]] * (BARS - 1)]}, True),
        (labs.language, "An induction head", {"head": [0, 0]}, True),
        (labs.language, "Six heads off", {"on": ALL_ON}, True),
        (labs.language, "The token before", {"off": True}, False),
        (labs.language, "The token before", {"head": [1, 1]}, True),
        (labs.write, "Six countries", {"name": [3, 3]}, False),
        (labs.write, "Another country", {"name": [0, 0]}, True),
        (labs.write, "No heads", {"on": [[True] * 4] * 2}, True),
        (train, "Reverse", {"steps": 8}, False),
        (train, "Reversed", {"on": [[False]]}, False),
        (train, "Reversed", {"steps": 8}, True),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_a_sentence_that_is_no_longer_true_goes(lab, setting, change, changed):
    session = Session(lab)
    session.change({"number": 1, "preset": named(lab, setting)})
    answer = session.change({"number": 2, "change": change})
    assert answer["problems"] == {}
    assert answer["changed"] is changed


def test_a_setting_keeps_how_far_its_run_has_gone():
    """Until it is chosen while it is shown; what is no longer this setting is not kept."""
    session = Session(train)
    for message, steps in [
        ({"change": {"steps": 4}}, 4),
        ({"preset": 2}, 0),
        ({"change": {"steps": 8}}, 8),
        ({"preset": 0}, 4),
        ({"preset": 2}, 8),
        ({"preset": 2}, 0),
        ({"change": {"layers": 2}}, 0),  # another model
        ({"change": {"steps": 4}}, 4),
        ({"preset": 0}, 4),
        ({"preset": 2}, 0),
    ]:
        assert session.change({"number": 1, **message})["values"]["steps"] == steps, message


def test_passing_over_a_cell_takes_no_message_away():
    session = at_le_and_cat()
    passing = {"number": 2, "hover": {"cell": [0, 1]}}
    refused = session.change({"number": 1, "change": {"typed": "a " * 30}})
    assert list(refused["problems"]) == ["typed"]
    assert session.change(passing)["problems"] == refused["problems"]
    assert session.change(passing | {"preset": 1})["problems"] == {}
    session.change({"number": 1, "change": {"typed": ""}})
    assert session.change({"number": 3, "change": {"typed": TEXTS[DOG]}})["problems"] == {}


def test_the_cell_under_the_pointer_is_shown_and_the_chosen_one_comes_back():
    session = at_le_and_cat()
    shown = {  # the message → the chosen cell, the cell in the picture
        "passed over": ({"hover": {"cell": [0, 2]}}, [1, 1], [0, 2]),
        "changed meanwhile": ({"change": {"layout": "columns"}}, [1, 1], [0, 2]),
        "left": ({"hover": {"cell": [1, 1]}}, [1, 1], [1, 1]),
        "passed over again": ({"hover": {"cell": [0, 0]}}, [1, 1], [0, 0]),
        "chosen": ({"change": {"cell": [0, 2]}}, [0, 2], [0, 2]),
        "chosen and gone on": (
            {"change": {"cell": [1, 0]}, "hover": {"cell": [0, 0]}},
            [1, 0],
            [0, 0],
        ),
        "another setting": ({"preset": 2}, [0, 3], [0, 3]),
    }
    for name, (message, chosen, seen) in shown.items():
        answer = session.change(message)
        assert answer["values"]["cell"] == chosen, name
        assert (answer["values"] | answer["hovered"])["cell"] == seen, name
        expected = scores.show(**answer["values"] | {"cell": seen})
        assert answer["parts"] == {part: it.data() for part, it in expected.parts.items()}


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_showing_changes_no_values_and_nothing_leaves_its_sheet(lab):
    """But for the rim of a box; what a page scrolls to is the sheet."""
    for preset in lab.presets:
        values = lab.at(preset)
        before = json.dumps(values)
        for part in lab.show(**values).parts.values():
            assert part.data() == part.data()
            for shape in all_of(part) if isinstance(part, Drawing) else ():
                points = points_of(shape)
                assert (points > -8).all(), (preset.name, shape)
                assert (points < (part.width + 8, part.height + 8)).all(), (preset.name, shape)
        assert json.dumps(values) == before


def test_the_registers_of_the_online_softmax_take_in_the_newest_score():
    """0 has arrived after 5, which stays the largest."""
    *_, corrected, added = labs.online.show(5, "mixed", 0).parts["registers"].lines
    assert corrected.split(" · ")[1].startswith("exp(5 − 5)")
    assert " + exp(0 − 5) = " in added


def test_a_still_has_the_frame_around_the_head_that_is_picked():
    """On a page it is a button's."""
    pictures, _ = still(labs.heads)
    assert "Framed: layer 4, head 2." in pictures["text/plain"]
    drawing = labs.heads.show(**labs.heads.at(labs.heads.presets[0])).parts["all"]
    *shapes, frame = drawing.framed(3, 1).shapes
    assert tuple(shapes) == drawing.shapes
    x, y = (corner + 3 for corner in frame.boxes[0][:2])
    assert (x, y) == pytest.approx(
        [
            at + k * step
            for at, k, step in zip(
                drawing.grid["corner"], (1, 3), drawing.grid["step"], strict=True
            )
        ]
    )


@pytest.mark.parametrize("lab", [softmax, block, masks], ids=by_name)
def test_a_lab_computes_as_ever_where_the_reader_has_errors_for_small_numbers(lab):
    """These three have numbers too small for a float."""
    with np.errstate(all="raise"):
        session = Session(lab)
        begun, pictures = session.answer(), still(lab)
        answers = [session.change({"preset": i}) for i in range(len(lab.presets))]
    assert [answer["error"] for answer in [begun, *answers]] == [""] * (1 + len(answers))
    assert pictures == still(lab)


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_next_never_leads_to_what_was_seen_before(lab):
    """Each stop has a picture of its own, or says something else of it."""
    seen = {}
    for preset in lab.presets:
        for values in lab.way(preset):
            view = lab.show(**values)
            main = lab.main(preset, view) or view.parts
            shown = view.sentence + str([view.parts[name].data() for name in main])
            assert shown not in seen, (preset.name, seen[shown])
            seen[shown] = preset.name


@pytest.mark.parametrize("lab", LABS, ids=by_name)
def test_on_no_way_through_a_lab_a_text_touches_another_or_leaves_its_sheet(lab):
    for preset in lab.presets:
        for values in lab.way(preset):
            view = lab.show(**values)
            for name in lab.main(preset, view) or view.parts:
                if isinstance(view.parts[name], Drawing):
                    assert crowded(view.parts[name], slack=1) == [], (preset.name, values)
