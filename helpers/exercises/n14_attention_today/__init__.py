"""Exercises of notebook 14: changes of attention since 2017, each in a few lines."""

from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "window_mask",
    "softmax_with_sink",
    "rounded",
    "delta_step",
    "qk_norm_scores",
    "accepted",
)

# Of the published model, as the page computes them (tests/notebooks/test_series.py).
PREDICTED = (
    OneOf(
        name="one_token_kept",
        title="the loss with a window and the first token",
        truth=lambda: "most of it",
        why="One token among 65 that are seen undoes most of what the window costs.",
        options=("nothing", "a little of it", "most of it"),
    ),
    OneOf(
        name="first_token_hidden",
        title="the loss without the first token",
        truth=lambda: "hardly changes",
        why="Another token takes over: it is not this one that counts.",
        options=("much higher", "a little higher", "hardly changes"),
    ),
    OneOf(
        name="two_bits",
        title="which suffers less in two bits",
        truth=lambda: "values",
        why="Errors in values are averaged; one reason may be that those in keys go through the "
        "exponential.",
        options=("keys", "values", "both alike"),
        deeper=True,
    ),
)
