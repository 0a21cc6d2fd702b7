"""Stacks of random blocks: how long the tokens become with depth, and how alike.

    blocks = random_blocks(24)
    streams = stack(X, blocks, norm_before)  # before block 1, after it, after block 2 …
    mean_cosine(streams[-1])                 # how alike the tokens are in the end
    slopes(X, ten_stacks, norm_before)       # how large they are at each block's input

A block is two steps, one with its attention and one with its MLP. A step is a function of the
stream, the part and its norm: one of the four here, or one of your own.
"""

import numpy as np

from helpers.attention import multi_head_attention
from helpers.block import layer_norm, mlp, random_weights
from helpers.training import tape
from helpers.training.tape import Value

N, D, H = 6, 32, 4


def random_tokens():
    """The same 6 random tokens each time: X (6, 32)."""
    return np.random.default_rng(0).standard_normal((N, D))


def random_blocks(count, scale=1.0, seed=1):
    """So many blocks for tokens of width 32, with 4 heads and d_ff = 128, the same for a seed."""
    rng = np.random.default_rng(seed)
    return [random_weights(rng, D, H, scale) for _ in range(count)]


# --- four kinds of step: (…, n, d) → (…, n, d)


def neither(x, part, norm):
    """part(x) alone."""
    return part(x)


def replaced(x, part, norm):
    """What the part makes of the normed x, in the place of x."""
    return part(norm(x))


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


def slopes(X, stacks, step, words=20):
    """How long a token's slope is at the input of each block: (stacks, blocks, n).

    X (n, d); stacks: lists of blocks. The loss is the cross entropy of random words: logits are the
    products of the last stream, normed, with random vectors.
    """
    rng = np.random.default_rng(0)
    x = Value(np.tile(X, (len(stacks), 1, 1, 1)))  # (stacks, 1, n, d): all at once
    inputs = []
    for blocks in zip(*stacks, strict=True):
        inputs.append(x)
        for part in _parts(blocks):
            x = step(x, part, tape.normed)
    logits = _times(tape.normed(x), rng.standard_normal((X.shape[-1], words)))
    tape.back(tape.cross_entropy(logits, rng.integers(words, size=logits.x.shape[:-1])))
    return np.linalg.norm([x.slope[:, 0] for x in inputs], axis=-1).swapaxes(0, 1)


def _parts(blocks):
    """Attention and MLP of one block of each stack, as functions of a Value (stacks, 1, n, d)."""
    W_Q, W_K, W_V, W_O = (np.array(W) for W in zip(*(w.attention for w in blocks), strict=True))
    W_Q = W_Q / np.sqrt(W_Q.shape[-1])  # (stacks, h, d, d_k)
    W_O = W_O.reshape(*W_V.shape[:2], -1, W_O.shape[-1])  # (stacks, h, d_v, d)
    W_1, W_2 = (np.array([getattr(w.mlp, W) for w in blocks])[:, None] for W in ("W_1", "W_2"))

    def attend(x):
        scores = _times(x, W_Q) @ tape.transpose(_times(x, W_K))  # queries down, keys across
        each = _times(tape.softmax(scores) @ _times(x, W_V), W_O)  # (stacks, h, n, d)
        return Value(each.x.sum(axis=1, keepdims=True), (each, lambda to: to))

    def think(x):
        asked = _times(x, W_1)
        return _times(Value(np.maximum(asked.x, 0), (asked, lambda to: to * (asked.x > 0))), W_2)

    return attend, think


def _times(x, W):
    """x W, of whose slopes only those of x are asked."""
    return Value(x.x @ W, (x, lambda to: to @ W.mT))
