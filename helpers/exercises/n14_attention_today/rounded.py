# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Round `x` `(n, d)` so that each number takes few bits:
# in each row, $2^\text{bits}$ levels lie at equal distances from the row's smallest number to its
# largest, which are levels themselves. Return each number's nearest level (none lies halfway). A
# row of equal numbers stays as it is. `x = [[0, 1, 2, 9]]` and `bits = 2` have the levels 0, 3, 6
# and 9 and give `[[0, 0, 3, 9]]`.
# %% stub
def my_rounded(x, bits):
    return ...  # about 5 lines


# %% solution
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / (2**bits - 1)
    step = np.where(step == 0, 1, step)
    return least + step * np.rint((x - least) / step)


# %% why [markdown]
# What is stored is the number of the level, a whole number of so many bits, and of each row its
# least number and its step.
# %% hints [markdown]
# - How many gaps lie between 4 levels?
# - The step is the row's largest number less its smallest, divided by 2**bits - 1. How many steps
#   above the smallest is each number?
# - np.rint rounds to whole numbers. Where a row's step is 0, put 1 in its place: np.where.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case, each_alone

title = "few bits"
deeper = True
axes = ("rows", "numbers")


def reference(x, bits):
    least, gaps = x.min(axis=1, keepdims=True), 2**bits - 1
    width = x.max(axis=1, keepdims=True) - least
    return least + width * np.rint((x - least) / np.where(width > 0, width, 1) * gaps) / gaps


def draw(rng):
    """Whole steps and less than 0.4 of one more, in rows of all sizes; some of equal numbers."""
    (n, d), bits = far_sizes(rng, 2), int(rng.integers(1, 7))
    x = rng.integers(2**bits, size=(n, d)) + rng.uniform(-0.4, 0.4, (n, d))
    x = x.clip(0, 2**bits - 1)
    if d > 1:
        x[:, 0], x[:, 1] = 0, 2**bits - 1
    x = rng.permuted(x, axis=1)
    x[rng.random(n) < 0.2] = rng.integers(-3, 4)
    return x * 10.0 ** rng.integers(-3, 4, (n, 1)) + rng.integers(-9, 10, (n, 1)), bits


TWO = np.array([[0.0, 1.0, 2.0, 9.0], [-1.0, 0.9, 0.0, 2.0]])

cases = (
    Case(
        "one bit",
        (np.array([[0.0, 1.0, 4.0, 5.0]]), 1),
        "One bit has two levels, the smallest number and the largest.",
    ),
    Case(
        "two bits",
        (TWO[:1], 2),
        "Two bits have four levels, 0, 3, 6 and 9: three gaps lie between them.",
    ),
    Case(
        "numbers below 0",
        (np.array([[-10.0, -8.0, -5.0, -1.0]]), 2),
        "The levels begin at the smallest number, −10, not at 0.",
    ),
    *each_alone(*((row[np.newaxis], 2) for row in TWO)),
    Case(
        "two rows",
        (TWO, 2),
        "Right for one row, wrong for two: each row has its own smallest and largest number.",
    ),
    Case(
        "a row of equal numbers",
        (np.array([[5.0, 5.0, 5.0]]), 3),
        "The step of a row of equal numbers is 0, and 0/0 is nan. Such a row stays as it is.",
    ),
    Case(
        "all that fits",
        (np.arange(8.0)[np.newaxis], 3),
        "Eight numbers at equal distances are their own levels in three bits: nothing changes.",
    ),
    Case(
        "ten bits",
        (np.array([[0.0, 127.0, 200.0, 300.0, 1023.0]]), 10),
        "Ten bits have 1024 levels, here the whole numbers up to 1023: nothing changes.",
    ),
)


# fmt: off
# %% mistake
# There are 2**bits levels, so 2**bits − 1 gaps lie between them. You have one level too many.
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / 2**bits
    step = np.where(step == 0, 1, step)
    return least + step * np.rint((x - least) / step)
# %% mistake
# You take the smallest and the largest number of each column. A row has its own levels: axis=-1.
def my_rounded(x, bits):
    least = x.min(axis=0)
    step = (x.max(axis=0) - least) / (2**bits - 1)
    step = np.where(step == 0, 1, step)
    return least + step * np.rint((x - least) / step)
# %% mistake
# You return the numbers of the levels. Multiply them by the step, and add the row's smallest number.
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / (2**bits - 1)
    step = np.where(step == 0, 1, step)
    return np.rint((x - least) / step)
# %% mistake
# np.floor takes the level below. The nearest one may lie above: np.rint.
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / (2**bits - 1)
    step = np.where(step == 0, 1, step)
    return least + step * np.floor((x - least) / step)
# %% mistake
# In Python ^ is not a power: 2**bits.
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / ((2 ^ bits) - 1)
    step = np.where(step == 0, 1, step)
    return least + step * np.rint((x - least) / step)
# %% mistake
# You take 2 * bits levels. Each bit more doubles their number: 2**bits.
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / (2 * bits - 1)
    step = np.where(step == 0, 1, step)
    return least + step * np.rint((x - least) / step)
# %% wrong: here the whole numbers up to 1023
def my_rounded(x, bits):
    least = x.min(axis=-1, keepdims=True)
    step = (x.max(axis=-1, keepdims=True) - least) / (2**bits - 1)
    step = np.where(step == 0, 1, step)
    return least + step * np.rint((x - least) / step).astype(np.uint8)
# %% right
def my_rounded(x, bits):
    least, most = x.min(axis=1)[:, None], x.max(axis=1)[:, None]
    step = (most - least) / (2**bits - 1)
    step[step == 0] = 1
    return least + step * ((x - least) / step + 0.5).astype(int)
