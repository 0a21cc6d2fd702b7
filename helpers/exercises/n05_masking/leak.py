# %% task [markdown]
# **Exercise.** `before` and `after` `(n, d_v)` are the outputs before and after token `j` was
# changed. Return True if an output at an earlier position moved, else False. All numbers lie
# between −50 and 50. A difference below 10⁻¹² is rounding; where an output moved, it did so by at
# least 0.001. `[[1.0], [2.0]]`, `[[1.5], [2.0]]` and `j = 1` give `True`.
# %% stub
def my_leaks(before, after, j):
    return ...  # 1 or 2 lines


# %% solution
def my_leaks(before, after, j):
    moved = ~np.isclose(before, after)
    return bool(moved[:j].any())


# %% why [markdown]
# Outputs from position j on may use token j. Earlier ones must not change when it does.
# %% hints [markdown]
# - Which rows of the outputs belong to positions before j?
# - before[:j] and after[:j] must agree, up to rounding, in every number.
# - np.isclose compares number by number, up to rounding; ~ turns that into 'has moved'. Has any of
#   the first j rows?
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, halfway
from helpers.exercises.engine.exercise import Case

title = "the leak test"
seeds = range(120)


def reference(before, after, j):
    return not np.allclose(before[:j], after[:j])


def draw(rng):
    n, d_v = far_sizes(rng, 2)
    j, earlier = int(rng.integers(n)), rng.integers(n)
    before = rng.choice([1, 10]) * rng.uniform(-4, 4, (n, d_v))
    after = before.copy()
    if rng.random() < 0.5:  # rounding
        before = halfway(rng, before)
        after = before + 9e-13 * rng.uniform(-1, 1, (n, d_v))
    after[j:] += rng.choice([0, 1], (n - j, 1)) * rng.standard_normal((n - j, d_v))
    if earlier < j:
        match rng.integers(5):
            case 0:
                least = rng.choice([-3, rng.uniform(-3, 1)])
                after[earlier, rng.integers(d_v)] += rng.choice([-1.01, 1.01]) * 10**least
            case 1:
                after[earlier] = after[earlier, ::-1]
            case 2:
                after[:j] = after[:j][::-1]
            case 3:
                after[earlier] *= -1
    return before, after, j


ROUNDED_AT = np.append(1, 0.5 * 10.0 ** -np.arange(12))  # (13,): 1, and each half of a digit

cases = (
    Case(
        "output 0 falls when token 1 changes",
        (np.array([[1.0], [2.0]]), np.array([[0.5], [2.0]]), 1),
        "Output 0 fell from 1 to 0.5 when token 1 was changed: it has moved, a leak.",
    ),
    Case(
        "output 1 moves when token 1 changes",
        (np.array([[1.0], [2.0]]), np.array([[1.0], [7.0]]), 1),
        "Output j stands on the changed token itself: it may move.",
    ),
    Case(
        "0.3 and 0.1 + 0.2",
        (np.array([[0.3], [2.0]]), np.array([[0.1 + 0.2], [5.0]]), 1),
        "0.1 + 0.2 and 0.3 differ in their last digit only. That is rounding, which np.isclose "
        "and np.allclose overlook.",
    ),
    Case(
        "0 and 1e-17",
        (np.array([[0.0], [2.0]]), np.array([[1e-17], [5.0]]), 1),
        "1e-17 instead of 0 is rounding, too. A share of 0 is 0, so a tolerance needs an "
        "absolute part: atol.",
    ),
    Case(
        "one number of output 0 moves",
        (np.array([[1.0, 2.0], [0.0, 0.0]]), np.array([[1.0, 2.5], [0.0, 0.0]]), 1),
        "One number of an output that moves is enough.",
    ),
    Case(
        "token 0 changes",
        (np.array([[1.0], [2.0]]), np.array([[3.0], [1.0]]), 0),
        "Nothing stands before position 0: no output can leak.",
    ),
    Case(
        "output 1 moves, output 0 does not",
        (np.array([[1.0], [2.0], [3.0]]), np.array([[1.0], [2.5], [3.0]]), 2),
        "All positions before j count, up to j − 1.",
    ),
    Case(
        "output 0 moves by 0.001",
        (np.array([[0.001], [2.0]]), np.array([[0.002], [2.0]]), 1),
        "A move of 0.001 is a small leak, but it is not rounding.",
    ),
    Case(
        "output 0 moves from 48 to 48.002",
        (np.array([[48.0], [2.0]]), np.array([[48.002], [2.0]]), 1),
        "A move of 0.002 is more than rounding, even beside 48: a tolerance that is a share "
        "of the number must be small enough for 50.",
    ),
    Case(
        "on both sides of a half",
        (
            np.array([ROUNDED_AT - 4e-13, 0 * ROUNDED_AT]),
            np.array([ROUNDED_AT + 4e-13, ROUNDED_AT]),
            1,
        ),
        "A difference of 8e-13 is rounding, but rounded or cut off, two numbers so close may "
        "become different ones, as 0.5 − 4e-13 and 0.5 + 4e-13 become 0 and 1. Compare the "
        "size of their difference with a tolerance between 10⁻¹² and 0.001.",
    ),
)


# fmt: off
# %% mistake
# You look at the outputs from j on. A leak is in those before j.
def my_leaks(before, after, j):
    return not np.allclose(before[j:], after[j:])
# %% mistake
# This is the wrong way round: True must mean that something leaks.
def my_leaks(before, after, j):
    return bool(np.allclose(before[:j], after[:j]))
# %% mistake
# You answer for each output. Give one True or False: whether any of them moved.
def my_leaks(before, after, j):
    return ~np.isclose(before[:j], after[:j]).all(axis=1)
# %% mistake
# You have one True or False for each number. .any() turns them all into one.
def my_leaks(before, after, j):
    return ~np.isclose(before[:j], after[:j])
# %% mistake
# A number that grows has moved, too, and its difference is negative: take np.abs first.
def my_leaks(before, after, j):
    return bool((before[:j] - after[:j] > 1e-9).any())
# %% mistake
# In a sum, moves up and moves down cancel. Look at each difference by itself: take np.abs first.
def my_leaks(before, after, j):
    return bool((before[:j] - after[:j]).sum() > 1e-9)
# %% mistake
# At j = 0 there is no output before: max() of nothing is an error, any() of nothing is False.
def my_leaks(before, after, j):
    difference = np.abs(np.array(after)[:j] - np.array(before)[:j])
    return bool(difference.max() > 1e-9)
# %% mistake
# [:, :j] takes the first j numbers of every output. Outputs are rows: take [:j].
def my_leaks(before, after, j):
    return not np.allclose(before[:, :j], after[:, :j])
# %% mistake
# You answer for output 0 alone. The first return ends a function: in the loop return True where an
# output has moved, and return False only after the loop.
def my_leaks(before, after, j):
    for i in range(j):
        return not np.allclose(before[i], after[i])
    return False
# %% mistake
# The output at j − 1 alone decides: each turn of your loop replaces the answer of the turn before.
# What has once become True must stay True.
def my_leaks(before, after, j):
    moved = False
    for i in range(j):
        moved = not np.allclose(before[i], after[i])
    return moved
# %% wrong: Nothing stands before position 0:
def my_leaks(before, after, j):
    return not np.allclose(before[j - 1], after[j - 1])
# %% wrong: All positions before j count, up to j − 1.
def my_leaks(before, after, j):
    earlier = min(j, max(j - 1, 1))
    return not np.allclose(before[:earlier], after[:earlier])
# %% wrong: A move of 0.001 is a small leak, but it is not rounding.
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], atol=0.1)
# %% wrong: Output j stands on the changed token itself:
def my_leaks(before, after, j):
    return not np.allclose(before[:j + 1], after[:j + 1])
# %% wrong: 0.1 + 0.2 and 0.3 differ in their last digit only.
def my_leaks(before, after, j):
    return bool((before[:j] != after[:j]).any())
# %% wrong: 1e-17 instead of 0 is rounding, too.
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], atol=0)
# %% wrong: A move of 0.002 is more than rounding, even beside 48:
def my_leaks(before, after, j):
    return not np.allclose(before[:j], after[:j], rtol=1e-4)
# %% wrong: A difference of 8e-13 is rounding, but rounded or cut off,
def my_leaks(before, after, j):
    return bool((before[:j].round(10) != after[:j].round(10)).any())
