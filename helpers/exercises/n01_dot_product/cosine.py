# %% task [markdown]
# **Exercise** (*Deeper*; find the bug). This function should return the cosine of the angle between `a` and
# `b`, both `(n,)` and not zero: one number. With `a = [3, 4]` it must be `0.6` for `b = [1, 0]` and
# for `b = [2, 0]` alike.
# %% stub
def my_cosine(a, b):  # 1 line is wrong
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a * length_b


# %% solution
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a * length_b)


# %% why [markdown]
# Both lengths stand below the line, so both go into the brackets: only direction is left.
# %% hints [markdown]
# - Run it with a = [3, 4] and b = [1, 0], where it happens to be right; then b = [2, 0]. What does
#   it do with the length of b?
# - In which order does Python work out x / y * z?
# - Put the two lengths into brackets, or divide twice.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

from .shared import cosine, vectors_with_a_length

title = "the cosine"
deeper = True


reference = cosine

draw = vectors_with_a_length

cases = (
    Case(
        "b of length 1",
        (np.array([3, 4]), np.array([1, 0])),
        "a · b is 3, a has length 5 and b length 1: the cosine is 3 / (5 · 1).",
    ),
    Case(
        "the same direction",
        (np.array([3, 4]), np.array([6, 8])),
        "a and b have the same direction: their cosine is 1, however long they are.",
    ),
    Case(
        "opposite directions",
        (np.array([3, 4]), np.array([-6, -8])),
        "a and b have opposite directions: their cosine is −1.",
    ),
    Case(
        "three entries",
        (np.array([2, 3, 6]), np.array([1, 2, 2])),
        "Two entries are right, three are not: every entry counts, also in the lengths.",
    ),
)


# fmt: off
# %% mistake
# This divides by the length of a and multiplies by that of b. Both must divide.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a / length_b)
# %% mistake
# The length of b is still in it: this is the shadow of b on a.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / length_a
# %% mistake
# You divide by the squared lengths: the roots are missing.
def my_cosine(a, b):
    length_a = a @ a
    length_b = b @ b
    return a @ b / (length_a * length_b)
# %% mistake
# You add the lengths. Divide by their product.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return a @ b / (length_a + length_b)
# %% mistake
# This is the angle itself, in radians. You need its cosine.
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return math.acos(a @ b / (length_a * length_b))
# %% wrong: a and b have opposite directions:
def my_cosine(a, b):
    length_a = math.sqrt(a @ a)
    length_b = math.sqrt(b @ b)
    return np.clip(a @ b / (length_a * length_b), 0, 1)
# %% wrong: Two entries are right, three are not:
def my_cosine(a, b):
    length_a = math.hypot(a[0], a[1])
    length_b = math.hypot(b[0], b[1])
    return a @ b / (length_a * length_b)
# %% right
def my_cosine(a, b):
    x, y, z = np.linalg.norm(a), np.linalg.norm(b), np.linalg.norm(a - b)
    return (x * x + y * y - z * z) / (2 * x * y)
