"""A sentence of the reader's own: recorded, computed, or replaced where the model is not there."""

import numpy as np
import pytest

from helpers.data import recorded
from helpers.language import minilm, own_sentence
from tests.models import needs_minilm


def test_recorded_sentences_need_no_model(monkeypatch, capsys):
    monkeypatch.setattr(minilm, "is_installed", lambda: False)
    for text in own_sentence.NAMES:
        own = own_sentence.read(f"  {text} ", "It")
        assert (own.text, own.tokens[own.at], len(own.X)) == (text, "it", len(own.tokens))
    assert np.array_equal(own.X, recorded.head_4_2("too wide").X)
    assert not capsys.readouterr().out


def test_without_the_model_a_line_says_so_and_a_recorded_sentence_is_read(monkeypatch, capsys):
    monkeypatch.setattr(minilm, "is_installed", lambda: False)
    own = own_sentence.read("The wombat dug because she was cold.", "she")
    assert (own.text, own.tokens[own.at]) == (own_sentence.INSTEAD, "it")
    assert "make model" in capsys.readouterr().out


def test_a_word_that_is_no_token_is_told_which_there_are():
    with pytest.raises(ValueError, match=r"'cup', needed one of '\[CLS\]', 'the', 'dog'"):
        own_sentence.read(own_sentence.INSTEAD, "cup")


@needs_minilm
def test_with_the_model_any_sentence_is_read_and_none_that_is_too_long():
    own = own_sentence.read("The wombat dug because she was cold.", "she")
    assert own.X.shape == (len(own.tokens), 384)
    (text, *_) = own_sentence.NAMES
    computed = minilm.load().run(text)[3].X
    assert np.allclose(own_sentence.read(text, "it").X, computed, atol=0.02)
    with pytest.raises(ValueError, match="needed 24 at most"):
        own_sentence.read("why " * 30, "why")
