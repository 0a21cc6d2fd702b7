# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Make the matrix `R` `(2, 2)` that moves one pair of
# frequency `omega` by `k` positions, for `k` = 1, 2, …: `[sin b, cos b] @ R` is `[sin(b + kω),
# cos(b + kω)]` for every angle `b`. For `k = 3`, `omega = 0.5` the upper left number is 0.0707.
# %% stub
def my_shift(k, omega):
    return ...  # 2 lines


# %% solution
def my_shift(k, omega):
    angle = k * omega
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


# %% why [markdown]
# It is the rotation by kω. The angle b does not occur in it, so it fits every position.
# %% hints [markdown]
# - sin(b + c) = sin b cos c + cos b sin c, and cos(b + c) = cos b cos c − sin b sin c.
# - A row times a matrix: the first column of R makes the new sin, out of sin b and cos b.
# - So the first column is cos c, sin c. With c = kω.
# %% cases
import math

import numpy as np

from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case

title = "one matrix for k positions further"
deeper = True
axes = ("rows", "columns")


def reference(k, omega):
    cos, sin = math.cos(k * omega), math.sin(k * omega)
    return np.array([[cos, -sin], [sin, cos]])


def draw(rng):
    return (*far_sizes(rng, 1), float(10 ** rng.uniform(-3, 0)))


cases = (
    Case(
        "one position",
        (1, 0.5),
        "The new sin is sin b cos ω + cos b sin ω: that is the first column. The second makes "
        "the new cos.",
    ),
    Case("three positions", (3, 0.5), "Three positions further is an angle of 3ω."),
)


# fmt: off
# %% mistake
# Your matrix turns backwards, or it is meant for a column, R @ [sin b, cos b]. Here the pair is a
# row and stands left of R.
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, s], [-s, c]])
# %% mistake
# Your matrix moves by k + 1 positions. If you multiply k times, begin with the identity.
def my_shift(k, omega):
    R = np.array([[np.cos(omega), -np.sin(omega)], [np.sin(omega), np.cos(omega)]])
    M = R
    for _ in range(k):
        M = M @ R
    return M
# %% mistake
# The first column is right. In the second both signs are the wrong way round: the new cos is cos b
# cos kω minus sin b sin kω.
def my_shift(k, omega):
    a = k * omega
    return np.array([[np.cos(a), np.sin(a)], [np.sin(a), -np.cos(a)]])
# %% mistake
# ** takes each number of an array to a power. To shift k times, multiply with @, or take the angle
# kω at once.
def my_shift(k, omega):
    c, s = np.cos(omega), np.sin(omega)
    return np.array([[c, -s], [s, c]]) ** k
# %% mistake
# Neither sine is negative. The new cos is cos b cos kω minus sin b sin kω.
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[c, s], [s, c]])
# %% mistake
# sin and cos have changed places: for a small angle R is nearly the identity, so cos stands on the
# diagonal.
def my_shift(k, omega):
    c, s = np.cos(k * omega), np.sin(k * omega)
    return np.array([[s, c], [c, -s]])
# %% right
def my_shift(k, omega):
    b = k * omega
    return [[math.cos(b), -math.sin(b)], [math.sin(b), math.cos(b)]]
