# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Take all inputs at once through steps 3 to 8. Do not
# divide by $\sqrt{d_k}$ yet. The function must also work for very large raw scores. `X` `(n, d_model)`,
# `W_Q` and `W_K` `(d_model, d_k)`, `W_V` `(d_model, d_v)` → outputs `(n, d_v)`. With the three inputs,
# the first row is Output 1, `[1.9366, 6.6831, 1.5951]`. {how to stop}
# %% stub
def my_self_attention(X, W_Q, W_K, W_V):
    return ...  # about 3 lines


# %% solution
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = attention.softmax(Q @ K.T)
    return weights @ V


# %% why [markdown]
# Three projections, one product for all raw scores, one softmax along the rows, one product with
# the values.
# %% hints [markdown]
# - Which three arrays does step 3 make of X?
# - Q, K, V = X @ W_Q, X @ W_K, X @ W_V. The raw scores have a row for each query, a column for each
#   key.
# - attention.softmax(Q @ K.T) are the weights (n, n). What do they mix?
# %% cases
import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "the whole example in one function"
deeper = True
axes = ("queries", "features")


def draw(rng):
    n, d_model, d_k, d_v = far_sizes(rng, 4)
    W_Q, W_K = (numbers(rng, d_model, d_k, huge=30) for _ in "QK")
    return numbers(rng, n, d_model, huge=30), W_Q, W_K, numbers(rng, d_model, d_v, huge=1e3)


def reference(X, W_Q, W_K, W_V):
    return attention.softmax(X @ W_Q @ (X @ W_K).T) @ (X @ W_V)


cases = (
    Case(
        "equal keys",
        (np.array([[2], [0], [1]]), np.array([[1]]), np.array([[0]]), np.array([[3, 6]])),
        "All keys are 0, so all weights are ⅓, and each output is the mean of the values.",
    ),
    Case(
        "two tokens, d_k = 1",
        (
            np.array([[1, 0], [1, 1]]),
            np.array([[0], [math.log(3)]]),
            np.array([[0.5], [-1]]),
            np.array([[4, 0, 1], [0, 8, 1]]),
        ),
        "The queries are 0 and ln 3, the keys ½ and −½: the first query has weights ½ and ½, "
        "the second ¾ and ¼.",
    ),
    Case(
        "two tokens, d_k = 4",
        (
            np.array([[1, 0], [0, 1]]),
            np.array([[1] * 4, [0] * 4]),
            np.array([[0] * 4, [1, 0, 0, 0]]),
            np.array([[0], [1]]),
        ),
        "Right where d_k is 1, wrong where it is 4: the raw scores of the first token are 0 "
        "and 1, those of the second 0 and 0.",
    ),
    Case(
        "raw scores from 1000 to 4000",
        (np.array([[1.0], [2.0]]), np.array([[1000.0]]), np.array([[1.0]]), np.array([[4.0, 0.0]])),
        "In both rows the second raw score is larger by 1000 or more, so the second key gets "
        "the weight 1. attention.softmax can do it, though exp(1000) overflows.",
    ),
    Case(
        "raw scores from −1000 to −4000",
        (
            np.array([[1.0], [2.0]]),
            np.array([[-1000.0]]),
            np.array([[1.0]]),
            np.array([[4.0, 0.0]]),
        ),
        "In both rows the first raw score is larger by 1000 or more, so the first key gets the "
        "weight 1. attention.softmax can do it, though exp(−1000) is 0.",
    ),
)


# fmt: off
# %% mistake
# In effect, queries and keys are swapped: row i of Q Kᵀ belongs to query i. The three inputs do not
# show it, since their raw scores are symmetric.
def my_self_attention(X, W_Q, W_K, W_V):
    K, Q, V = X @ W_K, X @ W_Q, X @ W_V
    weights = attention.softmax(K @ Q.T)
    return weights @ V
# %% mistake
# Your softmax runs down the columns. Each query's weights, a row, must sum to 1.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T
    e = np.exp(scores - scores.max(axis=0))
    weights = e / e.sum(axis=0)
    return weights @ V
# %% mistake
# All your weights together sum to 1. The weights of each query must.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum() @ V
# %% mistake
# Column j of your exponentials is divided by the sum of row j: sum(axis=1, keepdims=True) keeps
# each sum beside its own row.
def my_self_attention(X, W_Q, W_K, W_V):
    scores = (X @ W_Q) @ (X @ W_K).T
    e = np.exp(scores - scores.max())
    weights = e / e.sum(axis=1)
    return weights @ (X @ W_V)
# %% mistake
# exp(1000) overflows: subtract the largest score of each row first, as attention.softmax does.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum(axis=1, keepdims=True) @ V
# %% mistake
# You subtract one maximum from all rows; a row far below it becomes 0/0. Take each row's own:
# max(axis=1, keepdims=True).
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    s = Q @ K.T
    e = np.exp(s - s.max())
    return e / e.sum(axis=1, keepdims=True) @ V
# %% mistake
# Your W is transposed. Tokens are rows: X @ W_Q, as it is.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
    return attention.softmax(Q @ K.T) @ V
# %% mistake
# You mix with the transposed weights. Row i of the weights, as it is, makes output i.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T).T @ V
# %% mistake
# You divide the raw scores by √d_k. That is the scaled method; this example has none.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = attention.softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return weights @ V
# %% mistake
# You multiply the raw scores with the values: step 5, the softmax, is missing.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return Q @ K.T @ V
# %% mistake
# This is the output of the first query alone. Step 8 repeats it for the others.
def my_self_attention(X, W_Q, W_K, W_V):
    query = X[0] @ W_Q
    scores = (X @ W_K) @ query
    weights = attention.softmax(scores)
    return weights @ (X @ W_V)
# %% mistake
# You round the weights to one decimal: a row then need not add up to 1.
def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.round(attention.softmax(Q @ K.T), 1) @ V
# %% right
def my_self_attention(X, W_Q, W_K, W_V):
    def project(W):
        return [[sum(x[i] * W[i][j] for i in range(len(W))) for j in range(len(W[0]))] for x in X]
    Q, K, V = project(W_Q), project(W_K), project(W_V)
    outputs = []
    for q in Q:
        raw = [sum(a * b for a, b in zip(q, k)) for k in K]
        e = [math.exp(score - max(raw)) for score in raw]
        outputs.append([sum(e[j] / sum(e) * V[j][f] for j in range(len(V))) for f in range(len(V[0]))])
    return outputs
# %% wrong: In both rows the second raw score is larger by 1000 or more,
def my_self_attention(X, W_Q, W_K, W_V):
    S = np.clip((X @ W_Q) @ (X @ W_K).T, -500, 500)
    return attention.softmax(S) @ (X @ W_V)
# %% wrong: In both rows the first raw score is larger by 1000 or more,
def my_self_attention(X, W_Q, W_K, W_V):
    S = (X @ W_Q) @ (X @ W_K).T
    e = np.exp(S - np.maximum(0, S.max(axis=1, keepdims=True)))
    return e / e.sum(axis=1, keepdims=True) @ (X @ W_V)
