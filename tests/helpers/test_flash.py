"""helpers.flash: with the scores one at a time or in blocks, the same as with all at once."""

import math
import tracemalloc

import numpy as np
import pytest

from helpers.attention import attention, softmax
from helpers.flash import EMPTY, by_blocks, update


@pytest.mark.parametrize("scores", [[0.0], [1, 2, 3], [3, 2, 1], [-5, 1000, 1000], [-1e6, -2e6]])
def test_two_running_numbers_are_those_of_the_row_so_far(scores):
    running = EMPTY
    for i, score in enumerate(scores, start=1):
        running = update(running, score)
        assert running.largest == max(scores[:i])
        total = sum(math.exp(s - max(scores[:i])) for s in scores[:i])
        assert math.isclose(running.total, total, rel_tol=1e-15)
    weights = np.exp(np.array(scores) - running.largest) / running.total
    assert np.allclose(weights, softmax(np.array(scores, float)), rtol=0, atol=1e-14)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100])
@pytest.mark.parametrize("shapes", [((5, 4), (7, 4), (7, 3)), ((2, 1, 6, 3), (4, 7, 3), (7, 2))])
def test_blocks_give_what_attention_gives(size, shapes):
    Q, K, V = (np.random.default_rng(i).standard_normal(s) for i, s in enumerate(shapes))
    assert np.allclose(by_blocks(Q, K, V, size), attention(Q, K, V).output, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_large_scores_in_any_order_do_not_overflow_and_the_dtype_stays(dtype):
    rng = np.random.default_rng(1)
    Q, K, V = (rng.standard_normal((40, 8)).astype(dtype) for _ in range(3))
    Q, K = 30 * Q, np.sort(K, axis=0)
    kept = Q.copy(), K.copy(), V.copy()
    output = by_blocks(Q, K, V, size=7)
    assert output.dtype == dtype
    computed_in = np.result_type(dtype, np.float32)
    of_scores = 100 * float(np.finfo(computed_in).eps)  # they are sums of about 100
    of_outputs = 4 * float(np.finfo(dtype).eps)  # means of values of at most 4
    assert np.allclose(output, attention(Q, K, V).output, rtol=0, atol=of_scores + of_outputs)
    assert all(np.array_equal(a, b) for a, b in zip(kept, (Q, K, V), strict=True))


def test_memory_grows_with_n_and_not_with_its_square():
    def peak(n):
        Q, K, V = np.random.default_rng(0).standard_normal((3, n, 16)).astype(np.float32)
        tracemalloc.start()
        by_blocks(Q, K, V, size=64)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(2048) < 3 * peak(1024)
    assert peak(2048) < 2048 * 2048 * 4 / 20  # of the scores alone


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (dict(K=np.ones((4, 2))), "K"),
        (dict(V=np.ones((5, 2))), "V"),
        (dict(size=0), "size"),
    ],
)
def test_bad_input_is_named(arguments, named):
    fits = dict(Q=np.ones((2, 3)), K=np.ones((4, 3)), V=np.ones((4, 2)))
    with pytest.raises(ValueError, match=rf"^{named}\b.*needed"):
        by_blocks(**fits | arguments)
