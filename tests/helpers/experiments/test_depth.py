"""Stacks of random blocks: what a nudge becomes, where it is known exactly."""

import numpy as np
import pytest

from helpers.attention import attention
from helpers.block import block
from helpers.experiments.depth import (
    D,
    N,
    mean_cosine,
    neither,
    norm_before,
    random_blocks,
    random_tokens,
    replaced,
    slopes,
    stack,
)
from helpers.training import tape


def test_blocks_and_tokens_are_the_same_each_time_and_scale():
    (one, _), (double,) = random_blocks(2), random_blocks(1, scale=2.0)
    assert np.array_equal(2 * one.attention.W_Q, double.attention.W_Q)
    assert np.array_equal(2 * one.mlp.W_1, double.mlp.W_1)
    assert np.array_equal(random_tokens(), random_tokens())
    assert random_tokens().shape == (N, D)
    assert np.isclose(one.mlp.W_1.std(), 1 / np.sqrt(D), rtol=0.05)


def test_with_norms_before_and_residuals_it_is_the_block_of_notebook_08():
    X, blocks = random_tokens(), random_blocks(1)
    assert np.allclose(stack(X, blocks, norm_before)[1], block(X, blocks[0]))


def test_without_residuals_and_norms_a_block_leaves_about_two_thirds_of_a_token():
    """As the core of notebook 08 says, whose ten stacks are the first of these twenty."""
    X, lengths = random_tokens(), []
    for seed in range(1, 21):
        streams = stack(X, random_blocks(24, seed=seed), neither)
        lengths.append([np.linalg.norm(x, axis=1).mean() for x in (streams[0], streams[-1])])
    first, last = np.reshape(lengths, (2, 10, 2)).transpose(2, 0, 1)  # (2, 10): of each ten
    shares = np.exp(np.log(last / first).mean(axis=1) / 24)  # (2,)
    assert np.all(np.abs(shares - 2 / 3) < 0.03)


def test_without_a_norm_each_block_multiplies_and_with_one_before_the_last_adds_little_more():
    """The picture in the core of notebook 08, and what it says of the first and the last block."""
    X, ten = random_tokens(), [random_blocks(24, seed=seed) for seed in range(1, 11)]

    def lengths(step):  # of the tokens, and of what each block adds: (10, 25), (10, 24)
        streams = np.array([stack(X, blocks, step) for blocks in ten])
        parts = streams, np.diff(streams, axis=1)
        return [np.linalg.norm(part, axis=-1).mean(axis=-1) for part in parts]

    long, added = lengths(lambda x, part, norm: x + part(x))
    assert (long[:, 1:] > long[:, :-1]).all()
    assert (added[:, -1] > 10_000 * added[:, 0]).all()
    long, added = lengths(norm_before)
    assert np.isclose(added[:, -1].mean() / added[:, 0].mean(), 1.3, atol=0.05)
    assert (added[:, -1] < 2 * added[:, 0]).all()
    assert (long[:, -1] < 50).all()


def test_stacks_with_norms_keep_tokens_apart_only_with_sums():
    X, ten = random_tokens(), [random_blocks(24, seed=seed) for seed in range(1, 11)]
    ends = {
        step: [stack(X, blocks, step)[-1] for blocks in ten] for step in (norm_before, replaced)
    }
    assert max(map(mean_cosine, ends[norm_before])) < 0.95
    assert min(map(mean_cosine, ends[replaced])) > 0.999


@pytest.mark.parametrize("step", [norm_before, replaced, neither])
def test_slopes_are_what_a_nudge_of_a_block_s_input_does(step):
    X, stacks = random_tokens(), [random_blocks(3, seed=seed) for seed in (1, 2)]
    rng = np.random.default_rng(0)
    words = rng.standard_normal((D, 20))
    targets = rng.integers(20, size=(2, 1, N))
    found = slopes(X, stacks, step)  # (2, 3, n)

    def loss(k, nudge):  # of stack 1; half of the mean over both
        x = stack(X, stacks[1][:k], step)[-1] + nudge
        x = tape.normed(tape.Value(stack(x, stacks[1][k:], step)[-1]))
        return tape.cross_entropy(tape.Value(x.x @ words), targets[1, 0]).x / 2

    for k in range(3):
        slope = np.zeros(D)  # of token 2 before block k + 1
        for i in range(D):
            nudge = np.zeros((N, D))
            nudge[2, i] = 1e-5
            slope[i] = (loss(k, nudge) - loss(k, -nudge)) / 2e-5
        assert np.isclose(np.linalg.norm(slope), found[1, k, 2], rtol=1e-4)


def test_with_sums_slopes_reach_the_first_block_in_each_stack():
    """A Deeper picture of notebook 08: those at block 24 are 1."""
    X, ten = random_tokens(), [random_blocks(24, seed=seed) for seed in range(1, 11)]
    first = {}
    for step in (norm_before, replaced, neither):
        of_blocks = slopes(X, ten, step).mean(axis=2)  # (10, 24)
        first[step] = of_blocks[:, 0] / of_blocks[:, -1]
    assert [round(end(first[norm_before])) for end in (np.min, np.max)] == [4, 11]
    assert first[replaced].max() > 50 * first[replaced].min()
    assert np.round(np.sort(first[replaced])[:2], 2).tolist() == [0.03, 0.08]
    assert first[neither].max() < 0.01


def test_attention_alone_makes_tokens_alike_unless_its_queries_and_keys_are_large():
    """What notebook 08 says beside the theorem: 24 layers without sums and MLPs."""
    for size, low, high in ((1, 0.99, 1.01), (50, -0.1, 0.1)):
        x = random_tokens()
        for _ in range(24):
            x = attention(size * x, size * x, x).output
        assert low < mean_cosine(x) < high
