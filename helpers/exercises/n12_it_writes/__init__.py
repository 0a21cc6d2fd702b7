"""Exercises of notebook 12: bits, the training loop, what is drawn at a temperature, targets."""

from functools import cache

import numpy as np

from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf
from helpers.training.letters import COUNTRIES, PLACES, trained, trainings
from helpers.training.writing import names

CHECKED = read(
    __file__,
    "bits_a_letter",
    "training_loop",
    "temperature_and_top_k",
    "next_letters",
    "loss_without_mask",
)


@cache
def loss_without_a_mask():
    """Beside the loss with it: the means of ten recorded trainings each."""
    recorded = trainings()
    with_mask, without = (np.mean([x[way] for x in recorded]) for way in ("bits", "unmasked"))
    if without < 0.1 * with_mask:
        return "nearly 0"
    return "higher" if without > 1.1 * with_mask else "about the same"


@cache
def share_in_the_data():
    """Of names that the recorded model writes at temperature 0.8, in all countries."""
    model, rng = trained(), np.random.default_rng(0)
    written = [
        name.lower()
        for country in COUNTRIES
        for name in names(model, PLACES, rng, 100, country=country, temperature=0.8)
    ]
    seen = {name for of_country in PLACES.training.values() for name in of_country}
    share = np.mean([name in seen for name in written])
    return "less than 10" if share < 0.1 else "about half" if share < 0.75 else "more than 90"


PREDICTED = (
    OneOf(
        name="names_in_the_data",
        title="how many of 100 names are in the data",
        truth=share_in_the_data,
        why="It has learned how names are made, and mostly makes new ones. So do ten other models.",
        options=("less than 10", "about half", "more than 90"),
    ),
    OneOf(
        name="without_the_mask",
        title="the loss without the mask",
        truth=loss_without_a_mask,
        why="The right letter gets nearly all the probability, in new names as well. But look at "
        "what such a model writes.",
        deeper=True,
        options=("higher", "about the same", "nearly 0"),
    ),
)
