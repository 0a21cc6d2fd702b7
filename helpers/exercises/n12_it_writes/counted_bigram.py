# %% task [markdown]
# **Exercise.** Count how often token j comes right after token i: at each place `tokens` `(b, n)`
# holds i and `targets` `(b, n)` holds j. Places where `targets` is −1 are not counted; they may be
# anywhere. Add `extra`, a number above 0, to each of the counts, so that no pair is impossible.
# Then divide each row by its sum. Return the probabilities `(words, words)`, a row for each i, a
# column for each j. `tokens = [[1, 1]]`, `targets = [[0, -1]]`, `words = 2` and `extra = 1` give
# `[[1/2, 1/2], [2/3, 1/3]]`.
# %% stub
def my_bigram(tokens, targets, words, extra):
    return ...  # about 5 lines


# %% solution
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts = counts + extra
    return counts / counts.sum(axis=1, keepdims=True)


# %% why [markdown]
# A row says what follows one token, so it sums to 1. Without the extra, a pair that never came up
# would have probability 0, and a text with that pair a loss of ∞.
# %% hints [markdown]
# - Begin with a table of zeros, (words, words). A loop over both arrays at once counts.
# - tokens.ravel() and targets.ravel() are long rows, and zip runs through both together. Skip the
#   pairs with a target of −1.
# - Add extra to the whole table first, then divide by its sums along axis 1, with keepdims=True.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case, each_alone

from .shared import asked_somewhere

title = "a bigram, counted"
axes = ("token", "next token")


def reference(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    asked = targets >= 0
    np.add.at(counts, (tokens[asked], targets[asked]), 1)
    return (counts + extra) / (counts + extra).sum(axis=1, keepdims=True)


def draw(rng):
    b, n, words = sizes(rng, 3)
    words += 1
    n *= int(rng.choice([1, 1, 1, 1, 1, 200]))
    tokens, targets = rng.integers(words, size=(2, b, n))
    extra = float(rng.choice([0.01, 0.5, 1, 3]))
    return tokens, asked_somewhere(rng, targets), words, extra


AB, BA = ([[2, 1, 0]], [[1, 0, -1]]), ([[2, 1, 1]], [[1, 1, 0]])

cases = (
    Case(
        "one pair",
        (np.array([[1]]), np.array([[0]]), 2, 1.0),
        "Token 0 came once after token 1: the counts [[0, 0], [1, 0]] become [[1, 1], [2, 1]].",
    ),
    Case(
        "less is added",
        (np.array([[1]]), np.array([[0]]), 2, 0.5),
        "The counts become [[0.5, 0.5], [1.5, 0.5]], and row 1 is [0.75, 0.25].",
    ),
    Case(
        "the same pair three times",
        (np.array([[1], [1], [1]]), np.array([[0], [0], [0]]), 2, 1.0),
        "Token 0 came three times after token 1: [3, 0] becomes [4, 1].",
    ),
    Case(
        "the last place is not scored",
        (np.array([[1, 0]]), np.array([[0, -1]]), 2, 1.0),
        "The second place has the target −1 and is not counted: nothing came after token 0.",
    ),
    Case(
        "the first place is not scored",
        (np.array([[1, 0]]), np.array([[-1, 1]]), 2, 1.0),
        "The first place has the target −1 and is not counted; token 1 came after token 0.",
    ),
    *each_alone(
        (*map(np.array, AB), 3, 1.0),
        (*map(np.array, BA), 3, 1.0),
    ),
    Case(
        "both names",
        (np.array(AB[0] + BA[0]), np.array(AB[1] + BA[1]), 3, 1.0),
        "Right for each name alone, wrong for both: count the pairs of all rows.",
    ),
)


# fmt: off
# %% mistake
# A pair that comes up several times is counted once, as by counts[i, j] += 1 with arrays i and j. A
# loop or np.add.at counts it each time.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    asked = targets >= 0
    counts[tokens[asked], targets[asked]] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You count places with a target of −1, too: as an index, −1 is the last column.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You count places that are not scored as if token 0 came next.
def my_bigram(tokens, targets, words, extra):
    counts = np.full((words, words), extra)
    for i, j in zip(tokens.flat, targets.flat):
        counts[i, max(j, 0)] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You leave out what is followed by token 0. It is a token like any other: only −1 says that nothing
# is asked.
def my_bigram(tokens, targets, words, extra):
    counts = np.full((words, words), extra)
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j > 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You count what stands side by side in tokens. The targets say what comes next: they have the end
# of a full row, and they leave the padding out.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for row in tokens:
        for i, j in zip(row[:-1], row[1:]):
            counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# Your columns sum to 1. What follows one token is a row: divide by the sums of rows.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=0)
# %% mistake
# Rows and columns have changed places: the row is the token before.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[j, i] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You divide by the sum of the whole table. Each row sums to 1 on its own.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum()
# %% mistake
# These are the counts with the extra. Divide each row by its sum.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts
# %% mistake
# You add 1 to each count, whatever extra is.
def my_bigram(tokens, targets, words, extra):
    counts = np.ones((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# Pairs that never came up get nothing added: a row without counts is then 0 / 0.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You add extra only where something was counted. It is for the pairs never seen.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts[counts > 0] += extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You write extra only where nothing was counted. Add it to every count.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts[counts == 0] = extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% mistake
# You add extra to the sum of a row once. It was added to each of its counts.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return (counts + extra) / (counts.sum(axis=1, keepdims=True) + extra)
# %% mistake
# You divide by the sums before extra was added. Then a row sums to more than 1.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return (counts + extra) / counts.sum(axis=1, keepdims=True)
# %% mistake
# Each column is divided by another row's sum. keepdims=True keeps the sums a column.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words)) + extra
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    return counts / counts.sum(axis=1)
# %% wrong: The first place has the target −1 and is not counted
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for row, nxt in zip(tokens, targets):
        for i, j in zip(row, nxt):
            if j == -1:
                break
            counts[i, j] += 1
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% wrong: Right on the small cases, wrong on this one.
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words), dtype=np.uint8)
    ok = targets != -1
    np.add.at(counts, (tokens[ok], targets[ok]), 1)
    counts = counts + extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% right
def my_bigram(tokens, targets, words, extra):
    counts = np.full((words, words), float(extra))
    for row, target in zip(tokens, targets):
        for i, j in zip(row, target):
            if j != -1:
                counts[i, j] += 1
    return counts / counts.sum(axis=1)[:, None]
# %% right
def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    asked = targets >= 0
    np.add.at(counts, (tokens[asked], targets[asked]), 1)
    counts += extra
    return counts / counts.sum(axis=1, keepdims=True)
# %% right
def my_bigram(tokens, targets, words, extra):
    asked = targets >= 0
    pairs = tokens[asked] * words + targets[asked]
    counts = np.bincount(pairs, minlength=words * words).reshape(words, words)
    return (counts + extra) / (counts.sum(axis=1, keepdims=True) + words * extra)
# %% right
def my_bigram(tokens, targets, words, extra):
    counts = [[extra] * words for _ in range(words)]
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i][j] += 1
    return [[count / sum(row) for count in row] for row in counts]
