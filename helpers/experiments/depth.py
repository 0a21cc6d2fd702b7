"""Stacks of random blocks: how long the tokens become with depth, and how alike.

    blocks = random_blocks(24)
    streams = stack(X, blocks, norm_before)  # before block 1, after it, after block 2 …
    mean_cosine(streams[-1])                 # how alike the tokens are in the end

A block is two steps, one with its attention and one with its MLP. A step is a function of the
stream, the part and its norm: one of the four here, or one of your own.
"""

import numpy as np

from helpers.attention import multi_head_attention
from helpers.block import layer_norm, mlp, random_weights

N, D, H = 6, 32, 4


def random_tokens():
    """The same 6 random tokens each time: X (6, 32)."""
    return np.random.default_rng(0).standard_normal((N, D))


def random_blocks(count, scale=1.0, seed=1):
    """So many blocks for tokens of width 32, with 4 heads and d_ff = 128, the same for a seed."""
    rng = np.random.default_rng(seed)
    return [random_weights(rng, D, H, scale) for _ in range(count)]


# --- three kinds of step: (…, n, d) → (…, n, d)


def neither(x, part, norm):
    """part(x) alone."""
    return part(x)


def norm_before(x, part, norm):
    """x and what the part makes of the normed x: as in models like GPT."""
    return x + part(norm(x))


def norm_after(x, part, norm):
    """The normed sum of x and what the part makes of it: as in 2017."""
    return norm(x + part(x))


@np.errstate(under="ignore")  # what is too small for the dtype is 0
def block_of(step, x, weights):
    """A block with two such steps: as `helpers.block.block`, if the step is norm_before.

    x (…, n, d), Weights → (…, n, d). Nothing is checked: notebook 08 takes thousands of blocks.
    """
    w = weights

    def attend(x):
        return multi_head_attention.plain(x, x, *w.attention).output

    def think(x):
        return mlp.plain(x, *w.mlp)

    x = step(x, attend, lambda x: layer_norm.plain(x, *w.norm_1))
    return step(x, think, lambda x: layer_norm.plain(x, *w.norm_2))


# --- what is measured


def stack(X, blocks, step):
    """The stream before the first block and after each: X (…, n, d) → a list of (…, n, d)."""
    streams = [X]
    for weights in blocks:
        streams.append(block_of(step, streams[-1], weights))  # (…, n, d)
    return streams


def mean_cosine(X):
    """The mean cosine of two different tokens of X (n, d): 1 if all point the same way."""
    directions = X / np.linalg.norm(X, axis=1, keepdims=True)
    cosines = directions @ directions.T  # (n, n)
    return cosines[np.triu_indices(len(X), 1)].mean()
