"""helpers.first_letter: its slopes are right, and what knows order is as notebook 07 says."""

import numpy as np
import pytest

from helpers import first_letter
from helpers.attention import softmax
from helpers.first_letter import backward, forward, inputs, parameters


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("positions", ["none", "learned"])
def test_slopes_are_finite_differences(causal, positions):
    rng = np.random.default_rng(0)
    p = parameters(rng, 2, positions)
    x, first = inputs(rng, 3)

    def loss():
        scores, kept = forward(p, x, 2, causal, positions)
        weights = softmax(scores)
        return -np.log(weights[range(3), first]).mean(), (weights, kept)

    _, (weights, kept) = loss()
    weights[range(3), first] -= 1
    grads = backward(p, kept, weights / 3, positions)
    assert set(grads) == set(p)
    for name, slopes in grads.items():
        for place in [tuple(rng.integers(size) for size in slopes.shape) for _ in range(4)]:
            value, losses = p[name][place], []
            for step in (1e-5, -1e-5):
                p[name][place] = value + step
                losses.append(loss()[0])
            p[name][place] = value
            assert np.isclose(slopes[place], (losses[0] - losses[1]) / 2e-5, rtol=1e-4, atol=1e-8)


def test_without_positions_only_two_masked_layers_know_order_at_the_last_row():
    rng = np.random.default_rng(1)
    p = parameters(rng, 2, "none")
    x, _ = inputs(rng, 20)
    turned = x[:, [0, 5, 2, 3, 4, 1, *range(6, 10)]]  # two earlier letters exchanged
    for layers, causal, knows in [
        (1, False, False),
        (1, True, False),
        (2, False, False),
        (2, True, True),
    ]:
        one, other = (forward(p, some, layers, causal, "none")[0] for some in (x, turned))
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
    reached = first_letter.accuracy(layers, causal, positions, seed=1)
    assert reached > 0.98 if learns else reached < 0.4
