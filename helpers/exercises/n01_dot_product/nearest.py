# %% task [markdown]
# **Exercise** (*Deeper*; write a function). `X` `(m, d)` has one row for each of `m` words. Return
# the word whose row has the largest cosine with `v` `(d,)`, even if that row is `v` itself. There
# are no zero vectors and no ties. In the table of five words, `v = [1, 0, 0]` gives `"garden"`.
# %% stub
def my_nearest(v, words, X):
    return ...  # about 3 lines


# %% solution
def my_nearest(v, words, X):
    lengths = np.sqrt((X * X).sum(axis=1))
    cosines = X @ v / lengths  # times the length of v, which is the same for all
    return words[np.argmax(cosines)]


# %% why [markdown]
# Each row is divided by its own length, so that a long one does not win by its length.
# %% hints [markdown]
# - What must be worked out for each row of X, and what is then done with the m numbers?
# - [cosine(x, v) for x in X] holds a number for each word. At which place is the largest?
# - np.argmax of these numbers is the place; words[place] is the word.
# %% cases
import string

import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

from .shared import TABLE, WORDS, cosines, nearest

title = "the nearest word"
deeper = True


def a_vector_and_words(rng):
    """No zero vectors, and one cosine clearly above all others. Half of the time all rows are near
    the direction of v, and one may be v itself."""
    m, d = far_sizes(rng, 2, far=26)
    v, X = numbers(rng, d), numbers(rng, m, d)
    words = tuple(rng.permutation(list(string.ascii_lowercase))[:m].tolist())
    if rng.random() < 0.5:
        near = v + 10 ** rng.uniform(-2, 0) * rng.standard_normal((m, d))
        X = near * 10 ** rng.uniform(-3, 3, (m, 1))
        X[0] = v if rng.random() < 0.3 else X[0]
    if v.any() and X.any(axis=1).all():
        second, first = sorted([-2, *cosines(v, X)])[-2:]
        if first - second > 1e-5:
            return v, words, X
    return a_vector_and_words(rng)


reference = nearest

draw = a_vector_and_words

cases = (
    Case(
        "the five words",
        (np.array([1, 0, 0]), WORDS, TABLE),
        "The row of garden, [2, 0, 0], has the direction of v: its cosine is 1, the largest.",
    ),
    Case(
        "between two axes",
        (np.array([1, 1]), ("East", "Between", "North"), np.array([[3, 0], [6, 3], [0, 3]])),
        "v points halfway between the axes. Of the three rows only [6, 3] lies between them.",
    ),
    Case(
        "the same rows in another order",
        (np.array([1, 1]), ("East", "North", "Between"), np.array([[3, 0], [0, 3], [6, 3]])),
        "The same rows stand in another order here: the last one must be compared as well.",
    ),
    Case(
        "only negative cosines",
        (np.array([-1, -1]), ("x", "y", "z"), np.array([[3, 2], [1, 0], [2, 1]])),
        "All cosines are negative here: the largest is the one nearest to 0.",
    ),
    Case(
        "one word, opposite to v",
        (np.array([2, 0]), ("only",), np.array([[-1, 0]])),
        "The only word is the nearest one, though its cosine is −1.",
    ),
)


# fmt: off
# %% mistake
# You let long rows win, as the dot product does. Divide each product by the length of its own row.
def my_nearest(v, words, X):
    cosines = X @ v / (np.linalg.norm(X) * np.linalg.norm(v))
    return words[np.argmax(cosines)]
# %% mistake
# This is the place of the word. The word itself is words[place].
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return np.argmax(cosines)
# %% mistake
# This is the largest cosine. Which word has it?
def my_nearest(v, words, X):
    return max(X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v)))
# %% mistake
# You take the smallest cosine, the word that is farthest. For an angle the smallest is right, for a
# cosine the largest.
def my_nearest(v, words, X):
    cosines = [cosine(row, v) for row in X]
    return words[np.argmin(cosines)]
# %% mistake
# You take the row whose tip is nearest to the tip of v. Direction alone counts.
def my_nearest(v, words, X):
    distances = np.linalg.norm(X - v, axis=1)
    return words[np.argmin(distances)]
# %% mistake
# You divide by the squared length of the row, and short rows win: the root is missing.
def my_nearest(v, words, X):
    lengths = (X * X).sum(axis=1)
    cosines = X @ v / (lengths * (v @ v))
    return words[np.argmax(cosines)]
# %% mistake
# Your search starts at 0 and finds nothing where all cosines are negative. Start below −1.
def my_nearest(v, words, X):
    best = 0
    best_word = None
    for word, row in zip(words, X):
        c = cosine(row, v)
        if c > best:
            best = c
            best_word = word
    return best_word
# %% wrong: The same rows stand in another order here:
def my_nearest(v, words, X):
    best = 0
    for i in range(1, len(X) - 1):
        if cosine(v, X[i]) > cosine(v, X[best]):
            best = i
    return words[best]
# %% wrong: All cosines are negative here:
def my_nearest(v, words, X):
    best, best_word = 0, words[0]
    for word, x in zip(words, X):
        c = x @ v / (np.linalg.norm(x) * np.linalg.norm(v))
        if c > best:
            best, best_word = c, word
    return best_word
# %% wrong: The only word is the nearest one, though its cosine is −1.
def my_nearest(v, words, X):
    best, word = -1, ""
    for w, x in zip(words, X):
        if cosine(v, x) > best:
            best, word = cosine(v, x), w
    return word
