"""Every public function of helpers.attention against loops over plain Python numbers."""

import math

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
from helpers.data.examples import THE_CAT_SLEEPS, THREE_INPUTS, WE_SAW_HER_DUCK

EXAMPLES = THREE_INPUTS, THE_CAT_SLEEPS, WE_SAW_HER_DUCK
SEEDS = range(3)


def numbers(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def same(result, expected):
    expected = np.array(expected)
    assert result.shape == expected.shape
    assert np.allclose(result, expected, rtol=1e-12, atol=1e-12)


# The loops: lists of lists in, lists of lists out.


def loop_softmax(row):
    top = max(row)
    if top == -math.inf:
        return [0.0] * len(row)
    powers = [math.exp(score - top) for score in row]
    return [power / sum(powers) for power in powers]


def loop_product(A, B):
    rows = []
    for a in A:
        row = []
        for column in range(len(B[0])):
            total = 0.0
            for i in range(len(B)):
                total += a[i] * B[i][column]
            row.append(total)
        rows.append(row)
    return rows


def loop_scores(Q, K, scale=None):
    if scale is None:
        scale = 1 / math.sqrt(len(Q[0]))
    rows = []
    for q in Q:
        row = []
        for k in K:
            dot = 0.0
            for i in range(len(q)):
                dot += q[i] * k[i]
            row.append(dot * scale)
        rows.append(row)
    return rows


def loop_attention(Q, K, V, mask=None, scale=None):
    S = loop_scores(Q, K, scale)
    for i in range(len(Q)):
        for j in range(len(K)):
            if mask is not None and isinstance(mask[i][j], bool):
                S[i][j] = S[i][j] if mask[i][j] else -math.inf
            elif mask is not None:
                S[i][j] += mask[i][j]
    weights = [loop_softmax(row) for row in S]
    return loop_product(weights, V), weights


def loop_multi_head(Y, X, W_Q, W_K, W_V, W_O, mask=None):
    side_by_side, weights = [[] for _ in Y], []
    for head in range(len(W_Q)):
        Q, K, V = (
            loop_product(Y, W_Q[head]),
            loop_product(X, W_K[head]),
            loop_product(X, W_V[head]),
        )
        output, A = loop_attention(Q, K, V, mask)
        weights.append(A)
        for i in range(len(Y)):
            side_by_side[i] += output[i]
    return loop_product(side_by_side, W_O), weights


def lists(*arrays):
    return [array.tolist() for array in arrays]


def test_the_loops_themselves_by_hand():
    third, two_thirds = 1 / 3, 2 / 3
    output, weights = loop_attention(
        [[1, 0], [0, 0]], [[0, 5], [math.log(2), 7]], [[3, 0, 6], [0, 3, 9]], scale=1.0
    )
    assert np.allclose(weights, [[third, two_thirds], [0.5, 0.5]])
    assert np.allclose(output, [[1, 2, 8], [1.5, 1.5, 7.5]])


# softmax


@pytest.mark.parametrize(
    ("row", "weights"),
    [
        ([0.0, math.log(3)], [0.25, 0.75]),
        ([5, 5, 5, 5], [0.25, 0.25, 0.25, 0.25]),
        ([7], [1.0]),
        ([-math.inf, 2.0], [0.0, 1.0]),
        ([-math.inf, -math.inf], [0.0, 0.0]),
        ([1000.0, 1000.0 + math.log(4)], [0.2, 0.8]),
    ],
)
def test_softmax_by_hand(row, weights):
    same(softmax(row), weights)


@pytest.mark.parametrize("seed", SEEDS)
def test_softmax_along_each_axis(seed):
    x = 10 * numbers(seed, 2, 3, 4)
    x[0, 1, 2] = x[1, :, 0] = -np.inf
    expected = {axis: np.empty(x.shape) for axis in range(3)}
    for i in range(2):
        for j in range(3):
            expected[2][i, j, :] = loop_softmax(x[i, j, :].tolist())
        for k in range(4):
            expected[1][i, :, k] = loop_softmax(x[i, :, k].tolist())
    for j in range(3):
        for k in range(4):
            expected[0][:, j, k] = loop_softmax(x[:, j, k].tolist())
    same(softmax(x), expected[2])
    for axis in range(3):
        same(softmax(x, axis=axis), expected[axis])
        same(softmax(x, axis=axis - 3), expected[axis])


# scores


@pytest.mark.parametrize("scale", [None, 1.0, 1, -0.25, 3.5])
@pytest.mark.parametrize("seed", SEEDS)
def test_scores(seed, scale):
    Q, K = numbers(seed, 2, 4), numbers(seed + 9, 3, 4)  # n = 2, m = 3, d_k = 4
    same(scores(Q, K, scale), loop_scores(*lists(Q, K), scale))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.source)
def test_raw_scores_of_the_examples(example):
    Q = loop_product(*lists(example.Y, example.W_Q))
    K = loop_product(*lists(example.X, example.W_K))
    same(scores(example.Y @ example.W_Q, example.X @ example.W_K, 1.0), loop_scores(Q, K, 1.0))


# attention: n = 2 queries, m = 3 keys, d_k = 4, d_v = 5

MASKS = {
    "none": None,
    "boolean (n, m)": np.array([[True, False, True], [False, True, True]]),
    "boolean (m,)": np.array([True, True, False]),
    "boolean (1, m)": np.array([[False, True, True]]),
    "boolean (n, 1), a query that sees nothing": np.array([[True], [False]]),
    "boolean ()": np.array(True),
    "float (n, m)": np.array([[0.5, -1.0, 2.0], [-np.inf, 0.0, -3.0]]),
    "float (m,)": np.array([1.5, 0.0, -2.0]),
    "float (n, 1), a query that sees nothing": np.array([[0.0], [-np.inf]]),
}


@pytest.mark.parametrize("scale", [None, 1.0, 0.3])
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS.keys())
def test_attention(mask, scale):
    Q, K, V = numbers(1, 2, 4), numbers(2, 3, 4), numbers(3, 3, 5)
    full_mask = None if mask is None else np.broadcast_to(mask, (2, 3)).tolist()
    output, weights = loop_attention(*lists(Q, K, V), full_mask, scale)
    attended = attention(Q, K, V, mask, scale)
    same(attended.output, output)
    same(attended.weights, weights)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.source)
def test_attention_on_the_examples(example):
    Q, K, V = example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    output, weights = loop_attention(*lists(Q, K, V))
    same(attention(Q, K, V).output, output)
    same(attention(Q, K, V).weights, weights)


def test_attention_in_a_batch_of_heads_with_padding():
    b = h = 2  # equal on purpose: a mask laid along the wrong one of the two still broadcasts
    Q, K, V = numbers(1, b, h, 3, 4), numbers(2, b, h, 5, 4), numbers(3, b, h, 5, 6)
    lengths = [2, 4]
    attended = attention(Q, K, V, padding_mask(lengths, 5)[:, None])
    for i in range(b):
        mask = [[j < lengths[i] for j in range(5)] for _ in range(3)]
        for j in range(h):
            output, weights = loop_attention(*lists(Q[i, j], K[i, j], V[i, j]), mask)
            same(attended.output[i, j], output)
            same(attended.weights[i, j], weights)


# masks


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("n", "m"), [(4, None), (2, 5), (5, 2), (1, 1)])
def test_causal_mask(n, m, strict):
    expected = [[j < i if strict else j <= i for j in range(m or n)] for i in range(n)]
    mask = causal_mask(n, m, strict)
    assert mask.dtype == bool
    assert mask.tolist() == expected


@pytest.mark.parametrize("lengths", [[2, 0, 4, 3], np.array([1, 4], dtype=np.uint8), (4,)])
def test_padding_mask(lengths):
    mask = padding_mask(lengths, 4)
    assert mask.dtype == bool
    assert mask.tolist() == [[[j < length for j in range(4)]] for length in lengths]


# heads


def test_split_and_merge_by_hand():
    x = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]  # n = 2, h·d = 6
    same(split_heads(x, 3), [[[1, 2], [7, 8]], [[3, 4], [9, 10]], [[5, 6], [11, 12]]])
    same(split_heads(x, 2), [[[1, 2, 3], [7, 8, 9]], [[4, 5, 6], [10, 11, 12]]])
    same(merge_heads([[[1, 2], [7, 8]], [[3, 4], [9, 10]], [[5, 6], [11, 12]]]), x)


@pytest.mark.parametrize("seed", SEEDS)
def test_split_and_merge_in_a_batch(seed):
    b, n, h, d = 2, 3, 5, 4
    x = numbers(seed, b, n, h * d)
    split = np.empty((b, h, n, d))
    for batch in range(b):
        for token in range(n):
            for head in range(h):
                for i in range(d):
                    split[batch, head, token, i] = x[batch, token, head * d + i]
    same(split_heads(x, h), split)
    same(merge_heads(split), x)


# multi-head attention: n = 2, m = 3, d_y = 4, d_x = 5, d_k = 6, d_v = 7, d_out = 8


def weights_of(h, d_y=4, d_x=5, d_k=6, d_v=7, d_out=8):
    return (
        numbers(11, h, d_y, d_k),
        numbers(12, h, d_x, d_k),
        numbers(13, h, d_x, d_v),
        numbers(14, h * d_v, d_out),
    )


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS.keys())
@pytest.mark.parametrize("h", [1, 9])
def test_multi_head_attention(h, mask):
    Y, X, W = numbers(1, 2, 4), numbers(2, 3, 5), weights_of(h)
    full_mask = None if mask is None else np.broadcast_to(mask, (2, 3)).tolist()
    output, weights = loop_multi_head(*lists(Y, X, *W), full_mask)
    attended = multi_head_attention(Y, X, *W, mask)
    same(attended.output, output)
    same(attended.weights, weights)


def test_multi_head_attention_in_a_batch_with_padding():
    b = h = 2  # equal on purpose: a mask that went along the heads would go unnoticed otherwise
    Y, X, W = numbers(1, b, 3, 4), numbers(2, b, 6, 5), weights_of(h)
    lengths = [2, 5]
    attended = multi_head_attention(Y, X, *W, padding_mask(lengths, 6))
    for i in range(b):
        mask = [[j < lengths[i] for j in range(6)] for _ in range(3)]
        output, weights = loop_multi_head(*lists(Y[i], X[i], *W), mask)
        same(attended.output[i], output)
        same(attended.weights[i], weights)


def test_multi_head_self_attention_is_causal_in_a_batch():
    b = h = 2
    X, W = numbers(1, b, 3, 4), weights_of(h, d_y=4, d_x=4)
    both = causal_mask(3) & padding_mask([3, 2], 3)  # (b, n, m)
    attended = multi_head_attention(X, X, *W, both)
    for i in range(b):
        mask = [[j <= query and j < [3, 2][i] for j in range(3)] for query in range(3)]
        output, weights = loop_multi_head(*lists(X[i], X[i], *W), mask)
        same(attended.output[i], output)
        same(attended.weights[i], weights)
