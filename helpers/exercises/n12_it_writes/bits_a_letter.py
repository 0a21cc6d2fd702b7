# %% task [markdown]
# **Exercise** (two lines). `p` `(b, n, words)` holds the probability of every token at each place:
# never 0, but perhaps as small as 1e-300. `targets` `(b, n)` holds the token that comes next, or −1
# where the place is not scored. Such places may be anywhere, but each row has at least one that is
# scored. Return the loss in bits: the mean of −log₂ of the right token's probability, over the
# scored places of all rows. `p = [[[0.5, 0.25, 0.25], [0.125, 0.125, 0.75]]]` and `targets = [[0,
# 1]]` give (1 + 3) / 2 = 2; with `targets = [[0, -1]]` it is 1.
# {how to stop}
# %% stub
def my_bits(p, targets):
    asked = targets >= 0  # (b, n)
    right = ...  # the probability of each right token, where one is asked
    return ...


# %% solution
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return -np.log2(right).mean()


# %% why [markdown]
# Padding is no letter, so how well it is predicted must not count. p[asked] keeps the places that
# are scored, and the second index picks a token at each.
# %% hints [markdown]
# - targets[asked] are the right tokens, one for each scored place.
# - In p[asked] each row belongs to one question. Which number of the row is the right one?
# - p[asked, targets[asked]] picks one probability for each question. Then −log₂, then the mean.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "the loss in bits a letter"
blank = True


def at_asked(p, targets):
    """The probability of the right token at each place where one is asked."""
    places = np.nonzero(targets >= 0)
    return p[(*places, targets[places])]


def reference(p, targets):
    return -np.log2(at_asked(p, targets)).mean()


def probabilities(rng, *shape):
    """Rows that sum to 1, none of their numbers 0. Some are next to nothing."""
    p = np.exp(rng.standard_normal(shape) * rng.choice([0.3, 1, 3]))
    tiny = rng.random(shape) < rng.choice([0, 0.3])
    p = np.where(tiny, 10 ** -rng.uniform(3, 290, shape), p)
    return p / p.sum(axis=-1, keepdims=True)


def asked_somewhere(rng, targets):
    """−1 instead of some targets: at the ends of rows, or anywhere, but not in a whole row."""
    b, n = targets.shape
    asked = np.arange(n) < rng.integers(1, n + 1, b)[:, None]
    if rng.random() < 0.5:
        asked = rng.permuted(asked, axis=1)
    return np.where(asked, targets, -1)


def draw(rng):
    b, n, words = sizes(rng, 3)
    targets = rng.integers(words + 1, size=(b, n))
    return probabilities(rng, b, n, words + 1), asked_somewhere(rng, targets)


HALVES = [0.5, 0.25, 0.25]
EIGHTHS = [0.125, 0.125, 0.75]

cases = (
    Case(
        "one letter, a half",
        (np.array([[[0.5, 0.5]]]), np.array([[1]])),
        "A probability of 1/2 costs one bit: −log₂ 0.5 = 1.",
    ),
    Case(
        "token 0 is the right one",
        (np.array([[HALVES, HALVES]]), np.array([[1, 0]])),
        "0 is a token like any other, and has 1 bit here: with the 2 bits of the other letter, "
        "1.5 on average. Only −1 says that a place is not scored.",
    ),
    Case(
        "two letters",
        (np.array([[HALVES, EIGHTHS]]), np.array([[0, 1]])),
        "One bit for the first letter, three for the second: 2 on average.",
    ),
    Case(
        "the second place is not scored",
        (np.array([[HALVES, EIGHTHS]]), np.array([[0, -1]])),
        "Only the first place counts: 1 bit.",
    ),
    Case(
        "two names",
        (np.array([[HALVES, HALVES], [EIGHTHS, EIGHTHS]]), np.array([[0, -1], [1, 1]])),
        "1, 3 and 3 bits for three letters: their mean is 7/3, whichever names they stand in.",
    ),
    Case(
        "the first place is not scored",
        (np.array([[EIGHTHS, HALVES]]), np.array([[-1, 0]])),
        "Only the second place counts: 1 bit.",
    ),
    Case(
        "a letter that was nearly impossible",
        (np.array([[[1e-300, 1.0]]]), np.array([[0]])),
        "A probability of 1e-300 costs 996.6 bits. Even 1e-12 is far larger: nothing may be "
        "added, cut off or rounded.",
    ),
    Case(
        "two letters that were nearly impossible",
        (np.array([[[1e-300, 1.0], [1e-300, 1.0]]]), np.array([[0, 0]])),
        "Right for one letter, wrong for two. Each has a probability of 1e-300 and costs 996.6 "
        "bits. Their product, 1e-600, is 0 to a computer.",
    ),
)


# fmt: off
# %% mistake
# p[:, :, …] takes all targets at every place. Each place has one target of its own.
def my_bits(p, targets):
    return -np.log2(p[:, :, targets[targets >= 0]]).mean()
# %% mistake
# p[targets[asked]] counts along the first axis, the names. The token is the last of the three.
def my_bits(p, targets):
    return -np.log2(p[targets[targets >= 0]]).mean()
# %% mistake
# You take the natural logarithm, so this is in nats. In bits it is np.log2.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return -np.log(right).mean()
# %% mistake
# You count all places. As an index, −1 means the last token, but those places are not scored.
def my_bits(p, targets):
    b, n = targets.shape
    losses = []
    for i in range(b):
        for j in range(n):
            losses.append(-np.log2(p[i, j, targets[i, j]]))
    return np.mean(losses)
# %% mistake
# You add up the scored places and divide by the number of all places. Divide by how many are
# scored.
def my_bits(p, targets):
    total = 0
    for probabilities, row in zip(p, targets):
        for weights, target in zip(probabilities, row):
            if target >= 0:
                total -= np.log2(weights[target])
    return total / targets.size
# %% mistake
# You add up the bits of all letters. The loss is their mean.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return -np.log2(right).sum()
# %% mistake
# You take the mean of the probabilities. Take the logarithm of each first, then the mean.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]].mean()
    return -np.log2(right)
# %% mistake
# This is the perplexity, 2 to the power of the loss. You need the loss itself.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return 2 ** (-np.log2(right).mean())
# %% mistake
# p[asked] has a row for each letter, and the second pair of brackets takes rows once more. Both
# indices belong in one pair.
def my_bits(p, targets):
    asked = targets >= 0
    return -np.log2(p[asked][targets[asked]]).mean()
# %% mistake
# [:, targets] takes the tokens of all places at every place. Each place has a token of its own.
def my_bits(p, targets):
    asked = targets >= 0
    return -np.log2(p[asked][:, targets[asked]]).mean()
# %% mistake
# The minus is missing: the logarithm of a probability below 1 is below 0.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return np.log2(right).mean()
# %% mistake
# p[asked] has the probabilities of all tokens at each scored place. Take the right token's.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked]
    return -np.log2(right).mean()
# %% mistake
# targets has places that are not scored, too: targets[asked] belongs to p[asked].
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets]
    return -np.log2(right).mean()
# %% mistake
# You take the largest probability at each place. Take that of the token that came.
def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked].max(axis=1)
    return -np.log2(right).mean()
# %% wrong: 1, 3 and 3 bits for three letters: their mean is 7/3
def my_bits(p, targets):
    names = []
    for probabilities, row in zip(p, targets):
        m = (row >= 0).sum()
        names.append(-np.log2(probabilities[np.arange(m), row[:m]]).mean())
    return np.mean(names)
# %% wrong: Each has a probability of 1e-300 and costs 996.6 bits.
def my_bits(p, targets):
    asked = targets >= 0
    picked = np.take_along_axis(p, targets[..., None], axis=-1)[..., 0]
    return -np.log2(np.prod(picked[asked])) / asked.sum()
# %% wrong: A probability of 1e-300 costs 996.6 bits. Even 1e-12 is far larger:
def my_bits(p, targets):
    asked = targets >= 0
    return -np.log2(p[asked, targets[asked]] + 1e-12).mean()
# %% wrong: Only the second place counts: 1 bit.
def my_bits(p, targets):
    total = 0
    for i in range(len(p)):
        for j in range(len(p[i])):
            if targets[i, j] == -1:
                break
            total += -np.log2(p[i, j, targets[i, j]])
    return total / (targets >= 0).sum()
# %% right
def my_bits(p, targets):
    rows, places = np.nonzero(targets != -1)
    right = p[rows, places, targets[rows, places]]
    return np.mean(np.log(1 / right)) / np.log(2)
