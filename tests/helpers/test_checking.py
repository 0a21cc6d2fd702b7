"""helpers.checking: what the guard does around a function, whatever the function."""

import numpy as np
import pytest

from helpers import checking
from helpers.attention import attention, causal_mask, multi_head_attention
from helpers.block import block, random_weights
from helpers.checking import takes
from helpers.decoding import random_decoder, write, write_with_cache


@takes(x="… n", mask="mask n n")
def seen(x, mask=None):
    return mask, x.dtype, x > 1


def test_a_checked_function_inside_a_checked_one_is_checked_too():
    @takes(x="n")
    def calls_a_checked_one(x):
        return causal_mask(len(x) - 1)

    assert calls_a_checked_one([1, 2]).shape == (1, 1)
    with pytest.raises(ValueError, match="n: given 0"):
        calls_a_checked_one([1])


X = np.eye(4)
BLOCK = random_weights(np.random.default_rng(0), d=4, h=2)
DECODER = random_decoder(n=8)


@pytest.mark.parametrize(
    "call",
    [
        lambda: attention(X, X, X),
        lambda: multi_head_attention(X, X, *BLOCK.attention),
        lambda: block(X, BLOCK),
        lambda: write(DECODER, first=0, n=1),
        lambda: write_with_cache(DECODER, first=0, n=1),
    ],
)
def test_what_is_called_is_checked_and_what_that_calls_is_plain(call, monkeypatch):
    """But for an activation, which may be anybody's function; each block of a decoder has one."""
    checked = []

    class Counted(checking.Call):
        def __init__(self, arguments):
            checked.append(sorted(arguments))
            super().__init__(arguments)

    monkeypatch.setattr(checking, "Call", Counted)
    call()
    assert len([names for names in checked if names != ["x"]]) == 1, checked


def test_arrays_and_masks_come_in_one_dtype_and_what_is_true_or_false_stays_so():
    float16 = np.ones(2, np.float16)
    added, computing, large = seen(float16, np.zeros((2, 2)))
    assert (added.dtype, computing, large.dtype) == (np.float32, np.float32, bool)
    hidden, computing, _ = seen([True, False], np.eye(2, dtype=bool))
    assert (hidden.dtype, computing) == (bool, np.float64)
