"""Exercises of notebook 05: masks before the softmax, their kinds, and the test for leaks."""

import numpy as np

from helpers import attention
from helpers.data import examples, recorded
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "masked_softmax",
    "causal_mask",
    "leak",
    "no_leak_found",
    "padding_mask",
    "whose_lengths",
    "decoder_mask",
    "front_weight",
    "safe_softmax",
    "all_at_once",
)


def attend(X, mask=None):
    toy = examples.IT_TIRED
    return attention.attention(X @ toy.W_Q, X @ toy.W_K, X @ toy.W_V, mask=mask)


def zeroed_weights():
    """Whether visible weights change with a later word, if weights are zeroed after the softmax."""
    may_see = attention.causal_mask(4)
    tired, wide = (attend(toy.X).weights * may_see for toy in (examples.IT_TIRED, examples.IT_WIDE))
    return "no" if np.allclose(tired[:3], wide[:3]) else "yes"


def same_words_before():
    """Whether "it" gives "animal" the same weight in both sentences under a causal mask."""
    weights = []
    for sentence in recorded.COMPUTABLE:
        tokens, head = recorded.tokens(sentence), recorded.head_4_2(sentence)
        it, animal = tokens.index("it"), tokens.index("animal")
        weights.append(head.weights[it, animal] / head.weights[it, : it + 1].sum())
    return "the same" if np.isclose(*weights, atol=0.005) else "different"


def leaking(mask):
    """How many pairs leak: an earlier output that moves when a later token changes."""
    X = examples.IT_TIRED.X
    livelier = X + np.array([0, 0, 1, 0, 1, 0])  # and furrier: a key and a value change
    changed = [np.where(np.arange(4)[:, None] == j, livelier, X) for j in range(4)]
    before = attend(X, mask).output
    return sum(
        not np.allclose(before[i], attend(changed[j], mask).output[i])
        for j in range(4)
        for i in range(j)
    )


def most_leaks():
    i, j = np.arange(4)[:, None], np.arange(4)
    masks = {"transposed": j >= i, "off by one": j <= i + 1, "itself alone": j == i}
    return max(masks, key=lambda name: leaking(masks[name]))


PREDICTED = (
    OneOf(
        name="zeroed_weights",
        title="weights that are set to 0",
        truth=zeroed_weights,
        why="The softmax has divided by a sum over all keys, the hidden one included.",
        options=("yes", "no"),
    ),
    OneOf(
        name="same_words_before",
        title="the same words before it",
        truth=same_words_before,
        why="The visible words are the same, but their vectors in X are not.",
        options=("the same", "different"),
    ),
    OneOf(
        name="most_leaks",
        title="which mask leaks most",
        deeper=True,
        truth=most_leaks,
        why="The transposed mask shows every later word, and off by one shows the next word. If "
        "each word sees itself alone, too much is hidden, but nothing leaks.",
        options=("transposed", "off by one", "itself alone"),
    ),
)
