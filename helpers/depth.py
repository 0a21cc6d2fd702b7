"""Stacks of random blocks: how large the stream becomes with depth, and how far a nudge travels.

    blocks = random_blocks(24)
    stack(X, blocks, norm_before)    # the stream before block 1, after it, after block 2 …
    effects(X, blocks, norm_before)  # a nudge of length 1 at each of these: how long at the end?

Every step of a block is a function of the stream, a part and a norm: norm_before, norm_after, or
one of your own, such as `lambda x, part, norm: part(x)`, a block without residuals and norms.
"""

import math

import numpy as np

from helpers.block import Weights, block

N, D, H, D_FF = 6, 32, 4, 128
DIRECTIONS = 16
SHARE = 1e-6


def random_tokens():
    """The same 6 random tokens each time: X (6, 32)."""
    return np.random.default_rng(0).standard_normal((N, D))


def random_blocks(count, scale=1.0):
    """So many blocks for tokens of width 32, with 4 heads and d_ff = 128, the same each time.

    The entries of a matrix with d rows have the standard deviation scale/√d; biases and shifts are
    0, gains 1.
    """
    rng = np.random.default_rng(1)

    def matrix(*shape):
        return rng.standard_normal(shape) * scale / math.sqrt(shape[-2])

    def one():
        heads = [matrix(H, D, D // H) for _ in range(3)]
        mlp = matrix(D, D_FF), np.zeros(D_FF), matrix(D_FF, D), np.zeros(D)
        return Weights(*heads, matrix(D, D), *mlp, *[np.ones(D), np.zeros(D)] * 2)

    return [one() for _ in range(count)]


def stack(X, blocks, step):
    """The stream before the first block and after each: X (…, n, d) → a list of (…, n, d)."""
    streams = [X]
    for weights in blocks:
        streams.append(block(streams[-1], weights, step=step))  # (…, n, d)
    return streams


def effects(X, blocks, step):
    """How far the output moves if the stream is nudged by 1, at each depth: (depth + 1,).

    The root mean square over 16 random directions; each is tried by finite differences, with a
    small share of the stream's own length.
    """
    rng, stream, lengths = np.random.default_rng(2), X, []
    nudged = np.empty((0, 2, DIRECTIONS, *X.shape))  # those of all depths so far go on together
    for weights in [*blocks, None]:
        lengths.append(SHARE * np.linalg.norm(stream))
        nudge = rng.standard_normal((DIRECTIONS, *X.shape))  # (16, n, d)
        nudge *= lengths[-1] / np.linalg.norm(nudge, axis=(-2, -1), keepdims=True)
        both = np.stack([stream + nudge, stream - nudge])  # (2, 16, n, d)
        nudged = np.concatenate([nudged, both[None]])  # (depth + 1, 2, 16, n, d)
        if weights is not None:
            stream = block(stream, weights, step=step)  # (n, d)
            nudged = block(nudged, weights, step=step)  # (depth + 1, 2, 16, n, d)
    far = np.linalg.norm(nudged[:, 0] - nudged[:, 1], axis=(-2, -1))  # (depth + 1, 16)
    return np.sqrt((far**2).mean(axis=1)) / (2 * np.array(lengths))
