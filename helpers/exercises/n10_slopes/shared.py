"""What several exercises of notebook 10 share."""

import numpy as np

from helpers import attention


def loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(right)), right] -= 1
    return weights / len(right)
