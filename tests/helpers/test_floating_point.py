"""Where NumPy is told to raise an error at each underflow and overflow (np.seterr), the helpers
compute all the same: what is too small is 0, and what is −∞ as it should be is no error."""

import inspect

import numpy as np
import pytest

from helpers import attention, block, decoding, flash, positions

TINY, HUGE = np.finfo(np.float32).tiny, np.finfo(np.float32).max
SCORES = np.array([[HUGE, -HUGE, 0.0], [TINY, 1.0, -1000.0], [-np.inf, 0.0, -750.0]])
X = np.array([[TINY, 1.0, -1e-30, 40.0], [-90.0, TINY, 1e-3, 0.0], [TINY, TINY, TINY, TINY]])
ONES = np.ones((2, 4, 2))
W = block.random_weights(np.random.default_rng(0), 4, 2)
MASK = np.array([[0.0, -1e300, -1e4], [-np.inf, 0.0, -1e300], [-np.inf, -np.inf, -np.inf]])
MODEL = decoding.random_decoder(8)
CALLS = {
    attention.scores: lambda x: attention.scores(x, x, TINY),
    attention.causal_mask: lambda x: attention.causal_mask(3),
    attention.padding_mask: lambda x: attention.padding_mask([1, 2], 3),
    attention.softmax: lambda x: attention.softmax(SCORES.astype(x.dtype)),
    attention.attention: lambda x: attention.attention(x, 100 * x, x, MASK),
    attention.split_heads: lambda x: attention.split_heads(x, 2),
    attention.merge_heads: lambda x: attention.merge_heads(x.reshape(3, 2, 2)),
    attention.multi_head_attention: lambda x: attention.multi_head_attention(
        x, x, ONES, ONES, TINY * ONES, np.ones((4, 4)), MASK
    ),
    block.layer_norm: lambda x: block.layer_norm(x, X[0]),
    block.rms_norm: lambda x: block.rms_norm(x, X[0]),
    block.relu: block.relu,
    block.gelu: block.gelu,
    block.silu: lambda x: block.silu(100 * x),
    block.mlp: lambda x: block.mlp(x, *W.mlp, block.silu),
    block.gated_mlp: lambda x: block.gated_mlp(x, W.mlp.W_1, W.mlp.W_1, W.mlp.W_2),
    block.block: lambda x: block.block(x, W, MASK),
    positions.frequencies: lambda x: positions.frequencies(1000, 1e300),
    positions.sinusoids: lambda x: positions.sinusoids(3, 1000, 1e300),
    positions.rotate: lambda x: positions.rotate(x, base=1e300),
    flash.update: lambda x: flash.update(flash.update(flash.EMPTY, 1e3), -1e3),
    flash.by_blocks: lambda x: flash.by_blocks(x, 100 * x, x, size=1),
    decoding.write: lambda x: decoding.write(MODEL, 1, 4),
    decoding.write_with_cache: lambda x: decoding.write_with_cache(MODEL, 1, 4),
    decoding.next_row: lambda x: decoding.next_row(TINY * X[0], W, decoding.Cache(W, 2)),
}
UNCOMPUTED = {  # whole numbers, or random ones
    *(decoding.random_decoder, block.random_weights),
}


def test_every_public_function_is_called():
    public = {
        function
        for module in (attention, block, decoding, flash, positions)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    assert public == CALLS.keys() | UNCOMPUTED


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__name__)
def test_it_computes_the_same_where_errors_are_raised(function, dtype):
    x = X.astype(dtype)
    with np.errstate(all="ignore"):
        expected = CALLS[function](x)
    with np.errstate(all="raise"):
        computed = CALLS[function](x)
    pairs = zip(computed, expected, strict=True)  # arrays of a named tuple, or rows
    assert all(np.array_equal(a, b) for a, b in pairs)
