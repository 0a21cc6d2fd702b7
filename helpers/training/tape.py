"""The tape that notebook 10 builds on its page: what it needs to run back, and more boxes.

Each box takes Values, the page's or those from here, whose arrays are their x, and gives one:
Value(x, (came_from, way of a slope back to it), …). A few boxes make a whole model.
"""

import numpy as np

from helpers import attention
from helpers.training.parts import row_by_row, softmax_back, transposed

RIGHT = "16.0 32.0 [3. 3.]"
AS_NUMPY_BEGINS = {  # whatever np.set_printoptions the reader has called
    **{"precision": 8, "floatmode": "maxprec", "suppress": False, "sign": "-"},
    **{"formatter": None, "legacy": False},
}
NOT_SUMMED = " The row was repeated: let summed add the slopes of its copies."
MISTAKES = {  # as `tried` says them, from the beginning
    "8.0 12.0": " Where a value has several paths, each replaces the one before: add them.",
    "16.0 32.0 [[": NOT_SUMMED,
    "ValueError (non-broadcastable": NOT_SUMMED,
}


def summed(to, shape):
    """The slopes of an array of this shape, which was repeated to fit (broadcast): those of its
    copies, added."""
    to = to.sum(axis=tuple(range(to.ndim - len(shape))))
    return to.sum(axis=tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)


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


def tried(loop, Value):
    """What a loop of the reader's gives, as a text: slopes of w = 3 and x = 2 in (w x + x − 4)²,
    and those of a row that is added to three rows; or what it raises."""
    w, x, row = Value(3.0), Value(2.0), Value([1.0, 2.0])
    y = w * x + x + Value(-4.0)
    try:
        loop(y * y)
        loop(row + Value(np.zeros((3, 2))))
    except Exception as error:
        return f"{type(error).__name__} ({error})"
    with np.printoptions(**AS_NUMPY_BEGINS):
        return f"{w.slope} {x.slope} {row.slope}"


def accepted(loop, Value):
    """A loop of the reader's if it is right, else `back`; and what to say about it."""
    given = tried(loop, Value)
    if given == RIGHT:
        return loop, f"Your loop gives {given}: it runs the rest of this page."
    said = f"Your loop gives {given}. Needed: {RIGHT}, the slopes of w and x in the picture, and of"
    said += " a row that is added to three rows."
    said += next((why for begin, why in MISTAKES.items() if given.startswith(begin)), "")
    return back, f"{said} Until then, the series' own runs the rest of this page."


class Value:
    """An array x and its paths, as the page has it: what it came from, and how a slope goes back
    there."""

    def __init__(self, x, *paths):
        self.x, self.paths, self.slope = np.asarray(x), paths, 0.0

    def __add__(self, other):
        return Value(self.x + other.x, (self, lambda to: to), (other, lambda to: to))

    def __mul__(self, other):
        left, right = (self, lambda to: to * other.x), (other, lambda to: to * self.x)
        return Value(self.x * other.x, left, right)

    def __matmul__(self, other):
        left, right = (
            (self, lambda to: to @ other.x.mT),
            (other, lambda to: values_back(self.x, to)),
        )
        return Value(self.x @ other.x, left, right)


def values_back(A, to):
    """∂loss/∂V, where to is ∂loss/∂(A V). (…, n, m), (…, n, d_v) → (…, m, d_v)"""
    return transposed(A) @ to


def softmax(S):
    """Over the last axis. (…, n, m) → (…, n, m)"""
    A = attention.softmax(S.x)
    return type(S)(A, (S, lambda to: softmax_back(A, to)))


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
