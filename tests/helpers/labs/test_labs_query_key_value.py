"""The lab of queries, keys and values: its numbers as somebody works them out by hand."""

import math
import re

import pytest

from helpers.labs import query_key_value
from helpers.labs.query_key_value_lab import MATCH, MOVE, SHARE, STEPS, TIRED, WIDE, WORDS, Case

RAW = {  # what each word asks (noun?, living?), against the keys (1, 1), (1, −1), (−1, 1)
    TIRED: {"animal": [1, -1, 1], "street": [-1, 1, -1], "it": [3, 1, -1]},
    WIDE: {"animal": [1, -1, -1], "street": [-1, 1, 1], "it": [1, 3, -1]},
}
OPENING = query_key_value.at(query_key_value.presets[0])


@pytest.mark.parametrize("sentence", RAW)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_s_scores_weights_and_where_it_moves(sentence, word):
    case, raw = Case(word, sentence), RAW[sentence][word]
    assert case.raw.tolist() == raw
    exponentials = [math.exp(score / math.sqrt(2)) for score in raw]
    weights = [e / sum(exponentials) for e in exponentials]
    assert case.weights == pytest.approx(weights)
    furry, paved = {"animal": (1, 0), "street": (0, 1), "it": (0, 0)}[word]
    assert case.after == pytest.approx((furry + weights[0], paved + weights[1]))


@pytest.mark.parametrize(("sentence", "after"), [(TIRED, "[0.77, 0.19]"), (WIDE, "[0.19, 0.77]")])
def test_it_becomes_furry_or_paved(sentence, after):
    shown = query_key_value.show(**OPENING | {"step": MOVE, "sentence": sentence})
    pieces = [text for line in shown.parts["text"].data()["lines"] for text, _ in line]
    assert after in pieces
    towards = "furry" if sentence == TIRED else "paved"
    assert f"above all towards {towards}" in shown.sentence


@pytest.mark.parametrize("word", WORDS)
def test_the_picture_alone_is_in_sight_and_goes_on_from_step_to_step(word):
    """What it shows is named: a word is the same thing at every step, and so is what comes back."""
    for step in STEPS:
        shown = query_key_value.show(**OPENING | {"step": step, "query": word})
        keys = set(re.findall('data-key="([^"]*)"', shown.parts["picture"].data()["svg"]))
        assert shown.main == ("picture",)
        assert {f"word {name}" for name in WORDS} <= keys
        assert ("question" in keys) == (step <= MATCH)
        assert ("back animal" in keys) == (step >= MATCH)
        assert ("share animal" in keys) == (SHARE <= step < MOVE)
