# %% task [markdown]
# **Exercise** (*Deeper*). For any number of heads: from `heads` `(h, n, d_v)` and `W_O` `(h·d_v,
# d_out)` compute what each head writes, `(h, n, d_out)`. `heads = [[[1, 2]], [[3, 4]]]` and `W_O =
# [[1], [10], [100], [1000]]` give `[[[21]], [[4300]]]`.
# %% stub
def my_writes(heads, W_O):
    return ...  # about 2 lines


# %% solution
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1)


# %% why [markdown]
# W_O's rows stand head after head, so here reshape alone cuts right: each head gets its own d_v
# rows.
# %% hints [markdown]
# - Which rows of W_O does head i meet, when the heads are laid side by side?
# - Head i meets rows i · d_v up to (i + 1) · d_v. A loop will do.
# - Without a loop: W_O.reshape(h, d_v, -1) is (h, d_v, d_out), and @ pairs the heads.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

title = "what each head writes"
deeper = True
axes = ("tokens", "outputs")


def draw(rng):
    h, n, d_v, d_out = far_sizes(rng, 4)
    return numbers(rng, h, n, d_v), numbers(rng, h * d_v, d_out)


def reference(heads, W_O):
    h, _, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1)


cases = (
    Case(
        "one head",
        (np.array([[[1.0, 2.0], [0.0, 1.0]]]), np.array([[1.0, 10.0, 0.0], [0.0, 100.0, 1.0]])),
        "A single head meets all of W_O: its output times W_O.",
    ),
    Case(
        "two heads of width 2, one token",
        (np.array([[[1, 1]], [[1, 1]]]), np.array([[1], [2], [3], [4]])),
        "Head 1 meets rows 1 and 2 of W_O and writes 1 + 2. Head 2 meets rows 3 and 4 and "
        "writes 3 + 4.",
    ),
)


# fmt: off
# %% mistake
# Here every head meets all of W_O. Head i meets only its own d_v rows of it.
def my_writes(heads, W_O):
    return heads @ W_O
# %% mistake
# This is the output, the sum over all heads. Give each head's part on its own: (h, n, d_out).
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    blocks = W_O.reshape(h, d_v, -1)
    return (heads @ blocks).sum(axis=0)
# %% mistake
# You give head i one row of W_O. It needs d_v rows, as many as a head is wide.
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return np.array([heads[i] @ W_O[i:i + 1] for i in range(h)])
# %% mistake
# You write out two heads. There may be one, or three: loop over i, up to h.
def my_writes(heads, W_O):
    d_v = heads.shape[2]
    return np.stack([heads[0] @ W_O[:d_v], heads[1] @ W_O[d_v:]])
# %% right
def my_writes(heads, W_O):
    return [h @ W for h, W in zip(heads, np.split(W_O, len(heads)), strict=True)]
# %% right
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return np.float32(heads) @ np.float32(W_O).reshape(h, d_v, -1)
# %% wrong: Head 1 meets rows 1 and 2 of W_O and writes 1 + 2. Head 2
def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1)[::-1]
