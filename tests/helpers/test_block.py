"""helpers.block beside PyTorch, and what holds whatever the numbers."""

import math

import numpy as np
import pytest

from helpers.attention import causal_mask
from helpers.block import (
    Weights,
    block,
    gated_mlp,
    gelu,
    layer_norm,
    mlp,
    relu,
    rms_norm,
    silu,
)
from helpers.checking import in_dtype
from helpers.data import examples
from helpers.experiments import depth

pytestmark = pytest.mark.filterwarnings("error")

DTYPES = ("float16", "float32", "float64")
CLOSE = {"float16": 2e-2, "float32": 1e-5, "float64": 1e-12}
each_dtype = pytest.mark.parametrize("dtype", DTYPES)


def numbers(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def filled(kind, seed, **sizes):
    """Named arrays of this kind, of random numbers; the axes have these sizes."""
    arrays = []
    for i, need in enumerate(kind.needs.values()):
        if isinstance(need, str):
            arrays.append(numbers(seed + i, *(sizes[axis] for axis in need.split())))
        else:
            arrays.append(filled(need, seed + 10 * (i + 1), **sizes))
    return kind(*arrays)


SIZES = {"h": 2, "d_k": 3, "d_v": 5, "h·d_v": 10, "d_ff": 7}  # every size its own


def weights_of(seed, d):
    return filled(Weights, seed, d=d, **SIZES)


def arrays_of(weights):
    return [x for part in weights for x in part]


# --- properties ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_layer_norm_gives_mean_0_and_variance_1_and_knows_no_other_token(seed):
    x = numbers(seed, 1 + seed % 4, 2 + seed % 5)
    y = layer_norm(x, epsilon=0)
    assert np.allclose(y.mean(axis=-1), 0, atol=1e-12)
    assert np.allclose(y.var(axis=-1), 1)
    assert np.allclose(layer_norm(3 * x + 5, epsilon=0), y)
    assert np.array_equal(layer_norm(x[-1]), layer_norm(x)[-1])


def test_a_token_whose_numbers_are_all_the_same_gives_the_shift():
    assert layer_norm([[7, 7, 7]]).tolist() == [[0, 0, 0]]
    assert layer_norm([[7, 7, 7]], gain=None, shift=None).tolist() == [[0, 0, 0]]
    assert layer_norm([7, 7], [2, 3], [4, 5]).tolist() == [4, 5]
    assert rms_norm([0, 0]).tolist() == [0, 0]


def test_leading_axes_are_other_sentences():
    X, w = numbers(0, 2, 3, 4, 6), weights_of(1, 6)
    for i in range(2):
        assert np.allclose(block(X, w)[i, 1], block(X[i, 1], w))


def test_relu_and_gelu():
    x = np.array([-3.0, -1.0, 0.0, 0.5, 3.0])
    assert relu(x).tolist() == [0, 0, 0, 0.5, 3]
    assert np.allclose(gelu(x) - gelu(-x), x)  # P(below x) + P(below −x) = 1
    assert np.isclose(gelu([1.0])[0], 0.8413447460685429)
    assert gelu([-40.0, 40.0]).tolist() == [0, 40]


def test_silu_is_x_times_the_logistic_function():
    for dtype in ("float32", "float64"):
        x = np.array([-2000, -1, 0, 1, 2000], dtype)
        assert np.allclose(silu(x), [0, -0.26894143, 0, 0.73105858, 2000])


def test_each_hidden_number_of_a_gated_mlp_has_its_gate():
    X, W_gate, W_up, W_down = (numbers(i, *size) for i, size in enumerate([(2, 4), *GATED]))
    expected = np.zeros((2, 3))
    for i, k in np.ndindex(2, 5):
        z = X[i] @ W_gate[:, k]
        expected[i] += z / (1 + math.exp(-z)) * (X[i] @ W_up[:, k]) * W_down[k]
    assert np.allclose(gated_mlp(X, W_gate, W_up, W_down), expected)


GATED = (4, 5), (4, 5), (5, 3)  # W_gate, W_up, W_down


@each_dtype
def test_floating_dtypes_are_kept_and_nothing_given_is_changed(dtype):
    X = numbers(0, 3, 4).astype(dtype)
    w = in_dtype(weights_of(2, 4), dtype)
    calls = [
        lambda dtype: block(X, in_dtype(w, dtype)),
        lambda dtype: mlp(X, *in_dtype(w.mlp, dtype), gelu),
        lambda dtype: layer_norm(X, *in_dtype(w.norm_1, dtype)),
        lambda dtype: rms_norm(X.astype(dtype), w.norm_1.gain),
        lambda dtype: gelu(X.astype(dtype)),
        lambda dtype: gated_mlp(X, w.mlp.W_1, w.mlp.W_1, w.mlp.W_2.astype(dtype)),
    ]
    arrays = [X, *arrays_of(w)]
    before = [x.copy() for x in arrays]
    for call in calls:
        ours, exact = call(dtype), call("float64")
        assert ours.dtype == dtype
        assert exact.dtype == "float64"
        assert np.allclose(ours, exact, CLOSE[dtype], CLOSE[dtype] * np.abs(exact).max())
    assert all(map(np.array_equal, before, arrays))


def test_a_large_float16_is_squared_in_float32():
    x = np.array([[1000, -1000, 3000]], np.float16)
    assert np.allclose(layer_norm(x), layer_norm(x.astype(float)), atol=1e-3)


def test_whole_numbers_become_float64():
    assert layer_norm([[1, 2, 3]]).dtype == np.float64
    assert mlp([[1, 2]], [[1], [1]], [0], [[2, 3]], [1, 1]).tolist() == [[7, 10]]


W = weights_of(0, 4)
SHORT_W_O = W._replace(attention=W.attention._replace(W_O=np.ones((10, 1))))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: layer_norm([1, 2, 3], [1, 2]), r"gain: given shape \(2,\), needed \(d = 3\)"),
        (lambda: layer_norm([[1, 2]], shift=[[1, 2]]), r"shift: given shape \(1, 2\)"),
        (lambda: layer_norm([1, 2], epsilon=math.nan), "epsilon: given nan"),
        (lambda: mlp([[1, 2]], [[1], [1]], [0, 0], [[1]], [0]), r"b_1: given shape \(2,\)"),
        (lambda: mlp([[1, 2]], [[1], [1]], [0], [[1]], [0], "relu"), "activation: given 'relu'"),
        (lambda: gated_mlp([[1]], [[1]], [[1, 2]], [[1]]), r"W_up: given shape \(1, 2\)"),
        (lambda: block(np.ones((3, 5)), W), r"weights.attention.W_Q: given shape \(2, 4, 3\)"),
        (lambda: block(np.ones((3, 4)), {}), "weights: given dict, needed 4 fields: attention"),
        (lambda: block(np.ones((3, 4)), SHORT_W_O), "weights.attention.W_O: given"),
        (lambda: block(np.ones((3, 4)), W._replace(mlp=W.mlp[:3])), "weights.mlp: given 3 fields"),
        (lambda: block(np.ones((3, 4)), W, np.ones((2, 2), bool)), r"mask: given \(2, 2\)"),
        (
            lambda: block(np.ones((2, 3, 4)), W, np.ones((2, 2, 3, 3))),
            r"mask: given \(2, 2, 3, 3\), needed .* the same mask for every head",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# --- beside PyTorch -----------------------------------------------------------------------------

ANSWERS = {
    name.removeprefix("block_"): answer
    for name, answer in examples.pytorch_answers().items()
    if name.startswith("block_")
}


TORCH = in_dtype(ANSWERS["weights"], np.float32)
TORCH_X = np.float32(ANSWERS["X"])


CALLS = {
    "layer_norm": lambda: layer_norm(TORCH_X, *TORCH.norm_1),
    "rms_norm": lambda: rms_norm(TORCH_X, TORCH.norm_1.gain),
    "gelu": lambda: gelu(TORCH_X),
    "encoder_before": lambda: block(TORCH_X, TORCH),
    "encoder_after": lambda: depth.block_of(depth.norm_after, TORCH_X, TORCH),
    "encoder_causal": lambda: block(TORCH_X, TORCH, causal_mask(3)),
}


@pytest.mark.parametrize("name", CALLS)
def test_as_pytorch_answered(name):
    ours = CALLS[name]()
    assert ours.dtype == np.float32
    assert np.allclose(ours, ANSWERS[name], rtol=1e-5, atol=3e-6)
