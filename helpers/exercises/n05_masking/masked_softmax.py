# %% task [markdown]
# **Exercise** (fill in one line). Turn `scores` `(…, n, m)`, finite floats, into weights. Hide each
# key where `mask` is False; if the mask has fewer rows than the scores, NumPy repeats it (it
# *broadcasts*). A query that may see nothing gets zeros: `attention.softmax` gives them for a row
# that is all −∞ (the softmax of notebook 03 gives `nan`). Scores `[[1.0, 1.0]]` and mask `[[True,
# False]]` give `[[1.0, 0.0]]`. {how to stop}
# %% stub
def my_masked_softmax(scores, mask):
    scores = ...  # 1 line
    return attention.softmax(scores)


# %% solution
def my_masked_softmax(scores, mask):
    scores = scores + np.where(mask, 0, -np.inf)
    return attention.softmax(scores)


# %% why [markdown]
# e to the power of −∞ is 0. So the hidden key is gone from the sum, and the weights of the visible
# ones add up to 1.
# %% hints [markdown]
# - Which score has the exponential 0?
# - Where the mask is True the score stays; elsewhere it becomes −∞, or −∞ is added to it. The
#   argument itself must not change.
# - np.where(mask, a, b) takes a where the mask is True, b elsewhere, and broadcasts. Add 0 here and
#   −∞ there.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, leading, mask, scores
from helpers.exercises.engine.exercise import Case, each_alone

from .shared import LN3, PAIR

title = "a mask before the softmax"
part = "masked_softmax"
axes = PAIR


def draw(rng):
    shape = (*leading(rng), *far_sizes(rng, 2))
    return scores(rng, *shape).astype(float), mask(rng, *shape)


BATCH = np.array([[[0.0, 1.0, 2.0], [3.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0]]])


def reference(scores, mask):
    return attention.softmax(np.where(mask, scores, -np.inf))


cases = (
    Case(
        "two equal scores, the second hidden",
        (np.array([[1.0, 1.0]]), np.array([[True, False]])),
        "The hidden key must get 0, the only visible one 1.",
    ),
    Case(
        "nothing hidden",
        (np.array([[0.0, LN3]]), np.array([[True, True]])),
        "With nothing hidden this is the plain softmax: 1/4 and 3/4, which sum to 1 along the row.",
    ),
    *each_alone(
        (np.array([[0.0, 1.0, 2.0]]), np.array([[True, False, False]])),
        (np.array([[2.0, 0.0, 1.0]]), np.array([[True, True, False]])),
    ),
    Case(
        "two queries, three keys",
        (
            np.array([[0.0, 1.0, 2.0], [2.0, 0.0, 1.0]]),
            np.array([[True, False, False], [True, True, False]]),
        ),
        "Right for one query, wrong for two: each has its own row of the mask, and weights of "
        "its own that sum to 1.",
    ),
    *each_alone(*((sentence, np.array([[True, True, False]])) for sentence in BATCH)),
    Case(
        "one row of a mask, for two sentences",
        (BATCH, np.array([[True, True, False]])),
        "A matrix is right, three axes are not: the keys are on the last axis, axis=-1, and "
        "the mask (1, 3) holds for every query.",
    ),
    Case(
        "a hidden score of 20000",
        (np.array([[0.0, 20000.0, 1.0]]), np.array([[True, False, True]])),
        "However large a hidden score is, the visible keys share the whole 1 as if it were not "
        "there.",
    ),
    Case(
        "a second query that may see nothing",
        (np.array([[0.0, 1.0], [0.0, 1.0]]), np.array([[True, False], [False, False]])),
        "The second query may see nothing: all its weights are 0. A finite number instead of "
        "−∞ would leave weight on hidden keys, and −∞ − (−∞) is nan.",
    ),
    Case(
        "a visible score of −1e30",
        (np.array([[-1e30, 0.0]]), np.array([[True, False]])),
        "The visible key is the only one, so it gets all the weight, however low its score is.",
    ),
)


# fmt: off
# %% mistake
# You hide what may be seen. In this notebook True means: may attend.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, -np.inf, scores)
    return attention.softmax(scores)
# %% mistake
# You set weights to 0 after the softmax. The hidden scores are still in its sum, so the rows do not
# add up to 1.
def my_masked_softmax(scores, mask):
    scores = attention.softmax(scores)
    return np.where(mask, scores, 0.0)
# %% mistake
# You make the hidden scores 0. e⁰ is 1: a score of 0 takes its share like any other.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, 0)
    return attention.softmax(scores)
# %% mistake
# You put +∞ or nan where −∞ belongs: e to the power of that is no finite number, so neither is the
# sum, and the whole row becomes nan.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, np.inf)
    return attention.softmax(scores)
# %% mistake
# The scores themselves are gone: add to them, or let np.where choose them.
def my_masked_softmax(scores, mask):
    scores = np.where(mask, 0, -np.inf)
    return attention.softmax(scores)
# %% mistake
# True is added as 1 and False as 0, which hides nothing. Add 0 and −∞.
def my_masked_softmax(scores, mask):
    scores = scores + mask
    return attention.softmax(scores)
# %% mistake
# 0 times −∞ is nan, so the visible scores are lost. Choose with np.where instead of multiplying.
def my_masked_softmax(scores, mask):
    scores = scores + -np.inf * ~np.asarray(mask)
    return attention.softmax(scores)
# %% mistake
# A mask may have fewer rows than the scores. np.where repeats them, an index (~mask) does not.
def my_masked_softmax(scores, mask):
    scores = scores.copy()
    scores[~mask] = -np.inf
    return attention.softmax(scores)
# %% mistake
# exp of a large score is inf. Leave the exponentials to attention.softmax, or subtract each row's
# largest visible score first.
def my_masked_softmax(scores, mask):
    e = np.exp(scores) * mask
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
# %% mistake
# The largest of all scores is subtracted. If that one is hidden, the visible exponentials may all
# become 0: hide first.
def my_masked_softmax(scores, mask):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
# %% wrong: However large a hidden score is, the visible keys share the whole 1 as if it
def my_masked_softmax(scores, mask):
    return attention.softmax(scores + np.where(mask, 0, -1e4))
# %% wrong: A matrix is right, three axes are not:
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    return attention.softmax(scores, axis=1)
# %% wrong: Right for one query, wrong for two:
def my_masked_softmax(scores, mask):
    scores = np.where(np.asarray(mask)[0], scores, -np.inf)
    return attention.softmax(scores)
# %% wrong: The second query may see nothing:
def my_masked_softmax(scores, mask):
    scores = np.where(mask, scores, -1e9)
    return attention.softmax(scores)
# %% wrong: The visible key is the only one, so it gets all the weight,
def my_masked_softmax(scores, mask):
    return attention.softmax(np.where(mask, scores, -1e9)) * mask
