# %% task [markdown]
# **Exercise.** `on` is a model's accuracy with all heads. `off` `(layers, heads)` holds its
# accuracy with one head switched off: `off[0, 1]` is without head 2 of layer 1. Return an array of
# two whole numbers, layer and head, counted from 1, of the head that costs most accuracy. `on =
# 1.0` and `off = [[0.9, 0.3], [0.8, 1.0]]` give `[1, 2]`. {how to stop}
# %% stub
def my_needed_head(on, off):
    return ...  # about 2 lines


# %% solution
def my_needed_head(on, off):
    layer, head = np.unravel_index(off.argmin(), off.shape)
    return np.array([layer + 1, head + 1])


# %% why [markdown]
# The largest cost is the smallest accuracy that is left. argmin counts through all entries, and
# unravel_index turns that count into row and column.
# %% hints [markdown]
# - The head that costs most leaves the lowest accuracy.
# - off.argmin() counts through all entries, row after row.
# - np.unravel_index(count, off.shape) gives row and column, counted from 0.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "the head that is needed most"
axes = ("", "")


def reference(on, off):
    layer, head = np.unravel_index(off.argmin(), off.shape)
    return np.array([layer + 1, head + 1])


def draw(rng):
    layers, heads = sizes(rng, 2)
    off = rng.permutation(1000)[: layers * heads].reshape(layers, heads) / 1000  # no two the same
    return float(rng.uniform(off.min() + 0.01, 1)), off  # some heads may do harm


cases = (
    Case(
        "one layer, two heads",
        (1.0, np.array([[0.9, 0.3]])),
        "Without head 2, accuracy falls from 1 to 0.3. Without head 1, only to 0.9: [1, 2].",
    ),
    Case(
        "two layers, one head each",
        (1.0, np.array([[0.9], [0.3]])),
        "Here the costly head is in layer 2, and it is head 1 there: [2, 1].",
    ),
    Case(
        "two layers of three heads",
        (0.95, np.array([[0.9, 0.5, 0.7], [0.8, 0.94, 0.2]])),
        "The lowest accuracy, 0.2, stands in row 2 and column 3.",
    ),
    Case(
        "a head that does harm",
        (0.5, np.array([[0.9, 0.45], [0.48, 0.49]])),
        "Without head 1 of layer 1 accuracy grows: it costs nothing. Its neighbour costs 0.05.",
    ),
    Case(
        "the costly head stands first",
        (0.9, np.array([[0.2, 0.8, 0.7], [0.6, 0.5, 0.4]])),
        "The lowest accuracy, 0.2, stands in row 1 and column 1, though row 2 is lower on the "
        "whole.",
    ),
    Case(
        "each head does harm",
        (0.5, np.array([[0.7, 0.6]])),
        "Accuracy grows by 0.2 or by 0.1 without one of them: the costs are −0.2 and −0.1, and "
        "−0.1 is the larger one.",
    ),
)


# fmt: off
# %% mistake
# You return the head that costs least: without it, accuracy is highest.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmax(off), off.shape)
    return np.array([layer + 1, head + 1])
# %% mistake
# You count from 0. Layers and heads are counted from 1.
def my_needed_head(on, off):
    return np.array(np.unravel_index(np.argmin(off), off.shape))
# %% mistake
# Layer and head have changed places: the layer comes first.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmin(off), off.shape)
    return np.array([head + 1, layer + 1])
# %% mistake
# The layer is counted from 1, the head from 0. Count both from 1.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmin(off), off.shape)
    return np.array([layer + 1, head])
# %% mistake
# You look for the layer and for the head one after the other, the head by whole columns. Look for
# the one lowest entry.
def my_needed_head(on, off):
    layer = off.min(axis=1).argmin()
    head = off.sum(axis=0).argmin()
    return np.array([layer + 1, head + 1])
# %% mistake
# You compare whole rows and whole columns, by their means or sums. Look for the one lowest entry.
def my_needed_head(on, off):
    return np.array([off.sum(axis=1).argmin() + 1, off.sum(axis=0).argmin() + 1])
# %% right
def my_needed_head(on, off):
    return [off.min(axis=1).argmin() + 1, off.min(axis=0).argmin() + 1]
# %% right
def my_needed_head(on, off):
    layers, heads = np.where(off == np.min(off))
    return layers[0] + 1, heads[0] + 1
# %% wrong: Without head 2, accuracy falls from 1 to 0.3.
def my_needed_head(on, off):
    return np.argmin(off, axis=0) + 1
# %% wrong: Without head 1 of layer 1 accuracy grows: it costs nothing.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmin(off.T), off.shape)
    return np.array([layer + 1, head + 1])
# %% wrong: Put your code in place of the dots and run the cell again.
def my_needed_head(on, off):
    layer = np.argmin(off.min(axis=1))
    head = ...
    return np.array([layer + 1, head])
# %% wrong: Accuracy grows by 0.2 or by 0.1 without one of them
def my_needed_head(on, off):
    best, where = 0, [0, 0]
    for i in range(off.shape[0]):
        for j in range(off.shape[1]):
            if on - off[i, j] > best:
                best = on - off[i, j]
                where = [i + 1, j + 1]
    return np.array(where)
