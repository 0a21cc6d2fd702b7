# %% task [markdown]
# **Exercise** (*Deeper*; fill in one line). Scale the scores of queries `Q` `(n, d_k)` for keys `K` `(m,
# d_k)`: find the scale that depends on the width `d_k` alone and keeps the spread of random scores
# the same at every width. `Q = [[2, 0, 0, 0]]` and `K = [[3, 0, 0, 0]]` give `[[3.0]]`.
# %% stub
def my_scaled_scores(Q, K):
    scale = ...  # 1 line
    return Q @ K.T * scale


# %% solution
def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(Q.shape[-1])
    return Q @ K.T * scale


# %% why [markdown]
# A dot product of d_k random terms has standard deviation √d_k: divide by it.
# %% hints [markdown]
# - Which of the three divisors kept the curves level?
# - The width d_k is how many numbers one row of Q has: Q.shape[-1].
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import queries_and_keys
from helpers.exercises.engine.exercise import Case, each_alone

title = "the right scale"
deeper = True
axes = ("queries", "keys")

WIDE_Q, WIDE_K = np.array([[2.0, 0.0], [1.0, 2.0]]), np.array([[3.0, 1.0], [0.0, 1.0], [1.0, 1.0]])

reference = attention.scores

draw = queries_and_keys

cases = (
    Case(
        "width 2, one query, one key",
        (np.array([[2.0, 0.0]]), np.array([[3.0, 1.0]])),
        "With d_k = 2 the raw score 6 must become 6 / √2, about 4.243.",
    ),
    *each_alone(*((q[None], k[None]) for q in WIDE_Q for k in WIDE_K)),
    Case(
        "width 2, two queries, three keys",
        (WIDE_Q, WIDE_K),
        "Right for one query and one key, not for two and three: entry (i, j) is q_i · k_j / √2.",
    ),
)


# fmt: off
# %% mistake
# You divide by d_k. Divide by its root: the standard deviation of the raw scores is √d_k.
def my_scaled_scores(Q, K):
    scale = 1 / K.shape[1]
    return Q @ K.T * scale
# %% mistake
# You multiply by √d_k; the scores must be divided by it.
def my_scaled_scores(Q, K):
    scale = math.sqrt(K.shape[1])
    return Q @ K.T * scale
# %% mistake
# You take the root of n, the number of queries (len(Q) counts rows). It is the width that counts.
def my_scaled_scores(Q, K):
    scale = 1 / np.sqrt(Q.shape[0])
    return Q @ K.T * scale
# %% mistake
# You take the root of m, the number of keys (len(K) counts rows). It is the width that counts.
def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(len(K))
    return Q @ K.T * scale
# %% mistake
# You divide by 2 d_k, as d_k ** -1 / 2 does: Python takes ** before /. The divisor is the root,
# math.sqrt(d_k).
def my_scaled_scores(Q, K):
    scale = K.shape[1] ** -1 / 2
    return Q @ K.T * scale
# %% mistake
# You divide by 2, which is right at width 4 alone. Compute the divisor from Q.
def my_scaled_scores(Q, K):
    scale = 0.5
    return Q @ K.T * scale
# %% wrong: You use d_k of the notebook, which is the same in every call.
d_k = 256
def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(d_k)
    return Q @ K.T * scale
# %% wrong: Right for one query and one key, not for two and three:
def my_scaled_scores(Q, K):
    scale = 1 / np.sqrt(Q.size)
    return Q @ K.T * scale
# %% right
def my_scaled_scores(Q, K):
    n, d_k = Q.shape
    return np.array([[sum(a * b for a, b in zip(q, k)) / math.sqrt(d_k) for k in K] for q in Q])
# %% right
def my_scaled_scores(Q, K):
    return np.einsum('nd,md->nm', Q, K) / np.sqrt(Q.shape[1])
