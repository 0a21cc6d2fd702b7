"""Exercises of notebook 13: pairs joined, RMS norm, the gated MLP, shared keys, the loss of a text,
top-p, and a score for induction."""

import json
from functools import cache

import numpy as np

from helpers import block, positions
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake, each_alone
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short

# --- one merge of byte-pair encoding ------------------------------------------------------------


def merged(tokens, first, second, new):
    result, i = [], 0
    while i < len(tokens):
        if tokens[i : i + 2] == [first, second]:
            result.append(new)
            i += 2
        else:
            result.append(tokens[i])
            i += 1
    return result


def merged_once(tokens, first, second, new):
    for i in range(len(tokens) - 1):
        if tokens[i : i + 2] == [first, second]:
            return [*tokens[:i], new, *tokens[i + 2 :]]
    return tokens


def merged_from_the_right(tokens, first, second, new):
    return merged(tokens[::-1], second, first, new)[::-1]


def merged_in_either_order(tokens, first, second, new):
    return merged(merged(tokens, first, second, new), second, first, new)


def merged_twice_used(tokens, first, second, new):
    """Each pair is looked at by itself, so a number may be used in two of them."""
    pairs = [tokens[i : i + 2] == [first, second] for i in range(len(tokens))]
    after = [False, *pairs][: len(pairs)]
    result = []
    for token, begins, ends in zip(tokens, pairs, after, strict=True):
        if begins:
            result.append(new)
        elif not ends:
            result.append(token)
    return result


def new_in_place_of(which):
    """A known mistake: one of the two numbers, or none of them, is replaced."""

    def made(tokens, first, second, new):
        result, i = [], 0
        while i < len(tokens):
            if tokens[i : i + 2] == [first, second]:
                result += {"first": [new, second], "second": [first, new]}.get(
                    which, [first, second, new]
                )
                i += 2
            else:
                result.append(tokens[i])
                i += 1
        return result

    return made


def begun_without_end(tokens, first, second, new):
    """It takes the next token after a pair, too."""
    begins = [tokens[i : i + 2] == [first, second] for i in range(len(tokens))]
    return [new if begin else token for token, begin in zip(tokens, begins, strict=True)]


def read_past_the_end(always):
    """At the last token it looks at one behind it: always, or if the token is `first`."""

    def made(tokens, first, second, new):
        result, i = [], 0
        while i < len(tokens):
            is_first = tokens[i] == first
            behind = tokens[i + 1] if always or is_first else None
            is_pair = is_first and behind == second
            result.append(new if is_pair else tokens[i])
            i += 2 if is_pair else 1
        return result

    return made


def without_the_last(tokens, first, second, new):
    """It stops where no pair can begin any more."""
    result, i = [], 0
    while i < len(tokens) - 1:
        is_pair = tokens[i : i + 2] == [first, second]
        result.append(new if is_pair else tokens[i])
        i += 2 if is_pair else 1
    return result


def merged_as_text(tokens, first, second, new):
    """It replaces in the list's text, where 1, 2 is found in 11, 2 and in 1, 21, too."""
    return json.loads(str(tokens).replace(f"{first}, {second}", str(new)))


def tokens_and_pair(rng):
    n = int(rng.integers(1, 13)) * int(rng.choice([1, 1, 1, 5]))
    numbers = [0, 1, 2, 11, 12, 21, 112, 30001, 49152]
    kinds = rng.choice(numbers, int(rng.integers(1, 4)), replace=False)
    first, second = rng.choice(kinds, 2).tolist()
    return rng.choice(kinds, n).tolist(), first, second, 99


MERGE = FunctionExercise(
    name="merge_pair",
    title="join one pair of tokens",
    task="**Exercise.** `tokens` is a list of whole numbers. Return a list in which each `first` "
    "that is directly followed by a `second` is joined with it into the one number `new`, which "
    "does not occur in `tokens`. Leave `tokens` itself as it is. Go from left to right; a number "
    "that has been joined is not joined again. "
    "`my_merge([5, 1, 2, 5, 1, 2], 1, 2, 9)` is `[5, 9, 5, 9]`, and `my_merge([1, 1, 1], 1, 1, 9)` "
    f"is `[9, 1]`. {STOP}",
    answer="my_merge",
    stub="""def my_merge(tokens, first, second, new):
    return ...  # about 9 lines""",
    solution="""def my_merge(tokens, first, second, new):
    joined, i = [], 0
    while i < len(tokens):
        if tokens[i:i + 2] == [first, second]:
            joined.append(new)
            i = i + 2
        else:
            joined.append(tokens[i])
            i = i + 1
    return joined""",
    why="A slice past the end is only shorter, so the last token needs no case of its own. Where "
    "two are joined, i moves on by 2: neither may be joined again.",
    hints=(
        "A for loop takes every token once. Here you need to skip one now and then: use while, and "
        "move i yourself.",
        "At i there are two cases: the pair begins here, or it does not. By how much does i grow "
        "in each?",
        "tokens[i:i + 2] == [first, second] asks whether the pair begins at i. At the last token "
        "the slice holds one number, and is not equal.",
    ),
    reference=merged,
    axes=("", "tokens"),
    cases=(
        Case("one token", ([7], 1, 2, 9), "There is nothing to join."),
        Case("nothing to join", ([3, 1, 4], 1, 2, 9), "1 is followed by 4, not by 2: all stay."),
        Case("just the pair", ([1, 2], 1, 2, 9), "1 with 2 behind it becomes 9."),
        Case("the other order", ([2, 1], 1, 2, 9), "2 with 1 behind it is another pair: it stays."),
        Case("the pair at the end", ([5, 1, 2], 1, 2, 9), "5 stays, and 1 with 2 becomes 9."),
        Case(
            "the first number at the end",
            ([1, 2, 1], 1, 2, 9),
            "1 with 2 becomes 9. The last 1 has nothing behind it, and stays.",
        ),
        Case("the pair twice", ([1, 2, 5, 1, 2], 1, 2, 9), "Both pairs are joined."),
        Case(
            "the first number twice",
            ([1, 1, 2], 1, 2, 9),
            "The first 1 has a 1 behind it and stays; the second has a 2.",
        ),
        Case(
            "three alike",
            ([1, 1, 1], 1, 1, 9),
            "From the left: the first two are joined, and are used up. The third is alone.",
        ),
        Case("four alike", ([1, 1, 1, 1], 1, 1, 9), "Two pairs: 9 and 9."),
        Case(
            "numbers that end or begin alike",
            ([11, 2, 1, 21], 1, 2, 9),
            "11 is not 1, and 21 is not 2: there is nothing to join.",
        ),
        Case("an empty list", ([], 1, 2, 9), "An empty list stays empty."),
    ),
    mistakes=(
        Mistake(merged_once, "You join the first pair only. Join it wherever it stands."),
        Mistake(
            merged_from_the_right, "You join from the right: of three alike, the first is left."
        ),
        Mistake(
            merged_in_either_order,
            "You join the two in either order. Only first with second behind it is the pair.",
        ),
        Mistake(
            merged_twice_used,
            "You use a number twice: of three alike, the middle one stands in two pairs. What has "
            "been joined is used up.",
        ),
        Mistake(new_in_place_of("first"), "You leave second where it was. new stands for both."),
        Mistake(new_in_place_of("second"), "You leave first where it was. new stands for both."),
        Mistake(new_in_place_of("none"), "You add new behind the pair. It takes the pair's place."),
        Mistake(begun_without_end, "You leave second where it was. new stands for both."),
        *(
            Mistake(
                read_past_the_end(always),
                "The last token has nothing behind it: at the end, tokens[i + 1] is one too far.",
            )
            for always in (True, False)
        ),
        Mistake(
            without_the_last,
            "The last token is lost if no pair ends there: it must be appended, too.",
        ),
        Mistake(
            merged_as_text,
            "You replace in a text, where 11 ends in a 1. Compare numbers, not texts.",
        ),
    ),
    draw=tokens_and_pair,
)

# --- RMS norm -----------------------------------------------------------------------------------

EPSILON = 1e-5


def rms_norm(x, gain):
    return block.rms_norm(x, gain)


def rms_with(divide="root", axis=-1):
    """An RMS norm that divides by something else."""

    def made(x, gain):
        squares = x**2
        mean = squares.mean(axis, keepdims=True)
        centred = x - x.mean(axis, keepdims=True)
        by = {
            "root": np.sqrt(mean + EPSILON),
            "mean square": mean + EPSILON,
            "epsilon outside": np.sqrt(mean) + EPSILON,
            "no epsilon": np.sqrt(mean),
            "length": np.sqrt(squares.sum(axis, keepdims=True) + EPSILON),
            "length alone": np.sqrt(squares.sum(axis, keepdims=True)),
            "mean size": np.abs(x).mean(axis, keepdims=True) + EPSILON,
            "largest": np.abs(x).max(axis, keepdims=True) + EPSILON,
            "deviation": np.sqrt((centred**2).mean(axis, keepdims=True) + EPSILON),
            "nothing": 1,
        }[divide]
        return x / by * gain

    return made


def token_and_gain(rng):
    shape = (*leading(rng), *sizes(rng, 1))
    return numbers(rng, *shape), numbers(rng, shape[-1])


ONES_2, ONES_3 = np.ones(2), np.ones(3)
TWO_SENTENCES = a([[[1.0, 3.0, 8.0], [2.0, 2.0, 9.0]], [[0.0, 5.0, 1.0], [7.0, 1.0, 1.0]]])

RMS_NORM = FunctionExercise(
    name="rms_norm",
    part="rms_norm",
    title="RMS norm",
    task="**Exercise.** Write the RMS norm: divide each token of `x` `(…, d)` by the root of (the "
    "mean of its `d` squares + 1e-5), and multiply by `gain` `(d,)`. `x` has any number of axes, "
    "of which the features are the last. `x = [[1, 7], [0, 0]]` and `gain = [1, 2]` give about "
    "`[[0.2, 2.8], [0, 0]]`.",
    answer="my_rms_norm",
    stub="""def my_rms_norm(x, gain):
    return ...  # about 2 lines""",
    solution="""def my_rms_norm(x, gain):
    mean_square = (x**2).mean(axis=-1, keepdims=True)
    return x / np.sqrt(mean_square + 1e-5) * gain""",
    why="It is your layer norm without two steps: no mean is subtracted, and no shift is added. "
    "The division sets a token's length and keeps its direction; the gain may change both.",
    hints=(
        "Root, mean, square: read RMS from right to left.",
        "(x**2).mean(axis=-1, keepdims=True) has shape (…, 1): one number for each token.",
        "np.sqrt of (mean square + 1e-5), then x divided by it, then times gain.",
    ),
    reference=rms_norm,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token",
            (a([1.0, 7.0]), ONES_2),
            "The squares are 1 and 49, their mean is 25: 1 and 7 are divided by 5.",
        ),
        Case(
            "one token with three features",
            (a([1.0, 5.0, 7.0]), ONES_3),
            "The squares are 1, 25 and 49, their mean is 25: all three are divided by 5.",
        ),
        Case(
            "one token whose numbers are all the same",
            (a([5.0, 5.0]), ONES_2),
            "No mean is subtracted: 5 divided by 5.",
        ),
        Case(
            "one token of zeros",
            (a([0.0, 0.0]), ONES_2),
            "Only the 1e-5 keeps this from being 0/0: the result is 0.",
        ),
        Case(
            "one token with tiny numbers",
            (a([0.001, 0.003]), ONES_2),
            "The mean of the squares is 5e-6, so here the 1e-5 counts most. It is added to the "
            "mean, under the root.",
        ),
        Case("a gain", (a([1.0, 7.0]), a([10.0, -1.0])), "0.2 and 1.4 times the gain, 10 and −1."),
        Case(
            "two tokens",
            (a([[1.0, 7.0], [10.0, 70.0]]), ONES_2),
            "Each token has a mean square of its own, 25 and 2500: both become [0.2, 1.4].",
        ),
        *each_alone(*((x, ONES_3) for x in TWO_SENTENCES)),
        Case(
            "two sentences of two tokens",
            (TWO_SENTENCES, ONES_3),
            "Right for a matrix, wrong for three axes: the features stand on the last axis.",
        ),
    ),
    mistakes=(
        Mistake(
            rms_with(axis=0),
            "You take the squares over the tokens. An RMS norm takes one token at a time: axis=-1.",
        ),
        Mistake(
            rms_with(axis=None),
            "You take one mean square of the whole array. Each token has its own.",
        ),
        Mistake(
            rms_with("mean square"),
            "The root is missing: you divide by the mean square itself.",
        ),
        Mistake(
            rms_with("epsilon outside"),
            "You add 1e-5 to the root. It belongs under the root: np.sqrt(mean_square + 1e-5).",
        ),
        Mistake(rms_with("no epsilon"), "Your 1e-5 is missing: a token of zeros gives 0/0."),
        Mistake(
            rms_with("length"),
            "You divide by the length of the token, the root of the sum. It is the root of the "
            "mean: np.mean, not np.sum.",
        ),
        Mistake(
            rms_with("length alone"),
            "You give every token the length 1, and without 1e-5. Take the mean of the squares, "
            "not their sum.",
        ),
        Mistake(rms_with("mean size"), "You take the mean of the sizes. Square first."),
        Mistake(rms_with("largest"), "You divide by the largest number. Take the mean square."),
        Mistake(
            rms_with("deviation"),
            "You divide by the standard deviation, in which the mean is subtracted. Here the mean "
            "plays no part.",
        ),
        Mistake(rms_with("nothing"), "Nothing is divided."),
        Mistake(
            lambda x, gain: block.layer_norm(x, gain),
            "You subtract the mean: this is layer norm. The RMS norm leaves the mean alone.",
        ),
        Mistake(lambda x, gain: rms_with()(x, 1), "The gain is missing: times gain, at the end."),
        Mistake(
            lambda x, gain: rms_with()(x * gain, 1),
            "You multiply by gain before the norm. It comes after the division.",
        ),
        Mistake(
            lambda x, gain: rms_with()(x, 1) + gain,
            "You add the gain. Multiply by it. There is no shift.",
        ),
    ),
    draw=token_and_gain,
)

# --- the gated MLP ------------------------------------------------------------------------------


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def gated_mlp(x, W_gate, W_up, W_down):
    return block.gated_mlp(x, W_gate, W_up, W_down)


def gated_with(join):
    """A known mistake in what is made of x W_gate and x W_up."""
    return lambda x, W_gate, W_up, W_down: join(x @ W_gate, x @ W_up) @ W_down


def token_and_gated_mlp(rng):
    d, d_ff, d_out = sizes(rng, 3)
    x = numbers(rng, *leading(rng), d, huge=1e2)
    W_gate, W_up = numbers(rng, d, d_ff, huge=1e2), numbers(rng, d, d_ff, huge=1e2)
    return x, W_gate, W_up, numbers(rng, d_ff, d_out, huge=1e2)


ONE = a([[1.0]])
X_GATED = a([[1.0, 2.0]])
W_GATE, W_UP = a([[1.0, 0.0, -1.0], [0.0, -1.0, 1.0]]), a([[3.0, 1.0, 0.0], [1.0, 2.0, 1.0]])
W_DOWN = a([[1.0, 0.0], [0.0, 10.0], [1.0, 1.0]])
THREE_TOKENS = a([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]])

GATED_MLP = FunctionExercise(
    name="gated_mlp",
    part="gated_mlp",
    title="the gated MLP",
    task="**Exercise.** Write the gated MLP, "
    "$\\bigl(\\operatorname{silu}(xW_\\text{gate})\\cdot xW_\\text{up}\\bigr)W_\\text{down}$, for "
    "`x` `(…, d)`. The dot multiplies number by number, and silu(z) is "
    "$z\\,/\\,(1+e^{-z})$. There are no biases. `x = [[1]]`, `W_gate = [[2]]`, `W_up = [[3]]`, "
    "`W_down = [[10]]` give about `[[52.85]]`, since silu(2) is 1.7616.",
    answer="my_gated_mlp",
    stub="""def my_gated_mlp(x, W_gate, W_up, W_down):
    return ...  # about 3 lines""",
    solution="""def my_gated_mlp(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    gate = gate / (1 + np.exp(-gate))
    return (gate * (x @ W_up)) @ W_down""",
    why="Each hidden number has a gate of its own, which the token itself opens or closes: near 0 "
    "nothing of it passes.",
    hints=(
        "Three products with @. Which two of them start from x?",
        "silu works on each number of x @ W_gate by itself. What comes out has the shape of "
        "x @ W_up.",
        "gate / (1 + np.exp(-gate)) times (x @ W_up), number by number; then @ W_down.",
    ),
    reference=gated_mlp,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one number, a gate of 0",
            (ONE, a([[0.0]]), a([[3.0]]), a([[10.0]])),
            "silu(0) = 0 / (1 + 1) = 0: the gate is closed, and nothing passes.",
        ),
        Case(
            "one number, a wide open gate",
            (ONE, a([[50.0]]), a([[3.0]]), a([[10.0]])),
            "silu(50) is nearly 50 / 1: 50 · 3 · 10 = 1500.",
        ),
        Case(
            "one number, a gate of 2",
            (ONE, a([[2.0]]), a([[3.0]]), a([[10.0]])),
            "silu(2) = 2 / (1 + 0.1353) = 1.7616; times 3, times 10.",
        ),
        Case(
            "one number, a gate below 0",
            (ONE, a([[-2.0]]), a([[3.0]]), a([[10.0]])),
            "silu(−2) = −2 / (1 + 7.389) = −0.2384: a little passes, with the other sign.",
        ),
        Case(
            "one number, below 0 after W_up",
            (ONE, a([[2.0]]), a([[-3.0]]), a([[10.0]])),
            "Only the gate goes through silu: 1.7616 · (−3) · 10.",
        ),
        Case(
            "two features, three hidden numbers",
            (X_GATED, W_GATE, W_UP, W_DOWN),
            "The gates are 1, −2 and 1 before silu, and x W_up is 5, 5 and 2.",
        ),
        *each_alone(*((x, W_GATE, W_UP, W_DOWN) for x in THREE_TOKENS)),
        Case(
            "three tokens",
            (THREE_TOKENS, W_GATE, W_UP, W_DOWN),
            "Each token is right alone. Together, each row must stay with its token.",
        ),
    ),
    mistakes=(
        Mistake(
            gated_with(lambda gate, up: np.maximum(gate, 0) * up),
            "You use relu. silu lets a little through below 0: z / (1 + exp(−z)).",
        ),
        Mistake(
            gated_with(lambda gate, up: block.gelu(gate) * up),
            "You use gelu. silu is z / (1 + exp(−z)).",
        ),
        Mistake(
            gated_with(lambda gate, up: sigmoid(gate) * up),
            "Your gate is 1 / (1 + exp(−z)). silu has z above the line.",
        ),
        Mistake(
            gated_with(lambda gate, up: gate / (1 + np.exp(gate)) * up),
            "The minus in the exponent is missing: exp(−z).",
        ),
        Mistake(
            gated_with(lambda gate, up: gate * np.exp(gate) / (1 + np.exp(gate)) * up),
            "exp(z) overflows where z is large, and inf / inf is nan. z / (1 + exp(−z)) is the "
            "same number, and there exp(−z) becomes 0.",
        ),
        Mistake(
            gated_with(lambda gate, up: gate * up),
            "silu is missing: without it, the gate is only one more factor.",
        ),
        Mistake(
            gated_with(lambda gate, up: gate * block.silu(up)),
            "silu belongs to x W_gate. You use it on x W_up.",
        ),
        Mistake(
            gated_with(lambda gate, up: block.silu(gate * up)),
            "You multiply first and take silu of the product. silu comes before the product.",
        ),
        Mistake(
            gated_with(lambda gate, up: block.silu(gate) * block.silu(up)),
            "You use silu on both. x W_up passes as it is.",
        ),
        Mistake(
            gated_with(lambda gate, up: block.silu(gate) + up),
            "You add the gate. It multiplies.",
        ),
        Mistake(
            gated_with(lambda gate, up: block.silu(gate)),
            "W_up is missing: silu(x W_gate) multiplies x W_up, number by number.",
        ),
        Mistake(
            gated_with(lambda gate, up: block.silu(up)),
            "W_gate is missing: silu(x W_gate) multiplies x W_up, number by number.",
        ),
        Mistake(
            gated_with(lambda gate, up: block.silu(gate) * gate),
            "You multiply the gate by itself. It multiplies x W_up.",
        ),
    ),
    draw=token_and_gated_mlp,
    terms=lambda x, W_gate, W_up, W_down: np.abs(x @ W_gate * (x @ W_up)) @ np.abs(W_down),
)

# --- grouped queries ----------------------------------------------------------------------------


def repeat_heads(K, group):
    return np.repeat(K, group, axis=0)


def heads_of_keys(rng):
    h, m, d = sizes(rng, 3, most=4)
    return numbers(rng, h, m, d), int(rng.integers(1, 5))


KEYS = a([[[1, 2]], [[3, 4]]])
TWO_KEYS = a([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])

REPEAT = FunctionExercise(
    name="repeat_heads",
    part="repeat_heads",
    title="heads that share their keys",
    task="**Exercise.** `K` `(heads, m, d)` holds the keys of a few heads. Each of them serves "
    "`group` heads of queries, neighbours of each other: with `group = 3`, the first three heads "
    "of queries look at `K[0]`, the next three at `K[1]`. Return the keys for all heads of "
    "queries, `(heads · group, m, d)`. `K = [[[1, 2]], [[3, 4]]]` with `group = 2` gives "
    "`[[[1, 2]], [[1, 2]], [[3, 4]], [[3, 4]]]`.",
    answer="my_repeat",
    stub="""def my_repeat(K, group):
    return ...  # 1 line""",
    solution="""def my_repeat(K, group):
    return np.repeat(K, group, axis=0)""",
    why="Head i of the queries finds the keys of head i // group. np.repeat writes each head "
    "several times before the next; np.tile writes all of them, then all of them again.",
    hints=(
        "Which head of keys does head i of queries look at? Count in whole groups.",
        "It is head i // group. An index may be an array: K[[0, 0, 1, 1]] has four heads.",
        "NumPy has a function for it: np.repeat, with axis=0 for the heads.",
    ),
    reference=repeat_heads,
    axes=("keys", "features"),
    cases=(
        Case("one head, a group of 1", (a([[[1, 2]]]), 1), "Nothing is shared: K as it is."),
        Case(
            "one head, a group of 3",
            (a([[[1, 2]]]), 3),
            "All three heads of queries look at the one head of keys.",
        ),
        Case(
            "two heads, a group of 1",
            (KEYS, 1),
            "Nothing is shared: the two heads in their order.",
        ),
        Case(
            "one head of two keys, a group of 2",
            (TWO_KEYS[:1], 2),
            "Both heads of queries look at the same two keys, in their order.",
        ),
        Case(
            "two heads, a group of 2",
            (KEYS, 2),
            "The first two heads of queries look at [1, 2], the last two at [3, 4].",
        ),
        Case(
            "two heads of two keys, a group of 2",
            (TWO_KEYS, 2),
            "First head, first head, second head, second head: each with its own two keys.",
        ),
        Case(
            "three heads, a group of 2",
            (a([[[1]], [[2]], [[3]]]), 2),
            "Heads 1, 1, 2, 2, 3, 3.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda K, group: np.tile(K, (group, 1, 1)),
            "You tile: all heads, then all again. The heads of a group are neighbours: each head "
            "several times, then the next.",
        ),
        Mistake(
            lambda K, group: np.repeat(K, group, axis=1),
            "You repeat each key. Repeat each head: axis=0.",
        ),
        Mistake(
            lambda K, group: np.repeat(K, group, axis=2),
            "You repeat each number. Repeat each head: axis=0.",
        ),
        Mistake(
            lambda K, group: np.repeat(K, group),
            "Without an axis, np.repeat makes one long row. The heads are axis 0.",
        ),
        Mistake(
            lambda K, group: np.repeat(K[:, None], group, axis=1),
            "The groups have an axis of their own, (heads, group, m, d). Make one axis of the "
            "first two.",
        ),
        Mistake(
            lambda K, group: np.repeat(K, group, axis=0).reshape(len(K), -1, *K.shape[1:])[:, 0],
            "You return each head once. Each must stand there group times.",
        ),
    ),
    draw=heads_of_keys,
)

# --- the loss of a text -------------------------------------------------------------------------


def log_softmax(logits, axis=1):
    shifted = logits - logits.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def of_next(rows, tokens):
    """In each row the number of the token that comes next."""
    return rows[np.arange(len(tokens) - 1), tokens[1:]]


def loss_of_text(logits, tokens):
    return -of_next(log_softmax(logits), tokens).mean()


def loss_by(change):
    """A known mistake, made of the log-probabilities of the tokens that come next."""
    return lambda logits, tokens: change(of_next(log_softmax(logits), tokens))


def plain_softmax(logits):
    p = np.exp(logits)
    return p / p.sum(axis=1, keepdims=True)


def logits_of_text(rng):
    n, words = sizes(rng, 2)
    logits = rng.standard_normal((n + 1, words)) * rng.choice([0.3, 1, 5, 300])
    if rng.random() < 0.3:
        logits += rng.choice([-1000, 0, 1000], (n + 1, 1))
    return logits, rng.integers(words, size=n + 1)


EVEN, ONE_TO_THREE = [0.0, 0.0], [0.0, np.log(3)]

LOSS = FunctionExercise(
    name="loss_of_text",
    title="the loss of a text",
    task="**Exercise.** A model has read `tokens` `(n,)`, at least two, and gives `logits` `(n, "
    "words)`: row `i` says what may come after token `i`. Return the loss of the text: the mean of "
    "−log of the probability of each token but the first. (No row is about the first token, and "
    "nobody knows what comes after the last.) Logits may be as large as 1000, and a probability "
    "may be too small for a computer to tell from 0. `logits = [[0, 0], [5, 0]]` and `tokens = [1, "
    "0]` give log 2, about 0.693.",
    answer="my_loss",
    stub="""def my_loss(logits, tokens):
    return ...  # about 4 lines""",
    solution="""def my_loss(logits, tokens):
    rows = logits[:-1] - logits[:-1].max(axis=1, keepdims=True)
    log_p = rows - np.log(np.exp(rows).sum(axis=1, keepdims=True))
    right = log_p[np.arange(len(rows)), tokens[1:]]
    return -right.mean()""",
    why="The logarithm of a softmax is a difference: logit minus the log of the sum. Written like "
    "this, nothing overflows, and no probability of 0 is ever put into a logarithm.",
    hints=(
        "Row 0 is about tokens[1]. Which rows are asked, and for which tokens?",
        "log of a softmax = logit − log of the sum of exp. Subtract the largest logit of each row "
        "first, as in notebook 03.",
        "log_p[np.arange(n - 1), tokens[1:]] picks one number in each row. Then the mean, and its "
        "sign.",
    ),
    reference=loss_of_text,
    axes=("places", "words"),
    cases=(
        Case(
            "two words, equally likely",
            (a([EVEN, EVEN]), a([0, 1])),
            "Token 1 has a probability of 1/2: log 2.",
        ),
        Case(
            "one to three",
            (a([ONE_TO_THREE, EVEN]), a([0, 0])),
            "The probabilities are 1/4 and 3/4, and token 0 comes next: log 4.",
        ),
        Case(
            "the last row says something, too",
            (a([EVEN, ONE_TO_THREE]), a([0, 0])),
            "The last row is about a token that is not there. Only row 0 is asked: log 2.",
        ),
        Case(
            "three tokens",
            (a([ONE_TO_THREE, EVEN, EVEN]), a([1, 0, 1])),
            "log 4 for token 0 and log 2 for token 1: their mean is 1.5 log 2.",
        ),
        Case(
            "three words",
            (a([[0.0, 0.0, np.log(2)], [0.0, 0.0, 0.0]]), a([0, 2])),
            "The probabilities are 1/4, 1/4 and 1/2, and token 2 comes next: log 2.",
        ),
        Case(
            "large logits",
            (a([[1000.0, 1000.0], EVEN]), a([0, 1])),
            "Both words have 1/2. exp(1000) is too large for a computer; once the largest logit is "
            "subtracted, it is exp(0).",
        ),
        Case(
            "a word that is nearly impossible",
            (a([[0.0, -1000.0], EVEN]), a([0, 1])),
            "Its loss is 1000, but exp(−1000) is 0 to a computer. Logit minus log of the sum "
            "avoids it.",
        ),
        Case(
            "one logit far above the others",
            (a([[1000.0, 0.0, 0.0, 0.0], [0.0] * 4]), a([0, 1])),
            "The loss of token 1 is 1000. The mean of the four logits is 250, and exp(1000 − 250) "
            "is still too large for a computer.",
        ),
        Case(
            "one row far above the other",
            (a([EVEN, [1000.0, 1000.0], EVEN]), a([0, 1, 0])),
            "log 2 for both tokens. The largest logit of all is 1000, but in the first row it is "
            "0: exp(0 − 1000) is 0 to a computer.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda logits, tokens: -log_softmax(logits)[np.arange(len(tokens)), tokens].mean(),
            "You ask each row for the token that it has just read. Row i is about token i + 1.",
        ),
        Mistake(
            lambda logits, tokens: (
                -log_softmax(logits)[np.arange(len(tokens) - 1), tokens[:-1]].mean()
            ),
            "The last row is left out, as it should be, but you ask each other one for the token "
            "that it has just read. Row i is about token i + 1.",
        ),
        Mistake(
            lambda logits, tokens: (
                -log_softmax(logits)[np.arange(1, len(tokens)), tokens[1:]].mean()
            ),
            "You leave out the first row, and ask each other one for the token that it has just "
            "read. Leave out the last row: row i is about token i + 1.",
        ),
        Mistake(
            lambda logits, tokens: (
                -log_softmax(logits)[np.arange(1, len(tokens)), tokens[:-1]].mean()
            ),
            "You ask each row for the token before it. Row i is about token i + 1.",
        ),
        Mistake(
            lambda logits, tokens: (
                -log_softmax(logits)[np.arange(len(tokens)), np.roll(tokens, -1)].mean()
            ),
            "The last row is asked for the first token. Nobody knows what comes after the last.",
        ),
        Mistake(loss_by(lambda log_p: log_p.mean()), "The sign is missing: a loss is above 0."),
        Mistake(loss_by(lambda log_p: -log_p.sum()), "You add up. The loss is the mean."),
        Mistake(
            loss_by(lambda log_p: -log_p.sum() / (len(log_p) + 1)),
            "You divide by n. Only n − 1 tokens are asked for.",
        ),
        Mistake(
            loss_by(lambda log_p: -log_p.mean() / np.log(2)),
            "This is in bits. Here it is the natural logarithm, np.log.",
        ),
        Mistake(
            loss_by(lambda log_p: np.exp(-log_p.mean())),
            "This is the perplexity, e to the power of the loss. You need the loss itself.",
        ),
        Mistake(
            loss_by(lambda log_p: -np.log(np.exp(log_p).mean())),
            "You take the mean of the probabilities first. First the logarithm of each.",
        ),
        Mistake(
            lambda logits, tokens: -of_next(np.log(plain_softmax(logits)), tokens).mean(),
            "exp overflows where logits are large: subtract the largest of each row first.",
        ),
        Mistake(
            lambda logits, tokens: -of_next(np.log(np.exp(log_softmax(logits))), tokens).mean(),
            "A probability can be too small for a computer, and then you take the log of 0. Take "
            "the logarithm by hand: logit − log of the sum.",
        ),
        Mistake(
            lambda logits, tokens: -of_next(log_softmax(logits, axis=0), tokens).mean(),
            "Your softmax runs down the columns. Each row is a distribution over words: axis=1.",
        ),
        Mistake(
            lambda logits, tokens: -of_next(logits, tokens).mean(),
            "You take the mean of logits. The softmax is missing, and its logarithm.",
        ),
        Mistake(
            lambda logits, tokens: -log_softmax(logits)[:-1].max(axis=1).mean(),
            "You take the likeliest word of each row. Take the one that came, likely or not.",
        ),
    ),
    draw=logits_of_text,
    terms=lambda logits, tokens: np.abs(logits).max(axis=1).mean(),
)

# --- top-p --------------------------------------------------------------------------------------


def kept(p, order):
    """The probabilities of these tokens, which then sum to 1; 0 for all others."""
    q = np.zeros_like(p)
    q[order] = p[order]
    return q / q.sum()


NEARLY = 1e-5  # below the share is the share: rounding p does not move a sum of just the share


def top_p(p, share):
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    return kept(p, order[before < share - NEARLY])


def top_p_with(more=0, likeliest=True, order=np.argsort):
    """A known mistake: so many tokens more, or taken in another order."""

    def made(p, share):
        ranked = order(-p if likeliest else p)
        count = int((np.cumsum(p[ranked]) - p[ranked] < share).sum()) + more
        return kept(p, ranked[: max(count, 0)])

    return made


def within(p, share, below):
    """Which tokens' sums, themselves and the likelier ones, lie below the share."""
    order = np.argsort(-p)
    is_within = np.zeros(len(p), dtype=bool)
    is_within[order] = below(np.cumsum(p[order]), share)
    return is_within


def past_the_share(p, share):
    """A sum of just the share is not enough for it."""
    order = np.argsort(-p)
    return kept(p, order[np.cumsum(p[order]) - p[order] <= share])


def without_sum(p, share):
    q = top_p(p, share)
    return np.where(q > 0, p, 0)


def different_probabilities(rng):
    """No two nearly equal, and no share nearly the sum of the largest ones, but some exactly."""
    if rng.random() < 0.2:
        p = rng.choice([[16, 10, 4, 2], [12, 11, 8, 1], [20, 8, 3, 1]]) / 32  # exact sums
        return rng.permutation(p), float(rng.choice(np.cumsum(p)[:3]))
    words = int(rng.integers(1, 9))
    steps = np.arange(words) + rng.uniform(0.2, 0.8, words)
    p = np.exp(-steps * rng.choice([0.1, 0.5, 2]))
    p /= p.sum()
    ends = np.array([0, *np.cumsum(p)])
    i = int(rng.integers((p > 0.001).sum()))
    share = ends[i] + (ends[i + 1] - ends[i]) * rng.choice([0.05, rng.uniform(0.1, 0.9), 0.95])
    return rng.permutation(p), float(share)


P = a([0.5, 0.3, 0.2])

TOP_P = FunctionExercise(
    name="top_p",
    title="top-p: as many words as are needed",
    task="**Exercise.** `p` `(words,)` are the probabilities of the next token, no two of them "
    "equal, and `share` is a number above 0 and below 1. Keep the most likely tokens: as few as it "
    "takes for their sum to be `share` or more. All others get 0. Return the probabilities "
    "`(words,)`, divided so that they sum to 1 again. `my_top_p([0.5, 0.3, 0.2], 0.7)` is "
    "`[0.625, 0.375, 0]`, for arrays.",
    answer="my_top_p",
    stub="""def my_top_p(p, share):
    return ...  # about 6 lines""",
    solution="""def my_top_p(p, share):
    order = np.argsort(-p)
    before = np.cumsum(p[order]) - p[order]
    kept = order[before < share]
    q = np.zeros(len(p))
    q[kept] = p[kept]
    return q / q.sum()""",
    why="A token is kept if those before it do not have the share yet. So the one that crosses the "
    "line is in, and the first always is. order leads each back to its own place.",
    hints=(
        "np.argsort(-p) lists the tokens from the most likely on. Add their probabilities up in "
        "this order: np.cumsum.",
        "A token is still needed if those before it have less than share. What is the sum before "
        "a token, if np.cumsum counts the token in?",
        "order[before < share] are the tokens to keep. Fill an array of zeros at these places.",
    ),
    reference=top_p,
    axes=("", "tokens"),
    cases=(
        Case("one token", (a([1.0]), 0.9), "There is nothing to choose: its probability is 1."),
        Case(
            "the first is enough",
            (P, 0.4),
            "The most likely token has 0.5, which is more than 0.4: it alone is kept.",
        ),
        Case(
            "two are needed",
            (P, 0.7),
            "0.5 is less than 0.7, and 0.5 + 0.3 is enough: both are kept, divided by 0.8.",
        ),
        Case("all are needed", (P, 0.9), "0.5 + 0.3 is less than 0.9: all three are kept."),
        Case(
            "the largest in the middle",
            (P[[2, 0, 1]], 0.7),
            "Each token keeps its place: the least likely stands first here, and gets 0.",
        ),
        Case(
            "four tokens",
            (a([0.1, 0.2, 0.3, 0.4]), 0.85),
            "0.4 + 0.3 is less than 0.85, and with 0.2 it is enough: the first token gets 0.",
        ),
        Case(
            "just enough",
            (a([0.25, 0.625, 0.125]), 0.625),
            "The most likely token has 0.625, which is the share: it alone is kept.",
        ),
    ),
    mistakes=(
        *(
            Mistake(
                lambda p, share, below=below: kept(p, within(p, share, below)),
                "You keep one token too few: the one with which the sum reaches the share is kept, "
                "too.",
            )
            for below in (np.less, np.less_equal)
        ),
        *(
            Mistake(
                lambda p, share, below=below: kept(p, within(p, share, below) | (p == p.max())),
                "You leave out the token with which the sum reaches the share. It is needed, too.",
            )
            for below in (np.less, np.less_equal)
        ),
        Mistake(
            past_the_share,
            "You go on although the sum has reached the share. Stop there.",
        ),
        Mistake(
            top_p_with(more=1),
            "You keep one token too many: stop as soon as the sum reaches the share.",
        ),
        Mistake(
            without_sum,
            "What is left does not sum to 1: divide by its sum after you have taken tokens out.",
        ),
        Mistake(
            top_p_with(likeliest=False),
            "You begin with the least likely tokens. np.argsort(p) has the smallest first.",
        ),
        Mistake(
            top_p_with(order=lambda x: np.arange(len(x))),
            "You add up in the order of the words. Sort first: the most likely ones are kept.",
        ),
        Mistake(
            lambda p, share: np.sort(top_p(p, share))[::-1],
            "Your probabilities are sorted. Each token keeps its place.",
        ),
        Mistake(
            lambda p, share: kept(p, p >= min(share, p.max())),
            "You keep tokens that reach the share alone. It is their sum that must reach it.",
        ),
        Mistake(
            lambda p, share: kept(p, p >= p.max() * (1 - share)),
            "You compare each token with the largest. Here probabilities are added up until they "
            "reach the share.",
        ),
        Mistake(
            lambda p, share: kept(p, p > min(1 - share, p.max() / 2)),
            "You leave out tokens below 1 − share. Here probabilities are added up until they "
            "reach the share.",
        ),
    ),
    draw=different_probabilities,
)

# --- a score for induction ----------------------------------------------------------------------


def after_the_first_time(n):
    """The queries of the second half, and for each the key after its token's first time."""
    i = np.arange(n // 2, n)
    return i, i - n // 2 + 1


def induction(A):
    i, j = after_the_first_time(A.shape[-1])
    return A[:, i, j].mean(axis=1)


def induction_at(key, rows=lambda i, half: i):
    """A known mistake: the mean weight on other keys, or of other queries."""

    def made(A):
        half = A.shape[-1] // 2
        i = rows(np.arange(half, 2 * half), half)
        return A[:, i, key(i, half)].mean(axis=1)

    return made


def heads(rng, h, n, is_causal=True):
    """Random weights of h heads: rows sum to 1."""
    A = rng.uniform(0.01, 1, (h, n, n)) ** 4
    A = np.tril(A) if is_causal else A
    return A / A.sum(axis=-1, keepdims=True)


def heads_on_a_repeated_text(rng):
    h, half = int(rng.integers(1, 5)), int(rng.integers(2, 8))
    return (heads(rng, h, 2 * half, is_causal=rng.random() < 0.5),)


def looks_at(keys):
    """One head in which query i gives all its weight to keys[i]."""
    return np.eye(len(keys))[[keys]]


FINDS, ITSELF = looks_at([0, 0, 0, 1, 2, 3]), looks_at([0, 1, 2, 0, 1, 2])
BEFORE, HALF = looks_at([0, 0, 1, 2, 3, 4]), looks_at([0, 0, 0, 1, 2, 0])

INDUCTION = FunctionExercise(
    name="induction_score",
    title="a score for induction",
    task="**Exercise.** A model reads `n / 2` different tokens twice; `n` is even, and at least 4. "
    "`A` `(heads, n, n)` holds the weights of some of its heads, queries down, keys across. For "
    "each query of the second half, look up the weight on the key that stands **right behind the "
    "first occurrence** of the same token. Return their mean for each head, `(heads,)`. With 6 "
    "tokens, queries 3, 4 and 5 repeat 0, 1 and 2: the keys are 1, 2 and 3.",
    answer="my_induction",
    stub="""def my_induction(A):
    return ...  # about 3 lines""",
    solution="""def my_induction(A):
    n = A.shape[-1]
    i = np.arange(n // 2, n)
    return A[:, i, i - n // 2 + 1].mean(axis=1)""",
    why="The query at i stood at i − n/2 for the first time, and what came next stood one further. "
    "A head that looks there can say what comes next now.",
    hints=(
        "Where did the token of query i stand the first time? Where does the next one stand?",
        "The queries are np.arange(n // 2, n). Two arrays of indices, A[:, i, j], pick one weight "
        "for each query.",
        "The key of query i is i - n // 2 + 1. The mean runs over the queries, axis=1.",
    ),
    reference=induction,
    axes=("", "heads"),
    cases=(
        Case(
            "a head that does it always",
            (FINDS,),
            "Queries 3, 4 and 5 give keys 1, 2 and 3 all their weight: 1.",
        ),
        Case(
            "a head that looks at the same token",
            (ITSELF,),
            "It looks at the first occurrence of the same token, not at what came next: 0.",
        ),
        Case(
            "a head that looks at the token before",
            (BEFORE,),
            "Queries 3, 4 and 5 look at keys 2, 3 and 4. The keys in question are 1, 2, 3: 0.",
        ),
        Case(
            "a head that does it sometimes",
            (HALF,),
            "Two of the three queries do it. The mean is 2/3.",
        ),
        Case(
            "four tokens",
            (heads(np.random.default_rng(0), 1, 4),),
            "Query 2 and key 1, query 3 and key 2: the mean of these two weights.",
        ),
        Case(
            "three heads",
            (np.concatenate([FINDS, ITSELF, HALF]),),
            "One number for each head: 1, 0 and 2/3.",
        ),
    ),
    mistakes=(
        Mistake(
            induction_at(lambda i, half: i - half),
            "You look at the first occurrence of the same token. What came next stands one further "
            "on.",
        ),
        Mistake(
            induction_at(lambda i, half: i - half - 1),
            "You look at the token before the first occurrence. What came next stands behind it.",
        ),
        Mistake(
            induction_at(lambda i, half: i - 1),
            "You look at the token before the query. That is a previous-token head.",
        ),
        Mistake(induction_at(lambda i, half: i), "You look at the query's own place."),
        Mistake(
            induction_at(lambda i, half: i - half + 1, lambda i, half: i[:-1]),
            "You leave out the last query. Its token has a first occurrence, too, and what came "
            "next is the first token of the second half.",
        ),
        Mistake(
            lambda A: np.diagonal(A, 1 - A.shape[-1] // 2, 1, 2).mean(axis=1),
            "This diagonal begins one row too early, with the last query of the first half.",
        ),
        Mistake(
            lambda A: induction(A) * (A.shape[-1] // 2),
            "You add up the weights of all queries. Take their mean.",
        ),
        Mistake(
            lambda A: induction(A) / 2,
            "You divide by n. Only the queries of the second half count.",
        ),
        Mistake(
            lambda A: induction(A.swapaxes(1, 2)),
            "Queries and keys have changed places: queries run down, A[head, query, key].",
        ),
        Mistake(
            lambda A: np.full(len(A), induction(A).mean()),
            "You mix the heads. Each has a score of its own.",
        ),
        Mistake(
            lambda A: induction(A).mean(),
            "You return one number. Each head has a score of its own: the mean over axis 1.",
        ),
        Mistake(
            lambda A: A[:, *after_the_first_time(A.shape[-1])].max(axis=1),
            "You take the largest weight. A single query proves little: take the mean.",
        ),
        Mistake(
            lambda A: np.mean(
                A.argmax(axis=-1)[:, A.shape[-1] // 2 :] == after_the_first_time(A.shape[-1])[1],
                axis=1,
            ),
            "You count how often the largest weight is there. Take the weight itself.",
        ),
    ),
    draw=heads_on_a_repeated_text,
)

# --- questions ------------------------------------------------------------------------------------

SIX_HEADS = Question(
    name="six_heads",
    title="what switching six heads off shows",
    ask="Without the six heads with the highest scores, the loss of the second half rises to about "
    "that of a guess; without six random ones it rises less. What does that show?",
    options=(
        (
            "each of the six is needed to continue such a text",
            "they were switched off together. Without one of them, others may do its work: that is "
            "another experiment.",
        ),
        (
            "something among the six is needed to continue the text",
            "the score only suggested it. Switching off is the test, and the random heads show "
            "that not just any six will do.",
        ),
        (
            "all other heads play no part in continuing such a text",
            "they stayed on the whole time. The six may need them, such as heads that look at the "
            "token before.",
        ),
        (
            "these six heads do nothing else in any text",
            "only one kind of text was tried. What they do in others is another question.",
        ),
    ),
    right="b",
)

TIRED_AND_WIDE = Question(
    name="tired_and_wide",
    title="a test that a lucky guess passes",
    ask="Suppose you had asked only who “was too tired”, and the model had said “animal”. What "
    "would you have known?",
    options=(
        (
            "that it knows what the pronoun stands for",
            "its choice is the same where the street was too wide. A right answer alone can come "
            "from a habit, such as naming the first noun.",
        ),
        (
            "that some of its heads look from the pronoun at the animal",
            "an answer says nothing about single heads. To know that, look at their weights, and "
            "switch them off.",
        ),
        (
            "too little, without the sentence that changes one word",
            "the changed sentence shows whether the answer follows the word that decides. A test "
            "needs many such pairs, and asks whether the answer would have followed anyway.",
        ),
        (
            "nothing at all, since a model only draws at random",
            "the most likely word was taken, and nothing was drawn. It is the same each time.",
        ),
    ),
    right="c",
)

CHECKED = (MERGE, LOSS, RMS_NORM, GATED_MLP, REPEAT, TOP_P, INDUCTION, SIX_HEADS, TIRED_AND_WIDE)

# --- predictions ----------------------------------------------------------------------------------


@cache
def scores_after_1000():
    """Whether rotary scores change if all positions grow by 1000."""
    Q, K = np.random.default_rng(0).standard_normal((2, 9, 64))
    places = np.arange(9)
    here, there = (
        positions.rotate(Q, places + start) @ positions.rotate(K, places + start).T
        for start in (0, 1000)
    )
    return "the same" if np.allclose(here, there) else "higher"


PREDICTED = (
    OneOf(
        name="a_thousand_further",
        title="the loss if every position is 1000 larger",
        truth=scores_after_1000,
        why="Rotary positions turn queries and keys alike, so positions enter a score only by the "
        "distance between the two. All distances are what they were.",
        options=("much higher", "a little higher", "the same"),
    ),
)
