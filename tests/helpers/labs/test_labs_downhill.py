"""The lab of steps downhill: its paths by other arithmetic, and what its settings say."""

import re
from itertools import product

import numpy as np
import pytest

from helpers.labs import downhill
from helpers.labs import downhill_valley as valley
from helpers.labs.downhill_lab import CURVED, RATES, VALLEY, loss_at, path, slope_at
from helpers.labs.downhill_valley import ADAM, BATCHES, MOMENTUM, PLAIN, RULES
from helpers.training import Adam
from tests.helpers.crowded import crowded
from tests.helpers.labs.lab_page import setting


def losses(name):
    return [loss_at(w, setting(downhill, name)["curved"]) for w in of_one(name)]


def of_one(name):
    values = setting(downhill, name)
    return path(*(values[each] for each in ("rate", "curved", "w", "steps")))


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
    sides = [w > 2 for w in of_one("Too large")]
    assert sides == [False, True, False, True, False]


def test_each_setting_shows_where_w_is_and_what_is_beyond_the_picture_is_said():
    for preset in downhill.presets:
        drawn = downhill.show(**downhill.at(preset)).parts["curve"]
        assert "beyond the picture" not in drawn.description
        assert crowded(drawn) == []
    far = downhill.show(**setting(downhill, "Too large") | {"steps": 12})
    assert "beyond the picture" in far.parts["curve"].description


# --- the valley


def way(rule, rate, steps=40, batch=0, curved=8):
    return valley.path(rule, rate, curved, steps, batch)


@pytest.mark.parametrize("curved", CURVED)
def test_the_slopes_of_the_valley_agree_with_nudges(curved):
    p = np.array([-1.5, 2.5])
    for nudge in 1e-5 * np.eye(2):
        change = valley.loss_at(p + nudge, curved) - valley.loss_at(p - nudge, curved)
        slope = valley.slopes_at(p, curved) @ nudge / 1e-5
        assert slope == pytest.approx(change / 2e-5, abs=1e-6)


@pytest.mark.parametrize("rate", RATES)
def test_each_rule_steps_as_it_does_elsewhere(rate):
    """Plain steps by a power, momentum by a sum of all slopes before, Adam by that of training."""
    shares = (1 - rate * np.array([0.1, 8])) ** 40
    assert np.allclose(way(PLAIN, rate)[-1] - valley.LOWEST, shares * [-4, 1])
    stops = way(MOMENTUM, rate)
    slopes = [valley.slopes_at(p, 8) for p in stops]
    for t in range(40):
        summed = sum(0.9 ** (t - k) * slopes[k] for k in range(t + 1))
        assert np.allclose(stops[t + 1], stops[t] - rate * summed)
    p = {"p": valley.START.copy()}
    adam = Adam(p)
    for stop in way(ADAM, rate):
        assert np.allclose(p["p"], stop)
        adam.update({"p": valley.slopes_at(p["p"], 8)}, rate)


def test_batches_change_slopes_by_chance_and_the_same_seed_by_the_same():
    for rule in RULES:
        assert np.array_equal(way(rule, 0.1, batch=2), way(rule, 0.1, batch=2))
        assert len({way(rule, 0.1, batch=batch)[-1].tobytes() for batch in BATCHES}) == 4
    chance = [-np.diff(way(PLAIN, 1e-9, batch=batch), axis=0) / 1e-9 for batch in (1, 2, 3)]
    assert np.abs(np.mean(chance, axis=(0, 1)) - [-0.4, 8]).max() < 0.3
    assert np.abs(np.std(chance, axis=(0, 1)) - 1).max() < 0.2


def test_what_the_settings_of_the_valley_say_is_so():
    of = {preset.name: downhill.at(preset) for preset in downhill.presets[4:]}
    assert all(values["where"] == VALLEY for values in of.values())
    slow = np.abs(way(PLAIN, of["A valley"]["rate"]) - valley.LOWEST)
    assert slow[-1, 1] < 1e-6  # w is there
    assert slow[-1, 0] > slow[0, 0] / 2
    of_v = np.abs(np.diff(way(MOMENTUM, of["Momentum"]["rate"]), axis=0))[:, 0]
    assert of_v.max() > 5 * of_v[0]
    assert np.allclose(np.diff(way(ADAM, of["Adam"]["rate"]), axis=0)[:8], [0.1, -0.1], 0, 0.02)
    for batch in BATCHES[1:]:
        last = np.abs(np.diff(way(PLAIN, of["Batches"]["rate"], batch=batch), axis=0))[-10:]
        assert last[:, 1].min() < last[:, 1].max()
        assert last[:, 1].max() > 0.1
    assert np.abs(np.diff(way(PLAIN, 0.2), axis=0))[-10:, 1].max() < 1e-6  # without batches


@pytest.mark.parametrize(("rule", "batch"), [*product(RULES, BATCHES)])
def test_what_is_said_of_the_valley_is_true_of_every_setting(rule, batch):
    for rate, curved, steps in product(RATES, (2, 8), (0, 1, 40)):
        stops = way(rule, rate, steps, batch, curved)
        view = valley.valley(rule, rate, curved, steps, batch)
        drawn, said = view.parts["curve"], view.sentence
        assert crowded(drawn) == []
        is_out = (np.abs(stops[:, 0]) > 5) | (np.abs(stops[:, 1] - 2) > 2.25)
        assert ("Not all" in drawn.description) == is_out.any()
        moved = np.abs(np.diff(stops, axis=0))
        if not steps:
            assert f"{curved * 10 // 4} times as large" in said
            continue
        if rule == MOMENTUM:
            first, longest = map(float, re.findall(r"by (\d[\d.]*\d|\d)", said)[:2])
            assert (first, longest) == pytest.approx((moved[0, 0], moved[:, 0].max()), abs=6e-3)
        else:
            both = [float(x) for x in re.findall(r"[vw] by (\d[\d.]*\d|\d)", said)]
            assert both == pytest.approx(moved[0], abs=6e-3)
            assert ("though" in said) == (rule == ADAM and not batch)
        assert ("of a batch" in said) == bool(batch)
        far = re.findall(r"v is ([\d.]+) away .* w (above 1000|[\d.]+) \(", said)[0]
        for told, is_away in zip(far, np.abs(stops[-1] - valley.LOWEST), strict=True):
            if told == "above 1000":
                assert is_away >= 1000
            else:
                assert float(told) == pytest.approx(is_away, rel=6e-3, abs=6e-4)


def test_the_picture_of_all_rules_ends_where_each_of_them_does():
    drawn = valley.together(0.1)
    assert crowded(drawn) == []
    for rule in RULES:
        assert f"{rule}: {valley.where(way(rule, 0.1)[-1], 8)}" in drawn.description
