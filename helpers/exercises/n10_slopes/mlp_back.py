# %% task [markdown]
# **Exercise** (*Deeper*). An MLP computes `H = np.maximum(X @ W_1 + b_1, 0)` `(n, d_ff)` and then
# `Y = H @ W_2 + b_2`. You get `X` `(n, d)`, `W_1`, `b_1`, `W_2`, and `to_Y` `(n, d)`, the slopes
# of `Y`. Return the slopes of `X` `(n, d)`, with 0 as the slope of relu at 0. `X = [[1, 2]]`, `W_1 = [[1,
# 0], [0, -1]]`, `b_1 = [0, 0]`, `W_2 = [[3, 0], [5, 1]]` and `to_Y = [[1, 0]]` give `[[3, 0]]`.
# %% stub
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return ...  # about 3 lines


# %% solution
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0)
    return to_H @ W_1.T


# %% why [markdown]
# Back through each product with the transposed matrix, the last one first; between them, only where
# relu let the number pass.
# %% hints [markdown]
# - Go from Y to H, then through relu, then to X. What takes a slope back through a product?
# - to_Y @ W_2.T are the slopes of H. Where H is 0, relu stopped the number: nothing goes back there.
# - Multiply by (H > 0), then take the product with W_1.T.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "back through an MLP"
deeper = True
part = "mlp_back"
axes = ("tokens", "features")


def reference(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T * (X @ W_1 + b_1 > 0) @ W_1.T


def draw(rng):
    n, d, d_ff = sizes(rng, 3)
    shapes = (n, d), (d, d_ff), (d_ff,), (d_ff, d), (n, d)
    return tuple(rng.standard_normal(shape) for shape in shapes)


THREE_HIDDEN = (  # W_1, b_1, W_2
    np.array([[1.0, 0.0, 2.0], [3.0, -1.0, 1.0]]),
    np.array([0.0, 0.25, -0.5]),
    np.array([[3.0, 0.0], [5.0, 1.0], [-1.0, 2.0]]),
)
MLP_X, MLP_W_1, MLP_W_2 = (
    np.array([[1.0, 2.0]]),
    np.array([[1.0, 0.0], [0.0, -1.0]]),
    np.array([[3.0, 0.0], [5.0, 1.0]]),
)

cases = (
    Case(
        "one token, nothing stopped",
        (
            np.array([[1.0]]),
            np.array([[2.0]]),
            np.array([1.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got 3 and let it pass, so Y grows by 2 · 3 = 6 for each 1 that X grows.",
    ),
    Case(
        "a number below 0",
        (
            np.array([[1.0]]),
            np.array([[-2.0]]),
            np.array([0.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got −2 and gave 0. If X grows a little, it still gives 0: the slope is 0.",
    ),
    Case(
        "the bias decides",
        (
            np.array([[1.0]]),
            np.array([[2.0]]),
            np.array([-5.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got 2 − 5 = −3 and stopped it. Add b_1 before you ask what relu let pass.",
    ),
    Case(
        "a number of exactly 0",
        (
            np.array([[0.0]]),
            np.array([[2.0]]),
            np.array([0.0]),
            np.array([[3.0]]),
            np.array([[1.0]]),
        ),
        "relu got 0 · 2 + 0 = 0, where its slope counts as 0.",
    ),
    Case(
        "one token, two features",
        (MLP_X, MLP_W_1, np.array([0.0, 0.0]), MLP_W_2, np.array([[1.0, 0.0]])),
        "relu got [1, −2]. [1, 0] W_2ᵀ is [3, 5]; relu leaves [3, 0] of it, and W_1ᵀ follows.",
    ),
    Case(
        "one token, three hidden numbers",
        (np.array([[1.0, 2.0]]), *THREE_HIDDEN, np.array([[1.0, 0.0]])),
        "relu got [7, −1.75, 3.5]. [1, 0] W_2ᵀ is [3, 5, −1]; relu leaves [3, 0, −1] of it, "
        "and W_1ᵀ follows.",
    ),
    Case(
        "another token",
        (np.array([[-1.0, 0.5]]), *THREE_HIDDEN, np.array([[2.0, -1.0]])),
        "relu got [0.5, −0.25, −2]. [2, −1] W_2ᵀ is [6, 9, −4]; relu leaves [6, 0, 0] of it, "
        "and W_1ᵀ follows.",
    ),
    Case(
        "both tokens",
        (np.array([[1.0, 2.0], [-1.0, 0.5]]), *THREE_HIDDEN, np.array([[1.0, 0.0], [2.0, -1.0]])),
        "Right for each of these tokens alone, wrong for both: each row has its own hidden "
        "numbers and slopes.",
    ),
)


# fmt: off
# %% mistake
# You multiply by H itself. relu's slope is 1 where the number passed, and 0 elsewhere.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * H
    return to_H @ W_1.T
# %% mistake
# You let the slopes pass where relu stopped the number. Let them pass where the number passed.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    stopped = X @ W_1 + b_1 < 0
    return (stopped * (to_Y @ W_2.T)) @ W_1.T
# %% mistake
# You send the slopes through relu. What counts is the sign of the numbers going forward, not that
# of the slopes.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    to_H = np.maximum(to_Y @ W_2.T, 0)
    return to_H @ W_1.T
# %% mistake
# This is the slope of relu's input, (n, d_ff). One product is left: back to X.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0)
# %% mistake
# These are the slopes of W_1. The task asks for those of X: the last product is with W_1.T.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return X.T @ np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0)
# %% mistake
# You add to_Y. That would be the stream past the MLP; the task asks for the MLP alone.
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return np.where(X @ W_1 + b_1 > 0, to_Y @ W_2.T, 0) @ W_1.T + to_Y
# %% wrong: relu got [0.5, −0.25, −2].
def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return to_Y @ W_2.T * (X @ W_1 + b_1 >= 1) @ W_1.T
