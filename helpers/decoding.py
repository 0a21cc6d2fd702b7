"""A decoder that writes token by token, and the keys and values that it keeps on the way.

    model = random_decoder(n=64)
    write(model, first=3, n=64)               # the whole text goes in for every new token
    write_with_cache(model, first=3, n=64)    # only the newest token goes in

A new token changes no row above it, since every block has a causal mask. So the keys and values of
the earlier tokens are those of the step before: they are kept. Queries are not: the query of an
earlier token was asked when its row was computed, and no later row needs it.
"""

from collections import namedtuple

import numpy as np

from helpers.attention import attention, causal_mask
from helpers.block import Weights, block, layer_norm, mlp, random_weights, relu
from helpers.checking import count, takes

# words E (vocabulary, d), positions P (n, d), Weights of each block, and U (d, vocabulary), which
# turns the last stream into a logit for each word
Decoder = namedtuple("Decoder", "E P blocks U")
Written = namedtuple("Written", "tokens logits")  # (n + 1,), (n, vocabulary)


# --- without a cache


def write(model, first, n):
    """n more tokens, each the one with the largest logit: the whole text goes in every time."""
    tokens, logits = [first], []
    for _ in range(n):
        x = model.E[tokens] + model.P[: len(tokens)]  # (i, d)
        for weights in model.blocks:
            x = block(x, weights, causal_mask(len(tokens)))  # (i, d)
        logits.append(x[-1] @ model.U)  # (vocabulary,)
        tokens.append(int(logits[-1].argmax()))
    return Written(tokens, np.array(logits))


# --- with a cache

# The functions without their checks: for a single row, these take longer than the mathematics.
_attention, _layer_norm, _mlp, _relu = (
    function.__wrapped__ for function in (attention, layer_norm, mlp, relu)
)


class Cache:
    """The keys and values of one block's tokens so far: K (h, i, d_k) and V (h, i, d_v)."""

    def __init__(self, weights, n):
        """Room for n tokens."""
        h, _, d_k = weights.W_K.shape
        self.i = 0
        self.room_K = np.empty((h, n, d_k), weights.W_K.dtype)
        self.room_V = np.empty((h, n, weights.W_V.shape[-1]), weights.W_V.dtype)

    def append(self, k, v):
        """One more token's keys (h, d_k) and values (h, d_v) → all so far, as (K, V)."""
        self.room_K[:, self.i] = k
        self.room_V[:, self.i] = v
        self.i += 1
        return self.room_K[:, : self.i], self.room_V[:, : self.i]


def next_row(x, weights, cache):
    """The last row of `block(X, weights, causal_mask(n))`, from the last token x (d,) alone."""
    w = weights
    y = _layer_norm(x, w.gain_1, w.shift_1)  # (d,)
    q, k, v = y @ w.W_Q, y @ w.W_K, y @ w.W_V  # (d,) @ (h, d, d_k) → (h, d_k), values (h, d_v)
    K, V = cache.append(k, v)  # (h, i, d_k), (h, i, d_v)
    heads = _attention(q[:, None], K, V).output  # (h, 1, d_v): one query for each head
    x = x + heads.reshape(-1) @ w.W_O  # (h·d_v,) @ (h·d_v, d) → (d,)
    y = _layer_norm(x, w.gain_2, w.shift_2)  # (d,)
    return x + _mlp(y, w.W_1, w.b_1, w.W_2, w.b_2, _relu)  # (d,)


def write_with_cache(model, first, n):
    """The same as `write`, but each token goes through the blocks once."""
    caches = [Cache(weights, n) for weights in model.blocks]
    tokens, logits = [first], []
    for i in range(n):
        x = model.E[tokens[-1]] + model.P[i]  # (d,)
        for weights, cache in zip(model.blocks, caches, strict=True):
            x = next_row(x, weights, cache)  # (d,)
        logits.append(x @ model.U)  # (vocabulary,)
        tokens.append(int(logits[-1].argmax()))
    return Written(tokens, np.array(logits))


# --- how many multiplications, counted line by line


@takes(i=count, d=count, blocks=count)
def multiplications_of_row(i, d, blocks):
    """For one new row in each block, whose MLP is 4 d wide. i: the tokens so far, the new one
    included. The matrices take 12 d², the scores and the weighted sum i·d each."""
    return blocks * (12 * d * d + 2 * i * d)


@takes(i=count, d=count, blocks=count)
def multiplications_of_all_rows(i, d, blocks):
    """For all i rows at once, as without a cache."""
    return blocks * (12 * i * d * d + 2 * i * i * d)


# --- a decoder to try it on


@takes(n=count, d=count, h=count, blocks=count)
def random_decoder(n, d=32, h=2, blocks=2, vocabulary=20, dtype=np.float32):
    """An untrained decoder for texts of up to n tokens, the same each time."""
    rng = np.random.default_rng(0)

    def one():
        return Weights(*(x.astype(dtype) for x in random_weights(rng, d, h)))

    E, P, U = (rng.standard_normal(shape) for shape in ((vocabulary, d), (n, d), (d, vocabulary)))
    E, P, U = (x.astype(dtype) for x in (E, P, U))
    return Decoder(E, P, [one() for _ in range(blocks)], U)
