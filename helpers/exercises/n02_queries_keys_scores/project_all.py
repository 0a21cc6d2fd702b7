# %% task [markdown]
# **Exercise** (fill in one line). Project all tokens at once: `X` `(m, d_x)` has one token in each
# row, and `W` is `(d_x, d_k)`. `X = [[1, 2], [0, 1]]` and `W = [[1, 0, 3], [0, 1, 1]]` give `[[1,
# 2, 5], [0, 1, 1]]`. {how to stop}
# %% stub
def my_project(X, W):
    projected = ...  # 1 line
    return projected


# %% solution
def my_project(X, W):
    projected = X @ W
    return projected


# %% why [markdown]
# Row i of X @ W is token i times W: one product does for all tokens what you did for one.
# %% hints [markdown]
# - For one token it was x_it @ W_Q. What changes when the tokens are the rows of a matrix?
# - (m, d_x) and (d_x, d_k): which order of the two makes the inner sizes agree?
# - Put X where x_it stood.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "project all tokens"
axes = ("tokens", "features")


def draw(rng):
    m, d_x, d_k = far_sizes(rng, 3)
    return numbers(rng, m, d_x), numbers(rng, d_x, d_k)


def reference(X, W):
    return X @ W


cases = (
    Case(
        "one token, two numbers",
        (np.array([[1, 2]]), np.array([[1, 0, 3], [0, 1, 1]])),
        "The token (1, 2) mixes the rows of W: 1 times the first plus 2 times the second.",
    ),
    Case(
        "negative numbers",
        (np.array([[-1, 2]]), np.array([[1, 0, 3], [0, 1, 1]])),
        "A token may have negative numbers, and so may its projection.",
    ),
    Case(
        "all sizes 2",
        (np.array([[1, 2], [0, 1]]), np.array([[1, 1], [3, 0]])),
        "All sizes are 2, so every product runs. Tokens are the rows of X, and each mixes the "
        "rows of W.",
    ),
)


# fmt: off
# %% mistake
# You transposed W. Leave it as it is: it has a row for each number of a token.
def my_project(X, W):
    projected = X @ W.T
    return projected
# %% mistake
# W stands in front, as if tokens were columns. A row stands to the left of its matrix, as in x_it @
# W_Q.
def my_project(X, W):
    projected = W @ X
    return projected
# %% mistake
# The right numbers, but the tokens are columns: expected a row for each token.
def my_project(X, W):
    projected = np.einsum("md,dk->km", X, W)
    return projected
# %% mistake
# A reshape keeps the numbers in their old order, so that some end up in the wrong place. Transpose
# instead.
def my_project(X, W):
    projected = (W.T @ X.T).reshape(len(X), -1)
    return projected
# %% mistake
# You transposed X. Its rows are the tokens already, as wide as W is high.
def my_project(X, W):
    projected = X.T @ W
    return projected
# %% mistake
# The star multiplies entry by entry and adds nothing up. A matrix product is @.
def my_project(X, W):
    projected = X * W
    return projected
# %% wrong: All sizes are 2, so every product runs.
def my_project(X, W):
    if W.shape[0] == W.shape[1]:
        return X @ W.T
    projected = X @ W
    return projected
# %% wrong: Your code stops with an error.
def my_project(X, W):
    projected = X[:, 0:1] * W[0] + X[:, 1:2] * W[1]
    return projected
# %% wrong: A token may have negative numbers, and so may its projection.
def my_project(X, W):
    projected = np.maximum(X @ W, 0)
    return projected
# %% wrong: The token (1, 2) mixes the rows of W:
def my_project(X, W):
    projected = X @ W / np.sqrt(W.shape[1])
    return projected
# %% right
def my_project(X, W):
    return [[sum(x_i * w_i for x_i, w_i in zip(x, column)) for column in W.T] for x in X]
# %% right
def my_project(X, W):
    return np.float32(X) @ np.float32(W)
# %% wrong: Right on the small cases, wrong on this one.
def my_project(X, W):
    out = np.zeros((len(X), W.shape[1]))
    for i in range(min(8, len(X))):
        out[i] = X[i] @ W
    return out
