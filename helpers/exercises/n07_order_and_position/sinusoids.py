# %% task [markdown]
# **Exercise.** Make the table `(n, d)` of the formula above, for an even `d`. Positions `i` and
# pairs `t` are counted from 0. `n = 2` and `d = 2` give `[[0, 1], [0.841, 0.540]]`.
# %% stub
def my_sinusoids(n, d):
    return ...  # about 5 lines


# %% solution
def my_sinusoids(n, d):
    omega = 10000 ** (-2 * np.arange(d // 2) / d)
    angles = np.arange(n).reshape(n, 1) * omega
    P = np.zeros((n, d))
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P


# %% why [markdown]
# Each pair of columns has one angle, iω. Its sin stands first, its cos beside it.
# %% hints [markdown]
# - Which numbers are in columns 0 and 1, which in columns 2 and 3?
# - First all angles (n, d/2): a column of positions times a row of frequencies.
# - P[:, 0::2] are the columns 0, 2, 4, …; P[:, 1::2] those between.
# %% cases
from helpers import positions
from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case

title = "the table of sinusoids"
part = "sinusoids"
axes = ("positions", "numbers")


def draw(rng):
    n, half = far_sizes(rng, 2)
    return n, 2 * half


reference = positions.sinusoids

cases = (
    Case("position 0", (1, 2), "At position 0 every sin is 0 and every cos is 1: [0, 1]."),
    Case(
        "one pair",
        (2, 2),
        "The first pair has ω = 1: position 1 is [sin 1, cos 1], in radians.",
    ),
    Case(
        "two pairs",
        (2, 4),
        "With d = 4 the second pair has ω = 10000^(−2/4) = 0.01. Its sin and cos are in "
        "columns 2 and 3.",
    ),
)


# fmt: off
# %% mistake
# All sines stand left and all cosines right. In this formula each cos stands beside its sin.
def my_sinusoids(n, d):
    omega = 10000 ** (-2 * np.arange(d // 2) / d)
    angles = np.arange(n)[:, None] * omega
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
# %% mistake
# Sines and cosines are stacked as rows, so reshape mixes positions: stack them along a new last
# axis, axis=-1.
def my_sinusoids(n, d):
    angles = np.arange(n)[:, None] * 10000 ** (-np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)]).reshape(n, d)
# %% mistake
# Each of your columns has a frequency of its own. A sin and the cos beside it share one, with 2t in
# the exponent.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for j in range(d):
            w = 10000 ** (-j / d)
            P[i, j] = np.sin(i * w) if j % 2 == 0 else np.cos(i * w)
    return P
# %% mistake
# You take the number of a column for t. Columns 2t and 2t + 1 have the same t, and so the same
# frequency.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for c in range(d):
            w = 10000 ** (-2 * c / d)
            P[i, c] = np.sin(i * w) if c % 2 == 0 else np.cos(i * w)
    return P
# %% mistake
# Your frequencies fall too fast: the exponent is −4t/d. If your t runs over 0, 2, 4, …, it is 2t
# already.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    t = np.arange(0, d, 2)
    angles = np.arange(n)[:, None] * 10000 ** (-2 * t / d)
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P
# %% mistake
# ** comes before * and /, so only the 2 is in your exponent. Put brackets around the whole
# exponent.
def my_sinusoids(n, d):
    P = np.zeros((n, d))
    for i in range(n):
        for t in range(d // 2):
            omega = 10000 ** -2 * t / d
            P[i, 2 * t] = np.sin(i * omega)
            P[i, 2 * t + 1] = np.cos(i * omega)
    return P
# %% wrong: Its numbers are right, one after the other
def my_sinusoids(n, d):
    rows = []
    for i in range(n):
        for t in range(d // 2):
            rows.append([np.sin(i / 10000 ** (2 * t / d)), np.cos(i / 10000 ** (2 * t / d))])
    return np.array(rows)
# %% right
def my_sinusoids(n, d):
    return [[(math.cos if j % 2 else math.sin)(i / 10000 ** ((j - j % 2) / d)) for j in range(d)] for i in range(n)]
