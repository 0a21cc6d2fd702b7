"""Attention in NumPy, after Vaswani et al., "Attention Is All You Need" (2017), section 3.2.

Tokens are rows. Sentence Y (n tokens) asks, X (m tokens) is looked at; Y is X in self-attention.
n queries, m keys, d_k wide queries and keys, d_v wide values, h heads. Leading axes (…) broadcast
as in numpy.matmul. Floating dtypes are kept, integers become float64, inputs are never modified.
Bad input raises ValueError and names the argument, what was given and what is needed."""

from collections import namedtuple

import numpy as np

Attended = namedtuple("Attended", "output weights")  # (…, n, d_v), (…, n, m)


def softmax(scores, axis=-1):
    """Weights ≥ 0 that sum to 1 along `axis`, in the shape of `scores`; −∞ alone gives zeros."""
    (scores,) = _arrays("…scores m", scores)
    axis = _whole("axis", axis, f"an axis of {scores.shape}", -scores.ndim, scores.ndim - 1)
    return _softmax(scores.copy(), axis)  # (…, m)


def scores(Q, K, scale=None):
    """Q (…, n, d_k), K (…, m, d_k) → (…, n, m), query · key · scale; None is 1/√d_k, 1.0 is raw."""
    Q, K = _arrays("…Q n d_k; …K m d_k", Q, K)
    scale = _array("scale", 1 / np.sqrt(Q.shape[-1]) if scale is None else scale, "iuf")
    _need(scale.ndim == 0 and np.isfinite(scale), f"scale: given {scale}, needed one finite number")
    return (Q * scale.astype(Q.dtype)) @ np.swapaxes(K, -1, -2)  # (…, n, d_k) @ (…, d_k, m)


def attention(Q, K, V, mask=None, scale=None):
    """softmax(Q Kᵀ · scale) V: Q (…, n, d_k), K (…, m, d_k), V (…, m, d_v) → output (…, n, d_v),
    weights (…, n, m). `mask` broadcasts against (…, n, m): boolean, True = may attend, or float,
    added in the scores' dtype. Who may see nothing gets zeros. float16 is computed in float32."""
    Q, K, V = _arrays("…Q n d_k; …K m d_k; …V m d_v", Q, K, V)
    if Q.dtype == np.float16:
        return Attended(*map(np.float16, attention(*map(np.float32, (Q, K, V)), mask, scale)))
    S = scores(Q, K, scale)  # (…, n, m)
    S = S if mask is None else _masked(S, mask, V.shape[:-2])  # (…, n, m)
    weights = _softmax(S, axis=-1)  # (…, n, m): each query's weights over the keys
    return Attended(weights @ V, weights)  # (…, n, m) @ (…, m, d_v) → (…, n, d_v)


def causal_mask(n, m=None, strict=False):
    """Boolean (n, m), m = n by default: True where key j ≤ query i; `strict`: where j < i."""
    n, m = _whole("n", n), _whole("m", n if m is None else m)
    return np.tri(n, m, k=-1 if strict else 0, dtype=bool)  # (n, m)


def padding_mask(lengths, m):
    """Boolean (b, 1, m): True for the first lengths[b] of m keys, whatever the query."""
    m, lengths = _whole("m", m), _array("lengths", lengths, "iu", "whole numbers")  # (b,)
    fit = lengths.ndim == 1 and lengths.size and lengths.min() >= 0 and lengths.max() <= m
    _need(fit, f"lengths: given {lengths}, needed (b,) numbers from 0 to m = {m}")
    return np.arange(m) < lengths[:, None, None]  # (m,) < (b, 1, 1) → (b, 1, m)


def split_heads(x, h):
    """Cut every token's row into h pieces, heads first: (…, n, h·d) → (…, h, n, d)."""
    (x,), h = _arrays("…x n h·d", x), _whole("h", h)
    _need(x.shape[-1] % h == 0, f"h: given {h}, needed a divisor of x's last axis, {x.shape}")
    pieces = x.reshape(*x.shape[:-1], h, x.shape[-1] // h)  # (…, n, h, d)
    return np.swapaxes(pieces, -3, -2).copy()  # (…, h, n, d)


def merge_heads(x):
    """Lay every token's h pieces side by side again: (…, h, n, d) → (…, n, h·d)."""
    pieces = np.swapaxes(*_arrays("…x h n d", x), -3, -2)  # (…, n, h, d)
    return pieces.reshape(*pieces.shape[:-2], -1).copy()  # (…, n, h·d)


def multi_head_attention(Y, X, W_Q, W_K, W_V, W_O, mask=None):
    """h attentions at once, joined by W_O: Y (…, n, d_y), X (…, m, d_x), W_Q (h, d_y, d_k),
    W_K (h, d_x, d_k), W_V (h, d_x, d_v), W_O (h·d_v, d_out) → output (…, n, d_out), weights
    (…, h, n, m). `mask` broadcasts against (…, n, m) and holds for every head. See attention."""
    shapes = "W_Q h d_y d_k; W_K h d_x d_k; W_V h d_x d_v; W_O h·d_v d_out; …Y n d_y; …X m d_x"
    W_Q, W_K, W_V, W_O, Y, X = _arrays(shapes, W_Q, W_K, W_V, W_O, Y, X)
    if Y.dtype == np.float16:
        wide = map(np.float32, (Y, X, W_Q, W_K, W_V, W_O))
        return Attended(*map(np.float16, multi_head_attention(*wide, mask)))
    if mask is not None:
        shape = np.broadcast_shapes((*Y.shape[:-1], 1), (*X.shape[:-2], 1, X.shape[-2]))
        mask = _mask(mask, shape)[..., None, :, :]  # (…, n, m) → (…, 1, n, m), for every head
    Q = Y[..., None, :, :] @ W_Q  # (…, 1, n, d_y) @ (h, d_y, d_k) → (…, h, n, d_k)
    K = X[..., None, :, :] @ W_K  # (…, 1, m, d_x) @ (h, d_x, d_k) → (…, h, m, d_k)
    V = X[..., None, :, :] @ W_V  # (…, 1, m, d_x) @ (h, d_x, d_v) → (…, h, m, d_v)
    heads, weights = attention(Q, K, V, mask)  # (…, h, n, d_v), (…, h, n, m)
    return Attended(merge_heads(heads) @ W_O, weights)  # (…, n, h·d_v) @ (h·d_v, d_out)


def _softmax(S, axis):  # overwrites S: a large score matrix is not copied on the way
    with np.errstate(over="ignore"):  # a difference beyond the dtype is −∞, whose exp is 0: right
        S -= S.max(axis, keepdims=True, initial=np.finfo(S.dtype).min)  # (…, n, m), at most 0
    total = np.exp(S, out=S).sum(axis, np.result_type(S, np.float32), keepdims=True)  # (…, n, 1)
    return np.divide(S, np.where(total == 0, 1, total), out=S)  # (…, n, m); 0 where all are −∞


def _masked(S, mask, leading):
    mask = _mask(mask, np.broadcast_shapes(S.shape, (*leading, 1, 1)))
    with np.errstate(over="ignore"):  # in float32, −1e300 is −∞, and 1e300 the largest number
        S = np.where(mask, S, -np.inf) if mask.dtype == bool else S + mask.astype(S.dtype)
    return np.minimum(S, np.finfo(S.dtype).max, out=S)  # (…, n, m)


def _mask(mask, shape):
    mask = _array("mask", mask, "bf", "boolean (True = may attend) or float (added to the scores)")
    fits = mask.size and _together("mask", mask.shape, shape)[-2:] == shape[-2:]
    _need(fits, f"mask: given {mask.shape}, needed (…, n, m) = {shape}")
    return np.atleast_2d(mask)


def _arrays(shapes, *values):  # "…name axis axis; …": arrays of one dtype, equal axes agree
    arrays, sizes, front = [], {}, ()
    for (name, *axes), value in zip(map(str.split, shapes.split(";")), values, strict=True):
        name, dots = name.strip("…"), "…, " * name.startswith("…")
        lead = (x := _array(name, value)).ndim - len(axes)  # the number of leading axes
        sizes["h·d_v"] = sizes.get("h", 0) * sizes.get("d_v", 0)
        needed = dots + ", ".join(f"{a} = {sizes[a]}" if a in sizes else a for a in axes)
        actual = dict(zip(axes, x.shape[max(lead, 0) :], strict=False))
        fits = lead >= 0 and (dots or not lead) and x.size and sizes | actual == actual | sizes
        _need(fits, f"{name}: given shape {x.shape}, needed ({needed}), nothing empty")
        sizes, front = sizes | actual, _together(f"{name}'s leading axes", x.shape[:lead], front)
        arrays.append(x if x.dtype.kind == "f" else x.astype(np.float64))
    return [x.astype(np.result_type(*arrays), copy=False) for x in arrays]


def _array(name, x, kinds="biuf", needed="real numbers"):
    try:
        x, hides = np.asarray(x), np.ma.isMaskedArray(x)
    except ValueError:
        raise ValueError(f"{name}: given ragged rows, needed a full array of {needed}") from None
    given = f"{name}: given {'masked ' * hides}dtype {x.dtype}"
    _need(x.dtype.kind in kinds and not hides, f"{given}, needed {needed}")
    return x


def _together(name, shape, others):
    fits = all(1 in (a, b) or a == b for a, b in zip(shape[::-1], others[::-1], strict=False))
    _need(fits, f"{name}: given {shape}, needed to broadcast against {others}")
    return np.broadcast_shapes(shape, others)


def _whole(name, x, needed="a whole number of at least 1", low=1, high=np.inf):
    whole = isinstance(x, int | np.integer) and not isinstance(x, bool)
    _need(whole and low <= x <= high, f"{name}: given {x!r}, needed {needed}")
    return int(x)


def _need(holds, message):
    if not holds:
        raise ValueError(message)
