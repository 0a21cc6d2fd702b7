"""The lab of steps downhill: its path by other arithmetic, and what its settings say."""

import numpy as np
import pytest

from helpers.labs import downhill
from helpers.labs.downhill_lab import CURVED, RATES, loss_at, path, slope_at
from tests.helpers.crowded import crowded
from tests.helpers.labs.lab_page import setting


def losses(name):
    values = setting(downhill, name)
    return [loss_at(w, values["curved"]) for w in path(**values)]


@pytest.mark.parametrize("curved", CURVED)
def test_the_slope_agrees_with_nudges(curved):
    for w in (-2.5, 0.0, 3.0):
        change = loss_at(w + 1e-5, curved) - loss_at(w - 1e-5, curved)
        assert slope_at(w, curved) == pytest.approx(change / 2e-5, abs=1e-6)


@pytest.mark.parametrize("curved", CURVED)
@pytest.mark.parametrize("rate", RATES)
def test_each_step_multiplies_the_distance_to_the_lowest_point(rate, curved):
    distances = [w - 2 for w in path(rate, curved, 3.0, 5)]
    assert distances == pytest.approx([(1 - curved * rate) ** step for step in range(6)])


def test_what_the_settings_say_is_so():
    down, slow, up = map(losses, ("About right", "Too small", "Too large"))
    assert np.all(np.diff(np.abs(np.diff(down))) < 0)  # shorter and shorter
    assert down[-1] < 0.001 * down[0]
    assert slow[-1] > 0.5 * slow[0]
    assert up == sorted(up)
    sides = [w > 2 for w in path(**setting(downhill, "Too large"))]
    assert sides == [False, True, False, True, False]


def test_each_setting_shows_where_w_is_and_what_is_beyond_the_picture_is_said():
    for preset in downhill.presets:
        drawn = downhill.show(**downhill.at(preset)).parts["curve"]
        assert "beyond the picture" not in drawn.description
        assert crowded(drawn) == []
    far = downhill.show(**setting(downhill, "Too large") | {"steps": 12})
    assert "beyond the picture" in far.parts["curve"].description
