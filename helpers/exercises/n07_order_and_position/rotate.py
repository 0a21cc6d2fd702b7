# %% task [markdown]
# **Exercise.** Turn the queries `x` `(…, n, d)`, floats with an even `d`, by the frequencies `omega`
# `(d/2,)`. In row `i`, the pair of columns $2t$ and $2t+1$ turns by the angle $c=i\,\omega_t$, from
# $(a, b)$ to $(a\cos c - b\sin c,\ a\sin c + b\cos c)$. `x = [[1.0, 0.0], [1.0, 0.0]]` and `omega =
# [1.0]` give `[[1, 0], [0.540, 0.841]]`.
# %% stub
def my_rotate(x, omega):
    return ...  # about 6 lines


# %% solution
def my_rotate(x, omega):
    n, d = x.shape[-2:]
    angles = np.arange(n).reshape(n, 1) * omega
    a, b = x[..., 0::2], x[..., 1::2]
    y = np.zeros(x.shape)
    y[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
    y[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return y


# %% why [markdown]
# All pairs of all rows turn at once: angles (n, d/2) fits the even and the odd columns.
# %% hints [markdown]
# - Which columns are the first numbers of the pairs? x[..., 0::2] takes them.
# - The angles are (n, d/2): a column of positions times the row omega.
# - Make a new array, and fill its even and its odd columns from the old pairs.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, leading, numbers
from helpers.exercises.engine.exercise import Case, each_alone

title = "turn pairs by their position"
axes = ("positions", "numbers")


def draw(rng):
    """Zero in a pair would be 6e-17 in a formula that turns it by its length and its angle."""
    n, half = far_sizes(rng, 2)
    x = numbers(rng, *leading(rng), n, 2 * half, tiny=1e-6, huge=1e6).astype(float)
    omega = rng.choice([100.0, 10_000.0, 100_000.0]) ** (-np.arange(half) / half)
    return np.where((x == 0) & x.any(), 2.0, x), omega


THREE_HEADS = np.array(
    [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 8.0], [7.0, 6.0]]]
)
ONE, TWO = np.array([1.0]), np.array([1.0, 0.25])


def reference(x, omega):
    angles = np.arange(x.shape[-2])[:, None] * omega  # (n, d/2)
    a, b, cos, sin = x[..., 0::2], x[..., 1::2], np.cos(angles), np.sin(angles)
    pairs = np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1)  # (…, n, d/2, 2)
    return pairs.reshape(x.shape)


cases = (
    Case(
        "position 0",
        (np.array([[3.0, 4.0]]), ONE),
        "Row 0 is turned by an angle of 0, whose cos is 1 and whose sin is 0: it stays.",
    ),
    Case(
        "positions 0 and 1, one pair",
        (np.array([[1.0, 0.0], [1.0, 0.0]]), ONE),
        "Row 1 turns by ω = 1: (1, 0) becomes (cos 1, sin 1).",
    ),
    Case(
        "both numbers of a pair",
        (np.array([[1.0, 2.0], [1.0, 2.0]]), ONE),
        "(a, b) becomes (a cos c − b sin c, a sin c + b cos c), both from the old a and b.",
    ),
    Case(
        "three positions, two pairs",
        (np.array([[1.0, 2.0, 3.0, 4.0]] * 3), TWO),
        "Columns 0 and 1 turn with ω = 1, columns 2 and 3 with ω = 0.25.",
    ),
    *each_alone(*((head, ONE) for head in THREE_HEADS)),
    Case(
        "three heads",
        (THREE_HEADS, ONE),
        "Right for a matrix, wrong for three axes: the last two axes are n and d.",
    ),
)


# fmt: off
# %% mistake
# You pair column t with column t + d/2, which is the other convention. Here neighbours are a pair.
def my_rotate(x, omega):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * omega
    c, s = np.cos(angles), np.sin(angles)
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return np.concatenate([a * c - b * s, a * s + b * c], axis=-1)
# %% mistake
# The numbers are right, but all first ones of the pairs stand left, all second ones right. Put each
# pair back into its two columns.
def my_rotate(x, omega):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * omega
    a, b = x[..., 0::2], x[..., 1::2]
    y = [a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)]
    return np.concatenate(y, axis=-1)
# %% mistake
# You turn the other way: the minus stands with b sin c, in the first number.
def my_rotate(x, omega):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * omega
    c, s = np.cos(angles), np.sin(angles)
    y = np.zeros(x.shape)
    y[..., 0::2] = x[..., 0::2] * c + x[..., 1::2] * s
    y[..., 1::2] = x[..., 1::2] * c - x[..., 0::2] * s
    return y
# %% mistake
# The first number is replaced before the second is computed from it. Keep the old pair, or write
# into a new array.
def my_rotate(x, omega):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * omega
    x[..., 0::2] = x[..., 0::2] * np.cos(angles) - x[..., 1::2] * np.sin(angles)
    x[..., 1::2] = x[..., 0::2] * np.sin(angles) + x[..., 1::2] * np.cos(angles)
    return x
# %% wrong: x[:, 0::2] takes the second of three axes
def my_rotate(x, omega):
    angles = np.arange(x.shape[-2])[:, None] * omega
    a, b = x[:, 0::2], x[:, 1::2]
    y = np.zeros(x.shape)
    y[:, 0::2] = a * np.cos(angles) - b * np.sin(angles)
    y[:, 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return y
# %% wrong: What stands right of = has another shape
def my_rotate(x, omega):
    angles = np.arange(x.shape[-2]) * omega
    a, b = x[..., 0::2], x[..., 1::2]
    y = np.zeros(x.shape)
    y[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
    y[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return y
# %% right
def my_rotate(x, omega):
    n, d = x.shape[-2:]
    a, b = x[..., ::2], x[..., 1::2]
    length, angle = np.hypot(a, b), np.arctan2(b, a) + np.arange(n)[:, None] * omega
    return np.stack([length * np.cos(angle), length * np.sin(angle)], axis=-1).reshape(x.shape)
