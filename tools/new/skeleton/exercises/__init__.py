"""Exercises of notebook 99: some words."""

from helpers.attention import softmax
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number

CHECKED = read(__file__, "some_words_largest")

PREDICTED = (
    Number(
        name="some_words_sum",
        title="what the weights add up to",
        truth=lambda: softmax([[2.0, 1.0, 0.0]]).sum(),
        why="A softmax divides by the sum, so the weights of a query add up to 1.",
    ),
)
