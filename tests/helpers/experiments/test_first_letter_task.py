"""helpers.first_letter: what knows order is as notebook 07 says."""

import numpy as np

from helpers.experiments.first_letter_task import ASKED, LETTERS, inputs


def test_the_target_is_the_first_letter():
    tokens, targets = inputs(np.random.default_rng(0), 20)
    assert (tokens[:, -1] == ASKED).all()
    assert (tokens[:, :-1] < LETTERS).all()
    assert (targets[:, -1] == tokens[:, 0]).all()
    assert (targets[:, :-1] == -1).all()
