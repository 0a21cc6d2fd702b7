"""The parts of a transformer, each with its way back, by hand in NumPy.

Read it aloud from top to bottom. The n tokens of all b sequences stand below each other: x has
t = b · n rows, d numbers wide. Only attention knows which rows are one sequence. What comes in as
float32 goes out as float32.

Every part has one form:

    y, back = part(x, W, …)
    slopes = back(to_y)     # {"x": ∂loss/∂x, "W": ∂loss/∂W, …}: one for each array that it took

where to_y is ∂loss/∂y. A name to_x stands for ∂loss/∂x, which has the shape of x.
"""

import math

import numpy as np

import helpers.attention
from helpers.attention import causal_mask as causal_mask  # parts, too, without a way back
from helpers.positions import sinusoids as sinusoids


def linear(x, W):
    """x W. (t, d) @ (d, e) → (t, e)"""

    def back(to_y):
        return {"x": to_y @ W.T, "W": x.T @ to_y}

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
        return {"x": to_x, "gain": np.einsum("td,td->d", to_y, z), "shift": to_y.sum(axis=0)}

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


def attention(Q, K, V, mask=None):
    """As helpers.attention.attention: output (…, n, d_v) and weights (…, n, m)."""
    attended = helpers.attention.attention(Q, K, V, mask)
    A = attended.weights

    def back(to_output):
        to_A = to_output @ transposed(V)  # (…, n, m), where output = A V
        to_S = softmax_back(A, to_A)  # (…, n, m), where S = Q Kᵀ / √d_k
        to_S /= math.sqrt(Q.shape[-1])
        return {"Q": to_S @ K, "K": transposed(to_S) @ Q, "V": transposed(A) @ to_output}

    return attended, back


def split(x, n, h):
    """Rows to sequences and heads: (b·n, d) → (b, h, n, d/h)"""
    return x.reshape(-1, n, h, x.shape[-1] // h).swapaxes(1, 2)


def merge(x):
    """Sequences and heads to rows: (b, h, n, d/h) → (b·n, d)"""
    b, h, n, width = x.shape
    return x.swapaxes(1, 2).reshape(b * n, h * width)


def self_attention(
    x, W_Q, W_K, W_V, W_O, n, h, off, mask, split=split, attention=attention, merge=merge
):
    """In sequences of n tokens, with h heads: output (t, d) and weights (b, h, n, n).

    off: {head, from 0: f}: f of the head's output (b, n, d/h) stands in its place, and no slope
    goes back through it. mask: as in helpers.attention, or None. split, attention, merge: those
    above, or others of their form (joined.py).
    """
    Q, K, V = (split(x @ W, n, h) for W in (W_Q, W_K, W_V))  # (b, h, n, d/h) each
    attended, back_attention = attention(Q, K, V, mask)
    for head, f in off.items():
        attended.output[:, head] = f(attended.output[:, head])
    heads = merge(attended.output)  # (t, d)

    def back(to_y):
        to_heads = split(to_y @ W_O.T, n, h)  # (b, h, n, d/h)
        if off:
            to_heads[:, list(off)] = 0
        slopes = back_attention(to_heads)
        to_Q, to_K, to_V = (merge(slopes[name]) for name in "QKV")  # (t, d) each
        return {
            "x": to_Q @ W_Q.T + to_K @ W_K.T + to_V @ W_V.T,
            "W_Q": x.T @ to_Q,
            "W_K": x.T @ to_K,
            "W_V": x.T @ to_V,
            "W_O": heads.T @ to_y,
        }

    return helpers.attention.Attended(heads @ W_O, attended.weights), back


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
        return {
            "x": to_hidden @ W_1.T,
            "W_1": x.T @ to_hidden,
            "b_1": to_hidden.sum(axis=0),
            "W_2": hidden.T @ to_y,
            "b_2": to_y.sum(axis=0),
        }

    return hidden @ W_2 + b_2, back


def cross_entropy(logits, targets):
    """The mean of −log(weight of the right word) over all places where a word is asked.

    logits (b, n, words), targets (b, n), −1 where none is asked → loss, and its way back.
    """
    places = np.nonzero(targets >= 0)  # which sequences, which positions
    words, asked = targets[places], len(targets[places])
    weights = helpers.attention.softmax(logits[places])  # (asked, words)
    right = weights[np.arange(asked), words]  # (asked,)

    def back(to_loss=1.0):
        slopes = weights.copy()
        slopes[np.arange(asked), words] -= 1
        to_logits = np.zeros_like(logits)
        to_logits[places] = slopes / asked * to_loss
        return {"logits": to_logits}

    smallest = np.finfo(right.dtype).tiny  # a weight may be rounded to 0
    return -np.log(np.maximum(right, smallest)).mean(), back
