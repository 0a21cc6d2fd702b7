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
