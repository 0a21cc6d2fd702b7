"""Exercises of notebook 11: where tokens meet, and what an intervention tells."""

from functools import cache

import numpy as np

from helpers import training
from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case, FunctionExercise, Mistake
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question
from helpers.training.languages import FACTS_SHOWN, LENGTH, REVERSE

a = np.array  # literal cases stay short

# --- what notebook 08 taught --------------------------------------------------------------------

WHERE_TOKENS_MEET = Question(
    name="where_tokens_meet",
    title="where tokens meet",
    ask="Through which part of a block can one token learn anything about another?",
    options=(
        ("the MLP", "the MLP takes each token by itself."),
        ("layer norm", "its mean and variance belong to one token."),
        ("attention", "only there do queries of one token meet keys and values of another."),
        ("the residual stream", "each token has a stream of its own."),
    ),
    right="c",
)

# --- what an intervention tells -------------------------------------------------------------------


def needed_head(on, off):
    layer, head = np.unravel_index(off.argmin(), off.shape)
    return a([layer + 1, head + 1])


def accuracies(rng):
    layers, heads = sizes(rng, 2)
    off = rng.permutation(1000)[: layers * heads].reshape(layers, heads) / 1000  # no two the same
    return float(rng.uniform(off.min() + 0.01, 1)), off  # some heads may do harm


NEEDED_HEAD = FunctionExercise(
    name="needed_head",
    title="the head that is needed most",
    task="**Exercise.** `on` is a model's accuracy with all heads. `off` `(layers, heads)` holds "
    "its accuracy with one head switched off: `off[0, 1]` without head 2 of layer 1. Return an "
    "array of two whole numbers, layer and head, counted from 1, of the head that costs most "
    "accuracy. `on = 1.0` and `off = [[0.9, 0.3], [0.8, 1.0]]` give `[1, 2]`.",
    answer="my_needed_head",
    stub="""def my_needed_head(on, off):
    return ...  # about 2 lines""",
    solution="""def my_needed_head(on, off):
    layer, head = np.unravel_index(off.argmin(), off.shape)
    return np.array([layer + 1, head + 1])""",
    why="The largest cost is the smallest accuracy that is left. argmin counts through all "
    "entries, and unravel_index turns that count into row and column.",
    hints=(
        "The head that costs most leaves the lowest accuracy.",
        "off.argmin() counts through all entries, row after row.",
        "np.unravel_index(count, off.shape) gives row and column, counted from 0.",
    ),
    reference=needed_head,
    axes=("", ""),
    cases=(
        Case(
            "one layer, two heads",
            (1.0, a([[0.9, 0.3]])),
            "Without head 2, accuracy falls from 1 to 0.3. Without head 1, only to 0.9: [1, 2].",
        ),
        Case(
            "two layers, one head each",
            (1.0, a([[0.9], [0.3]])),
            "Here the costly head is in layer 2, and it is head 1 there: [2, 1].",
        ),
        Case(
            "two layers of three heads",
            (0.95, a([[0.9, 0.5, 0.7], [0.8, 0.94, 0.2]])),
            "The lowest accuracy, 0.2, stands in row 2 and column 3.",
        ),
        Case(
            "a head that does harm",
            (0.5, a([[0.9, 0.45], [0.48, 0.49]])),
            "Without head 1 of layer 1 accuracy grows: it costs nothing. Its neighbour costs 0.05.",
        ),
        Case(
            "the costly head stands first",
            (0.9, a([[0.2, 0.8, 0.7], [0.6, 0.5, 0.4]])),
            "The lowest accuracy, 0.2, stands in row 1 and column 1, though row 2 is lower on the "
            "whole.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda on, off: a(np.unravel_index(off.argmax(), off.shape)) + 1,
            "This is the head that costs least: without it, accuracy is highest.",
        ),
        Mistake(
            lambda on, off: needed_head(on, off) - 1,
            "You count from 0. Layers and heads are counted from 1.",
        ),
        Mistake(
            lambda on, off: needed_head(on, off)[::-1],
            "Layer and head have changed places: the layer comes first.",
        ),
        Mistake(
            lambda on, off: a(np.unravel_index(np.abs(on - off).argmax(), off.shape)) + 1,
            "You ignore the sign. Where accuracy grows, the head costs nothing.",
        ),
        Mistake(
            lambda on, off: needed_head(on, off) - [0, 1],
            "The layer is counted from 1, the head from 0. Count both from 1.",
        ),
        Mistake(
            lambda on, off: a([off.min(axis=1).argmin() + 1, off.mean(axis=0).argmin() + 1]),
            "You look for the layer and for the head one after the other, the head by whole "
            "columns. Look for the one lowest entry.",
        ),
        Mistake(
            lambda on, off: a([off.mean(axis=1).argmin() + 1, off.mean(axis=0).argmin() + 1]),
            "You compare whole rows and whole columns, by their means or sums. Look for the one "
            "lowest entry.",
        ),
    ),
    draw=accuracies,
)

# --- questions ------------------------------------------------------------------------------------

WHY_A_QUARTER = Question(
    name="why_a_quarter",
    title="why one layer knows a quarter",
    ask="One layer is right at 1 in 4 questions. Why a quarter, and not an eighth?",
    options=(
        (
            "it has learned a quarter of all pairs of name and city",
            "no pair is worth learning: the next text pairs the same names with other cities.",
        ),
        (
            "it sees which four cities are in the text, but not whose they are",
            "one layer can collect the cities. To tell which follows the asked name, a city must "
            "first have learned who stands before it: that takes a layer of its own.",
        ),
        (
            "it answers the first question right and the other three wrong",
            "all four questions are alike, and it is right at about a quarter of each.",
        ),
        ("it was trained for too few steps", "after 400 steps it is a quarter, too."),
    ),
    right="b",
)

REDUNDANT = Question(
    name="redundant",
    title="no head is missed",
    ask="You switch off every head of a model, one at a time, and accuracy hardly changes. What "
    "follows?",
    options=(
        (
            "no head does anything",
            "with both heads off, the model of this notebook fell to guessing.",
        ),
        (
            "attention can be removed",
            "one head at a time was off. All at once is another experiment.",
        ),
        (
            "every head is needed, so the accuracy was measured wrongly",
            "the model of this notebook does the same: neither head is needed while the other is "
            "there.",
        ),
        (
            "several heads may do the same work, and each stands in for another",
            "so the next experiment is to switch off two at once.",
        ),
    ),
    right="d",
)

THICK_LINE = Question(
    name="thick_line",
    title="a thick line",
    ask="Head 2.1 of a model gives 0.97 of the weight of “it” to the right noun. You want to know "
    "whether the model needs this head to find that noun. What tells you?",
    options=(
        (
            "a weight of 0.97 is proof enough",
            "head 2.1 of seed 4 had 0.96, and nearly all answers were right without it.",
        ),
        (
            "switch the head off and measure the accuracy",
            "an intervention asks the model. If accuracy stays, look for what stands in for it.",
        ),
        ("look whether the other heads have thinner lines", "a thin line may be needed as well."),
        (
            "look at ten more sentences",
            "the line may be thick in all of them, and the output may still not depend on it.",
        ),
    ),
    right="b",
)

CHECKED = (
    WHERE_TOKENS_MEET,
    REDUNDANT,
    WHY_A_QUARTER,
    NEEDED_HEAD,
    THICK_LINE,
)

# --- predictions ----------------------------------------------------------------------------------


def where_the_letter_stands():
    places = np.arange(LENGTH)
    shapes = {"the diagonal": places, "the anti-diagonal": places[::-1], "the first column": 0}
    answers = np.arange(LENGTH)[::-1]  # the reversed text: at place i stands letter 11 − i
    (shape,) = (name for name, keys in shapes.items() if (answers == keys).all())
    return shape


@cache
def one_head_off():
    """What it costs to switch off head 1.1 of the two heads that the notebook trains."""
    model = training.Transformer(len(REVERSE.words), REVERSE.n, 1, heads=2, seed=1)
    training.train(model, REVERSE, steps=150, rate=0.01, seed=1)
    asked = REVERSE.sample(np.random.default_rng(9), 400)
    cost = training.accuracy(model, *asked) - training.accuracy(model, *asked, off={(1, 1)})
    return "less than 2" if 100 * cost < 2 else "about 50" if 100 * cost < 75 else "about 95"


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
        why="The other head has learned the same map. Only without both the model has to guess.",
        options=("less than 2", "about 50", "about 95"),
    ),
    Number(
        name="one_layer_of_facts",
        title="what one layer makes of facts",
        truth=lambda: 1 / FACTS_SHOWN,
        why="It finds out which four cities are in the text, and guesses among them.",
        near=0.15,
    ),
)
