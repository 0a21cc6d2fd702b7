"""A reader's own sentence gets the weights that the model itself gives."""

import numpy as np
import pytest

from helpers.data import recorded
from helpers.exercises import EXERCISES
from helpers.experiments import own_sentence
from helpers.language import minilm
from tests.models import needs_minilm

MODEL = own_sentence.Model(EXERCISES["split"].reference, EXERCISES["multi_head"].reference)


@needs_minilm
@pytest.mark.parametrize("text", ["Rain.", "The wombat that bit him was not as angry as he was."])
def test_the_weights_are_the_model_s(text):
    tokens, weights = MODEL.read(text)
    theirs = np.array([layer.weights for layer in minilm.load().run(text)])
    assert weights.shape == (6, 12, len(tokens), len(tokens))
    assert np.allclose(weights, theirs, atol=1e-5)


@needs_minilm
@pytest.mark.parametrize("text", ["", "word " * 30])
def test_a_sentence_has_words_and_fits_the_page(text):
    with pytest.raises(ValueError, match="needed 3 to 24"):
        MODEL.read(text)


def test_without_the_model_a_recorded_sentence_is_read(monkeypatch, capsys):
    monkeypatch.setattr(minilm, "is_installed", lambda: False)
    tokens, weights = MODEL.read("The wombat sleeps.")
    assert tokens == recorded.tokens("came second")
    assert weights.shape == (6, 12, len(tokens), len(tokens))
    assert "make model" in capsys.readouterr().out
