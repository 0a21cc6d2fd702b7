"""Bad input: a ValueError that names the argument, what was given and what is needed."""

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

# n = 2 queries, m = 3 keys, d_k = 4, d_v = 5; h = 7 heads, d_y = 6, d_x = 8, d_out = 9
Q, K, V = np.ones((2, 4)), np.ones((3, 4)), np.ones((3, 5))
Y, X = np.ones((2, 6)), np.ones((3, 8))
W_Q, W_K, W_V = np.ones((7, 6, 4)), np.ones((7, 8, 4)), np.ones((7, 8, 5))
W_O = np.ones((35, 9))
RAGGED = [[1, 2], [3]]


def ones(*shape, dtype=float):
    return np.ones(shape, dtype)


def multi(**other):
    good = {"Y": Y, "X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
    return lambda: multi_head_attention(**good | other)


def masked(mask):
    return lambda: attention(Q, K, V, mask)


def multi_masked(mask):
    return multi(mask=mask)


# Each line: a bad call, the argument at fault, then what its message must say.
BAD_SHAPES = [
    # softmax
    (lambda: softmax(3.0), "scores", "()", "(…, m)"),
    (lambda: softmax([]), "scores", "(0,)", "no axis of size 0"),
    (lambda: softmax(ones(2, 3), axis=2), "axis", "2", "(2, 3)"),
    (lambda: softmax(ones(2, 3), axis=-3), "axis", "-3", "(2, 3)"),
    (lambda: softmax(ones(2, 3), axis=1.0), "axis", "1.0", "(2, 3)"),
    # scores
    (lambda: scores(ones(4), K), "Q", "(4,)", "(…, n, d_k)"),
    (lambda: scores(Q, ones(4)), "K", "(4,)", "(…, m, d_k = 4)"),
    (lambda: scores(ones(0, 4), K), "Q", "(0, 4)", "no axis of size 0"),
    (lambda: scores(ones(6, 2, 4), ones(7, 3, 4)), "K's leading axes", "(7,)", "(6,)"),
    (lambda: scores(Q, K, scale=np.nan), "scale", "nan", "one finite number"),
    # attention
    (lambda: attention(Q, ones(3, 5), V), "K", "(3, 5)", "(…, m, d_k = 4)"),
    (lambda: attention(Q, K, ones(2, 5)), "V", "(2, 5)", "(…, m = 3, d_v)"),
    (lambda: attention(ones(6, 2, 4), K, ones(7, 3, 5)), "V's leading axes", "(7,)", "(6,)"),
    (masked(ones(4, 3, dtype=bool)), "mask", "(4, 3)", "(2, 3)"),
    (masked(ones(2)), "mask", "(2,)", "(2, 3)"),
    (masked(ones(2, 0)), "mask", "(2, 0)", "(2, 3)"),
    # a mask may not add queries or keys, though NumPy would let it
    (lambda: attention(Q[:1], K, V, ones(2, 3)), "mask", "(2, 3)", "(1, 3)"),
    (lambda: attention(Q, K[:1], V[:1], ones(3)), "mask", "(3,)", "(2, 1)"),
    # … nor fit the scores and not the values
    (lambda: attention(Q, K, ones(6, 3, 5), ones(7, 2, 3)), "mask", "(7, 2, 3)", "(6, 2, 3)"),
    # … nor have an axis for heads, though NumPy would take it for one more sentence
    *(
        (multi(Y=ones(7, 2, 6), mask=ones(7, h, 2, 3)), "mask", f"(7, {h}, 2, 3)", "(7, 2, 3), the")
        for h in (1, 7)
    ),
    # causal_mask, padding_mask
    (lambda: causal_mask(3, strict="no"), "strict", "'no'", "True or False"),
    (lambda: causal_mask(0), "n", "0", "at least 1"),
    (lambda: causal_mask(2.0), "n", "2.0", "whole number"),
    (lambda: causal_mask(True), "n", "True", "whole number"),
    (lambda: causal_mask(2, 3.5), "m", "3.5", "whole number"),
    (lambda: padding_mask([2, 4], 3), "lengths", "[2 4]", "from 0 to m = 3"),
    (lambda: padding_mask([-1, 2], 3), "lengths", "[-1  2]", "from 0 to m = 3"),
    (lambda: padding_mask([[1, 2]], 3), "lengths", "[[1 2]]", "(b,)"),
    (lambda: padding_mask(np.array([], int), 3), "lengths", "[]", "(b,)"),
    (lambda: padding_mask([2], 0), "m", "0", "at least 1"),
    (lambda: padding_mask([1.0, 2.0], 3), "lengths", "float64", "whole numbers"),
    # split_heads, merge_heads
    (lambda: split_heads(ones(6), 2), "x", "(6,)", "(…, n, h·d)"),
    (lambda: split_heads(ones(3, 6), 4), "h", "4", "(3, 6)"),
    (lambda: split_heads(ones(3, 6), 0), "h", "0", "at least 1"),
    (lambda: merge_heads(ones(3, 6)), "x", "(3, 6)", "(…, h, n, d)"),
    # multi_head_attention
    (multi(Y=ones(2, 5)), "Y", "(2, 5)", "(…, n, d_y = 6)"),
    (multi(Y=ones(5, 2, 6), X=ones(4, 3, 8)), "X's leading axes", "(4,)", "(5,)"),
    (multi(W_K=ones(3, 8, 4)), "W_K", "(3, 8, 4)", "(h = 7, d_x, d_k = 4)"),
    (multi(W_V=ones(3, 8, 5)), "W_V", "(3, 8, 5)", "(h = 7, d_x = 8, d_v)"),
    (multi(W_O=ones(28, 9)), "W_O", "(28, 9)", "(h·d_v = 35, d_out)"),
    (multi_masked(ones(4, 3, dtype=bool)), "mask", "(4, 3)", "(2, 3)"),
    (multi(Y=ones(5, 2, 6), mask=ones(4, 2, 3)), "mask", "(4, 2, 3)", "(5, 2, 3)"),
    (multi(Y=Y[:1], mask=ones(2, 3)), "mask", "(2, 3)", "(1, 3)"),
]

TAKES_ARRAYS = {  # argument: a call in which it alone is bad
    "softmax, scores": softmax,
    "scores, Q": lambda bad: scores(bad, K),
    "scores, K": lambda bad: scores(Q, bad),
    "scores, scale": lambda bad: scores(Q, K, bad),
    "attention, Q": lambda bad: attention(bad, K, V),
    "attention, K": lambda bad: attention(Q, bad, V),
    "attention, V": lambda bad: attention(Q, K, bad),
    "attention, mask": lambda bad: attention(Q, K, V, bad),
    "attention, scale": lambda bad: attention(Q, K, V, scale=bad),
    "padding_mask, lengths": lambda bad: padding_mask(bad, 3),
    "split_heads, x": lambda bad: split_heads(bad, 1),
    "merge_heads, x": merge_heads,
} | {
    f"multi_head_attention, {name}": lambda bad, name=name: multi(**{name: bad})()
    for name in ("Y", "X", "W_Q", "W_K", "W_V", "W_O", "mask")
}
BAD_KINDS = {  # what it is: the value, what the message says of it
    "complex": (ones(2, 3, dtype=complex), "complex128"),
    "objects": (np.array([[1, None]], dtype=object), "object"),
    "a big integer": (10**30, "object"),
    "strings": ([["1", "2"]], "<U1"),
    "dates": (np.array(["2017-06-12"], "datetime64[D]"), "datetime64"),
    "masked arrays": (np.ma.masked_array(ones(2, 3), ones(2, 3) == 1), "masked dtype float64"),
    "ragged lists": (RAGGED, "ragged"),
    "ragged arrays": ([ones(2), ones(3)], "ragged"),
}


def message_of(call):
    with pytest.raises(ValueError) as error:  # noqa: PT011 (each test looks at the message)
        call()
    assert type(error.value) is ValueError
    return str(error.value)


@pytest.mark.parametrize("row", BAD_SHAPES, ids=lambda row: f"{row[1]} {row[2]}")
def test_bad_shape_or_value(row):
    call, name, shown, *needed = row
    message = message_of(call)
    before, after = message.split(", needed ")
    assert before.startswith(f"{name}: given")
    assert before.endswith(shown)
    assert all(part in after for part in needed)


# one guard looks at all arguments: each meets one kind, and one meets each kind
KINDS_OF = [(name, "ragged lists") for name in TAKES_ARRAYS]
KINDS_OF += [("attention, Q", kind) for kind in BAD_KINDS if kind != "ragged lists"]


@pytest.mark.parametrize(("argument", "kind"), KINDS_OF)
def test_bad_kind(argument, kind):
    value, dtype = BAD_KINDS[kind]
    message = message_of(lambda: TAKES_ARRAYS[argument](value))
    name = argument.split(", ")[1]
    before, after = message.split(", needed ")
    assert before.startswith(f"{name}: given")
    assert dtype in before
    assert "numbers" in after or "boolean" in after


@pytest.mark.parametrize("call", [masked, multi_masked], ids=["attention", "multi_head_attention"])
def test_an_integer_mask_is_refused_since_0_and_1_could_mean_either(call):
    message = message_of(call(np.array([[1, 0, 1], [1, 1, 0]])))
    assert message.startswith("mask: given dtype int64, needed boolean")


@pytest.mark.parametrize("argument", ["attention, scale", "scores, scale"])
def test_a_boolean_scale_is_refused(argument):
    assert message_of(lambda: TAKES_ARRAYS[argument](True)).startswith("scale: given dtype bool")
