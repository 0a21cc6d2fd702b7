# %% task [markdown]
# **Exercise.** Take Adam's first step: $t$ is 1, and $m$ and $s$ were 0 before it. `p` are the
# numbers to learn, `slope` their slopes, both `(n, d)`. Return the new `p` as a new array. `p =
# [[1.0, 2.0]]`, `slope = [[30.0, -0.2]]` and `rate = 0.1` give `[[0.9, 2.1]]`.
# %% stub
def my_first_step(p, slope, rate):
    return ...  # about 5 lines


# %% solution
def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    unbiased = mean / (1 - 0.9)
    size = np.sqrt(square / (1 - 0.98)) + 1e-8
    return p - rate * unbiased / size


# %% why [markdown]
# At the first step the corrections undo the 0.1 and the 0.02, so each slope is divided by its own
# size: a number moves by the rate, against its slope, however large the slope is. Only where the
# slope is nearly 0 does the 1e-8 make the step shorter.
# %% hints [markdown]
# - The correction divides m by 1 − 0.9 and s by 1 − 0.98, since t is 1.
# - The size is the root of the corrected square, plus 1e-8.
# - The new p is p − rate · (corrected mean) / size.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "Adam's first step"
axes = ("rows", "columns")


def reference(p, slope, rate):
    return p - rate * slope / (np.sqrt(slope**2) + 1e-8)


def draw(rng):
    shape = sizes(rng, 2)
    slope = numbers(rng, *shape, tiny=1e-4, huge=1e4) * 1.0
    return rng.standard_normal(shape), slope, float(10 ** rng.uniform(-3, -1))


cases = (
    Case(
        "one number, slope 2",
        (np.array([[1.0]]), np.array([[2.0]]), 0.1),
        "The corrected mean is 2 and the root of the corrected square is 2: p moves by 0.1, "
        "to 0.9.",
    ),
    Case(
        "a negative slope",
        (np.array([[1.0]]), np.array([[-2.0]]), 0.1),
        "Against a negative slope p grows: 1.1. The size is positive.",
    ),
    Case(
        "large and small slopes",
        (np.array([[1.0, 2.0]]), np.array([[30.0, -0.2]]), 0.1),
        "Both numbers move by 0.1: each slope is divided by its own size.",
    ),
    Case(
        "a slope of 0",
        (np.array([[1.0, 2.0]]), np.array([[0.0, 1.0]]), 0.1),
        "Where the slope is 0, nothing moves: the 1e-8 keeps 0/0 away.",
    ),
    Case(
        "a slope of 1e-8",
        (np.array([[1.0, 2.0]]), np.array([[1e-8, 1.0]]), 0.1),
        "The 1e-8 is added to the root: this slope moves p by half the rate, 0.05.",
    ),
)


# fmt: off
# %% mistake
# You go up the slope. Subtract, so that the loss becomes smaller.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p + rate * m / (np.sqrt(s) + 1e-8)
# %% mistake
# This is a plain step down the slope, without dividing by its size.
def my_first_step(p, slope, rate):
    return p - rate * slope
# %% mistake
# The corrections are missing: divide mean by 1 − 0.9 and square by 1 − 0.98.
def my_first_step(p, slope, rate):
    m = 0.1 * slope
    s = 0.02 * slope**2
    return p - rate * m / (np.sqrt(s) + 1e-8)
# %% mistake
# You correct the mean only. Divide square by 1 − 0.98, too.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / (1 - 0.9)
    s = 0.02 * slope**2
    return p - rate * m / (np.sqrt(s) + 1e-8)
# %% mistake
# You correct the square only. Divide mean by 1 − 0.9, too.
def my_first_step(p, slope, rate):
    m = 0.1 * slope
    s = 0.02 * slope**2 / (1 - 0.98)
    return p - rate * m / (np.sqrt(s) + 1e-8)
# %% mistake
# The root is missing: the size is the root of the corrected square.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - rate * m / (s + 1e-8)
# %% mistake
# You add 1e-8 under the root. It is added to the root.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - rate * m / np.sqrt(s + 1e-8)
# %% mistake
# The rate is missing: the step is rate · (corrected mean) / size.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - m / (np.sqrt(s) + 1e-8)
# %% mistake
# 0.9 and 0.1 have changed places, and 0.98 and 0.02: a new slope counts 0.1.
def my_first_step(p, slope, rate):
    m = 0.9 * slope
    s = 0.98 * slope**2
    m = m / (1 - 0.9)
    s = s / (1 - 0.98)
    return p - rate * m / (np.sqrt(s) + 1e-8)
# %% mistake
# Your step is a twentieth of the rate. The rise over 20 steps is not part of Adam: take the rate as
# it is given.
def my_first_step(p, slope, rate):
    rate = rate / 20
    m = 0.1 * slope
    s = 0.02 * slope**2
    return p - rate * (m / (1 - 0.9)) / (np.sqrt(s / (1 - 0.98)) + 1e-8)
# %% mistake
# You correct for step 2. At the first step t is 1: divide by 1 − 0.9 and 1 − 0.98.
def my_first_step(p, slope, rate):
    t = 2
    m = 0.1 * slope
    s = 0.02 * slope**2
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8)
# %% mistake
# This is the step alone. Subtract it from p.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / (1 - 0.9)
    s = 0.02 * slope**2 / (1 - 0.98)
    return rate * m / (np.sqrt(s) + 1e-8)
# %% mistake
# You divide by the length of all slopes together. Each number has a size of its own.
def my_first_step(p, slope, rate):
    return p - rate * slope / (np.linalg.norm(slope) + 1e-8)
# %% right
def my_first_step(p, slope, rate):
    new = np.zeros(p.shape)
    for i in range(p.shape[0]):
        for j in range(p.shape[1]):
            new[i, j] = p[i, j] - rate * slope[i, j] / (abs(slope[i, j]) + 1e-8)
    return new
# %% right
def my_first_step(p, slope, rate):
    m = np.zeros_like(slope)
    s = np.zeros_like(slope)
    m += 0.1 * slope
    s += 0.001 * slope**2
    return p - rate * (m / 0.1) / (np.sqrt(s / 0.001) + 1e-8)
# %% wrong: The corrected mean is 2 and the root of the corrected square is 2: p moves by 0.1, to 0.9.
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope / 0.02
    return p - rate * m / (np.sqrt(s) + 1e-8)
# %% wrong: The first nan (not a number) is at [0, 0].
def my_first_step(p, slope, rate):
    m = 0.1 * slope / 0.1
    s = 0.02 * slope**2 / 0.02
    return p - rate * m / np.sqrt(s)
# %% wrong: Both numbers move by 0.1: each slope is divided by its own size.
def my_first_step(p, slope, rate):
    return p - rate * slope / np.linalg.norm(slope, axis=1, keepdims=True)
# %% wrong: Against a negative slope p grows: 1.1. The size is positive.
def my_first_step(p, slope, rate):
    m = np.abs(slope)
    s = slope**2
    return p - rate * m / (np.sqrt(s) + 1e-8)
