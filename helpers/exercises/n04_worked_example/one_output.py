# %% task [markdown]
# **Exercise** (fill in one line). Write steps 6 and 7 yourself before you read on: mix the values
# `V` `(m, d_v)` with one query's `weights` `(m,)` to get its output `(d_v,)`. The weights `[0.25,
# 0.75]` and the values `[[4, 0, 2], [0, 8, 2]]` give `[1.0, 6.0, 2.0]`. {how to stop}
# %% stub
def my_output(weights, V):
    parts = [... for j in range(len(weights))]  # what key j adds, (d_v,): 1 line
    return sum(parts)


# %% solution
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights))]  # what key j adds, (d_v,)
    return sum(parts)


# %% why [markdown]
# Each key adds its own row of V, times its own weight.
# %% hints [markdown]
# - Which vector does key j add to the output, and how much of it?
# - It adds its value, row j of V, times the number weights[j].
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case, Mistake

from .shared import softmax

title = "one output by hand"
axes = ("queries", "features")


def draw(rng):
    m, d_v = far_sizes(rng, 2)
    return softmax(numbers(rng, m, huge=30)), numbers(rng, m, d_v)


def reference(weights, V):
    return weights @ V


cases = (
    Case(
        "two equal weights",
        (np.array([0.5, 0.5]), np.array([[4.0, 0.0, 2.0], [0.0, 8.0, 2.0]])),
        "Equal weights give the mean of the values, feature by feature.",
    ),
    Case(
        "whole numbers as values",
        (np.array([0.25, 0.75]), np.array([[1, 0], [2, 5]])),
        "The values are whole numbers, but their mixture is not: 0.25 · 1 + 0.75 · 2 is 1.75.",
    ),
    Case(
        "three keys",
        (np.array([0.5, 0.3, 0.2]), np.array([[1.5, -2.0], [4.0, 1.0], [0.0, 7.0]])),
        "The output is 0.5 times the first value, plus 0.3 times the second, plus 0.2 times "
        "the third.",
    ),
)


# fmt: off
# %% mistake
# You add up the values. Multiply each by its weight first.
def my_output(weights, V):
    parts = [V[j] for j in range(len(weights))]
    return sum(parts)
# %% mistake
# You add the weight to the value. Multiply them.
def my_output(weights, V):
    parts = [weights[j] + V[j] for j in range(len(weights))]
    return sum(parts)
# %% mistake
# This is the last key's part alone: = replaces what was there, += adds to it.
def my_output(weights, V):
    for j in range(len(weights)):
        output = weights[j] * V[j]
    return output
# %% mistake
# You add the whole output once for each key. Part j belongs to key j alone.
def my_output(weights, V):
    parts = [weights @ V for j in range(len(weights))]
    return sum(parts)
# %% mistake
# You divide by the number of keys. The weights add up to 1 already.
def my_output(weights, V):
    parts = [weights[j] * V[j] / len(weights) for j in range(len(weights))]
    return sum(parts)
# %% mistake
# Every key gets the first weight. Key j has weights[j].
def my_output(weights, V):
    parts = [weights[0] * V[j] for j in range(len(weights))]
    return sum(parts)
# %% mistake
# You take a softmax of the weights, which come out of one already.
def my_output(weights, V):
    w = np.exp(weights) / np.exp(weights).sum()
    parts = [w[j] * V[j] for j in range(len(w))]
    return sum(parts)
# %% mistake
# You take the value with the largest weight alone. The others count too.
def my_output(weights, V):
    best = int(np.argmax(weights))
    return np.array(V[best])
# %% mistakes
mistakes = (
    *(
        Mistake(
            lambda weights, V, decimals=decimals: np.round(weights, decimals) @ V,
            "You round the weights. Take them as they are.",
        )
        for decimals in range(1, 5)
    ),
)
# %% mistake
# weights is the whole row, a number for each key. Part j needs weights[j].
def my_output(weights, V):
    parts = [weights * V[j] for j in range(len(weights))]
    return sum(parts)
# %% mistake
# V[:, j] is a column: one feature of all keys. The value of key j is a row of V.
def my_output(weights, V):
    parts = [weights[j] * V[:, j] for j in range(len(weights))]
    return sum(parts)
# %% mistake
# V is the whole table, a row for each key. Part j needs V[j].
def my_output(weights, V):
    parts = [weights[j] * V for j in range(len(weights))]
    return sum(parts)
# %% mistake
# You add up the features. Each of them is mixed by itself.
def my_output(weights, V):
    parts = [weights[j] * V[j].sum() for j in range(len(weights))]
    return sum(parts)
# %% mistake
# These are the weighted values. Step 7, their sum over the keys, is missing.
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights))]
    return parts
# %% wrong: You round the weights. Take them as they are.
def my_output(weights, V):
    output = np.zeros(V.shape[1])
    for j in range(len(weights)):
        output += round(weights[j], 2) * V[j]
    return output
# %% wrong: Equal weights give the mean of the values, feature by
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights) - 1)]
    return sum(parts)
# %% wrong: The output is 0.5 times the first value, plus 0.3 times the
def my_output(weights, V):
    return weights[0] * V[0] + weights[1] * V[1]
# %% right
def my_output(weights, V):
    return np.einsum("j,jf->f", weights, V)
# %% right
def my_output(weights, V):
    return np.float32(weights) @ np.float32(V)
# %% right
def my_output(weights, V):
    return [sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))]
# %% wrong: random inputs: weights has a size above 10 in each of them.
def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(min(10, len(weights)))]
    return sum(parts)
# %% wrong: The values are whole numbers, but their mixture is not:
def my_output(weights, V):
    out = np.zeros_like(V[0])
    for j in range(len(weights)):
        out += (weights[j] * V[j]).astype(V.dtype)
    return out
