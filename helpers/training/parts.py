"""The parts of a transformer, each with its way back, by hand in NumPy.

Read it aloud from top to bottom. There are b sequences of n tokens, d wide, h heads, in float64.
Each part returns its output and a function `back`. Given ∂loss/∂output, `back` returns ∂loss/∂input
and the slopes of what the part learns, ∂loss/∂parameter. A name to_x stands for ∂loss/∂x, which has
the shape of x.
"""

import math

import numpy as np

from helpers.attention import merge_heads, softmax, split_heads


def rows(x):
    return x.reshape(-1, x.shape[-1])  # (b, n, d) → (b·n, d)


def transposed(x):
    return x.swapaxes(-1, -2)  # (…, n, m) → (…, m, n)


def linear(x, W):
    """x W. (b, n, d) @ (d, e) → (b, n, e)"""

    def back(to_y):
        return to_y @ W.T, rows(x).T @ rows(to_y)  # to_x (b, n, d), to_W (d, e)

    return x @ W, back


def layer_norm(x, gain, shift):
    """As in block.py. (b, n, d) → (b, n, d)"""
    centred = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)  # (b, n, 1)
    z = centred / size  # (b, n, d)

    def back(to_y):
        slopes = {"gain": rows(to_y * z).sum(axis=0), "shift": rows(to_y).sum(axis=0)}
        to_z = to_y * gain
        # adding a number to x, or making x longer, leaves z as it is: take both directions out
        to_z = to_z - to_z.mean(axis=-1, keepdims=True) - z * (to_z * z).mean(-1, keepdims=True)
        return to_z / size, slopes

    return z * gain + shift, back


def softmax_back(A, to_A):
    """Through A = softmax(S): ∂loss/∂S. Each row is its own. (…, n, m) → (…, n, m)"""
    mean = (A * to_A).sum(axis=-1, keepdims=True)  # (…, n, 1): weighted by A
    return A * (to_A - mean)


def attend(x, W_Q, W_K, W_V, W_O, h, mask, on):
    """Self-attention with h heads: output (b, n, d), weights (b, h, n, n), back.

    mask (n, n): 0 or −∞, added to the scores. on (h, 1, 1): 0 for a head that is switched off.
    """
    Q, K, V = (split_heads(x @ W, h) for W in (W_Q, W_K, W_V))  # (b, h, n, d/h) each
    scale = 1 / math.sqrt(Q.shape[-1])
    A = softmax(Q @ transposed(K) * scale + mask)  # (b, h, n, n)
    heads = merge_heads(A @ V * on)  # (b, n, d)

    def back(to_y):
        to_O = split_heads(to_y @ W_O.T, h) * on  # (b, h, n, d/h), where O = A V
        to_A, to_V = to_O @ transposed(V), transposed(A) @ to_O
        to_S = softmax_back(A, to_A) * scale  # (b, h, n, n), where S = Q Kᵀ
        to_Q, to_K = to_S @ K, transposed(to_S) @ Q  # (b, h, n, d/h) each
        to_Q, to_K, to_V = (merge_heads(to_it) for to_it in (to_Q, to_K, to_V))  # (b, n, d) each
        slopes = {
            "W_Q": rows(x).T @ rows(to_Q),
            "W_K": rows(x).T @ rows(to_K),
            "W_V": rows(x).T @ rows(to_V),
            "W_O": rows(heads).T @ rows(to_y),
        }
        return to_Q @ W_Q.T + to_K @ W_K.T + to_V @ W_V.T, slopes

    return heads @ W_O, A, back


def mlp(x, W_1, b_1, W_2, b_2):
    """relu(x W_1 + b_1) W_2 + b_2. (b, n, d) → (b, n, d)"""
    hidden = np.maximum(x @ W_1 + b_1, 0)  # (b, n, d_ff)

    def back(to_y):
        to_hidden = to_y @ W_2.T * (hidden > 0)  # relu lets pass where it let pass
        slopes = {
            "W_1": rows(x).T @ rows(to_hidden),
            "b_1": rows(to_hidden).sum(axis=0),
            "W_2": rows(hidden).T @ rows(to_y),
            "b_2": rows(to_y).sum(axis=0),
        }
        return to_hidden @ W_1.T, slopes

    return hidden @ W_2 + b_2, back


def cross_entropy(logits, targets):
    """The mean of −log(weight of the right word) over all places where a word is asked.

    logits (b, n, words), targets (b, n), −1 where none is asked → loss, ∂loss/∂logits.
    """
    weights = softmax(logits)  # (b, n, words)
    places = np.nonzero(targets >= 0)  # the sequences, the positions
    asked = len(places[0])
    right = *places, targets[places]
    loss = -np.log(weights[right] + 1e-300).mean()
    to_logits = np.zeros_like(logits)
    to_logits[places] = weights[places] / asked
    to_logits[right] -= 1 / asked
    return loss, to_logits
