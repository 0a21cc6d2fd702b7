"""helpers.checking: what the guard does around a function, whatever the function."""

import numpy as np
import pytest

from helpers.attention import causal_mask, softmax
from helpers.checking import count, function, takes


@takes(n=count, watch=function)
def calls_a_checked_one(n, watch=None):
    if watch:
        watch()
    return causal_mask(n=2.0) if n == 2 else causal_mask(n=0)


def test_a_checked_function_inside_a_checked_one_is_not_checked_again():
    assert calls_a_checked_one(2).shape == (2, 2)
    assert calls_a_checked_one(1).shape == (0, 0)


def test_a_function_of_the_callers_is_checked_wherever_it_runs():
    with pytest.raises(ValueError, match="n: given 0"):
        calls_a_checked_one(2, watch=lambda: causal_mask(0))


def test_after_an_error_inside_checks_go_on():
    def fails():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        calls_a_checked_one(2, watch=fails)
    with pytest.raises(ValueError, match="n: given 0"):
        causal_mask(0)


def test_inside_a_checked_function_too_softmax_leaves_its_scores_as_they_are():
    @takes(S="n m")
    def entropy(S):
        weights = softmax(S)
        return -(weights * np.log(weights)).sum()

    S = np.array([[1.0, 2.0], [3.0, 5.0]])
    kept = S.copy()
    entropy(S)
    assert np.array_equal(S, kept)
