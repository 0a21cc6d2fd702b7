"""Positions turned by parts: the fast pairs as before; the recorded losses are the model's."""

import numpy as np
import pytest

from helpers import language, positions
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
@pytest.mark.long
@pytest.mark.rare
@pytest.mark.sample("by parts")  # the only one with a code of its own
@pytest.mark.parametrize("way", longer.WAYS)
def test_the_recorded_losses_are_the_models(way):
    assert np.allclose(longer.computed(language.load(), way), longer.recorded(way), atol=0.01)
