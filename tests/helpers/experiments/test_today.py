"""The recorded states are the model's; the cache is counted as its own."""

import numpy as np
import pytest

from helpers import language
from helpers.experiments import today
from tests.models import needs_model
from tools.record import record_today


@needs_model
@pytest.mark.parametrize("setting", [today.AS_TRAINED, (16, 1, 16, 16, 1), (32, 0, 16, 16, 0.5)])
def test_a_recorded_state_is_the_model_s(setting):
    state, kept = record_today.computed(language.load(), setting), today.recorded(*setting)
    assert np.isclose(state.loss, kept.loss, atol=0.002)
    assert state.after[0] == kept.after[0]
    assert np.allclose(state.chances, kept.chances, atol=0.002)
    assert np.allclose(state.weights, kept.weights, atol=0.005)


@needs_model
def test_what_is_changed_by_nothing_is_the_model_bit_for_bit():
    model = language.load()
    numbers = model.tokens.encode(today.TEXT)
    assert model.tokens.texts(numbers)[today.CHEESE] == " cheese"
    parts = record_today.parts(*today.AS_TRAINED)
    assert np.array_equal(model.stream(numbers, parts=parts), model.stream(numbers))


@needs_model
def test_the_cache_without_a_change_is_the_model_s():
    kept, numbers = {}, [504, 3575, 282]
    language.load().stream(numbers, kept)
    counted = sum(array.size for pair in kept.values() for array in pair)
    assert today.cache_bytes(3, *today.AS_TRAINED[:-1]) == 2 * counted
