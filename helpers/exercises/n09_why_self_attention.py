"""Exercises of notebook 09: what layers cost, how far they see, the cache, the online softmax."""

import math
from functools import partial

import numpy as np

from helpers import attention, decoding, flash
from helpers.exercises.engine.draws import numbers, sizes
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question
from helpers.experiments import distance, multiplications, path_lengths

a = np.array  # literal cases stay short

# --- counting multiplications -------------------------------------------------------------------

LAYERS = "attention", "recurrence", "convolution"


def count_all(n, d, k):
    return np.array([multiplications.FORMULAS[name](n, d, k) for name in LAYERS])


def count_with(
    attention=lambda n, d, k: 2 * n * n * d,
    recurrence=lambda n, d, k: 2 * n * d * d,
    convolution=lambda n, d, k: k * n * d * d,
):
    """The counts with a wrong one among them."""
    return lambda n, d, k: [count(n, d, k) for count in (attention, recurrence, convolution)]


COUNT = FunctionExercise(
    name="count_layer",
    title="the multiplications of a layer",
    task="**Exercise** (fill in three lines). Count the multiplications that each layer makes for "
    "`n` tokens of width `d`. Attention makes the scores $QK^\\top$, then weights times $V$; "
    "queries, keys and values are `d` wide. The recurrence multiplies each token by $W$ and the "
    "state before it by $R$, both `d` × `d`; the state before the first token counts, too. The "
    "convolution takes a window of `k` tokens for each token and multiplies each of the `k` by a "
    "`d` × `d` matrix of its own; zeros in front of the first token count, too. "
    "`my_multiplications(4, 3, 2)` is `[96, 72, 72]`.",
    answer="my_multiplications",
    stub="""def my_multiplications(n, d, k):
    attention = ...
    recurrence = ...
    convolution = ...
    return [attention, recurrence, convolution]""",
    solution="""def my_multiplications(n, d, k):
    attention = n * n * d + n * n * d
    recurrence = n * d * d + n * d * d
    convolution = n * k * d * d
    return [attention, recurrence, convolution]""",
    why="A product (n, d) @ (d, m) has n · m entries, and each takes d multiplications.",
    hints=(
        "A product (n, d) @ (d, m) makes n · d · m multiplications: count the products first.",
        "Q Kᵀ is (n, d) @ (d, n); weights times V is (n, n) @ (n, d).",
        "A row times a d × d matrix takes d · d. Recurrence has two such products for each token, "
        "convolution k.",
    ),
    reference=count_all,
    axes=("", "layers"),
    cases=(
        Case(
            "one token, one number wide",
            (1, 1, 1),
            "Attention has two products, recurrence two, a window of 1 has one: [2, 2, 1].",
        ),
        Case(
            "three tokens", (3, 1, 1), "Only attention grows with n²: each token asks every token."
        ),
        Case("width 3", (1, 3, 1), "Attention grows with d, a d × d matrix with d²."),
        Case("a window of 2", (1, 1, 2), "Only the convolution has a window."),
        Case("the example", (4, 3, 2), "Right for small sizes, wrong when all differ."),
    ),
    mistakes=(
        Mistake(
            count_with(attention=lambda n, d, k: n * n * d),
            "You count one product of attention. It has two: the scores, and weights times V.",
        ),
        Mistake(
            count_with(attention=lambda n, d, k: n * (n + 1) * d),
            "Your attention makes n (n + 1) d multiplications. The scores make n · n · d, and the "
            "weighted sum as many, as no mask hides anything.",
        ),
        Mistake(
            count_with(attention=lambda n, d, k: 2 * n * d * d),
            "Your attention grows with d². There are n × n scores, each a dot product of d.",
        ),
        Mistake(
            count_with(attention=lambda n, d, k: 2 * n * n),
            "You count the scores. Each of them is a dot product: d multiplications.",
        ),
        Mistake(
            count_with(attention=lambda n, d, k: 2 * n * n * d + 4 * n * d * d),
            "You count W_Q, W_K, W_V and W_O, too. The task is about what follows them.",
        ),
        Mistake(
            count_with(recurrence=lambda n, d, k: n * d * d),
            "Your recurrence has one product for each token. It has two: with W and with R.",
        ),
        Mistake(
            count_with(recurrence=lambda n, d, k: 2 * n * d),
            "You count a row times a matrix as d multiplications. It takes d · d.",
        ),
        Mistake(
            count_with(recurrence=lambda n, d, k: 2 * n * d, convolution=lambda n, d, k: k * n * d),
            "A row times a d × d matrix takes d · d multiplications, not d.",
        ),
        Mistake(
            count_with(convolution=lambda n, d, k: n * d * d),
            "You count one token of each window. All k of them have a matrix of their own.",
        ),
        Mistake(
            count_with(convolution=lambda n, d, k: k * n * d),
            "You count a token times a matrix as d multiplications. It takes d · d.",
        ),
        Mistake(
            count_with(convolution=lambda n, d, k: k * k * n * d * d),
            "You count k² products for each window. It has k tokens, each with one matrix.",
        ),
        Mistake(
            count_with(recurrence=lambda n, d, k: n * d * d + (n - 1) * d * d),
            "You leave out the state before the first token. It is 0, and multiplied all the same.",
        ),
        Mistake(
            count_with(recurrence=lambda n, d, k: 2 * (n - 1) * d * d),
            "You count one token too few: the first is multiplied by W, and the 0 before it by R.",
        ),
        Mistake(
            count_with(convolution=lambda n, d, k: 2 * k * n * d * d),
            "You count the convolution twice. Each token of a window meets one matrix.",
        ),
        *(
            Mistake(
                count_with(convolution=fewer),
                "You leave out the zeros in front of the first "
                "token. They are multiplied all the same.",
            )
            for fewer in (
                lambda n, d, k: sum(min(i + 1, k) for i in range(n)) * d * d,
                lambda n, d, k: (n * k - k * (k - 1) // 2) * d * d,  # the same where k ≤ n
            )
        ),
        Mistake(
            count_with(convolution=lambda n, d, k: (n - k + 1) * k * d * d),
            "You count whole windows only. Each of the n tokens has a window, and in front of the "
            "first token it holds zeros.",
        ),
        Mistake(
            count_with(attention=lambda n, d, k: 2 * n * n * d + n * n),
            "You count the division by √d, too. Count what the two products make.",
        ),
        Mistake(
            lambda n, d, k: 2 * count_all(n, d, k),
            "Each of your numbers is twice too large. Do you count additions, too?",
        ),
        Mistake(
            count_with(convolution=lambda n, d, k: min(k, n) * n * d * d),
            "You take the window to be no longer than the text. Every token has k of them in its "
            "window, and what stands in front of the first is 0, and multiplied all the same.",
        ),
        Mistake(
            lambda n, d, k: count_all(n, d, k)[[0, 2, 1]],
            "Your last two numbers have changed places: first recurrence, then convolution.",
        ),
        Mistake(
            lambda n, d, k: [n * n * d, n * d * d, k * n * d * d],
            "You give orders of growth, without factors. Here every multiplication counts: "
            "attention and recurrence have two products each.",
        ),
    ),
    draw=lambda rng: tuple(sizes(rng, 3)),
)

# --- how many layers ----------------------------------------------------------------------------


def tokens_and_window(rng):
    """Half of them a power of the window, or one more or less, up to a million."""
    k = int(rng.choice([rng.integers(2, 9), rng.integers(9, 1000)]))
    if rng.random() < 0.5:
        return int(rng.integers(1, 300)), k
    power = int(rng.integers(1, int(math.log(10**6, k)) + 1))
    return k**power + int(rng.integers(-1, 2)), k


def layers_of(n, k):
    return path_lengths.layers_needed(n, k, dilated=True)


DILATED = FunctionExercise(
    name="dilated_layers",
    title="layers of a dilated stack",
    task="**Exercise.** With dilated windows of `k` tokens, one layer sees `k` tokens, two see "
    "`k²`, three `k³`. After how many layers does the last of `n` tokens see all `n`? `n` is from "
    "1 to a million, and `k` at least 2. One token needs no layer: `my_layers(1, 3)` is 0, "
    f"`my_layers(9, 3)` is 2, `my_layers(10, 3)` is 3. {STOP}",
    answer="my_layers",
    stub="""def my_layers(n, k):
    return ...  # about 4 lines""",
    solution="""def my_layers(n, k):
    layers = 0
    while k**layers < n:
        layers += 1
    return layers""",
    why="Whole numbers are exact. A logarithm is rounded, and where n is a power of k, a rounding "
    "upward makes it a layer too many.",
    hints=(
        "Start with 0 layers, which see 1 token, and add layers while they see too few.",
        "layers see k**layers tokens. Is that at least n?",
        "while k**layers < n: add 1 to layers. Then return layers.",
    ),
    reference=layers_of,
    cases=(
        Case("one token", (1, 3), "A token sees itself without any layer."),
        Case("two tokens, a window of 2", (2, 2), "One window holds both."),
        Case("as many as a window has", (3, 3), "One layer sees 3 tokens."),
        Case("one more than a window has", (4, 3), "One layer sees 3 of the 4 tokens."),
        Case("nine tokens", (9, 3), "Two layers see exactly 9 tokens."),
        Case("one more", (10, 3), "Two layers see 9 of the 10 tokens."),
        Case(
            "a power of 5",
            (125, 5),
            "5³ is 125, so 3 layers are enough. A logarithm here is 3.0000000000000004.",
        ),
        Case(
            "a power of 3",
            (243, 3),
            "3⁵ is 243, so 5 layers are enough. Computed with log₂, it is 5.000000000000001.",
        ),
        Case("a million tokens", (10**6, 2), "2²⁰ is 1048576, and 2¹⁹ only 524288: 20 layers."),
        Case(
            "one more than a large power",
            (999**2 + 1, 999),
            "2 layers see 999² = 998001 tokens, and here there is one more: 3. The logarithms of "
            "the two numbers are nearly the same.",
        ),
        Case(
            "one more than a power of 10",
            (1001, 10),
            "3 layers see 1000 tokens, and here there is one more: 4. log(1000) / log(10) is "
            "slightly below 3 to a computer.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda n, k: math.ceil((n - 1) / (k - 1)),
            "This is for contiguous windows, whose reach grows by k − 1 with each layer. Dilated "
            "ones multiply it by k.",
        ),
        Mistake(
            lambda n, k: math.floor(math.log(n, k)),
            "You round down. If the layers see too few tokens, one more is needed.",
        ),
        Mistake(
            lambda n, k: round(math.log(n, k)),
            "You round to the nearest number. If a part of a layer is needed, it takes a whole "
            "one.",
        ),
        Mistake(
            lambda n, k: math.ceil(math.log(n, k)),
            "A logarithm is rounded: log(125, 5) is slightly above 3. Multiply whole numbers.",
        ),
        *(
            Mistake(
                lambda n, k, log=log: math.ceil(log(n) / log(k)),
                "A logarithm is rounded, and where n is a power of k or one more, that can give a "
                "layer too many or too few. Multiply whole numbers instead.",
            )
            for log in (math.log2, math.log10)
        ),
        *(
            Mistake(more, "You ask for more than n tokens. Seeing exactly n is enough.")
            for more in (
                lambda n, k: layers_of(n + 1, k),
                lambda n, k: math.floor(math.log(n, k)) + 1,
            )
        ),
        Mistake(
            lambda n, k: max(1, layers_of(n, k)),
            "One token needs no layer: it sees itself.",
        ),
        Mistake(
            lambda n, k: layers_of(n, k) + 1,
            "One too many: do you count the tokens themselves as a layer?",
        ),
        Mistake(
            lambda n, k: math.ceil(n / k),
            "That is how many windows lie side by side. With each layer the reach is multiplied "
            "by k.",
        ),
        Mistake(
            lambda n, k: math.ceil(math.log(k, n)),
            "You take the logarithm of k to the base n. Turn it round: of n, to the base k.",
        ),
        Mistake(
            lambda n, k: k ** layers_of(n, k),
            "You return how many tokens are seen. The task asks for the number of layers.",
        ),
        Mistake(
            lambda n, k: next(layers for layers in range(n + 1) if layers**k >= n),
            "You compute layers**k. The reach of the layers is k**layers.",
        ),
        Mistake(
            lambda n, k: math.ceil((n - 1) / k),
            "You add k for each layer. Each layer multiplies the reach by k.",
        ),
        Mistake(lambda n, k: layers_of(n, 2), "Your reach doubles. It is multiplied by k."),
        Mistake(lambda n, k: math.log(n, k), "A part of a layer cannot be built: round it up."),
    ),
    draw=tokens_and_window,
)

# --- the online softmax -------------------------------------------------------------------------


def updated(largest, total, score):
    return np.array(flash.update(flash.RunningSoftmax(largest, total), score))


def registers(rng):
    """Two registers after some scores, or before the first, and the next score."""
    scale = rng.choice([1.0, 1.0, 30.0, 1000.0])
    largest, score = scale * rng.standard_normal(2)
    if rng.random() < 0.2:
        largest, score = rng.integers(-2, 3, 2)  # also 0, which is False to an if
    total = 1 + 3 * rng.random()
    if rng.random() < 0.2:
        largest, total = -math.inf, 0.0
    return float(largest), float(total), float(score)


def updates(says, update):
    """A known mistake, made with math.exp, which raises an error where it overflows, or np.exp."""
    return tuple(Mistake(partial(update, exp), says) for exp in (math.exp, np.exp))


ONLINE = FunctionExercise(
    name="online_update",
    title="one more score",
    task="**Exercise.** Scores arrive one by one. `largest` is the maximum so far, `total` the sum "
    "of exp(score − `largest`) so far; before the first score they are −∞ and 0. One more `score` "
    "arrives: return both new numbers as a pair. No exponential may overflow. "
    "`my_update(0, 1, 0)` is `(0, 2)`, and `my_update(0, 3, 1000)` is `(1000, 1)`.",
    answer="my_update",
    stub="""def my_update(largest, total, score):
    return ...  # about 3 lines""",
    solution="""def my_update(largest, total, score):
    new = max(largest, score)
    total = total * math.exp(largest - new) + math.exp(score - new)
    return new, total""",
    why="exp(score − old) · exp(old − new) is exp(score − new): one factor corrects the whole sum.",
    hints=(
        "First the new maximum. Which terms of the sum were made with the old one?",
        "Each old term is exp(s − largest) and should be exp(s − new). What is their ratio?",
        "total * math.exp(largest - new) corrects the old sum; math.exp(score - new) joins it.",
    ),
    reference=updated,
    axes=("", "largest and total"),
    cases=(
        Case("an equal score", (0.0, 1.0, 0.0), "The new score adds exp(0 − 0), which is 1."),
        Case(
            "a smaller score",
            (1.0, 2.0, 0.0),
            "The maximum stays 1; the new score adds exp(0 − 1).",
        ),
        Case(
            "a larger score",
            (1.0, 2.0, 3.0),
            "The maximum becomes 3. The old sum was made with 1: times exp(1 − 3).",
        ),
        Case(
            "a far larger score",
            (0.0, 3.0, 1000.0),
            "Nearly nothing is left of the old sum. exp(1000) would overflow.",
        ),
        Case(
            "the first score",
            (-math.inf, 0.0, 2.0),
            "Before the first score the maximum is −∞ and the sum 0. So 2 is the largest, and the "
            "sum is exp(2 − 2) = 1.",
        ),
        Case("scores below 0", (-1.0, 2.0, -3.0), "−1 is the larger one: the maximum stays."),
        Case(
            "a score of 0 after one below 0",
            (-1.0, 2.0, 0.0),
            "0 is a score like any other, and the larger one: the maximum becomes 0.",
        ),
        Case(
            "a far smaller score",
            (1000.0, 3.0, 0.0),
            "The new score adds nearly nothing, and the old sum stays.",
        ),
        Case(
            "a larger score after 100,000 scores of 0",
            (0.0, 1e5, 50.0),
            "Even 100,000 · exp(0 − 50) is nearly nothing beside exp(50 − 50) = 1.",
        ),
    ),
    mistakes=(
        *updates(
            "The old sum was made with the old maximum. Multiply it by exp(old − new).",
            lambda exp, old, total, s: (max(old, s), total + exp(s - max(old, s))),
        ),
        *updates(
            "You subtract the old maximum from the score. Subtract the new one: a score above all "
            "others adds exp(0).",
            lambda exp, old, total, s: (max(old, s), total + exp(s - old)),
        ),
        *updates(
            "Nothing is subtracted from the score: exp(score) overflows from 710 on.",
            lambda exp, old, total, s: (max(old, s), total + exp(s)),
        ),
        *updates(
            "Your factor grows with the maximum. Turn the difference round: exp(old − new).",
            lambda exp, old, total, s: (
                max(old, s),
                total * exp(max(old, s) - old) + exp(s - max(old, s)),
            ),
        ),
        *updates(
            "Subtract the new maximum from the score, not the old one: exp(score − old) overflows.",
            lambda exp, old, total, s: (
                max(old, s),
                (total + exp(s - old)) * exp(old - max(old, s)),
            ),
        ),
        *updates(
            "The maximum stays at its old value. The new score may be larger.",
            lambda exp, old, total, s: (old, total + exp(s - old)),
        ),
        *updates(
            "You take every score as the new maximum. A smaller one must not replace it.",
            lambda exp, old, total, s: (s, total * exp(old - s) + 1),
        ),
        *updates(
            "You add 1 for every score. A score below the maximum adds less.",
            lambda exp, old, total, s: (max(old, s), total * exp(old - max(old, s)) + 1),
        ),
        *updates(
            "The new score itself is missing from the sum.",
            lambda exp, old, total, s: (max(old, s), total * exp(old - max(old, s))),
        ),
        *updates(
            "You divide by exp(old − new). Multiply by it.",
            lambda exp, old, total, s: (
                max(old, s),
                total / exp(old - max(old, s)) + exp(s - max(old, s)),
            ),
        ),
        *updates(
            "The old sum is right. The new score is lowered by the old maximum: lower it by the "
            "new one.",
            lambda exp, old, total, s: (max(old, s), total * exp(old - max(old, s)) + exp(s - old)),
        ),
        *updates(
            "Nothing is subtracted from the new score: add exp(score − new).",
            lambda exp, old, total, s: (max(old, s), total * exp(old - max(old, s)) + exp(s)),
        ),
        *updates(
            "Your factor exp(old − new) multiplies the new term, too. Only the old sum needs it.",
            lambda exp, old, total, s: (
                max(old, s),
                (total + exp(s - max(old, s))) * exp(old - max(old, s)),
            ),
        ),
        *updates(
            "You return the logarithm of the total.",
            lambda exp, old, total, s: (
                max(old, s),
                math.log(total * exp(old - max(old, s)) + exp(s - max(old, s))),
            ),
        ),
        *updates(
            "You compare with the total, too. The maximum is the largest score.",
            lambda exp, old, total, s: (
                max(old, total, s),
                total * exp(old - max(old, total, s)) + exp(s - max(old, total, s)),
            ),
        ),
        Mistake(
            lambda largest, total, score: updated(largest, total, score)[::-1],
            "The two numbers have changed places: first the largest, then the total.",
        ),
    ),
    draw=registers,
)

# --- the cache ----------------------------------------------------------------------------------


def next_output(q, K, V, k, v):
    K, V = np.vstack([K, k]), np.vstack([V, v])
    return attention.attention(q[None], K, V).output[0]


def next_with(keys=lambda K, k: np.vstack([K, k]), values=lambda V, v: np.vstack([V, v])):
    """The output with other keys or values, or another divisor."""
    return lambda q, K, V, k, v: attention.attention(q[None], keys(K, k), values(V, v)).output[0]


def cached(rng):
    i, d_k, d_v = sizes(rng, 3)
    shapes = (d_k,), (i, d_k), (i, d_v), (d_k,), (d_v,)
    q, *others = (numbers(rng, *shape, tiny=0.1, huge=10) for shape in shapes)
    q = q * rng.choice([1, 1, 1, 100])
    return tuple(x * 1.0 for x in (q, *others))  # all of them floats


Q_2, K_2, V_2 = a([1.0, 0.0]), a([[1.0, 0.0], [0.0, 2.0]]), a([[1.0], [2.0]])


NEXT = FunctionExercise(
    name="append_and_attend",
    part="next_output",
    title="one step with a cache",
    task="**Exercise.** The cache holds the keys `K` `(i, d_k)` and the values `V` `(i, d_v)` of "
    "the earlier tokens. A new token brings its query `q`, its key `k` and its value `v`. Append "
    "key and value. Return the new token's output `(d_v,)`: attention over all i + 1 keys, with "
    "scores divided by $\\sqrt{d_k}$. Scores may be as large as 1000. You may use "
    "`attention.softmax`. `q = [0]`, `K = [[1]]`, `V = [[2]]`, `k = [5]`, `v = [4]` give `[3]`.",
    answer="my_next",
    stub="""def my_next(q, K, V, k, v):
    return ...  # about 4 lines""",
    solution="""def my_next(q, K, V, k, v):
    K = np.vstack([K, k])
    V = np.vstack([V, v])
    weights = attention.softmax(K @ q / math.sqrt(len(q)))
    return weights @ V""",
    why="One query meets all keys, so there is one row of weights. No mask: nothing comes later.",
    hints=(
        "First the new rows: np.vstack([K, k]) has i + 1 rows.",
        "K @ q is (i + 1,): the score of each key for the one query.",
        "Divide by math.sqrt(len(q)), take the softmax, and multiply: weights @ V.",
    ),
    reference=next_output,
    axes=("", "features"),
    cases=(
        Case(
            "a query of 0",
            (a([0.0]), a([[1.0]]), a([[2.0]]), a([5.0]), a([4.0])),
            "Both weights are 0.5: the mean of the old value and the new one.",
        ),
        Case(
            "a new key that fits",
            (a([1.0]), a([[0.0]]), a([[0.0]]), a([3.0]), a([1.0])),
            "The new key has the score 3, the old one 0: most weight is for the new value.",
        ),
        Case(
            "width 2",
            (Q_2, K_2[:1], V_2[:1], a([3.0, 1.0]), a([5.0])),
            "The scores are divided by √2.",
        ),
        Case(
            "two tokens in the cache",
            (Q_2, K_2, V_2, a([3.0, 1.0]), a([5.0])),
            "Right with one token in the cache, wrong with two.",
        ),
        Case(
            "wider values",
            (Q_2, K_2, a([[1.0, 0.0, 2.0], [2.0, 1.0, 1.0]]), a([3.0, 1.0]), a([5.0, 5.0, 0.0])),
            "Values may be wider than keys: the output is as wide as a value.",
        ),
        Case(
            "an empty cache",
            (Q_2, K_2[:0], V_2[:0], a([3.0, 1.0]), a([5.0])),
            "For the first token the cache holds no row, of shape (0, 2) and (0, 1). The new key "
            "has the whole weight, so the output is the new value.",
        ),
        Case(
            "large scores",
            (a([10.0]), a([[100.0], [100.0]]), a([[1.0], [3.0]]), a([0.0]), a([5.0])),
            "The scores are 1000, 1000 and 0, so the old tokens share all the weight. exp(1000) is "
            "too large for a computer; attention.softmax subtracts the largest score first.",
        ),
        Case(
            "two different large scores",
            (a([10.0]), a([[90.0]]), a([[1.0]]), a([100.0]), a([5.0])),
            "The scores are 900 and 1000, so the new token has all the weight. With a limit for "
            "large scores, both would count the same.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda q, K, V, k, v: attention.softmax(K @ q / math.sqrt(len(q))) @ V,
            "The new key and value are missing: a token sees itself, too.",
        ),
        Mistake(
            lambda q, K, V, k, v: next_with()(q * math.sqrt(len(q)), K, V, k, v),
            "The scores are not divided by √d_k.",
        ),
        Mistake(
            lambda q, K, V, k, v: next_with()(q / math.sqrt(len(q)), K, V, k, v),
            "You divide by d_k. Divide by its root.",
        ),
        Mistake(
            lambda q, K, V, k, v: next_with()(
                q * math.sqrt(len(q)) / math.sqrt(len(K) + 1), K, V, k, v
            ),
            "You divide by the root of the number of keys. Divide by that of d_k, the width.",
        ),
        Mistake(
            lambda q, K, V, k, v: next_with()(q * math.sqrt(len(q) / len(v)), K, V, k, v),
            "You divide by the root of d_v, the width of a value. Divide by that of d_k.",
        ),
        Mistake(
            lambda q, K, V, k, v: (
                next_with()(q * math.sqrt(len(q)), K, V, k, v) / math.sqrt(len(q))
            ),
            "You divide after the softmax. Divide the scores, before it.",
        ),
        Mistake(
            lambda q, K, V, k, v: next_with()(q, K, V, v, k),
            "You append the value to the keys and the key to the values.",
        ),
        Mistake(
            lambda q, K, V, k, v: next_with()(q, K[:-1], V[:-1], k, v),
            "You drop the last token of the cache. Append the new one after it.",
        ),
        Mistake(
            next_with(keys=lambda K, k: np.vstack([k, K])),
            "The new key stands first and the new value last: each value must meet its own key.",
        ),
        Mistake(
            next_with(values=lambda V, v: np.vstack([v, V])),
            "The new value stands first and the new key last: each value must meet its own key.",
        ),
        Mistake(
            next_with(
                keys=lambda K, k: np.vstack([K[1:], k]), values=lambda V, v: np.vstack([V[1:], v])
            ),
            "You drop the first token. A cache keeps all of them.",
        ),
        Mistake(lambda q, K, V, k, v: v, "You return the new value alone, without any weights."),
        Mistake(
            lambda q, K, V, k, v: np.vstack([V, v]).mean(axis=0),
            "You take the plain mean of the values. The weights come from the query.",
        ),
        Mistake(
            lambda q, K, V, k, v: (np.vstack([K, k]) @ q / math.sqrt(len(q))) @ np.vstack([V, v]),
            "The softmax is missing: these are scores times values.",
        ),
        Mistake(
            lambda q, K, V, k, v: np.vstack([V, attention.attention(q[None], K, V).output[0] + v])[
                -1
            ],
            "You add the new value with the weight 1. It takes part in the softmax like the rest.",
        ),
    ),
    draw=cached,
)

BYTES = FunctionExercise(
    name="cache_size",
    title="the bytes of a cache",
    task="**Exercise.** How many bytes does a cache hold after `n` tokens? There are `layers` "
    "layers, and in each of them `heads` heads of keys, which keep a key and a value for every "
    "token. Keys and values are `d_k` numbers wide, and a number takes `each` bytes. "
    "`my_bytes(1, 10, 2, 4, 2)` is 320.",
    answer="my_bytes",
    stub="""def my_bytes(layers, n, heads, d_k, each):
    return ...""",
    solution="""def my_bytes(layers, n, heads, d_k, each):
    return 2 * layers * n * heads * d_k * each""",
    why="Keys and values: the 2. Nothing grows with n², since no weights are kept.",
    hints=(
        "How many numbers does one head keep for one token?",
        "2 · d_k for one token and head: a key and a value. Then all tokens, heads and layers.",
        "Everything is multiplied: 2, layers, n, heads, d_k and the bytes of a number.",
    ),
    reference=lambda layers, n, heads, d_k, each: 2 * layers * n * heads * d_k * each,
    cases=(
        Case("one of each", (1, 1, 1, 1, 1), "A key and a value: two numbers."),
        Case("two bytes a number", (1, 1, 1, 1, 2), "Every number takes `each` bytes."),
        Case(
            "three tokens",
            (1, 3, 1, 1, 1),
            "There is a key and a value for each of the three tokens.",
        ),
        Case("keys of width 4", (1, 1, 1, 4, 1), "Keys and values are d_k wide."),
        Case("two heads in three layers", (3, 1, 2, 1, 1), "Each head of each layer has its own."),
        Case("all sizes", (3, 10, 2, 4, 2), "Right for small sizes, wrong when all differ."),
    ),
    mistakes=(
        Mistake(
            lambda layers, n, heads, d_k, each: layers * n * heads * d_k * each,
            "You count keys or values. The cache keeps both.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 3 * layers * n * heads * d_k * each,
            "You keep queries, too. No later token needs them.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * n * heads * d_k * each,
            "You count n² of each. There is one key and one value for each token.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * n * heads * d_k * each,
            "You count one layer. Each has keys and values of its own.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * d_k * each,
            "You count one head. Each head of keys keeps its own.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * heads * d_k,
            "You count numbers. Each takes `each` bytes.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * heads * each,
            "You count keys and values as one number. Each has d_k.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * heads * d_k * each,
            "You count one token. Every token has its own key and value.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * heads * d_k * each / 1024,
            "You give kilobytes. The task asks for bytes.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * heads * d_k * each * 8,
            "You give bits. The task asks for bytes.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * heads * d_k * each / 2**30,
            "You give gibibytes. The task asks for bytes.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * (n - 1) * heads * d_k * each,
            "You count one token too few. The newest token's key and value are kept, too.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: 2 * layers * n * heads * (d_k // heads) * each,
            "You divide d_k by the number of heads. It is the width of one head already.",
        ),
        Mistake(
            lambda layers, n, heads, d_k, each: layers * heads * n * n * each,
            "You count the weights, n × n. They are not kept.",
        ),
    ),
    draw=lambda rng: tuple(sizes(rng, 5)),
)

# --- questions ----------------------------------------------------------------------------------

CHEAPER = Question(
    name="always_cheaper",
    title="when attention is cheap",
    ask="You double the number of tokens, $n$, and keep $d$. How do the multiplications of the "
    "attention core and of a recurrence grow?",
    options=(
        ("both double", "the scores are n × n: attention has four times as many."),
        (
            "attention's double, the recurrence's become four times as many",
            "it is the other way round.",
        ),
        (
            "attention's become four times as many, the recurrence's double",
            "so for long texts attention makes the most: more than a recurrence as soon as n is "
            "larger than d.",
        ),
        (
            "attention's stay, as it takes one step",
            "one step is the length of the path. The work in it grows with n².",
        ),
    ),
    right="c",
)

QUERIES = Question(
    name="why_not_queries",
    title="what a cache keeps",
    ask="A cache keeps the keys and values of earlier tokens. Why not their queries?",
    options=(
        (
            "a query changes with every new token that is added",
            "it does not: an earlier row is the same in every step.",
        ),
        (
            "only the newest token asks; earlier rows are done",
            "their queries were asked once. Their keys and values are needed by every later token.",
        ),
        (
            "queries are as long as the text and would fill the memory",
            "a query is d_k wide, as a key is.",
        ),
        (
            "it would change the result",
            "a cache changes no result beyond rounding: it keeps what would be computed again.",
        ),
    ),
    right="b",
)

EXACT = Question(
    name="exact_or_not",
    title="attention by blocks",
    ask="Attention by blocks, as in FlashAttention, holds no n × n matrix. How does its output "
    "differ from that of the formula?",
    options=(
        (
            "small weights are left out",
            "none is left out: every score enters the sum and the weighted mean.",
        ),
        (
            "each block has a softmax of its own",
            "the running maximum and sum make them one softmax over all keys.",
        ),
        (
            "it is an approximation that gets better with larger blocks",
            "with blocks of any size it is the same sum, put together in another order.",
        ),
        ("only by rounding", "it is the same sum in another order."),
    ),
    right="d",
)

CHECKED = (COUNT, CHEAPER, DILATED, NEXT, QUERIES, BYTES, ONLINE, EXACT)

# --- predictions --------------------------------------------------------------------------------


def same_multiplications():
    """n at which the attention core and a convolution with k = 3 and d = 64 cost the same."""
    d, k = 64, 3
    return k * d / 2  # 2 n² d = k n d²


def best_at_64():
    """Which model answers best with 64 letters of noise."""
    accuracy = {name: distance.medians(runs)[-1] for name, runs in distance.recorded().items()}
    return max(accuracy, key=accuracy.get)


def bits():
    """Whether the logits with and without a cache are the same to the bit."""
    model = decoding.random_decoder(64)
    plain, kept = (
        decoding.write(model, 3, 64).logits,
        decoding.write_with_cache(model, 3, 64).logits,
    )
    return "all of them" if np.array_equal(plain, kept) else "not all of them"


PREDICTED = (
    Number(
        name="break_even",
        title="where attention and convolution cost the same",
        truth=same_multiplications,
        why="2 n² d = k n d² holds at n = k d / 2.",
        near=0.05,
    ),
    OneOf(
        name="sees_64",
        title="64 letters of noise",
        truth=best_at_64,
        why="Four heads find the capital at every distance that was tried.",
        options=("attention, 4 heads", "gated recurrence", "convolutions, see 27"),
    ),
    OneOf(
        name="to_the_bit",
        title="with and without a cache",
        truth=bits,
        why="The tokens are the same, and the logits differ in their last digits: NumPy "
        "computes a product of one row in another way than one of many rows.",
        options=("all of them", "not all of them"),
    ),
)
