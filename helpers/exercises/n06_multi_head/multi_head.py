# %% task [markdown]
# **Exercise.** Before you read on, put it together: the output `(n, d_out)` of `h` scaled heads,
# for scores of any size.
#
# - `Y` `(n, d_y)` asks `X` `(m, d_x)`.
# - Head `i` has `W_Q[i]` `(d_y, d_k)`, `W_K[i]` `(d_x, d_k)` and `W_V[i]` `(d_x, d_v)`.
# - `W_O` `(h·d_v, d_out)` joins the heads.
#
# With one head, `W_Q = W_K = [[[1, 1, 1, 1]]]`, `W_V = [[[1]]]` and `W_O = [[1]]`, `Y = [[1]]` and
# `X = [[2], [0]]` give `[[1.964]]`.
# %% stub
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    return ...  # about 5 lines


# %% solution
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.attention(Q, K, V).output)
    return np.concatenate(heads, axis=1) @ W_O


# %% why [markdown]
# Each head is an attention of its own; side by side, the heads first meet in W_O.
# %% hints [markdown]
# - One head needs queries, keys and values of its own. How many heads, and what joins them?
# - Loop over i. attention.attention(Q, K, V).output is one head, (n, d_v); keep them in a list.
# - np.concatenate(heads, axis=1) lays them side by side, (n, h·d_v). Then @ W_O.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "multi-head attention from its parts"
part = "multi_head"
axes = ("tokens", "outputs")


def draw(rng):
    n, m, d_y, d_x, h, d_k, d_v, d_out = far_sizes(rng, 8)
    Y, X = numbers(rng, n, d_y, huge=30), numbers(rng, m, d_x, huge=30)
    W_Q, W_K = numbers(rng, h, d_y, d_k, huge=30), numbers(rng, h, d_x, d_k, huge=30)
    return Y, X, W_Q, W_K, numbers(rng, h, d_x, d_v), numbers(rng, h * d_v, d_out)


def reference(Y, X, W_Q, W_K, W_V, W_O):
    raw = (Y @ W_Q) @ (X @ W_K).swapaxes(1, 2)
    heads = attention.softmax(raw / W_Q.shape[2] ** 0.5) @ (X @ W_V)  # (h, n, d_v)
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1) @ W_O


ONE, SAME = (
    np.array([[[1.0]]]),
    np.array([[[1.0]], [[1.0]]]),
)  # W_Q, W_K that keep tokens of width 1: h = 1, 2

cases = (
    Case(
        "two heads, one key, values of width 2",
        (
            np.array([[2.0]]),
            np.array([[3.0]]),
            SAME,
            SAME,
            np.array([[[1.0, 2.0]], [[3.0, 4.0]]]),
            np.array([[1.0, 0.0], [10.0, 0.0], [100.0, 0.0], [1000.0, 1.0]]),
        ),
        "A key that is alone has weight 1, so the heads are their values, [3, 6] and [9, 12]. "
        "The output is [3, 6, 9, 12] @ W_O.",
    ),
    Case(
        "two tokens ask, all keys equal",
        (
            np.array([[2.0], [1.0]]),
            np.array([[3.0], [1.0]]),
            SAME,
            np.array([[[0.0]], [[0.0]]]),
            np.array([[[4.0]], [[5.0]]]),
            np.array([[1.0, 10.0], [0.0, 100.0]]),
        ),
        "Equal keys get equal weights: in each head both tokens get the mean of its values.",
    ),
    Case(
        "keys of width 4",
        (
            np.array([[1.0]]),
            np.array([[2.0], [0.0]]),
            np.array([[[1.0] * 4]]),
            np.array([[[1.0] * 4]]),
            ONE,
            np.array([[1.0]]),
        ),
        "The raw scores are 8 and 0. Keys are 4 wide, so they are divided by √4: the scores "
        "are 4 and 0, and the weights their softmax.",
    ),
    Case(
        "two heads with different queries",
        (
            np.array([[1.0]]),
            np.array([[2.0], [0.0]]),
            np.array([[[1.0]], [[-1.0]]]),
            SAME,
            SAME,
            np.eye(2),
        ),
        "The scores of head 1 are 2 and 0, those of head 2 are −2 and 0: each head has a "
        "softmax of its own.",
    ),
    Case(
        "scores of 1000 and 2000, and of −1000 and −2000",
        (
            np.array([[1000.0], [-1000.0]]),
            np.array([[1.0], [2.0]]),
            ONE,
            ONE,
            ONE,
            np.array([[1.0]]),
        ),
        "The larger score of each query is ahead by 1000, so its key gets the weight 1. "
        "attention.softmax can do it, though exp(1000) overflows and exp(−1000) is 0.",
    ),
)


# fmt: off
# %% mistake
# You merge by reshape alone: it reads head 1 to its end, so a row mixes tokens. Lay the heads side
# by side, np.concatenate(heads, axis=1).
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = np.array([attention.attention(Y @ q, X @ k, X @ v).output for q, k, v in zip(W_Q, W_K, W_V)])
    h, n, d_v = heads.shape
    return heads.reshape(n, h * d_v) @ W_O
# %% mistake
# In effect, the heads' features are interleaved. The rows of W_O belong to head 1 as a whole, then
# to head 2.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V)
    return np.stack(heads, axis=-1).reshape(len(Y), -1) @ W_O
# %% mistake
# You divide by the root of X's width, before the projection. Under the root stands the width of one
# head's keys.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(X.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# %% mistake
# You divide by √(h·d_k), the width of all heads' keys together. Each head has d_k.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    h, _, d_k = W_Q.shape
    heads = []
    for i in range(h):
        S = (Y @ W_Q[i]) @ (X @ W_K[i]).T / np.sqrt(h * d_k)
        heads.append(attention.softmax(S) @ (X @ W_V[i]))
    return np.hstack(heads) @ W_O
# %% mistake
# You divide by d_k, or twice by √d_k (attention.scores divides too). Once is enough.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / K.shape[1]) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# %% mistake
# Your values come from Y. Values come from X: V is X @ W_V[i].
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], Y @ W_V[i]
        heads.append(attention.attention(Q, K, V).output)
    return np.concatenate(heads, axis=1) @ W_O
# %% mistake
# Y and X have changed places: Y asks, so it makes the queries; X is looked at.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    outs = []
    for i in range(len(W_Q)):
        outs.append(attention.attention(X @ W_Q[i], Y @ W_K[i], Y @ W_V[i]).output)
    return np.concatenate(outs, axis=1) @ W_O
# %% mistake
# W_Q and W_K have changed places: W_Q makes the queries of Y, W_K the keys of X.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_K[i], X @ W_Q[i], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# %% mistake
# All your heads take the keys of the first: head i needs W_K[i].
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[0], X @ W_V[i]
        heads.append(attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V)
    return np.concatenate(heads, axis=1) @ W_O
# %% mistake
# You compute the first head alone. Loop over i: head i has W_Q[i], W_K[i] and W_V[i].
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    Q, K, V = Y @ W_Q[0], X @ W_K[0], X @ W_V[0]
    head = attention.softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V
    return head @ W_O[:V.shape[1]]
# %% mistake
# W_O takes the heads side by side, (n, h · d_v). What meets it here is only d_v wide: heads below
# each other (np.concatenate does that unless you give it axis=1), one head, or a sum of heads.
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.attention(Q, K, V).output)
    return np.concatenate(heads, axis=0) @ W_O
# %% wrong: The scores of head 1 are 2 and 0, those of head 2 are −2
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    Q, K, V = Y @ np.hstack(list(W_Q)), X @ np.hstack(list(W_K)), X @ np.hstack(list(W_V))
    return attention.attention(Q, K, V).output @ W_O
# %% wrong: The larger score of each query is ahead by 1000,
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        E = np.exp((Y @ W_Q[i]) @ (X @ W_K[i]).T / np.sqrt(W_K[i].shape[1]))
        heads.append(E / E.sum(axis=1, keepdims=True) @ (X @ W_V[i]))
    return np.concatenate(heads, axis=1) @ W_O
# %% right
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    total, d_v = 0, W_V.shape[2]
    for i in range(len(W_Q)):
        head = attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]).output
        total = total + head @ W_O[i * d_v : (i + 1) * d_v]
    return total.tolist()
# %% right
def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    given = [np.float32(array) for array in (Y, X, W_Q, W_K, W_V, W_O)]
    return attention.multi_head_attention(*given).output
