# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Write scores with QK-norm: divide each query and each
# key by the root of the mean of its squared numbers, then take the scores of notebook 03, $q\cdot
# k/\sqrt{d_k}$. `Q` is `(n, d_k)`, `K` is `(m, d_k)`, and no row is all 0. `Q = [[3, 3]]` and
# `K = [[0, 5], [-2, -2]]` give `[[1, -√2]]`: the query becomes `[1, 1]`, the keys `[0, √2]` and
# `[-1, -1]`.
# %% stub
def my_qk_norm_scores(Q, K):
    return ...  # about 4 lines


# %% solution
def my_qk_norm_scores(Q, K):
    Q = Q / np.sqrt(np.mean(Q**2, axis=-1, keepdims=True))
    K = K / np.sqrt(np.mean(K**2, axis=-1, keepdims=True))
    return Q @ K.T / np.sqrt(Q.shape[-1])


# %% why [markdown]
# Each row then has the length √d_k. So a score is √d_k times the cosine of query and key, and never
# larger than √d_k.
# %% hints [markdown]
# - The root of the mean of squares is a number for each row: axis=-1, keepdims=True.
# - Both Q and K are normed, each row alone. What follows is as in notebook 03.
# - Q / np.sqrt(np.mean(Q**2, axis=-1, keepdims=True)), the same for K, then Q @ K.T and √d_k.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case

title = "scores with QK-norm"
deeper = True
axes = ("queries", "keys")


def reference(Q, K):
    Q, K = np.asarray(Q, dtype=float), np.asarray(K, dtype=float)
    lengths = [np.linalg.norm(x, axis=-1) for x in (Q, K)]
    return np.sqrt(Q.shape[-1]) * (Q @ K.T) / np.outer(*lengths)


def draw(rng):
    n, m, d_k = far_sizes(rng, 3, far=60)
    scales = [10.0 ** rng.integers(-3, 4, (rows, 1)) for rows in (n, m)]
    Q, K = (rng.uniform(0.1, 1, (rows, d_k)) for rows in (n, m))
    return Q * scales[0], K * scales[1] * rng.choice([-1, 1], (m, d_k))


cases = (
    Case(
        "numbers alone",
        (np.array([[3.0]]), np.array([[5.0], [-0.2]])),
        "With one number a row, only the sign is left: 1 and −1.",
    ),
    Case(
        "rows whose mean square is 1",
        (np.array([[1.0, -1.0, 1.0, 1.0]]), np.array([[1.0, 1.0, 1.0, 1.0]])),
        "Nothing changes in these rows: 2/√4 is 1.",
    ),
    Case(
        "a long query",
        (np.array([[30.0, 30.0, 30.0, 30.0]]), np.array([[1.0, 1.0, 1.0, 1.0]])),
        "The query becomes [1, 1, 1, 1], however long it was: 4/√4 is 2.",
    ),
    Case(
        "a row of two numbers",
        (np.array([[1.0, 7.0]]), np.array([[1.0, 1.0]])),
        "The squares are 1 and 49, their mean is 25: the query becomes [0.2, 1.4].",
    ),
    Case(
        "two queries",
        (np.array([[1.0, 1.0], [70.0, 0.0]]), np.array([[1.0, 1.0], [0.0, 3.0]])),
        "Each row has a root of its own, whatever the others are.",
    ),
)


# fmt: off
# %% mistake
# These are the scores of notebook 03. Norm the queries and the keys first.
def my_qk_norm_scores(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% mistake
# You norm the queries, but not the keys.
def my_qk_norm_scores(Q, K):
    Q = Q / np.sqrt(np.mean(Q**2, axis=-1, keepdims=True))
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% mistake
# You norm the keys, but not the queries.
def my_qk_norm_scores(Q, K):
    K = K / np.sqrt(np.mean(K**2, axis=-1, keepdims=True))
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% mistake
# You divide each row by its length. The mean of its squares is smaller than their sum, d_k times.
def my_qk_norm_scores(Q, K):
    Q = Q / np.sqrt(np.sum(Q**2, axis=-1, keepdims=True))
    K = K / np.sqrt(np.sum(K**2, axis=-1, keepdims=True))
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% mistake
# You divide each row by its length, and leave out √d_k: this is the cosine. With the root of the
# mean each score is √d_k times as large.
def my_qk_norm_scores(Q, K):
    Q = Q / np.sqrt(np.sum(Q**2, axis=-1, keepdims=True))
    K = K / np.sqrt(np.sum(K**2, axis=-1, keepdims=True))
    return Q @ K.T
# %% mistake
# You take the mean over the tokens. Each query and each key is normed alone: axis=-1.
def my_qk_norm_scores(Q, K):
    Q = Q / np.sqrt(np.mean(Q**2, axis=0))
    K = K / np.sqrt(np.mean(K**2, axis=0))
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% mistake
# You forgot the root: divide by the root of the mean square.
def my_qk_norm_scores(Q, K):
    Q = Q / np.mean(Q**2, axis=-1, keepdims=True)
    K = K / np.mean(K**2, axis=-1, keepdims=True)
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% mistake
# You add a small number under the root. Here nothing is added: no row is all 0.
def my_qk_norm_scores(Q, K):
    Q = Q / np.sqrt(np.mean(Q**2, axis=-1, keepdims=True) + 1e-5)
    K = K / np.sqrt(np.mean(K**2, axis=-1, keepdims=True) + 1e-5)
    return Q @ K.T / np.sqrt(Q.shape[-1])
# %% right
def my_qk_norm_scores(Q, K):
    Q = Q / np.linalg.norm(Q, axis=1)[:, None]
    K = K / np.linalg.norm(K, axis=1)[:, None]
    return Q @ K.T * np.sqrt(Q.shape[1])
