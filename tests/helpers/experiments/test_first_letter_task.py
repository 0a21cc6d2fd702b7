"""helpers.first_letter: what knows order is as notebook 07 says."""

import numpy as np
import pytest

from helpers.experiments import first_letter_task
from helpers.experiments.first_letter_task import ASKED, LETTERS, inputs


def test_the_target_is_the_first_letter():
    tokens, targets = inputs(np.random.default_rng(0), 20)
    assert (tokens[:, -1] == ASKED).all()
    assert (tokens[:, :-1] < LETTERS).all()
    assert (targets[:, -1] == tokens[:, 0]).all()
    assert (targets[:, :-1] == -1).all()


@pytest.mark.sample("1-True-none-False", "1-True-sinusoids-True")
@pytest.mark.parametrize(
    ("layers", "causal", "positions", "learns"),
    [
        (1, True, "none", False),
        (2, False, "none", False),
        (2, True, "none", True),
        (1, True, "sinusoids", True),
        (1, False, "learned", True),
    ],
)
def test_what_can_learn_which_letter_was_first(layers, causal, positions, learns):
    reached = first_letter_task.accuracy(layers, causal, positions, seed=1)
    assert reached > 0.98 if learns else reached < 0.4


@pytest.mark.parametrize("seed", range(5))
def test_what_does_not_learn_it_does_no_better_than_the_most_frequent_letter(seed):
    """As notebook 07 says of the seeds 0 and 1."""
    guess = first_letter_task.most_frequent(seed)
    assert 1 / LETTERS < guess < 0.35
    assert first_letter_task.accuracy(1, False, "none", seed) < guess + 0.05
