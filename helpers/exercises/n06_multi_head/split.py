# %% task [markdown]
# **Exercise.** Cut `x` `(n, h·d)` into `h` heads, `(h, n, d)`, so that each row still belongs to
# one token. `x = [[11, 12, 13, 14], [21, 22, 23, 24]]` with `h = 2` gives `[[[11, 12], [21, 22]],
# [[13, 14], [23, 24]]]`. {how to stop}
# %% stub
def my_split(x, h):
    return ...  # about 2 lines


# %% solution
def my_split(x, h):
    n, width = x.shape
    return x.reshape(n, h, width // h).swapaxes(0, 1)


# %% why [markdown]
# The reshape only cuts rows, so no number leaves its token; swapaxes then brings the heads first.
# %% hints [markdown]
# - Two steps, as in the picture: cut each token's row, then bring the heads first.
# - The cut is a reshape to (n, h, d) with d = width // h: the tokens still come first.
# - After x.reshape(n, h, width // h), swap axis 0 (tokens) and axis 1 (heads).
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "split into heads"
part = "split"
axes = ("tokens", "features")


def draw(rng):
    n, h, d = far_sizes(rng, 3)
    return numbers(rng, n, h * d), h


reference = attention.split_heads

cases = (
    Case(
        "one token, three heads",
        (np.array([[11, 12, 13, 14, 15, 16]]), 3),
        "One token: 11 and 12 go to head 1, 13 and 14 to head 2, 15 and 16 to head 3.",
    ),
    Case(
        "two tokens, two heads",
        (np.array([[11, 12, 13, 14], [21, 22, 23, 24]]), 2),
        "Head 1 holds the first half of every token, head 2 the second half.",
    ),
)


# fmt: off
# %% mistake
# This is reshape alone: it moves no number, so a head's rows mix tokens. Cut each row first, then
# bring the heads first.
def my_split(x, h):
    n, width = x.shape
    return x.reshape(h, n, width // h)
# %% mistake
# The rows are cut, but tokens still come first: (n, h, d). Heads must, (h, n, d).
def my_split(x, h):
    n, width = x.shape
    return x.reshape(n, h, width // h)
# %% mistake
# You deal the features out like cards: feature 1 to head 1, feature 2 to head 2. A head gets
# neighbours.
def my_split(x, h):
    return np.array([x[:, i::h] for i in range(h)])
# %% mistake
# You cut into pieces of width h. There are to be h pieces, each of width // h.
def my_split(x, h):
    n, w = x.shape
    return x.reshape(n, w // h, h).transpose(1, 0, 2)
# %% mistake
# The cut is right, but .T turns all three axes round. Swap only the first two.
def my_split(x, h):
    n, w = x.shape
    return x.reshape(n, h, w // h).T
# %% mistake
# You transpose x and reshape: what stands in a row now comes from several tokens. Reshape to (n, h,
# d) first, swap axes second.
def my_split(x, h):
    n, width = x.shape
    return x.T.reshape(h, n, width // h)
# %% mistake
# If width / h stands there: / gives a float. Write //, which gives a whole number.
def my_split(x, h):
    n, w = x.shape
    d = w / h
    return x.reshape(n, h, d).transpose(1, 0, 2)
# %% mistake
# Heads come first, but each is lying on its side, (d, n): rows must be tokens.
def my_split(x, h):
    return np.array(np.split(x.T, h))
# %% mistake
# You cut the sentence. Each head gets a piece of every token.
def my_split(x, h):
    return np.array(np.split(x, h, axis=0))
# %% right
def my_split(x, h):
    d = x.shape[1] // h
    return [[[row[i * d + j] for j in range(d)] for row in x] for i in range(h)]
# %% right
def my_split(x, h):
    return np.float32(x).reshape(len(x), h, -1).transpose(1, 0, 2)
