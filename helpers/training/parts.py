"""The parts of a transformer, each with its way back, by hand in NumPy.

Read it aloud from top to bottom. The n tokens of all b sequences stand below each other: x has
t = b · n rows, d numbers wide, in float64. Only attention knows which rows are one sequence.

Each part returns its output and a function `back`. Given ∂loss/∂output, `back` returns ∂loss/∂input
and the slopes of what the part learns, ∂loss/∂parameter. A name to_x stands for ∂loss/∂x, which has
the shape of x.
"""

import math

import numpy as np

from helpers.attention import softmax


def linear(x, W):
    """x W. (t, d) @ (d, e) → (t, e)"""

    def back(to_y):
        return to_y @ W.T, x.T @ to_y  # to_x (t, d), to_W (d, e)

    return x @ W, back


def layer_norm(x, gain, shift):
    """As in block.py. (t, d) → (t, d)"""
    centred = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)  # (t, 1)
    z = centred / size  # (t, d)

    def back(to_y):
        to_z = to_y * gain
        # z stays when a number is added to all of x, or x is stretched: take both directions out
        common = to_z.mean(axis=-1, keepdims=True)  # (t, 1)
        along_z = (to_z * z).mean(axis=-1, keepdims=True)  # (t, 1)
        to_x = (to_z - common - along_z * z) / size
        return to_x, {"gain": (to_y * z).sum(axis=0), "shift": to_y.sum(axis=0)}

    return z * gain + shift, back


def softmax_back(A, to_A):
    """Through A = softmax(S): ∂loss/∂S. Each row by itself. (…, n, m) → (…, n, m)"""
    mean = (A * to_A).sum(axis=-1, keepdims=True)  # (…, n, 1), weighted by A
    return A * (to_A - mean)


def attend(x, W_Q, W_K, W_V, W_O, mask, on):
    """Self-attention of b sequences with h heads: output (t, d), weights (b, h, n, n), back.

    mask (n, n): 0 or −∞, added to the scores. on (h, 1, 1): 0 for a head that is switched off.
    """
    n, h = len(mask), len(on)
    Q, K, V = (split(x @ W, n, h) for W in (W_Q, W_K, W_V))  # (b, h, n, d/h) each
    scale = 1 / math.sqrt(Q.shape[-1])
    A = softmax(Q @ transposed(K) * scale + mask)  # (b, h, n, n)
    heads = merge(A @ V * on)  # (t, d)

    def back(to_y):
        to_O = split(to_y @ W_O.T, n, h) * on  # (b, h, n, d/h), where O = A V
        to_A, to_V = to_O @ transposed(V), transposed(A) @ to_O
        to_S = softmax_back(A, to_A) * scale  # (b, h, n, n), where S = Q Kᵀ
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
    hidden = np.maximum(x @ W_1 + b_1, 0)  # (t, d_ff)

    def back(to_y):
        to_hidden = to_y @ W_2.T * (hidden > 0)  # (t, d_ff): nothing goes back where relu gave 0
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
    weights[np.arange(asked), words] -= 1
    to_logits = np.zeros_like(logits)
    to_logits[places] = weights / asked
    return -np.log(right + 1e-300).mean(), to_logits
