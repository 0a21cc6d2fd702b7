"""A latent as wide as keys and values changes nothing; the recorded losses are the model's."""

import numpy as np
import pytest

from helpers import language
from helpers.experiments import latent
from tests.models import needs_model


@needs_model
@pytest.mark.long
def test_a_latent_of_all_directions_changes_nothing():
    model, numbers = language.load(), [504, 3575, 282, 253, 198]
    plain = model.stream(numbers)
    for way in latent.WAYS:
        other = latent.with_latent(model, latent.ALL, way, numbers)
        assert np.allclose(other.stream(numbers), plain, rtol=0.01, atol=0.05 * plain.std())


@needs_model
@pytest.mark.rare
@pytest.mark.sample
def test_a_recorded_loss_with_a_latent_is_the_model_s():
    found = latent.computed(language.load(), latent.WIDTHS[-1], "inputs", 1)
    assert np.isclose(found, latent.recorded(latent.WIDTHS[-1], "inputs")[1], atol=0.01)
