"""helpers beside PyTorch: what it answered once.

tools/record/record_pytorch.py says what each recorded name means.
"""

import numpy as np
import pytest

from helpers.attention import attention, causal_mask, multi_head_attention, padding_mask, softmax
from helpers.data import examples
from helpers.exercises import EXERCISES

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


# Where PyTorch gives NaN, we give zeros.


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


def test_a_softmax_with_a_sink():
    """As in gpt-oss: one more score, whose weight is thrown away."""
    sink, b = EXERCISES["softmax_with_sink"].reference, ANSWERS["today_b"]
    for scores, number, theirs in zip(
        ANSWERS["today_scores"], b, ANSWERS["today_sink"], strict=True
    ):
        same(sink(np.array(scores), number), theirs)


def test_a_norm_for_queries_and_keys():
    Q, K = (np.array(ANSWERS[f"today_{name}"]) for name in "QK")
    same(softmax(EXERCISES["qk_norm_scores"].reference(Q, K)), ANSWERS["today_norm"])
