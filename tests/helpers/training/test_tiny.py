"""The tiny model on which a reader's training loop is tried."""

import copy
import pickle

import numpy as np
import pytest

from helpers.training import nudges, tiny


@pytest.mark.parametrize("seed", range(3))
def test_its_slopes_are_those_of_nudges(seed):
    model = tiny.Tiny(seed, words=5, d=3, b=4, n=4)
    tokens, targets = model.sample()
    said = nudges.compared(model.p, model.forward, model.backward, tokens, targets)
    assert said.endswith("is right for 2 of 2.")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_functions_that_are_copied_have_one_model_of_their_own(copied):
    given = tiny.functions(0)
    sample, forward, backward, adam, loss = copied(given)
    tokens, targets = sample()
    logits = forward(tokens)
    adam(backward(tokens, targets, logits), 1)
    assert not np.array_equal(forward(tokens), logits)
    assert np.array_equal(given[1](tokens), logits)
    assert given == (sample, forward, backward, adam, loss)


def test_it_goes_back_once_through_each_run():
    model = tiny.Tiny(0)
    tokens, targets = model.sample()
    logits = model.forward(tokens)
    model.backward(tokens, targets, logits)
    with pytest.raises(RuntimeError, match="run forward first"):
        model.backward(tokens, targets, logits)


def test_its_functions_count_what_they_are_given_without_the_model():
    sample, _, _, adam, _ = tiny.functions(0)
    with pytest.raises(TypeError, match=r"^sample: too many positional arguments$"):
        sample(1)
    with pytest.raises(TypeError, match=r"^forward takes the tokens alone: tokens, targets ="):
        tiny.functions(0)[1](sample())  # tokens and targets
    with pytest.raises(TypeError, match=r"^adam: missing a required argument: 'step'$"):
        adam({})
