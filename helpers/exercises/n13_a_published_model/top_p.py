# %% task [markdown]
# **Exercise** (*Deeper*; write a function). `p` `(words,)` are the probabilities of the next token,
# no two of them equal, and `share` is a number above 0 and below 1. Keep the most likely tokens: as
# few as it takes for their sum to be `share` or more. All others get 0. Return the probabilities
# `(words,)`, divided so that they sum to 1 again. `my_top_p([0.5, 0.3, 0.2], 0.7)` is `[0.625,
# 0.375, 0]`, for arrays.
# %% stub
def my_top_p(p, share):
    return ...  # about 6 lines


# %% solution
def my_top_p(p, share):
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    kept = order[before < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q / q.sum()


# %% why [markdown]
# A token is kept if those before it do not have the share yet. So the one that crosses the line is
# in, and the first always is. order leads each back to its own place.
# %% hints [markdown]
# - np.argsort(-p) lists the tokens from the most likely on. Add their probabilities up in this
#   order: np.cumsum.
# - A token is still needed if those before it have less than share. What is the sum before a token,
#   if np.cumsum counts the token in?
# - order[before < share] are the tokens to keep. Fill an array of zeros at these places.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "top-p: as many words as are needed"
deeper = True
axes = ("", "tokens")


def kept(p, order):
    """The probabilities of these tokens, which then sum to 1; 0 for all others."""
    q = np.zeros_like(p)
    q[order] = p[order]
    return q / q.sum()


NEARLY = 1e-5  # below the share is the share: rounding p does not move a sum of just the share


def reference(p, share):
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    return kept(p, order[before < share - NEARLY])


def draw(rng):
    """No two nearly equal, and no share nearly the sum of the largest ones, but some exactly."""
    if rng.random() < 0.2:
        p = rng.choice([[16, 10, 4, 2], [12, 11, 8, 1], [20, 8, 3, 1]]) / 32  # exact sums
        return rng.permutation(p), float(rng.choice(np.cumsum(p)[:3]))
    words = int(rng.integers(1, 9))
    steps = np.arange(words) + rng.uniform(0.2, 0.8, words)
    p = np.exp(-steps * rng.choice([0.1, 0.5, 2]))
    p /= p.sum()
    ends = np.array([0, *np.cumsum(p)])
    i = int(rng.integers((p > 0.001).sum()))
    share = ends[i] + (ends[i + 1] - ends[i]) * rng.choice([0.05, rng.uniform(0.1, 0.9), 0.95])
    return rng.permutation(p), float(share)


P = np.array([0.5, 0.3, 0.2])

cases = (
    Case("one token", (np.array([1.0]), 0.9), "There is nothing to choose: its probability is 1."),
    Case(
        "the first is enough",
        (P, 0.4),
        "The most likely token has 0.5, which is more than 0.4: it alone is kept.",
    ),
    Case(
        "two are needed",
        (P, 0.7),
        "0.5 is less than 0.7, and 0.5 + 0.3 is enough: both are kept, divided by 0.8.",
    ),
    Case(
        "the largest in the middle",
        (P[[2, 0, 1]], 0.7),
        "Each token keeps its place: the least likely stands first here, and gets 0.",
    ),
    Case(
        "just enough",
        (np.array([0.25, 0.625, 0.125]), 0.625),
        "The most likely token has 0.625, which is the share: it alone is kept.",
    ),
)


# fmt: off
# %% mistake
# You keep one token too few: the one with which the sum reaches the share is kept, too.
def my_top_p(p, share):
    order = np.argsort(-p)
    kept = order[np.cumsum(p[order]) < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q / q.sum()
# %% mistake
# What is left does not sum to 1: divide by its sum after you have taken tokens out.
def my_top_p(p, share):
    order = np.argsort(-p)
    kept = order[np.cumsum(p[order]) - p[order] < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q
# %% mistake
# You begin with the least likely tokens. np.argsort(p) has the smallest first.
def my_top_p(p, share):
    order = np.argsort(p)
    kept = order[np.cumsum(p[order]) - p[order] < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q / q.sum()
# %% mistake
# You add up in the order of the words. Sort first: the most likely ones are kept.
def my_top_p(p, share):
    before = np.cumsum(p) - p
    q = np.where(before < share, p, 0)
    return q / q.sum()
# %% mistake
# You keep each token that alone reaches the share. Their sum must reach it.
def my_top_p(p, share):
    q = np.where(p >= min(share, p.max()), p, 0)
    return q / q.sum()
# %% right
def my_top_p(p, share):
    larger = np.array([sum(other for other in p if other > x) for x in p])
    q = p * (larger < share)
    return q / sum(q)
