"""Exercises of notebook 04: a worked example."""

import math

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(__file__, "by_hand", "whole_example", "unnoticed")


def at_itself():
    example = examples.THREE_INPUTS
    scores = example.X[2] @ example.W_Q @ (example.X @ example.W_K).T
    most, least = scores[2] == scores.max(), scores[2] == scores.min()
    return "most" if most else "least" if least else "in between"


def garden_looks_at():
    words = examples.FIVE_WORDS_X
    weights = attention.softmax(words @ words[examples.FIVE_WORDS.index("garden")] / math.sqrt(3))
    return examples.FIVE_WORDS[weights.argmax()]


def farther():
    apple, moves = examples.FIVE_WORDS.index("Apple"), {}
    for name, X in (("long", examples.FIVE_WORDS_X), ("short", examples.FIVE_WORDS_X / 2)):
        moves[name] = np.linalg.norm(attention.attention(X, X, X).output[apple] - X[apple])
    return max(moves, key=moves.get)


PREDICTED = (
    OneOf(
        name="looks_at_itself",
        title="how much Input 3 looks at itself",
        truth=at_itself,
        why="Its raw scores are 4 and 12 for the other two, and [2, 1, 3] · [2, 3, 1] = 10 for "
        "itself.",
        options=("most", "least", "in between"),
    ),
    OneOf(
        name="garden_looks_at",
        title="what garden looks at most",
        deeper=True,
        truth=garden_looks_at,
        why="Its raw score is 5 · 2 = 10 for Apple and only 2 · 2 = 4 for itself.",
        options=("garden", "Apple", "phone"),
    ),
    OneOf(
        name="long_or_short",
        title="long vectors or short ones",
        deeper=True,
        truth=farther,
        why="Short vectors have small scores, so the weights are less extreme and other words mix "
        "in.",
        options=("long", "short"),
    ),
)
