"""What holds for helpers.attention whatever the numbers. A warning fails every test here."""

from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

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

settings.register_profile("same every time", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("same every time")
pytestmark = pytest.mark.filterwarnings("error")

WIDEST = {"float16": 100.0, "float32": 3e38, "float64": 1.7e308}  # scores up to the dtype's range
CLOSE = {"float16": 5e-3, "float32": 1e-5, "float64": 1e-12}
each_dtype = pytest.mark.parametrize("dtype", WIDEST)

sizes = st.integers(1, 4)
seeds = st.integers(0, 2**32 - 1)


def floats(dtype, bound, **others):
    width = 8 * np.dtype(dtype).itemsize
    bound = float(np.array(bound, dtype))
    return st.floats(-bound, bound, width=width, **others)


def arrays(dtype, shape, bound=100.0):
    return hnp.arrays(dtype, shape, elements=floats(dtype, bound))


def scores_with_gaps(dtype):
    """Scores over the full range, some of them −∞."""
    bound = WIDEST[dtype]
    shapes = hnp.array_shapes(max_dims=3, max_side=4)
    return hnp.arrays(dtype, shapes, elements=floats(dtype, bound) | st.just(-np.inf))


def close(one, another, dtype="float64", size=1.0):
    return one.shape == another.shape and np.allclose(one, another, 0, CLOSE[dtype] * size)


@st.composite
def tokens(draw, dtype="float64", bound=3.0):
    """Q (n, d_k), K (m, d_k), V (m, d_v)."""
    n, m, d_k, d_v = (draw(sizes) for _ in range(4))
    return [draw(arrays(dtype, shape, bound)) for shape in ((n, d_k), (m, d_k), (m, d_v))]


@st.composite
def masks(draw, shape, dtype="float64"):
    """None, or a mask that broadcasts to `shape` (…, n, m), −∞ among its numbers."""
    shape = draw(hnp.broadcastable_shapes(shape, max_dims=len(shape), max_side=1) | st.just(shape))
    added = floats(dtype, 100.0) | st.just(-np.inf)
    return draw(st.none() | hnp.arrays(bool, shape) | hnp.arrays(dtype, shape, elements=added))


def matrices(dtype, *shapes):
    """Float matrices of the shapes, drawn from a seed: fast, where the numbers matter little."""
    return seeds.map(
        lambda seed: [
            np.random.default_rng(seed + i).uniform(-1, 1, shape).astype(dtype)
            for i, shape in enumerate(shapes)
        ]
    )


# softmax


@each_dtype
@given(data=st.data())
def test_weights_sum_to_1_or_are_all_0(dtype, data):
    x = data.draw(scores_with_gaps(dtype))
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    weights = softmax(x, axis)
    assert weights.dtype == dtype
    assert weights.shape == x.shape
    assert ((weights >= 0) & (weights <= 1)).all()
    blind = np.isneginf(x).all(axis)
    totals = weights.sum(axis, dtype=float)
    assert (totals[blind] == 0).all()
    assert np.allclose(totals[~blind], 1, 0, CLOSE[dtype])


@each_dtype
def test_the_ends_of_the_range(dtype):
    top = np.finfo(dtype).max
    assert softmax(np.array([top, -top, -np.inf, top])).tolist() == [0.5, 0, 0, 0.5]
    assert softmax(np.array([-top, -np.inf])).tolist() == [1, 0]


@each_dtype
@given(data=st.data())
def test_a_shift_changes_nothing(dtype, data):
    x = data.draw(arrays(dtype, hnp.array_shapes(max_dims=3, max_side=4), bound=8))
    shift = data.draw(st.integers(-8, 8))
    x = np.round(4 * x) / 4  # so that the shifted scores are exact in every dtype
    assert (softmax(x + np.array(shift, dtype)) == softmax(x)).all()


@given(
    arrays("float64", hnp.array_shapes(min_dims=1, max_dims=1), bound=700.0), st.floats(-1e3, 1e3)
)
def test_any_shift_changes_next_to_nothing(x, shift):
    assert np.allclose(softmax(x + shift), softmax(x), 0, 1e-11)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_long_sum_in_float16_does_not_stall(axis):
    x = np.zeros((4096, 2) if axis == 0 else (2, 70_000), np.float16)
    assert np.allclose(softmax(x, axis).sum(axis, dtype=float), 1, 0, 2e-3)


# attention: the weights, whatever is asked


@each_dtype
@given(data=st.data())
def test_every_query_spends_1_or_sees_nothing(dtype, data):
    Q, K, V = data.draw(tokens(dtype, 100.0))
    mask = data.draw(masks((len(Q), len(K)), dtype))
    output, weights = attention(Q, K, V, mask)
    assert output.dtype == weights.dtype == dtype
    assert output.shape == (len(Q), V.shape[1])
    assert weights.shape == (len(Q), len(K))
    assert np.isfinite(output).all()
    hidden = np.zeros(weights.shape, bool)
    if mask is not None:
        hidden |= ~mask if mask.dtype == bool else np.isneginf(mask)
    assert (weights >= 0).all()
    assert (weights[hidden] == 0).all()
    blind = hidden.all(axis=-1)
    assert np.allclose(weights.sum(-1, dtype=float), ~blind, 0, CLOSE[dtype])
    assert (output[blind] == 0).all()


@each_dtype
@given(data=st.data())
def test_scores_over_the_whole_range_do_no_harm(dtype, data):
    n, m = data.draw(sizes), data.draw(sizes)
    Q = data.draw(arrays(dtype, (n, m), WIDEST[dtype]))
    V = data.draw(arrays(dtype, (m, 3)))
    mask = data.draw(masks((n, m), dtype))
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


@given(data=st.data())
def test_any_finite_mask_leaves_numbers(data):
    Q, K, V = data.draw(tokens("float32"))
    mask = data.draw(hnp.arrays("float64", (len(Q), len(K)), elements=floats("float64", 1.7e308)))
    output, weights = attention(Q, K, V, mask)
    assert np.isfinite(output).all()
    assert np.isfinite(weights).all()


@given(data=st.data())
def test_a_boolean_mask_is_0_and_minus_infinity(data):
    Q, K, V = data.draw(tokens())
    sees = data.draw(hnp.arrays(bool, (len(Q), len(K))))
    one = attention(Q, K, V, sees)
    another = attention(Q, K, V, np.where(sees, 0.0, -np.inf))
    assert (one.weights == another.weights).all()
    assert (one.output == another.output).all()


@given(data=st.data())
def test_who_sees_nothing_gets_zeros_and_disturbs_nobody(data):
    Q, K, V = data.draw(tokens())
    i = data.draw(st.integers(0, len(Q) - 1))
    sees = np.ones((len(Q), 1), bool)
    sees[i] = False
    free = attention(Q, K, V)
    for mask in (sees, np.where(sees, 0.0, -np.inf)):
        masked = attention(Q, K, V, mask)
        for with_mask, without in zip(masked, free, strict=True):
            assert (with_mask[i] == 0).all()
            assert close(np.delete(with_mask, i, 0), np.delete(without, i, 0), size=10)


# attention: order


@given(tokens(), st.randoms(use_true_random=False))
def test_queries_in_another_order_get_their_answers_in_that_order(QKV, random):
    Q, K, V = QKV
    order = random.sample(range(len(Q)), len(Q))
    for moved, still in zip(attention(Q[order], K, V), attention(Q, K, V), strict=True):
        assert close(moved, still[order], size=10)


@given(tokens(), st.randoms(use_true_random=False))
def test_keys_and_values_in_another_order_change_no_output(QKV, random):
    Q, K, V = QKV
    order = random.sample(range(len(K)), len(K))
    moved, still = attention(Q, K[order], V[order]), attention(Q, K, V)
    assert close(moved.output, still.output, size=10)
    assert close(moved.weights, still.weights[:, order], size=10)


@given(
    matrices("float64", (5, 4), (2, 4, 3), (2, 4, 3), (2, 4, 3), (6, 4)), st.permutations(range(5))
)
def test_self_attention_is_permutation_equivariant(arrays, order):
    X, *W = arrays
    order = list(order)
    still, moved = multi_head_attention(X, X, *W), multi_head_attention(X[order], X[order], *W)
    assert close(moved.output, still.output[order], size=10)
    assert close(moved.weights, still.weights[:, order][:, :, order], size=10)


@given(matrices("float64", (5, 4), (2, 4, 3), (2, 4, 3), (2, 4, 3), (6, 4)), st.integers(1, 4))
def test_with_a_causal_mask_a_later_token_changes_nothing_earlier(arrays, j):
    X, *W = arrays
    later = X.copy()
    later[j:] += 1
    before = multi_head_attention(X, X, *W, causal_mask(5)).output
    after = multi_head_attention(later, later, *W, causal_mask(5)).output
    assert close(after[:j], before[:j], size=10)
    assert not close(after[j], before[j])


@given(
    matrices("float64", (2, 3, 4), (2, 5, 4)), st.lists(st.integers(1, 4), min_size=2, max_size=2)
)
def test_what_is_padding_changes_nothing(arrays, lengths):
    Q, X = arrays
    mask = padding_mask(lengths, 5)
    other = np.where(np.swapaxes(mask, -1, -2), X, 9.0)  # (b, m, 1) against (b, m, d)
    assert close(attention(Q, other, other, mask).output, attention(Q, X, X, mask).output, size=10)


# Leading axes


@st.composite
def leading_axes(draw, signature, dtype="float64"):
    """Arrays whose leading axes broadcast, and the shape that numpy.matmul would give them."""
    shapes = draw(hnp.mutually_broadcastable_shapes(signature=signature, max_dims=2, max_side=3))
    return draw(matrices(dtype, *shapes.input_shapes)), shapes.result_shape


@given(leading_axes("(n,d),(m,d)->(n,m)"))
def test_leading_axes_of_scores_broadcast_as_in_matmul(drawn):
    (Q, K), shape = drawn
    S = scores(Q, K, 1.0)
    assert S.shape == shape
    assert close(S, Q @ np.swapaxes(K, -1, -2), size=10)


@given(leading_axes("(n,d),(m,d),(m,v),(n,m)->(n,v)"), st.sampled_from(["none", "float", "bool"]))
def test_leading_axes_of_attention_broadcast_as_in_matmul(drawn, kind):
    (Q, K, V, mask), _ = drawn
    mask = {"none": None, "float": mask, "bool": mask > 0}[kind]
    given_arrays = [Q, K, V] if mask is None else [Q, K, V, mask]
    leading = np.broadcast_shapes(*(x.shape[:-2] for x in given_arrays))
    output, weights = attention(Q, K, V, mask)
    assert output.shape == (*leading, Q.shape[-2], V.shape[-1])
    full = [np.broadcast_to(x, (*leading, *x.shape[-2:])) for x in given_arrays]
    full_weights = np.broadcast_to(weights, (*leading, *weights.shape[-2:]))
    for i in np.ndindex(leading):
        alone = attention(*(x[i] for x in full))
        assert close(output[i], alone.output, size=10)
        assert close(full_weights[i], alone.weights, size=10)


@given(leading_axes("(n,y),(m,x),(n,m)->(n,m)"), st.booleans())
def test_leading_axes_of_multi_head_attention_broadcast_and_keep_clear_of_the_heads(drawn, bare):
    (Y, X, mask), _ = drawn
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


@given(data=st.data())
def test_split_and_merge_undo_each_other(data):
    *leading, n, h, d = data.draw(hnp.array_shapes(min_dims=3, max_dims=5, max_side=4))
    x = np.arange(np.prod([*leading, n, h * d]), dtype=float).reshape(*leading, n, h * d)
    pieces = split_heads(x, h)
    assert pieces.shape == (*leading, h, n, d)
    assert (merge_heads(pieces) == x).all()
    assert (split_heads(merge_heads(pieces), h) == pieces).all()
    for i in range(h):
        assert (pieces[..., i, :, :] == x[..., i * d : (i + 1) * d]).all()


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
@settings(max_examples=10)
@given(data=st.data())
def test_inputs_stay_untouched_and_unshared_and_the_dtype_is_kept(function, shapes, dtype, data):
    inputs = data.draw(matrices(dtype, *shapes))
    before = [x.tobytes() for x in inputs]
    outputs = results(function(*inputs))
    assert [x.tobytes() for x in inputs] == before
    for result in outputs:
        assert result.dtype == dtype
        assert not any(np.shares_memory(result, x) for x in inputs)


@pytest.mark.parametrize("function", [attention, multi_head_attention])
@pytest.mark.parametrize("kind", [bool, np.float32, np.float64])
@given(data=st.data())
def test_masks_stay_untouched(function, kind, data):
    shapes = SHAPES[function.__name__][1]
    inputs = data.draw(matrices("float32", *shapes))
    mask = data.draw(matrices("float64", (3, 4)))[0]
    mask = (mask > 0) if kind is bool else np.where(mask > 0, mask, -np.inf).astype(kind)
    before = mask.tobytes()
    outputs = function(*inputs, mask=mask)
    assert mask.tobytes() == before
    for result in outputs:
        assert result.dtype == np.float32
        assert not np.shares_memory(result, mask)


@each_function
@pytest.mark.parametrize("dtype", [bool, np.int8, np.int64, np.uint16])
def test_whole_numbers_and_booleans_become_float64(function, shapes, dtype):
    if len(shapes) in (4, 7):  # a mask of full numbers is refused
        shapes = shapes[:-1]
    inputs = [np.arange(np.prod(shape)).reshape(shape) % 2 for shape in shapes]
    outputs = results(function(*(x.astype(dtype) for x in inputs)))
    expected = results(function(*(x.astype(float) for x in inputs)))
    for result, want in zip(outputs, expected, strict=True):
        assert result.dtype == np.float64
        assert (result == want).all()


@each_function
def test_lists_will_do(function, shapes):
    inputs = [np.linspace(-1, 1, np.prod(shape)).reshape(shape) for shape in shapes]
    outputs = results(function(*(x.tolist() for x in inputs)))
    for result, want in zip(outputs, results(function(*inputs)), strict=True):
        assert (result == want).all()


@given(matrices("float16", (3, 8), (4, 8), (4, 5)))
def test_float16_attention_is_computed_in_float32(inputs):
    inputs = [10 * x for x in inputs]
    wide = attention(*(x.astype(np.float32) for x in inputs))
    for narrow, exact in zip(attention(*inputs), wide, strict=True):
        assert (narrow == exact.astype(np.float16)).all()


def test_float16_scores_beyond_its_range_are_no_trouble_inside_attention():
    Q, K = np.full((1, 16), 100, np.float16), np.full((2, 16), 100, np.float16)
    K[1] = 99  # raw scores 160 000 and 158 400, where float16 ends at 65 504
    assert attention(Q, K, np.eye(2, dtype=np.float16), scale=1.0).output.tolist() == [[1, 0]]


@given(data=st.data())
def test_the_default_scale_is_one_over_the_root_of_the_width_of_the_keys(data):
    Q, K, V = data.draw(tokens())
    assume(Q.shape[1] > 1)
    scale = Q.shape[1] ** -0.5
    assert close(scores(Q, K), scores(Q, K, 1.0) * scale, size=50)
    assert close(attention(Q, K, V).weights, attention(Q, K, V, scale=scale).weights, size=50)


def test_mixed_dtypes_give_the_wider_one():
    narrow, wide = np.ones((2, 3), np.float32), np.ones((2, 3), np.float64)
    for Q, K, V in ((narrow, wide, narrow), (narrow, narrow, wide), (wide, narrow, narrow)):
        output, weights = attention(Q, K, V)
        assert output.dtype == weights.dtype == np.float64
    assert scores(narrow, wide).dtype == np.float64
    assert scores(np.ones((2, 3), np.float16), narrow).dtype == np.float32


def test_a_mask_in_another_dtype_does_not_change_that_of_the_result():
    Q, K, V = np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5))
    output, weights = attention(Q, K, V, np.zeros((2, 4), np.float16))
    assert output.dtype == weights.dtype == np.float64


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
