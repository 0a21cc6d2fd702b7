# %% task [markdown]
# **Exercise** (*Deeper*; find the bug). Here `X` `(n, d_x)` asks itself, and the result is the raw
# scores `(n, n)`. This function is right for the five words, where $Q = K$. It is wrong in general:
# `X = [[1, 0], [0, 1]]`, `W_Q = [[1], [2]]`, `W_K = [[3], [1]]` must give `[[3, 1], [6, 2]]`.
# %% stub
def my_self_scores(X, W_Q, W_K):  # 1 line is wrong
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S


# %% solution
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S


# %% why [markdown]
# i counts the queries, and queries are rows: S[i, j]. Where Q = K nobody would notice.
# %% hints [markdown]
# - Run it on the numbers of the task. What has happened to the 1 and the 6?
# - Which of i and j counts the queries? And which index of S comes first, row or column?
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "who asks whom"
deeper = True
axes = ("queries", "keys")


def draw(rng):
    n, d_x, d_k = far_sizes(rng, 3)
    return numbers(rng, n, d_x), numbers(rng, d_x, d_k), numbers(rng, d_x, d_k)


def reference(X, W_Q, W_K):
    return X @ W_Q @ (X @ W_K).T


cases = (
    Case(
        "one token",
        (np.array([[2]]), np.array([[1]]), np.array([[-3]])),
        "One token asks itself: its query is 2, its key −6, the score −12.",
    ),
    Case(
        "two tokens",
        (np.array([[1, 0], [0, 1]]), np.array([[1], [2]]), np.array([[3], [1]])),
        "The queries are 1 and 2, the keys 3 and 1: row 0 holds query 0 times each key, row 1 "
        "holds query 1 times each key.",
    ),
    Case(
        "three tokens",
        (np.array([[1, 0], [0, 1], [1, 1]]), np.array([[1], [2]]), np.array([[3], [1]])),
        "Right for two tokens, wrong for three: the queries are 1, 2 and 3, the keys 3, 1 and "
        "4, and each query has a score for each key.",
    ),
    Case(
        "d_k = 2",
        (
            np.array([[1, 2], [0, 1], [3, 1]]),
            np.array([[1, 0], [2, 1]]),
            np.array([[1, -1], [0, 3]]),
        ),
        "Right for d_k = 1, not for 2: a score adds up the products of all features.",
    ),
    Case(
        "all sizes 2",
        (np.array([[1, 2], [0, 1]]), np.array([[1, 0], [2, 1]]), np.array([[1, -1], [0, 3]])),
        "All sizes are 2, so every product runs. Only rows of Q against rows of K are scores.",
    ),
)


# fmt: off
# %% mistake
# What token 0 asks of token 1 stands at [1, 0], and the other way round: your rows are still keys.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for j, k in enumerate(K):
        for i, q in enumerate(Q):
            S[j, i] = q @ k
    return S
# %% mistake
# Your keys are made by W_Q as well: the scores come out symmetric.
def my_self_scores(X, W_Q, W_K):
    Q = K = X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S
# %% mistake
# A reshape keeps the numbers in their old order, so that some end up in the wrong place. Transpose
# instead.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return Q @ K.reshape(-1, len(X))
# %% mistake
# The places are right, but you divide by √d_k. Raw scores are not divided.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k / np.sqrt(len(k))
    return S
# %% wrong: The queries are 1 and 2, the keys 3 and 1:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
        return S
# %% wrong: One token asks itself:
def my_self_scores(X, W_Q, W_K):
    Q, K = W_Q, W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# %% wrong: Right for d_k = 1, not for 2:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q[0] * k[0]
    return S
# %% wrong: All sizes are 2, so every product runs.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    if Q.shape[1] == len(X):
        return Q @ K
    return Q @ K.T
# %% right
def my_self_scores(X, W_Q, W_K):
    return np.float32(X @ W_Q @ W_K.T @ X.T)
# %% right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return np.array([[sum(q * k) for k in K] for q in Q])
# %% wrong: Right for two tokens, wrong for three:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i in range(min(2, len(X))):
        for j in range(min(2, len(X))):
            S[i, j] = Q[i] @ K[j]
    return S
