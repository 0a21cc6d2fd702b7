"""Softmax and attention with the scores coming in a block at a time, exact, in little memory.

The softmax divides by a sum over all scores, and before that their largest is subtracted. Both can
be kept up to date while the scores arrive. What was summed up under an older maximum is multiplied
by exp(old − new). The same trick serves the weighted sum of the values, so no n × m matrix of
scores is ever held. FlashAttention (Dao and others, 2022) does this in a processor's fast memory.
"""

import math
from collections import namedtuple

import numpy as np

from helpers.checking import takes
from helpers.single_values import count, number

# of the scores so far: their maximum, and Σ exp(score − maximum)
RunningSoftmax = namedtuple("RunningSoftmax", "largest total")
EMPTY = RunningSoftmax(-math.inf, 0.0)


@takes(score=number)
def update(running, score):
    """The running softmax after one more score: RunningSoftmax, a number → RunningSoftmax."""
    largest = max(running.largest, score)
    shrink = math.exp(running.largest - largest)  # what was summed up under the old maximum
    return RunningSoftmax(largest, running.total * shrink + math.exp(score - largest))


@takes(Q="… n d_k", K="… m d_k", V="… m d_v", size=count)
def by_blocks(Q, K, V, size=512):
    """The output of attention, with at most size × size scores at a time.

    Q (…, n, d_k), K (…, m, d_k), V (…, m, d_v) → (…, n, d_v). Equal to `attention(Q, K, V).output`
    but for rounding.
    """
    scale = 1 / math.sqrt(Q.shape[-1])
    leading = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2], V.shape[:-2])
    output = np.empty((*leading, Q.shape[-2], V.shape[-1]), Q.dtype)  # (…, n, d_v)
    for i in range(0, Q.shape[-2], size):
        rows = np.s_[..., i : i + size, :]
        output[rows] = _output_of_queries(Q[rows] * scale, K, V, size)
    return output


@np.errstate(over="ignore")  # a difference too large for the dtype: exp(−∞) = 0
def _output_of_queries(Q, K, V, size):
    """The outputs of a block of queries, scaled already: (…, r, d_k) → (…, r, d_v).

    Its scores stand the other way round, keys ↓ and queries →: NumPy finds the maximum of every
    column faster than that of every row. A product with ones adds the numbers of a column, faster
    than sum does.
    """
    size = min(size, K.shape[-2])
    Q_columns = Q.swapaxes(-1, -2)  # (…, d_k, r)
    leading = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
    room = np.empty((*leading, size, Q.shape[-2]), Q.dtype)  # for the scores of each block in turn
    ones = np.ones((1, size), Q.dtype)
    largest = np.array(-np.inf, Q.dtype)  # (…, 1, r) from the first block on
    total = weighted = np.zeros((1, 1), Q.dtype)  # (…, 1, r) and (…, r, d_v) from then on
    for j in range(0, K.shape[-2], size):
        keys = np.s_[..., j : j + size, :]
        S = room[..., : K[keys].shape[-2], :]  # the last block may be smaller
        np.matmul(K[keys], Q_columns, out=S)  # (…, size, r)
        new = np.maximum(largest, S.max(axis=-2, keepdims=True))  # (…, 1, r)
        shrink = np.exp(largest - new)  # (…, 1, r): what was summed up under the old maximum
        S -= new
        E = np.exp(S, out=S)  # (…, size, r)
        total = total * shrink + ones[:, : E.shape[-2]] @ E  # (…, 1, r)
        weighted = weighted * shrink.swapaxes(-1, -2) + E.swapaxes(-1, -2) @ V[keys]  # (…, r, d_v)
        largest = new
    return weighted / total.swapaxes(-1, -2)
