# %% task [markdown]
# **Exercise.** `before` `(n, d)` holds a layer's outputs for the tokens `X`, and `after` its
# outputs for `X[order]`, the same tokens in another order. Return True if each output has moved
# with its token and is otherwise the same, else False. All numbers lie between −50 and 50. A
# difference below 10⁻⁹ is rounding; a real one is at least 0.001. `[[1.0], [2.0], [3.0]]`, `[[3.0],
# [1.0], [2.0]]` and `order = np.array([2, 0, 1])` give `True`. {how to stop}
# %% stub
def my_equivariant(before, after, order):
    return ...  # 1 line


# %% solution
def my_equivariant(before, after, order):
    return np.allclose(after, before[order], rtol=0, atol=1e-6)


# %% why [markdown]
# Row i of X[order] is the token order[i], so row i of its outputs has to be before[order[i]].
# %% hints [markdown]
# - Which token stands in row 0 of X[order]? Which row of before is its output?
# - before[order] are the old outputs in the new order.
# - np.allclose(one, other) is True if all numbers agree up to rounding.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, halfway
from helpers.exercises.engine.exercise import Case

title = "do outputs travel with their tokens"
axes = ("tokens", "features")
seeds = range(120)


def draw(rng):
    """The outputs of some tokens, and those of the same tokens in another order, or a fault."""
    n, d = far_sizes(rng, 2)
    before = rng.choice([1, 10]) * rng.uniform(-4, 4, (n, d))
    if rng.random() < 0.3:
        before = np.where(rng.random((n, 1)) < 0.5, before, before[0])  # some rows are the same
    order = rng.permutation(n)
    after = before[order]
    match rng.integers(10):
        case 0:
            before = halfway(rng, before)
            after = before[order] + 9e-10 * rng.uniform(-1, 1, (n, d))
        case 1:
            after = before.copy()
        case 2:
            after = before[np.argsort(order)]
        case 3:
            least = rng.choice([-3, rng.uniform(-3, 0)])
            after.flat[rng.integers(after.size)] += rng.choice([-1.01, 1.01]) * 10**least
        case 4:
            column = rng.integers(d)
            after[[0, -1], column] += [0.5, -0.5]  # its mean stays
        case 5:
            after = -after
        case 6:
            row = rng.integers(n)
            after[row, [0, -1]] += [0.5, -0.5]  # its sum stays
        case 7:
            row = rng.integers(n)
            after[row] = after[row, ::-1]  # its numbers stay
        case 8:
            if min(n, d) > 1:
                corners = np.ix_([0, -1], [0, -1])
                after[corners] += [[0.5, -0.5], [-0.5, 0.5]]  # all sums stay
    return before, after, order


ROUNDED_AT = np.append(1, 0.5 * 10.0 ** -np.arange(9))  # (10,): 1, and each half of a digit


def reference(before, after, order):
    return bool(np.abs(after - before[order]).max() < 1e-6)


cases = (
    Case(
        "two tokens exchanged, and so are the outputs",
        (np.array([[1.0], [2.0]]), np.array([[2.0], [1.0]]), np.array([1, 0])),
        "Both outputs have moved with their tokens: True.",
    ),
    Case(
        "two tokens exchanged, and the outputs stay",
        (np.array([[1.0], [2.0]]), np.array([[1.0], [2.0]]), np.array([1, 0])),
        "The tokens changed places and the outputs did not: False.",
    ),
    Case(
        "three tokens in a ring",
        (np.array([[1.0], [2.0], [3.0]]), np.array([[3.0], [1.0], [2.0]]), np.array([2, 0, 1])),
        "Row 0 of after belongs to token order[0] = 2, so it has to be before[2].",
    ),
    Case(
        "three tokens in a ring, the outputs the other way round",
        (np.array([[1.0], [2.0], [3.0]]), np.array([[2.0], [3.0], [1.0]]), np.array([2, 0, 1])),
        "Every output stands at the place of another token: False.",
    ),
    Case(
        "right but for rounding",
        (np.array([[0.0], [0.7]]), np.array([[0.7], [1e-13]]), np.array([1, 0])),
        "A difference of 1e-13 is rounding, even beside 0: True. A share of 0 is 0, so a "
        "tolerance needs an absolute part: atol.",
    ),
    Case(
        "one number is off by 0.001",
        (
            np.array([[0.1, 0.001], [0.7, 9.0]]),
            np.array([[0.7, 9.0], [0.1, 0.002]]),
            np.array([1, 0]),
        ),
        "The last number differs by 0.001, which is no rounding: False.",
    ),
    Case(
        "one number is 48.002 instead of 48",
        (
            np.array([[0.1, 48.0], [0.7, 9.0]]),
            np.array([[0.7, 9.0], [0.1, 48.002]]),
            np.array([1, 0]),
        ),
        "The last number differs by 0.002, which is more than rounding, even beside 48: "
        "False. A tolerance that is a share of the number must be small enough for 50.",
    ),
    Case(
        "two numbers are off, by 0.5 and by −0.5",
        (np.array([[0.1, 5.0], [0.7, 9.0]]), np.array([[1.2, 9.0], [0.1, 4.5]]), np.array([1, 0])),
        "Differences must not cancel out: compare number by number.",
    ),
    Case(
        "on both sides of a half",
        (
            np.array([ROUNDED_AT - 4e-10, ROUNDED_AT]),
            np.array([ROUNDED_AT, ROUNDED_AT + 4e-10]),
            np.array([1, 0]),
        ),
        "A difference of 8e-10 is rounding, but rounded or cut off, two numbers so close may "
        "become different ones, as 0.5 − 4e-10 and 0.5 + 4e-10 become 0 and 1. Compare the "
        "size of their difference with a tolerance between 10⁻⁹ and 0.001.",
    ),
)


# fmt: off
# %% mistake
# You ask whether the outputs stay where they were. That is invariance. Equivariant outputs move
# with their tokens.
def my_equivariant(before, after, order):
    return np.allclose(before, after)
# %% mistake
# You compare outputs of different tokens. The old outputs in the new order are before[order].
# after[order] and before[np.argsort(order)] go the other way.
def my_equivariant(before, after, order):
    return np.allclose(after[order], before)
# %% mistake
# You compare the means. The mean of the outputs is the same whichever place each has: it is
# invariant.
def my_equivariant(before, after, order):
    return np.allclose(before.mean(axis=0), after.mean(axis=0))
# %% mistake
# You ask only whether the same outputs occur somewhere. Each must stand where order says.
def my_equivariant(before, after, order):
    return np.allclose(np.sort(before, axis=0), np.sort(after, axis=0))
# %% mistake
# You also demand that something changes. If order leaves every token in place, or the tokens that
# change places are equal, the same outputs are right.
def my_equivariant(before, after, order):
    return np.allclose(before[order], after) and not np.allclose(before, after)
# %% mistake
# Your answer is the wrong way round: equal means True.
def my_equivariant(before, after, order):
    return not np.allclose(before[order], after)
# %% mistake
# Your comparison sees differences that are rounding alone. np.allclose has a tolerance, atol, which
# is 1e-8 if you don't set it.
def my_equivariant(before, after, order):
    return (before[order] == after).all()
# %% mistake
# One number that agrees is enough for you: take .all() instead of .any().
def my_equivariant(before, after, order):
    return np.isclose(before[order], after).any()
# %% mistake
# Only row 0 is compared. In a loop, a return in the first step ends it.
def my_equivariant(before, after, order):
    for i, o in enumerate(order):
        return np.allclose(after[i], before[o])
# %% mistake
# A negative difference counts as small: take np.abs first.
def my_equivariant(before, after, order):
    return (after - before[order]).max() < 1e-9
# %% mistake
# In a sum, one difference may cancel another. Compare number by number, or take np.abs of each
# difference first.
def my_equivariant(before, after, order):
    return abs((after - before[order]).sum()) < 1e-9
# %% mistake
# You compare lengths. A vector may turn and keep its length.
def my_equivariant(before, after, order):
    return np.allclose(np.linalg.norm(before[order], axis=1), np.linalg.norm(after, axis=1))
# %% wrong: The last number differs by 0.001, which is no rounding: False.
def my_equivariant(before, after, order):
    return np.allclose(before[order], after, atol=0.01)
# %% right
def my_equivariant(before, after, order):
    return np.allclose(after, before[order])
# %% right
def my_equivariant(before, after, order):
    for i in range(len(order)):
        if not np.allclose(after[i], before[order[i]]):
            return False
    return True
# %% wrong: Right on the small cases, wrong on this one.
def my_equivariant(before, after, order):
    return np.allclose(after[:10], before[order][:10], rtol=0, atol=1e-6)
# %% wrong: A share of 0 is 0, so a tolerance needs an absolute part: atol.
def my_equivariant(before, after, order):
    return np.allclose(after, before[order], rtol=1e-5, atol=0)
# %% wrong: The last number differs by 0.002, which is more than rounding, even beside 48
def my_equivariant(before, after, order):
    return np.allclose(before[order], after, rtol=1e-4)
# %% right
def my_equivariant(before, after, order):
    return bool(np.abs(before[order] - after).max() < 0.001)
# %% wrong: A difference of 8e-10 is rounding, but rounded or cut off,
def my_equivariant(before, after, order):
    return np.array_equal(before[order].round(8), after.round(8))
