"""A soft dictionary: one slider from the single best key to the plain average (notebook 02)."""

import numpy as np

from helpers.attention import softmax
from helpers.data import recorded
from helpers.drawing.numbers import number
from helpers.drawing.palette import KEY, VALUE, WEIGHT
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.lookup_picture import picture

QUERY = "puppy"
SPEED = {"dog": 45, "cat": 48, "horse": 70, "car": 180}  # key → value: top speed in km/h
SOFTNESS = tuple(step / 10 for step in range(11))


def similarities():
    """The dot product of the query with every key, all GloVe's word vectors: (m,)."""
    keys = np.array([recorded.word_vector(word) for word in SPEED])  # (m, 50)
    return keys @ recorded.word_vector(QUERY)


def weights_at(softness):
    """The share of each key: 0 gives all to the most similar one, 1 the same to each. → (m,)

    In between the similarities are divided by softness/(1 − softness) and go through the softmax.
    """
    s = similarities()
    if softness == 0:
        return np.where(s == s.max(), 1.0, 0.0)
    return softmax(s * (1 - softness) / softness)


def answer_at(softness):
    """The values, mixed by their weights."""
    return float(weights_at(softness) @ list(SPEED.values()))


def show(softness):
    weights, answer = weights_at(softness), answer_at(softness)
    terms, shares = [], []
    for w, (key, value) in zip(weights, SPEED.items(), strict=True):
        terms += [(" + ", None), (number(w, 2), WEIGHT), ("·", None), (str(value), VALUE)]
        shares += [(", ", None), (f"{key} ", KEY), (number(w, 2), WEIGHT)]
    lines = (
        (("Weights: ", None), *shares[1:]),
        ((*terms[1:], (f" = {number(answer, 1)} km/h", WEIGHT))),
    )
    parts = {"picture": picture(QUERY, SPEED, weights, answer), "numbers": Lines("Numbers", lines)}
    spoken = f"Softness {softness}: the answer is {number(answer, 1)} km/h."
    return View(parts, spoken, main=("picture",), sentence=said(softness, weights))


def said(softness, weights):
    """What softness does, in a sentence without numbers."""
    if softness == 0:
        return f"A dictionary: the key most similar to “{QUERY}” gives the answer alone."
    if softness == 1:
        return "All keys count the same, and the query no longer matters."
    if np.sum(weights > 0.05) < 3:
        return "A soft dictionary: the more similar a key, the more its value counts."
    return "Softer still: less similar keys draw the answer to their values, too."


lookup = Lab(
    name="lookup",
    title="a soft dictionary",
    controls=(Choice("softness", "Softness (0 picks, 1 averages)", SOFTNESS, 0.5),),
    show=show,
    pictured=1,  # Soft
    presets=(
        Preset(
            "Hard",
            "The most similar key gets all the weight: its value is the answer.",
            {"softness": 0.0},
        ),
        Preset("Soft", "Most of the answer comes from the dog, some of it from the cat."),
        Preset(
            "Softer",
            "The horse has a tenth of the weight now, the car hardly any.",
            {"softness": 0.7},
        ),
        Preset(
            "Average",
            "All keys get the same weight: the query no longer matters.",
            {"softness": 1.0},
        ),
    ),
    challenges=(
        Challenge(
            "Find a softness at which the dog has less than half of the weight, and the car still"
            " less than a tenth.",
            lambda v: weights_at(v["softness"])[0] < 0.5 and weights_at(v["softness"])[3] < 0.1,
        ),
        Challenge(
            "Bring the answer above 60 km/h, but not to the plain average.",
            lambda v: answer_at(v["softness"]) > 60 and v["softness"] < 1,
        ),
    ),
)
