# %% task [markdown]
# **Exercise** (*Deeper*; write a function). A model reads `n / 2` different tokens twice; `n` is
# even, and at least 4. `A` `(heads, n, n)` holds the weights of some of its heads, queries down,
# keys across. For each query of the second half, look up the weight on the key that stands **right
# behind the first occurrence** of the same token. Return their mean for each head, `(heads,)`. With
# 6 tokens, queries 3, 4 and 5 repeat 0, 1 and 2: the keys are 1, 2 and 3.
# %% stub
def my_induction(A):
    return ...  # about 3 lines


# %% solution
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return A[:, i, i - n // 2 + 1].mean(axis=1)


# %% why [markdown]
# The query at i stood at i − n/2 for the first time, and what came next stood one further. A head
# that looks there can say what comes next now.
# %% hints [markdown]
# - Where did the token of query i stand the first time? Where does the next one stand?
# - The queries are np.arange(n // 2, n). Two arrays of indices, A[:, i, j], pick one weight for
#   each query.
# - The key of query i is i - n // 2 + 1. The mean runs over the queries, axis=1.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "a score for induction"
deeper = True
axes = ("", "heads")


def reference(A):
    i = np.arange(A.shape[-1] // 2, A.shape[-1])
    return A[:, i, i - len(i) + 1].mean(axis=1)


def heads(rng, h, n, is_causal=True):
    """Random weights of h heads: rows sum to 1."""
    A = rng.uniform(0.01, 1, (h, n, n)) ** 4
    A = np.tril(A) if is_causal else A
    return A / A.sum(axis=-1, keepdims=True)


def draw(rng):
    h, half = int(rng.integers(1, 5)), int(rng.integers(2, 8))
    return (heads(rng, h, 2 * half, is_causal=rng.random() < 0.5),)


def looks_at(keys):
    """One head in which query i gives all its weight to keys[i]."""
    return np.eye(len(keys))[[keys]]


FINDS, ITSELF = looks_at([0, 0, 0, 1, 2, 3]), looks_at([0, 1, 2, 0, 1, 2])
BEFORE, HALF = looks_at([0, 0, 1, 2, 3, 4]), looks_at([0, 0, 0, 1, 2, 0])

cases = (
    Case(
        "a head that does it always",
        (FINDS,),
        "Queries 3, 4 and 5 give keys 1, 2 and 3 all their weight: 1.",
    ),
    Case(
        "a head that looks at the same token",
        (ITSELF,),
        "It looks at the first occurrence of the same token, not at what came next: 0.",
    ),
    Case(
        "a head that looks at the token before",
        (BEFORE,),
        "Queries 3, 4 and 5 look at keys 2, 3 and 4. The keys in question are 1, 2, 3: 0.",
    ),
    Case(
        "a head that does it sometimes",
        (HALF,),
        "Two of the three queries do it. The mean is 2/3.",
    ),
    Case(
        "four tokens",
        (heads(np.random.default_rng(0), 1, 4),),
        "Query 2 and key 1, query 3 and key 2: the mean of these two weights.",
    ),
    Case(
        "three heads",
        (np.concatenate([FINDS, ITSELF, HALF]),),
        "One number for each head: 1, 0 and 2/3.",
    ),
)


# fmt: off
# %% mistake
# You look at the first occurrence of the same token. What came next stands one further on.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half)
    return A[:, i, i - half].mean(axis=1)
# %% mistake
# You look at the token before the query. That is a previous-token head.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half)
    return A[:, i, i - 1].mean(axis=1)
# %% mistake
# You leave out the last query. Its token has a first occurrence, too, and what came next is the
# first token of the second half.
def my_induction(A):
    half = A.shape[-1] // 2
    i = np.arange(half, 2 * half - 1)
    return A[:, i, i - half + 1].mean(axis=1)
# %% mistake
# You add up the weights of all queries. Take their mean.
def my_induction(A):
    half = A.shape[-1] // 2
    return sum(A[:, i, i - half + 1] for i in range(half, 2 * half))
# %% mistake
# Queries and keys have changed places: queries run down, A[head, query, key].
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return A[:, i - n // 2 + 1, i].mean(axis=1)
# %% mistake
# You return one number. Each head has a score of its own: the mean over axis 1.
def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return A[:, i, i - n // 2 + 1].mean()
# %% mistake
# You take the mean over all of these keys for each query. Each has one key of its own.
def my_induction(A):
    half = A.shape[-1] // 2
    return A[:, half:, 1 : half + 1].mean(axis=(1, 2))
# %% wrong: Queries 3, 4 and 5 give keys 1, 2 and 3 all their weight: 1.
def my_induction(A):
    half = A.shape[1] // 2
    return A[:, np.arange(half), np.arange(half) + half].mean(axis=-1)
# %% right
def my_induction(A):
    n = A.shape[2]
    half = n // 2
    means = []
    for weights in A:
        second_half = weights[half:]
        means.append(np.trace(second_half[:, 1:]) / half)
    return means
