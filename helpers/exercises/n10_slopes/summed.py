# %% task [markdown]
# **Exercise** (*Deeper*). An array of this `shape` was repeated to fit a larger one (broadcast), and `to` has
# the slopes of all its copies. Return the slopes of the array itself: those of its copies, added.
# `shape` may lack the first axes of `to`, and it may be 1 along others. With `to = [[1.0, 2.0],
# [3.0, 4.0], [5.0, 6.0]]`, the shape `(2,)` gives `[9.0, 12.0]`, and `(3, 1)` gives `[[3.0], [7.0],
# [11.0]]`.
# %% stub
def my_summed(to, shape):
    return ...  # about 6 lines: first the axes that shape lacks, then those where it is 1


# %% solution
def my_summed(to, shape):
    while to.ndim > len(shape):
        to = to.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            to = to.sum(axis=axis, keepdims=True)
    return to


# %% why [markdown]
# Each copy was a use of the array, and what comes back from several uses is added. Axes that the
# array lacks stand in front. Along an axis of size 1 the sum keeps that axis, so that the slopes
# have the shape of what they belong to.
# %% hints [markdown]
# - to.sum(axis=0) adds up along the first axis. How often is that needed?
# - to.ndim counts the axes of to, len(shape) those of the array. Sum along axis 0 while there are too
#   many.
# - Then, for each axis whose size in shape is 1: to.sum(axis=axis, keepdims=True).
# %% cases
import numpy as np

from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "broadcasting summed back"
deeper = True


def reference(to, shape):
    more = to.ndim - len(shape)
    axes = (*range(more), *(more + i for i, size in enumerate(shape) if size == 1))
    return to.sum(axis=axes).reshape(shape)


def draw(rng):
    full = [*leading(rng), *sizes(rng, 2)]
    kept = full[rng.integers(len(full)) :] if rng.random() < 0.5 else full
    shape = tuple(1 if rng.random() < 0.3 else size for size in kept)
    return numbers(rng, *full, tiny=1e-3, huge=1e3) * 1.0, shape


def terms(to, shape):
    return reference(np.abs(to), shape)


ROWS = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])  # (n, d) = (3, 2)
TEXTS = np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 7.0], [0.0, 8.0]]])  # (b, n, d) = (2, 2, 2)

cases = (
    Case("nothing was repeated", (ROWS, (3, 2)), "Where nothing was repeated, nothing is added."),
    Case(
        "a row for all rows",
        (ROWS, (2,)),
        "The row was added to three rows: each of its two slopes is a sum of three.",
    ),
    Case(
        "a column for all columns",
        (ROWS, (3, 1)),
        "Each row has one number, which was repeated along the row. The sum keeps that axis, with "
        "size 1.",
    ),
    Case(
        "one number for all",
        (TEXTS, ()),
        "One number was used everywhere: the sum of all slopes.",
    ),
)


# fmt: off
# %% mistake
# You take the mean of the copies. What comes back from several uses is added.
def my_summed(to, shape):
    while to.ndim > len(shape):
        to = to.mean(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            to = to.mean(axis=axis, keepdims=True)
    return to
# %% mistake
# You sum along the last axis. The axes that shape lacks stand in front: sum along axis 0.
def my_summed(to, shape):
    while to.ndim > len(shape):
        to = to.sum(axis=-1)
    for axis, size in enumerate(shape):
        if size == 1:
            to = to.sum(axis=axis, keepdims=True)
    return to
# %% mistake
# You leave the axes where shape is 1 as they were. The array was repeated along them, too.
def my_summed(to, shape):
    while to.ndim > len(shape):
        to = to.sum(axis=0)
    return to
# %% mistake
# Your sum drops the axes where shape is 1. Keep them, with keepdims=True: slopes have the shape of
# what they belong to.
def my_summed(to, shape):
    while to.ndim > len(shape):
        to = to.sum(axis=0)
    return to.sum(axis=tuple(i for i, size in enumerate(shape) if size == 1))
# %% right
def my_summed(to, shape):
    more = to.ndim - len(shape)
    padded = (1,) * more + tuple(shape)
    axes = tuple(i for i, size in enumerate(padded) if size == 1)
    return to.sum(axis=axes, keepdims=True).reshape(shape)
