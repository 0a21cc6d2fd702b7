"""The tape that notebook 10 builds on its page: what it needs to run back, and more boxes.

Each box takes Values, the page's or those from here, whose arrays are their x, and gives one:
Value(x, (came_from, local slope), …). A few boxes make a whole model.
"""

import numpy as np

from helpers import attention
from helpers.training.parts import row_by_row, softmax_back, transposed


def summed(to, shape):
    """The slopes of an array of this shape, which was repeated to fit (broadcast): those of its
    copies, added."""
    to = to.sum(axis=tuple(range(to.ndim - len(shape))))
    return to.sum(axis=tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)


def order_of(loss):
    """All that a value came from, and itself: each stands after all that it came from."""
    order = []

    def visit(value):
        if value not in order:
            for before, _ in value.paths:
                visit(before)
            order.append(value)

    visit(loss)
    return order


def back(loss):
    """Give each value that the loss, one number, came from its slope."""
    order = order_of(loss)
    for value in order:
        value.slope = 0.0
    loss.slope = 1.0
    for value in reversed(order):
        for before, local in value.paths:
            before.slope += value.slope * local


class Along:
    """A local slope of arrays: a slope times it is what goes on to the earlier box. local: a
    factor, or a function of the slope."""

    __array_ufunc__ = None  # an array leaves its product with this to __rmul__

    def __init__(self, before, local):
        self.before, self.local = before, local

    def __rmul__(self, to):
        to = np.asarray(to)
        came = self.local(to) if callable(self.local) else to * self.local
        return summed(came, self.before.x.shape)

    __mul__ = __rmul__


class Value:
    """An array x and its paths, as the page has it: what it came from, and the local slope."""

    def __init__(self, x, *paths):
        self.x, self.slope = np.asarray(x), 0.0
        self.paths = [(before, Along(before, local)) for before, local in paths]

    def __add__(self, other):
        return type(self)(self.x + other.x, (self, 1), (other, 1))

    def __mul__(self, other):  # also for the page's Values (blanks.py)
        return type(self)(self.x * other.x, (self, other.x), (other, self.x))

    def __matmul__(self, other):
        left, right = (
            (self, lambda to: to @ other.x.mT),
            (other, lambda to: values_back(self.x, to)),
        )
        return type(self)(self.x @ other.x, left, right)


def values_back(A, to):
    """∂loss/∂V, where to is ∂loss/∂(A V). (…, n, m), (…, n, d_v) → (…, m, d_v)"""
    return transposed(A) @ to


def softmax(S):
    """Over the last axis. (…, n, m) → (…, n, m)"""
    A = attention.softmax(S.x)
    return type(S)(A, (S, lambda to: softmax_back(A, to)))


def relu(x):
    return type(x)(np.maximum(x.x, 0), (x, x.x > 0))


def transpose(x):
    """The last two axes exchanged. (…, n, m) → (…, m, n)"""
    return type(x)(x.x.mT, (x, lambda to: to.mT))


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
