# %% task [markdown]
# **Exercise** (*Deeper*; one line). `x` `(n, d)` goes through `W` `(d, m)`. It also goes through `A`
# `(d, r)` and then through `B` `(r, m)`. Return the sum of both results, `(n, m)`. `x = [[1, 2]]`,
# `W = [[1, 0], [0, 1]]`, `A = [[1], [1]]` and `B = [[10, 0]]` give `[[31, 2]]`.
# %% stub
def my_beside(x, W, A, B):
    return ...  # 1 line


# %% solution
def my_beside(x, W, A, B):
    return x @ W + x @ A @ B


# %% why [markdown]
# x @ A has only r numbers a token. A @ B is as large as W, but its rank is at most r.
# %% hints [markdown]
# - Which of the four has x on its left, and which has something else?
# - What comes out of A has r numbers a token: B takes these.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "two thin matrices beside W"
deeper = blank = True
axes = ("tokens", "features")


def reference(x, W, A, B):
    return x @ W + x @ A @ B


def draw(rng):
    n, d, m, r = sizes(rng, 4)
    shapes = (n, d), (d, m), (d, r), (r, m)
    return tuple(numbers(rng, *shape, tiny=1e-2, huge=1e2) for shape in shapes)


X, W = np.array([[1.0, 2.0]]), np.array([[1.0, 3.0], [0.0, 1.0]])
A, B = np.array([[1.0], [4.0]]), np.array([[10.0, 20.0]])

cases = (
    Case("B is 0", (X, W, A, 0 * B), "With B = 0 only x @ W is left: [1, 5]."),
    Case("W is 0", (X, 0 * W, A, B), "x @ A is 9, and 9 times B is [90, 180]."),
    Case("both", (X, W, A, B), "[1, 5] and [90, 180] are added: [91, 185]."),
)


# fmt: off
# %% mistake
# W is missing. What it has learned stays, and A and B add to it.
def my_beside(x, W, A, B):
    return x @ A @ B
# %% mistake
# A and B are missing: this is the layer before.
def my_beside(x, W, A, B):
    return x @ W
# %% mistake
# You subtract. What comes out of B is added.
def my_beside(x, W, A, B):
    return x @ W - x @ A @ B
# %% mistake
# A and B come after W here. They stand beside it: x goes through A.
def my_beside(x, W, A, B):
    return x @ W @ A @ B
# %% mistake
# A gets x + x @ W. It gets x alone.
def my_beside(x, W, A, B):
    return x @ W + (x + x @ W) @ A @ B
# %% mistake
# B @ A has shape (r, r) at best. x goes through A first: A stands left of B.
def my_beside(x, W, A, B):
    return x @ (W + B @ A)
# %% mistake
# A and B each get x here. B gets what comes out of A.
def my_beside(x, W, A, B):
    return x @ W + x @ A + x @ B
# %% mistake
# * multiplies number by number. A layer multiplies matrices: @.
def my_beside(x, W, A, B):
    return x @ W + (x @ A) * B
# %% mistake
# You return the matrix of the merged layer. Return what x becomes in it.
def my_beside(x, W, A, B):
    return W + A @ B
# %% right
def my_beside(x, W, A, B):
    return x @ (W + A @ B)
# %% right
def my_beside(x, W, A, B):
    return np.hstack([x, x @ A]) @ np.vstack([W, B])
