"""Exercises of notebook 06: multi-head attention."""

import numpy as np

from helpers import attention
from helpers.data import recorded
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf

CHECKED = read(
    __file__,
    "split",
    "merge",
    "multi_head",
    "under_the_root",
    "head_off",
    "head_writes",
)


def heads_on_animal():
    """How many heads of the model give "animal" more than half of the weight of "it"."""
    tokens = recorded.tokens("too tired")
    it, animal = tokens.index("it"), tokens.index("animal")
    places = [(layer, head) for layer in range(1, 7) for head in range(1, 13)]
    weights = [recorded.weights("too tired", *place)[it, animal] for place in places]
    return sum(weight > 0.5 for weight in weights)


def turned_round():
    weights = attention.softmax([5.0, 0.0, 5.0])
    nouns = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])  # animal, crosses, street
    before, after = weights @ nouns, weights @ nouns[::-1]
    same, swapped = np.allclose(before, after), np.allclose(before[::-1], after)
    return "the same" if same else "swapped" if swapped else "zeros"


def count(d_model, h, d_k, d_v):
    """The numbers in W_Q, W_K, W_V (h, d_model, d_k or d_v) and W_O (h·d_v, d_model)."""
    return h * d_model * (d_k + d_k + d_v) + h * d_v * d_model


def one_wide_head():
    one, eight = count(512, 1, 512, 512), count(512, 8, 64, 64)
    return "the same" if one == eight else "more" if one > eight else "fewer"


PREDICTED = (
    Number(
        name="heads_on_animal",
        title="heads in which “it” looks at “animal”",
        truth=heads_on_animal,
        why="4.2 and 6.12.",
        near=0,
        unit=" heads",
    ),
    OneOf(
        name="turned_round",
        title="the sentence turned round",
        truth=turned_round,
        why="Both nouns get the same weight, and a sum does not tell which came first.",
        options=("the same", "swapped", "zeros"),
    ),
    OneOf(
        name="one_wide_head",
        title="one head of 512",
        deeper=True,
        truth=one_wide_head,
        why="Eight matrices of 512 · 64 numbers hold as many as one of 512 · 512, and W_O is as "
        "large as before.",
        options=("more", "fewer", "the same"),
    ),
)
