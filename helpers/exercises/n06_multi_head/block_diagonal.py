# %% task [markdown]
# **Exercise** (*Deeper*; fill in one line). Piece $i$ of the input meets `small[i]` `(d, e)`. Make
# one `W` `(h·d, h·e)` of them, so that `x @ W` does the same at once. `[[[1, 2]], [[3, 4]]]` gives
# `[[1, 2, 0, 0], [0, 0, 3, 4]]`.
# %% stub
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[...] = small[i]  # which rows, which columns?
    return W


# %% solution
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * e : (i + 1) * e] = small[i]
    return W


# %% why [markdown]
# Of the h² blocks only the h on the diagonal can be learned; the zeros are what a cut input cannot
# see.
# %% hints [markdown]
# - Which rows of W meet piece i of x? And in which columns does its result stand?
# - Piece i is features i · d up to (i + 1) · d: these rows of W.
# - W[rows, columns] = small[i], with both slices; the columns go in steps of e.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "a cut input as one matrix"
deeper = True
axes = ("features of x", "results")


def reference(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * e : (i + 1) * e] = small[i]
    return W


def draw(rng):
    return (numbers(rng, *far_sizes(rng, 3, far=20)),)


cases = (
    Case(
        "one piece",
        (np.array([[[1, 2, 3], [4, 5, 6]]]),),
        "One piece is the whole input: its matrix is all of W.",
    ),
    Case(
        "two pieces of width 1, results of width 2",
        (np.array([[[1, 2]], [[3, 4]]]),),
        "1 and 2 stand in row 1, columns 1 and 2; 3 and 4 in row 2, columns 3 and 4. The rest "
        "is 0.",
    ),
    Case(
        "two pieces of width 2, results of width 1",
        (np.array([[[1], [2]], [[3], [4]]]),),
        "1 and 2 stand in column 1, rows 1 and 2; 3 and 4 in column 2, rows 3 and 4. The rest "
        "is 0.",
    ),
)


# fmt: off
# %% mistake
# You put the matrices below each other: the results of all pieces would be added up.
def my_blocks(small):
    h, d, e = small.shape
    return small.reshape(h * d, e)
# %% mistake
# Your blocks start at row i and column i, so they overlap. Rows go in steps of d, columns in steps
# of e.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i : i + d, i : i + e] = small[i]
    return W
# %% mistake
# Your columns go in steps of d. Each piece has e results: steps of e.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * d : (i + 1) * d] = small[i]
    return W
# %% mistake
# d and e have changed places: rows go in steps of d, columns in steps of e.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * e : (i + 1) * e, i * d : (i + 1) * d] = small[i]
    return W
# %% mistake
# You fill one row for each piece. A piece has d features, so its block has d rows.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i, i * e : (i + 1) * e] = small[i]
    return W
# %% mistake
# You choose rows alone, and whole rows of W are h · e wide. small[i] is e wide: choose the columns,
# too.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d] = small[i]
    return W
# %% wrong: 1 and 2 stand in column 1, rows 1 and 2; 3 and 4 in column
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * h:i * h + e] = small[i]
    return W
# %% wrong: 1 and 2 stand in row 1, columns 1 and 2; 3 and 4 in row 2,
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * e:] = np.tile(small[i], h - i)
    return W
# %% wrong: One piece is the whole input: its matrix is all of W.
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d:(i + 1) * d, i * e:(i + 1) * e - 1] = small[i][:, :-1]
    return W
# %% right
def my_blocks(small):
    h, d, e = small.shape
    return [
        [float(small[r // d, r % d, c % e]) if r // d == c // e else 0.0 for c in range(h * e)]
        for r in range(h * d)
    ]
# %% right
def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * e : (i + 1) * e] = small[i]
    return np.float32(W)
