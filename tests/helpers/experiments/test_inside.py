"""What the payoffs of notebooks 07 and 08 compute with the language model, and what is recorded."""

import numpy as np
import pytest

from helpers import attention, positions
from helpers.experiments import rotated_head, thirty_blocks
from tests.models import needs_model


@pytest.fixture
def no_model(monkeypatch):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")


def test_the_recorded_queries_and_keys_give_the_recorded_weights_when_turned(no_model):
    tokens, Q, K, weights = rotated_head.before_rotation(rotated_head.RECORDED)
    Q, K = (positions.rotate(x.astype(float), base=100_000.0) for x in (Q, K))
    turned = attention.attention(Q, K, K, attention.causal_mask(len(tokens))).weights
    assert np.allclose(turned, weights, atol=0.001)  # of float16


@needs_model
def test_what_is_recorded_of_head_2_3_is_what_the_model_has():
    kept = rotated_head.before_rotation(rotated_head.RECORDED)
    fresh = rotated_head.computed(rotated_head.RECORDED)
    assert kept.tokens.tolist() == fresh.tokens
    for name in ("Q", "K", "weights"):
        assert np.allclose(getattr(kept, name), getattr(fresh, name), rtol=0.002, atol=0.002)


def test_without_the_model_a_line_says_that_a_sentence_of_ones_own_needs_it(no_model, capsys):
    found = rotated_head.before_rotation("Dogs bark.")
    assert "run make model once" in capsys.readouterr().out
    assert len(found.tokens) == len(found.Q) == 13


def rounded(rows):
    return [[(token, round(p, 2)) for token, p in row] for row in rows]


@needs_model
def test_the_blocks_give_what_is_recorded(monkeypatch, capsys):
    fresh = thirty_blocks.next_tokens(thirty_blocks.RECORDED, thirty_blocks.BLOCKS)
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    kept = thirty_blocks.next_tokens(thirty_blocks.RECORDED, thirty_blocks.BLOCKS)
    assert "run make model once" in capsys.readouterr().out
    assert rounded(kept) == rounded(fresh)
    assert fresh[0][0][0] == "far"
