# %% task [markdown]
# **Exercise** (find the bug). This function should compute the outputs `(n, d_v)` from scaled
# scores, however large they are. It is right for the three inputs and wrong for `Q = [[2, 0, 0,
# 0]]`, `K = [[1, 0, 0, 0], [0, 0, 0, 0]]`, `V = [[1], [0]]`, where it must give `[[0.7311]]`. Find
# the wrong line and fix it.
# %% stub
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(K))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v); 1 line is wrong


# %% solution
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)


# %% why [markdown]
# The divisor is the root of the width d_k. len(K) is the number of keys, and in the three inputs it
# happens to be 3, like d_k.
# %% hints [markdown]
# - Compute the example by hand. Which scores must the softmax get, and which does it get?
# - What is len(K) here, and what is it for the three inputs? Which size should it be?
# %% cases
import math

import numpy as np

from helpers.exercises.engine.draws import queries_keys_and_values
from helpers.exercises.engine.exercise import Case

from .shared import LN3, THREE, made, softmax

title = "outputs from scaled scores"
axes = ("queries", "features")


def reference(Q, K, V):
    return softmax(Q @ K.T / math.sqrt(Q.shape[1])) @ V


draw = queries_keys_and_values

cases = (
    Case(
        "two equal keys",
        (np.array([[2.0]]), np.array([[1.0], [1.0]]), np.array([[4.0, 0.0], [0.0, 8.0]])),
        "Equal keys have weights ½ and ½, and the output is the mean of the values.",
    ),
    Case(
        "d_k = 1, two queries, two keys",
        (np.array([[LN3], [-LN3]]), np.array([[1.0], [0.0]]), np.array([[4.0, 0.0], [0.0, 8.0]])),
        "With d_k = 1 the divisor is 1: the raw scores ln 3 and 0 of the first query give "
        "weights ¾ and ¼.",
    ),
    Case(
        "the three inputs",
        made(THREE),
        "Here d_k is 3: every raw score is divided by √3, which is 1.7320508…",
    ),
    Case(
        "d_k = 4, two queries, three keys",
        (np.array([[2, 0, 0, 0], [0, 2, 0, 2]]), np.eye(3, 4), np.array([[4, 0], [0, 8], [2, 2]])),
        "Here d_k is 4: every raw score is divided by 2.",
    ),
    Case(
        "scores of 1000 and 2000, and of −1000 and −2000",
        (np.array([[1000.0], [-1000.0]]), np.array([[1.0], [2.0]]), np.array([[4.0], [8.0]])),
        "The larger score of each query is ahead by 1000, so its key gets the weight 1. "
        "attention.softmax can do it, though exp(1000) overflows and exp(−1000) is 0.",
    ),
)


# fmt: off
# %% mistake
# You divide by the root of m: len(K) and len(V) count keys. For the three inputs m is d_k.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[0])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# %% mistake
# You divide by the root of n: len(Q) counts queries. It is the width that counts.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(Q))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% mistake
# You divide by √d_v. The scores come from queries and keys: their width counts.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(V.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% mistake
# Nothing is divided now: these are the outputs of the raw scores.
def my_scaled(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% mistake
# You divide by d_k, or twice by √d_k (attention.scores divides too). Once is enough.
def my_scaled(Q, K, V):
    return attention.softmax(attention.scores(Q, K) / math.sqrt(K.shape[1])) @ V
# %% mistake
# You multiply by √d_k: the raw scores are too large and must become smaller.
def my_scaled(Q, K, V):
    scores = Q @ K.T * math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% mistake
# K.size counts all numbers of K, m · d_k. Its width is one part of K.shape.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.size)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# %% mistake
# You divide by √3, right for the three inputs alone. Take the width from K.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(E.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# %% mistake
# You divide by 2, right for d_k = 4 alone. Take the width from K.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(4)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% mistake
# You divide after the softmax: the weights no longer add up to 1. Divide the scores.
def my_scaled(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores) / math.sqrt(K.shape[1])  # (n, m)
    return weights @ V
# %% mistake
# The divisor is right, but now the softmax runs down the columns, over the queries.
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores.T).T  # (n, m)
    return weights @ V  # (n, d_v)
# %% wrong: Equal keys have weights ½ and ½, and the output is the mean
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(K))  # (n, m)
    weights = attention.softmax(scores.T).T  # (n, m)
    return weights @ V
# %% wrong: Here d_k is 3: every raw score is divided by √3, which is
def my_scaled(Q, K, V):
    scores = Q @ K.T / int(math.sqrt(K.shape[1]))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% wrong: With d_k = 1 the divisor is 1: the raw scores ln 3 and 0 of
def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(max(K.shape))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V
# %% wrong: Here d_k is 4: every raw score is divided by 2.
def my_scaled(Q, K, V):
    d = K.shape[1] if len(K) == 2 else len(K)
    scores = Q @ K.T / math.sqrt(d)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)
# %% wrong: The larger score of each query is ahead by 1000,
def my_scaled(Q, K, V):
    e = np.exp(Q @ K.T / math.sqrt(K.shape[1]))  # (n, m)
    return e @ V / e.sum(axis=1, keepdims=True)
# %% right
def my_scaled(Q, K, V):
    return attention.attention(Q, K, V).output
# %% right
def my_scaled(Q, K, V):
    Q, K, V = np.float32(Q), np.float32(K), np.float32(V)
    return attention.softmax(Q @ K.T / np.sqrt(np.float32(K.shape[1]))) @ V
# %% right
def my_scaled(Q, K, V):
    outputs = []
    for q in Q:
        weights = attention.softmax([sum(q * k) / len(q) ** 0.5 for k in K])
        outputs.append([sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))])
    return outputs
