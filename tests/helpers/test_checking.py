"""helpers.checking: what the guard does around a function, whatever the function."""

import numpy as np
import pytest

from helpers.attention import causal_mask
from helpers.checking import takes


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


def test_arrays_and_masks_come_in_one_dtype_and_what_is_true_or_false_stays_so():
    float16 = np.ones(2, np.float16)
    added, computing, large = seen(float16, np.zeros((2, 2)))
    assert (added.dtype, computing, large.dtype) == (np.float32, np.float32, bool)
    hidden, computing, _ = seen([True, False], np.eye(2, dtype=bool))
    assert (hidden.dtype, computing) == (bool, np.float64)
