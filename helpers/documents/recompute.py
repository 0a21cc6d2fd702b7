"""What the documents' numbers and claims are recomputed from.

Names that end in 3, and W_Q, W_K, W_V, belong to the three inputs of Illustrated Self-Attention
(003), names that end in 5 to the five words of Intuition (002).
"""

import re
from itertools import product

import numpy as np

from helpers.attention import attention, causal_mask, scores, softmax
from helpers.block import mlp
from helpers.data.examples import (
    FIVE_WORDS_PRINTED,
    FIVE_WORDS_X,
    THREE_INPUTS,
    THREE_INPUTS_PRINTED,
)
from helpers.data.seeds import reversed_without_a_head, seeds
from helpers.experiments import running_times

X3, W_Q, W_K, W_V = THREE_INPUTS.X, THREE_INPUTS.W_Q, THREE_INPUTS.W_K, THREE_INPUTS.W_V
Q3, K3, V3 = X3 @ W_Q, X3 @ W_K, X3 @ W_V  # (3, 3) each
S3 = scores(Q3, K3, scale=1.0)  # (3, 3): raw scores, as in the document
A3 = softmax(S3)  # (3, 3)
ROUNDED3 = THREE_INPUTS_PRINTED  # (3, 3): A3 as printed
X5 = FIVE_WORDS_X  # (5, 3)
S5 = scores(X5, X5)  # (5, 5)
A5 = softmax(S5)  # (5, 5)
ROW5 = FIVE_WORDS_PRINTED  # (5,): the first row of A5 as printed
HALF5 = attention(X5 / 2, X5 / 2, X5 / 2)  # the same words half as long


def pick(text, *which):
    """Those of the [rows] in a text, … between them."""
    rows = re.findall(r"\[.*?\]", text)
    return " … ".join(rows[i] for i in which)


def flat(*parts):
    return np.concatenate([np.ravel(part) for part in parts])


def factors(a, b):
    """a₁, b₁, a₂, b₂ … and a · b: the numbers of "a₁ × b₁ + a₂ × b₂ + … = a · b"."""
    return flat(np.column_stack([a, b]), a @ b)


def weighted(weights):
    """Every value times its weight: (key, query, d_v)."""
    return V3[:, None] * weights.T[:, :, None]


def products(d):
    """q · k for every q and k of d entries ±1: entries independent, mean 0, variance 1."""
    signs = np.array(list(product([-1, 1], repeat=d)))  # (2^d, d)
    return signs @ signs.T  # (2^d, 2^d), all equally likely


def variance_is_width():
    return all(products(d).var() == d for d in range(1, 8))


def one_mlp_for_all_tokens():
    """Whether tokens in another order, or alone, come out of the MLP as they did before."""
    W_1, W_2 = W_Q, W_K.T  # (4, 3), (3, 4)
    out = mlp(X3, W_1, np.ones(3), W_2, np.zeros(4))
    alone = [mlp(x, W_1, np.ones(3), W_2, np.zeros(4)) for x in X3[::-1]]
    return np.array_equal(out[::-1], alone)


def cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


def distances(points):
    """Between every two points, each pair once."""
    first, second = np.triu_indices(len(points), 1)
    return np.linalg.norm(points[first] - points[second], axis=1)


def apple_moves():
    moved, turned = A5[0] @ X5 - X5[0], HALF5.output[0]
    return (
        np.allclose(moved[:2], [-0.00014, 0.00002], atol=5e-6)
        and np.allclose(turned[:2], [2.21, 1.0015], atol=(5e-3, 5e-5))
        and cosine(turned, X5[2]) > cosine(X5[0], X5[2])
        and cosine(turned, X5[3]) < cosine(X5[0], X5[3])
    )


def half_a_difference():
    q, k = np.arange(-4, 5)[:, None], np.arange(-4, 5)
    half = ((q + k) / np.sqrt(2)) ** 2 / 2 - ((q - k) / np.sqrt(2)) ** 2 / 2
    return np.allclose(half, q * k)


def overflows(number, dtype):
    with np.errstate(over="ignore"):
        return np.isinf(np.exp(dtype(number))) and np.isfinite(np.exp(dtype(number - 1)))


def order_is_lost():
    moved = [2, 0, 1]
    same = attention(Q3, K3[moved], V3[moved]).output
    shuffled = attention(Q3[moved], K3[moved], V3[moved]).output
    truth = attention(Q3, K3, V3).output
    return np.allclose(same, truth) and np.allclose(shuffled, truth[moved])


def mask_tells_order():
    """With a causal mask the last row knows in which order the rows before it stand, in two layers
    and not in one."""

    def last_row(X, layers):
        for _ in range(layers):
            X = X + attention(X, X, X, mask=causal_mask(len(X))).output
        return X[-1]

    exchanged = X5[[1, 0, 2, 3, 4]] / 4
    knows = [not np.allclose(last_row(exchanged, k), last_row(X5 / 4, k)) for k in (1, 2)]
    return knows == [False, True]


def reach(layers, kernel, dilated=False):
    """How many tokens the last of so many stacked convolutions can see, found by stacking them."""
    seen = np.ones(1)
    for layer in range(layers):
        gap = kernel**layer if dilated else 1
        taps = np.zeros((kernel - 1) * gap + 1)
        taps[::gap] = 1
        seen = np.convolve(seen, taps)
    return np.count_nonzero(seen)


def slower_when_long():
    seconds = running_times.by_layer(running_times.recorded("layers"))
    return seconds["attention"][4096, 64] > seconds["recurrence"][4096, 64]


def weight_and_need_go_together_loosely():
    """Over the 40 heads of twenty trained models that know what "it" means."""
    models = seeds()
    weights = np.array([model["weights"] for model in models])  # (20, 2)
    right, left = ([model[name] for model in models] for name in ("never shown", "off"))
    costs = np.array(right)[:, None] - np.array(left)[:, 1]  # (20, 2)
    return round(np.corrcoef(weights.ravel(), costs.ravel())[0, 1], 2) == 0.45


def either_head_can_go():
    """In nine of ten models that reverse letters with two heads."""
    zeroed, _ = np.swapaxes(reversed_without_a_head(), 0, 1)  # (10, 2)
    least = zeroed.min(axis=1)  # (10,): right without the head needed more
    return sum(least >= 0.84) == 9
