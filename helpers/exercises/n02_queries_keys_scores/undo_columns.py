# %% task [markdown]
# **Exercise** (*Deeper*; write a function). A lecture has tokens as columns: `Y` is `(d_y, n)`, `X`
# is `(d_x, m)`, `W_Q` is `(d_k, d_y)` and `W_K` is `(d_k, d_x)`, so that `Q = W_Q @ Y` and `K = W_K
# @ X`. Give the raw scores as this notebook has them, with queries as rows: `(n, m)`. `Y = [[1]]`,
# `X = [[1, 2]]`, `W_Q = [[1], [2]]`, `W_K = [[1], [-1]]` give `[[-1, -2]]`.
# %% stub
def my_undo(Y, X, W_Q, W_K):
    return ...  # about 3 lines


# %% solution
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K


# %% why [markdown]
# A query is a column of Q, hence a row of Qᵀ: (n, d_k) @ (d_k, m). KᵀQ, turned, is QᵀK.
# %% hints [markdown]
# - Write the shapes of Q and K beside them. Which sizes must meet in the middle?
# - The lecture's own scores are K.T @ Q, (m, n). What turns them round?
# - Make Q and K as the lecture does; then transpose one of them so that d_k meets d_k.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case, Mistake

from .shared import RESHAPED, raw, two_sentences

title = "undo a transposed convention"
deeper = True
axes = ("queries", "keys")


def columns(Y, X, W_Q, W_K):
    return raw((W_Q @ Y).T, (W_K @ X).T)


reference = columns


def draw(rng):
    return tuple(x.T.copy() for x in two_sentences(rng))


cases = (
    Case(
        "one query, two keys",
        (np.array([[1]]), np.array([[1, 2]]), np.array([[1], [2]]), np.array([[1], [-1]])),
        "The query is the column (1, 2), the first key the column (1, −1): their score is "
        "1 − 2 = −1.",
    ),
    Case(
        "all sizes 2",
        (
            np.array([[1, 2], [0, 1]]),
            np.array([[1, 1], [3, 0]]),
            np.array([[1, 1], [2, 1]]),
            np.array([[1, -1], [0, 3]]),
        ),
        "All sizes are 2, so every product runs. Only columns of Q against columns of K are "
        "scores.",
    ),
)


# fmt: off
# %% mistake
# These are the scores as the lecture has them, KᵀQ: queries are still columns.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return K.T @ Q
# %% mistake
# You transposed the tokens, but not the matrices: W_Q is still (d_k, d_y).
def my_undo(Y, X, W_Q, W_K):
    Q = Y.T @ W_Q
    K = X.T @ W_K
    return Q @ K.T
# %% mistake
# With the lecture's Q and K this is Q Kᵀ, where tokens meet tokens. d_k must meet d_k.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return np.array([[q @ k for k in K] for q in Q])
# %% mistake
# Neither Q nor K is transposed: n meets d_k. Which of them must be?
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K
# %% mistakes
mistakes = (
    Mistake(
        lambda Y, X, W_Q, W_K: columns(Y, X, W_Q, W_K).T.reshape(Y.shape[1], X.shape[1]),
        RESHAPED,
    ),
)
# %% mistake
# A reshape keeps the numbers in their old order, so that some end up in the wrong place. Transpose
# instead.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.reshape(Q.shape[1], Q.shape[0]) @ K
# %% mistake
# You gave W_K to Y and W_Q to X. Who asks?
def my_undo(Y, X, W_Q, W_K):
    Q = W_K @ Y
    K = W_Q @ X
    return Q.T @ K
# %% mistake
# You made the queries of X. It is Y that asks.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ X
    K = W_K @ Y
    return Q.T @ K
# %% mistake
# You divide by √d_k. Raw scores are not divided.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K / np.sqrt(len(K))
# %% wrong: All sizes are 2, so every product runs.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    if Q.shape[1] == K.shape[0]:
        return Q @ K
    return Q.T @ K
# %% wrong: The query is the column (1, 2), the first key the column (1, −1):
def my_undo(Y, X, W_Q, W_K):
    return np.abs((W_Q @ Y).T @ (W_K @ X))
# %% wrong: Your function changes its argument Y.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    Y.shape = (Y.shape[1], Y.shape[0])
    return Q.T @ K
# %% right
def my_undo(Y, X, W_Q, W_K):
    return np.float32(W_Q @ Y).T @ np.float32(W_K @ X)
# %% right
def my_undo(Y, X, W_Q, W_K):
    return np.array([[(W_Q @ y) @ (W_K @ x) for x in X.T] for y in Y.T])
