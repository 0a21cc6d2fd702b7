"""A guesser and an assistant: what each stage shows, and what is recorded of it."""

import numpy as np
import pytest

from helpers import training
from helpers.experiments import assistant
from helpers.training import letters
from tests.helpers.training.test_training import slope_of
from tests.lessons import cells_of


def test_stage_1_sees_no_country_and_no_stage_asks_for_one():
    mixed, asked = (
        x.sample(np.random.default_rng(0), 500) for x in (assistant.MIXED, assistant.IN_FORM)
    )
    assert mixed[0].max() == letters.END == mixed[0][:, 0].min()
    assert np.array_equal(mixed[0][:, 1:], asked[0][:, 1:])
    assert {*asked[0][:, 0]} == {letters.WORDS.index(x) for x in letters.COUNTRIES}
    assert np.array_equal(mixed[1], asked[1])
    assert asked[1].max() == letters.END


def test_names_are_placed_where_they_belong():
    new, found = letters.PLACES.validation, assistant.recorded()
    assert np.allclose(assistant.placed(new), found["new"], atol=0.001)
    of_the_next = {x: new[y] for x, y in zip(new, [*list(new)[1:], "DE"], strict=True)}
    assert assistant.placed(of_the_next).max() < 0.1


def test_stage_3_goes_down_the_loss_of_its_pairs():
    """The slopes are those of the page's own function, by nudges."""
    exec(cells_of("13")["rated-loss"].source, names := {"np": np})
    model = training.Transformer(33, 12, layers=1, heads=2, d=4, d_ff=4, causal=True)
    pairs = {"DE": ["berna", "ulme"], "JP": ["o"]}, {"DE": ["koeln", "bad"], "JP": ["kyot"]}
    texts = [*map(np.concatenate, zip(*map(letters.encoded, pairs), strict=True))]
    before = assistant.logs(model, *texts) + np.arange(6)  # as after some steps

    def loss():
        better, worse = np.split(assistant.logs(model, *texts) - before, 2)
        return names["pair_loss"](better, worse, 0.5).mean()

    slopes = assistant.slopes_of_pairs(model, *texts, before, 0.5)
    assert slopes.keys() == model.p.keys()
    for name, slope in slopes.items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        assert np.isclose(slope[place], slope_of(loss, model.p[name], place), rtol=1e-4), name


def test_pairs_are_of_one_country_and_one_rule(monkeypatch):
    names = {"DE": ["Ulm", "Fulda", "", "Celle"], "JP": ["O"], "GB": ["Bury", "Bath"]}
    monkeypatch.setattr(assistant, "written", lambda model, seed, many: names)
    better = {"DE": ["fulda", "celle"], "JP": [], "GB": []}
    assert assistant.rated_pairs(None, 0) == (better, {"DE": ["ulm", ""], "JP": [], "GB": []})
    for good, bad, a, b in assistant.recorded()["pairs"].values():
        assert (assistant.is_better(good), assistant.is_better(bad), a > b) == (True, False, True)


@pytest.mark.long
def test_a_recorded_training_is_what_is_computed():
    found, (_, model) = assistant.recorded(), assistant.two_stages(0)
    assert np.isclose(assistant.bits(model), found["bits"]["after"][0], atol=0.05)
    assistant.stage_3(model, 0, 0.1)
    assert np.isclose(assistant.bits(model), found["bits"]["0.1"][0], atol=0.2)
