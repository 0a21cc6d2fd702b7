# %% task [markdown]
# **Exercise.** Make the boolean mask `(n, n)` of a causal window with sinks: query `i` sees itself
# and the `w - 1` keys before it, and of the earlier ones only the `first` ones of the text. No
# query sees a later key. `n = 4`, `w = 2`, `first = 1` give `[[True, False, False, False], [True,
# True, False, False], [True, True, True, False], [True, False, True, True]]`. {how to stop}
# %% stub
def my_window_mask(n, w, first):
    return ...  # about 3 lines


# %% solution
def my_window_mask(n, w, first):
    i = np.arange(n).reshape(n, 1)
    j = np.arange(n)
    return (j <= i) & ((j > i - w) | (j < first))


# %% why [markdown]
# Two conditions must hold: the key is not later than the query, and it is near or among the first.
# %% hints [markdown]
# - Which keys may query 3 see if w is 2? And which others if first is 1?
# - As in the causal mask, put the queries' numbers in a column, the keys' in a row, and compare.
#   | is “or” and & is “and”, entry by entry; put brackets around each comparison.
# - j <= i holds for all that may be seen. Near is j > i - w; a sink is j < first.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case

title = "a window with sinks"
axes = ("queries", "keys")


def reference(n, w, first):
    i, j = np.arange(n)[:, np.newaxis], np.arange(n)
    return (j <= i) & ((j > i - w) | (j < first))


def draw(rng):
    n, w = far_sizes(rng, 2, far=60)
    return n, w, int(rng.integers(0, 6))


cases = (
    Case("one token", (1, 1, 0), "The only token sees itself."),
    Case("a window of 1", (3, 1, 0), "With a window of 1 each query sees itself alone."),
    Case("a window of 2", (3, 2, 0), "With a window of 2 each query sees itself and one before."),
    Case(
        "a window of 1, the first kept",
        (3, 1, 1),
        "Each query sees itself and key 0; query 0 sees key 0 once.",
    ),
    Case(
        "a window of 1, two kept",
        (4, 1, 2),
        "Query 0 must not see key 1, though it is one of the first two: it comes later.",
    ),
)


# fmt: off
# %% mistake
# Off by one: your window has w + 1 keys. The query itself is one of the w.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & ((j >= i - w) | (j < first))
# %% mistake
# Off by one: your window has w - 1 keys. The query itself and w - 1 before it make w.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & ((j > i - w + 1) | (j < first))
# %% mistake
# Early queries see the first tokens before those are written. The causal condition holds for
# them, too.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & (j > i - w) | (j < first)
# %% mistake
# Your window reaches to both sides. No query sees a later key.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (abs(i - j) < w) | (j < first)
# %% mistake
# One first token too many: keys are counted from 0, so the first ones are j < first.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & ((j > i - w) | (j <= first))
# %% mistake
# With & between them, a key would have to be near and among the first. One of the two is enough.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j <= i) & (j > i - w) & (j < first)
# %% mistake
# The right pairs, but the axes are the other way round: queries run down, keys across.
def my_window_mask(n, w, first):
    i, j = np.arange(n), np.arange(n)[:, None]
    return (j <= i) & ((j > i - w) | (j < first))
# %% mistake
# You put True where a key must be hidden: here True means that it may be seen.
def my_window_mask(n, w, first):
    i, j = np.arange(n)[:, None], np.arange(n)
    return (j > i) | ((j <= i - w) & (j >= first))
# %% right
def my_window_mask(n, w, first):
    return [[j <= i and (i - j < w or j < first) for j in range(n)] for i in range(n)]
