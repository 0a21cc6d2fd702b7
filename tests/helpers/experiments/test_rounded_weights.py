"""What is recorded of rounding is the model's."""

import numpy as np
import pytest

from helpers.exercises import EXERCISES
from helpers.experiments import rounded_weights
from tests.models import needs_minilm


@needs_minilm
@pytest.mark.long
def test_what_is_recorded_of_four_bits_is_the_models():
    found = rounded_weights.computed(EXERCISES["rounded"].reference, 4)
    for here, recorded in zip(found, rounded_weights.recorded(4), strict=True):
        assert np.allclose(here, recorded, atol=0.005)
