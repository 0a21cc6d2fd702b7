"""Notebook 12's model built up part by part: its ways back, and what is recorded of it."""

import numpy as np
import pytest

from helpers import training
from helpers.experiments import part_by_part
from helpers.experiments.part_by_part import BUILT_UP, LEFT_OUT, PARTS, SEEDS, SIZES
from helpers.training import letters

MODELS = [*BUILT_UP, *LEFT_OUT.values()]
TOKENS, TARGETS = letters.encoded({"PL": ["lodz", "opole"], "IT": ["roma"]})


@pytest.mark.parametrize("has", MODELS, ids=" ".join)
def test_the_way_back_gives_the_slopes(has):
    model = part_by_part.model_of(has, seed=0, dtype=np.float64)

    def loss():
        return training.cross_entropy(model.run(TOKENS).logits, TARGETS)

    to_logits = loss()[1]()["logits"]
    for name, slope in model.run(TOKENS).back(to_logits).items():
        if "norms" not in has and name.rpartition(".")[2].startswith(("gain", "shift")):
            assert not slope.any()  # nothing reads them
            continue
        at = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        before, found = model.p[name][at], []
        for step in (1e-5, -1e-5):
            model.p[name][at] = before + step
            found.append(loss()[0])
        model.p[name][at] = before
        assert np.isclose((found[0] - found[1]) / 2e-5, slope[at], rtol=1e-4), name


def test_a_part_that_is_missing_does_nothing():
    other = TOKENS.copy()
    other[:, 0] = letters.WORDS.index("FR")
    for has in MODELS:
        model = part_by_part.model_of(has, seed=0)
        of_others = model.run(TOKENS).logits[:, 1:] - model.run(other).logits[:, 1:]
        assert of_others.any() == ("attention" in has)
        same = model.run(np.full((1, 12), 3)).logits[0]
        assert np.allclose(same, same[0], atol=1e-4) == ("positions" not in has)
        assert ("1.W_1" in model.p) == ("MLP" in has)


def test_without_sums_nothing_of_the_stream_is_left():
    """Heads that write zeros leave nothing: all places say the same."""
    for has in (PARTS[:2], PARTS[:3]):
        model = part_by_part.model_of(has, seed=0)
        model.p["1.W_O"][:] = 0
        assert (np.ptp(model.run(TOKENS).logits, axis=1).max() > 1) == ("sums" in has)


def test_all_parts_are_the_model_of_the_page():
    of_page = [letters.trainings()[seed - 1]["bits"] for seed in SEEDS]
    assert np.allclose(part_by_part.recorded(PARTS), of_page, atol=0.002)


@pytest.mark.parametrize("size", SIZES)
def test_twelve_layers_without_norms_need_small_matrices(size):
    """As recorded after 200 steps."""
    assert (part_by_part.computed(PARTS[:-1], 1, size, steps=20) < 10) == (size < 1)


@pytest.mark.rare
@pytest.mark.sample
@pytest.mark.parametrize("model", [(PARTS[:1],), (PARTS, 1)], ids=["positions", "twelve_layers"])
def test_a_recorded_training_is_what_is_computed(model):
    bits, *_ = part_by_part.recorded(*model)
    assert np.isclose(part_by_part.computed(model[0], 1, *model[1:]), bits, atol=0.01)
