# %% task [markdown]
# **Exercise.** Write the block of 2017, with the norm *after* each sum, from the same four
# functions. If `attend` returns twice its input, `think` its input plus 1 and both norms half of
# it, `[[4.0]]` becomes `[[6.5]]`.
# %% stub
def my_block_after(x, attend, think, norm_1, norm_2):
    return ...  # about 2 lines


# %% solution
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))


# %% why [markdown]
# Each part reads the stream, what it writes is added to the stream, and the sum is normalized: two
# steps of the same form.
# %% hints [markdown]
# - Follow the diagram with the norm after: attention, plus, norm; MLP, plus, norm.
# - In the first step x + attend(x) is normalized by norm_1. What does think read?
# - think reads the result of the first step, and its output is added to that same result.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

from .shared import ADDS_ONE, DOUBLES, HALVES, NOTHING, SAME, Part, tokens_and_parts

title = "the block of 2017"
axes = ("tokens", "features")


def reference(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))


draw = tokens_and_parts

cases = (
    Case(
        "only attention writes",
        (np.array([[4.0]]), DOUBLES, NOTHING, ADDS_ONE, SAME),
        "think writes 0 and norm_2 changes nothing, so the result is norm_1(x + attend(x)) = "
        "norm_1(4 + 8) = 13.",
    ),
    Case(
        "only the MLP writes",
        (np.array([[4.0]]), NOTHING, DOUBLES, SAME, ADDS_ONE),
        "attend writes 0 and norm_1 changes nothing, so the result is norm_2(x + think(x)) = "
        "norm_2(4 + 8) = 13.",
    ),
    Case(
        "both write",
        (np.array([[4.0]]), DOUBLES, ADDS_ONE, HALVES, HALVES),
        "After attention: (4 + 8) / 2 = 6. think reads this 6 and writes 7: (6 + 7) / 2 = 6.5.",
    ),
    Case(
        "attention mixes two tokens",
        (np.array([[1.0, 2.0], [5.0, 0.0]]), Part(1, 0, True), DOUBLES, HALVES, Part(1, -1)),
        "attend needs all tokens at once: it takes the whole x.",
    ),
)


# fmt: off
# %% mistake
# This is the block with the norm before each part. Here the sums are normalized.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))
# %% mistake
# Nothing is added: what a part writes replaces the stream. x + attend(x) is the residual
# connection.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(attend(x))
    return norm_2(think(x))
# %% mistake
# In the second step, what think writes takes the place of the stream. Add it to the result of the
# first step.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(think(x))
# %% mistake
# In the second step you add the first x, as it came in. The stream is now the result of the first
# step: add that.
def my_block_after(x, attend, think, norm_1, norm_2):
    y = norm_1(x + attend(x))
    return norm_2(x + think(y))
# %% mistake
# think reads the first x, as it came in. It must read the result of the first step.
def my_block_after(x, attend, think, norm_1, norm_2):
    a = norm_1(x + attend(x))
    return norm_2(a + think(x))
# %% mistake
# You add the input once, at the end. What each part writes is added to the stream.
def my_block_after(x, attend, think, norm_1, norm_2):
    y = norm_1(attend(x))
    z = norm_2(think(y))
    return x + z
# %% mistake
# You normalize what is written. Normalize the sum: norm_1(x + attend(x)).
def my_block_after(x, attend, think, norm_1, norm_2):
    x = x + norm_1(attend(x))
    return x + norm_2(think(x))
# %% mistake
# The second sum is not normalized: norm_2 is missing.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return x + think(x)
# %% mistake
# norm_1 and norm_2 have changed places: norm_1 comes after attention.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_2(x + attend(x))
    return norm_1(x + think(x))
# %% mistake
# You use norm_1 twice. Each norm has a gain and a shift of its own.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_1(x + think(x))
# %% mistake
# The MLP comes first in your block. Attention does, then the MLP.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + think(x))
    return norm_2(x + attend(x))
# %% mistake
# Both parts read the same x. think must read what comes after attention and norm_1.
def my_block_after(x, attend, think, norm_1, norm_2):
    return norm_2(norm_1(x + attend(x) + think(x)))
# %% mistake
# You normalize twice at the end. norm_1 stands between the two parts.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = x + attend(x)
    x = x + think(x)
    return norm_2(norm_1(x))
# %% mistake
# You normalize x before you add. The sum is normalized: norm_1(x + attend(x)).
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x) + attend(x)
    return norm_2(x) + think(x)
# %% wrong: attend needs all tokens at once: it takes the whole x.
def my_block_after(x, attend, think, norm_1, norm_2):
    x = np.array([norm_1(row + attend(row)) for row in x])
    return norm_2(x + think(x))
# %% wrong: attend, think and the norms take one argument, x, not 2
def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x, x))
    return norm_2(x + think(x))
# %% right
def my_block_after(x, attend, think, norm_1, norm_2):
    middle = norm_1(x + attend(x))
    return norm_2(middle + think(middle))
# %% right
def my_block_after(x, attend, think, norm_1, norm_2):
    a = norm_1(x + attend(x))
    b = norm_2(a + think(a))
    return b
# %% right
def my_block_after(x, attend, think, norm_1, norm_2):
    for part, norm in ((attend, norm_1), (think, norm_2)):
        x = norm(x + part(x))
    return x
# %% right
def my_block_after(x, attend, think, norm_1, norm_2):
    y = x.copy()
    y += attend(x)
    y = norm_1(y)
    y += think(y)
    return norm_2(y)
