# %% task [markdown]
# **Exercise** (two lines). A model has read the list `tokens`. `A` `(heads, n, n)` holds the weights
# of some heads, queries down, keys across. For each query whose token has occurred before, look up
# the weight on the key **right after its last occurrence**. Return the mean of these weights for
# each head, `(heads,)`. In `tokens = [5, 7, 8, 5, 7]`, query 3 is a 5 again: its key is 1.
# %% stub
def my_induction(A, tokens):
    last, weights = {}, []  # last: at which place each token stood last
    for i, token in enumerate(tokens):
        ...  # 2 lines
        last[token] = i
    return np.mean(weights, axis=0)


# %% solution
def my_induction(A, tokens):
    last, weights = {}, []  # last: at which place each token stood last
    for i, token in enumerate(tokens):
        if token in last:
            weights.append(A[:, i, last[token] + 1])
        last[token] = i
    return np.mean(weights, axis=0)


# %% why [markdown]
# The token of query i stood at j before. What came next then stood at j + 1. A head that looks
# there can say what may come next now.
# %% hints [markdown]
# - If the token of query i is not in last, there is no weight to look up.
# - A[:, i, j] has a weight for each head, of query i on key j. Append one such row for each query
#   whose token has occurred before. Which key stands right after the last occurrence?
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "a score for induction"
blank = True
axes = ("", "heads")


def reference(A, tokens):
    last, weights = {}, []
    for i, token in enumerate(tokens):
        if token in last:
            weights.append(A[:, i, last[token] + 1])
        last[token] = i
    return np.mean(weights, axis=0)


def heads(rng, h, n, is_causal=True):
    """Random weights of h heads: rows sum to 1."""
    A = rng.uniform(0.01, 1, (h, n, n)) ** 4
    A = np.tril(A) if is_causal else A
    return A / A.sum(axis=-1, keepdims=True)


def draw(rng):
    h, n = int(rng.integers(1, 5)), int(rng.integers(2, 13))
    tokens = rng.integers(int(rng.integers(1, n)), size=n).tolist()  # fewer kinds than places
    return heads(rng, h, n, is_causal=rng.random() < 0.5), tokens


def looks_at(*keys):
    """One head in which query i gives all its weight to keys[i]."""
    return np.eye(len(keys))[[list(keys)]]


TWICE = [5, 7, 8, 5, 7, 8]
FINDS, ITSELF = looks_at(0, 0, 0, 1, 2, 3), looks_at(0, 1, 2, 0, 1, 2)

cases = (
    Case(
        "a head that does it always",
        (FINDS, TWICE),
        "Queries 3, 4 and 5 give keys 1, 2 and 3 all their weight: 1.",
    ),
    Case(
        "a head that looks at the same token",
        (ITSELF, TWICE),
        "It looks at the same token, not at what came next: 0.",
    ),
    Case(
        "one token of four comes again",
        (looks_at(0, 0, 1, 1), [5, 7, 8, 5]),
        "Only the token of query 3 occurred before. It looks at key 1: the mean of one weight is 1.",
    ),
    Case(
        "a token that stands three times",
        (looks_at(0, 0, 0, 2, 3), [5, 7, 5, 7, 5]),
        "The last time before query 4, its token stood at place 2, so its key is 3. Those of queries "
        "2 and 3 are 1 and 2. Two of the three have all the weight: 2/3.",
    ),
)


# fmt: off
# %% mistake
# You look at the last occurrence itself. What came next stands one further on.
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            weights.append(A[:, i, earlier[-1]])
    return np.mean(weights, axis=0)
# %% mistake
# You look at the token before the query. That score finds previous-token heads.
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        if tokens[i] in tokens[:i]:
            weights.append(A[:, i, i - 1])
    return np.mean(weights, axis=0)
# %% mistake
# You take all earlier occurrences of the token. Only the last before the query counts.
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        for j in range(i):
            if tokens[j] == tokens[i]:
                weights.append(A[:, i, j + 1])
    return np.mean(weights, axis=0)
# %% mistake
# You add up the weights. Take their mean.
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            weights.append(A[:, i, earlier[-1] + 1])
    return sum(weights)
# %% mistake
# You divide by the number of all tokens. Divide by the number of queries whose token has occurred
# before.
def my_induction(A, tokens):
    total = np.zeros(len(A))
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            total += A[:, i, earlier[-1] + 1]
    return total / len(tokens)
# %% mistake
# Queries and keys have changed places: queries run down, A[head, query, key].
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            weights.append(A[:, earlier[-1] + 1, i])
    return np.mean(weights, axis=0)
# %% mistake
# You return one number. Each head has a score of its own: the mean over the queries alone.
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            weights.append(A[:, i, earlier[-1] + 1])
    return np.mean(weights)
# %% mistake
# You return a number for each query. Each head has one score: the mean over the queries.
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            weights.append(A[:, i, earlier[-1] + 1])
    return np.mean(weights, axis=1)
# %% mistake
# This looks half the list back. It is right only where the second half repeats the first: go by
# where each token stood.
def my_induction(A, tokens):
    n = len(tokens)
    i = np.arange(n // 2, n)
    return A[:, i, i - n // 2 + 1].mean(axis=1)
# %% right
def my_induction(A, tokens):
    weights = []
    for i in range(len(tokens)):
        earlier = [j for j in range(i) if tokens[j] == tokens[i]]
        if earlier:
            weights.append(A[:, i, earlier[-1] + 1])
    return np.mean(weights, axis=0)
# %% right
def my_induction(A, tokens):
    last, weights = {}, []
    for i, token in enumerate(tokens):
        if token in last:
            weights.append(A[:, i, last[token] + 1])
        last[token] = i
    return [sum(of_head) / len(of_head) for of_head in zip(*weights)]
