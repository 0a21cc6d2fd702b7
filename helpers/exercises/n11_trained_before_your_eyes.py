"""Exercises of notebook 11: where tokens meet, and what an intervention tells."""

import numpy as np

from helpers import training
from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question
from helpers.training.languages import FACTS_SHOWN, LENGTH

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

# --- a head's mean in place of its output ---------------------------------------------------------


def ablated_by(mean):
    """Mean ablation, where `mean` makes what replaces the head's output (b, n, d_v)."""

    def ablated(outputs, head):
        result = outputs.astype(float)
        result[:, head - 1] = mean(outputs[:, head - 1])
        return result

    return ablated


mean_ablation = ablated_by(lambda output: output.mean(axis=0))


def outputs_and_head(rng):
    b, h, n, d_v = sizes(rng, 4)
    return rng.standard_normal((b, h, n, d_v)), int(rng.integers(1, h + 1))


ONE_HEAD = a([[[[1.0], [4.0]]], [[[3.0], [8.0]]]])  # (b, h, n, d_v) = (2, 1, 2, 1)
TWO_HEADS = a([[[[1.0], [4.0]], [[5.0], [7.0]]], [[[3.0], [8.0]], [[9.0], [1.0]]]])  # (2, 2, 2, 1)
TWO_FEATURES = a([[[[1.0, 2.0], [4.0, 0.0]]], [[[3.0, 6.0], [8.0, 1.0]]]])  # (2, 1, 2, 2)

MEAN_ABLATION = FunctionExercise(
    name="mean_ablation",
    title="mean ablation",
    task="**Exercise.** `outputs` `(b, h, n, d_v)` is what `h` heads give in `b` texts of `n` "
    "places. Return a new array in which the output of one head, `head`, counted from 1, is its "
    "mean over all texts, at each place, and the other heads' outputs are as they were. "
    f"`outputs = [[[[1.0]]], [[[3.0]]]]` and `head = 1` give `[[[[2.0]]], [[[2.0]]]]`. {STOP}",
    answer="my_ablation",
    new=True,
    stub="""def my_ablation(outputs, head):
    return ...  # about 3 lines""",
    solution="""def my_ablation(outputs, head):
    result = outputs.copy()
    result[:, head - 1] = outputs[:, head - 1].mean(axis=0)
    return result""",
    why="The texts run along the first axis, so the mean over them has the shape (n, d_v). "
    "Broadcasting puts it into every text.",
    hints=(
        "outputs[:, head - 1] is what this head gives in all texts: (b, n, d_v).",
        "The mean over the texts runs along axis 0 and leaves (n, d_v).",
        "Begin with a copy of outputs, and assign the mean to the head's part of it.",
    ),
    reference=mean_ablation,
    axes=("places", "features"),
    cases=(
        Case(
            "one head, one place",
            (a([[[[1.0]]], [[[3.0]]]]), 1),
            "The head gives 1 in one text and 3 in the other: both become 2.",
        ),
        Case(
            "two places",
            (ONE_HEAD, 1),
            "Each place has a mean of its own: 2 at the first, 6 at the second.",
        ),
        Case(
            "head 1 of two",
            (TWO_HEADS, 1),
            "Head 1 becomes its mean, head 2 stays as it was.",
        ),
        Case(
            "head 2 of two",
            (TWO_HEADS, 2),
            "Head 2 becomes its mean, head 1 stays as it was.",
        ),
        Case(
            "two features",
            (TWO_FEATURES, 1),
            "Each feature has a mean of its own.",
        ),
    ),
    mistakes=(
        Mistake(
            ablated_by(np.zeros_like),
            "You put zeros in the head's place. Put its mean there.",
        ),
        Mistake(
            ablated_by(lambda output: output.mean(axis=1, keepdims=True)),
            "Your mean runs over the places of one text. It has to run over the texts.",
        ),
        Mistake(
            ablated_by(lambda output: output.mean(axis=-1, keepdims=True)),
            "Your mean runs over the features. It has to run over the texts.",
        ),
        Mistake(
            ablated_by(np.mean),
            "You take one mean of everything. Each place and each feature has its own.",
        ),
        Mistake(
            ablated_by(lambda output: output.mean(axis=(0, 1))),
            "You take the mean over texts and places. Each place has its own.",
        ),
        Mistake(
            ablated_by(lambda output: output.sum(axis=0)),
            "You take the sum over the texts. Divide it by how many there are.",
        ),
        Mistake(
            ablated_by(lambda output: output - output.mean(axis=0)),
            "You subtract the mean. That leaves what is special to each text, which is what has to "
            "go.",
        ),
        Mistake(
            ablated_by(lambda output: np.median(output, axis=0)),
            "You take the median. Take the mean.",
        ),
        Mistake(
            ablated_by(lambda output: output[0]),
            "You put the first text's output into all texts. Take the mean of all.",
        ),
        Mistake(
            lambda outputs, head: np.broadcast_to(outputs.mean(axis=0), outputs.shape),
            "All heads became their means. Only one is to be taken away.",
        ),
        *(
            Mistake(
                next_head,
                "You take the mean of the next head. head counts from 1, and Python from 0.",
            )
            for next_head in (
                lambda outputs, head: mean_ablation(outputs, head + 1),
                lambda outputs, head: mean_ablation(outputs, head % outputs.shape[1] + 1),
            )
        ),
        Mistake(
            lambda outputs, head: outputs[:, head - 1].mean(axis=0),
            "You return the mean alone. Put it into the outputs of all texts.",
        ),
        Mistake(
            lambda outputs, head: outputs.copy(),
            "Nothing has changed: you return the outputs as they were.",
        ),
    ),
    draw=outputs_and_head,
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
    "its accuracy with one head switched off: `off[0, 1]` is without head 2 of layer 1. Return an "
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
        Case(
            "each head does harm",
            (0.5, a([[0.7, 0.6]])),
            "Accuracy grows by 0.2 or by 0.1 without one of them: the costs are −0.2 and −0.1, and "
            "−0.1 is the larger one.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda on, off: a(np.unravel_index(off.argmax(), off.shape)) + 1,
            "You return the head that costs least: without it, accuracy is highest.",
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
    ask="One layer answers 1 in 4 questions correctly. Why a quarter, and not an eighth?",
    options=(
        (
            "it has learned a quarter of all pairs of name and city",
            "no pair is worth learning: the next text pairs the same names with other cities.",
        ),
        (
            "it sees which four cities are in the text, but not whose they are",
            "one layer can collect the cities. The next model, which has two, finds out whose they "
            "are in two steps, one in each layer.",
        ),
        (
            "it answers the first question right and the other three wrong",
            "all four questions are alike, and it answers about a quarter of each correctly.",
        ),
        (
            "it was trained for too few steps",
            "after 1,500 steps it is still a quarter, even with four heads and an MLP.",
        ),
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
        ("see whether the other heads have thinner lines", "a thin line may be needed as well."),
        (
            "look at ten more sentences",
            "the line may be thick in all of them, and the output may still not depend on it.",
        ),
    ),
    right="b",
)

CHECKED = (
    WHERE_TOKENS_MEET,
    MEAN_ABLATION,
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


def one_head_off():
    """What it costs to switch off head 1.1 of the two heads that the notebook trains, with seed 1,
    as recorded. With both it is right at every letter."""
    (without, _), _ = training.reversed_without_a_head()[1]
    cost = 1 - without
    return "less than 2" if 100 * cost < 2 else "about 50" if 100 * cost < 75 else "about 95"


def needed_more():
    """Which head costs its model more accuracy at pairs never shown, as recorded."""
    models = training.seeds(layers=2)
    lost = {
        f"head 2.{head} of seed {seed}": models[seed]["never shown"]
        - models[seed]["off"][1][head - 1]
        for seed, head in ((0, 2), (4, 1))
    }
    return max(lost, key=lost.get)


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
    Number(
        name="one_layer_of_facts",
        title="what one layer makes of facts",
        truth=lambda: 1 / FACTS_SHOWN,
        why="It finds out which four cities are in the text, and guesses among them.",
        near=0.15,
        share_of=1,
    ),
    OneOf(
        name="needed_more",
        title="which head is needed more",
        truth=needed_more,
        why="A head may be missed although its line to the right noun is thin, or not missed "
        "although that line is thick.",
        options=("head 2.2 of seed 0", "head 2.1 of seed 4"),
    ),
)
