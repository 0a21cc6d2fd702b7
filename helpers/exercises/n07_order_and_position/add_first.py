# %% task [markdown]
# **Exercise** (mend it). `X` `(n, d)` are tokens, `P` `(n, d)` their positions. The projections are
# `(d, d_k)`, `(d, d_k)` and `(d, d_v)`, and this layer adds `P` after them. There `P` fits only if
# all these widths are equal, and no matrix learns what to do with a position. Make queries, keys
# and values from the sum of token and position, as the 2017 paper does.
# %% stub
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q + P, X @ W_K + P, X @ W_V + P
    return attention.attention(Q, K, V).output


# %% solution
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output


# %% why [markdown]
# Each projection now meets word and position: W decides how much of either counts.
# %% hints [markdown]
# - Where do token and position have the same width, whatever d_k and d_v are?
# - Add P once, to X, before all three projections.
# - X = X + P makes a new array. X += P would change the caller's.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case

from .shared import output

title = "where positions are added"
axes = ("tokens", "features")


def draw(rng):
    n, d, d_k, d_v = far_sizes(rng, 4)
    X, P = (numbers(rng, n, d, tiny=0.1, huge=5) for _ in range(2))
    W_Q, W_K, W_V = (rng.standard_normal((d, width)) for width in (d_k, d_k, d_v))
    return X, P, W_Q, W_K, W_V


def reference(X, P, W_Q, W_K, W_V):
    X = X + P
    return output(X @ W_Q, X @ W_K, X @ W_V)


cases = (
    Case(
        "one token",
        (np.array([[1.0, 2.0]]), np.array([[0.0, 1.0]]), *[np.array([[1.0, 0.0], [0.0, 2.0]])] * 3),
        "One token has weight 1, so the output is (x + p) W_V = [1, 6].",
    ),
    Case(
        "two equal words at two positions",
        (
            np.array([[1.0, 0.0], [1.0, 0.0]]),
            np.array([[0.0, 1.0], [1.0, 0.0]]),
            np.array([[1.0, 0.0], [0.0, 2.0]]),
            np.array([[0.0, 1.0], [3.0, 0.0]]),
            np.array([[1.0, 2.0], [0.0, 1.0]]),
        ),
        "The outputs are softmax(Q Kᵀ/√d_k) V, without a mask, with Q = (X + P) W_Q, "
        "K = (X + P) W_K and V = (X + P) W_V.",
    ),
    Case(
        "three tokens, and every width another one",
        (
            np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
            np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]]),
            np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]]),
            np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]),
            np.array([[1.0], [2.0]]),
        ),
        "Tokens and positions are 2 wide here, queries and keys 3, values 1. P is added to the "
        "tokens, and the scores are divided by √3.",
    ),
)


# fmt: off
# %% mistake
# The positions are gone: P must be added to X.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# Your values are made of X alone. In the 2017 paper they get the sum, too.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q + P @ W_Q, X @ W_K + P @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# Only your queries know their position. Keys and values need it, too.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = (X + P) @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# Your queries and keys are made of positions alone, without the words.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = P @ W_Q, P @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# You add P to the output: too late, no score knows of it.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output + P
# %% mistake
# @ comes before +, so only P is projected. Put X + P in brackets.
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X + P @ W_Q, X + P @ W_K, X + P @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# You attend without any projection: W_Q, W_K and W_V are not used.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    return attention.attention(X, X, X).output
# %% mistake
# Side by side, X and P are 2d wide, and W has d rows. Add them, or stack each W on itself.
def my_layer(X, P, W_Q, W_K, W_V):
    X = np.concatenate([X, P], axis=1)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# You take the mean of X and P. The sum is asked for.
def my_layer(X, P, W_Q, W_K, W_V):
    X = (X + P) / 2
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# Every token gets the position of the first one, so all places look the same.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P[0]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# You multiply by P. Positions are added.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X * P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# In effect, queries and keys are swapped: row i of the weights belongs to query i, and its columns
# to the keys.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    S = X @ W_Q @ (X @ W_K).T / math.sqrt(W_Q.shape[1])
    return attention.softmax(S, axis=0).T @ (X @ W_V)
# %% mistake
# Your scores are not divided by the root of the keys' width. attention.attention does it.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.softmax(Q @ K.T) @ V
# %% mistake
# You divide the scores by the root of d, the tokens' width. Divide by √d_k, that of the keys.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    weights = attention.softmax((X @ W_Q) @ (X @ W_K).T / math.sqrt(X.shape[-1]))
    return weights @ (X @ W_V)
# %% wrong: Your result is the output and the weights of attention: take .output.
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V)
# %% wrong: One token has weight 1, so the output is (x + p) W_V = [1, 6].
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = (X + P) @ W_Q, (X + P) @ W_K, (X - P) @ W_V
    return attention.attention(Q, K, V).output
# %% wrong: The outputs are softmax(Q Kᵀ/√d_k) V, without a mask
def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    return attention.attention(X @ W_Q / math.sqrt(W_Q.shape[1]), X @ W_K, X @ W_V).output
# %% right
def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q + P @ W_Q, X @ W_K + P @ W_K, X @ W_V + P @ W_V
    return attention.attention(Q, K, V).output
# %% right
def my_layer(X, P, W_Q, W_K, W_V):
    X = np.add(X, P)
    return attention.attention(*(X @ W for W in (W_Q, W_K, W_V)))[0]
