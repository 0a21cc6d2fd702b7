# %% task [markdown]
# **Exercise.** Write a softmax with a sink: each row of `scores` `(n, m)` becomes weights, and the
# sum that a row is divided by has one more term, $e^b$. So a row adds up to less than 1. `b` is a
# number. A score may be −∞, for a key that is hidden, and scores and `b` may be so large that
# $e$ to the power of them overflows. `scores = [[0, 0]]` and `b = 0` give `[[1/3, 1/3]]`.
# %% stub
def my_softmax_with_sink(scores, b):
    return ...  # about 3 lines


# %% solution
def my_softmax_with_sink(scores, b):
    top = np.maximum(scores.max(axis=-1, keepdims=True), b)
    e = np.exp(scores - top)
    return e / (e.sum(axis=-1, keepdims=True) + np.exp(b - top))


# %% why [markdown]
# It is the softmax of a row with one more score, b, whose weight nobody takes. The largest number
# is subtracted from all, from b too, which changes no ratio.
# %% hints [markdown]
# - Think of one more key in each row, with the score b, whose weight is thrown away.
# - As in every softmax, subtract the largest number from each score before np.exp. Here the
#   largest may be b.
# - np.maximum(scores.max(axis=-1, keepdims=True), b) is what to subtract; then the sum of the
#   exponentials, plus np.exp of b less the same.
# %% cases
import numpy as np

from helpers.attention import softmax
from helpers.exercises.engine.draws import far_sizes, mask
from helpers.exercises.engine.draws import scores as drawn_scores
from helpers.exercises.engine.exercise import Case, each_alone

title = "a softmax with a sink"
axes = ("queries", "keys")
LN3, HIDDEN = np.log(3), -np.inf


def reference(scores, b):
    with_b = np.pad(1.0 * scores, ((0, 0), (0, 1)), constant_values=b)  # (n, m + 1)
    return softmax(with_b)[:, :-1]


def draw(rng):
    n, m = far_sizes(rng, 2)
    scores = drawn_scores(rng, n, m).astype(float)
    b = float(rng.choice([-800, -2, 0, 2, 800]) + rng.standard_normal())
    return np.where(mask(rng, n, m), scores, -np.inf), b


TWO = np.array([[0.0, LN3], [LN3, LN3]])

cases = (
    Case(
        "one score as large as the sink",
        (np.array([[0.0]]), 0.0),
        "Both have the exponential 1, so the key gets 1/2; the other half is nobody's.",
    ),
    Case(
        "a sink of ln 3",
        (np.array([[0.0]]), LN3),
        "e to the power of b is 3: the key gets 1/(1 + 3).",
    ),
    Case(
        "two scores, a sink of 0",
        (np.array([[0.0, LN3]]), 0.0),
        "The exponentials are 1, 3 and, of the sink, 1: the weights are 1/5 and 3/5.",
    ),
    *each_alone(*((row[np.newaxis], 0.0) for row in TWO)),
    Case(
        "two queries",
        (TWO, 0.0),
        "Right for one query, wrong for two: each row has its own sum, and the sink is in each.",
    ),
    Case(
        "all keys hidden",
        (np.array([[HIDDEN, HIDDEN]]), 0.0),
        "All weight goes to the sink, so both keys get 0.",
    ),
    Case(
        "scores of 1000",
        (np.array([[1000.0, 1000.0]]), 1000.0),
        "e to the power of 1000 is too large for a float. Subtract 1000 from all three: 1/3 each.",
    ),
)


# fmt: off
# %% mistake
# You add b to the sum. The term is e to the power of b.
def my_softmax_with_sink(scores, b):
    e = np.exp(scores)
    return e / (e.sum(axis=-1, keepdims=True) + b)
# %% mistake
# You divide once more, so that a row adds up to 1 again. What the sink takes is nobody's.
def my_softmax_with_sink(scores, b):
    top = np.maximum(scores.max(axis=-1, keepdims=True), b)
    e = np.exp(scores - top)
    A = e / (e.sum(axis=-1, keepdims=True) + np.exp(b - top))
    return A / A.sum(axis=-1, keepdims=True)
# %% mistake
# exp of a large score is inf. Subtract the largest number of each row first, from b too.
def my_softmax_with_sink(scores, b):
    e = np.exp(scores)
    return e / (e.sum(axis=-1, keepdims=True) + np.exp(b))
# %% mistake
# You subtract the row's largest score from the scores, but not from b. The ratio of the two
# changes.
def my_softmax_with_sink(scores, b):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / (e.sum(axis=-1, keepdims=True) + np.exp(b))
# %% mistake
# The largest number may be b. With a row's largest score alone, exp of b less it may be inf, and
# −∞ − (−∞) is nan where all keys are hidden.
def my_softmax_with_sink(scores, b):
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - top)
    return e / (e.sum(axis=-1, keepdims=True) + np.exp(b - top))
# %% mistake
# You return the weight of the sink, too. Leave out the last column.
def my_softmax_with_sink(scores, b):
    n = len(scores)
    return attention.softmax(np.concatenate([scores, np.full((n, 1), float(b))], axis=1))
# %% mistake
# You sum along the queries. A query's weights are a row: axis=-1.
def my_softmax_with_sink(scores, b):
    top = np.maximum(scores.max(), b)
    e = np.exp(scores - top)
    return e / (e.sum(axis=0) + np.exp(b - top))
# %% mistake
# You subtract one largest number in all rows. A row far below it becomes 0/0 where b is far below,
# too: each row has its own.
def my_softmax_with_sink(scores, b):
    top = max(scores.max(), b)
    e = np.exp(scores - top)
    return e / (e.sum(axis=-1, keepdims=True) + np.exp(b - top))
# %% right
def my_softmax_with_sink(scores, b):
    top = np.maximum(scores.max(axis=1), b)[:, None]
    return np.exp(scores - top) / (np.exp(scores - top).sum(1)[:, None] + np.exp(b - top))
