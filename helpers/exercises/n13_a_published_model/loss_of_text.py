# %% task [markdown]
# **Exercise.** A model has read `tokens` `(n,)`, at least two, and gives `logits` `(n, words)`: row
# `i` says what may come after token `i`. Return the loss of the text: the mean of −log of the
# probability of each token but the first. (No row is about the first token, and nobody knows what
# comes after the last.) Logits may be as large as 1000, and a probability may be too small for a
# computer to tell from 0. `logits = [[0, 0], [5, 0]]` and `tokens = [1, 0]` give log 2, about
# 0.693.
# %% stub
def my_loss(logits, tokens):
    return ...  # about 4 lines


# %% solution
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    right = log_p[np.arange(len(rows)), tokens[1:]]
    return -right.mean()


# %% why [markdown]
# The logarithm of a softmax is a difference: logit minus the log of the sum. Written like this,
# nothing overflows, and no probability of 0 is ever put into a logarithm.
# %% hints [markdown]
# - Row 0 is about tokens[1]. Which rows are asked, and for which tokens?
# - log of a softmax = logit − log of the sum of exp. Subtract the largest logit of each row first,
#   as in notebook 03.
# - log_p[np.arange(n - 1), tokens[1:]] picks one number in each row. Then the mean, and its sign.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "the loss of a text"
axes = ("places", "words")


def reference(logits, tokens):
    rows = logits - logits.max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(tokens) - 1), tokens[1:]].mean()


def draw(rng):
    n, words = sizes(rng, 2)
    logits = rng.standard_normal((n + 1, words)) * rng.choice([0.3, 1, 5, 300])
    if rng.random() < 0.3:
        logits += rng.choice([-1000, 0, 1000], (n + 1, 1))
    return logits, rng.integers(words, size=n + 1)


EVEN, ONE_TO_THREE = [0.0, 0.0], [0.0, np.log(3)]


def terms(logits, tokens):
    return np.abs(logits).max(axis=1).mean()


cases = (
    Case(
        "two words, equally likely",
        (np.array([EVEN, EVEN]), np.array([0, 1])),
        "Token 1 has a probability of 1/2: log 2.",
    ),
    Case(
        "one to three",
        (np.array([ONE_TO_THREE, EVEN]), np.array([0, 0])),
        "The probabilities are 1/4 and 3/4, and token 0 comes next: log 4.",
    ),
    Case(
        "the last row says something, too",
        (np.array([EVEN, ONE_TO_THREE]), np.array([0, 0])),
        "The last row is about a token that is not there. Only row 0 is asked: log 2.",
    ),
    Case(
        "three tokens",
        (np.array([ONE_TO_THREE, EVEN, EVEN]), np.array([1, 0, 1])),
        "log 4 for token 0 and log 2 for token 1: their mean is 1.5 log 2.",
    ),
    Case(
        "three words",
        (np.array([[0.0, 0.0, np.log(2)], [0.0, 0.0, 0.0]]), np.array([0, 2])),
        "The probabilities are 1/4, 1/4 and 1/2, and token 2 comes next: log 2.",
    ),
    Case(
        "large logits",
        (np.array([[1000.0, 1000.0], EVEN]), np.array([0, 1])),
        "Both words have 1/2. exp(1000) is too large for a computer; once the largest logit is "
        "subtracted, it is exp(0).",
    ),
    Case(
        "a word that is nearly impossible",
        (np.array([[0.0, -1000.0], EVEN]), np.array([0, 1])),
        "Its loss is 1000, but exp(−1000) is 0 to a computer. Logit minus log of the sum "
        "avoids it.",
    ),
    Case(
        "one logit far above the others",
        (np.array([[1000.0, 0.0, 0.0, 0.0], [0.0] * 4]), np.array([0, 1])),
        "The loss of token 1 is 1000. The mean of the four logits is 250, and exp(1000 − 250) "
        "is still too large for a computer.",
    ),
    Case(
        "one row far above the other",
        (np.array([EVEN, [1000.0, 1000.0], EVEN]), np.array([0, 1, 0])),
        "log 2 for both tokens. The largest logit of all is 1000, but in the first row it is "
        "0: exp(0 − 1000) is 0 to a computer.",
    ),
)


# fmt: off
# %% mistake
# You ask each row for the token that it has just read. Row i is about token i + 1.
def my_loss(logits, tokens):
    logits = logits - logits.max(axis=1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(tokens)), tokens].mean()
# %% mistake
# The last row is left out, as it should be, but you ask each other one for the token that it has
# just read. Row i is about token i + 1.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[:-1]].mean()
# %% mistake
# You leave out the first row, and ask each other one for the token that it has just read. Leave out
# the last row: row i is about token i + 1.
def my_loss(logits, tokens):
    rows = logits[1:] - logits[1:].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[1:]].mean()
# %% mistake
# You ask each row for the token before it. Row i is about token i + 1.
def my_loss(logits, tokens):
    rows = logits - logits.max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(1, len(tokens)), tokens[:-1]].mean()
# %% mistake
# The last row is asked for the first token. Nobody knows what comes after the last.
def my_loss(logits, tokens):
    rows = logits - logits.max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), np.roll(tokens, -1)].mean()
# %% mistake
# The sign is missing: a loss is above 0.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return log_p[np.arange(len(rows)), tokens[1:]].mean()
# %% mistake
# You add up. The loss is the mean.
def my_loss(logits, tokens):
    total = 0
    for row, token in zip(logits[:-1], tokens[1:]):
        row = row - row.max()
        total += np.log(np.exp(row).sum()) - row[token]
    return total
# %% mistake
# You divide by n. Only n − 1 tokens are asked for.
def my_loss(logits, tokens):
    total = 0
    for row, token in zip(logits[:-1], tokens[1:]):
        row = row - row.max()
        total += np.log(np.exp(row).sum()) - row[token]
    return total / len(tokens)
# %% mistake
# This is in bits. Here it is the natural logarithm, np.log.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[1:]].mean() / np.log(2)
# %% mistake
# This is the perplexity, e to the power of the loss. You need the loss itself.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return np.exp(-log_p[np.arange(len(rows)), tokens[1:]].mean())
# %% mistake
# You take the mean of the probabilities first. First the logarithm of each.
def my_loss(logits, tokens):
    rows = logits - logits.max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -np.log(np.exp(log_p[np.arange(len(tokens) - 1), tokens[1:]]).mean())
# %% mistake
# exp overflows where logits are large: subtract the largest of each row first.
def my_loss(logits, tokens):
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(tokens) - 1), tokens[1:]]).mean()
# %% mistake
# A probability can be too small for a computer, and then you take the log of 0. Take the logarithm
# by hand: logit − log of the sum.
def my_loss(logits, tokens):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = p / p.sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(tokens) - 1), tokens[1:]]).mean()
# %% mistake
# Your softmax runs down the columns. Each row is a distribution over words: axis=1.
def my_loss(logits, tokens):
    rows = logits - logits.max(axis=0)
    log_p = rows - np.log(np.exp(rows).sum(axis=0))
    return -log_p[np.arange(len(tokens) - 1), tokens[1:]].mean()
# %% mistake
# You take the mean of logits. The softmax is missing, and its logarithm.
def my_loss(logits, tokens):
    return -logits[np.arange(len(tokens) - 1), tokens[1:]].mean()
# %% mistake
# You take the likeliest word of each row. Take the one that came, likely or not.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p.max(axis=1).mean()
# %% wrong: Your result has shape (1,), expected one value.
def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(rows)), tokens[1:]]
# %% wrong: The loss of token 1 is 1000.
def my_loss(logits, tokens):
    z = logits[:-1] - logits[:-1].mean(axis=-1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -logp[np.arange(len(tokens) - 1), tokens[1:]].mean()
# %% wrong: log 2 for both tokens.
def my_loss(logits, tokens):
    z = logits[:-1] - logits.max()
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -logp[np.arange(len(tokens) - 1), tokens[1:]].mean()
# %% right
def my_loss(logits, tokens):
    losses = []
    for i in range(len(tokens) - 1):
        row = logits[i] - max(logits[i])
        losses.append(np.log(np.exp(row).sum()) - row[tokens[i + 1]])
    return sum(losses) / len(losses)
# %% right
def my_loss(logits, tokens):
    all_words = np.logaddexp.reduce(logits[:-1], axis=1)
    right = np.take_along_axis(logits[:-1], tokens[1:, None], axis=1)[:, 0]
    return (all_words - right).mean()
# %% right
def my_loss(logits, tokens):
    def loss(logits, tokens):
        if len(tokens) == 1:
            return []
        shifted = logits[0] - logits[0].max()
        first = math.log(sum(math.exp(z) for z in shifted)) - shifted[tokens[1]]
        return [first] + loss(logits[1:], tokens[1:])

    return np.mean(loss(logits, tokens))
