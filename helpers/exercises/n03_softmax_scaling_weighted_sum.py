"""Exercises of notebook 03: softmax, scaling and the weighted sum."""

import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.draws import (
    far_sizes,
    leading,
    numbers,
    queries_and_keys,
    queries_keys_and_values,
    scores,
)
from helpers.exercises.engine.exercise import (
    STOP,
    Case,
    FunctionExercise,
    Mistake,
    ValueExercise,
    each_alone,
)
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short

SHIFT = Question(
    name="shift",
    title="the same added to all",
    ask="You add 5 to every score of one query. What happens to its weights?",
    options=(
        (
            "all grow by the factor $e^5$",
            "the exponentials do, and so does their sum: the factor cancels.",
        ),
        ("nothing", "the factor e⁵ is in every exponential and in their sum, and cancels."),
        ("they come closer to each other", "that happens when scores are divided, not shifted."),
        ("the largest gains", "that happens when scores are multiplied by more than 1."),
    ),
    right="b",
)


TWO_ROWS = a([[2.0, 0.0, 1.0], [1.0, 1.0, 1.0]])
TWO_HEADS = a([[[0.0, 1.0, 2.0], [3.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0]]])

SOFTMAX = FunctionExercise(
    name="softmax",
    part="softmax",
    title="a softmax that does not overflow",
    task="**Exercise.** Before you read on, find a cure: write the softmax along the last axis of "
    "`scores` `(…, m)`, with any number of axes, so that scores of any size, 1000 or −1000, do not "
    "overflow. The shape stays: `[0.0, 0.0]` gives `[0.5, 0.5]`."
    f" {STOP}",
    answer="my_softmax",
    stub="""def my_softmax(scores):
    return ...  # about 3 lines""",
    solution="""def my_softmax(scores):
    scores = np.asarray(scores, dtype=float)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)""",
    why="Only differences within a row matter, so each row's own maximum may be subtracted first.",
    hints=(
        "Exponentials, divided by their sum. Which axis does the sum run along?",
        "axis=-1 is the last axis however many there are, and keepdims=True keeps it, so that the "
        "division broadcasts row by row.",
        "Subtract scores.max(axis=-1, keepdims=True) before np.exp.",
    ),
    reference=attention.softmax,
    axes=("queries", "keys"),
    cases=(
        Case("one score", (a([3.0]),), "A single key gets all the weight, 1."),
        Case(
            "a score ln 3 above the other",
            (a([0.0, math.log(3)]),),
            "A lead of ln 3 must give three times the weight: weights are e to the power of the "
            "scores, divided by their sum.",
        ),
        Case(
            "the larger score first",
            (a([math.log(3), 0.0]),),
            "The same two scores in another order: each weight stands where its score stands.",
        ),
        *each_alone(*((row,) for row in TWO_ROWS)),
        Case(
            "two queries, three keys",
            (TWO_ROWS,),
            "One row is right, a matrix is not: each row is one query, and its own weights sum to "
            "1.",
        ),
        *each_alone(*((head,) for head in TWO_HEADS)),
        Case(
            "two heads",
            (TWO_HEADS,),
            "A matrix is right, three axes are not: the keys are on the last axis, which is "
            "axis=-1 however many axes there are.",
        ),
        Case(
            "scores of 1000",
            (a([1000.0, 1001.0]),),
            "exp(1000) is inf, and scores cut off at a limit become equal. Subtract the largest "
            "score of the row first: the weights stay the same.",
        ),
        Case(
            "scores of −1000",
            (a([-1000.0, -1001.0]),),
            "exp(−1000) is 0, and 0/0 is nan. With the largest score subtracted, here −1000, the "
            "largest exponent is always 0.",
        ),
        Case(
            "scores far apart",
            (a([0.0, 0.0, 2000.0]),),
            "With the largest score subtracted the exponents are −2000, −2000 and 0: the weights "
            "are 0, 0 and 1.",
        ),
        Case(
            "rows of very different size",
            (a([[0.0, 1.0], [1000.0, 1002.0]]),),
            "Each row has its own largest score, with axis=-1 and keepdims=True: with one for all, "
            "a low row becomes 0/0.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda scores: attention.softmax(scores, axis=0),
            "Your columns sum to 1. A row holds one query's scores, and the query shares out its "
            "own attention: the sum runs along the last axis.",
        ),
    ),
    draw=lambda rng: (scores(rng, *leading(rng, 3), *far_sizes(rng, 1)),),
)


def divided_by(divisor):
    """The formula with another divisor in place of √d_k."""
    return lambda Q, K, V: attention.softmax(Q @ K.T / divisor(Q, K, V)) @ V


def own_softmax(less):
    """The formula with exp(S - less(S)), divided by its sums."""

    def outputs(Q, K, V):
        S = Q @ K.T / math.sqrt(Q.shape[-1])
        exponentials = np.exp(S - less(S))
        return exponentials / exponentials.sum(axis=1, keepdims=True) @ V

    return outputs


THREE_KEYS, THREE_VALUES = a([[0.0], [1.0], [3.0]]), a([[4.0, 0.0], [0.0, 2.0], [1.0, 1.0]])

FORMULA = FunctionExercise(
    name="formula",
    title="from queries, keys and values to outputs",
    task="**Exercise.** Put the whole formula into one function: queries `Q` `(n, d_k)`, "
    "keys `K` `(m, d_k)`, values `V` `(m, d_v)` → outputs `(n, d_v)`, scaled, for scores of any "
    "size. One key alone, `Q = [[1]]`, `K = [[2]]`, `V = [[3, 4]]`, gives `[[3.0, 4.0]]`.",
    answer="my_attention",
    stub="""def my_attention(Q, K, V):
    return ...  # about 3 lines""",
    solution="""def my_attention(Q, K, V):
    S = Q @ K.T / math.sqrt(Q.shape[-1])
    A = softmax(S)
    return A @ V""",
    why="Scores of all pairs, weights along each row, and the values mixed by the weights.",
    hints=(
        "Three steps: scores (n, m), weights (n, m), outputs (n, d_v).",
        "The scores are Q @ K.T over the root of the width; softmax(S) makes them weights.",
        "Row i of A @ V adds up the rows of V, each with its weight in row i of A.",
    ),
    reference=lambda Q, K, V: attention.attention(Q, K, V).output,
    axes=("queries", "features"),
    cases=(
        Case(
            "two equal keys",
            (a([[1.0]]), a([[2.0], [2.0]]), a([[3.0, 4.0, 0.0], [5.0, 0.0, 2.0]])),
            "Equal keys have weight ½ each: the output is the mean of their values.",
        ),
        Case(
            "a score ln 3 above the other",
            (a([[math.log(3)]]), a([[1.0], [0.0]]), a([[4.0], [8.0]])),
            "Weights ¾ and ¼: the output is ¾ · 4 + ¼ · 8.",
        ),
        Case(
            "width 2",
            (a([[1.0, 0.0]]), a([[1.0, 1.0], [-1.0, 0.0]]), a([[1.0], [0.0]])),
            "Right at width 1, wrong at width 2: the raw scores 1 and −1 become 1/√2 and −1/√2.",
        ),
        *each_alone((a([[0.0]]), THREE_KEYS, THREE_VALUES), (a([[1.0]]), THREE_KEYS, THREE_VALUES)),
        Case(
            "two queries",
            (a([[0.0], [1.0]]), THREE_KEYS, THREE_VALUES),
            "Right for one query, wrong for two: each output comes from its own query alone, whose "
            "weights sum to 1.",
        ),
        Case(
            "raw scores of 0, 1000 and −1000",
            (a([[0.0], [1000.0], [-1000.0]]), a([[1.0], [2.0]]), a([[4.0], [8.0]])),
            "With raw scores of 0 and 0, the output is the mean of the values; with 1000 and "
            "2000, it is the second value; with −1000 and −2000, the first. The softmax from "
            "above can do all three.",
        ),
    ),
    mistakes=(
        Mistake(
            own_softmax(lambda S: 0),
            "exp(1000) overflows: subtract the largest score of each row first, as softmax does.",
        ),
        Mistake(
            own_softmax(np.max),
            "You subtract one maximum from all rows; a row far below it becomes 0/0. Take each "
            "row's own.",
        ),
        Mistake(
            divided_by(lambda Q, K, V: 1),
            "You use the raw scores. Divide them by the root of the width first.",
        ),
        Mistake(
            divided_by(lambda Q, K, V: Q.shape[-1]),
            "You divide by the width itself. Divide by its root.",
        ),
        Mistake(
            lambda Q, K, V: attention.softmax(K @ Q.T / math.sqrt(Q.shape[-1])) @ V,
            "In effect, queries and keys are swapped: as in softmax(K Qᵀ), a row of your weights "
            "belongs to a key.",
        ),
        Mistake(
            divided_by(lambda Q, K, V: math.sqrt(len(K))),
            "You divide by the root of m, the number of keys. The width of a row counts.",
        ),
        Mistake(
            divided_by(lambda Q, K, V: math.sqrt(len(Q))),
            "You divide by the root of n, the number of queries. The width of a row counts.",
        ),
        Mistake(
            lambda Q, K, V: attention.softmax(Q @ K.T / math.sqrt(Q.shape[-1]), axis=0) @ V,
            "Your weights sum to 1 over the queries. Those of each query must sum to 1 over keys.",
        ),
        Mistake(
            divided_by(lambda Q, K, V: math.sqrt(V.shape[-1])),
            "You divide by the root of d_v. Scores come from queries and keys: their width counts.",
        ),
        Mistake(
            divided_by(lambda Q, K, V: 2),
            "You divide by √4, which is 2, in every call: take d_k from Q, Q.shape[-1].",
        ),
        Mistake(
            divided_by(lambda Q, K, V: math.sqrt(32)),
            "You divide by √32 in every call: take d_k from Q, Q.shape[-1].",
        ),
        Mistake(
            divided_by(lambda Q, K, V: 2 * Q.shape[-1]),
            "You divide by 2 d_k. The divisor is the root, math.sqrt(d_k).",
        ),
        Mistake(
            lambda Q, K, V: attention.softmax(Q @ K.T) / math.sqrt(Q.shape[-1]) @ V,
            "You divide after the softmax, weights or outputs. Divide the scores, before it.",
        ),
        Mistake(
            lambda Q, K, V: attention.softmax(Q @ K.T / math.sqrt(Q.shape[-1])),
            "These are the weights. The values that they mix are still missing.",
        ),
    ),
    draw=queries_keys_and_values,
)


def temperature():
    """T at which the largest weight of softmax([1, 2, 3, 4] / T) is 0.9, by halving."""
    low, high = 0.05, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        largest = attention.softmax(a([1.0, 2.0, 3.0, 4.0]) / middle).max()
        low, high = (middle, high) if largest > 0.9 else (low, middle)
    return middle


def largest_at(T):
    if T <= 0:
        return "T must be above 0."
    largest = attention.softmax(a([1.0, 2.0, 3.0, 4.0]) / T).max()
    return f"At this T the largest weight is {largest:.3f}, not 0.9."


TEMPERATURE = ValueExercise(
    name="temperature",
    title="a temperature for a wanted weight",
    task="**Exercise.** Instead of multiplying the scores `s1 = [1, 2, 3, 4]`, divide them by "
    "a positive number `T`, the *temperature*. Find the `T`, to two decimals or more, at which "
    "the largest weight is 0.9; at `T = 1` it is 0.644.",
    answer="T",
    stub="T = ...  # a number: try some, or let a loop find it",
    solution="""for T in np.arange(2.0, 0.0, -0.01):
    if plain_softmax(s1 / T).max() >= 0.9:
        break""",
    why="The smaller T, the larger the differences of the scores, and the sharper the weights.",
    hints=(
        "Print plain_softmax(s1 / T).max() for a T above and for a T below 1.",
        "A smaller T makes the largest weight larger. Start at 1 and lower T in steps of 0.01.",
    ),
    reference=temperature,
    near=0.012,
    about=largest_at,
    mistakes=(
        Mistake(
            lambda: 1 / temperature(),
            "This is what the scores must be multiplied by. T divides them: take 1 over it.",
        ),
        Mistake(
            lambda: 1 / math.log(9),
            "This counts only the largest and the second key. The other two take weight as well.",
        ),
        Mistake(
            lambda: 0.9,
            "0.9 is the weight to reach, not the T that gives it.",
        ),
    ),
)


WHY_ROOT = Question(
    name="why_root",
    title="why the root",
    ask="Someone widens queries and keys from 64 to 256 numbers and forgets to divide. Entries "
    "stay random with mean 0 and variance 1. What happens to the raw scores?",
    options=(
        ("their mean doubles", "their mean stays 0: each product of a pair has mean 0."),
        ("their spread stays as it is", "it stays only after the division by √d_k."),
        (
            "their standard deviation grows fourfold",
            "their variance does, from 64 to 256; the standard deviation is its root.",
        ),
        (
            "their standard deviation doubles",
            "the variance is d_k and grows fourfold, so its root, 8, becomes 16.",
        ),
    ),
    right="d",
)


def scaled(divide):
    return lambda Q, K: attention.scores(Q, K, scale=1.0) / divide(Q, K)


WIDE_Q, WIDE_K = a([[2.0, 0.0], [1.0, 2.0]]), a([[3.0, 1.0], [0.0, 1.0], [1.0, 1.0]])

SCALE = FunctionExercise(
    name="scale",
    title="the right scale",
    task="**Exercise** (fill in one line). Scale the scores of queries `Q` `(n, d_k)` for keys "
    "`K` `(m, d_k)`: find the scale that depends on the width `d_k` alone and keeps the spread of "
    "random scores the same at every width. `Q = [[2, 0, 0, 0]]` and `K = [[3, 0, 0, 0]]` give "
    "`[[3.0]]`.",
    answer="my_scaled_scores",
    stub="""def my_scaled_scores(Q, K):
    scale = ...  # 1 line
    return Q @ K.T * scale""",
    solution="""def my_scaled_scores(Q, K):
    scale = 1 / math.sqrt(Q.shape[-1])
    return Q @ K.T * scale""",
    why="A dot product of d_k random terms has standard deviation √d_k: divide by it.",
    hints=(
        "Which of the three divisors kept the curves level?",
        "The width d_k is how many numbers one row of Q has: Q.shape[-1].",
    ),
    reference=attention.scores,
    axes=("queries", "keys"),
    cases=(
        Case(
            "width 2, one query, one key",
            (a([[2.0, 0.0]]), a([[3.0, 1.0]])),
            "With d_k = 2 the raw score 6 must become 6 / √2, about 4.243.",
        ),
        *each_alone(*((q[None], k[None]) for q in WIDE_Q for k in WIDE_K)),
        Case(
            "width 2, two queries, three keys",
            (WIDE_Q, WIDE_K),
            "Right for one query and one key, not for two and three: entry (i, j) is q_i · k_j / "
            "√2.",
        ),
    ),
    mistakes=(
        Mistake(
            scaled(lambda Q, K: Q.shape[-1]),
            "You divide by d_k. Divide by its root: the standard deviation of the raw scores is "
            "√d_k.",
        ),
        Mistake(
            scaled(lambda Q, K: 1 / math.sqrt(Q.shape[-1])),
            "You multiply by √d_k; the scores must be divided by it.",
        ),
        Mistake(
            scaled(lambda Q, K: math.sqrt(len(Q))),
            "You take the root of n, the number of queries (len(Q) counts rows). It is the width "
            "that counts.",
        ),
        Mistake(
            scaled(lambda Q, K: math.sqrt(len(K))),
            "You take the root of m, the number of keys (len(K) counts rows). It is the width "
            "that counts.",
        ),
        Mistake(
            scaled(lambda Q, K: 2 * Q.shape[-1]),
            "You divide by 2 d_k, as d_k ** -1 / 2 does: Python takes ** before /. The divisor is "
            "the root, math.sqrt(d_k).",
        ),
        Mistake(
            scaled(lambda Q, K: Q.shape[-1] / 2),
            "You divide by d_k / 2, which is right at width 4 alone. The divisor is the root, "
            "math.sqrt(d_k).",
        ),
        Mistake(
            scaled(lambda Q, K: 2),
            "You divide by 2, which is right at width 4 alone. Compute the divisor from Q.",
        ),
    ),
    draw=queries_and_keys,
)


def jacobian(z):
    p = attention.softmax(z)
    return np.diag(p) - np.outer(p, p)


def scores_of_one_query(rng):
    """Not far apart: of saturated weights, p − p² is rounding alone."""
    near = numbers(rng, *far_sizes(rng, 1, far=60), tiny=1e-300, huge=3)
    return (near + rng.choice([0.0, 0.0, 0.0, 1000.0, -1000.0]),)


JACOBIAN = FunctionExercise(
    name="jacobian",
    title="the derivative of the softmax",
    deeper=True,
    task="**Exercise** (*Deeper*; find the bug). This function should return the derivative "
    "`(m, m)` of the weights with respect to the scores `z` `(m,)`, of any size; row = weight, "
    "column = score. For `z = [0.0, np.log(3)]` it must be "
    "`[[0.1875, -0.1875], [-0.1875, 0.1875]]`.",
    answer="my_jacobian",
    stub="""def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - p * p  # 1 line is wrong""",
    solution="""def my_jacobian(z):
    p = softmax(z)
    return np.diag(p) - np.outer(p, p)""",
    why="Entry (i, j) takes off p_i p_j: a product of every weight with every weight, an outer "
    "product.",
    hints=(
        "Run it on [0.0, 0.0], where it happens to be right, and on [0.0, np.log(3)]. Which "
        "entries differ?",
        "p * p has m numbers. How many products p_i p_j are there?",
    ),
    reference=jacobian,
    axes=("weights", "scores"),
    cases=(
        Case(
            "two equal scores",
            (a([0.0, 0.0]),),
            "Here all weights are ½: p_i (1 − p_i) and −p_i p_j are ¼ and −¼.",
        ),
        Case(
            "a score ln 3 above the other",
            (a([0.0, math.log(3)]),),
            "Off the diagonal stands −p_i p_j, the same on both sides, and rows sum to 0.",
        ),
        Case(
            "three scores",
            (np.log([3.0, 1.0, 2.0]),),
            "Right for two scores, wrong for three: the weights are 1/2, 1/6 and 1/3, so entry "
            "(0, 1) is −1/2 · 1/6.",
        ),
        Case(
            "whole numbers as scores",
            (a([0, 1, 3]),),
            "The scores are whole numbers, but the derivatives are fractions.",
        ),
        Case(
            "two scores of 1000",
            (a([1000.0, 1000.0]),),
            "Two equal scores have weights of ½, however large they are, though exp(1000) "
            "overflows: softmax(z) from above subtracts the largest score first.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda z: np.diag(attention.softmax(z)) - attention.softmax(z) ** 2,
            "p * p takes the square of weight j off every row. Entry (i, j) needs p_i p_j.",
        ),
        Mistake(
            lambda z: np.diag(attention.softmax(z)) - attention.softmax(z)[:, None] ** 2,
            "You take the square of weight i off its whole row. Entry (i, j) needs p_i p_j.",
        ),
        Mistake(
            lambda z: (
                np.diag(attention.softmax(z) * (1 - attention.softmax(z)))
                - np.outer(*2 * [attention.softmax(z)])
            ),
            "You take p_i² off the diagonal twice: the outer product has it already.",
        ),
        Mistake(
            lambda z: np.diag(attention.softmax(z)) + np.outer(*2 * [attention.softmax(z)]),
            "The sign: a score that rises takes weight away from the others.",
        ),
        Mistake(
            lambda z: -jacobian(z),
            "The sign is turned: a weight grows with its own score, so the diagonal is positive.",
        ),
        Mistake(
            lambda z: np.eye(len(z)) - np.outer(*2 * [attention.softmax(z)]),
            "The diagonal is p_i (1 − p_i): diag holds the weights p, not ones.",
        ),
        Mistake(
            lambda z: np.diag(attention.softmax(z) * (1 - attention.softmax(z))),
            "You keep the diagonal alone. A score moves every weight: beside it stands −p_i p_j.",
        ),
        Mistake(
            lambda z: np.diag(attention.softmax(z)) - np.dot(*2 * [attention.softmax(z)]),
            "p @ p is one number, the sum of squares. Entry (i, j) needs p_i p_j.",
        ),
    ),
    draw=scores_of_one_query,
)


CHECKED = (SHIFT, TEMPERATURE, WHY_ROOT, SCALE, SOFTMAX, FORMULA, JACOBIAN)


def times():
    animal, street, _ = attention.softmax(a([3.0, 1.0, -1.0]))  # the row of "it"
    return animal / street


def divided_by_the_width():
    """What 16 weights look like at a large d_k, divided by d_k: the median of the largest."""
    random = np.random.default_rng(0)
    q, k = random.standard_normal((60, 1024, 1)), random.standard_normal((60, 16, 1024))
    largest = np.median(attention.softmax((k @ q)[..., 0] / 1024).max(axis=1))
    return "one near 1" if largest > 0.9 else "all nearly equal" if largest < 0.1 else "in between"


PREDICTED = (
    Number(
        name="times",
        title="how many times the weight",
        truth=times,
        why="e to the power of the difference of the scores, here 2.",
        unit=" times",
    ),
    Number(
        name="ten_times",
        title="the weight at ten times the scores",
        truth=lambda: float(attention.softmax(a([10.0, 20.0, 30.0, 40.0]))[-1]),
        why="A lead of 10 is a factor of e¹⁰, about 22000: the softmax is saturated.",
        near=0,
        within=0.01,
        digits=6,
        share_of=1,
    ),
    OneOf(
        name="divided_by_the_width",
        title="divided by d_k",
        truth=divided_by_the_width,
        why="The spread of the raw scores grows with the root of d_k. Divided by d_k, it shrinks "
        "with the root, and scores that are all near 0 give equal weights.",
        options=("one near 1", "in between", "all nearly equal"),
    ),
)
