# %% task [markdown]
# **Exercise** (*Deeper*). You get the weights `A` `(…, n, m)`, the softmax of some scores along the
# last axis, and `to_A`, their slopes, in the same shape. Return the slopes of the scores, in this shape,
# too: the sum above, for every score of every row. `A = [[0.25, 0.75]]` and `to_A = [[4.0, 0.0]]`
# give `[[0.75, -0.75]]`.
# %% stub
def my_softmax_back(A, to_A):
    return ...  # about 2 lines


# %% solution
def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * (to_A - mean)


# %% why [markdown]
# What [j=k] keeps of the sum is A · to_A. The rest is the sum of all A · to_A of the row, times A:
# so both have the factor A. The weights of a row add up to 1, so that sum is the mean of to_A,
# weighted by A. Where to_A is above it, the score gets a positive slope, and a step downhill lowers
# it; where it is below, the score grows.
# %% hints [markdown]
# - Split the sum at the minus sign. The first half has only one term that is not 0, that with k =
#   j. What is the same for all j in the second half?
# - (A * to_A).sum(axis=-1, keepdims=True) adds up each row by itself, and has shape (…, n, 1).
# - Both halves have the factor A. Take it out, and what is left in the brackets is to_A minus that
#   sum.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case, each_alone

title = "back through the softmax"
part = "softmax_back"
deeper = True


def reference(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=-1, keepdims=True))


def draw(rng):
    shape = [*leading(rng), *sizes(rng, 2)]
    A = attention.softmax(2 * rng.standard_normal(shape))
    return A, numbers(rng, *shape, tiny=1e-3, huge=1e3) * 1.0


TWO_HEADS = np.array([[[0.5, 0.25, 0.25], [1.0, 0.0, 0.0]], [[0.25, 0.5, 0.25], [0.5, 0.5, 0.0]]])
SLOPES_OF_TWO_HEADS = np.array(
    [[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 0.0], [1.0, 3.0, 9.0]]]
)

cases = (
    Case(
        "one query, two keys",
        (np.array([[0.25, 0.75]]), np.array([[4.0, 0.0]])),
        "The weighted mean is 0.25 · 4 = 1, so the row is 0.25 · (4 − 1) and 0.75 · (0 − 1).",
    ),
    Case(
        "all slopes the same",
        (np.array([[0.25, 0.75]]), np.array([[5.0, 5.0]])),
        "The weighted mean is 5, and nothing is left: all slopes of the scores are 0.",
    ),
    *each_alone((np.array([[0.5, 0.5]]), np.array([[0.0, 6.0]]))),
    Case(
        "two queries",
        (np.array([[0.25, 0.75], [0.5, 0.5]]), np.array([[4.0, 0.0], [0.0, 6.0]])),
        "Right for one query, wrong for two: each row has a mean of its own.",
    ),
    *each_alone(*zip(TWO_HEADS, SLOPES_OF_TWO_HEADS, strict=True)),
    Case(
        "two heads, two queries, three keys",
        (TWO_HEADS, SLOPES_OF_TWO_HEADS),
        "Right for a matrix, wrong for three axes: the keys stand on the last axis.",
    ),
)


# fmt: off
# %% mistake
# You leave out the mean. Raising all scores of a row alike changes nothing, so each row of the
# result must add up to 0.
def my_softmax_back(A, to_A):
    return A * to_A
# %% mistake
# Your mean counts all keys alike. Weight it by A.
def my_softmax_back(A, to_A):
    return A * (to_A - to_A.mean(axis=-1, keepdims=True))
# %% mistake
# You use A (1 − A), as if every score moved its own weight alone. It moves all weights of its row.
def my_softmax_back(A, to_A):
    return to_A * A * (1 - A)
# %% mistake
# Your sum runs over the queries. A row's weights stand on the last axis, the keys.
def my_softmax_back(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=-2, keepdims=True))
# %% right
def my_softmax_back(A, to_A):
    out = np.zeros_like(to_A)
    for i in np.ndindex(A.shape[:-1]):
        out[i] = A[i] * (to_A[i] - A[i] @ to_A[i])
    return out
