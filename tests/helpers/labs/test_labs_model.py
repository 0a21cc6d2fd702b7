"""The lab of the whole model: each part opens into the numbers that were recorded."""

import numpy as np

from helpers.data import recorded
from helpers.labs import model
from helpers.labs.model_lab import IT, TEXT, numbers_of
from tests.helpers.labs.lab_page import changed
from tests.models import needs_minilm

TOKENS = recorded.tokens("too tired")


def parts(part, **changes):
    return model.show(**changed(model, {"typed": TEXT, "part": part, **changes})).parts


def test_a_typed_text_is_cut_into_tokens():
    lines = parts("text", typed="Unbelievably tired")["text"].still().text
    assert "[CLS]  un  ##bel  ##ie  ##va  ##bly  tired  [SEP]" in lines
    assert "2 words, 8 tokens, of the 30,522" in lines


def test_a_head_opens_into_its_scores_and_weights():
    matrix = parts("softmax")["numbers"]
    assert matrix.columns[0] == "animal"
    weights = recorded.head_4_2("too tired").weights[IT]
    assert np.allclose(matrix.values[0], np.sort(weights)[::-1][:8])
    raw = parts("scores")["numbers"].values[0]
    assert round(raw[0], 1) == 21.7


def test_the_blocks_open_into_what_they_add_to_each_token():
    for query in range(len(TOKENS)):
        values = parts("blocks", query=query)["numbers"].values
        assert np.array_equal(values, recorded.ledger().writes[:, :, query].T)


def test_a_part_leads_to_the_notebook_that_explains_it():
    html = parts("softmax")["text"].still().html
    link = (
        '<a href="03_softmax_scaling_weighted_sum.ipynb">Inside a head: weights (notebook 03)</a>'
    )
    assert link in html
    assert 'href="13_a_published_model.ipynb"' in parts("text")["text"].still().html


def test_the_output_is_the_recorded_one():
    way = recorded.way_of_it()
    before, after = parts("output")["numbers"].values
    assert np.allclose(before, way.start[:8])
    assert np.allclose(after, way.output[:8])


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


def test_without_the_model_the_map_stays_and_says_so(monkeypatch):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    shown = parts("text", typed="A wombat sleeps.")
    assert "womb  ##at" in shown["text"].still().text
    assert "run make model once" in shown["text"].still().text
    assert "animal" in shown["map"].description
