"""helpers beside PyTorch: what it answered once, and what it answers where it is here.

tools/record/record_pytorch.py says what each recorded name means.
"""

import numpy as np
import pytest

try:
    import torch
except ImportError:
    torch = None

from helpers.attention import attention, causal_mask, multi_head_attention, padding_mask, softmax
from helpers.data import examples
from helpers.experiments.multiplications import convolution, recurrence
from helpers.experiments.sequence_models import Gated, later
from helpers.flash import by_blocks
from helpers.positions import rotate, rotate_halves, sinusoids

ANSWERS = examples.pytorch_answers()
TOLERANCE = {  # both libraries round in their own order
    "float16": {"rtol": 0, "atol": 2e-3},
    "float32": {"rtol": 1e-5, "atol": 1e-6},
    "float64": {"rtol": 1e-12, "atol": 1e-14},
}
MULTIHEAD = [
    np.array(ANSWERS[f"multihead_{name}"], np.float32)
    for name in ("Y", "X", "W_Q", "W_K", "W_V", "W_O")
]
LENGTHS = ANSWERS["multihead_padding_lengths"]


def same(ours, theirs):
    theirs = np.asarray(theirs)
    assert ours.shape == theirs.shape
    assert np.allclose(ours, theirs, **TOLERANCE[ours.dtype.name])


def recorded(name):
    return np.array(ANSWERS[f"{name}_output"]), np.array(ANSWERS[f"{name}_weights"])


def projections(example):
    pairs = (example.Y, example.W_Q), (example.X, example.W_K), (example.X, example.W_V)
    return [(tokens @ W).astype(np.float32) for tokens, W in pairs]


FIVE_WORDS = [examples.FIVE_WORDS_X.astype(np.float32)] * 3
DUCK = projections(examples.WE_SAW_HER_DUCK)
MASKS = {
    name: np.array(ANSWERS[name], bool if "float" not in name else np.float32)
    for name in ("square_bool_mask", "square_float_mask", "square_blind_mask")
}
CALLS = {  # recorded name: our call
    "three_inputs_raw": lambda: attention(*projections(examples.THREE_INPUTS), scale=1.0),
    "three_inputs": lambda: attention(*projections(examples.THREE_INPUTS)),
    "five_words": lambda: attention(*FIVE_WORDS),
    "companion": lambda: attention(*projections(examples.THE_CAT_SLEEPS)),
    "square": lambda: attention(*DUCK),
    "square_causal": lambda: attention(*DUCK, mask=causal_mask(4)),
    "square_bool_mask": lambda: attention(*DUCK, MASKS["square_bool_mask"]),
    "square_float_mask": lambda: attention(*DUCK, MASKS["square_float_mask"]),
    "square_blind_mask": lambda: attention(*DUCK, MASKS["square_blind_mask"]),
    "multihead": lambda: multi_head_attention(*MULTIHEAD),
    "multihead_causal": lambda: multi_head_attention(*MULTIHEAD, causal_mask(4, 5)),
}


@pytest.mark.parametrize("name", CALLS)
def test_attention_as_recorded(name):
    ours = CALLS[name]()
    assert ours.output.dtype == ours.weights.dtype == np.float32
    output, weights = recorded(name)
    same(ours.output, output)
    same(ours.weights, weights)


@pytest.mark.parametrize("name", ["companion", "square", "five_words", "three_inputs"])
def test_attention_by_blocks_as_recorded(name):
    QKV = {
        "companion": projections(examples.THE_CAT_SLEEPS),
        "square": DUCK,
        "five_words": FIVE_WORDS,
        "three_inputs": projections(examples.THREE_INPUTS),
    }[name]
    output, _ = recorded(name)
    for size in (1, 2, 100):
        same(by_blocks(*QKV, size), output)


def test_softmax_as_recorded():
    Q, K, _ = projections(examples.THREE_INPUTS)
    same(softmax(Q @ K.T), ANSWERS["three_inputs_softmax"])


ROTATIONS = {"rotary_pairs": rotate, "rotary_halves": rotate_halves}


def test_sinusoids_as_recorded():
    same(sinusoids(12, 6), ANSWERS["positions_sinusoids"])


@pytest.mark.parametrize("name", ROTATIONS)
def test_rotations_as_recorded(name):
    for dtype in ("float32", "float64"):
        x = np.array(ANSWERS["positions_x"], dtype)
        same(ROTATIONS[name](x), ANSWERS[f"positions_{name}"])


def layer_input(name):
    return np.array(ANSWERS[f"layers_{name}"])


def test_recurrences_as_recorded():
    X, W, R, W_g, R_g = map(layer_input, ("X", "W", "R", "W_g", "R_g"))
    same(recurrence(X, W, R), ANSWERS["layers_recurrence"])
    gated = Gated(np.random.default_rng(0))
    gated.WIDTH = len(R)
    gated.p = {"tokens": X, "W": W, "R": R, "W_g": W_g, "R_g": R_g, "answer": np.eye(len(R))}
    gated.p |= {"c": 0.0, "c_g": 0.0}
    same(gated.run(np.arange(len(X))[None])[0], ANSWERS["layers_gated"])


def test_convolutions_as_recorded():
    X, windows = layer_input("X"), layer_input("windows")
    same(convolution(X, windows), ANSWERS["layers_convolution"])
    for name, apart in {"convolution": 1, "dilated": 2}.items():
        window = [later(X[None], by)[0] for by in (2 * apart, apart, 0)]  # the oldest first
        ours = np.concatenate(window, axis=-1) @ windows.reshape(-1, X.shape[1])
        same(ours, ANSWERS[f"layers_{name}"])


def test_every_recorded_answer_is_compared():
    compared = {f"{name}_{part}" for name in CALLS for part in ("output", "weights")}
    inputs = {f"multihead_{name}" for name in ("Y", "X", "W_Q", "W_K", "W_V", "W_O")}
    in_this_file = {"torch", "three_inputs_softmax", "blind_softmax", "filler_scores"}
    in_this_file |= {*MASKS, "multihead_causal_attn_mask"}
    for name in ("lengths", "output", "weights", "output_alone"):
        in_this_file.add(f"multihead_padding_{name}")
    for keys in ("one", "every"):
        in_this_file |= {f"filler_{keys}_key_softmax", f"filler_{keys}_key_attention"}
    in_this_file |= {f"positions_{name}" for name in ("sinusoids", "x", *ROTATIONS)}
    layers = ("X", "W", "R", "W_g", "R_g", "windows")
    layers += ("recurrence", "gated", "convolution", "dilated")
    in_this_file |= {f"layers_{name}" for name in layers}
    elsewhere = {name for name in ANSWERS if name.startswith("block_")}  # test_block.py
    elsewhere |= {name for name in ANSWERS if name.startswith("training_")}  # test_training.py
    assert set(ANSWERS) == compared | inputs | in_this_file | elsewhere


# What True means: it may attend in scaled_dot_product_attention, as here; in
# nn.MultiheadAttention it may not.


def test_true_means_may_not_attend_in_multihead_attention():
    theirs = np.array(ANSWERS["multihead_causal_attn_mask"])
    assert (theirs == ~causal_mask(4, 5)).all()
    weights = np.array(ANSWERS["multihead_causal_weights"])  # (h, n, m)
    assert (weights[:, theirs] == 0).all()
    assert (weights[:, ~theirs] > 0).all()


def test_true_means_may_attend_in_scaled_dot_product_attention():
    weights = np.array(ANSWERS["square_bool_mask_weights"])
    assert (weights > 0).tolist() == ANSWERS["square_bool_mask"]


# Where PyTorch gives NaN, we give zeros.


def test_softmax_of_nothing_is_nan_there_and_zeros_here():
    assert np.isnan(ANSWERS["blind_softmax"]).all()
    assert softmax([-np.inf] * 4).tolist() == [0, 0, 0, 0]


def test_a_query_that_sees_nothing_gets_zeros_in_both():
    theirs = recorded("square_blind_mask")
    ours = CALLS["square_blind_mask"]()
    for array in (*theirs, *ours):
        assert (array[2] == 0).all()


def test_all_padding_is_nan_in_multihead_attention_and_zeros_here():
    Y, X, *W = MULTIHEAD
    ours = multi_head_attention(Y[None], np.stack([X, X]), *W, padding_mask(LENGTHS, 5))
    for mine, theirs in zip(ours, recorded("multihead_padding"), strict=True):
        same(mine[0], theirs[0])
        assert np.isnan(theirs[1]).all()
        assert (mine[1] == 0).all()
    same(ours.output, ANSWERS["multihead_padding_output_alone"])


DTYPES = ("float16", "float32", "float64")
NUMBERS = ("-1e4", "-1e9", "-inf")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_on_one_key_masks_it(dtype, number):
    row = np.array(ANSWERS["filler_scores"], dtype)
    mask = np.array([0, 0, float(number)])
    ours = attention(np.ones((1, 1), dtype), row[:, None], row[:, None], mask, scale=1.0)
    expected = [*softmax(row[:2].astype(float)).tolist(), 0.0]
    for theirs in ("filler_one_key_softmax", "filler_one_key_attention"):
        same(ours.weights[0], ANSWERS[theirs][dtype][number])
    assert np.allclose(ours.weights[0], expected, atol=1e-3)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_on_every_key_is_uniform_or_zeros_or_nothing_at_all(dtype, number):
    row = np.array(ANSWERS["filler_scores"], dtype)
    theirs = np.array(ANSWERS["filler_every_key_softmax"][dtype][number])
    also_theirs = np.array(ANSWERS["filler_every_key_attention"][dtype][number])
    with np.errstate(over="ignore"):  # in float16, −10⁹ is −∞
        added = row + np.array(float(number)).astype(dtype)
    if np.isinf(added).all():
        assert np.isnan(theirs).all()
        assert (also_theirs == 0).all()
        assert (softmax(added) == 0).all()
    else:
        same(softmax(added), theirs)

    column = row[:, None]
    ours = attention(np.ones((1, 1), dtype), column, column, np.full(3, float(number)), scale=1.0)
    if (dtype, number) == ("float16", "-1e9"):  # we add in float32, where −10⁹ is a number still
        same(ours.weights[0], np.full(3, 1 / 3))
    else:
        same(ours.weights[0], also_theirs)


# Live, where PyTorch is installed; without it, there are no such tests

if torch:

    def numbers(seed, *shape, dtype="float64"):
        return np.random.default_rng(seed).normal(size=shape).astype(dtype)

    @pytest.mark.parametrize("dtype", DTYPES)
    def test_live_softmax(dtype):
        x = 5 * numbers(1, 2, 3, 4, dtype=dtype)
        for axis in range(3):
            same(softmax(x, axis), torch.softmax(torch.tensor(x), dim=axis).numpy())

    @pytest.mark.parametrize("dtype", DTYPES)
    def test_live_attention(dtype):
        b, h, n, m, d_k, d_v = 2, 3, 4, 6, 5, 7
        Q, K = numbers(1, b, h, n, d_k, dtype=dtype), numbers(2, b, h, m, d_k, dtype=dtype)
        V = numbers(3, b, h, m, d_v, dtype=dtype)
        blind = numbers(4, b, 1, n, m) > 0.5
        blind[1, 0, 2] = False  # this query sees nothing
        for mask in (None, causal_mask(n, m), blind, numbers(5, n, m, dtype=dtype)):
            theirs = torch.nn.functional.scaled_dot_product_attention(
                *map(torch.tensor, (Q, K, V)),
                attn_mask=None if mask is None else torch.tensor(mask),
            )
            same(attention(Q, K, V, mask).output, theirs.numpy())
            if mask is None:
                same(by_blocks(Q, K, V, size=4), theirs.numpy())

    def test_live_multi_head_attention():
        b, n, m, h, d, d_x = 2, 4, 6, 2, 3, 5
        Y, X = numbers(0, b, n, h * d), numbers(1, b, m, d_x)
        W_Q, W_K = numbers(2, h, h * d, d), numbers(3, h, d_x, d)
        W_V, W_O = numbers(4, h, d_x, d), numbers(5, h * d, h * d)
        module = torch.nn.MultiheadAttention(
            h * d, h, bias=False, kdim=d_x, vdim=d_x, batch_first=True, dtype=torch.float64
        )
        for name, W in (("q", W_Q), ("k", W_K), ("v", W_V)):
            beside = torch.tensor(np.concatenate(list(W), axis=-1).T.copy())
            getattr(module, f"{name}_proj_weight").data = beside
        module.out_proj.weight.data = torch.tensor(W_O.T.copy())
        visible = padding_mask([2, 5], m)
        with torch.no_grad():
            theirs = module(
                *map(torch.tensor, (Y, X, X)),
                key_padding_mask=torch.tensor(~visible[:, 0]),
                average_attn_weights=False,
            )
        ours = multi_head_attention(Y, X, W_Q, W_K, W_V, W_O, visible)
        for mine, their in zip(ours, theirs, strict=True):
            same(mine, their.numpy())
