"""What several exercises of notebook 10 share."""

import numpy as np

from helpers import attention


def chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return np.array([to_y * x, to_y * w + to_y])


def loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(right)), right] -= 1
    return weights / len(right)
