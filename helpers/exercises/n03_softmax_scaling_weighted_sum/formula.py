# %% task [markdown]
# **Exercise** (write a function). Put the whole formula into one function: queries `Q` `(n, d_k)`, keys `K` `(m,
# d_k)`, values `V` `(m, d_v)` → outputs `(n, d_v)`, scaled, for scores of any size. One key alone,
# `Q = [[1]]`, `K = [[2]]`, `V = [[3, 4]]`, gives `[[3.0, 4.0]]`.
# %% stub
def my_attention(Q, K, V):
    return ...  # about 3 lines


# %% solution
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    A = softmax(S)
    return A @ V


# %% why [markdown]
# Scores of all pairs, weights along each row, and the values mixed by the weights.
# %% hints [markdown]
# - Three steps: scores (n, m), weights (n, m), outputs (n, d_v).
# - Above, the scores were divided by the root of 2, which was d_k. Here d_k is Q.shape[-1].
# - softmax(S) makes weights of the scores S, row by row.
# - Row i of A @ V adds up the rows of V, each with its weight in row i of A.
# %% cases
import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import queries_keys_and_values
from helpers.exercises.engine.exercise import Case, each_alone

title = "from queries, keys and values to outputs"
axes = ("queries", "features")

THREE_KEYS, THREE_VALUES = (
    np.array([[0.0], [1.0], [3.0]]),
    np.array([[4.0, 0.0], [0.0, 2.0], [1.0, 1.0]]),
)


def reference(Q, K, V):
    return attention.attention(Q, K, V).output


draw = queries_keys_and_values

cases = (
    Case(
        "two equal keys",
        (np.array([[1.0]]), np.array([[2.0], [2.0]]), np.array([[3.0, 4.0, 0.0], [5.0, 0.0, 2.0]])),
        "Equal keys have weight ½ each: the output is the mean of their values.",
    ),
    Case(
        "a score ln 3 above the other",
        (np.array([[math.log(3)]]), np.array([[1.0], [0.0]]), np.array([[4.0], [8.0]])),
        "Weights ¾ and ¼: the output is ¾ · 4 + ¼ · 8.",
    ),
    Case(
        "a score ln 2 above the other",
        (np.array([[math.log(2)]]), np.array([[1.0], [0.0]]), np.array([[3.0], [9.0]])),
        "Weights ⅔ and ⅓: the output is ⅔ · 3 + ⅓ · 9. Is something rounded or cut off?",
    ),
    Case(
        "width 2",
        (np.array([[1.0, 0.0]]), np.array([[1.0, 1.0], [-1.0, 0.0]]), np.array([[1.0], [0.0]])),
        "Right at width 1, wrong at width 2: the raw scores 1 and −1 become 1/√2 and −1/√2.",
    ),
    *each_alone(
        (np.array([[0.0]]), THREE_KEYS, THREE_VALUES), (np.array([[1.0]]), THREE_KEYS, THREE_VALUES)
    ),
    Case(
        "two queries",
        (np.array([[0.0], [1.0]]), THREE_KEYS, THREE_VALUES),
        "Right for one query, wrong for two: each output comes from its own query alone, whose "
        "weights sum to 1.",
    ),
    Case(
        "raw scores of 0, 1000 and −1000",
        (
            np.array([[0.0], [1000.0], [-1000.0]]),
            np.array([[1.0], [2.0]]),
            np.array([[4.0], [8.0]]),
        ),
        "With raw scores of 0 and 0, the output is the mean of the values; with 1000 and "
        "2000, it is the second value; with −1000 and −2000, the first. The softmax from "
        "above can do all three.",
    ),
)


# fmt: off
# %% mistake
# You divide by d_k. The formula has its root.
def my_attention(Q, K, V):
    return softmax(Q @ K.T / Q.shape[-1]) @ V
# %% mistake
# You do not divide the scores. The formula has √d_k below them.
def my_attention(Q, K, V):
    return softmax(Q @ K.T) @ V
# %% mistake
# exp(1000) overflows: subtract the largest score of each row first, as softmax does.
def my_attention(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return weights @ V
# %% mistake
# You subtract one maximum from all rows; a row far below it becomes 0/0. Take each row's own.
def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(K.shape[1])
    e = np.exp(S - S.max())
    return e / e.sum(axis=1, keepdims=True) @ V
# %% mistake
# In effect, queries and keys are swapped: as in softmax(K Qᵀ), a row of your weights belongs to a
# key.
def my_attention(Q, K, V):
    s = K @ Q.T / math.sqrt(K.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# %% mistake
# You divide by the root of m, the number of keys. The width of a row counts.
def my_attention(Q, K, V):
    s = Q @ K.T / np.sqrt(len(K))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ V
# %% mistake
# Your weights sum to 1 over the queries. Those of each query must sum to 1 over keys.
def my_attention(Q, K, V):
    scores = K @ Q.T / math.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights.T @ V
# %% mistake
# You divide by the root of d_v. Scores come from queries and keys: their width counts.
def my_attention(Q, K, V):
    d = V.shape[-1]
    scores = Q @ K.T / np.sqrt(d)
    return softmax(scores) @ V
# %% mistake
# You divide by √2 in every call, which is right for this page's toy: take d_k from Q, Q.shape[-1].
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(2)) @ V
# %% mistake
# You divide after the softmax, weights or outputs. Divide the scores, before it.
def my_attention(Q, K, V):
    scores = Q @ K.T
    weights = softmax(scores) / math.sqrt(K.shape[-1])
    return weights @ V
# %% wrong: Right for one query, wrong for two:
def my_attention(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(max(Q.shape))) @ V
# %% wrong: Is something rounded or cut off?
def my_attention(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(Q.shape[1])).round(2) @ V
# %% right
def my_attention(Q, K, V):
    s = (Q / math.sqrt(Q.shape[1])) @ np.transpose(K)
    e = np.exp(s - np.max(s, axis=1).reshape(-1, 1))
    return (e @ V) / e.sum(axis=1).reshape(-1, 1)
# %% wrong: With raw scores of 0 and 0, the output is the mean of the values;
def my_attention(Q, K, V):
    S = np.clip(Q @ K.T / math.sqrt(Q.shape[1]), -30, 30)
    return softmax(S) @ V
