"""Positions turned by parts: the fast pairs as before; the recorded losses are the model's."""

import numpy as np
import pytest

from helpers import language, positions
from helpers.data.long_texts import long_texts
from helpers.experiments import longer
from helpers.language.smollm2 import BASE
from tests.models import needs_model


def test_fast_pairs_turn_as_before_and_the_slowest_half_as_far():
    x, at = np.random.default_rng(0).standard_normal((5, 64)), np.arange(5) * 1000.0
    longer_by = 1 + 0.1 * np.log(2)
    turned = longer.by_parts(x, at, BASE) / longer_by
    assert np.allclose(turned[:, :2], positions.rotate(x, at, BASE)[:, :2])
    assert np.allclose(turned[:, -2:], longer.halved(x, at, BASE)[:, -2:])


@needs_model
def test_a_text_in_pieces_has_the_losses_of_the_whole(monkeypatch):
    monkeypatch.setattr(longer, "PIECE", 5)
    model = language.load()
    numbers = model.tokens.encode(long_texts()["soil"])[:12]
    whole = language.losses(model, numbers, parts=language.Parts(rotate=longer.by_parts))
    assert np.allclose(longer.far_losses(model, numbers, "by parts"), whole / np.log(2), atol=1e-3)


def test_a_long_text_is_cut_into_stretches():
    means = longer.in_stretches(np.arange(longer.FAR - 1))
    assert means[0] == (longer.STRETCH - 1) / 2
    assert len(means) == longer.FAR // longer.STRETCH
    for way in longer.FAR_WAYS:
        assert {*map(len, longer.far_recorded(way).values())} == {len(means)}


@needs_model
@pytest.mark.rare
@pytest.mark.sample
@pytest.mark.parametrize("way", longer.WAYS)
def test_the_recorded_losses_are_the_models(way):
    assert np.allclose(longer.computed(language.load(), way), longer.recorded(way), atol=0.01)
