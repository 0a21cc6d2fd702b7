"""What several exercises of notebook 10 share."""

import numpy as np

from helpers import attention


def summed(to, shape):
    more = to.ndim - len(shape)
    axes = (*range(more), *(more + i for i, size in enumerate(shape) if size == 1))
    return to.sum(axis=axes).reshape(shape)


def loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(right)), right] -= 1
    return weights / len(right)
