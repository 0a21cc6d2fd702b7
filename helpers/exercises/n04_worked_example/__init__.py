"""Exercises of notebook 04: a worked example."""

import math

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
)
