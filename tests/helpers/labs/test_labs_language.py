"""The lab of notebook 13: what it shows is the model's, a text grows as it is asked to, and the
settings show what their sentences say."""

import json
from functools import cache

import numpy as np
import pytest

from helpers.drawing.shapes import Boxes, Word
from helpers.labs import language
from helpers.labs.engine.session import Session
from helpers.labs.language_lab import language_lab, language_states
from helpers.labs.language_lab.language_lab import (
    BARS,
    BEFORE,
    FREE,
    GUESTS,
    LOOK,
    MOST,
    MOST_TOKENS,
    SIX,
    heads_off,
)
from helpers.labs.language_lab.language_pictures import all_heads, bars, pooled, text_so_far
from helpers.labs.language_lab.language_states import (
    END,
    TEMPERATURES,
    State,
    log_sum,
    next_token,
    probabilities,
    readable,
    seen,
    state,
    until_end,
    weights,
)
from helpers.language import load
from helpers.training import writing
from tests.helpers.labs.lab_page import act, begin, changed, setting, shows, values
from tests.models import needs_model


def at(name, **changes):
    return changed(language, changes, setting(language, name))


def now(v):
    return state(v["beginning"], until_end(v["tokens"][0], v["steps"]), heads_off(v["on"]))


def text_of(v):
    return "".join(readable(now(v).tokens)).replace("\u00a0", " ")


def chance(v, token):
    """The probability of a token at temperature 1."""
    names = readable(now(v).order.tolist())
    return probabilities(now(v), 1.0)[names.index(token.replace(" ", "\u00a0"))]


def pressed(i):
    return [[k == i] for k in range(BARS)]


def all_of(logits):
    """A State of which all tokens are known."""
    order = np.argsort(-logits)
    sums = [log_sum(logits / temperature) for temperature in TEMPERATURES[1:]]
    return State(order, logits[order], sums, (), (), None)


# --- probabilities and dice ----------------------------------------------------------------------


@pytest.mark.parametrize("temperature", TEMPERATURES)
@pytest.mark.parametrize("top_k", [None, 3])
def test_probabilities_are_those_of_notebook_12(temperature, top_k):
    logits = np.random.default_rng(1).normal(0, 3, 50)
    made = all_of(logits)
    expected = writing.probabilities(logits, temperature, top_k)[made.order]
    ours = probabilities(made, temperature, top_k)
    assert np.allclose(ours, expected[: len(ours)])
    assert np.isclose(ours.sum(), 1)


def test_a_token_is_drawn_as_often_as_is_likely():
    made = all_of(np.log([0.1, 0.6, 0.3]))
    drawn = [next_token(made, 1.0, None, 1, place) for place in range(2000)]
    assert np.allclose(np.bincount(drawn) / 2000, [0.1, 0.6, 0.3], atol=0.04)
    assert drawn == [next_token(made, 1.0, None, 1, place) for place in range(2000)]


def test_a_text_ends_before_the_mark_of_its_end():
    assert until_end([5, 6, 7, FREE], 3) == (5, 6, 7)
    assert until_end([5, END[0], 7, FREE], 3) == (5,)


# --- the text -------------------------------------------------------------------------------------


def test_what_is_typed_is_shown_as_text():
    """Spaces, line breaks and parts of a character are readable; nothing of it is HTML."""
    assert seen("ĠOslo") == "\u00a0Oslo"
    assert seen("Ċ") == "↵"
    assert seen("Å") == "byte C5"
    assert seen("ÅĤ") == "ł"
    assert seen("<|im_end|>") == "<|im_end|>"
    for drawing in (text_so_far("A text", ["<b>"], 1), bars("Bars", ["<b>"], [1.0], 100)):
        assert "&lt;b&gt;" in drawing.markup
        assert "<b>" not in drawing.markup


def test_a_bar_that_is_pressed_appends_its_token():
    v = at("Norway", append=pressed(1))
    assert (v["steps"], v["append"]) == (1, pressed(None))
    assert text_of(v) == "The capital of Norway is the"
    v = changed(language, {"append": pressed(0)}, v)
    assert text_of(v) == "The capital of Norway is the capital"
    v = changed(language, {"steps": 0}, v)  # back, and on another way
    v = changed(language, {"append": pressed(0)}, v)
    assert text_of(v) == "The capital of Norway is Oslo"
    assert v["tokens"][0][1:] == [FREE] * (MOST - 1)


def test_what_is_written_stays_when_dice_or_heads_change():
    v = at("Guests", steps=3)
    numbers = v["tokens"][0][:3]
    assert FREE not in numbers
    for changes in ({"temperature": 2.5}, {"top_k": 3}, {"off": True}):
        after = changed(language, changes, v)
        assert after["tokens"][0] == numbers + [FREE] * (MOST - 3), changes
    for changes in ({"beginning": "One"}, {"drawn": 2}):
        anew = changed(language, changes, v)
        assert (anew["steps"], set(anew["tokens"][0])) == (0, {FREE}), changes


def test_the_way_there_does_not_matter():
    step_by_step = at("Guests")
    for steps in range(1, 5):
        step_by_step = changed(language, {"steps": steps}, step_by_step)
    assert step_by_step == at("Guests", steps=4)


def test_a_switch_is_that_of_the_head_that_is_picked():
    v = at("The token before", off=True)
    assert heads_off(v["on"]) == {BEFORE}
    v = changed(language, {"head": [6, 18]}, v)
    assert not v["off"]
    v = changed(language, {"head": [0, 16]}, v)
    assert v["off"]
    assert heads_off(changed(language, {"off": False}, v)["on"]) == frozenset()


def test_what_was_not_recorded_says_so():
    session = Session(language)
    answer = session.change({"number": 1, "change": {"beginning": "<b>bold</b> & so"}})
    assert (answer["error"], answer["problems"]) == ("", {})
    assert list(answer["parts"]) == ["words"]
    assert "was not recorded" in answer["spoken"]
    assert "make model" in answer["spoken"]
    assert session.change({"number": 2, "preset": 0})["parts"].keys() == {"text", "next", "words"}


def test_a_recorded_text_goes_on_as_far_as_it_was_recorded():
    v = at("Guests", steps=MOST)
    assert 4 < v["steps"] < MOST
    assert "few tokens long" in language.show(**v).spoken
    assert changed(language, {"steps": MOST}, v) == v


def test_a_text_ends_at_the_mark():
    tokens = [[260, END[1], 260] + [FREE] * (MOST - 3)]
    v = at("Norway", tokens=tokens, steps=3)
    assert v["steps"] == 2
    assert text_of(v) == "The capital of Norway is the"
    assert "It has drawn the mark for the end" in language.show(**v).spoken


# --- heads ----------------------------------------------------------------------------------------


def test_weights_of_all_heads_are_causal_and_sum_to_1():
    every = weights(now(at("Guests", steps=2)))
    assert every.shape == (30, 9, 30, 30)
    assert not np.triu(every, 1).any()
    assert abs(every.sum(axis=-1) - 1).max() < 0.3  # those below 0.02 are not recorded


def test_what_is_pressed_is_where_it_is_drawn():
    """A bar's button is around its bar and its name; a head's is its small picture."""
    drawing = bars("Bars", ["cat", "dog"], [0.6, 0.3], 100, [0.2, 0.5])
    filled, *marks = (s.boxes for s in drawing.shapes if isinstance(s, Boxes))
    assert [box[2] for box in filled] == [60, 30]
    assert [box[0][0] + 1.5 - filled[0][0] for box in marks] == pytest.approx([20, 50])
    for row, (x, y, across, down) in enumerate(filled):
        (left, top), (_, step), (wide, high) = (drawing.grid[k] for k in ("corner", "step", "size"))
        assert left <= x < x + across <= left + wide
        assert top + row * step + high / 2 == pytest.approx(y + down / 2, abs=1)
    every = all_heads("Heads", np.ones((2, 3, 4, 4)), (2, 3), {(1, 2)})
    corner, step, size = (np.array(every.grid[key]) for key in ("corner", "step", "size"))
    words = {s.text: (s.x, s.y) for s in every.shapes if isinstance(s, Word)}
    assert {name for name in words if name.isdigit()} == {"1", "2", "3"}
    assert [words[name][1] for name in "123" if name != "1"] == [
        corner[1] + step[1] * k + size[1] / 2 for k in (1, 2)
    ]
    framed = [s for s in every.shapes if isinstance(s, Boxes) and s.tone == "orange"]
    off, picked = (s.boxes[0] for s in framed)
    assert off == (corner[0], corner[1] + step[1], *size)
    assert picked == (*(corner + step * (1, 2) - 3), *(size + 6))
    assert words["×"] == (off[0] + size[0] / 2, off[1] + size[1] / 2)


def test_a_cell_of_a_small_picture_is_the_largest_of_its_square():
    assert np.array_equal(pooled(np.eye(45)), np.eye(9))
    small = np.random.default_rng(0).random((2, 7, 7))
    assert np.array_equal(pooled(small), small)
    one = np.zeros((18, 18))
    one[17, 3] = 0.7
    assert np.argwhere(pooled(one)).tolist() == [[8, 1]]


# --- what the settings say ------------------------------------------------------------------------


@pytest.mark.parametrize("preset", language.presets, ids=lambda preset: preset.name)
def test_each_setting_is_recorded_with_what_is_written_next(preset):
    v = language.at(preset)
    more = 4 if v["look"] != LOOK else 0
    view = language.show(**changed(language, {"steps": v["steps"] + more}, v))
    assert "next" in view.parts
    assert "recorded answers" in view.spoken
    assert len(json.dumps([part.data() for part in view.parts.values()])) < 90_000


def test_it_says_oslo_and_copies_the_guests():
    assert readable(now(at("Norway")).order[:2].tolist()) == ["\u00a0Oslo", "\u00a0the"]
    assert text_of(at("Guests", steps=6)) == f"{GUESTS} Tarn, Osk,"


def test_heads_look_where_the_settings_say():
    @cache
    def row(name):
        v = at(name)
        head, layer = v["head"]
        return readable(now(v).tokens), weights(now(v))[layer, head]

    tokens, A = row("An induction head")
    assert (tokens[-1], tokens[A[-1].argmax()]) == (",", "\u00a0T")
    _, A = row("The token before")
    assert np.diag(A, -1).mean() > 0.6
    _, A = row("A sink")
    assert A[1:, 0].mean() > 0.9
    for preset in language.presets:
        names_a_head = preset.sentence.startswith("Head ")
        assert not names_a_head or "text" in language.main(preset, language.show(**at(preset.name)))


def test_without_six_heads_the_guests_are_lost():
    v = at("Six heads off")
    assert heads_off(v["on"]) == {*SIX}
    with_all = changed(language, {"on": [list(row) for row in language_lab.ALL_ON]}, v)
    assert chance(v, " T") < chance(with_all, " T") / 4
    assert readable(now(with_all).order[:1].tolist()) == ["\u00a0T"]


def test_cold_always_writes_the_same_and_hot_does_not():
    cold = [text_of(at("Cold", drawn=drawn, steps=12)) for drawn in (1, 2, 3)]
    assert len(set(cold)) == 1
    hot = now(at("Hot", steps=0))
    first = {next_token(hot, 2.5, 40, drawn, 0) for drawn in range(1, 6)}
    assert len(first) > 1


def test_it_fails_the_pronoun():
    tired, wide = at("Tired"), at("Wide")
    for name, v in (("Tired", tired), ("Wide", wide)):
        pictured = readable(now(v).order[:BARS].tolist())
        assert ("\u00a0animal" in pictured[1:], "\u00a0street" in pictured) == (True, False)
        (preset,) = (preset for preset in language.presets if preset.name == name)
        assert "only “ animal” has a bar" in preset.sentence
    assert abs(chance(tired, " animal") - chance(wide, " animal")) < 0.02


# --- with the model -------------------------------------------------------------------------------


@pytest.fixture
def with_model(monkeypatch):
    for module in (language_lab, language_states):
        monkeypatch.setattr(module, "is_installed", lambda: True)
    language_states.kept_state.cache_clear()
    yield load()
    language_states.kept_state.cache_clear()


@needs_model
def test_states_are_those_of_the_model_and_what_was_recorded(with_model, monkeypatch):
    v = at("Guests", steps=2)
    live = now(v)
    run = with_model.run(live.tokens)
    assert with_model.tokens.decode(live.tokens) == f"{GUESTS} Tarn"
    assert np.abs(weights(live) - run.weights).max() < 1e-4
    assert np.abs(live.logits[:40] - run.logits[-1, live.order[:40]]).max() < 1e-3
    monkeypatch.setattr(language_states, "is_installed", lambda: False)
    language_states.kept_state.cache_clear()
    kept = now(v)
    assert kept.tokens == tuple(live.tokens)
    assert np.abs(kept.logits - live.logits[:40]).max() < 0.002
    assert np.abs(weights(kept) - weights(live)).max() < 0.021
    for temperature in TEMPERATURES:
        one, other = (probabilities(s, temperature)[:BARS] for s in (live, kept))
        assert np.abs(one - other).max() < 0.001


@needs_model
def test_a_long_beginning_is_refused(with_model):
    answer = Session(language).change({"number": 1, "change": {"beginning": "1234567890 " * 8}})
    (message,) = answer["problems"].values()
    assert message.endswith(f"at most {MOST_TOKENS} fit here")


# --- on the page ----------------------------------------------------------------------------------


def test_a_bar_is_pressed_by_pointer_and_by_keys(live):
    _, root = begin(live, language)
    box = root.locator("[data-part=next] .lab-box")
    act(root, box.nth(1).click)
    assert values(root)["steps"] == 1
    shows(root, language)
    box.nth(1).press("ArrowUp")
    act(root, box.nth(0).press, "Enter")
    assert values(root)["steps"] == 2
    assert root.evaluate("root => root.contains(document.activeElement)")
    shows(root, language)


def test_where_nothing_more_was_recorded_next_goes_on_to_the_next_setting(live):
    """With six heads off, no token was recorded that might be written."""
    settings = [preset.name for preset in language.presets]
    _, root = begin(live, language, settings.index("Six heads off"))
    on = root.get_by_role("button", name="Next", exact=True)
    act(root, on.click)  # begins what would be written
    act(root, on.click)
    assert values(root)["steps"] == 0
    index = root.locator(".lab-bar select").evaluate("list => list.selectedIndex")
    assert index == settings.index("Six heads off") + 1
