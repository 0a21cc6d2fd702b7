"""Some words: three weights, from equal to all for the best key (notebook 99)."""

from helpers.attention import softmax
from helpers.figures import bars
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View

SCORES = {"animal": 2.0, "street": 1.0, "it": 0.0}
FACTORS = (0, 0.25, 0.5, 1, 2, 4)


def weights_at(factor):
    """The weight of each key when all scores are multiplied by a factor. → (m,)"""
    return softmax([factor * score for score in SCORES.values()])


def show(factor):
    weights = weights_at(factor)
    picture = bars(
        "The weight of each key",
        list(SCORES),
        {"weight": weights},
        up="weight",
        across="key",
        y_range=(0, 1.15),
    )
    return View({"weights": picture}, f"With factor {factor}, animal has {weights[0]:.2f}.")


some_words = Lab(
    name="some_words",
    title="some words",
    controls=(Choice("factor", "the scores times", FACTORS, 1),),
    show=show,
    presets=(
        Preset("Scores", "The best key has two thirds of the weight."),
        Preset("Equal", "With equal scores every key has the same weight.", {"factor": 0}),
        Preset("Closer", "With half the scores the weights come closer together.", {"factor": 0.5}),
        Preset("Apart", "With twice the scores the best key has most of it.", {"factor": 2}),
    ),
    challenges=(
        Challenge(
            "Give “it” more than a fifth of the weight, and less than “street”.",
            lambda values: 0.2 < weights_at(values["factor"])[2] < weights_at(values["factor"])[1],
        ),
        Challenge(
            "Give “animal” more than 95 per cent of the weight.",
            lambda values: weights_at(values["factor"])[0] > 0.95,
        ),
    ),
)
