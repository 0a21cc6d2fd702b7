"""Exercises of notebook 02: queries, keys and values."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "asks_for",
    "all_scores",
    "take_along",
    "what_is_self",
    "column_text",
)

TOY, IT = examples.TOO_TIRED, 2  # the row of "it"
Q_TOY, K_TOY, V_TOY = TOY.X @ TOY.W_Q, TOY.X @ TOY.W_K, TOY.X @ TOY.W_V


def becomes():
    taken = attention.attention(Q_TOY, K_TOY, V_TOY).output[IT]
    return examples.TOY_GIVES[taken.argmax()]


def sign():
    return ("negative", "zero", "positive")[int(np.sign(Q_TOY[IT] @ K_TOY[IT])) + 1]


def mixed_shape():
    return " x ".join(map(str, (K_TOY.T @ Q_TOY).shape))


PREDICTED = (
    OneOf(
        name="becomes",
        title="what “it” becomes",
        truth=becomes,
        why="“it” asks for a noun that is alive, and the badge of “animal” says just that. So “it” takes a large share "
        "of furry from it, and a small share of paved from “street”.",
        options=("furry", "paved", "neither"),
    ),
    OneOf(
        name="own_score",
        title="the sign of the score of “it” for itself",
        truth=sign,
        why="q = (2, 1) and k = (−1, 1): q · k = −2 + 1 = −1, although x · x = 2.",
        options=("positive", "zero", "negative"),
    ),
    OneOf(
        name="mixed_shape",
        title="the shape of the mixture",
        truth=mixed_shape,
        why="(2, 3) @ (3, 2): the product adds up over the three tokens.",
        options=("3 x 3", "2 x 2", "none"),
        deeper=True,
    ),
)
