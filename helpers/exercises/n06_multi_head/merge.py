# %% task [markdown]
# **Exercise** (find the bug). This function should put the pieces `(h, n, d)` of each token side by
# side again, as `(n, h·d)`. `[[[11, 12], [21, 22]], [[13, 14], [23, 24]]]` must give `[[11, 12, 13,
# 14], [21, 22, 23, 24]]`.
# %% stub
def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d)  # 1 line is wrong


# %% solution
def my_merge(heads):
    h, n, d = heads.shape
    return heads.swapaxes(0, 1).reshape(n, h * d)


# %% why [markdown]
# A token's pieces become neighbours only once tokens come first: swap, then reshape.
# %% hints [markdown]
# - Run it on the example. Whose numbers stand in its first row?
# - reshape reads head 1 to its end before head 2. What must stand first, so that it reads token by
#   token?
# - Undo the split backwards: swap axes 0 and 1, then reshape.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "merge the heads"
part = "merge"
axes = ("tokens", "features")


reference = attention.merge_heads


def draw(rng):
    return (numbers(rng, *far_sizes(rng, 3)),)


cases = (
    Case(
        "one token, two heads",
        (np.array([[[11, 12]], [[13, 14]]]),),
        "One token: the piece of head 1, and the piece of head 2 beside it.",
    ),
    Case(
        "two tokens, two heads",
        (np.array([[[11, 12], [21, 22]], [[13, 14], [23, 24]]]),),
        "A row holds the pieces of one token: that of head 1, and that of head 2 beside it.",
    ),
)


# fmt: off
# %% mistake
# Still reshape alone: it reads head 1 to its end, so a row holds several tokens. Tokens must come
# first before you reshape.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(n, d * h)
# %% mistake
# You reshape first and turn after: the reshape has cut the rows elsewhere before .T comes. Swap
# heads and tokens first.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(h * d, n).T
# %% mistake
# Your result has a row for each head; it needs one for each token. heads has the sizes (h, n, d),
# in this order.
def my_merge(heads):
    n, h, d = heads.shape
    return heads.reshape(n, h * d)
# %% mistake
# You interleave: feature 1 of each head, then feature 2 of each. A head's piece stays together.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.transpose(1, 2, 0).reshape(n, h * d)
# %% mistake
# .T turns all three axes round, so features come first. Swap only heads and tokens.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.T.reshape(n, h * d)
# %% mistake
# Tokens come first, and each has its pieces below each other: (n, h, d). Now lay them in one row.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.transpose(1, 0, 2)
# %% mistake
# You put the heads below each other: h · n rows. They belong side by side.
def my_merge(heads):
    h, n, d = heads.shape
    return np.concatenate(heads, axis=0)
# %% mistake
# You add the heads. They are laid side by side, so that nothing is lost.
def my_merge(heads):
    h, n, d = heads.shape
    return heads.sum(axis=0)
# %% right
def my_merge(heads):
    return [[float(x) for piece in heads for x in piece[token]] for token in range(len(heads[0]))]
# %% right
def my_merge(heads):
    return np.float32(np.einsum("hnd->nhd", heads).reshape(heads.shape[1], -1))
