"""Exercises of notebook 04: a worked example."""

import math
from dataclasses import dataclass

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.draws import far_sizes, numbers, queries_keys_and_values
from helpers.exercises.engine.exercise import (
    STOP,
    Case,
    FunctionExercise,
    Mistake,
    ValueExercise,
)
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short
softmax = attention.softmax


def made(example):
    """Q (n, d_k), K (m, d_k), V (m, d_v) of an example."""
    return example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V


THREE = examples.THREE_INPUTS
LN3 = math.log(3)

# --- what notebook 03 taught --------------------------------------------------------------------

NO_DIVISION = Question(
    name="no_division",
    title="without the division",
    ask="An example with $d_k = 3$ leaves out the division by $\\sqrt{d_k}$. What does that do to "
    "the weights of a query, if its scores are not all equal?",
    options=(
        (
            "nothing: the factor cancels",
            "a number added to all scores cancels. A factor stretches their differences.",
        ),
        (
            "they no longer add up to 1",
            "the softmax divides by the sum of its own exponentials, whatever the scores were.",
        ),
        (
            "the largest weight grows",
            "undivided, the differences are √3 times as large, which makes the softmax sharper.",
        ),
        (
            "they come closer to each other",
            "smaller scores would do that. Without the division the scores are larger.",
        ),
    ),
    right="c",
)

WITHIN_VALUES = Question(
    name="within_values",
    title="what weights can give",
    ask="Three values have the numbers 0, 5 and 10 in the same feature. Which number can the "
    "output not have there, whatever the softmax weights are?",
    options=(
        ("0.1", "it can: the key whose value is 0 needs almost all the weight."),
        ("12", "a mixture stays between the smallest and the largest of what it mixes."),
        ("5", "it can: with three equal weights, for example."),
        ("9", "it can: with weights as near as you like to 0.1, 0 and 0.9, for example."),
    ),
    right="b",
)


def output_3(weigh=softmax):
    """Output 3 of the example, its weights made of the raw scores by weigh."""
    Q, K, V = made(THREE)
    return weigh(Q[2] @ K.T) @ V


def output_of(i):
    Q, K, V = made(THREE)
    return softmax(Q[i] @ K.T) @ V


BY_HAND = ValueExercise(
    name="by_hand",
    title="a number by hand",
    task="**Exercise** (by hand). Fill in one dot of the postcard: take Input 3 through steps 4 to "
    "7, with a pencil, and a calculator for the exponentials. Its query is `[2, 1, 3]`. The keys "
    "are `[0, 1, 1]`, `[4, 4, 0]` and `[2, 3, 1]`, the values `[1, 2, 3]`, `[2, 8, 0]` and "
    "`[2, 6, 3]`. What is the third number of its output? Give two decimals or more. For Input 1 "
    "it was 1.5951.",
    answer="third",
    stub="third = ...  # a number",
    solution="""e = [math.exp(score) for score in (4, 12, 10)]
third = (3 * e[0] + 0 * e[1] + 3 * e[2]) / sum(e)""",
    why="The raw scores are 4, 12 and 10, the weights 0.000, 0.881 and 0.119. The largest weight "
    "falls on the value that has 0 there.",
    hints=(
        "Three dot products first: the query [2, 1, 3] with each key. You found them in step 4.",
        "Exponentials of 4, 12 and 10, divided by their sum, are the weights.",
        "The third numbers of the values are 3, 0 and 3: each counts by its weight.",
    ),
    reference=lambda: output_3()[2],
    near=0.012,
    about=lambda third: (
        "The raw scores are 4, 12 and 10; the softmax makes them weights; 3, 0 and 3 are mixed."
        if 0 <= third <= 3
        else "A mixture of 3, 0 and 3 lies between 0 and 3."
    ),
    mistakes=(
        Mistake(
            lambda: output_3(lambda s: softmax(s / math.sqrt(3)))[2],
            "You divide the raw scores by √3. This example does not: see step 5.",
        ),
        Mistake(
            lambda: output_3(lambda s: s / s.sum())[2],
            "You divide the raw scores by their sum. The softmax takes exponentials first.",
        ),
        Mistake(
            lambda: softmax(np.array([4.0, 12.0, 10.0]))[2],
            "This is the weight of Input 3 for itself. Steps 6 and 7 mix the values with it.",
        ),
        Mistake(
            lambda: softmax(np.array([4.0, 12.0, 10.0]))[1],
            "This is the weight of Input 3 for Input 2. Steps 6 and 7 mix the values with it.",
        ),
        Mistake(
            lambda: output_3()[1],
            "This is the second number of its output. You need the third.",
        ),
        Mistake(
            lambda: output_3()[0],
            "This is the first number of its output, or the mean of 3, 0 and 3 without weights.",
        ),
        Mistake(
            lambda: output_of(0)[2],
            "This is the third number of Output 1. Here Input 3 asks.",
        ),
        Mistake(
            lambda: output_of(1)[2],
            "This is the third number of Output 2. Here Input 3 asks.",
        ),
        Mistake(
            lambda: 3 * softmax(np.array([4.0, 12.0, 10.0]))[1],
            "The 0 stands in the value of Input 2, which has the largest weight.",
        ),
    ),
)

# --- the exercises ------------------------------------------------------------------------------


def weights_and_values(rng):
    m, d_v = far_sizes(rng, 2)
    return softmax(numbers(rng, m, huge=30)), numbers(rng, m, d_v)


def sum_of(part):
    """The stub with `part` in the place of its dots."""
    return lambda weights, V: sum(part(weights, V, j) for j in range(len(weights)))


ONE_OUTPUT = FunctionExercise(
    name="one_output",
    title="one output by hand",
    task="**Exercise** (fill in one line). Write steps 6 and 7 yourself before you read on: mix "
    "the values `V` `(m, d_v)` with one query's `weights` `(m,)` to get its output `(d_v,)`. The "
    "weights `[0.25, 0.75]` and the values `[[4, 0, 2], [0, 8, 2]]` give `[1.0, 6.0, 2.0]`."
    f" {STOP}",
    answer="my_output",
    stub="""def my_output(weights, V):
    parts = [... for j in range(len(weights))]  # what key j adds, (d_v,): 1 line
    return sum(parts)""",
    solution="""def my_output(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights))]  # what key j adds, (d_v,)
    return sum(parts)""",
    why="Each key adds its own row of V, times its own weight.",
    hints=(
        "Which vector does key j add to the output, and how much of it?",
        "It adds its value, row j of V, times the number weights[j].",
    ),
    reference=lambda weights, V: weights @ V,
    axes=("queries", "features"),
    cases=(
        Case(
            "two equal weights",
            (a([0.5, 0.5]), a([[4.0, 0.0, 2.0], [0.0, 8.0, 2.0]])),
            "Equal weights give the mean of the values, feature by feature.",
        ),
        Case(
            "whole numbers as values",
            (a([0.25, 0.75]), a([[1, 0], [2, 5]])),
            "The values are whole numbers, but their mixture is not: 0.25 · 1 + 0.75 · 2 is 1.75.",
        ),
        Case(
            "three keys",
            (a([0.5, 0.3, 0.2]), a([[1.5, -2.0], [4.0, 1.0], [0.0, 7.0]])),
            "The output is 0.5 times the first value, plus 0.3 times the second, plus 0.2 times "
            "the third.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda weights, V: V.sum(0), "You add up the values. Multiply each by its weight first."
        ),
        Mistake(
            lambda weights, V: (weights[:, None] + V).sum(0),
            "You add the weight to the value. Multiply them.",
        ),
        Mistake(
            lambda weights, V: weights[-1] * V[-1],
            "This is the last key's part alone: = replaces what was there, += adds to it.",
        ),
        Mistake(
            lambda weights, V: weights @ V * len(V),
            "You add the whole output once for each key. Part j belongs to key j alone.",
        ),
        Mistake(
            lambda weights, V: weights @ V / len(V),
            "You divide by the number of keys. The weights add up to 1 already.",
        ),
        Mistake(
            lambda weights, V: weights[0] * V.sum(0),
            "Every key gets the first weight. Key j has weights[j].",
        ),
        Mistake(
            lambda weights, V: softmax(weights) @ V,
            "You take a softmax of the weights, which come out of one already.",
        ),
        Mistake(
            lambda weights, V: V[np.argmax(weights)] * 1.0,
            "You take the value with the largest weight alone. The others count too.",
        ),
        *(
            Mistake(
                lambda weights, V, decimals=decimals: np.round(weights, decimals) @ V,
                "You round the weights. Take them as they are.",
            )
            for decimals in range(1, 5)
        ),
        Mistake(
            sum_of(lambda weights, V, j: weights * V[j]),
            "weights is the whole row, a number for each key. Part j needs weights[j].",
        ),
        Mistake(
            sum_of(lambda weights, V, j: weights[j] * V[:, j]),
            "V[:, j] is a column: one feature of all keys. The value of key j is a row of V.",
        ),
        Mistake(
            sum_of(lambda weights, V, j: weights[j] * V),
            "V is the whole table, a row for each key. Part j needs V[j].",
        ),
        Mistake(
            sum_of(lambda weights, V, j: weights[j] * V[j].sum()),
            "You add up the features. Each of them is mixed by itself.",
        ),
        Mistake(
            lambda weights, V: weights[:, None] * V,
            "These are the weighted values. Step 7, their sum over the keys, is missing.",
        ),
    ),
    draw=weights_and_values,
)


def inputs_and_matrices(rng):
    n, d_model, d_k, d_v = far_sizes(rng, 4)
    W_Q, W_K = (numbers(rng, d_model, d_k, huge=30) for _ in "QK")
    return numbers(rng, n, d_model, huge=30), W_Q, W_K, numbers(rng, d_model, d_v, huge=1e3)


def self_attention(X, W_Q, W_K, W_V):
    return right(X @ W_Q, X @ W_K, X @ W_V)


def right(Q, K, V):
    return softmax(Q @ K.T) @ V


def attended(change):
    """The whole example, with `change` for softmax(Q Kᵀ) V."""
    return lambda X, W_Q, W_K, W_V: change(X @ W_Q, X @ W_K, X @ W_V)


def by_hand(less, **total):
    """Outputs with a softmax of their own: exp(raw - less(raw)), divided by its sum."""

    def outputs(Q, K, V):
        exponentials = np.exp(Q @ K.T - less(Q @ K.T))
        return exponentials / exponentials.sum(**total) @ V

    return outputs


WHOLE_EXAMPLE = FunctionExercise(
    name="whole_example",
    title="the whole example in one function",
    task="**Exercise.** Write one function for steps 3 to 8, for all inputs at once. It does not "
    "divide by $\\sqrt{d_k}$, and it must also work for very large raw scores. `X` `(n, "
    "d_model)`, `W_Q` and `W_K` `(d_model, d_k)`, `W_V` `(d_model, d_v)` → outputs `(n, d_v)`. "
    "With the three inputs, the first row is Output 1, `[1.9366, 6.6831, 1.5951]`.",
    answer="my_self_attention",
    stub="""def my_self_attention(X, W_Q, W_K, W_V):
    return ...  # about 3 lines""",
    solution="""def my_self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = attention.softmax(Q @ K.T)
    return weights @ V""",
    why="Three projections, one product for all raw scores, one softmax along the rows, one "
    "product with the values.",
    hints=(
        "Which three arrays does step 3 make of X?",
        "Q, K, V = X @ W_Q, X @ W_K, X @ W_V. The raw scores have a row for each query, a column "
        "for each key.",
        "attention.softmax(Q @ K.T) are the weights (n, n). What do they mix?",
    ),
    reference=self_attention,
    axes=("queries", "features"),
    cases=(
        Case(
            "equal keys",
            (a([[2], [0], [1]]), a([[1]]), a([[0]]), a([[3, 6]])),
            "All keys are 0, so all weights are ⅓, and each output is the mean of the values.",
        ),
        Case(
            "two tokens, d_k = 1",
            (a([[1, 0], [1, 1]]), a([[0], [LN3]]), a([[0.5], [-1]]), a([[4, 0, 1], [0, 8, 1]])),
            "The queries are 0 and ln 3, the keys ½ and −½: the first query has weights ½ and ½, "
            "the second ¾ and ¼.",
        ),
        Case(
            "two tokens, d_k = 4",
            (a([[1, 0], [0, 1]]), a([[1] * 4, [0] * 4]), a([[0] * 4, [1, 0, 0, 0]]), a([[0], [1]])),
            "Right where d_k is 1, wrong where it is 4: the raw scores of the first token are 0 "
            "and 1, those of the second 0 and 0.",
        ),
        Case(
            "raw scores from 1000 to 4000",
            (a([[1.0], [2.0]]), a([[1000.0]]), a([[1.0]]), a([[4.0, 0.0]])),
            "In both rows the second raw score is larger by 1000 or more, so the second key gets "
            "the weight 1. attention.softmax can do it, though exp(1000) overflows.",
        ),
        Case(
            "raw scores from −1000 to −4000",
            (a([[1.0], [2.0]]), a([[-1000.0]]), a([[1.0]]), a([[4.0, 0.0]])),
            "In both rows the first raw score is larger by 1000 or more, so the first key gets the "
            "weight 1. attention.softmax can do it, though exp(−1000) is 0.",
        ),
    ),
    mistakes=(
        Mistake(
            attended(lambda Q, K, V: softmax(K @ Q.T) @ V),
            "In effect, queries and keys are swapped: row i of Q Kᵀ belongs to query i. The "
            "three inputs do not show it, since their raw scores are symmetric.",
        ),
        Mistake(
            attended(lambda Q, K, V: softmax(Q @ K.T, axis=0) @ V),
            "Your softmax runs down the columns. Each query's weights, a row, must sum to 1.",
        ),
        *(
            Mistake(
                attended(by_hand(less)),
                "All your weights together sum to 1. The weights of each query must.",
            )
            for less in (lambda raw: 0, np.max)
        ),
        *(
            Mistake(
                attended(by_hand(less, axis=1)),
                "Column j of your exponentials is divided by the sum of row j: "
                "sum(axis=1, keepdims=True) keeps each sum beside its own row.",
            )
            for less in (lambda raw: 0, np.max, lambda raw: raw.max(axis=1, keepdims=True))
        ),
        Mistake(
            attended(by_hand(lambda raw: 0, axis=1, keepdims=True)),
            "exp(1000) overflows: subtract the largest score of each row first, as "
            "attention.softmax does.",
        ),
        Mistake(
            attended(by_hand(np.max, axis=1, keepdims=True)),
            "You subtract one maximum from all rows; a row far below it becomes 0/0. Take each "
            "row's own: max(axis=1, keepdims=True).",
        ),
        Mistake(
            lambda X, W_Q, W_K, W_V: self_attention(X, W_Q.T, W_K.T, W_V.T),
            "Your W is transposed. Tokens are rows: X @ W_Q, as it is.",
        ),
        Mistake(
            attended(lambda Q, K, V: softmax(Q @ K.T).T @ V),
            "You mix with the transposed weights. Row i of the weights, as it is, makes output i.",
        ),
        Mistake(
            attended(lambda Q, K, V: right(Q / math.sqrt(Q.shape[1]), K, V)),
            "You divide the raw scores by √d_k. That is the scaled method; this example has none.",
        ),
        Mistake(
            lambda X, W_Q, W_K, W_V: self_attention(X, W_Q / math.sqrt(X.shape[1]), W_K, W_V),
            "You divide by √d_model. This task does not divide at all, and d_model would be the "
            "wrong width.",
        ),
        Mistake(
            attended(lambda Q, K, V: Q @ K.T @ V),
            "You multiply the raw scores with the values: step 5, the softmax, is missing.",
        ),
        Mistake(
            lambda X, W_Q, W_K, W_V: softmax(X @ W_Q @ (X @ W_K).T) @ X,
            "You mix the inputs themselves. Mix their values, X @ W_V.",
        ),
        Mistake(
            lambda X, W_Q, W_K, W_V: self_attention(X, W_Q, W_Q, W_V),
            "Your keys are made with W_Q, like the queries. Make them with W_K.",
        ),
        Mistake(
            attended(lambda Q, K, V: right(Q[0], K, V)),
            "This is the output of the first query alone. Step 8 repeats it for the others.",
        ),
        Mistake(
            attended(lambda Q, K, V: softmax(Q @ K.T).round(1) @ V),
            "You round the weights to one decimal: a row then need not add up to 1.",
        ),
    ),
    draw=inputs_and_matrices,
)


@dataclass(frozen=True)
class Attend:
    """An attention, right or wrong, that a test is tried on. hidden: why a test may not see it."""

    text: str
    does: object
    hidden: str = ""

    def __call__(self, Q, K, V):
        if not all(isinstance(x, np.ndarray) and x.ndim == 2 for x in (Q, K, V)):
            raise TypeError("attend takes matrices, such as np.array([[1, 2], [3, 4]])")
        return self.does(Q, K, V)

    def __repr__(self):
        return self.text


def one_off(Q, K, V):
    outputs = right(Q, K, V)
    outputs[-1, -1] -= 0.01
    return outputs


def not_fitting(Q, K, V):
    raise ValueError("shapes do not fit")


RIGHT = Attend("softmax(Q Kᵀ) V, which is right", right)
ONE_OFF, NOT_FITTING, *OTHERS = WRONG = (  # the mistakes that the task names, and an error
    Attend(
        "A V with one number off by 0.01",
        one_off,
        "Keep the last line: the largest difference, without its sign, is below 1e-9.",
    ),
    Attend(
        "one that stops, since its shapes do not fit",
        not_fitting,
        "Keep the line below except: it returns False.",
    ),
    Attend(
        "the mean of V, for every query",
        lambda Q, K, V: np.zeros((len(Q), 1)) + V.mean(0),
        "As far as your test can see, the output is the plain mean of the values: take at least "
        "two keys, with different scores and clearly different values.",
    ),
    Attend(
        "a softmax over all of Q Kᵀ at once",
        by_hand(np.max),
        "With a single query, one row is everything: take two queries.",
    ),
    Attend(
        "softmax(K Qᵀ) V",
        lambda Q, K, V: right(K, Q, V),
        "Are your raw scores symmetric, or so far apart that each query picks one key?",
    ),
    Attend(
        "a softmax down the columns of Q Kᵀ",
        lambda Q, K, V: softmax(Q @ K.T, axis=0) @ V,
        "Do the exponentials have the same sums down the columns as along the rows?",
    ),
    Attend("Aᵀ V", lambda Q, K, V: softmax(Q @ K.T).T @ V, "Are your weights A symmetric?"),
    Attend(
        "softmax(Q K) V",
        lambda Q, K, V: right(Q, K.T, V),
        "Is your K symmetric, or are the scores so far apart that each query picks one key?",
    ),
    Attend("A K", lambda Q, K, V: right(Q, K, K), "Is your V the same as your K?"),
    Attend("A Vᵀ", lambda Q, K, V: right(Q, K, V.T), "Is your V symmetric?"),
    Attend(
        "the first query's output for every query",
        lambda Q, K, V: np.zeros((len(Q), 1)) + right(Q[0], K, V),
        "All your queries get the same output: either the scores of each differ by the same "
        "amounts, and only differences count, or all queries pick one key. Change one number of Q.",
    ),
    Attend(
        "softmax(Q Kᵀ / √d_k) V, which is scaled",
        lambda Q, K, V: right(Q / math.sqrt(Q.shape[1]), K, V),
        "Is your d_k 1, whose root is 1 as well, or are the scores so far apart that the softmax "
        "is saturated?",
    ),
)


def passes(attend):
    says = f"Your test accepts “{attend.text}”. {attend.hidden}"
    return Case("a wrong attention", (attend,), says)


TELLING_EXAMPLE = FunctionExercise(
    name="telling_example",
    title="an example that exposes mistakes",
    deeper=True,
    task="**Exercise** (*Deeper*; find an example). Replace only the three dots. `my_test` tries a "
    "function `attend` on an example and says whether its output is right. Choose the example: "
    "small arrays `Q` `(n, d_k)`, `K` `(m, d_k)`, `V` `(m, d_v)`. The test must accept $AV$, where "
    "$A = \\operatorname{softmax}(QK^\\top)$, and reject these mistakes: $A^\\top V$, $AK$, "
    "$AV^\\top$; $KQ^\\top$ or $QK$ for $QK^\\top$; scaled scores; a softmax down the columns or "
    "over all scores; the mean of `V` or the first query's output for every query; one number off "
    "by 0.01. On the three inputs it would accept $KQ^\\top$, too.",
    answer="my_test",
    stub="""def my_test(attend):
    Q, K, V = ...  # three arrays: about 3 lines
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)""",
    solution="""def my_test(attend):
    Q = np.array([[1, 0, 0], [0, 1, 0]])  # (n, d_k)
    K = np.array([[0, 1, 0], [2, 0, 0]])  # (m, d_k)
    V = np.array([[1], [5]])  # (m, d_v)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)""",
    why="Its raw scores [[0, 2], [1, 0]] are not symmetric, and its sizes are not all equal.",
    hints=(
        "Why do the three inputs not expose K Qᵀ? Print Q @ K.T of your own example.",
        "Take two queries and two or three keys, d_k = 3 and d_v = 1, and small whole numbers.",
        "Q = np.array([[1, 0, 0], [0, 1, 0]]). Now choose the two rows of K so that "
        "Q @ K.T is not symmetric.",
    ),
    reference=lambda attend: attend.does is right,
    cases=(
        passes(ONE_OFF),
        passes(NOT_FITTING),
        Case(
            "the right attention",
            (RIGHT,),
            "Your test rejects the right attention: keep the lines below Q, K, V as they were.",
        ),
        *map(passes, OTHERS),
    ),
    mistakes=(
        Mistake(
            lambda attend: False,
            "Your test is False even for the right attention. Do your shapes fit: three matrices, "
            "Q and K equally wide, K and V with equally many rows?",
        ),
    ),
    draw=lambda rng: ((*WRONG, RIGHT)[rng.integers(len(WRONG) + 1)],),
)


def scaled_by(divide):
    return lambda Q, K, V: softmax(Q @ K.T / divide(Q, K, V)) @ V


def root_of_width(Q, K, V):
    return math.sqrt(Q.shape[1])


SCALED_OUTPUTS = FunctionExercise(
    name="scaled_outputs",
    title="outputs from scaled scores",
    task="**Exercise** (find the bug). This function should compute the outputs `(n, d_v)` from "
    "scaled scores, however large they are. It is right for the three inputs and wrong for "
    "`Q = [[2, 0, 0, 0]]`, `K = [[1, 0, 0, 0], [0, 0, 0, 0]]`, `V = [[1], [0]]`, where it must "
    "give `[[0.7311]]`. Find the wrong line and fix it.",
    answer="my_scaled",
    stub="""def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(K))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v); 1 line is wrong""",
    solution="""def my_scaled(Q, K, V):
    scores = Q @ K.T / math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V  # (n, d_v)""",
    why="The divisor is the root of the width d_k. len(K) is the number of keys, and in the three "
    "inputs it happens to be 3, like d_k.",
    hints=(
        "Compute the example by hand. Which scores must the softmax get, and which does it get?",
        "What is len(K) here, and what is it for the three inputs? Which size should it be?",
    ),
    reference=scaled_by(root_of_width),
    axes=("queries", "features"),
    cases=(
        Case(
            "two equal keys",
            (a([[2.0]]), a([[1.0], [1.0]]), a([[4.0, 0.0], [0.0, 8.0]])),
            "Equal keys have weights ½ and ½, and the output is the mean of the values.",
        ),
        Case(
            "d_k = 1, two queries, two keys",
            (a([[LN3], [-LN3]]), a([[1.0], [0.0]]), a([[4.0, 0.0], [0.0, 8.0]])),
            "With d_k = 1 the divisor is 1: the raw scores ln 3 and 0 of the first query give "
            "weights ¾ and ¼.",
        ),
        Case(
            "the three inputs",
            made(THREE),
            "Here d_k is 3: every raw score is divided by √3, which is 1.7320508…",
        ),
        Case(
            "d_k = 4, two queries, three keys",
            (a([[2, 0, 0, 0], [0, 2, 0, 2]]), np.eye(3, 4), a([[4, 0], [0, 8], [2, 2]])),
            "Here d_k is 4: every raw score is divided by 2.",
        ),
        Case(
            "scores of 1000 and 2000, and of −1000 and −2000",
            (a([[1000.0], [-1000.0]]), a([[1.0], [2.0]]), a([[4.0], [8.0]])),
            "The larger score of each query is ahead by 1000, so its key gets the weight 1. "
            "attention.softmax can do it, though exp(1000) overflows and exp(−1000) is 0.",
        ),
    ),
    mistakes=(
        Mistake(
            scaled_by(lambda Q, K, V: math.sqrt(len(K))),
            "You divide by the root of m: len(K) and len(V) count keys. For the three inputs m is "
            "d_k.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: math.sqrt(len(Q))),
            "You divide by the root of n: len(Q) counts queries. It is the width that counts.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: math.sqrt(V.shape[1])),
            "You divide by √d_v. The scores come from queries and keys: their width counts.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: 1),
            "Nothing is divided now: these are the outputs of the raw scores.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: K.shape[1]),
            "You divide by d_k, or twice by √d_k (attention.scores divides too). Once is enough.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: 1 / root_of_width(Q, K, V)),
            "You multiply by √d_k: the raw scores are too large and must become smaller.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: math.sqrt(K.size)),
            "K.size counts all numbers of K, m · d_k. Its width is one part of K.shape.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: math.sqrt(3)),
            "You divide by √3, right for the three inputs alone. Take the width from K.",
        ),
        Mistake(
            scaled_by(lambda Q, K, V: 2),
            "You divide by 2, right for d_k = 4 alone. Take the width from K.",
        ),
        Mistake(
            lambda Q, K, V: right(Q, K, V) / root_of_width(Q, K, V),
            "You divide after the softmax: the weights no longer add up to 1. Divide the scores.",
        ),
        Mistake(
            lambda Q, K, V: softmax(Q @ K.T / root_of_width(Q, K, V), axis=0) @ V,
            "The divisor is right, but now the softmax runs down the columns, over the queries.",
        ),
    ),
    draw=queries_keys_and_values,
)

UNNOTICED = Question(
    name="unnoticed",
    title="a mistake that goes unnoticed",
    ask="You test your self-attention on 7 tokens, with random numbers and $d_k = d_v = 8$. Which "
    "mistake goes unnoticed?",
    options=(
        (
            "$KQ^\\top$ for $QK^\\top$",
            "it runs, as n = m; but random scores are not symmetric, so the numbers differ.",
        ),
        (
            "a softmax down the columns",
            "its shape always fits, but then the weights of a query no longer add up to 1.",
        ),
        (
            "$A^\\top V$ for $AV$",
            "it runs, as n = m; but the weights of random scores are not symmetric, so you see it.",
        ),
        (
            "$\\sqrt{d_v}$ for $\\sqrt{d_k}$",
            "both roots are √8 here: only sizes that differ can tell them apart.",
        ),
    ),
    right="d",
)


def longer():
    """The five words with garden at [6, 0, 0]: their raw scores (5, 5)."""
    X = FIVE.copy()
    X[GARDEN] = [6, 0, 0]
    return X @ X.T


FIVE = examples.FIVE_WORDS_X
APPLE, PHONE, GARDEN = map(examples.FIVE_WORDS.index, ("Apple", "phone", "garden"))


def row_of_apple(divide):
    return softmax(longer()[APPLE] / divide)


GARDEN_SHARE = ValueExercise(
    name="garden_share",
    title="Apple's row with a longer garden",
    deeper=True,
    task="**Exercise** (*Deeper*; use it on new numbers). Let garden's vector grow from "
    "`[2, 0, 0]` to `[6, 0, 0]`, while the other words stay as they are. The scores are scaled, as "
    "above. What weight does Apple now give to garden? Put it into `share`, to two decimals. It "
    "was 0.00002.",
    answer="share",
    unit="of 1",
    stub="""longer = E.copy()
longer[3] = [6, 0, 0]  # garden
share = ...  # about 2 lines""",
    solution="""longer = E.copy()
longer[3] = [6, 0, 0]  # garden
weights_longer = attention.softmax(longer @ longer.T / math.sqrt(3))
share = weights_longer[0, 3]""",
    why="Apple's raw score for garden is now 30, and 29 for itself. Garden wins because its "
    "vector is longer; its angle is as before.",
    hints=(
        "What are Apple's raw scores for garden and for itself now?",
        "Apple's row of scores is longer[0] @ longer.T / math.sqrt(3). Garden is its entry 3.",
    ),
    reference=lambda: row_of_apple(math.sqrt(3))[GARDEN],
    near=0.01,
    about=lambda share: (
        "This is not Apple's weight for garden: print the whole row of Apple, and its sum."
        if 0 <= share <= 1
        else "A weight lies between 0 and 1."
    ),
    mistakes=(
        Mistake(
            lambda: row_of_apple(1)[GARDEN],
            "These are the weights of the raw scores: divide by √d_k, where d_k is 3.",
        ),
        Mistake(
            lambda: row_of_apple(3)[GARDEN],
            "You divide the raw scores by 3, by d_k itself: divide by its root.",
        ),
        Mistake(
            lambda: row_of_apple(math.sqrt(5))[GARDEN],
            "You divide by √5: there are 5 words, but each vector has 3 features.",
        ),
        Mistake(
            lambda: row_of_apple(math.sqrt(3))[APPLE],
            "This is what Apple gives to itself, or to all others than garden together.",
        ),
        Mistake(
            lambda: row_of_apple(math.sqrt(3))[PHONE],
            "This is what Apple gives to phone. Garden is entry 3, counted from 0.",
        ),
        Mistake(
            lambda: softmax(longer() / math.sqrt(3))[GARDEN, APPLE],
            "This is what garden gives to Apple: row and column are exchanged, or the softmax runs "
            "down the columns.",
        ),
        Mistake(
            lambda: softmax(longer() / math.sqrt(3))[GARDEN, GARDEN],
            "This is what garden gives to itself. Apple's row is the first.",
        ),
        Mistake(
            lambda: longer()[APPLE, GARDEN] / math.sqrt(3),
            "This is the score. A weight is what the softmax of Apple's row makes of it.",
        ),
        Mistake(
            lambda: longer()[APPLE, GARDEN] / longer()[APPLE].sum(),
            "You divide the score by the sum of its row. The softmax takes exponentials first.",
        ),
        Mistake(
            lambda: softmax(FIVE @ FIVE.T / math.sqrt(3))[APPLE, GARDEN],
            "This is the old weight: compute the scores from longer, not from E.",
        ),
        Mistake(
            lambda: 100 * row_of_apple(math.sqrt(3))[GARDEN],
            "This is in per cent. A weight is a share of 1: leave out the factor 100.",
        ),
    ),
)

SAME_WEIGHTS = Question(
    name="same_weights",
    title="what changes a weight",
    deeper=True,
    ask="There are still no projections: $Q = K = X$. Which of these changes the weight that Apple "
    "gives to phone?",
    options=(
        (
            "the words in another order",
            "each weight belongs to its pair of words, and moves along with it.",
        ),
        (
            "the three features in another order, in all words",
            "a dot product adds up the features, and their order makes no difference.",
        ),
        (
            "all vectors twice as long",
            "each score is four times as large, and their differences too: the softmax sharpens.",
        ),
        (
            "fruits with the opposite sign, in all words",
            "both factors of each product change sign, so the product stays the same.",
        ),
    ),
    right="c",
)

CHECKED = (
    NO_DIVISION,
    ONE_OUTPUT,
    WITHIN_VALUES,
    BY_HAND,
    WHOLE_EXAMPLE,
    SCALED_OUTPUTS,
    UNNOTICED,
    TELLING_EXAMPLE,
    GARDEN_SHARE,
    SAME_WEIGHTS,
)


def at_itself():
    Q, K, _ = made(THREE)
    scores = Q[2] @ K.T
    most, least = scores[2] == scores.max(), scores[2] == scores.min()
    return "most" if most else "least" if least else "in between"


def garden_looks_at():
    weights = softmax(FIVE @ FIVE[GARDEN] / math.sqrt(3))
    return examples.FIVE_WORDS[weights.argmax()]


def farther():
    moves = {}
    for name, X in (("long", examples.FIVE_WORDS_X), ("short", examples.FIVE_WORDS_X / 2)):
        moves[name] = np.linalg.norm(attention.attention(X, X, X).output[APPLE] - X[APPLE])
    return max(moves, key=moves.get)


PREDICTED = (
    OneOf(
        name="looks_at_itself",
        title="how much Input 3 looks at itself",
        truth=at_itself,
        why="Its raw scores are 4 and 12 for the other two, and [2, 1, 3] · [2, 3, 1] = 10 for "
        "itself.",
        options=("most", "least", "in between"),
    ),
    OneOf(
        name="garden_looks_at",
        title="what garden looks at most",
        deeper=True,
        truth=garden_looks_at,
        why="Its raw score is 5 · 2 = 10 for Apple and only 2 · 2 = 4 for itself.",
        options=("garden", "Apple", "phone"),
    ),
    OneOf(
        name="long_or_short",
        title="long vectors or short ones",
        deeper=True,
        truth=farther,
        why="Short vectors have small scores, so the weights are less extreme and other words mix "
        "in.",
        options=("long", "short"),
    ),
)
