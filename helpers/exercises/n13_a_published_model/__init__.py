"""Exercises of notebook 13: a table of pairs, learned and used; targets for an answer, rewards; RMS
norm, the gated MLP, shared keys, a score for induction, and two thin matrices."""

from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "learn_pairs",
    "encode",
    "answer_targets",
    "above",
    "induction_score",
    "thin_pair",
    "rms_norm",
    "gated_mlp",
    "repeat_heads",
    "six_heads",
)
LEFT_OUT = ("induction_score", "six_off")  # by the short way, as the page's first cell says

PREDICTED = (
    OneOf(
        name="six_off",
        title="the loss without the six heads",
        truth=lambda: "the second halves",  # of the published model, as the page computes it
        why="They can be known only by looking back at the first.",
        options=("the bees", "the second halves", "both", "neither"),
    ),
    OneOf(
        name="relu_for_silu",
        title="the loss with relu in place of silu",
        truth=lambda: "much higher",  # of the published model, as the page computes it
        why="The two are never far apart, but the model's numbers were trained with silu.",
        options=("much higher", "a little higher", "the same"),
        deeper=True,
    ),
)
