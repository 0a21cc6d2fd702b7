# %% task [markdown]
# **Exercise** (fill in one line). Each row of `weights` `(n, m)` holds the weights of one query.
# Return the largest weight of each query. `weights = [[0.2, 0.8], [0.7, 0.3]]` gives `[0.8, 0.7]`.
# %% stub
def my_some_words(weights):
    result = ...  # 1 line
    return result


# %% solution
def my_some_words(weights):
    result = weights.max(axis=-1)
    return result


# %% why [markdown]
# axis=-1 goes along the keys, so there is one maximum for each query.
# %% hints [markdown]
# - How many numbers should come back?
# - max has an argument axis. Along which axis are the keys of one query?
# %% cases
import numpy as np

from helpers.attention import softmax
from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "the largest weight"


def reference(weights):
    return weights.max(axis=-1)


def draw(rng):
    n, m = sizes(rng, 2)
    return (softmax(rng.standard_normal((n, m))),)


cases = (
    Case("one query", (np.array([[0.2, 0.8]]),), "One query has one largest weight."),
    Case(
        "two queries, three keys",
        (np.array([[0.2, 0.7, 0.1], [0.3, 0.3, 0.4]]),),
        "Each query has its own largest weight.",
    ),
)


# fmt: off
# %% mistake
# You take the largest weight of each key. Go along the keys.
def my_some_words(weights):
    return weights.max(axis=0)
# %% wrong: Your list has 1 entry, expected 2;
def my_some_words(weights):
    return [weights.max()]
# %% right
def my_some_words(weights):
    return [max(row) for row in weights]
