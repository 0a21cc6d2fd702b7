"""helpers.decoding: with and without a cache a decoder writes the same."""

import numpy as np
import pytest

from helpers import decoding
from helpers.attention import causal_mask
from helpers.block import block
from helpers.experiments import multiplications


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("n", "d", "h", "blocks"), [(1, 4, 1, 1), (30, 12, 3, 2), (64, 32, 2, 2)])
def test_the_same_tokens_and_logits_but_for_rounding(n, d, h, blocks, dtype):
    model = decoding.random_decoder(n, d, h, blocks, dtype=dtype)
    plain, cached = decoding.write(model, 3, n), decoding.write_with_cache(model, 3, n)
    assert plain.tokens == cached.tokens
    assert len(plain.tokens) == n + 1
    assert n < 64 or len({*plain.tokens}) > 3  # or equal tokens would say little
    assert plain.logits.dtype == cached.logits.dtype == dtype
    tolerance = 100 * float(np.finfo(dtype).eps)
    assert np.allclose(plain.logits, cached.logits, rtol=tolerance, atol=10 * tolerance)


def test_each_row_is_the_blocks_last_row():
    model = decoding.random_decoder(9, d=12, h=3, blocks=1, dtype=np.float64)
    X, kept = model.P, decoding.Cache(model.blocks[0], 9)
    for i in range(9):
        row = decoding.next_row(X[i], model.blocks[0], kept)
        assert np.allclose(row, block(X[: i + 1], model.blocks[0], causal_mask(i + 1))[-1])
    assert np.allclose(
        kept.room_K[1],
        (X - X.mean(1, keepdims=True))
        / np.sqrt(X.var(1, keepdims=True) + 1e-5)
        @ model.blocks[0].attention.W_K[1],
    )


def test_a_cache_has_as_many_bytes_as_are_counted():
    model = decoding.random_decoder(40, d=32, h=4, blocks=3)
    kept = [decoding.Cache(weights, 40) for weights in model.blocks]
    held = sum(cache.room_K.nbytes + cache.room_V.nbytes for cache in kept)
    assert held == 2 * multiplications.cache_bytes(layers=3, n=40, heads=4, d_k=8)  # in float32
