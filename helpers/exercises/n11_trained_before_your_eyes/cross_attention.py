# %% task [markdown]
# **Exercise.** What is being written, `y` `(n, d)`, asks what has been read, `x` `(m, d)`. Return
# the output `(n, d_v)` of this cross-attention, with `W_Q` and `W_K` `(d, d_k)` and `W_V` `(d,
# d_v)`. Two rows that ask a single one, `y = [[1], [2]]` and `x = [[3]]`, with `W_Q = W_K = W_V =
# [[1]]`, both get its value, `[[3.0], [3.0]]`. {how to stop}
# %% stub
def my_cross(y, x, W_Q, W_K, W_V):
    return ...  # about 2 lines


# %% solution
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.attention(Q, K, V).output


# %% why [markdown]
# Only the queries come from what is being written. The rest is the attention that you know, with a
# row for each sign and a column for each token.
# %% hints [markdown]
# - Who asks, and who is asked? The one that asks has the queries.
# - The formula above has three products: one begins with y, the other two with x.
# - From Q, K and V on, nothing is new: scores (n, m), weights that sum to 1 in each row, output.
#   attention.attention(Q, K, V).output has these steps in it.
# %% cases
import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import Case, each_alone

title = "cross-attention"
axes = ("signs", "features")


def reference(y, x, W_Q, W_K, W_V):
    scores = (y @ W_Q) @ (x @ W_K).T / W_Q.shape[1] ** 0.5  # (n, m)
    return attention.softmax(scores) @ (x @ W_V)


def draw(rng):
    n, m, d, d_k, d_v = far_sizes(rng, 5)
    y, x = numbers(rng, n, d, huge=30), numbers(rng, m, d, huge=30)
    W_Q, W_K = numbers(rng, d, d_k, huge=30), numbers(rng, d, d_k, huge=30)
    return y, x, W_Q, W_K, numbers(rng, d, d_v)


ONE = np.array([[1.0]])
TWO_SIGNS = np.array([[1.0, 0.0], [0.0, 2.0]])
THREE_TOKENS = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
MATRICES = (  # d, d_k = 2, 1, then 2, 1, then d, d_v = 2, 4
    np.array([[1.0], [-1.0]]),
    np.array([[1.0], [0.5]]),
    np.array([[1.0, 0.0, 3.0, 1.0], [0.0, 2.0, 1.0, -1.0]]),
)

cases = (
    Case(
        "one sign, one token",
        (np.array([[2.0]]), np.array([[3.0]]), ONE, ONE, np.array([[5.0]])),
        "A token that is alone has the weight 1, whatever asks. So the output is its value, "
        "3 · 5 = 15.",
    ),
    Case(
        "two signs, one token",
        (np.array([[2.0], [7.0]]), np.array([[3.0]]), ONE, ONE, np.array([[5.0]])),
        "Two signs ask, so the output has two rows. With one token to read, both are its value, 15.",
    ),
    Case(
        "two equal keys",
        (ONE, np.array([[2.0], [4.0]]), ONE, np.array([[0.0]]), np.array([[1.0, 0.0, 2.0]])),
        "W_K makes both keys 0, so each token has the weight ½: the output is the mean of their "
        "values, [2, 0, 4] and [4, 0, 8].",
    ),
    Case(
        "a score ln 3 above the other",
        (
            np.array([[1.0, 0.0]]),
            np.array([[math.log(3), 4.0], [0.0, 8.0]]),
            np.array([[1.0], [0.0]]),
            np.array([[1.0], [0.0]]),
            np.array([[0.0], [1.0]]),
        ),
        "The query is 1, the keys are ln 3 and 0, and d_k is 1: the weights are ¾ and ¼. The values "
        "are 4 and 8, so the output is ¾ · 4 + ¼ · 8 = 5.",
    ),
    Case(
        "keys of width 4",
        (ONE, np.array([[2.0], [0.0]]), np.array([[1.0] * 4]), np.array([[1.0] * 4]), ONE),
        "The raw scores are 8 and 0. Keys are 4 wide, so they are divided by √4: the scores are 4 "
        "and 0, and the weights their softmax.",
    ),
    *each_alone(*((row[None], THREE_TOKENS, *MATRICES) for row in TWO_SIGNS)),
    Case(
        "two signs, three tokens",
        (TWO_SIGNS, THREE_TOKENS, *MATRICES),
        "Right for each sign alone, wrong for both: each has weights of its own, which sum to 1 "
        "over the tokens.",
    ),
    Case(
        "scores of 1000 and 2000, and of −1000 and −2000",
        (np.array([[1000.0], [-1000.0]]), np.array([[1.0], [2.0]]), ONE, ONE, ONE),
        "The larger score of each sign is ahead by 1000, so its token gets the weight 1. "
        "attention.softmax can do it, though exp(1000) overflows and exp(−1000) is 0.",
    ),
)


# fmt: off
# %% mistake
# All three come from x: the tokens that are read ask one another. Here the signs ask: queries come
# from y.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = x @ W_Q, x @ W_K, x @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# All three come from y: the signs ask one another, as in the decoder's self-attention. Keys and
# values come from x.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, y @ W_K, y @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# It is the wrong way round: what is read asks what is written. Your output has a row for each
# token, expected one for each sign.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = x @ W_Q, y @ W_K, y @ W_V
    return attention.attention(Q, K, V).output
# %% mistake
# Queries and keys have changed places: the tokens ask for signs. The signs ask for tokens.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = x @ W_Q, y @ W_K, x @ W_V
    return attention.softmax(Q @ K.T / np.sqrt(W_Q.shape[1])) @ V
# %% mistake
# Your keys come from y, so that signs are compared with signs. A key says what a token that was
# read has to offer.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, y @ W_K, x @ W_V
    return attention.softmax(Q @ K.T / np.sqrt(W_Q.shape[1])) @ V
# %% mistake
# Your values come from y: the decoder would read its own signs. What it looks up stands in x.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, y @ W_V
    return attention.softmax(Q @ K.T / np.sqrt(W_Q.shape[1])) @ V
# %% mistake
# Your weights sum to 1 over the signs. Those of each sign must sum to 1 over the tokens.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    return attention.softmax(scores.T).T @ V
# %% mistake
# Your weights sum to 1 over the signs. Those of each sign must sum to 1 over the tokens.
def my_cross(y, x, W_Q, W_K, W_V):
    S = (y @ W_Q) @ (x @ W_K).T / np.sqrt(W_Q.shape[1])
    return np.exp(S) / np.exp(S).sum(axis=0) @ (x @ W_V)
# %% mistake
# All your weights together sum to 1. Those of each sign must sum to 1 over the tokens.
def my_cross(y, x, W_Q, W_K, W_V):
    E = np.exp((y @ W_Q) @ (x @ W_K).T / np.sqrt(W_Q.shape[1]))
    return E / E.sum() @ (x @ W_V)
# %% mistake
# Without keepdims=True the sums lie in one row, and divide columns. Each row has a sum of its own.
def my_cross(y, x, W_Q, W_K, W_V):
    S = (y @ W_Q) @ (x @ W_K).T / np.sqrt(W_Q.shape[1])
    return np.exp(S) / np.exp(S).sum(axis=1) @ (x @ W_V)
# %% mistake
# Your scores are (m, n), a row for each token. Expected (n, m), a row for each sign.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    scores = K @ Q.T / np.sqrt(Q.shape[1])
    return attention.softmax(scores) @ V
# %% mistake
# Your scores are raw: they are not yet divided by √d_k.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.softmax(Q @ K.T) @ V
# %% mistake
# You divide by the root of d, the width of y and x. Under the root stands the width of a query.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.softmax(Q @ K.T / np.sqrt(y.shape[1])) @ V
# %% mistake
# You divide by d_k itself. Divide by its root.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.softmax(Q @ K.T / Q.shape[1]) @ V
# %% mistake
# You divide after the softmax. Divide the scores, before it.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.softmax(Q @ K.T) / np.sqrt(Q.shape[1]) @ V
# %% mistake
# There is a causal mask in it. All of x is there before the first sign is written: every sign may
# look at every token.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    mask = np.tril(np.ones((len(y), len(x)), dtype=bool))
    return attention.attention(Q, K, V, mask).output
# %% mistake
# A causal mask is (n, n), for a text that asks itself. Here every sign may look at every token:
# leave it out.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.attention(Q, K, V, attention.causal_mask(len(y))).output
# %% mistake
# The right numbers, but each sign has a column. Expected a row for each sign.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_Q, x @ W_K, x @ W_V
    return attention.attention(Q, K, V).output.T
# %% mistake
# These are the weights. The values that they mix are still missing.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K = y @ W_Q, x @ W_K
    return attention.softmax(Q @ K.T / np.sqrt(Q.shape[1]))
# %% mistake
# You mix the rows of x themselves. Their values are x @ W_V.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K = y @ W_Q, x @ W_K
    return attention.softmax(Q @ K.T / np.sqrt(Q.shape[1])) @ x
# %% mistake
# The matrices of queries and keys have changed places: y meets W_Q, x meets W_K.
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y @ W_K, x @ W_Q, x @ W_V
    return attention.attention(Q, K, V).output
# %% wrong: Your result is the output and the weights of attention: take .output.
def my_cross(y, x, W_Q, W_K, W_V):
    return attention.attention(y @ W_Q, x @ W_K, x @ W_V)
# %% wrong: A token that is alone has the weight 1, whatever asks.
def my_cross(y, x, W_Q, W_K, W_V):
    return attention.attention(y @ W_Q, x @ W_K, x @ W_V).output + y @ W_V
# %% wrong: W_K makes both keys 0, so each token has the weight ½:
def my_cross(y, x, W_Q, W_K, W_V):
    S = (y @ W_Q) @ (x @ W_K).T / np.sqrt(W_Q.shape[1])
    return (x @ W_V)[S.argmax(axis=1)]
# %% wrong: Right for each sign alone, wrong for both:
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = y[:1] @ W_Q, x @ W_K, x @ W_V
    return np.repeat(attention.attention(Q, K, V).output, len(y), axis=0)
# %% wrong: The larger score of each sign is ahead by 1000, so its token gets
def my_cross(y, x, W_Q, W_K, W_V):
    S = (y @ W_Q) @ (x @ W_K).T / np.sqrt(W_Q.shape[1])
    e = np.exp(np.clip(S, -700, 700))
    return e / e.sum(axis=1, keepdims=True) @ (x @ W_V)
# %% right
def my_cross(y, x, W_Q, W_K, W_V):
    scores = (y @ W_Q) @ (x @ W_K).T / np.sqrt(W_K.shape[-1])
    weights = attention.softmax(scores)
    return weights @ x @ W_V
# %% right
def my_cross(y, x, W_Q, W_K, W_V):
    out = []
    for row in y:
        q = row @ W_Q
        scores = np.array([q @ (token @ W_K) for token in x]) / len(q) ** 0.5
        e = np.exp(scores - scores.max())
        out.append(e / e.sum() @ (x @ W_V))
    return out
# %% right
def my_cross(y, x, W_Q, W_K, W_V):
    Q, K, V = (np.float32(a) @ np.float32(W) for a, W in ((y, W_Q), (x, W_K), (x, W_V)))
    return attention.attention(Q, K, V)[0]
# %% right
def my_cross(y, x, W_Q, W_K, W_V):
    S = np.einsum("id,dk,ek,je->ij", y, W_Q, W_K, x) / np.sqrt(W_Q.shape[1])
    return np.einsum("ij,jd,dv->iv", attention.softmax(S), x, W_V)
