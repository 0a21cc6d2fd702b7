# %% task [markdown]
# **Exercise** (write a function). Compute what a word becomes. Its vector is `x` `(d_x,)`, its
# weights are `weights` `(m,)`, the values are `V` `(m, d_v)`, and `W_O` `(d_v, d_x)` puts what it
# takes in place. Return its vector afterwards, `(d_x,)`. `x = [1, 0]`, `weights = [0.5, 0.5]`, `V =
# [[2], [4]]` and `W_O = [[0, 1]]` give `[1, 3]`.
# %% stub
def my_word_after(x, weights, V, W_O):
    return ...  # about 2 lines


# %% solution
def my_word_after(x, weights, V, W_O):
    taken = weights @ V
    return x + taken @ W_O


# %% why [markdown]
# Each value counts by its weight, W_O puts their sum in its place, and the word stays.
# %% hints [markdown]
# - First what the word takes: a weighted sum of the rows of V, as by hand above, but for any m.
# - A row of m weights times V has d_v numbers. Which matrix makes d_x numbers of them?
# - weights @ V is what the word takes. It goes through W_O and does not replace x.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "what a word becomes"
axes = ("", "features")


def reference(x, weights, V, W_O):
    return x + weights @ V @ W_O


def draw(rng):
    m, d_x, d_v = far_sizes(rng, 3)
    weights = attention.softmax(numbers(rng, m, huge=5))
    x, V = numbers(rng, d_x, huge=1e3), numbers(rng, m, d_v, huge=1e3)
    return x, weights, V, numbers(rng, d_v, d_x, huge=1e3)


cases = (
    Case(
        "one value, with a weight of 1",
        (np.array([1, 2]), np.array([1.0]), np.array([[3]]), np.array([[0, 1]])),
        "The only value, 3, is added to the second feature: 2 + 3 = 5. The first stays 1.",
    ),
    Case(
        "two values, weights ¾ and ¼",
        (np.array([0, 0]), np.array([0.75, 0.25]), np.array([[4], [8]]), np.array([[1, 0]])),
        "The weighted sum is ¾ · 4 + ¼ · 8 = 5.",
    ),
)


# fmt: off
# %% mistake
# This is what the word takes. Add it to x: the word stays.
def my_word_after(x, weights, V, W_O):
    return weights @ V @ W_O
# %% mistake
# You add up three values, as in the toy. There may be fewer words, or more: one product adds up all.
def my_word_after(x, weights, V, W_O):
    taken = weights[0] * V[0] + weights[1] * V[1] + weights[2] * V[2]
    return x + taken @ W_O
# %% mistake
# These are weights already: a second softmax makes them more equal.
def my_word_after(x, weights, V, W_O):
    return x + attention.softmax(weights) @ V @ W_O
# %% mistake
# W_O is left out: it puts each number that the word takes in the place where it belongs.
def my_word_after(x, weights, V, W_O):
    return x + weights @ V
# %% mistake
# The star only multiplies, entry by entry. A weighted sum also adds up over the words.
def my_word_after(x, weights, V, W_O):
    return x + (weights * V) @ W_O
# %% mistake
# You leave each weighted value in a row of its own. What the word takes is their sum.
def my_word_after(x, weights, V, W_O):
    return x + (weights[:, None] * V) @ W_O
# %% mistake
# You transposed W_O. It has a row for each number of a value.
def my_word_after(x, weights, V, W_O):
    return x + weights @ V @ W_O.T
# %% mistake
# You transposed V. A weight belongs to a row of V, a word's value.
def my_word_after(x, weights, V, W_O):
    return x + weights @ V.T @ W_O
# %% right
def my_word_after(x, weights, V, W_O):
    after = x.astype(float)
    for w, v in zip(weights, V):
        after += w * (v @ W_O)
    return after
