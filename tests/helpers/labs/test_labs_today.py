"""The lab of notebook 14 shows what is recorded."""

import numpy as np
import pytest

from helpers.experiments.today import AS_TRAINED, CHEESE, LIKELIEST, TOKENS, recorded, settings
from helpers.labs.today_lab import share, today
from helpers.labs.today_picture import shown


def test_what_may_come_next_has_five_names():
    for setting in settings():
        assert len({*map(shown, recorded(*setting).after)}) == LIKELIEST


@pytest.mark.parametrize("setting", settings()[::31])
def test_its_picture_is_the_recorded_state(setting):
    view, state = today.show(*setting), recorded(*setting)
    said = view.parts["picture"].description
    assert f"Loss {state.loss:.2f}" in said
    assert f"“{shown(state.after[0])}” {state.chances[0]:.2f}" in said
    assert view.sentence.endswith(f"with “{shown(state.after[0])}”.")


def test_its_settings_say_what_is_recorded():
    """The sentences of the lab's settings, in their order."""
    trained, window, with_first, keys, values, positions = (
        recorded(**today.at(preset)) for preset in today.presets
    )
    assert trained.weights[-1].argmax() == CHEESE
    assert window.loss > trained.loss + 1 > with_first.loss + 0.5
    assert window.after[0] != " cheese" != with_first.after[0]
    assert keys.loss > 2 * trained.loss
    assert values.loss < trained.loss + 0.4
    assert " cheese" not in values.after
    assert trained.loss + 0.3 < positions.loss < trained.loss + 0.6


def test_few_bits_and_few_keys_keep_a_part_of_the_cache():
    assert share(*AS_TRAINED) == 1
    assert share(16, 1, 16, 16, 1) == 17 / TOKENS
    assert share(TOKENS, 0, 4, 16, 1) == (4.5 + 16) / 32
    assert np.isclose(share(8, 1, 4, 2, 2), 9 / TOKENS * (4.5 + 2.5) / 32)
