# %% task [markdown]
# **Exercise.** The cache holds the keys `K` `(i, d_k)` and the values `V` `(i, d_v)` of the earlier
# tokens. A new token brings its query `q`, its key `k` and its value `v`. Append key and value.
# Return the new token's output `(d_v,)`: attention over all i + 1 keys, with scores divided by
# $\sqrt{d_k}$. Scores may be as large as 1000. You may use `attention.softmax`. `q = [0]`, `K =
# [[1]]`, `V = [[2]]`, `k = [5]`, `v = [4]` give `[3]`.
# %% stub
def my_next(q, K, V, k, v):
    return ...  # about 4 lines


# %% solution
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    weights = attention.softmax(K @ q / math.sqrt(len(q)))
    return weights @ V


# %% why [markdown]
# One query meets all keys, so there is one row of weights. No mask: nothing comes later.
# %% hints [markdown]
# - First the new rows: np.vstack([K, k]) has i + 1 rows.
# - K @ q is (i + 1,): the score of each key for the one query.
# - Divide by math.sqrt(len(q)), take the softmax, and multiply: weights @ V.
# %% cases
import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import Case

title = "one step with a cache"
part = "next_output"
axes = ("", "features")


def reference(q, K, V, k, v):
    K, V = np.vstack([K, k]), np.vstack([V, v])
    return attention.attention(q[None], K, V).output[0]


def draw(rng):
    i, d_k, d_v = sizes(rng, 3)
    shapes = (d_k,), (i, d_k), (i, d_v), (d_k,), (d_v,)
    q, *others = (numbers(rng, *shape, tiny=0.1, huge=10) for shape in shapes)
    q = q * rng.choice([1, 1, 1, 100])
    return tuple(x * 1.0 for x in (q, *others))  # all of them floats


Q_2, K_2, V_2 = np.array([1.0, 0.0]), np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([[1.0], [2.0]])

cases = (
    Case(
        "a query of 0",
        (np.array([0.0]), np.array([[1.0]]), np.array([[2.0]]), np.array([5.0]), np.array([4.0])),
        "Both weights are 0.5: the mean of the old value and the new one.",
    ),
    Case(
        "a new key that fits",
        (np.array([1.0]), np.array([[0.0]]), np.array([[0.0]]), np.array([3.0]), np.array([1.0])),
        "The new key has the score 3, the old one 0: most weight is for the new value.",
    ),
    Case(
        "width 2",
        (Q_2, K_2[:1], V_2[:1], np.array([3.0, 1.0]), np.array([5.0])),
        "The scores are divided by √2, the root of the width, before the softmax.",
    ),
    Case(
        "an empty cache",
        (Q_2, K_2[:0], V_2[:0], np.array([3.0, 1.0]), np.array([5.0])),
        "For the first token the cache holds no row, of shape (0, 2) and (0, 1). The new key "
        "has the whole weight, so the output is the new value.",
    ),
    Case(
        "large scores",
        (
            np.array([10.0]),
            np.array([[100.0], [100.0]]),
            np.array([[1.0], [3.0]]),
            np.array([0.0]),
            np.array([5.0]),
        ),
        "The scores are 1000, 1000 and 0, so the old tokens share all the weight. exp(1000) is "
        "too large for a computer; attention.softmax subtracts the largest score first.",
    ),
    Case(
        "two different large scores",
        (
            np.array([10.0]),
            np.array([[90.0]]),
            np.array([[1.0]]),
            np.array([100.0]),
            np.array([5.0]),
        ),
        "The scores are 900 and 1000, so the new token has all the weight. With a limit for "
        "large scores, both would count the same.",
    ),
)


# fmt: off
# %% mistake
# You divide by the root of the number of keys. Divide by that of d_k, the width.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    scores = K @ q / math.sqrt(len(K))
    return attention.softmax(scores) @ V
# %% mistake
# The softmax is missing: these are scores times values.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    scores = K @ q / np.sqrt(len(q))
    return scores @ V
# %% wrong: divided by √2, the root of the width, before the softmax
def my_next(q, K, V, k, v):
    K, V = np.vstack([K, k]), np.vstack([V, v])
    return attention.softmax(K @ q) / math.sqrt(len(q)) @ V
# %% wrong: np.vstack takes it as one more row
def my_next(q, K, V, k, v):
    K, V = np.concatenate([K, k]), np.concatenate([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# %% right
def my_next(q, K, V, k, v):
    K = np.insert(K, 0, k, axis=0)
    V = np.insert(V, 0, v, axis=0)
    return attention.softmax(K @ q / np.sqrt(len(q))) @ V
# %% wrong: For the first token the cache holds no row
def my_next(q, K, V, k, v):
    if not len(K):
        return np.zeros(len(v))
    K, V = np.vstack([K, k]), np.vstack([V, v])
    return attention.softmax(K @ q / math.sqrt(len(q))) @ V
# %% wrong: The first nan (not a number) is at [0]. The scores are 1000, 1000 and 0
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    s = K @ q / np.sqrt(K.shape[1])
    w = np.exp(s) / np.exp(s).sum()
    return w @ V
# %% wrong: The scores are 900 and 1000, so the new token has all the weight.
def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    s = np.clip(K @ q / np.sqrt(len(q)), -700, 700)
    w = np.exp(s - s.max())
    return (w / w.sum()) @ V
