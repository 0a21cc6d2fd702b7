"""The recorded losses are the model's; the caches are counted as its own."""

import numpy as np

from helpers import language
from helpers.experiments import windows
from tests.models import needs_model
from tools.record import record_windows


@needs_model
def test_the_recorded_losses_are_the_model_s():
    setting = (64, 1, 6)  # the page itself computes with all keys
    found = record_windows.recorded(language.load(), setting)
    assert np.allclose(found, [*windows.recorded(*setting).values()], atol=0.002)


@needs_model
def test_the_cache_without_a_window_is_the_model_s():
    kept, numbers = {}, [504, 3575, 282]
    language.load().stream(numbers, kept)
    counted = sum(array.size for pair in kept.values() for array in pair)
    assert windows.cache_bytes(3, 256, 0, 0) == windows.BYTES * counted


def test_a_window_holds_its_keys_and_the_first_and_some_layers_hold_all():
    of_a_token = windows.cache_bytes(1, 8, 0, 0) / 30
    assert windows.cache_bytes(1000, 64, 1, 0) == 30 * 65 * of_a_token
    assert windows.cache_bytes(1000, 64, 1, 6) == (25 * 65 + 5 * 1000) * of_a_token
