"""The parts of a transformer, each with its way back, by hand in NumPy.

Read it aloud from top to bottom. The n tokens of all b sequences stand below each other: x has
t = b · n rows, d numbers wide, in float64. Only attention knows which rows are one sequence.

Each part returns its output and a function `back`. Given ∂loss/∂output, `back` returns ∂loss/∂input
and the slopes of what the part learns, ∂loss/∂parameter. A name to_x stands for ∂loss/∂x, which has
the shape of x.
"""

import math

import numpy as np

from helpers.attention import attention, softmax


def linear(x, W):
    """x W. (t, d) @ (d, e) → (t, e)"""

    def back(to_y):
        return to_y @ W.T, x.T @ to_y  # to_x (t, d), to_W (d, e)

    return x @ W, back


def layer_norm(x, gain, shift):
    """As in block.py. (t, d) → (t, d)"""
    z = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt(row_by_row(z, z) / x.shape[-1] + 1e-5)  # (t, 1)
    z /= size  # (t, d)

    def back(to_y):
        to_x = to_y * gain  # to_z, so far
        # z stays when a number is added to all of x, or x is stretched: take both directions out
        common = to_x.mean(axis=-1, keepdims=True)  # (t, 1)
        along_z = row_by_row(to_x, z) / x.shape[-1]  # (t, 1)
        to_x -= common
        to_x -= along_z * z
        to_x /= size
        return to_x, {"gain": np.einsum("td,td->d", to_y, z), "shift": to_y.sum(axis=0)}

    y = z * gain
    y += shift
    return y, back


def softmax_back(A, to_A):
    """Through A = softmax(S): ∂loss/∂S. Each row by itself. (…, n, m) → (…, n, m)"""
    to_S = to_A - row_by_row(A, to_A)  # (…, n, m): minus the row's mean, weighted by A
    to_S *= A
    return to_S


def row_by_row(x, y):
    """The dot product of each row of x with the same row of y. (…, n, m) → (…, n, 1)"""
    return np.vecdot(x, y)[..., None]  # faster than (x * y).sum(axis=-1, keepdims=True)


def attend(x, W_Q, W_K, W_V, W_O, n, h, off=(), mask=None):
    """Self-attention of sequences of n tokens: output (t, d), weights (b, h, n, n), back.

    off: the heads that are switched off, from 0. mask: as in helpers.attention.
    """
    off = list(off)
    Q, K, V = (split(x @ W, n, h) for W in (W_Q, W_K, W_V))  # (b, h, n, d/h) each
    heads, A = attention(Q, K, V, mask)  # (b, h, n, d/h), (b, h, n, n)
    heads[:, off] = 0
    heads = merge(heads)  # (t, d)

    def back(to_y):
        to_O = split(to_y @ W_O.T, n, h)  # (b, h, n, d/h), where O = A V
        to_O[:, off] = 0
        to_A, to_V = to_O @ transposed(V), transposed(A) @ to_O
        to_S = softmax_back(A, to_A)  # (b, h, n, n), where S = Q Kᵀ / √d_k
        to_S /= math.sqrt(Q.shape[-1])
        to_Q, to_K = to_S @ K, transposed(to_S) @ Q  # (b, h, n, d/h) each
        to_Q, to_K, to_V = merge(to_Q), merge(to_K), merge(to_V)  # (t, d) each
        slopes = {"W_Q": x.T @ to_Q, "W_K": x.T @ to_K, "W_V": x.T @ to_V, "W_O": heads.T @ to_y}
        return to_Q @ W_Q.T + to_K @ W_K.T + to_V @ W_V.T, slopes

    return heads @ W_O, A, back


def split(x, n, h):
    """Rows to sequences and heads: (b·n, d) → (b, h, n, d/h)"""
    return x.reshape(-1, n, h, x.shape[-1] // h).swapaxes(1, 2)


def merge(x):
    """Sequences and heads to rows: (b, h, n, d/h) → (b·n, d)"""
    b, h, n, width = x.shape
    return x.swapaxes(1, 2).reshape(b * n, h * width)


def transposed(x):
    return x.swapaxes(-1, -2)  # (…, n, m) → (…, m, n)


def mlp(x, W_1, b_1, W_2, b_2):
    """relu(x W_1 + b_1) W_2 + b_2. (t, d) → (t, d)"""
    hidden = x @ W_1  # (t, d_ff): wide, so what follows works in place
    hidden += b_1
    np.maximum(hidden, 0, out=hidden)

    def back(to_y):
        to_hidden = to_y @ W_2.T  # (t, d_ff)
        to_hidden *= hidden > 0  # nothing goes back where relu gave 0
        to_W_1, to_W_2 = x.T @ to_hidden, hidden.T @ to_y
        to_b_1, to_b_2 = to_hidden.sum(axis=0), to_y.sum(axis=0)
        slopes = {"W_1": to_W_1, "b_1": to_b_1, "W_2": to_W_2, "b_2": to_b_2}
        return to_hidden @ W_1.T, slopes

    return hidden @ W_2 + b_2, back


def cross_entropy(logits, targets):
    """The mean of −log(weight of the right word) over all places where a word is asked.

    logits (b, n, words), targets (b, n), −1 where none is asked → loss, ∂loss/∂logits.
    """
    places = np.nonzero(targets >= 0)  # which sequences, which positions
    words, asked = targets[places], len(targets[places])
    weights = softmax(logits[places])  # (asked, words)
    right = weights[np.arange(asked), words]  # (asked,)
    slopes = weights.copy()
    slopes[np.arange(asked), words] -= 1
    to_logits = np.zeros_like(logits)
    to_logits[places] = slopes / asked
    return -np.log(right + 1e-300).mean(), to_logits
