"""helpers.block against loops over plain Python numbers, in properties, and beside PyTorch."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.attention import causal_mask
from helpers.block import (
    DecoderWeights,
    Weights,
    block,
    decoder_block,
    gelu,
    layer_norm,
    mlp,
    relu,
    rms_norm,
)
from helpers.checking import in_dtype
from helpers.data import examples

settings.register_profile("same every time", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("same every time")
pytestmark = pytest.mark.filterwarnings("error")

DTYPES = ("float16", "float32", "float64")
CLOSE = {"float16": 2e-2, "float32": 1e-5, "float64": 1e-12}
each_dtype = pytest.mark.parametrize("dtype", DTYPES)
each_order = pytest.mark.parametrize("norm", ["before", "after"])
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 4)


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


def decoder_weights_of(seed, d, d_x):
    return filled(DecoderWeights, seed, d=d, d_x=d_x, **SIZES)


def arrays_of(weights):
    return [x for part in weights for x in part]


# --- against loops ------------------------------------------------------------------------------


def loop_norm(row, gain, shift, epsilon=1e-5):
    mean = sum(row) / len(row)
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    root = math.sqrt(variance + epsilon)
    return [(x - mean) / root * g + s for x, g, s in zip(row, gain, shift, strict=True)]


def loop_mlp(row, W_1, b_1, W_2, b_2):
    hidden = [
        max(0.0, sum(row[i] * W_1[i][j] for i in range(len(row))) + b_1[j]) for j in range(len(b_1))
    ]
    return [
        sum(hidden[j] * W_2[j][k] for j in range(len(hidden))) + b_2[k] for k in range(len(b_2))
    ]


def loop_attention(Y, X, W_Q, W_K, W_V, W_O, sees=None):
    """One token's output after the other: a list of lists."""
    outputs = []
    for i, y in enumerate(Y):
        heads = []
        for Q, K, V in zip(W_Q, W_K, W_V, strict=True):
            query = y @ Q
            scores = [query @ (x @ K) / math.sqrt(len(query)) for x in X]
            powers = [math.exp(s) * (sees is None or sees[i][j]) for j, s in enumerate(scores)]
            heads.append(sum(p / sum(powers) * (x @ V) for p, x in zip(powers, X, strict=True)))
        outputs.append(np.concatenate(heads) @ W_O)
    return np.array(outputs)


def loop_block(x, parts, norms, order):
    """Part after part, each with its norm, token by token where it can be."""
    for part, norm in zip(parts, norms, strict=True):

        def normalized(x, norm=norm):
            return np.array([loop_norm(row, *norm) for row in x])

        x = x + part(normalized(x)) if order == "before" else normalized(x + part(x))
    return x


@pytest.mark.parametrize("seed", range(3))
def test_layer_norm_and_mlp_against_loops(seed):
    x, w = numbers(seed, 4, 6), weights_of(seed + 5, 6)
    assert np.allclose(layer_norm(x, *w.norm_1), [loop_norm(row, *w.norm_1) for row in x], 1e-12)
    assert np.allclose(mlp(x, *w.mlp), [loop_mlp(row, *w.mlp) for row in x], 1e-12)


@pytest.mark.parametrize("sees", [None, causal_mask(3)], ids=["all", "causal"])
@each_order
def test_block_against_loops(norm, sees):
    X, w = numbers(0, 3, 6), weights_of(1, 6)
    parts = [
        lambda x: loop_attention(x, x, *w.attention, sees),
        lambda x: np.array([loop_mlp(row, *w.mlp) for row in x]),
    ]
    Z = loop_block(X, parts, [w.norm_1, w.norm_2], norm)
    assert np.allclose(block(X, w, sees, norm), Z, 1e-10)


@each_order
def test_decoder_block_against_loops(norm):
    Y, X, w = numbers(0, 3, 6), numbers(1, 4, 5), decoder_weights_of(2, 6, 5)
    sees, hides = causal_mask(3), np.array([True, True, True, False])  # X's last token: padding
    parts = [
        lambda y: loop_attention(y, y, *w.attention, sees),
        lambda y: loop_attention(y, X[:3], *w.cross_attention),
        lambda y: np.array([loop_mlp(row, *w.mlp) for row in y]),
    ]
    Z = loop_block(Y, parts, [w.norm_1, w.norm_2, w.norm_3], norm)
    assert np.allclose(decoder_block(Y, X, w, sees, hides, norm), Z, 1e-10)


# --- properties ---------------------------------------------------------------------------------


@given(seeds, sizes, st.integers(2, 6))
def test_layer_norm_gives_mean_0_and_variance_1_and_knows_no_other_token(seed, n, d):
    x = numbers(seed, n, d)
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


@given(seeds, st.integers(2, 6))
def test_rms_norm_is_layer_norm_of_a_token_whose_mean_is_0(seed, d):
    x = numbers(seed, 3, d)
    x -= x.mean(axis=-1, keepdims=True)
    gain = numbers(seed + 1, d)
    assert np.allclose(rms_norm(x, gain), layer_norm(x, gain))


@given(seeds, sizes, sizes)
def test_mlp_and_block_treat_all_tokens_alike(seed, n, d):
    X, w = numbers(seed, n, d), weights_of(seed % 1000, d)
    order = np.random.default_rng(seed).permutation(n)
    assert np.allclose(mlp(X[order], *w.mlp), mlp(X, *w.mlp)[order])
    assert np.allclose(block(X[order], w), block(X, w)[order])


@each_order
@given(seed=seeds, n=st.integers(2, 5))
def test_no_later_token_changes_an_earlier_one_under_a_causal_mask(norm, seed, n):
    w, X = weights_of(seed % 1000, 4), numbers(seed, n, 4)
    d = decoder_weights_of(seed % 1000, 4, 3)
    changed, E = X.copy(), numbers(seed + 1, 2, 3)
    changed[-1] = numbers(seed + 2, 4)  # a norm drops what is added to all
    sees = causal_mask(n)
    for run in (
        lambda X: block(X, w, sees, norm),
        lambda Y: decoder_block(Y, E, d, sees, norm=norm),
    ):
        before, after = run(X), run(changed)
        assert np.allclose(before[:-1], after[:-1], 1e-12, 1e-12)
        assert not np.allclose(before[-1], after[-1])


@each_order
def test_without_writes_only_the_norms_are_left(norm):
    X, w = numbers(0, 3, 4), weights_of(1, 4)
    silent = w._replace(
        attention=w.attention._replace(W_O=0 * w.attention.W_O),
        mlp=w.mlp._replace(W_2=0 * w.mlp.W_2, b_2=0 * w.mlp.b_2),
    )
    expected = X if norm == "before" else layer_norm(layer_norm(X, *w.norm_1), *w.norm_2)
    assert np.allclose(block(X, silent, norm=norm), expected)


def test_leading_axes_are_other_sentences():
    X, w, d = numbers(0, 2, 3, 4, 6), weights_of(1, 6), decoder_weights_of(2, 6, 5)
    E = numbers(3, 3, 4, 5)
    for i in range(2):
        assert np.allclose(block(X, w)[i, 1], block(X[i, 1], w))
        assert np.allclose(decoder_block(X, E, d)[i, 1], decoder_block(X[i, 1], E[1], d))


def test_relu_and_gelu():
    x = np.array([-3.0, -1.0, 0.0, 0.5, 3.0])
    assert relu(x).tolist() == [0, 0, 0, 0.5, 3]
    assert np.allclose(gelu(x) - gelu(-x), x)  # P(below x) + P(below −x) = 1
    assert np.isclose(gelu([1.0])[0], 0.8413447460685429)
    assert gelu([-40.0, 40.0]).tolist() == [0, 40]


@each_dtype
@each_order
def test_floating_dtypes_are_kept_and_nothing_given_is_changed(dtype, norm):
    X, Y = numbers(0, 3, 4).astype(dtype), numbers(1, 2, 4).astype(dtype)
    w = in_dtype(weights_of(2, 4), dtype)
    d = in_dtype(decoder_weights_of(3, 4, 4), dtype)
    calls = [
        lambda dtype: block(X, in_dtype(w, dtype), norm=norm),
        lambda dtype: decoder_block(Y, X, in_dtype(d, dtype), causal_mask(2), norm=norm),
        lambda dtype: mlp(X, *in_dtype(w.mlp, dtype), gelu),
        lambda dtype: layer_norm(X, *in_dtype(w.norm_1, dtype)),
        lambda dtype: rms_norm(X.astype(dtype), w.norm_1.gain),
        lambda dtype: gelu(X.astype(dtype)),
    ]
    arrays = [X, Y, *arrays_of(w), *arrays_of(d)]
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


W, D = weights_of(0, 4), decoder_weights_of(0, 4, 5)
SHORT_W_O = W._replace(attention=W.attention._replace(W_O=np.ones((10, 1))))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: layer_norm([1, 2, 3], [1, 2]), r"gain: given shape \(2,\), needed \(d = 3\)"),
        (lambda: layer_norm([[1, 2]], shift=[[1, 2]]), r"shift: given shape \(1, 2\)"),
        (lambda: layer_norm(["a"]), "x: given dtype <U1, needed real numbers"),
        (lambda: layer_norm([1, 2], epsilon=math.nan), "epsilon: given nan"),
        (lambda: rms_norm([]), r"x: given shape \(0,\)"),
        (lambda: mlp([[1, 2]], [[1], [1]], [0, 0], [[1]], [0]), r"b_1: given shape \(2,\)"),
        (lambda: mlp([[1, 2]], [[1], [1]], [0], [[1]], [0], "relu"), "activation: given 'relu'"),
        (lambda: block(np.ones((3, 5)), W), r"weights.attention.W_Q: given shape \(2, 4, 3\)"),
        (
            lambda: block(np.ones((3, 4)), W[:2]),
            "weights: given 2 fields, needed 4 fields: attention, mlp",
        ),
        (lambda: block(np.ones((3, 4)), {}), "weights: given dict, needed 4 fields: attention"),
        (lambda: block(np.ones((3, 4)), SHORT_W_O), "weights.attention.W_O: given"),
        (lambda: block(np.ones((3, 4)), W._replace(mlp=W.mlp[:3])), "weights.mlp: given 3 fields"),
        (lambda: block(np.ones((3, 4)), W, np.ones((2, 2), bool)), r"mask: given \(2, 2\)"),
        (lambda: block(np.ones((3, 4)), W, norm="in"), "norm: given 'in', needed one of 'before'"),
        (
            lambda: decoder_block(np.ones((3, 4)), np.ones((2, 4)), D),
            "weights.cross_attention.W_K: given shape",
        ),
        (
            lambda: decoder_block(np.ones((3, 4)), np.ones((2, 5)), D, X_mask=causal_mask(3)),
            r"X_mask: given \(3, 3\), needed",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_an_activation_of_ones_own_calls_checked_functions():
    with pytest.raises(ValueError, match="x: given dtype <U1"):
        block(np.ones((3, 4)), W, activation=lambda x: relu(["a"]))


# --- a model made by hand -----------------------------------------------------------------------


def test_the_model_made_by_hand_writes_its_sentence():
    model = examples.THE_CAT_SAT
    w = model.weights
    assert np.allclose(layer_norm(model.E, *w.norm_1), model.E, atol=1e-4)
    ids = [0]
    for _ in range(7):
        last = (block(model.E[ids], w, causal_mask(len(ids))) @ model.E.T)[-1]
        ids.append(int(last.argmax()))
        assert last[ids[-1]] > np.sort(last)[-2] + 0.5
    assert " ".join(model.words[i] for i in ids) == "BOS the cat sat on the mat ."


# --- beside PyTorch -----------------------------------------------------------------------------

ANSWERS = {
    name.removeprefix("block_"): answer
    for name, answer in examples.pytorch_answers().items()
    if name.startswith("block_")
}


TORCH = in_dtype(Weights.of(ANSWERS["weights"]), np.float32)
TORCH_DECODER = in_dtype(DecoderWeights.of(ANSWERS["decoder_weights"]), np.float32)
TORCH_X, TORCH_Y = np.float32(ANSWERS["X"]), np.float32(ANSWERS["Y"])
NOT_LAST = np.array([True, True, False])


def of_decoder(norm):
    return decoder_block(TORCH_Y, TORCH_X, TORCH_DECODER, causal_mask(2), NOT_LAST, norm)


CALLS = {
    "layer_norm": lambda: layer_norm(TORCH_X, *TORCH.norm_1),
    "rms_norm": lambda: rms_norm(TORCH_X, TORCH.norm_1.gain),
    "gelu": lambda: gelu(TORCH_X),
    "encoder_before": lambda: block(TORCH_X, TORCH),
    "encoder_after": lambda: block(TORCH_X, TORCH, norm="after"),
    "encoder_causal": lambda: block(TORCH_X, TORCH, causal_mask(3)),
    "encoder_gelu": lambda: block(TORCH_X, TORCH, activation=gelu),
    "decoder_before": lambda: of_decoder("before"),
    "decoder_after": lambda: of_decoder("after"),
}


@pytest.mark.parametrize("name", CALLS)
def test_as_pytorch_answered(name):
    ours = CALLS[name]()
    assert ours.dtype == np.float32
    assert np.allclose(ours, ANSWERS[name], rtol=1e-5, atol=3e-6)


def test_every_recorded_answer_is_compared():
    assert set(ANSWERS) == {*CALLS, "X", "Y", "weights", "decoder_weights"}
