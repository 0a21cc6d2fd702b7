"""Attention in NumPy, after Vaswani et al., "Attention Is All You Need" (2017), section 3.2.

Read it aloud from top to bottom: the functions stand in the order in which the data flows. Tokens
are rows. A sentence Y of n tokens asks a sentence X of m tokens; in self-attention Y is X. Queries
and keys are d_k numbers wide, values d_v; there are h heads. Leading axes, written …, broadcast as
in numpy.matmul.

`takes` checks the arguments (checking.py): bad input raises a ValueError that names the argument,
what was given and what is needed. A function calls another as `scores.plain`: without checking
again. Floating dtypes are kept, though float16 is computed in float32; integers become float64. The
arrays that are passed in are never modified.
"""

import math
from collections import namedtuple

import numpy as np

from helpers.checking import takes
from helpers.single_values import axis_of, count, divisor_of_width_of, lengths_up_to, number, truth

Attended = namedtuple("Attended", "output weights")  # (…, n, d_v), (…, n, m)


@takes(Q="… n d_k", K="… m d_k", scale=number)
def scores(Q, K, scale=None):
    """How well each query fits each key: query · key · scale.

    Q (…, n, d_k), K (…, m, d_k) → (…, n, m), row = query, column = key. By default scale is
    1/√d_k; a scale of 1.0 gives the raw scores.
    """
    if scale is None:
        d_k = Q.shape[-1]
        scale = 1 / math.sqrt(d_k)
    return (Q * scale) @ K.swapaxes(-1, -2)  # (…, n, d_k) @ (…, d_k, m) → (…, n, m)


@takes(n=count, m=count, strict=truth)
def causal_mask(n, m=None, strict=False):
    """Boolean (n, m), by default m = n: True where key j ≤ query i; with `strict`, where j < i."""
    if m is None:
        m = n
    i = np.arange(n)[:, None]  # (n, 1): queries down
    j = np.arange(m)  # (m,): keys across
    return j < i if strict else j <= i  # (n, m)


@takes(m=count, lengths=lengths_up_to("m"))
def padding_mask(lengths, m):
    """Boolean (b, 1, m): True for the first lengths[b] of m keys, the same for every query."""
    return np.arange(m) < lengths[:, None, None]  # (m,) < (b, 1, 1) → (b, 1, m)


@np.errstate(over="ignore")  # a sum too low for the dtype is −∞, as it should be
def _apply_mask(S, mask):
    """S (…, n, m) with −∞ where a boolean mask is False, or with a float mask added."""
    if mask.dtype == bool:
        return np.where(mask, S, -np.inf)  # (…, n, m)
    return np.minimum(S + mask, np.finfo(S.dtype).max)  # (…, n, m), at most a finite number


@takes(scores="… m", axis=axis_of("scores"))
def softmax(scores, axis=-1):
    """Weights of at least 0 that add up to 1 along `axis`, in the shape of `scores`.

    Finite scores of any size are safe, and so is −∞; where all are −∞, all weights are 0.
    """
    return _softmax_over(scores.copy(), axis)  # (…, n, m)


@np.errstate(over="ignore")  # a difference too large for the dtype: exp(−∞) = 0
def _softmax_over(S, axis=-1):
    """The softmax of S, written over S: what is large is not copied."""
    lowest = np.finfo(S.dtype).min  # the largest of a row of −∞: −∞ − −∞ would be NaN
    S -= S.max(axis, keepdims=True, initial=lowest)  # at most 0: no exponential overflows
    np.exp(S, out=S)  # (…, n, m), at most 1
    S /= np.maximum(S.sum(axis, keepdims=True), 1)  # below 1 only if all are −∞: 0/1
    return S


@takes(Q="… n d_k", K="… m d_k", V="… m d_v", mask="mask n m", scale=number)
def attention(Q, K, V, mask=None, scale=None):
    """softmax(Q Kᵀ · scale) V: for each query the mean of the values, weighted by its scores.

    Q (…, n, d_k), K (…, m, d_k), V (…, m, d_v) → output (…, n, d_v), weights (…, n, m).
    `mask` broadcasts against (…, n, m). Boolean: True = may attend. Float: added to the scores.
    A query that may attend to no key gets weights of 0 and an output of 0.
    """
    S = scores.plain(Q, K, scale)  # (…, n, m)
    if mask is not None:
        S = _apply_mask(S, mask)  # (…, n, m), −∞ where a query may not attend
    weights = _softmax_over(S)  # (…, n, m): each row adds up to 1, or is 0
    return Attended(weights @ V, weights)  # (…, n, m) @ (…, m, d_v) → (…, n, d_v)


@takes(x="… n h·d", h=divisor_of_width_of("x"))
def split_heads(x, h):
    """Cut each token's row into h pieces, one for each head: (…, n, h·d) → (…, h, n, d)."""
    *leading, n, width = x.shape
    pieces = x.reshape(*leading, n, h, width // h)  # (…, n, h, d)
    return pieces.swapaxes(-2, -3).copy()  # (…, h, n, d)


@takes(x="… h n d")
def merge_heads(x):
    """Lay each token's h pieces side by side again: (…, h, n, d) → (…, n, h·d)."""
    *leading, h, n, d = x.shape
    pieces = x.swapaxes(-2, -3)  # (…, n, h, d)
    return pieces.reshape(*leading, n, h * d).copy()  # (…, n, h·d)


@takes(
    W_Q="h d_y d_k",
    W_K="h d_x d_k",
    W_V="h d_x d_v",
    W_O="h·d_v d_out",
    Y="… n d_y",
    X="… m d_x",
    mask="mask n m",
)
def multi_head_attention(Y, X, W_Q, W_K, W_V, W_O, mask=None):
    """h attentions side by side, each with projections of its own, joined by W_O.

    Y (…, n, d_y), X (…, m, d_x), W_Q (h, d_y, d_k), W_K (h, d_x, d_k), W_V (h, d_x, d_v),
    W_O (h·d_v, d_out) → output (…, n, d_out), weights (…, h, n, m).
    `mask` broadcasts against (…, n, m) and holds for every head; see `attention`.
    """
    if mask is not None:
        mask = mask[..., None, :, :]  # (…, n, m) → (…, 1, n, m): the same for every head
    Q = Y[..., None, :, :] @ W_Q  # (…, 1, n, d_y) @ (h, d_y, d_k) → (…, h, n, d_k)
    K = X[..., None, :, :] @ W_K  # (…, 1, m, d_x) @ (h, d_x, d_k) → (…, h, m, d_k)
    V = X[..., None, :, :] @ W_V  # (…, 1, m, d_x) @ (h, d_x, d_v) → (…, h, m, d_v)
    heads, weights = attention.plain(Q, K, V, mask)  # (…, h, n, d_v), (…, h, n, m)
    return Attended(merge_heads.plain(heads) @ W_O, weights)  # (…, n, h·d_v) @ (h·d_v, d_out)
