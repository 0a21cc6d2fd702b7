"""Stacks of random blocks: how large the stream becomes with depth, and how far a nudge travels.

    blocks = random_blocks(24)
    stack(X, blocks, norm_before)    # the stream before block 1, after it, after block 2 …
    effects(X, blocks, norm_before)  # a nudge of length 1 at each of these: how long at the end?

A block is two steps, one with its attention and one with its MLP. A step is a function of the
stream, the part and its norm: one of the four here, or one of your own.
"""

import numpy as np

from helpers.attention import multi_head_attention
from helpers.block import layer_norm, mlp, random_weights

N, D, H = 6, 32, 4
DIRECTIONS = 16
SHARE = 1e-6


def random_tokens():
    """The same 6 random tokens each time: X (6, 32)."""
    return np.random.default_rng(0).standard_normal((N, D))


def random_blocks(count, scale=1.0):
    """So many blocks for tokens of width 32, with 4 heads and d_ff = 128, the same each time."""
    rng = np.random.default_rng(1)
    return [random_weights(rng, D, H, scale) for _ in range(count)]


# --- four kinds of step: (…, n, d) → (…, n, d)


def neither(x, part, norm):
    return part(x)


def only_add(x, part, norm):
    return x + part(x)


def norm_before(x, part, norm):
    return x + part(norm(x))


def norm_after(x, part, norm):
    return norm(x + part(x))


def block_of(step, x, weights):
    """A block with two such steps: as `helpers.block.block`, if the step is norm_before."""
    w = weights

    def attend(x):
        return multi_head_attention(x, x, *w.attention).output

    def think(x):
        return mlp(x, *w.mlp)

    x = step(x, attend, lambda x: layer_norm(x, *w.norm_1))
    return step(x, think, lambda x: layer_norm(x, *w.norm_2))


# --- what is measured


def stack(X, blocks, step):
    """The stream before the first block and after each: X (…, n, d) → a list of (…, n, d)."""
    streams = [X]
    for weights in blocks:
        streams.append(block_of(step, streams[-1], weights))  # (…, n, d)
    return streams


def effects(X, blocks, step):
    """How far the output moves if the stream is nudged by 1, at each depth: (depth + 1,).

    The root mean square over 16 random directions; each is tried by finite differences.
    """
    rng, streams = np.random.default_rng(2), stack(X, blocks, step)
    nudged = both_ways(X, rng)
    for weights, stream in zip(blocks, streams[1:], strict=True):
        nudged = block_of(step, nudged, weights)  # those of all depths so far go on together
        nudged = np.concatenate([nudged, both_ways(stream, rng)])
    moved = np.linalg.norm(nudged[:, 0] - nudged[:, 1], axis=(-2, -1))  # (depth + 1, 16)
    lengths = [2 * nudge_length(stream) for stream in streams]
    return np.sqrt((moved**2).mean(axis=1)) / lengths


def both_ways(stream, rng):
    """The stream (n, d), nudged in 16 random directions and their opposites: (1, 2, 16, n, d)."""
    nudges = rng.standard_normal((DIRECTIONS, *stream.shape))  # (16, n, d)
    nudges *= nudge_length(stream) / np.linalg.norm(nudges, axis=(-2, -1), keepdims=True)
    return np.stack([stream + nudges, stream - nudges])[None]


def nudge_length(stream):
    """A small share of the stream's own length."""
    return SHARE * np.linalg.norm(stream)
