"""What several exercises of notebook 01 share."""

import math

import numpy as np

from helpers.data import examples
from helpers.exercises.engine.draws import far_sizes, numbers

WORDS = examples.FIVE_WORDS
TABLE = examples.FIVE_WORDS_X


def dot(a, b):
    return a @ b


def length(a):
    return math.sqrt(dot(a, a))


def cosine(a, b):
    return dot(a, b) / (length(a) * length(b))


def vectors(rng):
    """Both may be tiny or huge, but neither is so beside the other that a formula with squares of
    both, such as the law of cosines, would round the smaller one away."""
    (n,) = far_sizes(rng, 1)
    a, b = (numbers(rng, n, tiny=0.1, huge=10) for _ in "ab")
    scale = rng.choice([1e-9, 1e9]) if rng.random() < 0.3 else 1
    return scale * a, scale * b


def vectors_with_a_length(rng):
    """Now and then they nearly have the same direction, or opposite ones."""
    a, b = vectors(rng)
    if rng.random() < 0.2:
        b = rng.choice([-1, 1]) * a * (1 + 0.03 * rng.standard_normal(a.shape))
    return (a, b) if a.any() and b.any() else vectors_with_a_length(rng)


def products(v, X):
    return X @ v  # (m,)


def lengths(X):
    return np.sqrt((X * X).sum(axis=-1))  # (m,)


def cosines(v, X):
    return products(v, X) / (lengths(X) * length(v))


def nearest(v, words, X):
    return words[int(cosines(v, X).argmax())]
