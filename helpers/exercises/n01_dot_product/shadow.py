# %% task [markdown]
# **Exercise** (write a function). Return the signed length of the shadow of `a` on `b`, both `(n,)`
# and not zero: one number. The shadow of `a = [3, 4]` on `b = [2, 0]` is `3.0`.
# %% stub
def my_shadow(a, b):
    return ...  # about 1 line


# %% solution
def my_shadow(a, b):
    return a @ b / math.sqrt(b @ b)


# %% why [markdown]
# a · b is the shadow times the length of b: one division takes that length out again.
# %% hints [markdown]
# - Which length should not matter: that of a, which casts the shadow, or that of b, which it falls
#   on?
# - The shadow of p on r is p · r over the length of r. Which of a and b is r here?
# - The length of b is math.sqrt(b @ b).
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

from .shared import dot, length, vectors_with_a_length

title = "the shadow of one vector on another"


def reference(a, b):
    return dot(a, b) / length(b)


draw = vectors_with_a_length

cases = (
    Case(
        "on a line along the first axis",
        (np.array([3, 4]), np.array([2, 0])),
        "b points along the first axis: the shadow is the first entry of a.",
    ),
    Case(
        "b is longer",
        (np.array([3, 4]), np.array([10, 0])),
        "Only b has become longer, and its line is the same: the shadow must not change.",
    ),
    Case(
        "on itself",
        (np.array([3, 4]), np.array([3, 4])),
        "The shadow of a vector on itself is as long as the vector, here 5.",
    ),
    Case(
        "on the far side",
        (np.array([3, 4]), np.array([-2, 0])),
        "The angle is more than 90 degrees: the shadow falls on the far side and is negative.",
    ),
    Case(
        "perpendicular",
        (np.array([3, 4]), np.array([8, -6])),
        "a and b are perpendicular: the shadow is a point, of length 0.",
    ),
    Case(
        "a length that is not whole",
        (np.array([2, 1]), np.array([1, 1])),
        "The shadow is 3 divided by √2. Is something rounded or cut off?",
    ),
    Case(
        "three entries",
        (np.array([2, 3, 6]), np.array([1, 2, 2])),
        "Two entries are right, three are not: every entry counts, also in the length of b.",
    ),
)


# fmt: off
# %% mistake
# This is the shadow of b on a: the two are swapped.
def my_shadow(a, b):
    return a @ b / math.sqrt(a @ a)
# %% mistake
# You divide by b · b, the squared length. The length is its root.
def my_shadow(a, b):
    return a @ b / (b @ b)
# %% mistake
# This is the foot, a point on the line of b. You need its signed distance from the origin: one
# number.
def my_shadow(a, b):
    return (a @ b) / (b @ b) * b
# %% mistake
# This is the dot product, the shadow times the length of b. Divide by that length.
def my_shadow(a, b):
    return a @ b
# %% mistake
# This is the cosine, without the length of a. The shadow of a longer a is longer.
def my_shadow(a, b):
    return cosine(a, b)
# %% mistake
# You drop the sign. On the far side of the origin the shadow is negative.
def my_shadow(a, b):
    shadow = (a @ b) / (b @ b) * b
    return np.linalg.norm(shadow)
# %% mistake
# len(b) counts the entries. The length of the arrow is the root of b · b.
def my_shadow(a, b):
    return a @ b / len(b)
# %% mistake
# You divide by the sum of b's entries without their signs. The length of an arrow is the root of b
# · b.
def my_shadow(a, b):
    return a @ b / np.sum(np.abs(b))
# %% mistake
# b divided by its length stands in an array of whole numbers, which cuts the fractions off.
# np.zeros(len(b)) holds fractions.
def my_shadow(a, b):
    unit = np.zeros_like(b)
    for i in range(len(b)):
        unit[i] = b[i] / np.linalg.norm(b)
    return float(a @ unit)
# %% mistake
# You take the first entry of a: its shadow on the first axis, not on b.
def my_shadow(a, b):
    return float(a[0])
# %% mistake
# This is how far the tip of a is from the line. The shadow lies on the line.
def my_shadow(a, b):
    shadow = (a @ b) / (b @ b) * b
    return math.sqrt((a - shadow) @ (a - shadow))
# %% wrong: Right on the small cases, wrong on this one.
def my_shadow(a, b):
    return a @ b / (np.linalg.norm(b) + 1e-6)
# %% wrong: The shadow of a vector on itself is as long as the vector, here 5.
def my_shadow(a, b):
    return a @ b / np.max(np.abs(b))
# %% wrong: Two entries are right, three are not:
def my_shadow(a, b):
    return a @ b / math.hypot(b[0], b[1])
# %% wrong: An array of whole numbers cannot hold fractions:
def my_shadow(a, b):
    b /= np.linalg.norm(b)
    return a @ b
# %% wrong: The angle is more than 90 degrees:
def my_shadow(a, b):
    return max(0.0, a @ b / np.linalg.norm(b))
# %% wrong: Only b has become longer, and its line is the same:
def my_shadow(a, b):
    return a @ b / 2
# %% wrong: Right to 1 decimal:
def my_shadow(a, b):
    return round(float(a @ b / np.linalg.norm(b)), 1)
# %% wrong: The shadow is 3 divided by √2.
def my_shadow(a, b):
    return a @ b // np.linalg.norm(b)
# %% wrong: b points along the first axis:
def my_shadow(a, b):
    return a @ b / np.sqrt(np.mean(b ** 2))
# %% right
def my_shadow(a, b):
    return np.float32(a) @ np.float32(b / math.sqrt(b @ b))
# %% right
def my_shadow(a, b):
    return sum(x * y for x, y in zip(a, b)) / math.sqrt(sum(y * y for y in b))
# %% wrong: a and b are perpendicular: the shadow is a point, of length 0.
def my_shadow(a, b):
    return (a @ b or math.sqrt(a @ a)) / math.sqrt(b @ b)
# %% right
def my_shadow(a, b):
    unit = b / math.sqrt(b @ b)
    rest = a - (a @ unit) * unit
    return math.sqrt(max(a @ a - rest @ rest, 0)) * np.sign(a @ b)
# %% right
def my_shadow(a, b):
    p = a @ b / (b @ b) * b
    return math.sqrt(p @ p) * (1 if a @ b > 0 else -1)
