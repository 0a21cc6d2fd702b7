# %% task [markdown]
# **Exercise** (two lines). `logits` `(words,)` are a model's scores for the next token, no two of them equal.
# Divide them by the temperature `T`, a number above 0; keep only the `k` largest (`k` is from 1 to
# `words`); and return the probabilities `(words,)`: the softmax over those that are kept, and 0 for
# all others. Nothing may overflow. `my_probabilities(logits, 1, 2)` with the logits `np.log([0.5,
# 0.3, 0.2])` is `[0.625, 0.375, 0]`.
# %% stub
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]  # the smallest that is kept
    p = ...  # exp of the logits at this temperature; nothing may overflow
    ...  # 0 for those below least
    return p / p.sum()


# %% solution
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[logits < least] = 0
    return p / p.sum()


# %% why [markdown]
# What is left out has probability 0, and dividing by the sum makes the rest add up to 1 again. The
# largest logit is subtracted first: at a small T, exp would overflow.
# %% hints [markdown]
# - exp of a large number overflows. What does the softmax of notebook 03 subtract first?
# - p[logits < least] are the probabilities of those that are left out.
# - p = np.exp((logits - logits.max()) / T), then p[logits < least] = 0.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "temperature and top-k"
part = "probabilities"
blank = True
axes = ("", "tokens")


def softmax(x):
    with np.errstate(over="ignore", invalid="ignore"):
        p = np.exp(x - x.max())
        return p / p.sum()


def largest(logits, k):
    """Which of the logits are among the k largest."""
    return logits >= np.sort(logits)[-k]


def reference(logits, T, k):
    return softmax(np.where(largest(logits, k), logits / T, -np.inf))


def draw(rng):
    words = int(rng.integers(1, 9))
    steps = np.arange(words) + rng.uniform(0, 0.5, words)  # so that no two are nearly equal
    logits = rng.permutation(steps - steps.mean()) * rng.choice([0.2, 1, 5, 50, 300])
    logits += rng.choice([0, 0, 0, -1000, 1000])
    T = float(rng.choice([0.001, 0.01, 0.3, 0.8, 1, 2, 10, 300]))
    return logits, T, int(rng.integers(1, words + 1))


LOGITS = np.log(np.array([0.5, 0.3, 0.2]))

cases = (
    Case(
        "one token", (np.array([2.0]), 1.0, 1), "There is nothing to choose: its probability is 1."
    ),
    Case(
        "T = 1, all are kept",
        (LOGITS, 1.0, 3),
        "At temperature 1, with all tokens, this is the softmax: [0.5, 0.3, 0.2].",
    ),
    Case(
        "T = 1/2",
        (LOGITS, 0.5, 3),
        "Each logit is doubled, so each probability is squared: 25, 9 and 4 of 38.",
    ),
    Case(
        "two of three",
        (LOGITS, 1.0, 2),
        "0.5 and 0.3 are kept and divided by their sum, 0.8.",
    ),
    Case(
        "very cold",
        (np.array([3.0, 9.0, 1.0]), 0.01, 3),
        "Divided by 0.01, the logits are 300, 900 and 100, and the largest gets all the "
        "probability: [0, 1, 0]. exp(900) is too large for a computer; once the largest is "
        "subtracted, it is exp(0).",
    ),
    Case(
        "very hot",
        (np.array([0.0, -1000.0]), 1000.0, 2),
        "Divided by 1000, the logits are 0 and −1: their softmax is about [0.73, 0.27]. Before "
        "the division, exp(−1000) is 0 to a computer.",
    ),
)


# fmt: off
# %% mistake
# You divide the probabilities by T. The logits are divided, before the softmax.
def my_probabilities(logits, T, k):
    p = np.exp(logits - logits.max())
    p[logits < np.sort(logits)[-k]] = 0
    return p / p.sum() / T
# %% mistake
# Your probabilities are sorted. Each token keeps its place.
def my_probabilities(logits, T, k):
    p = np.exp((np.sort(logits) - logits.max()) / T)
    p[:-k] = 0
    return p / p.sum()
# %% mistake
# Your probabilities are those of the k largest alone. Each token keeps its place, and the others get
# 0.
def my_probabilities(logits, T, k):
    top = np.argsort(logits)[-k:]
    p = np.exp((logits[top] - logits.max()) / T)
    return p / p.sum()
# %% mistake
# You multiply by the temperature. Divide by it: heat makes all logits alike.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) * T)
    p[logits < least] = 0
    return p / p.sum()
# %% mistake
# T changes nothing in your result. Divide the logits by it, before the softmax: afterwards,
# dividing by the sum takes it out again.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp(logits - logits.max()) / T
    p[logits < least] = 0
    return p / p.sum()
# %% mistake
# You set the others' logits to 0, and exp(0) is 1. Their probabilities must be 0.
def my_probabilities(logits, T, k):
    x = np.where(logits < np.sort(logits)[-k], 0, logits / T)
    p = np.exp(x - x.max())
    return p / p.sum()
# %% mistake
# You keep one token too few: the k-th largest itself is kept, too.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[logits <= least] = 0
    return p / p.sum()
# %% mistake
# You take the k smallest out. Keep the k largest, however many others there are.
def my_probabilities(logits, T, k):
    p = np.exp((logits - logits.max()) / T)
    p[np.argsort(logits)[:k]] = 0
    return p / p.sum()
# %% mistake
# You keep the k smallest: np.sort has the largest at the end.
def my_probabilities(logits, T, k):
    p = np.exp((logits - logits.max()) / T)
    p[logits > np.sort(logits)[k - 1]] = 0
    return p / p.sum()
# %% mistake
# You divide the probabilities by T. The logits are divided, before the softmax.
def my_probabilities(logits, T, k):
    p = np.exp(logits - logits.max())
    p = p / p.sum() / T
    p[logits < np.sort(logits)[-k]] = 0
    return p
# %% mistake
# These are logits. The softmax is missing.
def my_probabilities(logits, T, k):
    return np.where(logits < np.sort(logits)[-k], 0, logits / T)
# %% mistake
# None is cut: set p to 0 wherever a logit is below least.
def my_probabilities(logits, T, k):
    p = np.exp((logits - logits.max()) / T)
    return p / p.sum()
# %% mistake
# least is a logit: compare the logits with it, not p.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[p < least] = 0
    return p / p.sum()
# %% mistake
# You cut those above least. Keep them, and cut those below.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[logits > least] = 0
    return p / p.sum()
# %% mistake
# exp is missing: these are the logits, divided by T and by their sum.
def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = logits / T
    p[logits < least] = 0
    return p / p.sum()
# %% wrong: Divided by 1000, the logits are 0 and −1
def my_probabilities(logits, T, k):
    p = np.exp(logits - logits.max())
    p = (p / p.sum()) ** (1 / T)
    p[np.argsort(p)[: len(p) - k]] = 0
    return p / p.sum()
