# %% task [markdown]
# **Exercise.** Make the boolean causal mask `(n, m)` of `n` queries and `m` keys: True where query
# `i` may see key `j`, both counted from 0. `n = 2`, `m = 3` give `[[True, False, False], [True,
# True, False]]`.
# %% stub
def my_causal_mask(n, m):
    return ...  # about 3 lines


# %% solution
def my_causal_mask(n, m):
    i = np.arange(n).reshape(n, 1)
    j = np.arange(m)
    return j <= i


# %% why [markdown]
# A column of query numbers against a row of key numbers compares every pair at once.
# %% hints [markdown]
# - Which keys may query 0 see, and which may query 1 see?
# - Put the numbers of the queries in a column, np.arange(n).reshape(n, 1), those of the keys in a
#   row, and compare.
# - With i the column and j the row: j <= i.
# %% cases
from helpers import attention
from helpers.exercises.engine.draws import far_sizes
from helpers.exercises.engine.exercise import Case

from .shared import PAIR

title = "the causal mask"
part = "causal_mask"
axes = PAIR


reference = attention.causal_mask


def draw(rng):
    return tuple(far_sizes(rng, 2))


cases = (
    Case("two queries, two keys", (2, 2), "Query 0 sees key 0 alone, query 1 sees both."),
    Case("three queries, two keys", (3, 2), "Queries 1 and 2 see both keys that there are."),
)


# fmt: off
# %% mistake
# This is the strict mask, j < i: no query sees its own position, and query 0 sees nothing.
def my_causal_mask(n, m):
    return np.arange(m)[None, :] < np.arange(n)[:, None]
# %% mistake
# range(i) ends at i − 1, so no query sees its own position. (There may also be fewer keys than i.)
def my_causal_mask(n, m):
    mask = np.zeros((n, m), dtype=bool)
    for i in range(n):
        for j in range(i):
            mask[i, j] = True
    return mask
# %% mistake
# The wrong way round: with j ≥ i each query sees itself and the later keys.
def my_causal_mask(n, m):
    return np.triu(np.ones((n, m), dtype=bool))
# %% mistake
# You put True where a key must be hidden: here True means that it may be seen.
def my_causal_mask(n, m):
    return np.triu(np.ones((n, m)), k=1) == 1
# %% mistake
# Off by one: query i sees key i + 1, the very word that it has to predict.
def my_causal_mask(n, m):
    return np.tri(n, m, 1, dtype=bool)
# %% mistake
# You count from the end: with unequal numbers your diagonal ends in the last corner. Queries and
# keys are both counted from 0.
def my_causal_mask(n, m):
    i = np.arange(n)[:, None] + (m - n)
    j = np.arange(m)
    return j <= i
# %% mistake
# The right pairs, but the axes are the other way round: queries run down, keys across.
def my_causal_mask(n, m):
    i = np.arange(n)
    j = np.arange(m)[:, None]
    return j <= i
# %% mistake
# There may be fewer keys than i + 1: stop at key m − 1.
def my_causal_mask(n, m):
    mask = np.zeros((n, m), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            mask[i, j] = True
    return mask
# %% mistake
# A row becomes too long where i + 1 is more than m. Each row has m entries.
def my_causal_mask(n, m):
    return np.array([[True] * (i + 1) + [False] * (m - i - 1) for i in range(n)])
# %% wrong: Queries 1 and 2 see both keys that there are.
def my_causal_mask(n, m):
    M = np.zeros((n, m), dtype=bool)
    for i in range(min(n, m)):
        M[i, :i + 1] = True
    return M
# %% right
def my_causal_mask(n, m):
    return [[j <= i for j in range(m)] for i in range(n)]
