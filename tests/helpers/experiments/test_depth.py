"""Stacks of random blocks: what a nudge becomes, where it is known exactly."""

import numpy as np
import pytest

from helpers.block import block
from helpers.experiments.depth import (
    D,
    N,
    effects,
    neither,
    norm_after,
    norm_before,
    random_blocks,
    random_tokens,
    stack,
)


def test_blocks_and_tokens_are_the_same_each_time_and_scale():
    one, two, double = random_blocks(2), random_blocks(3), random_blocks(2, scale=2.0)
    for a, b, c in zip(one, two, double, strict=False):
        for part in a._fields:
            assert all(map(np.array_equal, getattr(a, part), getattr(b, part)))
        assert all(
            np.array_equal(2 * W, c_W) for W, c_W in zip(a.attention, c.attention, strict=True)
        )
        assert np.array_equal(2 * a.mlp.W_1, c.mlp.W_1)
        assert np.array_equal(2 * a.mlp.W_2, c.mlp.W_2)
    assert np.array_equal(random_tokens(), random_tokens())
    assert random_tokens().shape == (N, D)
    assert np.isclose(one[0].mlp.W_1.std(), 1 / np.sqrt(D), rtol=0.05)


def test_a_stack_has_a_stream_before_and_after_each_block():
    X, blocks = random_tokens(), random_blocks(3)
    streams = stack(X, blocks, norm_before)
    assert len(streams) == 4
    assert streams[0] is X
    assert np.allclose(stack(streams[1], blocks[1:], norm_before)[-1], streams[3])


@pytest.mark.parametrize(("step", "norm"), [(norm_before, "before"), (norm_after, "after")])
def test_with_norms_and_residuals_it_is_the_block_of_notebook_08(step, norm):
    X, blocks = random_tokens(), random_blocks(1)
    assert np.allclose(stack(X, blocks, step)[1], block(X, blocks[0], norm=norm))


def test_without_residuals_and_norms_a_block_shrinks_a_token_to_about_0_7():
    streams = stack(random_tokens(), random_blocks(24), neither)
    first, last = (np.linalg.norm(x, axis=1).mean() for x in (streams[0], streams[-1]))
    assert round((last / first) ** (1 / 24), 1) == 0.7


def test_a_nudge_grows_by_what_each_block_multiplies():
    """Two steps to a block, each of which doubles the stream."""
    moves = effects(random_tokens(), random_blocks(3), lambda x, part, norm: 2 * x)
    assert np.allclose(moves, [64, 16, 4, 1], rtol=1e-6)


@pytest.mark.parametrize("step", [norm_before, norm_after])
def test_a_nudge_is_a_derivative(step):
    """Against the whole matrix of derivatives, whose mean square over directions is known."""
    X, blocks = random_tokens(), random_blocks(1)
    J = np.zeros((X.size, X.size))
    for i in range(X.size):
        small = np.zeros(X.size)
        small[i] = 1e-6
        two = [stack(X + sign * small.reshape(X.shape), blocks, step)[-1] for sign in (1, -1)]
        J[:, i] = (two[0] - two[1]).ravel() / 2e-6
    expected = np.linalg.norm(J) / np.sqrt(X.size)  # over all directions
    assert np.isclose(effects(X, blocks, step)[0], expected, rtol=0.1)  # over 16 of them
