"""What layers cost: multiplications, and what a decoder keeps of earlier tokens.

    counted(recurrence, X, W, R)            # multiplications, counted one by one while it runs
    FORMULAS["recurrence"](n=8, d=4, k=3)   # the same from a formula
    cache_bytes(layers, n, heads, d_k)      # of the keys and values that a decoder keeps

Each layer is its bare mathematics. Tokens are rows, n of them, d wide.
"""

import math

import numpy as np

from helpers.checking import takes
from helpers.single_values import count

# --- three layers: (n, d) → (n, d)


def self_attention(X, Y, Z):
    """The core, softmax(X Yᵀ / √d) Z, with queries X, keys Y and values Z: all are (n, d)."""
    S = X @ Y.T / math.sqrt(X.shape[1])  # (n, d) @ (d, n) → (n, n)
    E = np.exp(S - S.max(axis=1, keepdims=True))  # (n, n)
    return (E / E.sum(axis=1, keepdims=True)) @ Z  # (n, n) @ (n, d) → (n, d)


def recurrence(X, W, R):
    """state = tanh(token W + state R): each token needs the state before it. W, R are (d, d)."""
    inputs = X @ W  # (n, d) @ (d, d) → (n, d)
    states, state = [], np.zeros_like(inputs[0])
    for token in inputs:
        state = np.tanh(token + state @ R)  # (d,) + (d,) @ (d, d) → (d,)
        states.append(state)
    return np.array(states)


def convolution(X, W):
    """Each token from a window of k tokens, of which it is the last. W is (k, d, d)."""
    n, d = X.shape
    k = len(W)
    padded = np.concatenate([np.zeros((k - 1, d), X.dtype), X])  # (k − 1 + n, d)
    return sum(padded[j : j + n] @ W[j] for j in range(k))  # k times (n, d) @ (d, d) → (n, d)


FORMULAS = {  # multiplications in matrix products
    "attention": lambda n, d, k: 2 * n * n * d,  # scores, and the weighted sum
    "attention with W_Q, W_K, W_V, W_O": lambda n, d, k: 2 * n * n * d + 4 * n * d * d,
    "recurrence": lambda n, d, k: 2 * n * d * d,  # W and R
    "convolution": lambda n, d, k: k * n * d * d,
}


class Counted(float):
    """A number that counts how often numbers of its kind are multiplied."""

    made = 0

    def __mul__(self, other):
        Counted.made += 1
        return Counted(float(self) * float(other))

    def __add__(self, other):
        return Counted(float(self) + float(other))

    def __sub__(self, other):
        return Counted(float(self) - float(other))

    def __truediv__(self, other):
        return Counted(float(self) / float(other))

    def exp(self):  # np.exp and np.tanh call these
        return Counted(math.exp(self))

    def tanh(self):
        return Counted(math.tanh(self))

    __rmul__ = __mul__
    __radd__ = __add__


def counted(layer, *arrays):
    """How many multiplications `layer(*arrays)` makes: it is run, with numbers that count."""
    counting = np.vectorize(Counted, otypes=[object])
    Counted.made = 0
    layer(*(counting(x) for x in arrays))
    return Counted.made


# --- what a decoder keeps


@takes(layers=count, n=count, heads=count, d_k=count)
def cache_bytes(layers, n, heads, d_k):
    """The bytes of a cache in float16: a key and a value for each layer, token and head of keys."""
    return 2 * layers * n * heads * d_k * 2
