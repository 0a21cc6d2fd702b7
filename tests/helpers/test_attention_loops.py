"""helpers.attention by hand: small numbers, and loops in other words than the module's."""

import math

import numpy as np
import pytest

from helpers.attention import (
    attention,
    causal_mask,
    padding_mask,
    scores,
    softmax,
)


def numbers(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def same(result, expected):
    expected = np.array(expected)
    assert result.shape == expected.shape
    assert np.allclose(result, expected, rtol=1e-12, atol=1e-12)


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


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2])
def test_softmax_along_an_axis_is_that_of_each_slice(axis):
    x = 10 * numbers(0, 2, 3, 4)
    x[0, 1, 2] = x[1, :, 0] = -np.inf
    same(softmax(x, axis=axis), np.apply_along_axis(softmax, axis, x))


# attention: n = 2 queries, m = 3 keys, d_k = 4, d_v = 5

MASKS = {
    "none": None,
    "boolean (n, m)": np.array([[True, False, True], [False, True, True]]),
    "boolean (m,)": np.array([True, True, False]),
    "boolean (1, m)": np.array([[False, True, True]]),
    "boolean (n, 1), a query that sees nothing": np.array([[True], [False]]),
    "boolean ()": np.array(True),
    "float (n, m)": np.array([[0.5, -1.0, 2.0], [-np.inf, 0.0, -3.0]]),
    "float (n, m), ones and zeros, which hide nothing": np.array([[1.0, 0, 1], [0, 1, 1]]),
    "float (m,)": np.array([1.5, 0.0, -2.0]),
    "float (n, 1), a query that sees nothing": np.array([[0.0], [-np.inf]]),
}


def by_loops(Q, K, V, mask, scale):
    """Scores, weights and outputs, a query and a key at a time."""
    S = [[sum(q * k) * scale for k in K] for q in Q]
    outputs, weights = [], []
    for row, visible in zip(S, mask, strict=True):
        added = [0 if x is True else -math.inf if x is False else x for x in visible.tolist()]
        powers = [math.exp(score + more) for score, more in zip(row, added, strict=True)]
        weights.append([power / (sum(powers) or 1) for power in powers])
        outputs.append(sum(weight * v for weight, v in zip(weights[-1], V, strict=True)))
    return S, weights, outputs


@pytest.mark.parametrize("scale", [None, 1, -0.3])
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS.keys())
def test_attention(mask, scale):
    Q, K, V = numbers(1, 2, 4), numbers(2, 3, 4), numbers(3, 3, 5)
    full_mask = np.broadcast_to(True if mask is None else mask, (2, 3))
    S, weights, output = by_loops(Q, K, V, full_mask, 0.5 if scale is None else scale)  # 1/√4
    same(scores(Q, K, scale), S)
    attended = attention(Q, K, V, mask, scale)
    same(attended.weights, weights)
    same(attended.output, output)


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
