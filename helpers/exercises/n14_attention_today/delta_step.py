# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Write one step of the delta rule. `S` `(d_k, d_v)` is
# the state, `k` `(d_k,)` a key, and `v` `(d_v,)` its value. What the state says of the key is
# `k @ S`, and `v` minus that is the error. Return a new state: `S` plus the number `beta` times the
# outer product of the key and the error. `S = [[1, 0], [0, 1]]`, `k = [1, 0]`, `v = [5, 3]` and
# `beta = 1` give `[[5, 3], [0, 1]]`.
# %% stub
def my_delta_step(S, k, v, beta):
    return ...  # about 2 lines


# %% solution
def my_delta_step(S, k, v, beta):
    error = v - k @ S
    return S + beta * np.outer(k, error)


# %% why [markdown]
# If k has length 1 and beta is 1, the state says exactly v of k afterwards, whatever it said before:
# k @ S + (k @ k) * (v - k @ S) is v.
# %% hints [markdown]
# - What does the state say of the key now, and how far is that from v?
# - np.outer(a, b) has the product of a[i] and b[j] at i, j. Which of the two belongs to the rows
#   of S?
# - error = v - k @ S; then S + beta * np.outer(k, error).
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "a step of the delta rule"
deeper = True
axes = ("numbers of k", "numbers of v")
new = True


def reference(S, k, v, beta):
    k, v = np.asarray(k, dtype=float), np.asarray(v, dtype=float)
    return S + beta * k[:, np.newaxis] * (v - (k[:, np.newaxis] * S).sum(axis=0))


def draw(rng):
    d_k, d_v = far_sizes(rng, 2, far=60)
    k = numbers(rng, d_k, tiny=1e-3, huge=1e3)
    of_values = [numbers(rng, *shape, tiny=1e-3, huge=1e3) for shape in ((d_k, d_v), (d_v,))]
    return of_values[0], k, of_values[1], float(rng.choice([0, 0.5, 1, rng.uniform(0, 1)]))


NOTHING = np.zeros((2, 2))
SOME = np.array([[1.0, 2.0], [3.0, 4.0]])

cases = (
    Case(
        "an empty state",
        (NOTHING, np.array([1.0, 0.0]), np.array([5.0, 3.0]), 1.0),
        "The state says 0 of every key, so the whole value is written, in the key's row.",
    ),
    Case(
        "a key that says its value already",
        (SOME, np.array([1.0, 0.0]), np.array([1.0, 2.0]), 1.0),
        "The state says [1, 2] of this key already. The error is 0, and nothing changes.",
    ),
    Case(
        "half a step",
        (SOME, np.array([1.0, 0.0]), np.array([5.0, 4.0]), 0.5),
        "Half of the error, [2, 1], is added: the row goes half of the way from [1, 2] to [5, 4].",
    ),
)


# fmt: off
# %% mistake
# You add the value itself. What is written is the error, the value less what the state says of the
# key already.
def my_delta_step(S, k, v, beta):
    return S + beta * np.outer(k, v)
# %% mistake
# beta multiplies the error as a whole. You multiply only the value.
def my_delta_step(S, k, v, beta):
    return S + np.outer(k, beta * v - k @ S)
# %% mistake
# beta multiplies the error as a whole. You multiply only what the state says.
def my_delta_step(S, k, v, beta):
    return S + np.outer(k, v - beta * (k @ S))
# %% mistake
# The error has the wrong sign: it is the value less what the state says.
def my_delta_step(S, k, v, beta):
    return S + beta * np.outer(k, k @ S - v)
# %% mistake
# Your outer product is the other way round. S has a row for each number of k.
def my_delta_step(S, k, v, beta):
    return S + beta * np.outer(v - k @ S, k)
# %% mistake
# You return what is added. The new state is S with it.
def my_delta_step(S, k, v, beta):
    return beta * np.outer(k, v - k @ S)
# %% mistake
# You add the error to every row. The outer product puts it where the key is.
def my_delta_step(S, k, v, beta):
    return S + beta * (v - k @ S)
# %% mistake
# You multiply the whole state by 1 − beta, so it fades. The delta rule takes away only what it says
# of this key.
def my_delta_step(S, k, v, beta):
    return (1 - beta) * S + beta * np.outer(k, v)
# %% right
def my_delta_step(S, k, v, beta):
    return S - beta * np.outer(k, k @ S) + beta * np.outer(k, v)
