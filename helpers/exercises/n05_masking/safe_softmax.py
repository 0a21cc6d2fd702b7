# %% task [markdown]
# **Exercise** (*Deeper*; find the bug). The `scores` `(…, m)` are finite numbers or −∞. For a row
# of nothing but −∞ this softmax gives `nan`. Such a row must get zeros, and no other row may
# change: `[-np.inf, -np.inf]` must give `[0.0, 0.0]`.
# %% stub
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total


# %% solution
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - np.where(top == -np.inf, 0, top))
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


# %% why [markdown]
# If you subtract 0 instead of −∞, the exponentials are 0. If you divide by 1 instead of 0, they
# stay 0.
# %% hints [markdown]
# - Print top, exponentials and total for such a row. Where does nan come in first?
# - −∞ − (−∞) is nan, and 0 / 0 would be the next. Both top and total need another number in such
#   rows, and only there.
# - np.where(top == -np.inf, 0, top), and likewise for a total of 0.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, leading, mask, scores
from helpers.exercises.engine.exercise import Case, each_alone

from .shared import INF, LN3, PAIR

title = "a row that may see nothing"
deeper = True
axes = PAIR


def draw(rng):
    shape = (*leading(rng, 3), *far_sizes(rng, 1))
    return (np.where(mask(rng, *shape), scores(rng, *shape).astype(float), -INF),)


reference = attention.softmax

cases = (
    Case(
        "one of two hidden",
        (np.array([-INF, 2.0]),),
        "The weight of the hidden key is exactly 0, and the visible one gets 1.",
    ),
    Case(
        "all hidden",
        (np.array([-INF, -INF]),),
        "All scores are −∞, so all weights are 0. A finite number instead of −∞ would give "
        "its key some weight.",
    ),
    *each_alone((np.array([0.0, LN3]),), (np.array([0.0, 0.0]),)),
    Case(
        "an empty row between two others",
        (np.array([[0.0, LN3], [-INF, -INF], [0.0, 0.0]]),),
        "Right for one row, wrong for three: each row has a top and a total of its own, and "
        "only the one that is all −∞ gets zeros.",
    ),
    *each_alone((np.array([[0.0, 1.0], [2.0, 0.0]]),), (np.array([[-INF, -INF], [2.0, -INF]]),)),
    Case(
        "two heads",
        (np.array([[[0.0, 1.0], [2.0, 0.0]], [[-INF, -INF], [2.0, -INF]]]),),
        "A matrix is right, three axes are not: the keys are on the last axis, axis=-1.",
    ),
    Case(
        "scores of 1000",
        (np.array([1000.0, 1001.0, -INF]),),
        "The weights of 1000 and 1001 are those of 0 and 1, though exp(1000) overflows: the "
        "row's largest score is subtracted where there is one.",
    ),
    Case(
        "scores of −2000",
        (np.array([-2000.0, -2001.0]),),
        "Very low scores are not hidden ones: only −∞ is. Their weights are not 0.",
    ),
    Case(
        "a score of −1e30 beside a hidden one",
        (np.array([-1e30, -INF]),),
        "A score of −1e30 is very low, but it is not hidden: here it gets all the weight.",
    ),
    Case(
        "rows of very different size",
        (np.array([[0.0, 1.0], [1000.0, 1002.0]]),),
        "Each row has its own largest score: with one for all, the weights of a low row vanish.",
    ),
)


# fmt: off
# %% mistake
# Such a row still gives nan. Print its exponentials: if they are nan, −∞ − (−∞) made them so, and
# top is wrong; if they are 0, it is 0 / 0, and total is wrong.
def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
# %% wrong: The first nan (not a number) is at [0].
def my_safe_softmax(scores):
    exponentials = np.exp(scores)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)
# %% wrong: Very low scores are not hidden ones:
def my_safe_softmax(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), 0.0)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1.0, total)
# %% wrong: A matrix is right, three axes are not:
def my_safe_softmax(scores):
    if scores.ndim == 1:
        scores = scores[None, :]
        return my_safe_softmax(scores)[0]
    out = []
    for row in scores:
        top = row.max()
        if top == -np.inf:
            out.append(np.zeros(row.shape))
        else:
            e = np.exp(row - top)
            out.append(e / e.sum())
    return np.array(out)
# %% right
def my_safe_softmax(scores):
    scores = np.asarray(scores)
    if scores.ndim > 1:
        return [my_safe_softmax(row) for row in scores]
    if all(s == -np.inf for s in scores):
        return [0 for s in scores]
    e = [math.exp(s - max(scores)) for s in scores]
    return [x / sum(e) for x in e]
# %% wrong: A score of −1e30 is very low, but it is not hidden:
def my_safe_softmax(scores):
    top = np.maximum(scores.max(axis=-1, keepdims=True), -1e9)
    exponentials = np.exp(scores - top)
    return exponentials / np.maximum(exponentials.sum(axis=-1, keepdims=True), 1e-30)
