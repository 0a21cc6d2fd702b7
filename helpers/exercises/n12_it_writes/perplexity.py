# %% task [markdown]
# **Exercise.** `p` `(n,)` holds the probability that a model gave to each letter of a text: never
# 0, but perhaps as small as 1e-300. Return the perplexity: 2 to the power of the mean of −log₂ p
# (or e to the power of the mean of −log p, which is the same number). If each letter has 1/4, it is
# 4; `[0.5, 0.125]` gives 4, too. Texts may be long.
# %% stub
def my_perplexity(p):
    return ...  # 1 line


# %% solution
def my_perplexity(p):
    return np.exp(-np.log(p).mean())


# %% why [markdown]
# Taking the logarithm and undoing it leaves a mean of factors: the n-th root of the product of all
# 1/p. So a perplexity of 4 is as hard as four equally likely letters each time.
# %% hints [markdown]
# - First the loss: the mean of −log p. What undoes a logarithm?
# - np.log goes with np.exp, np.log2 with a power of 2.
# - The minus may stand before the mean, inside the exponent: −np.log(p).mean().
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "the perplexity of a text"


def reference(p):
    return np.exp(-np.log(p).mean())


def draw(rng):
    n = int(rng.integers(1, 12)) * int(rng.choice([1, 1, 1, 60]))
    p = rng.uniform(0.001, 1, n)
    tiny = rng.random(n) < rng.choice([0, 0.5])
    return (np.where(tiny, 10 ** -rng.uniform(0, 300, n), p),)


cases = (
    Case(
        "one letter, certain", (np.array([1.0]),), "A letter that is certain is a choice among 1."
    ),
    Case("one letter of two", (np.array([0.5]),), "A probability of 1/2 is a choice among 2."),
    Case("one letter of four", (np.array([0.25]),), "A probability of 1/4 is a choice among 4."),
    Case(
        "two letters alike",
        (np.array([0.25, 0.25]),),
        "A choice among 4 each time: 4, not 8 or 16.",
    ),
    Case(
        "two letters that differ",
        (np.array([0.5, 0.125]),),
        "1 bit and 3 bits are 2 on average, and 2² is 4.",
    ),
    Case(
        "three letters", (np.array([0.5, 0.5, 0.0625]),), "(1 + 1 + 4) / 3 = 2 bits, and 2² is 4."
    ),
    Case(
        "a text of 400 letters",
        (np.full(400, 0.01),),
        "Each letter has 1/100, so it is 100. The product of all, 1e-800, is 0 to a computer.",
    ),
    Case(
        "a letter that was nearly impossible",
        (np.array([1e-200, 1.0]),),
        "The mean of −log₁₀ p is 100, so it is 1e100.",
    ),
)


# fmt: off
# %% mistake
# This is the loss in nats. The power that undoes the logarithm is missing.
def my_perplexity(p):
    return -np.log(p).mean()
# %% mistake
# This is the loss in bits. The power that undoes the logarithm is missing.
def my_perplexity(p):
    return -np.log2(p).mean()
# %% mistake
# Logarithm and power must have the same base: np.log goes with np.exp, log₂ with 2.
def my_perplexity(p):
    return 2 ** np.mean(-np.log(p))
# %% mistake
# You undo log₂ by a power of e. It goes with a power of 2.
def my_perplexity(p):
    return np.exp(-np.log2(p).mean())
# %% mistake
# The sign is missing: this is a mean probability, at most 1. Perplexity is 1 or more.
def my_perplexity(p):
    return 2 ** np.log2(p).mean()
# %% mistake
# You add the logarithms up. Take their mean, or a longer text is always worse.
def my_perplexity(p):
    return np.exp(-np.log(p).sum())
# %% mistake
# You take the mean of the probabilities. One very unlikely letter must count for more.
def my_perplexity(p):
    return 1 / np.mean(p)
# %% mistake
# You take the mean of 1/p. The mean is of the logarithms.
def my_perplexity(p):
    return np.mean(1 / p)
# %% mistake
# The idea is right, but for a long text a product becomes too small or too large for a computer:
# add logarithms.
def my_perplexity(p):
    return np.prod(p) ** (-1 / len(p))
# %% mistake
# You weight each logarithm by p, as entropy does. Here each letter has come up once, and counts the
# same.
def my_perplexity(p):
    return np.exp(-np.sum(p * np.log(p)))
# %% mistake
# You take the letter in the middle. Every letter counts.
def my_perplexity(p):
    return 1 / np.median(p)
# %% wrong: Your result has shape (1,), expected one value.
def my_perplexity(p):
    return 2 ** -np.log2(p)
# %% wrong: The mean of −log₁₀ p is 100, so it is 1e100.
def my_perplexity(p):
    return 2 ** -np.log2(p + 1e-12).mean()
# %% right
def my_perplexity(p):
    return 2 ** (-np.log2(p).mean())
# %% right
def my_perplexity(p):
    total = 0
    for x in p:
        total += math.log(x)
    return math.exp(-total / len(p))
# %% right
def my_perplexity(p):
    return np.exp(np.mean(np.log(1 / p)))
# %% right
def my_perplexity(p):
    return np.prod(p ** (-1 / len(p)))
