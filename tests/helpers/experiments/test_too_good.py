"""A decoder whose mask is wrong guesses random letters, and its leaks say which."""

import numpy as np
import pytest

from helpers import attention
from helpers.experiments import too_good
from helpers.experiments.too_good import BLOCK, N

FIRST_OF_BLOCK = np.arange(1, N) % BLOCK == 0  # of letters 1 to N − 1


def leaking(model, text):
    """For letters 1 to N − 1: whether an earlier output moves when the letter becomes another."""
    found = []
    for j in range(1, N):
        difference = model.outputs(too_good.other(text, j)) - model.outputs(text)
        moved = np.abs(difference)[:j].max()
        assert moved < 1e-12 or moved > 0.001  # as the exercise "leak" promises
        found.append(moved > 0.001)
    return np.array(found)


@pytest.mark.parametrize("seed", range(2))
def test_it_guesses_the_letters_that_leak_and_no_others(seed):
    model = too_good.trained(too_good.mask, seed)
    guessed = too_good.shares(model)
    assert (guessed[~FIRST_OF_BLOCK] > 0.9).all()
    assert np.allclose(guessed[FIRST_OF_BLOCK], 0.25, atol=0.06)
    for text in too_good.texts(np.random.default_rng(seed), 10)[0]:
        assert np.array_equal(leaking(model, text), ~FIRST_OF_BLOCK)


@pytest.mark.parametrize("seed", range(2))
def test_with_a_causal_mask_it_can_only_guess(seed):
    model = too_good.trained(attention.causal_mask, seed)
    assert np.allclose(too_good.shares(model), 0.25, atol=0.06)
    for text in too_good.texts(np.random.default_rng(seed), 10)[0]:
        assert not leaking(model, text).any()
