"""What holds for helpers.attention whatever the numbers. A warning fails every test here."""

from functools import partial

import numpy as np
import pytest

from helpers.attention import (
    attention,
    causal_mask,
    merge_heads,
    multi_head_attention,
    padding_mask,
    scores,
    softmax,
    split_heads,
)

pytestmark = pytest.mark.filterwarnings("error")

WIDEST = {"float16": 100.0, "float32": 3e38, "float64": 1.7e308}  # scores up to the dtype's range
CLOSE = {"float16": 5e-3, "float32": 1e-5, "float64": 1e-12}
each_dtype = pytest.mark.parametrize("dtype", WIDEST)

# What leads the shapes of Y, X and a mask, which broadcast. No mask here has one for each head.
LEADING = [
    ((), (), ()),
    ((2,), (2,), ()),
    ((2,), (), (3, 1)),
    ((), (1, 3), (2, 3)),
    ((), (), (3, 2)),
    ((3, 1), (2,), (3, 2)),
]


def drawn(rng, dtype, shape, bound):
    """Numbers up to the bound on both sides, some at it, some next to 0."""
    of_bound = rng.choice([-1, 1, 0, 1e-6, *rng.uniform(-1, 1, 4)], shape)
    return (of_bound * bound).astype(dtype)


def drawn_mask(rng, dtype, n, m):
    """None, or a mask that broadcasts to (n, m), −∞ among its numbers."""
    shapes = [(n, m), (1, m), (n, 1), (m,), ()]
    shape = shapes[rng.integers(len(shapes))]
    hidden = rng.random(shape) < 0.3
    numbers = np.where(hidden, -np.inf, drawn(rng, dtype, shape, 100)).astype(dtype)
    return (None, ~hidden, numbers)[rng.integers(3)]


def matrices(seed, dtype, shapes):
    rng = np.random.default_rng(seed)
    return [rng.uniform(-1, 1, shape).astype(dtype) for shape in shapes]


def close(one, another, size):
    return one.shape == another.shape and np.allclose(one, another, 0, 1e-12 * size)


# softmax


@each_dtype
def test_the_ends_of_the_range(dtype):
    top = np.finfo(dtype).max
    assert softmax(np.array([top, -top, -np.inf, top])).tolist() == [0.5, 0, 0, 0.5]
    assert softmax(np.array([-top, -np.inf])).tolist() == [1, 0]


@pytest.mark.parametrize("axis", [0, 1])
def test_a_long_sum_in_float16_does_not_stall(axis):
    x = np.zeros((4096, 2) if axis == 0 else (2, 70_000), np.float16)
    assert np.allclose(softmax(x, axis).sum(axis, dtype=float), 1, 0, 2e-3)


# attention


@each_dtype
@pytest.mark.parametrize("seed", range(30))
def test_scores_over_the_whole_range_do_no_harm(dtype, seed):
    rng = np.random.default_rng(seed)
    n, m = rng.integers(1, 5, size=2)
    Q, V = drawn(rng, dtype, (n, m), WIDEST[dtype]), drawn(rng, dtype, (m, 3), 100)
    mask = drawn_mask(rng, dtype, n, m)
    K = np.eye(m, dtype=dtype)  # so that the raw scores are Q itself
    assert (scores(Q, K, 1.0) == Q).all()
    output, weights = attention(Q, K, V, mask, scale=1.0)
    assert np.isfinite(weights).all()
    assert np.isfinite(output).all()
    totals = weights.sum(-1, dtype=float)
    assert (np.isclose(totals, 1, 0, CLOSE[dtype]) | (totals == 0)).all()


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize("number", [-1e300, -1e9, -1e4, 0.0, 1e4, 1e9, 1e300])
def test_a_float64_mask_is_cast_in_silence(dtype, number):
    Q, K, V = np.ones((2, 4), dtype), np.ones((3, 4), dtype), np.eye(3, dtype=dtype)
    output, weights = attention(Q, K, V, np.array([0.0, 0.0, number]))
    assert output.dtype == weights.dtype == dtype
    expected = softmax(np.array([0.0, 0.0, np.clip(number, -1e6, 1e6)]))
    assert np.allclose(weights, expected, 0, CLOSE[dtype])
    assert np.allclose(output, expected, 0, CLOSE[dtype])
    assert (attention(Q, K, V, np.full(3, -1e300)).weights == 0).all()


# Leading axes


@pytest.mark.parametrize("bare", [True, False])
@pytest.mark.parametrize("leading", LEADING)
def test_leading_axes_of_multi_head_attention_broadcast_and_keep_clear_of_the_heads(leading, bare):
    shapes = zip(leading, [(2, 6), (3, 7), (2, 3)], strict=True)
    Y, X, mask = matrices(0, "float64", [(*before, *shape) for before, shape in shapes])
    h, d_k, d_v, d_out = 2, 3, 4, 5
    shapes = (h, Y.shape[-1], d_k), (h, X.shape[-1], d_k), (h, X.shape[-1], d_v), (h * d_v, d_out)
    W_Q, W_K, W_V, W_O = (
        np.random.default_rng(i).uniform(-1, 1, shape) for i, shape in enumerate(shapes)
    )
    given_arrays = [Y, X] if bare else [Y, X, mask]
    leading = np.broadcast_shapes(*(x.shape[:-2] for x in given_arrays))
    attended = multi_head_attention(Y, X, W_Q, W_K, W_V, W_O, None if bare else mask)
    assert attended.output.shape == (*leading, Y.shape[-2], d_out)
    assert attended.weights.shape == (*leading, h, Y.shape[-2], X.shape[-2])
    full = [np.broadcast_to(x, (*leading, *x.shape[-2:])) for x in given_arrays]
    for i in np.ndindex(leading):
        y, x, *rest = (x[i] for x in full)
        heads = [attention(y @ W_Q[j], x @ W_K[j], x @ W_V[j], *rest) for j in range(h)]
        assert close(attended.output[i], np.hstack([head.output for head in heads]) @ W_O, size=50)
        assert close(attended.weights[i], np.stack([head.weights for head in heads]), size=10)


# Heads


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_counts_may_be_numpy_integers_however_small(kind):
    assert split_heads(np.ones((2, 300)), kind(3)).shape == (3, 2, 100)
    assert causal_mask(kind(3), kind(4)).shape == (3, 4)
    assert padding_mask([1, 2], kind(3)).shape == (2, 1, 3)
    assert softmax([[1, 2]], axis=kind(1)).shape == (1, 2)


# Inputs and dtypes, for every public function. n = 3, m = 4, d_k = 2, d_v = 5, h = 2

SHAPES = {
    "softmax": (softmax, [(2, 3)]),
    "scores": (scores, [(3, 2), (4, 2)]),
    "attention": (attention, [(3, 2), (4, 2), (4, 5)]),
    "attention, float mask": (attention, [(3, 2), (4, 2), (4, 5), (3, 4)]),
    "split_heads": (partial(split_heads, h=2), [(3, 6)]),
    "split_heads, one head": (partial(split_heads, h=1), [(3, 6)]),
    "merge_heads": (merge_heads, [(2, 3, 4)]),
    "merge_heads, one head": (merge_heads, [(1, 3, 4)]),
    "multi_head_attention": (
        multi_head_attention,
        [(3, 6), (4, 7), (2, 6, 2), (2, 7, 2), (2, 7, 5), (10, 8)],
    ),
    "multi_head_attention, float mask": (
        multi_head_attention,
        [(3, 6), (4, 7), (2, 6, 2), (2, 7, 2), (2, 7, 5), (10, 8), (3, 4)],
    ),
}
each_function = pytest.mark.parametrize(("function", "shapes"), SHAPES.values(), ids=SHAPES)


def results(value):
    return value if isinstance(value, tuple) else (value,)


@each_dtype
@each_function
def test_inputs_stay_untouched_and_unshared_and_the_dtype_is_kept(function, shapes, dtype):
    inputs = matrices(0, dtype, shapes)
    before = [x.tobytes() for x in inputs]
    outputs = results(function(*inputs))
    assert [x.tobytes() for x in inputs] == before
    for result in outputs:
        assert result.dtype == dtype
        assert not any(np.shares_memory(result, x) for x in inputs)


@each_function
@pytest.mark.parametrize("dtype", [bool, np.uint16])
def test_whole_numbers_and_booleans_become_float64(function, shapes, dtype):
    if len(shapes) in (4, 7):  # a mask of full numbers is refused
        shapes = shapes[:-1]
    inputs = [np.arange(np.prod(shape)).reshape(shape) % 2 for shape in shapes]
    outputs = results(function(*(x.astype(dtype) for x in inputs)))
    expected = results(function(*(x.astype(float) for x in inputs)))
    for result, want in zip(outputs, expected, strict=True):
        assert result.dtype == np.float64
        assert (result == want).all()


def test_mixed_dtypes_give_the_wider_one():
    narrow, wide = np.ones((2, 3), np.float32), np.ones((2, 3), np.float64)
    for Q, K, V in ((narrow, wide, narrow), (narrow, narrow, wide), (wide, narrow, narrow)):
        output, weights = attention(Q, K, V)
        assert output.dtype == weights.dtype == np.float64
    assert scores(narrow, wide).dtype == np.float64
    assert scores(np.ones((2, 3), np.float16), narrow).dtype == np.float32
    masked = attention(wide, wide, wide, np.zeros((2, 2), np.float16))
    assert masked.output.dtype == masked.weights.dtype == np.float64


@pytest.mark.parametrize("size", [50, 100])
def test_float16_heads_are_computed_in_float32(size):
    """Projections of these inputs leave float16 (65504); the output of W_O = 1/10⁴ comes back."""
    X = np.full((5, 64), size, np.float16)
    X[::2] *= -1
    W = np.full((2, 64, 8), 100, np.float16)
    W_O = np.full((16, 3), 1e-4, np.float16)
    output, weights = multi_head_attention(X, X, W, W, W, W_O)
    assert output.dtype == weights.dtype == np.float16
    exact = multi_head_attention(*(x.astype(np.float64) for x in (X, X, W, W, W, W_O)))
    assert np.allclose(output, exact.output, rtol=2e-3)
    assert np.allclose(weights, exact.weights, atol=2e-3)
