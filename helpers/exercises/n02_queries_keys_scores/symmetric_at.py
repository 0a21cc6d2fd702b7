# %% task [markdown]
# **Exercise** (*Deeper*; use it on new numbers). `X = [[1, 0], [1, 1]]` asks itself with `W_Q =
# [[1], [2]]` and `W_K = [[3], [w]]`. At `w = 2` the scores are `[[3, 5], [9, 15]]`. Find the `w`
# that makes them symmetric. `Q` and `K` differ even then.
# %% stub
w = ...  # a number
# %% solution
w = 6  # the keys are 3 and 3 + w, the queries 1 and 3: 1 * (3 + w) == 3 * 3
# %% why [markdown]
# (3, 6) is 3 times (1, 2): each key is 3 times its query, so it does not matter who asks.
# %% hints [markdown]
# - Symmetric means S[0, 1] = S[1, 0]. Write both down, with w in them.
# - The queries are 1 and 1 + 2, the keys 3 and 3 + w. S[0, 1] is the first query times the second
#   key.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Mistake

from .shared import raw

title = "make the scores symmetric"
deeper = True
near = 1e-4

X_PAIR, W_Q_PAIR = np.array([[1, 0], [1, 1]]), np.array([[1], [2]])


def both_ways(w):
    S = raw(X_PAIR @ W_Q_PAIR, X_PAIR @ np.array([[3], [w]]))
    return float(S[0, 1]), float(S[1, 0])


def gap(w):
    first, second = both_ways(w)
    return first - second


def about(w):
    first, second = both_ways(float(w))
    return f"At your w, S[0, 1] is {first:g} and S[1, 0] is {second:g}."


def reference():
    """The w at which S[0, 1] = S[1, 0]: their difference is a line in w."""
    return gap(0) / (gap(0) - gap(1))


# fmt: off
# %% mistakes
mistakes = (
    Mistake(
        lambda: 9,
        "9 is what the second key must be, not w: that key is 3 + w.",
    ),
)
# %% wrong: 9 is what the second key must be, not w:
w = 9
# %% wrong: S[0, 1] is 15 and S[1, 0] is 9. Yours is too large.
w = 12
# %% wrong: You handed in None:
w = None
# %% right
w = np.float32(6)
# %% right
candidates = [c for c in range(-20, 21) if 1 * (3 + c) == 3 * 3]
w = candidates[0]
