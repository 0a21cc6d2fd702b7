# %% task [markdown]
# **Exercise** (by hand). Fill in one dot of the postcard: take Input 3 through steps 4 to 7, with a
# pencil, and a calculator for the exponentials. Its query is `[2, 1, 3]`. The keys are `[0, 1, 1]`,
# `[4, 4, 0]` and `[2, 3, 1]`, the values `[1, 2, 3]`, `[2, 8, 0]` and `[2, 6, 3]`. What is the
# third number of its output? Give two decimals or more. For Input 1 it was 1.5951.
# %% stub
third = ...  # a number
# %% solution
e = [math.exp(score) for score in (4, 12, 10)]
third = (3 * e[0] + 0 * e[1] + 3 * e[2]) / sum(e)
# %% why [markdown]
# The raw scores are 4, 12 and 10, the weights 0.000, 0.881 and 0.119. The largest weight falls on
# the value that has 0 there.
# %% hints [markdown]
# - Three dot products first: the query [2, 1, 3] with each key. You found them in step 4.
# - Exponentials of 4, 12 and 10, divided by their sum, are the weights.
# - The third numbers of the values are 3, 0 and 3: each counts by its weight.
# %% cases
import math

import numpy as np

from helpers.exercises.engine.exercise import Mistake

from .shared import THREE, made, softmax

title = "a number by hand"
near = 0.012


def output_3(weigh=softmax):
    """Output 3 of the example, its weights made of the raw scores by weigh."""
    Q, K, V = made(THREE)
    return weigh(Q[2] @ K.T) @ V


def output_of(i):
    Q, K, V = made(THREE)
    return softmax(Q[i] @ K.T) @ V


def reference():
    return output_3()[2]


def about(third):
    return (
        "The raw scores are 4, 12 and 10; the softmax makes them weights; 3, 0 and 3 are mixed."
        if 0 <= third <= 3
        else "A mixture of 3, 0 and 3 lies between 0 and 3."
    )


# fmt: off
# %% mistakes
mistakes = (
    Mistake(
        lambda: output_3(lambda s: softmax(s / math.sqrt(3)))[2],
        "You divide the raw scores by √3. This example does not, as the list of its steps says.",
    ),
    Mistake(
        lambda: output_3(lambda s: s / s.sum())[2],
        "You divide the raw scores by their sum. The softmax takes exponentials first.",
    ),
    Mistake(
        lambda: softmax(np.array([4.0, 12.0, 10.0]))[2],
        "This is the weight of Input 3 for itself. Steps 6 and 7 mix the values with it.",
    ),
    Mistake(
        lambda: softmax(np.array([4.0, 12.0, 10.0]))[1],
        "This is the weight of Input 3 for Input 2. Steps 6 and 7 mix the values with it.",
    ),
    Mistake(
        lambda: output_3()[1],
        "This is the second number of its output. You need the third.",
    ),
    Mistake(
        lambda: output_3()[0],
        "This is the first number of its output, or the mean of 3, 0 and 3 without weights.",
    ),
    Mistake(
        lambda: output_of(0)[2],
        "This is the third number of Output 1. Here Input 3 asks.",
    ),
    Mistake(
        lambda: output_of(1)[2],
        "This is the third number of Output 2. Here Input 3 asks.",
    ),
    Mistake(
        lambda: 3 * softmax(np.array([4.0, 12.0, 10.0]))[1],
        "The 0 stands in the value of Input 2, which has the largest weight.",
    ),
)
# %% wrong: You divide the raw scores by √3.
third = 0.736
# %% wrong: You divide the raw scores by their sum.
third = 1.615
# %% wrong: This is the weight of Input 3 for itself.
third = 0.119
# %% wrong: This is the weight of Input 3 for Input 2.
third = 0.8805
# %% wrong: This is the second number of its output.
third = 7.76
# %% wrong: This is the first number of its output
third = 2.0
# %% wrong: This is the third number of Output 1.
third = 1.5951
# %% wrong: This is the third number of Output 2.
third = 0.054
# %% wrong: The 0 stands in the value of Input 2
third = 2.64
# %% wrong: A mixture of 3, 0 and 3 lies between 0 and 3.
third = 12.3
# %% wrong: The raw scores are 4, 12 and 10
third = 0.5
# %% right
third = 0.36
# %% right
w = attention.softmax(np.array([4, 12, 10]))
third = w @ np.array([3, 0, 3])
