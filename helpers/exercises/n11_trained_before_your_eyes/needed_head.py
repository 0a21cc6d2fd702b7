# %% task [markdown]
# **Exercise.** `off` `(layers, heads)` holds a model's accuracy with one head switched off: `off[0,
# 1]` is without head 2 of layer 1. Which head costs most accuracy? Return its layer and its number,
# counted from 1, as an array of whole numbers. `off = [[0.9, 0.3], [0.8, 1.0]]` gives `[1, 2]`.
# {how to stop}
# %% stub
def my_needed_head(off):
    return ...  # about 2 lines


# %% solution
def my_needed_head(off):
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


def reference(off):
    layer, head = np.unravel_index(off.argmin(), off.shape)
    return np.array([layer + 1, head + 1])


def draw(rng):
    layers, heads = sizes(rng, 2)
    return (rng.permutation(1000)[: layers * heads].reshape(layers, heads) / 1000,)  # all differ


cases = (
    Case(
        "one layer, two heads",
        (np.array([[0.9, 0.3]]),),
        "Without head 2, accuracy is 0.3. Without head 1, it is 0.9: [1, 2].",
    ),
    Case(
        "two layers, one head each",
        (np.array([[0.9], [0.3]]),),
        "Here the costly head is in layer 2, and it is head 1 there: [2, 1].",
    ),
    Case(
        "two layers of three heads",
        (np.array([[0.9, 0.5, 0.7], [0.8, 0.94, 0.2]]),),
        "The lowest accuracy, 0.2, stands in row 2 and column 3.",
    ),
    Case(
        "two layers of two heads",
        (np.array([[0.9, 0.45], [0.48, 0.49]]),),
        "The lowest accuracy, 0.45, stands in row 1 and column 2.",
    ),
    Case(
        "the costly head stands first",
        (np.array([[0.2, 0.8, 0.7], [0.6, 0.5, 0.4]]),),
        "The lowest accuracy, 0.2, stands in row 1 and column 1, though row 2 is lower on the "
        "whole.",
    ),
)


# fmt: off
# %% mistake
# You return the head that costs least: without it, accuracy is highest.
def my_needed_head(off):
    layer, head = np.unravel_index(np.argmax(off), off.shape)
    return np.array([layer + 1, head + 1])
# %% mistake
# You count from 0. Layers and heads are counted from 1.
def my_needed_head(off):
    return np.array(np.unravel_index(np.argmin(off), off.shape))
# %% mistake
# Layer and head have changed places: the layer comes first.
def my_needed_head(off):
    layer, head = np.unravel_index(np.argmin(off), off.shape)
    return np.array([head + 1, layer + 1])
# %% mistake
# The layer is counted from 1, the head from 0. Count both from 1.
def my_needed_head(off):
    layer, head = np.unravel_index(np.argmin(off), off.shape)
    return np.array([layer + 1, head])
# %% mistake
# You look for the layer and for the head one after the other, the head by whole columns. Look for
# the one lowest entry.
def my_needed_head(off):
    layer = off.min(axis=1).argmin()
    head = off.sum(axis=0).argmin()
    return np.array([layer + 1, head + 1])
# %% mistake
# You compare whole rows and whole columns, by their means or sums. Look for the one lowest entry.
def my_needed_head(off):
    return np.array([off.sum(axis=1).argmin() + 1, off.sum(axis=0).argmin() + 1])
# %% right
def my_needed_head(off):
    return [off.min(axis=1).argmin() + 1, off.min(axis=0).argmin() + 1]
# %% right
def my_needed_head(off):
    layers, heads = np.where(off == np.min(off))
    return layers[0] + 1, heads[0] + 1
# %% wrong: Without head 2, accuracy is 0.3.
def my_needed_head(off):
    return np.argmin(off, axis=0) + 1
# %% wrong: The lowest accuracy, 0.45, stands
def my_needed_head(off):
    layer, head = np.unravel_index(np.argmin(off.T), off.shape)
    return np.array([layer + 1, head + 1])
# %% wrong: Put your code in place of the dots and run the cell again.
def my_needed_head(off):
    layer = np.argmin(off.min(axis=1))
    head = ...
    return np.array([layer + 1, head])
