"""Exercises of notebook 99: some words."""

import numpy as np

from helpers.attention import softmax
from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case, FunctionExercise, Mistake
from helpers.exercises.engine.prediction import Number


def largest(weights):
    return weights.max(axis=-1)


def random_weights(rng):
    n, m = sizes(rng, 2)
    return (softmax(rng.standard_normal((n, m))),)


LARGEST = FunctionExercise(
    name="some_words_largest",
    title="the largest weight",
    task="**Exercise** (fill in one line). Each row of `weights` `(n, m)` holds the weights of one "
    "query. Return the largest weight of each query. `weights = [[0.2, 0.8], [0.7, 0.3]]` gives "
    "`[0.8, 0.7]`.",
    answer="my_some_words",
    stub="""def my_some_words(weights):
    result = ...  # 1 line
    return result""",
    solution="""def my_some_words(weights):
    result = weights.max(axis=-1)
    return result""",
    why="axis=-1 goes along the keys, so there is one maximum for each query.",
    hints=(
        "How many numbers should come back?",
        "max has an argument axis. Along which axis are the keys of one query?",
    ),
    reference=largest,
    cases=(
        Case(
            "one query",
            (np.array([[0.2, 0.8]]),),
            "One query has one largest weight.",
        ),
        Case(
            "two queries, three keys",
            (np.array([[0.2, 0.7, 0.1], [0.3, 0.3, 0.4]]),),
            "Each query has its own largest weight.",
        ),
    ),
    draw=random_weights,
    mistakes=(
        Mistake(
            lambda weights: weights.max(axis=0),
            "You take the largest weight of each key. Go along the keys.",
        ),
    ),
)

CHECKED = (LARGEST,)

PREDICTED = (
    Number(
        name="some_words_sum",
        title="what the weights add up to",
        truth=lambda: softmax([[2.0, 1.0, 0.0]]).sum(),
        why="A softmax divides by the sum, so the weights of a query add up to 1.",
    ),
)
