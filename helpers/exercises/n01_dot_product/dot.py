# %% task [markdown]
# **Exercise** (fill in one line). Complete the loop, so that it gives the dot product of two
# vectors `a` and `b`, both arrays of shape `(n,)`: one number. `a = [1, 2]` and `b = [3, 4]` give
# `11`. {how to stop}
# %% stub
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = ...  # 1 line
    return total


# %% solution
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * b_i
    return total


# %% why [markdown]
# Each round multiplies one pair of entries, and adds the product to what is there.
# %% hints [markdown]
# - In each round a_i and b_i are one entry of a and one of b. What do they give, and where does it
#   go?
# - The new total is the old total plus one product.
# - total = total + … with the product of a_i and b_i in place of the dots.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

from .shared import dot, vectors

title = "the dot product by a loop"
blank = True

reference = dot

draw = vectors

cases = (
    Case(
        "two entries",
        (np.array([1, 2]), np.array([3, 4])),
        "Multiply first with first and second with second, then add: 3 + 8.",
    ),
    Case(
        "a negative product",
        (np.array([1, 2]), np.array([4, -5])),
        "A negative product makes the total smaller: 4 − 10.",
    ),
    Case(
        "fractions",
        (np.array([0.5, 1.5]), np.array([1.0, 0.5])),
        "Whole numbers are right, fractions are not: the result is 0.5 + 0.75.",
    ),
)


# fmt: off
# %% mistake
# Only the last product is left: each round overwrites the total. Add to the old one.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a_i * b_i
    return total
# %% mistake
# Only the first product is there. Does return stand inside the loop?
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * b_i
        return total
# %% mistake
# You add all the entries. Multiply each pair first, and add the products.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i + b_i
    return total
# %% mistake
# In effect, every entry of a is multiplied by every entry of b. Multiply only those that stand at
# the same place.
def my_dot(a, b):
    total = 0
    for a_i in a:
        for b_i in b:
            total = total + a_i * b_i
    return total
# %% mistake
# These are the products, still a vector: add them up.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = a * b
    return total
# %% mistake
# In each round you add the whole product of a and b. In the loop, a_i and b_i are one entry of each.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a @ b
    return total
# %% mistake
# This is a · a: the entries of b are missing.
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + a_i * a_i
    return total
# %% wrong: A negative product makes the total smaller:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total = total + max(0, a_i * b_i)
    return total
# %% wrong: Whole numbers are right, fractions are not:
def my_dot(a, b):
    total = 0
    for a_i, b_i in zip(a, b, strict=True):
        total += int(a_i * b_i)
    return total
# %% right
def my_dot(a, b):
    return np.einsum("i,i->", np.float32(a), np.float32(b))
