"""Exercises of notebook 07: order, sinusoids, adding, and rotary positions."""

import numpy as np

from helpers import attention, positions
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "sinusoids",
    "adding",
    "rotate",
    "shift_by_k",
)

WORDS = np.array(
    [[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]]
)  # dog chases thief


def last_row(layers, order):
    """The last row after layers of masked self-attention on the three words in this order."""
    X = WORDS[order]
    for _ in range(layers):
        X = X + attention.attention(X, X, X, attention.causal_mask(3)).output
    return X[-1]


def knows_order():
    for layers in (1, 2):
        if not np.allclose(last_row(layers, [0, 1, 2]), last_row(layers, [1, 0, 2])):
            return str(layers)
    return "never"


def dog_turned_round():
    one, other = (WORDS[order] for order in ([0, 1, 2], [2, 1, 0]))
    same = np.allclose(
        attention.attention(one, one, one).output[0],
        attention.attention(other, other, other).output[2],
    )
    return "the same" if same else "different"


def two_places_back():
    """Whether a query and a key two places apart have the same score in three places."""
    pairs = np.array([[1.0, 0.0], [0.6, 0.8]])  # q and k
    q, k = positions.rotate(np.repeat(pairs[:, None], 103, axis=1))  # (103, 2) each
    one, *others = (q[i] @ k[i - 2] for i in (2, 7, 102))
    return "the same" if np.allclose(one, others) else "different"


PREDICTED = (
    OneOf(
        name="dog_turned_round",
        title="the dog that is chased",
        truth=dog_turned_round,
        why="The sum over the keys has the same terms, in another order.",
        options=("the same", "different"),
    ),
    OneOf(
        name="mask_alone",
        title="a mask and no positions",
        truth=knows_order,
        why="In one layer the last row is a sum over all words, in whatever order they stand. In a "
        "second layer it collects rows, and what those have seen depends on the order.",
        options=("1", "2", "never"),
    ),
    OneOf(
        name="two_places_back",
        title="a key two places back",
        truth=two_places_back,
        why="Both hands have turned further by the same angle.",
        options=("the same", "different"),
    ),
)
