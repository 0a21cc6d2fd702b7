"""The lab of the whole model: each part opens into the numbers that were recorded."""

import numpy as np
import pytest

from helpers.data import recorded
from helpers.drawing.shapes import Arrow, Boxes, Line, Word, text_width
from helpers.labs import model
from helpers.labs.model_lab import CAPITAL, IT, PARTS, TEXT, TIMES, WRITES, numbers_of
from tests.helpers.crowded import around, crowded, keyed, words_of
from tests.helpers.labs.lab_page import changed
from tests.models import needs_minilm

TOKENS = recorded.tokens("too tired")


def parts(part, **changes):
    return model.show(**changed(model, {"typed": TEXT, "part": part, **changes})).parts


def test_a_typed_text_is_cut_into_tokens():
    shown = parts("tokens", typed="Unbelievably tired")
    assert "8 tokens: [CLS] un ##bel ##ie ##va ##bly tired [SEP]" in shown["map"].description
    assert "2 words, 8 tokens, of the 30,522" in shown["numbers"].still().text


def test_a_head_opens_into_its_scores_and_weights():
    shown = parts("head")
    matrix = shown["numbers"]
    assert matrix.columns[0] == "animal"
    weights = recorded.head_4_2("too tired").weights[IT]
    assert np.allclose(matrix.values[2], np.sort(weights)[::-1][:8])
    assert round(matrix.values[0, 0], 1) == 21.7
    taken = {key: line.width for key, (line, *_) in keyed(shown["map"]).items() if "take" in key}
    assert max(taken, key=taken.get) == f"take 3 {TOKENS.index('animal')}"


def test_the_stream_grows_by_what_is_added_to_it():
    writes = recorded.ledger().writes[:, :, IT]
    *_, end = (x for key, x in keyed(parts("blocks")["map"]).items() if key.startswith("stream"))
    _, heads, mlps = (line.width for line in end)
    assert heads / mlps == pytest.approx(np.divide(*writes.sum(axis=0)))


def test_the_next_token_goes_back_to_the_start():
    """It is the same thing in the next picture, there at the end of the text."""
    for time in TIMES[:-1]:
        one, two = (
            keyed(model.show(**changed(model, {"model": WRITES, "time": t})).parts["map"])
            for t in (time, time + 1)
        )
        drawn = f"token {CAPITAL.count(' ') + time}"
        (before,), (after,) = one[drawn], two[drawn]
        assert before.text == after.text
        assert after.x < before.x


def test_the_blocks_open_into_what_they_add_to_each_token():
    for query in range(len(TOKENS)):
        values = parts("blocks", query=query)["numbers"].values
        assert np.array_equal(values, recorded.ledger().writes[:, :, query].T)


def test_a_part_leads_to_the_notebook_that_explains_it():
    html = parts("head")["more"].still().html
    link = '<a href="03_softmax_scaling_weighted_sum.ipynb">Notebook 03</a>'
    assert link in html
    assert 'href="13_a_published_model.ipynb"' in parts("tokens")["more"].still().html


def test_the_output_is_the_recorded_one():
    way = recorded.way_of_it()
    before, after = parts("output")["numbers"].values
    assert np.allclose(before, way.start[:8])
    assert np.allclose(after, way.output[:8])


def test_the_first_step_says_which_token_is_followed_and_in_which_colour():
    assert "Follow “it”, in orange." in model.show(**changed(model, {})).sentence
    typed = show_typed("The wombat sleeps.")  # which no step follows
    assert "“wombat” is cut into pieces, womb and ##at." in typed
    assert "Follow" not in typed


def show_typed(text):
    return model.show(**changed(model, {"typed": text})).sentence


def test_the_way_back_of_a_token_ends_below_the_text():
    """Where the next picture has it."""
    drawn = model.show(**changed(model, {"model": WRITES, "time": 1})).parts["map"]
    (arrow,) = (shape for shape in drawn.shapes if isinstance(shape, Arrow))
    after = keyed(model.show(**changed(model, {"model": WRITES, "time": 2})).parts["map"])
    (word,) = after[f"token {CAPITAL.count(' ') + 1}"]
    assert arrow.end == pytest.approx((word.x, word.y), abs=40)
    assert abs(arrow.end[1] - word.y) < 10


@pytest.mark.parametrize("time", TIMES)
def test_what_may_come_next_has_its_own_colour_with_its_name_below_the_bars(time):
    drawn = model.show(**changed(model, {"model": WRITES, "time": time})).parts["map"]
    tones = {s[0].tone for key, s in keyed(drawn).items() if key.startswith(("choice", "bar"))}
    (name,) = (word for word in words_of(drawn.shapes) if word.text == "probability")
    assert tones == {name.tone}
    added = {word.tone for word in words_of(drawn.shapes) if word.text.startswith("from ")}
    assert len(added | tones) == 3
    assert around(name)[2] < drawn.width
    assert crowded(drawn) == []


@pytest.mark.parametrize("time", TIMES)
def test_the_way_back_begins_at_its_token_and_ends_clear_of_the_legend(time):
    drawn = model.show(**changed(model, {"model": WRITES, "time": time})).parts["map"]
    (way,) = (s for s in drawn.shapes if isinstance(s, Line) and len(s.points) == 5)
    (token,) = keyed(drawn)[f"token {CAPITAL.count(' ') + time}"]
    left, top, right, _ = around(token)
    x, y = way.points[0]
    assert left < x < right
    assert top - 6 < y < top
    (place,) = (s.boxes[0] for s in drawn.shapes if isinstance(s, Boxes) and s.dash == "dashed")
    assert place[1] + place[3] + 4 < min(
        around(word)[1] for word in words_of(drawn.shapes) if word.text.startswith("from ")
    )


@pytest.mark.parametrize("query", range(len(TOKENS)))
def test_of_all_heads_the_token_is_named_to_which_the_widest_line_leads(query):
    view = model.show(**changed(model, {"part": "heads", "query": query}))
    found = keyed(view.parts["map"], "take ")
    lines = {int(key.split()[1]): line.width for key, (line, *_) in found.items()}
    widest = TOKENS[max(lines, key=lines.get)]
    most = numbers_of(TEXT).weights[3, :, query].mean(axis=0)
    if most.argmax() != query:  # to itself no line leads
        assert TOKENS[most.argmax()] == widest
    assert f"on average most at “{TOKENS[most.argmax()]}”" in view.sentence
    lengths = [np.linalg.norm(V, axis=1) for V in np.split(recorded.layer_4().V, 12, axis=1)]
    taken = (numbers_of(TEXT).weights[3, :, query] * lengths).sum(axis=0)  # (n,)
    assert (taken[most.argmax()] < 0.15 * taken.sum()) == ("take little from it" in view.sentence)


def test_a_long_token_stays_on_the_sheet():
    shown = parts("tokens", typed="Representatives of misunderstandings")["map"]
    words = [s for s in shown.shapes if isinstance(s, Word)]
    words += [word for (word,) in keyed(shown).values()]
    assert min(word.x - text_width(word.text) for word in words) >= 0
    assert any(word.text.endswith("…") for word in words)


@needs_minilm
def test_the_map_of_a_typed_sentence_is_the_model_s():
    """In lower case the recorded sentence is one that was not recorded, with the same tokens."""
    ours, meant = numbers_of(TEXT.lower()), numbers_of(TEXT)
    assert ours is not meant
    assert ours.tokens == meant.tokens
    for name, tolerance in {"weights": 1 / 255, "raw": 1e-3}.items():  # as they were recorded
        assert np.allclose(getattr(ours, name), getattr(meant, name), atol=tolerance)
    for name in ("vectors", "start", "output", "writes", "V"):
        assert np.allclose(getattr(ours, name), getattr(meant, name), rtol=2e-3, atol=2e-3)


@needs_minilm
def test_with_the_model_a_typed_text_goes_through_all_parts_as_is_said():
    assert "“Part” leads the text through the model." in show_typed("A wombat sleeps.")
    (tokens,) = (preset for preset in model.presets if preset.name == "Tokens")
    assert tokens.controls == ("part", "typed")
    for part in PARTS:
        assert "##at" in parts(part, typed="A wombat sleeps.")["map"].markup


def test_without_the_model_the_text_is_cut_and_a_line_says_what_the_rest_needs(monkeypatch):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    view = model.show(**changed(model, {"typed": "A wombat sleeps."}))
    assert "womb ##at" in view.parts["map"].description
    assert "run make model once" in view.sentence
    assert "Part" not in view.sentence
    assert "animal" in parts("head", typed="A wombat sleeps.")["map"].description
