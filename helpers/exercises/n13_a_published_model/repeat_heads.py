# %% task [markdown]
# **Exercise** (*Deeper*; write a function). `K` `(heads, m, d)` holds the keys of a few heads. Each
# of them serves `group` heads of queries, neighbours of each other: with `group = 3`, the first
# three heads of queries look at `K[0]`, the next three at `K[1]`. Return the keys for all heads of
# queries, `(heads · group, m, d)`. `K = [[[1, 2]], [[3, 4]]]` with `group = 2` gives `[[[1, 2]],
# [[1, 2]], [[3, 4]], [[3, 4]]]`.
# %% stub
def my_repeat(K, group):
    return ...  # 1 line


# %% solution
def my_repeat(K, group):
    return np.repeat(K, group, axis=0)


# %% why [markdown]
# Head i of the queries finds the keys of head i // group. np.repeat writes each head several times
# before the next; np.tile writes all of them, then all of them again.
# %% hints [markdown]
# - Which head of keys does head i of queries look at? Count in whole groups.
# - It is head i // group. An index may be an array: K[[0, 0, 1, 1]] has four heads.
# - NumPy has a function for it: np.repeat, with axis=0 for the heads.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "heads that share their keys"
part = "repeat_heads"
deeper = True
axes = ("keys", "features")


def reference(K, group):
    return np.repeat(K, group, axis=0)


def draw(rng):
    h, m, d = sizes(rng, 3, most=4)
    return numbers(rng, h, m, d), int(rng.integers(1, 5))


KEYS = np.array([[[1, 2]], [[3, 4]]])

cases = (
    Case("one head, a group of 1", (np.array([[[1, 2]]]), 1), "Nothing is shared: K as it is."),
    Case(
        "one head, a group of 3",
        (np.array([[[1, 2]]]), 3),
        "All three heads of queries look at the one head of keys.",
    ),
    Case(
        "two heads, a group of 2",
        (KEYS, 2),
        "The first two heads of queries look at [1, 2], the last two at [3, 4].",
    ),
)


# fmt: off
# %% mistake
# You tile: all heads, then all again. The heads of a group are neighbours: each head several times,
# then the next.
def my_repeat(K, group):
    return np.tile(K, (group, 1, 1))
# %% mistake
# You repeat each key. Repeat each head: axis=0.
def my_repeat(K, group):
    return np.repeat(K, group, axis=1)
# %% mistake
# Without an axis, np.repeat makes one long row. The heads are axis 0.
def my_repeat(K, group):
    return np.repeat(K, group)
# %% mistake
# The groups have an axis of their own, (heads, group, m, d). Make one axis of the first two.
def my_repeat(K, group):
    return np.repeat(K[:, np.newaxis], group, axis=1)
# %% mistake
# i % group is the place of head i in its group. Its group is i // group.
def my_repeat(K, group):
    return np.array([K[i % group] for i in range(len(K) * group)])
# %% right
def my_repeat(K, group):
    h, m, d = K.shape
    return np.broadcast_to(K[:, None], (h, group, m, d)).reshape(h * group, m, d)
