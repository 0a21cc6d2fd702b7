# %% task [markdown]
# **Exercise** (write a function). Find a cure: write the softmax along the last axis of `scores`
# `(…, m)`, with any number of axes, so that scores of any size, 1000 or −1000, do not overflow. The
# shape stays: `[0.0, 0.0]` gives `[0.5, 0.5]`. {how to stop}
# %% stub
def my_softmax(scores):
    return ...  # about 3 lines


# %% solution
def my_softmax(scores):
    scores = np.asarray(scores, dtype=float)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


# %% why [markdown]
# Only differences within a row matter, so each row's own maximum may be subtracted first.
# %% hints [markdown]
# - Exponentials, divided by their sum. Which axis does the sum run along?
# - axis=-1 is the last axis however many there are, and keepdims=True keeps it, so that the
#   division broadcasts row by row.
# - What can you add to all scores of a row without changing its weights? Which number makes the
#   largest of them harmless?
# - Subtract scores.max(axis=-1, keepdims=True) before np.exp.
# %% cases
import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, leading, scores
from helpers.exercises.engine.exercise import Case, each_alone

title = "a softmax that does not overflow"
part = "softmax"
axes = ("queries", "keys")

TWO_ROWS = np.array([[2.0, 0.0, 1.0], [1.0, 1.0, 1.0]])
TWO_HEADS = np.array([[[0.0, 1.0, 2.0], [3.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0]]])

reference = attention.softmax


def draw(rng):
    return (scores(rng, *leading(rng, 3), *far_sizes(rng, 1)),)


cases = (
    Case("one score", (np.array([3.0]),), "A single key gets all the weight, 1."),
    Case(
        "a score ln 3 above the other",
        (np.array([0.0, math.log(3)]),),
        "A lead of ln 3 must give three times the weight: weights are e to the power of the "
        "scores, divided by their sum.",
    ),
    *each_alone(*((row,) for row in TWO_ROWS)),
    Case(
        "two queries, three keys",
        (TWO_ROWS,),
        "One row is right, a matrix is not: each row is one query, and its own weights sum to 1.",
    ),
    *each_alone(*((head,) for head in TWO_HEADS)),
    Case(
        "two heads",
        (TWO_HEADS,),
        "A matrix is right, three axes are not: the keys are on the last axis, which is "
        "axis=-1 however many axes there are.",
    ),
    Case(
        "scores of 1000",
        (np.array([1000.0, 1001.0]),),
        "exp(1000) is inf, and scores cut off at a limit become equal. Subtract the largest "
        "score of the row first: the weights stay the same.",
    ),
    Case(
        "scores of −1000",
        (np.array([-1000.0, -1001.0]),),
        "exp(−1000) is 0, and 0/0 is nan. With the largest score subtracted, here −1000, the "
        "largest exponent is always 0.",
    ),
    Case(
        "scores far apart",
        (np.array([0.0, 0.0, 2000.0]),),
        "With the largest score subtracted the exponents are −2000, −2000 and 0: the weights "
        "are 0, 0 and 1.",
    ),
    Case(
        "rows of very different size",
        (np.array([[0.0, 1.0], [1000.0, 1002.0]]),),
        "Each row has its own largest score, with axis=-1 and keepdims=True: with one for all, "
        "a low row becomes 0/0.",
    ),
)


# fmt: off
# %% mistake
# Above the line you subtract the largest score, below it not. Both exponentials must be the same.
def my_softmax(scores):
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.exp(scores).sum(axis=-1, keepdims=True)
# %% mistake
# Your columns sum to 1. A row holds one query's scores, and the query shares out its own attention:
# the sum runs along the last axis.
def my_softmax(scores):
    e = np.exp(scores - np.max(scores, axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)
# %% wrong: The first nan (not a number) is at [0].
def my_softmax(scores):
    e = np.exp(scores - scores.max() if scores.max() > 700 else scores)
    return e / e.sum(-1, keepdims=True)
# %% wrong: The first nan (not a number) is at [0, 0].
def my_softmax(scores):
    scores = np.asarray(scores)
    e = np.exp(scores - scores.max())
    return e / e.sum(axis=-1, keepdims=True)
# %% wrong: A matrix is right, three axes are not:
def my_softmax(scores):
    scores = np.asarray(scores)
    if scores.ndim == 1:
        e = np.exp(scores - scores.max())
        return e / e.sum()
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
# %% right
def my_softmax(scores):
    apart = scores[..., None, :] - scores[..., :, None]  # of each pair
    return 1 / np.exp(np.clip(apart, -700, 700)).sum(axis=-1)
