# %% task [markdown]
# **Exercise** (*Deeper*; find the bug). This function should return the derivative `(m, m)` of the
# weights with respect to the scores `z` `(m,)`, of any size; row = weight, column = score. For `z =
# [0.0, np.log(3)]` it must be `[[0.1875, -0.1875], [-0.1875, 0.1875]]`.
# %% stub
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p * p  # 1 line is wrong


# %% solution
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - np.outer(p, p)


# %% why [markdown]
# Entry (i, j) takes off p_i p_j: a product of every weight with every weight, an outer product.
# %% hints [markdown]
# - Run it on [0.0, 0.0], where it happens to be right, and on [0.0, np.log(3)]. Which entries
#   differ?
# - p * p has m numbers. How many products p_i p_j are there?
# %% cases
import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "the derivative of the softmax"
deeper = True
axes = ("weights", "scores")


def reference(z):
    p = attention.softmax(z)
    return np.diag(p) - np.outer(p, p)


def draw(rng):
    """Not far apart: of saturated weights, p − p² is rounding alone."""
    near = numbers(rng, *far_sizes(rng, 1, far=60), tiny=1e-300, huge=3)
    return (near + rng.choice([0.0, 0.0, 0.0, 1000.0, -1000.0]),)


cases = (
    Case(
        "two equal scores",
        (np.array([0.0, 0.0]),),
        "Here all weights are ½: p_i (1 − p_i) and −p_i p_j are ¼ and −¼.",
    ),
    Case(
        "a score ln 3 above the other",
        (np.array([0.0, math.log(3)]),),
        "Off the diagonal stands −p_i p_j, the same on both sides, and rows sum to 0.",
    ),
    Case(
        "a score ln 2 above the other",
        (np.array([0.0, math.log(2)]),),
        "The weights are ⅓ and ⅔, so all entries are 2/9 or −2/9. Is something rounded or cut off?",
    ),
    Case(
        "whole numbers as scores",
        (np.array([0, 1, 3]),),
        "The scores are whole numbers, but the derivatives are fractions.",
    ),
    Case(
        "two scores of 1000",
        (np.array([1000.0, 1000.0]),),
        "Two equal scores have weights of ½, however large they are, though exp(1000) "
        "overflows: softmax(z) from above subtracts the largest score first.",
    ),
)


# fmt: off
# %% mistake
# p * p takes the square of weight j off every row. Entry (i, j) needs p_i p_j.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p * p.T
# %% mistake
# You take p_i² off the diagonal twice: the outer product has it already.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p * (1 - p)) - np.outer(p, p)
# %% mistake
# The diagonal is p_i (1 − p_i): diag holds the weights p, not ones.
def my_jacobian(z):
    p = softmax(z)
    return np.eye(len(p)) - np.outer(p, p)
# %% mistake
# p @ p is one number, the sum of squares. Entry (i, j) needs p_i p_j.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p @ p
# %% wrong: The first nan (not a number) is at [0, 0].
def my_jacobian(z):
    e = np.exp(z)
    p = e / e.sum()
    return np.diag(p) - np.outer(p, p)
# %% wrong: Is something rounded or cut off?
def my_jacobian(z):
    p = softmax(z).round(2)
    return np.diag(p) - np.outer(p, p)
# %% wrong: Off the diagonal stands −p_i p_j, the same on both sides, and rows sum to 0.
def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - np.outer(p, 1 - p)
# %% right
def my_jacobian(z):
    p = softmax(z)
    return np.array([[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))])
# %% wrong: The scores are whole numbers, but the derivatives are fractions.
def my_jacobian(z):
    p = softmax(z)
    J = np.zeros((len(z), len(z)), dtype=z.dtype)
    for i in range(len(z)):
        for j in range(len(z)):
            J[i, j] = p[i] * ((i == j) - p[j])
    return J
