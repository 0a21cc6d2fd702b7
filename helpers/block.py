"""The transformer block in NumPy, after "Attention Is All You Need" (Vaswani et al., 2017).

Read it aloud from top to bottom: first the parts of a block, then how a block puts them together.
Tokens are rows, d numbers wide. A block adds to each token what attention and the MLP write, so
shapes stay as they are. Leading axes, written …, broadcast as in numpy.matmul; arguments are
checked and dtypes kept as in attention.py.
"""

import math
from collections import namedtuple

import numpy as np

from helpers.attention import multi_head_attention
from helpers.checking import computes_float16_in_float32, function, number, takes

# --- the parts


@takes(x="… d", gain="d", shift="d", epsilon=number)
@computes_float16_in_float32
def layer_norm(x, gain=None, shift=None, epsilon=1e-5):
    """Each token for itself: its d numbers to mean 0 and variance 1, then times gain, plus shift.

    x (…, d), gain (d,), shift (d,) → (…, d). Without gain, times 1; without shift, plus 0. epsilon
    is added to the variance, so that a token whose numbers are all the same gives 0, not 0/0.
    """
    gain = 1.0 if gain is None else gain
    shift = 0.0 if shift is None else shift
    centred = x - x.mean(axis=-1, keepdims=True)  # (…, d) − (…, 1)
    variance = (centred**2).mean(axis=-1, keepdims=True)  # (…, 1): of one token's features
    return centred / np.sqrt(variance + epsilon) * gain + shift  # (…, d)


@takes(x="… d", gain="d", epsilon=number)
@computes_float16_in_float32
def rms_norm(x, gain=None, epsilon=1e-5):
    """Each token for itself: its d numbers to mean square 1, then times gain. (…, d) → (…, d)

    Without gain, times 1.
    """
    gain = 1.0 if gain is None else gain
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + epsilon) * gain  # (…, d)


@takes(x="…")
def relu(x):
    """x where it is positive, 0 elsewhere. (…) → (…)"""
    return np.maximum(x, 0)


@takes(x="…")
def gelu(x):
    """x times the probability that a standard normal number is below x. (…) → (…)"""
    erf = np.vectorize(math.erf, otypes=[x.dtype])
    return x * (1 + erf(x / math.sqrt(2))) / 2


@takes(
    x="… d",
    W_1="d d_ff",
    b_1="d_ff",
    W_2="d_ff d_out",
    b_2="d_out",
    activation=function,
)
@computes_float16_in_float32
def mlp(x, W_1, b_1, W_2, b_2, activation=relu):
    """activation(x W_1 + b_1) W_2 + b_2: each token for itself.

    x (…, d), W_1 (d, d_ff), b_1 (d_ff,), W_2 (d_ff, d_out), b_2 (d_out,) → (…, d_out).
    """
    hidden = activation(x @ W_1 + b_1)  # (…, d) @ (d, d_ff) → (…, d_ff)
    return hidden @ W_2 + b_2  # (…, d_ff) @ (d_ff, d_out) → (…, d_out)


# --- how a block puts them together: one step for each part, in one of two orders


def norm_before(x, part, norm):
    """Add what a part makes of the normalized x. (…, d) → (…, d)"""
    return x + part(norm(x))  # (…, d)


def norm_after(x, part, norm):
    """Add what a part makes of x, and normalize the sum, as in 2017. (…, d) → (…, d)"""
    return norm(x + part(x))  # (…, d)


# The arrays of a block, and the axes of each. h heads; d_k, d_v and d_ff are as wide as you like.
Weights = namedtuple("Weights", "W_Q W_K W_V W_O W_1 b_1 W_2 b_2 gain_1 shift_1 gain_2 shift_2")
AXES = Weights(
    *("h d d_k", "h d d_k", "h d d_v", "h·d_v d"),  # self-attention
    *("d d_ff", "d_ff", "d_ff d", "d"),  # the MLP
    *("d", "d", "d", "d"),  # the layer norms
)


def random_weights(rng, d, h, scale=1.0):
    """A block's Weights, its MLP 4 d wide.

    The entries of a matrix with d rows have the standard deviation scale/√d; biases and shifts are
    0, gains 1.
    """

    def matrix(*shape):
        return rng.standard_normal(shape) * scale / math.sqrt(shape[-2])

    W_Q, W_K, W_V = (matrix(h, d, d // h) for _ in range(3))
    W_1, W_2, W_O = matrix(d, 4 * d), matrix(4 * d, d), matrix(d, d)
    mlp = W_1, np.zeros(4 * d), W_2, np.zeros(d)
    norms = np.ones(d), np.zeros(d), np.ones(d), np.zeros(d)
    return Weights(W_Q, W_K, W_V, W_O, *mlp, *norms)


@takes(X="… n d", weights=AXES, mask="mask n n", step=function, activation=function)
def block(X, weights, mask=None, step=norm_before, activation=relu):
    """Self-attention, then the MLP, each added to X (…, n, d) → (…, n, d).

    weights: `Weights`. step: norm_before or norm_after. mask, activation: as in `attention` and in
    `mlp`. With a causal mask it is a block of a model like GPT; without a mask, of an encoder.
    """
    w = weights

    def attend(x):
        return multi_head_attention(x, x, w.W_Q, w.W_K, w.W_V, w.W_O, mask).output  # (…, n, d)

    def think(x):
        return mlp(x, w.W_1, w.b_1, w.W_2, w.b_2, activation)  # (…, n, d)

    X = step(X, attend, lambda x: layer_norm(x, w.gain_1, w.shift_1))  # (…, n, d)
    return step(X, think, lambda x: layer_norm(x, w.gain_2, w.shift_2))  # (…, n, d)


# --- a decoder's block looks at a second sentence, too

DecoderWeights = namedtuple(
    "DecoderWeights",
    "W_Q W_K W_V W_O C_Q C_K C_V C_O W_1 b_1 W_2 b_2 gain_1 shift_1 gain_2 shift_2 gain_3 shift_3",
)
DECODER_AXES = DecoderWeights(
    *("h d d_k", "h d d_k", "h d d_v", "h·d_v d"),  # self-attention
    *("h d d_k", "h d_x d_k", "h d_x d_v", "h·d_v d"),  # cross-attention
    *("d d_ff", "d_ff", "d_ff d", "d"),  # the MLP
    *("d", "d", "d", "d", "d", "d"),  # the layer norms
)


@takes(
    Y="… n d",
    X="… m d_x",
    weights=DECODER_AXES,
    Y_mask="mask n n",
    X_mask="mask n m",
    step=function,
    activation=function,
)
def decoder_block(Y, X, weights, Y_mask=None, X_mask=None, step=norm_before, activation=relu):
    """Y attends to itself, then to X, then comes the MLP, each added to Y (…, n, d) → (…, n, d).

    X (…, m, d_x) is what the encoder made of the other sentence. Y_mask, usually causal, is for the
    self-attention, X_mask for the cross-attention. The rest is as in `block`.
    """
    w = weights

    def attend(y):
        return multi_head_attention(y, y, w.W_Q, w.W_K, w.W_V, w.W_O, Y_mask).output  # (…, n, d)

    def look_across(y):
        return multi_head_attention(y, X, w.C_Q, w.C_K, w.C_V, w.C_O, X_mask).output  # (…, n, d)

    def think(y):
        return mlp(y, w.W_1, w.b_1, w.W_2, w.b_2, activation)  # (…, n, d)

    Y = step(Y, attend, lambda y: layer_norm(y, w.gain_1, w.shift_1))  # (…, n, d)
    Y = step(Y, look_across, lambda y: layer_norm(y, w.gain_2, w.shift_2))  # (…, n, d)
    return step(Y, think, lambda y: layer_norm(y, w.gain_3, w.shift_3))  # (…, n, d)
