# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Compute the raw scores `(n, m)` from the words: `Y` `(n, d_y)`
# asks `X` `(m, d_x)` through `W_Q` `(d_y, d_k)` and `W_K` `(d_x, d_k)`. `Y = [[1, 2]]`, `X =
# [[3]]`, `W_Q = [[1, 0], [1, 1]]`, `W_K = [[-1, 1]]` give `[[-3]]`.
# %% stub
def my_cross_scores(Y, X, W_Q, W_K):
    return ...  # about 3 lines


# %% solution
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.T


# %% why [markdown]
# The words may have any widths: the two matrices bring both sentences to d_k.
# %% hints [markdown]
# - Two projections, then the product that you know. Which sentence goes with which matrix?
# - Y asks, so Q is made of Y. Look at the heights: W_Q has d_y rows, W_K has d_x.
# - Q = Y @ W_Q, and K is made of X in the same way; then all raw scores.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "scores of cross-attention"
deeper = True
axes = ("queries", "keys")


def reference(Y, X, W_Q, W_K):
    return Y @ W_Q @ (X @ W_K).T


def draw(rng):
    n, m, d_y, d_x, d_k = far_sizes(rng, 5)
    Y, X = numbers(rng, n, d_y), numbers(rng, m, d_x)
    return Y, X, numbers(rng, d_y, d_k), numbers(rng, d_x, d_k)


cases = (
    Case(
        "one token each",
        (np.array([[1, 2]]), np.array([[3]]), np.array([[1, 0], [1, 1]]), np.array([[-1, 1]])),
        "The query is (3, 2), the key (−3, 3): the score is −9 + 6 = −3.",
    ),
    Case(
        "all sizes 2",
        (
            np.array([[1, 0], [1, 2]]),
            np.array([[0, 1], [2, 1]]),
            np.array([[1, 0], [2, 1]]),
            np.array([[1, -1], [0, 3]]),
        ),
        "All sizes are 2, so every product runs. Only rows of Q against rows of K are scores.",
    ),
)


# fmt: off
# %% mistake
# The right numbers, transposed: Y asks, so a row belongs to a token of Y.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return K @ Q.T
# %% mistake
# In your function X asks Y. Here Y asks X.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = Y @ W_K
    return Q @ K.T
# %% mistake
# In your function X asks itself: self-attention. Where does Y come in?
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = X @ W_K
    return Q @ K.T
# %% mistake
# You use W_Q for both sentences; keys have a matrix of their own.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_Q
    return Q @ K.T
# %% mistake
# K is not transposed: rows of Q meet columns of K, which are features.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K
# %% mistake
# A reshape keeps the numbers in their old order, so that some end up in the wrong place. Transpose
# instead.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.reshape(-1, len(X))
# %% mistake
# The matrices stand in front of the words. A row stands to the left of its matrix: y W_Q.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K.T
# %% mistake
# Qᵀ K adds up over the tokens and leaves features. Transpose the other one.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q.T @ K
# %% mistake
# You divide by √d_k. The raw scores of this notebook are not divided.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    d_k = W_K.shape[1]
    return Q @ K.T / np.sqrt(d_k)
# %% mistake
# You went on to the softmax. Stop at the raw scores.
def my_cross_scores(Y, X, W_Q, W_K):
    S = (Y @ W_Q) @ (X @ W_K).T
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)
# %% wrong: All sizes are 2, so every product runs.
def my_cross_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ W_K.T @ X.reshape(X.shape[1], X.shape[0])
# %% wrong: The query is (3, 2), the key (−3, 3):
def my_cross_scores(Y, X, W_Q, W_K):
    return abs((Y @ W_Q) @ (X @ W_K).T)
# %% right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.float32(Y @ W_Q) @ np.float32(X @ W_K).T
# %% right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.array([[np.dot(y @ W_Q, x @ W_K) for x in X] for y in Y])
