# %% task [markdown]
# **Exercise** (*Deeper*). `output = A @ V` is a matrix product, such as that of weights and values, for
# any number of heads and texts. You get `A` `(…, n, m)` and `to_output` `(…, n, d_v)`, the slopes of the output.
# Return the slopes of `V` `(…, m, d_v)`. `A = [[0.25, 0.75]]` and `to_output = [[4.0]]` give `[[1.0], [3.0]]`.
# %% stub
def my_values_back(A, to_output):
    return ...  # 1 line


# %% solution
def my_values_back(A, to_output):
    return A.mT @ to_output


# %% why [markdown]
# Value j went to output i with weight A[i, j], so the slope of output i comes back to it with the
# same weight. The sum over all i is Aᵀ times to_output. `.mT` transposes each matrix by itself,
# while `.T` reverses all axes.
# %% hints [markdown]
# - Value j is added to output i with the weight A[i, j]. With what factor does the slope of output
#   i come back to value j?
# - Add up over all queries i: A[i, j] times row i of to_output.
# - Rows of the result are keys: the keys of A must come first. A.mT exchanges the last two axes, in
#   each head by itself.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case, each_alone

title = "back to the values"
part = "values_back"
deeper = True
axes = ("keys", "features")


def draw(rng):
    before, (n, m, d_v) = leading(rng), sizes(rng, 3)
    A = attention.softmax(2 * rng.standard_normal((*before, n, m)))
    return A, numbers(rng, *before, n, d_v, tiny=1e-3, huge=1e3) * 1.0


def reference(A, to_output):
    return A.swapaxes(-1, -2) @ to_output


TWO_HEADS = np.array([[[0.25, 0.75], [1.0, 0.0]], [[0.5, 0.5], [0.0, 1.0]]])
SLOPES_OF_TWO_HEADS = np.array([[[4.0, 0.0], [8.0, 1.0]], [[2.0, 6.0], [0.0, 3.0]]])

cases = (
    Case(
        "one query, two keys",
        (np.array([[0.25, 0.75]]), np.array([[4.0]])),
        "Value 1 gets 0.25 of the slope 4, value 2 gets 0.75 of it.",
    ),
    Case(
        "two queries, two keys",
        (np.array([[0.25, 0.75], [1.0, 0.0]]), np.array([[4.0], [8.0]])),
        "Value 1 went into both outputs: its slope is 0.25 · 4 + 1 · 8 = 9.",
    ),
    *each_alone(*zip(TWO_HEADS, SLOPES_OF_TWO_HEADS, strict=True)),
    Case(
        "two heads",
        (TWO_HEADS, SLOPES_OF_TWO_HEADS),
        "Right for a matrix, wrong for two heads: queries and keys are the last two axes of A, "
        "as A.mT has it.",
    ),
)


# fmt: off
# %% mistake
# You send the slopes through A once more. In the backward pass the slope of output i goes to value
# j: transpose A.
def my_values_back(A, to_output):
    return A @ to_output
# %% wrong: Right for a matrix, wrong for two heads: queries and keys are the last two axes
def my_values_back(A, to_output):
    return (A[..., None] * to_output[..., None, :]).sum(axis=0)
# %% right
def my_values_back(A, to_output):
    return np.einsum("...nm,...nd->...md", A, to_output)
