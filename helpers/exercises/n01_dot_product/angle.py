# %% task [markdown]
# **Exercise** (new numbers). How many degrees lie between `u = [1, 2, 3]` and `v = [4, -5, 6]`?
# Give at least one decimal. For `p` and `r` it was 45.0.
# %% stub
my_angle = ...  # a number: about 2 lines of code find it
# %% solution
both_lengths = math.sqrt((u @ u) * (v @ v))
my_angle = math.degrees(math.acos(u @ v / both_lengths))
# %% why [markdown]
# The cosine needs only dot products: so there are angles in any number of dimensions.
# %% hints [markdown]
# - Which formula contains the angle? Solve it for cos θ.
# - cosine(u, v) is a number between −1 and 1. math.acos takes you back to the angle.
# - math.acos gives radians; math.degrees turns them into degrees.
# %% cases
import math

import numpy as np

from helpers.exercises.engine.exercise import Mistake

from .shared import cosine, dot

title = "an angle in three dimensions"
near = 0.0007
unit = "degrees"

P, R = np.array([2.0, 4.0]), np.array([6.0, 2.0])  # the two arrows of the notebook
U, V = np.array([1, 2, 3]), np.array([4, -5, 6])  # the first two vectors of the notebook


def angle():
    return math.degrees(math.acos(cosine(U, V)))


def about(value):
    if abs(value - cosine(U, V)) < 0.006:
        return "This is the cosine of the angle. math.acos takes you back to the angle itself."
    if abs(math.cos(math.radians(value)) - cosine(U, V)) < 1e-3 and abs(value - angle()) > 1:
        return "Its cosine is right, but an angle between two vectors is from 0 to 180 degrees."
    if abs(value - angle()) < 0.6:
        return "Nearly. Round nothing but the angle itself, to one decimal."
    return "This is not the angle: print math.cos(math.radians(my_angle)) beside cosine(u, v)."


reference = angle

# fmt: off
# %% mistakes
mistakes = (
    Mistake(
        lambda: math.radians(angle()),
        "This is in radians, where half a turn is π. math.degrees turns it into degrees.",
    ),
    Mistake(
        lambda: math.degrees(cosine(U, V)),
        "You turn the cosine into degrees. First comes math.acos, which gives an angle.",
    ),
    Mistake(
        lambda: 90 - angle(),
        "This is 90 degrees minus the angle: take math.acos, not math.asin.",
    ),
    Mistake(
        lambda: 180 - angle(),
        "This is the angle between u and −v: a sign is wrong.",
    ),
    Mistake(
        lambda: math.degrees(math.acos(dot(U, V) / (dot(U, U) * dot(V, V)))),
        "You divide by the squared lengths: the roots are missing.",
    ),
    Mistake(lambda: dot(U, V), "This is the dot product. Divide it by both lengths first."),
    Mistake(
        lambda: math.degrees(math.acos(cosine(P, R))),
        "This is the angle between p and r. Put u and v in their place.",
    ),
)
# %% wrong: This is in radians, where half a turn is π.
my_angle = 1.2
# %% wrong: This is the angle between p and r.
my_angle = 45.0
# %% wrong: This is 90 degrees minus the angle:
my_angle = 21.4
# %% wrong: You divide by the squared lengths:
my_angle = 89.4
# %% wrong: You turn the cosine into degrees.
my_angle = 20.9
# %% wrong: This is the angle between u and −v:
my_angle = 111.4
# %% wrong: Nearly.
my_angle = 69
# %% wrong: Your result holds text, expected numbers.
my_angle = "68.6 degrees"
# %% wrong: Your result has shape (1,), expected one value.
my_angle = [68.6]
# %% wrong: You handed in a function, expected a value:
def my_angle(u, v):
    return round(math.degrees(math.acos(cosine(u, v))), 1)
# %% wrong: Its cosine is right, but an angle between two vectors is from 0 to 180
my_angle = -68.6
# %% wrong: This is not the angle:
my_angle = round(math.acos(12 / math.sqrt(14 * 77)) * 360 / math.pi, 1)
# %% wrong: This is the dot product.
my_angle = 12.0
# %% right
my_angle = np.degrees(np.arccos(np.float32(cosine(u, v))))
# %% wrong: Your value is infinite
my_angle = math.inf
