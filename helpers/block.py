"""The transformer block in NumPy, after "Attention Is All You Need" (Vaswani et al., 2017).

Read it aloud from top to bottom: first the parts of a block, then how a block puts them together.
Tokens are rows, d numbers wide. A block adds to each token what attention and the MLP write, so
shapes stay as they are. Leading axes, written …, broadcast as in numpy.matmul; arguments are
checked and dtypes kept as in attention.py.
"""

import math

import numpy as np

from helpers.attention import multi_head_attention
from helpers.checking import named_arrays, takes
from helpers.single_values import function, number

# --- the parts


@takes(x="… d", gain="d", shift="d", epsilon=number)
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
    z = (x / math.sqrt(2)).ravel().tolist()
    erf = np.array([math.erf(entry) for entry in z], x.dtype).reshape(x.shape)
    return x * (1 + erf) / 2


@takes(x="…")
def silu(x):
    """x times σ(x), a number from 0 to 1 that grows with x. (…) → (…)

    Hendrycks and Gimpel (2016); Elfwing and others (2017) gave it this name.
    """
    with np.errstate(over="ignore"):  # where exp is too large, x / ∞ is 0, as it should be
        return x / (1 + np.exp(-x))


@takes(
    x="… d",
    W_1="d d_ff",
    b_1="d_ff",
    W_2="d_ff d_out",
    b_2="d_out",
    activation=function,
)
def mlp(x, W_1, b_1, W_2, b_2, activation=relu):
    """activation(x W_1 + b_1) W_2 + b_2: each token for itself.

    x (…, d), W_1 (d, d_ff), b_1 (d_ff,), W_2 (d_ff, d_out), b_2 (d_out,) → (…, d_out).
    """
    hidden = activation(x @ W_1 + b_1)  # (…, d) @ (d, d_ff) → (…, d_ff)
    return hidden @ W_2 + b_2  # (…, d_ff) @ (d_ff, d_out) → (…, d_out)


@takes(x="… d", W_gate="d d_ff", W_up="d d_ff", W_down="d_ff d_out")
def gated_mlp(x, W_gate, W_up, W_down):
    """(silu(x W_gate) · x W_up) W_down, where · is entry by entry: each token for itself, and each
    of its hidden numbers behind a gate (Shazeer, 2020).

    x (…, d), W_gate and W_up (d, d_ff), W_down (d_ff, d_out) → (…, d_out).
    """
    hidden = silu.plain(x @ W_gate) * (x @ W_up)  # (…, d_ff)
    return hidden @ W_down  # (…, d_ff) @ (d_ff, d_out) → (…, d_out)


# --- how a block puts them together

# The arrays of a block, and their axes. h heads; d_k, d_v and d_ff are as wide as you like.
SelfAttention = named_arrays(
    "SelfAttention", W_Q="h d d_k", W_K="h d d_k", W_V="h d d_v", W_O="h·d_v d"
)
MLP = named_arrays("MLP", W_1="d d_ff", b_1="d_ff", W_2="d_ff d", b_2="d")
Norm = named_arrays("Norm", gain="d", shift="d")
Weights = named_arrays("Weights", attention=SelfAttention, mlp=MLP, norm_1=Norm, norm_2=Norm)


def random_weights(rng, d, h, scale=1.0):
    """A block's Weights, its MLP 4 d wide.

    The entries of a matrix with d rows have the standard deviation scale/√d; biases and shifts are
    0, gains 1.
    """

    def matrix(*shape):
        return rng.standard_normal(shape) * scale / math.sqrt(shape[-2])

    W_Q, W_K, W_V = (matrix(h, d, d // h) for _ in range(3))
    W_1, W_2, W_O = matrix(d, 4 * d), matrix(4 * d, d), matrix(d, d)
    return Weights(
        attention=SelfAttention(W_Q, W_K, W_V, W_O),
        mlp=MLP(W_1, np.zeros(4 * d), W_2, np.zeros(d)),
        norm_1=Norm(np.ones(d), np.zeros(d)),
        norm_2=Norm(np.ones(d), np.zeros(d)),
    )


@takes(X="… n d", weights=Weights, mask="mask n n")
def block(X, weights, mask=None):
    """Self-attention, then the MLP, each added to X (…, n, d) → (…, n, d).

    mask: as in `attention`. A norm stands before each part; experiments/depth.py has the block of
    2017, too, with one after each sum. With a causal mask it is a block of a model like GPT;
    without a mask, of an encoder.
    """
    w = weights
    y = layer_norm.plain(X, *w.norm_1)  # (…, n, d)
    X = X + multi_head_attention.plain(y, y, *w.attention, mask).output  # (…, n, d)
    y = layer_norm.plain(X, *w.norm_2)  # (…, n, d)
    return X + mlp.plain(y, *w.mlp)  # (…, n, d)
