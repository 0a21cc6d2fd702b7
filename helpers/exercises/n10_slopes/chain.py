# %% task [markdown]
# **Exercise.** `w`, `x` and `target` are numbers. From them, `u = w * x`, `y = u + x` and `loss =
# (y - target)**2`. Return an array of two slopes: ∂loss/∂w and ∂loss/∂x. `w = 3.0`, `x = 2.0` and
# `target = 4.0` give `[16.0, 32.0]`. {how to stop}
# %% stub
def my_chain(w, x, target):
    return ...  # about 6 lines: forward to y, then back to u, and to w and x


# %% solution
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y * 1
    to_w = to_u * x
    to_x = to_u * w + to_y * 1
    return np.array([to_w, to_x])


# %% why [markdown]
# The slope of y goes to u unchanged, since y grows by 1 with u. From u it goes on to w, multiplied
# by x, and to x, multiplied by w. To x it also goes past u, unchanged, and the two are added.
# %% hints [markdown]
# - Begin at the end: how fast does (y − target)² grow with y?
# - y = u + x grows by 1 when u does, so u has the slope of y. Then u = w · x: its slope for w is x,
#   and its slope for x is w.
# - x goes into u and into y as well: add what comes back along both ways.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import numbers
from helpers.exercises.engine.exercise import Case

from .shared import chain

title = "back along two ways"
axes = ("", "slopes")


def draw(rng):
    return tuple(float(number) for number in numbers(rng, 3, tiny=1e-3, huge=1e3))


reference = chain


def terms(w, x, target):
    return 2 * (abs(w * x) + abs(x) + abs(target)) * np.array([abs(x), abs(w) + 1])


cases = (
    Case(
        "w is 0",
        (0.0, 2.0, 1.0),
        "y is 0 · 2 + 2 = 2, one above the target, so its slope is 2 · 1 = 2. That of w is "
        "2 · 2 = 4; that of x is 2 · 0 through u, and 2 past it.",
    ),
    Case(
        "x is 0",
        (2.0, 0.0, 1.0),
        "y is 0, one below the target, so its slope is −2. That of w is −2 · 0 = 0; that of x "
        "is −2 · 2 through u, and −2 past it.",
    ),
    Case(
        "the target is met",
        (3.0, 2.0, 8.0),
        "y is 8, as it should be: at the lowest point of the loss all slopes are 0.",
    ),
    Case(
        "the example",
        (3.0, 2.0, 4.0),
        "The slope of y is 2 · (8 − 4) = 8. That of w is 8 · 2 = 16; that of x is 8 · 3 "
        "through u, and 8 past it: 32.",
    ),
    Case(
        "the two ways cancel",
        (-1.0, 2.0, 4.0),
        "The slope of y is 2 · (0 − 4) = −8. That of w is −8 · 2 = −16; that of x is 8 through "
        "u and −8 past it: 0.",
    ),
)


# fmt: off
# %% mistake
# You forget the second way of x: past u, straight to y. Add what comes back there.
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    return np.array([to_u * x, to_u * w])
# %% mistake
# You forget the way of x through u. What comes back there is w times the slope of u.
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    to_x = to_y
    to_w = to_u * x
    return np.array([to_w, to_x])
# %% mistake
# w and x have changed places: u = w · x grows by x when w grows by 1.
def my_chain(w, x, target):
    y = w * x + x
    to_y = 2 * (y - target)
    to_w = to_y * w
    to_x = to_y * x + to_y
    return np.array([to_w, to_x])
# %% mistake
# The two slopes have changed places: that of w comes first.
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    to_x = to_y * (w + 1)
    to_w = to_y * x
    return np.array([to_x, to_w])
# %% mistake
# A factor 2 is missing: the slope of (y − target)² is 2 · (y − target).
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = y - target
    return np.array([to_y * x, to_y * w + to_y])
# %% mistake
# The signs are reversed. Where y is above the target, a larger y means a larger loss.
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (target - y)
    return np.array([to_y * x, to_y * w + to_y])
# %% mistake
# You return the slopes of y with respect to w and x. Multiply them by the slope of the loss with
# respect to y.
def my_chain(w, x, target):
    return np.array([x, w + 1.0])
# %% mistake
# You compare u with the target. The loss compares y, which is u + x.
def my_chain(w, x, target):
    u = w * x
    to_u = 2 * (u - target)
    return np.array([to_u * x, to_u * w + to_u])
# %% mistake
# You leave the target out: the slope of (y − target)² is 2 · (y − target).
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * y
    return np.array([to_y * x, to_y * (w + 1)])
# %% mistake
# You give w a second way. Only x goes past u; w has one way, through u.
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_w = to_y * x + to_y
    to_x = to_y * w + to_y
    return np.array([to_w, to_x])
# %% mistake
# You multiply what comes back along the two ways of x. Along one way factors are multiplied; two
# ways are added.
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    return np.array([to_u * x, to_u * w * to_y])
# %% mistake
# You take the mean of the two ways of x. They are added.
def my_chain(w, x, target):
    y = w * x + x
    to_y = 2 * (y - target)
    return np.array([to_y * x, np.mean([to_y * w, to_y])])
# %% mistake
# You subtract what comes back past u. Ways are added.
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([to_y * x, to_y * (w - 1)])
# %% mistake
# Past u, too, the slope of y comes back: 1 times it, not 1 alone.
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y
    return np.array([to_u * x, to_u * w + 1])
# %% mistake
# You carry the loss itself back. Begin with its slope for y, 2 · (y − target).
def my_chain(w, x, target):
    u = w * x
    y = u + x
    loss = (y - target) ** 2
    return np.array([loss * x, loss * w + loss])
# %% mistake
# This is a step against the slopes. The task asks for the slopes alone.
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([w - to_y * x, x - to_y * (w + 1)])
# %% right
def my_chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([to_y * x, to_y * (w + 1)])
# %% right
def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_loss = 1
    to_y = to_loss * 2 * (y - target)
    to_u = to_y
    to_w = x * to_u
    to_x = sum([w * to_u, to_y])
    return np.array([to_w, to_x])
# %% right
def my_chain(w, x, target):
    # loss = (x (w + 1) - target)^2, multiplied out
    of_w = 2 * x * (x * w + x - target)
    of_x = 2 * x * (w + 1) ** 2 - 2 * target * (w + 1)
    return np.array([of_w, of_x])
# %% right
def my_chain(w, x, target):
    u = w * x
    y = u + x
    d = y - target
    return np.array([2 * d * x, 2 * d + 2 * d * w])
# %% right
def my_chain(w, x, target):
    def loss(w, x):
        return (w * x + x - target) ** 2
    h = 1e-3
    rise = np.array([loss(w + h, x) - loss(w - h, x), loss(w, x + h) - loss(w, x - h)])
    return rise / (2 * h)
