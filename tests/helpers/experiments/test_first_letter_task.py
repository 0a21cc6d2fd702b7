"""helpers.first_letter: what knows order is as notebook 07 says."""

import numpy as np
import pytest

from helpers import training
from helpers.experiments import first_letter_task
from helpers.experiments.first_letter_task import ASKED, LETTERS, N, inputs


def test_the_target_is_the_first_letter():
    tokens, targets = inputs(np.random.default_rng(0), 20)
    assert (tokens[:, -1] == ASKED).all()
    assert (tokens[:, :-1] < LETTERS).all()
    assert (targets[:, -1] == tokens[:, 0]).all()
    assert (targets[:, :-1] == -1).all()


def test_without_positions_only_two_masked_layers_know_order_at_the_last_row():
    x, _ = inputs(np.random.default_rng(1), 20)
    turned = x[:, [0, 5, 2, 3, 4, 1, *range(6, 10)]]  # two earlier letters exchanged
    for layers, causal, knows in [
        (1, False, False),
        (1, True, False),
        (2, False, False),
        (2, True, True),
    ]:
        model = training.Transformer(
            LETTERS + 1, N, layers, 4, causal=causal, positions="none", seed=1
        )
        one, other = (model.run(some).logits[:, -1] for some in (x, turned))
        assert (np.abs(one - other).max() > 0.01) == knows


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
