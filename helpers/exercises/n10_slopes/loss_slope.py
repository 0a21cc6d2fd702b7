# %% task [markdown]
# **Exercise** (*Deeper*). `logits` is `(n, words)`, and `right` `(n,)` holds the number of the right word of
# each row. The loss is the mean over the rows of −log(weight of the right word). Return the slopes
# of the logits `(n, words)`. Logits may be as large as 1000. `logits = [[0.0, 0.0]]` and `right =
# [1]` give `[[0.5, -0.5]]`.
# %% stub
def my_loss_slope(logits, right):
    return ...  # about 3 lines; attention.softmax(logits) has the weights


# %% solution
def my_loss_slope(logits, right):
    slope = attention.softmax(logits)
    slope[np.arange(len(right)), right] -= 1
    return slope / len(right)


# %% why [markdown]
# Each row has its weights, minus 1 at the right word. The mean divides by n.
# %% hints [markdown]
# - What is the slope in one row, for the right word and for the others?
# - slope[np.arange(len(right)), right] is the entry of the right word in each row.
# - Subtract 1 there from the weights, and divide everything by the number of rows.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

from .shared import loss_slope

title = "the slopes of the loss"
part = "loss_slope"
deeper = True
axes = ("rows", "words")


def draw(rng):
    """Logits of some words, and the right word of each row."""
    n, words = sizes(rng, 2)
    logits = numbers(rng, n, words, tiny=1e-3, huge=30) * 1.0
    if rng.random() < 0.4:
        of_rows, of_one = (n, 1), (n, words)
        logits = logits + rng.choice([-1000, 0, 1000], of_rows if rng.random() < 0.5 else of_one)
    return logits, rng.integers(words, size=n)


reference = loss_slope


def terms(logits, right):
    return np.full(logits.shape, 1 / len(right))


cases = (
    Case(
        "one row, two words",
        (np.array([[0.0, 0.0]]), np.array([1])),
        "The weights are 0.5 and 0.5. Subtract 1 at the right word, the last one.",
    ),
    Case(
        "two rows",
        (np.array([[0.0, 0.0], [0.0, 0.0]]), np.array([0, 1])),
        "The right word of row 1 is the first, of row 2 the second; and the loss is a mean "
        "over two rows, so all slopes are halved.",
    ),
    Case(
        "large logits",
        (np.array([[1000.0, 1000.0], [-1000.0, -1000.0]]), np.array([1, 0])),
        "The weights are 0.5 and 0.5 in both rows. exp(1000) is too large for a computer, and "
        "exp(−1000) is 0 to it: attention.softmax subtracts each row's largest logit first.",
    ),
    Case(
        "one logit far above the others",
        (np.array([[1000.0, 0.0, 0.0, 0.0]]), np.array([1])),
        "The weights are 1, 0, 0 and 0. The mean of the logits is 250, and exp(1000 − 250) is "
        "still too large for a computer.",
    ),
)


# fmt: off
# %% mistake
# You subtract 1 at the word before the right one. right counts from 0, as Python does.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(right)), right - 1] -= 1
    return weights / len(right)
# %% mistake
# You subtract 1 in every row at the right words of all rows, as p[:, right] does. Each row has one
# right word: p[np.arange(n), right].
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[:, right] -= 1
    return weights / len(right)
# %% mistake
# Only the right word has a slope. The other logits matter as well: each of them takes weight from
# the right word.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    slopes = np.zeros(logits.shape)
    rows = np.arange(len(right))
    slopes[rows, right] = weights[rows, right] - 1
    return slopes / len(right)
# %% mistake
# These are the slopes for the weights, −1/weight. Go on, back through the softmax.
def my_loss_slope(logits, right):
    weights = attention.softmax(logits)
    slopes = np.zeros(logits.shape)
    rows = np.arange(len(right))
    slopes[rows, right] = -1 / weights[rows, right]
    return slopes / len(right)
# %% mistake
# You divide by the number of words. The mean is over the rows.
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (attention.softmax(logits) - one_hot) / logits.shape[1]
# %% right
def my_loss_slope(logits, right):
    one_hot = np.eye(logits.shape[1])[right]
    return (attention.softmax(logits) - one_hot) / len(right)
# %% wrong: The first nan (not a number) is at [0, 0]. The weights are 0.5 and 0.5
def my_loss_slope(logits, right):
    A = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    one_hot = np.eye(logits.shape[1])[right]
    return (A - one_hot) / len(right)
# %% wrong: The first nan (not a number) is at [0, 0]. The weights are 1, 0, 0 and 0.
def my_loss_slope(logits, right):
    e = np.exp(logits - logits.mean(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    A[np.arange(len(right)), right] -= 1
    return A / len(right)
