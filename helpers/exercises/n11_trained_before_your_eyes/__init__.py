"""Exercises of notebook 11: cross-attention, and what an intervention tells."""

import numpy as np

from helpers import training
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.training import dates
from helpers.training.languages import FACTS_SHOWN, LENGTH

CHECKED = read(
    __file__,
    "redundant",
    "cross_attention",
    "why_a_quarter",
    "mean_ablation",
    "thick_line",
)


def where_the_letter_stands():
    places = np.arange(LENGTH)
    shapes = {"the diagonal": places, "the anti-diagonal": places[::-1], "the first column": 0}
    answers = np.arange(LENGTH)[::-1]  # the reversed text: at place i stands letter 11 − i
    (shape,) = (name for name, keys in shapes.items() if (answers == keys).all())
    return shape


def one_head_off():
    """What it costs to switch off head 1.1 of the two heads that the notebook trains, with seed 1,
    as recorded. With both it is right at every letter."""
    (without, _), _ = training.reversed_without_a_head()[1]
    cost = 1 - without
    return "less than 2" if 100 * cost < 2 else "about 50" if 100 * cost < 75 else "about 95"


def needed_more():
    """Which head costs its model more accuracy at pairs never shown, as recorded."""
    models = training.seeds()
    lost = {
        f"head 2.{head} of seed {seed}": models[seed]["never shown"]
        - models[seed]["off"][1][head - 1]
        for seed, head in ((0, 2), (4, 1))
    }
    return max(lost, key=lost.get)


def month_looked_up():
    """What most of the weight is on when “17 May 2026” has been read and “2026-0” is written: the
    mean of ten models, as recorded."""
    looks = np.mean([model["looks"][0] for model in training.translated()], axis=0)  # (m,)
    tokens = dates.split("17 May 2026")
    options = {tokens.index("May"): "the month's name", 6: "the seventh token"}
    return options[looks.argmax()]


def one_vector():
    """What share of numbers with eight digits is right where the decoder is given one vector."""
    right = np.mean([model["their mean"][-1] for model in training.copied()])
    return "nearly none" if right < 0.1 else "about half" if right < 0.7 else "nearly all"


PREDICTED = (
    OneOf(
        name="map_of_reverse",
        title="the weights of a model that reverses",
        truth=where_the_letter_stands,
        why="Place 1 must answer with letter 12, place 2 with letter 11, and so on: the largest "
        "weights run from the upper right to the lower left.",
        options=("the diagonal", "the anti-diagonal", "the first column"),
    ),
    OneOf(
        name="one_head_off",
        title="one head of two switched off",
        truth=one_head_off,
        why="The other head has learned the same map. Only without both does the model have to "
        "guess.",
        options=("less than 2", "about 50", "about 95"),
    ),
    OneOf(
        name="one_vector",
        title="one vector for a whole text",
        truth=one_vector,
        why="The vector is as large for eight digits as for one. More steps help, but not enough: "
        "a decoder that looks at all rows writes every number after 500.",
        options=("nearly all", "about half", "nearly none"),
    ),
    OneOf(
        name="month_looked_up",
        title="where the month is looked up",
        truth=month_looked_up,
        why="The keys are the tokens that are read, and no sign is among them. Which token a sign "
        "needs depends on the text: in “May 17, 2026” the month comes first, and the weight goes "
        "with it.",
        options=("the month's name", "the seventh token", "the sign before it"),
        also=(("May", "the month's name"),),
    ),
    OneOf(
        name="needed_more",
        title="which head is needed more",
        truth=needed_more,
        why="It gives the right noun little weight, and yet its model needs it. The other points "
        "at the right noun, and its model can nearly do without it.",
        options=("head 2.2 of seed 0", "head 2.1 of seed 4"),
    ),
    Number(
        name="one_layer_of_facts",
        title="what one layer makes of facts",
        truth=lambda: 1 / FACTS_SHOWN,
        why="That is twice as often as a guess among all eight cities.",
        near=0.15,
        share_of=1,
        deeper=True,
    ),
)
