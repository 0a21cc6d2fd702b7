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
from helpers.block import block, layer_norm, mlp, random_weights
from helpers.checking import in_dtype, takes
from helpers.single_values import count

# words E (vocabulary, d), positions P (n, d), Weights of each block, and U (d, vocabulary), which
# turns the last stream into a logit for each word
Decoder = namedtuple("Decoder", "E P blocks U")
Written = namedtuple("Written", "tokens logits")  # (n + 1,), (n, vocabulary)


# --- without a cache


@takes(n=count)
def write(model, first, n):
    """n more tokens, each the one with the largest logit: the whole text goes in every time.

    first: a token → tokens (n + 1,), logits (n, vocabulary).
    """
    tokens, logits = [first], []
    for _ in range(n):
        x = model.E[tokens] + model.P[: len(tokens)]  # (i, d)
        for weights in model.blocks:
            x = block.plain(x, weights, causal_mask.plain(len(tokens)))  # (i, d)
        logits.append(x[-1] @ model.U)  # (vocabulary,)
        tokens.append(int(logits[-1].argmax()))
    return Written(tokens, np.array(logits))


# --- with a cache


class Cache:
    """The keys and values of one block's tokens so far: K (h, i, d_k) and V (h, i, d_v)."""

    def __init__(self, weights, n):
        """Room for n tokens."""
        W_K, W_V = weights.attention.W_K, weights.attention.W_V
        h, _, d_k = W_K.shape
        self.i = 0
        self.room_K = np.empty((h, n, d_k), W_K.dtype)
        self.room_V = np.empty((h, n, W_V.shape[-1]), W_V.dtype)

    def append(self, k, v):
        """One more token's keys (h, d_k) and values (h, d_v) → all so far, as (K, V)."""
        self.room_K[:, self.i] = k
        self.room_V[:, self.i] = v
        self.i += 1
        return self.room_K[:, : self.i], self.room_V[:, : self.i]


@np.errstate(under="ignore")  # what is too small for the dtype is 0
def next_row(x, weights, cache):
    """The last row of `block(X, weights, causal_mask(n))`, from the last token x (d,) alone."""
    W_Q, W_K, W_V, W_O = weights.attention
    y = layer_norm.plain(x, *weights.norm_1)  # (d,)
    q, k, v = y @ W_Q, y @ W_K, y @ W_V  # (d,) @ (h, d, d_k) → (h, d_k), values (h, d_v)
    K, V = cache.append(k, v)  # (h, i, d_k), (h, i, d_v)
    heads = attention.plain(q[:, None], K, V).output  # (h, 1, d_v): one query for each head
    x = x + heads.reshape(-1) @ W_O  # (h·d_v,) @ (h·d_v, d) → (d,)
    return x + mlp.plain(layer_norm.plain(x, *weights.norm_2), *weights.mlp)  # (d,)


@takes(n=count)
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


# --- a decoder to try it on


@takes(n=count, d=count, h=count, blocks=count)
def random_decoder(n, d=32, h=2, blocks=2, vocabulary=20, dtype=np.float32):
    """An untrained decoder for texts of up to n tokens, the same each time."""
    rng = np.random.default_rng(0)
    E = rng.standard_normal((vocabulary, d)).astype(dtype)
    P = rng.standard_normal((n, d)).astype(dtype)
    U = rng.standard_normal((d, vocabulary)).astype(dtype)
    return Decoder(E, P, [in_dtype(random_weights(rng, d, h), dtype) for _ in range(blocks)], U)
