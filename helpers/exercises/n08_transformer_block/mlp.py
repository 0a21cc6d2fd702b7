# %% task [markdown]
# **Exercise.** Write the MLP, $\operatorname{relu}(xW_1+b_1)\,W_2+b_2$, for `x` `(…, d)`. Here relu
# replaces every negative number by 0. `x = [[1, 2]]`, `W_1 = [[1, 0], [0, -1]]`, `b_1 = [1, 0]`,
# `W_2 = [[3], [5]]`, `b_2 = [1]` give `[[7]]`.
# %% stub
def my_mlp(x, W_1, b_1, W_2, b_2):
    return ...  # about 2 lines


# %% solution
def my_mlp(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1 + b_1, 0)
    return hidden @ W_2 + b_2


# %% why [markdown]
# x @ W_1 treats every row in the same way and alone, whatever axes stand before the last.
# %% hints [markdown]
# - Two products with @, one after the other. What stands between them?
# - hidden = x @ W_1 + b_1, with every negative number replaced by 0.
# - np.maximum(hidden, 0) compares entry by entry; max and np.max look for one largest.
# %% cases
import numpy as np

from helpers import block
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "the MLP"
part = "mlp"
axes = ("tokens", "features")


def draw(rng):
    d, d_ff, d_out = sizes(rng, 3)
    x = numbers(rng, *leading(rng), d)
    return (
        x,
        numbers(rng, d, d_ff),
        numbers(rng, d_ff),
        numbers(rng, d_ff, d_out),
        numbers(rng, d_out),
    )


X_2, W_1, B_1 = (
    np.array([[1.0, 2.0]]),
    np.array([[1.0, 0.0, 1.0], [0.0, -1.0, 1.0]]),
    np.array([1.0, 0.0, -2.0]),
)
W_2, B_2 = np.array([[3.0], [5.0], [10.0]]), np.array([1.0])
WIDE_W_2, WIDE_B_2 = np.array([[3.0, 1.0], [5.0, 0.0], [1.0, 1.0]]), np.array([1.0, 2.0])

reference = block.mlp

cases = (
    Case(
        "one token, no hidden number negative",
        (
            np.array([[1.0, 2.0]]),
            np.array([[1.0], [1.0]]),
            np.array([0.0]),
            np.array([[3.0]]),
            np.array([0.0]),
        ),
        "1 + 2 = 3 in the hidden layer, 3 · 3 = 9 in the end.",
    ),
    Case(
        "both biases",
        (
            np.array([[1.0, 2.0]]),
            np.array([[1.0], [1.0]]),
            np.array([4.0]),
            np.array([[3.0]]),
            np.array([5.0]),
        ),
        "b_1 is added to the hidden number, 1 + 2 + 4 = 7, and b_2 at the end, 7 · 3 + 5 = 26.",
    ),
    Case(
        "a hidden number below 0",
        (X_2, W_1[:, :2], B_1[:2], W_2[:2], B_2),
        "The hidden numbers are 2 and −2. relu makes them 2 and 0, so the result is 2 · 3 + 1.",
    ),
    Case(
        "a hidden number of exactly 0",
        (np.array([[-1.0, -2.0]]), W_1, B_1, W_2, B_2),
        "The hidden numbers are 0, 2 and −5. relu makes them 0, 2 and 0.",
    ),
    Case(
        "a result as wide as the token",
        (X_2, W_1, B_1, WIDE_W_2, WIDE_B_2),
        "The hidden numbers are 2, −2 and 1. relu makes them 2, 0 and 1, so the result is "
        "[2 · 3 + 1 + 1, 2 + 1 + 2].",
    ),
    Case(
        "a token below 0",
        (np.array([[-0.5, -3.0]]), W_1, B_1, WIDE_W_2, WIDE_B_2),
        "The hidden numbers are 0.5, 3 and −5.5. relu makes them 0.5, 3 and 0, whatever sign "
        "the numbers of x have.",
    ),
    Case(
        "both tokens",
        (np.array([[1.0, 2.0], [-0.5, -3.0]]), W_1, B_1, WIDE_W_2, WIDE_B_2),
        "Right for each of these tokens alone, wrong for both together: each row must be "
        "treated by itself.",
    ),
    Case(
        "a token alone",
        (np.array([1.0, 2.0]), W_1, B_1, W_2, B_2),
        "x may have one axis as well: a single token (d,) gives (d_out,).",
    ),
)


# fmt: off
# %% mistake
# relu is missing. Without it two products are one: the MLP would be a single matrix.
def my_mlp(x, W_1, b_1, W_2, b_2):
    return (x @ W_1 + b_1) @ W_2 + b_2
# %% mistake
# Your relu comes last. It belongs between the two products.
def my_mlp(x, W_1, b_1, W_2, b_2):
    return np.maximum((x @ W_1 + b_1) @ W_2 + b_2, 0)
# %% mistake
# h > 0 is True or False, that is 1 or 0. Keep the positive numbers themselves.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = (x @ W_1 + b_1) > 0
    return h @ W_2 + b_2
# %% mistake
# This is gelu, which comes later in this notebook. Here relu is asked for.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = block.gelu(x @ W_1 + b_1)
    return h @ W_2 + b_2
# %% mistake
# You add x to the result. That is the block's task; the MLP only says what to add.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = np.maximum(0, x @ W_1 + b_1)
    return h @ W_2 + b_2 + x
# %% right
def my_mlp(x, W_1, b_1, W_2, b_2):
    flat = np.reshape(x, (-1, x.shape[-1]))
    out = np.array([np.clip(row @ W_1 + b_1, 0, None) @ W_2 + b_2 for row in flat])
    return out.reshape(x.shape[:-1] + (-1,))
# %% wrong: The hidden numbers are 0.5, 3 and −5.5.
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = x @ W_1 + b_1
    return np.where(h >= 1, h, 0) @ W_2 + b_2
# %% wrong: The hidden numbers are 0, 2 and −5.
def my_mlp(x, W_1, b_1, W_2, b_2):
    return np.maximum(np.maximum(x, 0) @ W_1 + b_1, 0) @ W_2 + b_2
# %% wrong: The hidden numbers are 2, −2 and 1.
def my_mlp(x, W_1, b_1, W_2, b_2):
    y = np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2
    return x + y if x.shape == y.shape else y
# %% wrong: Right for each of these tokens alone, wrong for both
def my_mlp(x, W_1, b_1, W_2, b_2):
    h = x @ W_1 + b_1
    return np.where(np.any(np.atleast_2d(h) > 0, axis=0), np.abs(h) * (h > 0).any(), 0) @ W_2 + b_2
