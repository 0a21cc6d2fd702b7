# %% task [markdown]
# **Exercise** (*Deeper*). Scores arrive one by one. `largest` is the maximum so far, `total` the sum
# of exp(score − `largest`) so far; before the first score they are −∞ and 0. One more `score`
# arrives: return both new numbers as a pair. No exponential may overflow. `my_update(0, 1, 0)` is
# `(0, 2)`, and `my_update(0, 3, 1000)` is `(1000, 1)`.
# %% stub
def my_update(largest, total, score):
    return ...  # about 3 lines


# %% solution
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score - new)
    return new, total


# %% why [markdown]
# exp(score − old) · exp(old − new) is exp(score − new): one factor corrects the whole sum.
# %% hints [markdown]
# - First the new maximum. Which terms of the sum were made with the old one?
# - Each old term is exp(s − largest) and should be exp(s − new). What is their ratio?
# - total * math.exp(largest - new) corrects the old sum; math.exp(score - new) joins it.
# %% cases
import math

import numpy as np

from helpers import flash
from helpers.exercises.engine.exercise import Case

title = "one more score"
deeper = True
axes = ("", "largest and total")


def reference(largest, total, score):
    return np.array(flash.update(flash.RunningSoftmax(largest, total), score))


def draw(rng):
    """Two registers after some scores, or before the first, and the next score."""
    scale = rng.choice([1.0, 1.0, 30.0, 1000.0])
    largest, score = scale * rng.standard_normal(2)
    if rng.random() < 0.2:
        largest, score = rng.integers(-2, 3, 2)  # also 0, which is False to an if
    total = 1 + 3 * rng.random()
    if rng.random() < 0.2:
        largest, total = -math.inf, 0.0
    return float(largest), float(total), float(score)


cases = (
    Case("an equal score", (0.0, 1.0, 0.0), "The new score adds exp(0 − 0), which is 1."),
    Case(
        "a smaller score",
        (1.0, 2.0, 0.0),
        "The maximum stays 1; the new score adds exp(0 − 1).",
    ),
    Case(
        "a larger score",
        (1.0, 2.0, 3.0),
        "The maximum becomes 3. The old sum was made with 1: times exp(1 − 3).",
    ),
    Case(
        "a far larger score",
        (0.0, 3.0, 1000.0),
        "Nearly nothing is left of the old sum. exp(1000) would overflow.",
    ),
    Case(
        "the first score",
        (-math.inf, 0.0, 2.0),
        "Before the first score the maximum is −∞ and the sum 0. So 2 is the largest, and the "
        "sum is exp(2 − 2) = 1.",
    ),
)


# fmt: off
# %% mistake
# You subtract the old maximum from the score. Subtract the new one: a score above all others adds
# exp(0).
def my_update(largest, total, score):
    new = max(largest, score)
    return new, total + math.exp(score - largest)
# %% mistake
# You take every score as the new maximum. A smaller one must not replace it.
def my_update(largest, total, score):
    return score, total * math.exp(largest - score) + 1
# %% mistake
# The old sum is right. The new score is lowered by the old maximum: lower it by the new one.
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score - largest)
    return new, total
# %% mistake
# Your factor exp(old − new) multiplies the new term, too. Only the old sum needs it.
def my_update(largest, total, score):
    new = max(largest, score)
    total = (total + math.exp(score - new)) * math.exp(largest - new)
    return new, total
# %% mistake
# The two numbers have changed places: first the largest, then the total.
def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score - new)
    return total, new
# %% wrong: The first nan (not a number) is at [1]. Nearly nothing is left
def my_update(largest, total, score):
    new = np.maximum(largest, score)
    total = (total * np.exp(largest) + np.exp(score)) * np.exp(-new)
    return new, total
# %% right
def my_update(largest, total, score):
    new = max([largest, score])
    both = np.exp(np.array([largest, score]) - new)
    return [new, both @ [total, 1]]
# %% wrong: Before the first score the maximum is −∞ and the sum 0.
def my_update(largest, total, score):
    if total == 0:
        return score, 0.0
    new = max(largest, score)
    return new, total * math.exp(largest - new) + math.exp(score - new)
