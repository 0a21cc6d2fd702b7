# %% task [markdown]
# **Exercise** (*Deeper*). Take step `t` of Adam. `p` are the numbers to learn and `slope` their
# slopes; `m` and `s` are the two means as the step before left them. All four have the same shape,
# such as `(n, d)` or `(d,)`. Return the new `p`, `m` and `s`, in this order, as new arrays. With
# `rate = 0.1`, `t = 1` and zeros in `m` and `s`, `p = [1.0]` and `slope = [2.0]` give `[0.9],
# [0.2], [0.08]`.
# %% stub
def my_step(p, slope, m, s, t, rate):
    return ...  # about 5 lines


# %% solution
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * slope**2
    mean = m / (1 - 0.9**t)
    size = np.sqrt(s / (1 - 0.98**t)) + 1e-8
    return p - rate * mean / size, m, s


# %% why [markdown]
# At the first step the divisions undo the 0.1 and the 0.02, so each slope is divided by its own
# size: a number moves by the rate, however large its slope is. Later the mean remembers: where the
# slopes have changed sign, it is small, and so is the step.
# %% hints [markdown]
# - First the two means: 0.9 of the old m and 0.1 of the slope; 0.98 of the old s and 0.02 of the
#   squared slope.
# - Divide the new m by 1 − 0.9**t and the new s by 1 − 0.98**t, for the step alone: what you return
#   is not divided.
# - The size is the root of the divided s, plus 1e-8. The new p is p − rate · mean / size.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "a step of Adam"
part = "adam_step"
deeper = True
axes = ("rows", "columns")


def reference(p, slope, m, s, t, rate):
    m, s = 0.9 * m + 0.1 * slope, 0.98 * s + 0.02 * slope**2
    return p - rate * m / (1 - 0.9**t) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8), m, s


def draw(rng):
    shape, t = sizes(rng, int(rng.integers(1, 3))), int(rng.integers(1, 40))
    slope = numbers(rng, *shape, tiny=1e-4, huge=1e4) * 1.0
    before = np.abs(slope).max() * rng.standard_normal((2, *shape)) * (t > 1)
    p, rate = rng.standard_normal(shape), float(10 ** rng.uniform(-3, -1))
    return p, slope, before[0], before[1] ** 2, t, rate


def one_step(name, slope, m, s, t, message):
    """One step, at the rate 0.1, of numbers that are 1, 2, …"""
    p = np.arange(1.0, len(slope) + 1)
    return Case(name, (*(np.array([x]) for x in (p, slope, m, s)), t, 0.1), message)


cases = (
    one_step(
        "step 1, slope 2",
        [2.0],
        [0.0],
        [0.0],
        1,
        "m becomes 0.2 and s 0.08. Divided by 0.1 and 0.02, they are 2 and 4, and the root of 4 is "
        "2: the number moves by 0.1, to 0.9.",
    ),
    one_step(
        "step 1, a negative slope",
        [-2.0],
        [0.0],
        [0.0],
        1,
        "Against a negative slope the number grows, to 1.1. The size is positive.",
    ),
    one_step(
        "step 1, large and small slopes",
        [30.0, -0.2],
        [0.0, 0.0],
        [0.0, 0.0],
        1,
        "Both numbers move by 0.1: each slope is divided by its own size.",
    ),
    one_step(
        "step 2, the same slope again",
        [2.0],
        [0.2],
        [0.08],
        2,
        "m becomes 0.38 and s 0.1584. Divided by 0.19 and 0.0396 they are 2 and 4 again, so the "
        "number moves by 0.1.",
    ),
    one_step(
        "step 2, the slope has turned",
        [-2.0],
        [0.2],
        [0.08],
        2,
        "m becomes −0.02, for 0.9 of the old mean nearly makes up for 0.1 of the new slope. So the "
        "number grows by about 0.005 only.",
    ),
    one_step(
        "a slope of 0",
        [0.0, 1.0],
        [0.0, 0.0],
        [0.0, 0.0],
        1,
        "Where m and s are 0, nothing moves: the 1e-8 keeps 0/0 away.",
    ),
    one_step(
        "a slope of 1e-8",
        [1e-8, 1.0],
        [0.0, 0.0],
        [0.0, 0.0],
        1,
        "The 1e-8 is added to the root: this slope moves its number by half the rate, 0.05.",
    ),
)


# fmt: off
# %% mistake
# This moves every number by the rate, against the sign of its slope. Adam goes by the two means,
# which remember the slopes before.
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * slope**2
    return p - rate * np.sign(slope), m, s
# %% mistake
# You go up the slope. Subtract, so that the loss becomes smaller.
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * slope**2
    return p + rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8), m, s
# %% mistake
# You return the divided means. The next step needs m and s as they were before they are divided.
def my_step(p, slope, m, s, t, rate):
    m = (0.9 * m + 0.1 * slope) / (1 - 0.9**t)
    s = (0.98 * s + 0.02 * slope**2) / (1 - 0.98**t)
    return p - rate * m / (np.sqrt(s) + 1e-8), m, s
# %% mistake
# You return the old m and s. The next step needs the new ones.
def my_step(p, slope, m, s, t, rate):
    mean = (0.9 * m + 0.1 * slope) / (1 - 0.9**t)
    square = (0.98 * s + 0.02 * slope**2) / (1 - 0.98**t)
    return p - rate * mean / (np.sqrt(square) + 1e-8), m, s
# %% mistake
# 0.9 and 0.1 have changed places, and 0.98 and 0.02: a new slope counts 0.1, its square 0.02.
def my_step(p, slope, m, s, t, rate):
    m = 0.1 * m + 0.9 * slope
    s = 0.02 * s + 0.98 * slope**2
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8), m, s
# %% mistake
# s is the mean of the squares: square the slope.
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * np.abs(slope)
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8), m, s
# %% mistake
# You return the new numbers alone. Return them, m and s.
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * slope**2
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8)
# %% mistake
# You return m and s in the other order: first the new numbers, then m, the mean of the slopes, then
# s.
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * slope**2
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8), s, m
# %% mistake
# You take the step with the old m and s. Update both first.
def my_step(p, slope, m, s, t, rate):
    p = p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8)
    return p, 0.9 * m + 0.1 * slope, 0.98 * s + 0.02 * slope**2
# %% right
def my_step(p, slope, m, s, t, rate):
    m = m + 0.1 * (slope - m)
    s = s + 0.02 * (slope * slope - s)
    m_t = m / (1 - 0.9**t)
    s_t = s / (1 - 0.98**t)
    return np.array([p - rate * m_t / (s_t**0.5 + 1e-8), m, s])
# %% wrong: The first nan (not a number) is at
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * slope**2
    return p - rate * (m / (1 - 0.9**t)) / np.sqrt(s / (1 - 0.98**t)), m, s
# %% wrong: Both numbers move by 0.1: each slope is divided by its own size.
def my_step(p, slope, m, s, t, rate):
    m = 0.9 * m + 0.1 * slope
    s = 0.98 * s + 0.02 * np.mean(slope**2)
    return p - rate * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.98**t)) + 1e-8), m, s
