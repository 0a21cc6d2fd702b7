# %% task [markdown]
# **Exercise** (write a function). Replace the loop by one matrix product: the raw scores `(n, m)`
# of queries `Q` `(n, d_k)` for keys `K` `(m, d_k)`. `Q = [[1, 2]]` and `K = [[3, 0], [0, 1]]` give
# `[[3, 2]]`. {how to stop}
# %% stub
def my_scores(Q, K):
    return ...  # 1 line


# %% solution
def my_scores(Q, K):
    return Q @ K.T


# %% why [markdown]
# Rows of Q meet columns of Kᵀ, which are the rows of K: entry (i, j) is q_i · k_j.
# %% hints [markdown]
# - Further up, every word was compared with every word in one product. Which two matrices were
#   multiplied there?
# - A product takes rows of the first with columns of the second. Which matrix has the keys as its
#   columns?
# - q_it @ K.T gives the scores of “it” for all keys. Put all queries in the place of q_it.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import queries_and_keys
from helpers.exercises.engine.exercise import Case

title = "all raw scores at once"
axes = ("queries", "keys")


def reference(Q, K):
    return Q @ K.T


draw = queries_and_keys

cases = (
    Case(
        "two queries, two keys, width 1",
        (np.array([[1], [2]]), np.array([[3], [4]])),
        "The queries are 1 and 2, the keys 3 and 4. Row 0 holds what query 0 scores for both "
        "keys, 3 and 4; row 1 is for query 1.",
    ),
    Case(
        "a key that points away",
        (np.array([[1, -2]]), np.array([[1, 2]])),
        "A raw score may be negative: 1 · 1 − 2 · 2 = −3.",
    ),
    Case(
        "whole numbers and fractions",
        (np.array([[1, 2]]), np.array([[0.5, 0.5]])),
        "Q holds whole numbers and K fractions: the score is a fraction, 0.5 + 1.0 = 1.5.",
    ),
)


# fmt: off
# %% mistake
# Queries meet queries here, and no key comes in. Q meets K.
def my_scores(Q, K):
    return Q @ Q.T
# %% mistake
# The right numbers, but the keys are rows here. Expected a row for each query.
def my_scores(Q, K):
    return K @ Q.T
# %% mistake
# A reshape keeps the numbers in their old order, so that some end up in the wrong place.
# Transpose instead.
def my_scores(Q, K):
    return (K @ Q.T).reshape(len(Q), len(K))
# %% mistake
# You add up over the keys, and they are gone. Add up over the features, the last axis.
def my_scores(Q, K):
    return (Q[:, None, :] * K[None, :, :]).sum(axis=1)
# %% mistake
# Rows of Q meet columns of K, which are features. Transpose K: its columns are keys.
def my_scores(Q, K):
    return Q @ K
# %% mistake
# You transposed Q instead of K: the sum runs over tokens and leaves features.
def my_scores(Q, K):
    return Q.T @ K
# %% mistake
# The star only multiplies, entry by entry. A score also adds up over the features.
def my_scores(Q, K):
    return Q * K
# %% mistake
# The star only multiplies, entry by entry. A score also adds up over the features.
def my_scores(Q, K):
    return Q * K.T
# %% mistake
# Query i meets key i alone. Every query must meet every key.
def my_scores(Q, K):
    return np.sum(Q * K, axis=1)
# %% mistake
# You divide by √d_k. That comes in notebook 03; raw scores are not divided.
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])
# %% wrong: Q holds whole numbers and K fractions:
def my_scores(Q, K):
    S = np.zeros((len(Q), len(K)), dtype=Q.dtype)
    S[:] = Q @ K.T
    return S
# %% right
def my_scores(Q, K):
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k, strict=True)) for k in K] for q in Q]
# %% right
def my_scores(Q, K):
    return np.float32(Q) @ np.float32(K).T
