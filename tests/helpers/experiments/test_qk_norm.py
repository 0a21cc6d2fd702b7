"""The recorded trainings with QK-norm, and its way back."""

import numpy as np
import pytest

from helpers import attention
from helpers.experiments import qk_norm


@pytest.mark.long
def test_a_recorded_training_is_what_is_computed():
    bits, score = qk_norm.computed(0.01, True, 0)
    assert np.allclose([bits, score], qk_norm.recorded(0.01, True)[0], atol=0.05)


def test_no_score_of_normed_rows_is_beyond_the_root_of_their_width():
    Q, K = 1e3 * np.random.default_rng(0).standard_normal((2, 3, 20, 8))
    weights = qk_norm.with_norm(Q, K, K)[0].weights
    with np.errstate(divide="ignore"):
        spread = np.ptp(np.log(weights), axis=-1)
    assert (spread <= 2 * np.sqrt(8) + 1e-9).all()
    assert np.ptp(np.log(attention.attention(Q[:, :1], K, K).weights + 1e-300)) > 100


@pytest.mark.parametrize("i", [0, 1, 2])
def test_the_way_back_gives_the_slopes(i):
    arrays = [*np.random.default_rng(1).standard_normal((3, 2, 5, 4))]
    to_output = np.random.default_rng(2).standard_normal((2, 5, 4))
    slopes = qk_norm.with_norm(*arrays)[1](to_output)["QKV"[i]]
    step = np.zeros_like(arrays[i])
    step[1, 2, 3] = 1e-6
    moved = [
        np.sum(
            qk_norm.with_norm(*arrays[:i], arrays[i] + s, *arrays[i + 1 :])[0].output * to_output
        )
        for s in (step, -step)
    ]
    assert np.isclose((moved[0] - moved[1]) / 2e-6, slopes[1, 2, 3], atol=1e-6)
