"""A tape: values that remember what they came from, and one way back through all of them.

Notebook 10 builds it on its page, from Value to softmax, with functions of the reader's in it; here
it has the series' own, and more boxes of the same form for a whole model:

    loss = …            # computed from Values
    back(loss)          # value.slope is ∂loss/∂value, for each value that the loss came from
"""

import numpy as np

from helpers import attention
from helpers.training.parts import row_by_row, softmax_back, transposed


class Value:
    """x: an array of any shape; slope: ∂loss/∂x, in the same shape once `back` has run."""

    def __init__(self, x, *paths):  # a path: what it came from, and how a slope goes back there
        self.x, self.paths, self.slope = np.asarray(x), paths, 0.0

    def __add__(self, other):
        return Value(self.x + other.x, (self, lambda to: to), (other, lambda to: to))


def times(self, other):
    left, right = (self, lambda to: to * other.x), (other, lambda to: to * self.x)
    return Value(self.x * other.x, left, right)


Value.__mul__ = times


def back(loss):
    """Give each value that the loss, one number, came from its slope."""
    order = []

    def visit(value):  # each value stands after all that it came from
        if value not in order:
            for before, _ in value.paths:
                visit(before)
            order.append(value)
            value.slope = np.zeros_like(value.x)

    visit(loss)
    loss.slope = np.ones_like(loss.x)
    for value in reversed(order):
        for before, path in value.paths:
            before.slope = before.slope + summed(path(value.slope), before.x.shape)


def product(A, B):
    """A @ B. (…, n, d), (…, d, m) → (…, n, m)"""
    left, right = (A, lambda to: to @ B.x.mT), (B, lambda to: values_back(A.x, to))
    return Value(A.x @ B.x, left, right)


Value.__matmul__ = product


def softmax(S):
    """Each row by itself. (…, n, m) → (…, n, m)"""
    A = attention.softmax(S.x)
    return Value(A, (S, lambda to: softmax_back(A, to)))


# --- what the reader writes ----------------------------------------------------------------------


def summed(to, shape):
    """The slopes of an array of this shape, which was repeated to fit (broadcast): those of its
    copies, added."""
    to = to.sum(axis=tuple(range(to.ndim - len(shape))))
    return to.sum(axis=tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)


def values_back(A, to):
    """∂loss/∂V, where to is ∂loss/∂(A V). (…, n, m), (…, n, d_v) → (…, m, d_v)"""
    return transposed(A) @ to


# --- more boxes: each gives a value of the kind that it gets -------------------------------------


def transpose(x):
    """The last two axes exchanged. (…, n, m) → (…, m, n)"""
    return type(x)(x.x.mT, (x, lambda to: to.mT))


def log(x):
    """Of each number, in any shape."""
    return type(x)(np.log(x.x), (x, lambda to: to / x.x))


def normed(x):
    """Mean 0 and variance 1 in each row, as in layer norm. (…, d) → (…, d)"""
    z = x.x - x.x.mean(axis=-1, keepdims=True)
    size = np.sqrt(row_by_row(z, z) / z.shape[-1] + 1e-5)  # (…, 1)
    z = z / size

    def path(to):
        along_z = row_by_row(to, z) / z.shape[-1]  # (…, 1)
        return (to - to.mean(axis=-1, keepdims=True) - along_z * z) / size

    return type(x)(z, (x, path))


def cross_entropy(logits, targets):
    """The mean of −log(weight of the right word). logits (…, words), targets (…) → one value"""
    weights = attention.softmax(logits.x)
    is_right = np.arange(logits.x.shape[-1]) == targets[..., None]  # (…, words)
    loss = -np.log(weights[is_right]).mean()
    return type(logits)(loss, (logits, lambda to: to * (weights - is_right) / targets.size))
