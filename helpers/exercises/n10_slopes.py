"""Exercises of notebook 10: slopes, the way back through attention, and steps downhill."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake, each_alone
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short

# --- one way and two ------------------------------------------------------------------------------


def chain(w, x, target):
    to_y = 2 * (w * x + x - target)
    return a([to_y * x, to_y * w + to_y])


def three_numbers(rng):
    return tuple(float(number) for number in numbers(rng, 3, tiny=1e-3, huge=1e3))


def chain_where(to_y=None, to_w=None, to_x=None):
    """chain, where some slopes are other functions of w, x, target and the slopes before them."""

    def slopes(w, x, target):
        y = to_y(w, x, target) if to_y else 2 * (w * x + x - target)
        of_w = to_w(w, x, y) if to_w else y * x
        return a([of_w, to_x(w, x, y) if to_x else y * w + y])

    return slopes


CHAIN = FunctionExercise(
    name="chain",
    title="back along two ways",
    task="**Exercise.** `w`, `x` and `target` are numbers. From them, `u = w * x`, `y = u + x` and "
    "`loss = (y - target)**2`. Return an array of two slopes: ∂loss/∂w and ∂loss/∂x. `w = 3.0`, "
    f"`x = 2.0` and `target = 4.0` give `[16.0, 32.0]`. {STOP}",
    answer="my_chain",
    stub="""def my_chain(w, x, target):
    return ...  # about 6 lines: forward to y, then back to u, and to w and x""",
    solution="""def my_chain(w, x, target):
    u = w * x
    y = u + x
    to_y = 2 * (y - target)
    to_u = to_y * 1
    to_w = to_u * x
    to_x = to_u * w + to_y * 1
    return np.array([to_w, to_x])""",
    why="The slope of y goes to u unchanged, since y grows by 1 with u. From u it goes on to w, "
    "multiplied by x, and to x, multiplied by w. To x it also goes past u, unchanged, and the two "
    "are added.",
    hints=(
        "Begin at the end: how fast does (y − target)² grow with y?",
        "y = u + x grows by 1 when u does, so u has the slope of y. Then u = w · x: its slope for "
        "w is x, and its slope for x is w.",
        "x goes into u and into y as well: add what comes back along both ways.",
    ),
    reference=chain,
    axes=("", "slopes"),
    cases=(
        Case(
            "w is 0",
            (0.0, 2.0, 1.0),
            "y is 0 · 2 + 2 = 2, one above the target, so its slope is 2 · 1 = 2. That of w is "
            "2 · 2 = 4; that of x is 2 · 0 through u, and 2 past it.",
        ),
        Case(
            "x is 0",
            (2.0, 0.0, 1.0),
            "y is 0, one below the target, so its slope is −2. That of w is −2 · 0 = 0; that of x "
            "is −2 · 2 through u, and −2 past it.",
        ),
        Case(
            "the target is met",
            (3.0, 2.0, 8.0),
            "y is 8, as it should be: at the lowest point of the loss all slopes are 0.",
        ),
        Case(
            "the example",
            (3.0, 2.0, 4.0),
            "The slope of y is 2 · (8 − 4) = 8. That of w is 8 · 2 = 16; that of x is 8 · 3 "
            "through u, and 8 past it: 32.",
        ),
        Case(
            "the two ways cancel",
            (-1.0, 2.0, 4.0),
            "The slope of y is 2 · (0 − 4) = −8. That of w is −8 · 2 = −16; that of x is 8 through "
            "u and −8 past it: 0.",
        ),
    ),
    mistakes=(
        Mistake(
            chain_where(to_x=lambda w, x, to_y: to_y * w),
            "You forget the second way of x: past u, straight to y. Add what comes back there.",
        ),
        Mistake(
            chain_where(to_x=lambda w, x, to_y: to_y),
            "You forget the way of x through u. What comes back there is w times the slope of u.",
        ),
        Mistake(
            chain_where(to_w=lambda w, x, to_y: to_y * w, to_x=lambda w, x, to_y: to_y * x + to_y),
            "w and x have changed places: u = w · x grows by x when w grows by 1.",
        ),
        Mistake(
            lambda w, x, target: chain(w, x, target)[::-1],
            "The two slopes have changed places: that of w comes first.",
        ),
        Mistake(
            lambda w, x, target: chain(w, x, target) / 2,
            "A factor 2 is missing: the slope of (y − target)² is 2 · (y − target).",
        ),
        Mistake(
            lambda w, x, target: -chain(w, x, target),
            "The signs are reversed. Where y is above the target, a larger y means a larger loss.",
        ),
        Mistake(
            lambda w, x, target: a([x, w + 1]),
            "You return the slopes of y with respect to w and x. Multiply them by the slope of "
            "the loss with respect to y.",
        ),
        Mistake(
            chain_where(to_y=lambda w, x, target: 2 * (w * x - target)),
            "You compare u with the target. The loss compares y, which is u + x.",
        ),
        Mistake(
            chain_where(to_y=lambda w, x, target: 2 * (w * x + x)),
            "You leave the target out: the slope of (y − target)² is 2 · (y − target).",
        ),
        Mistake(
            chain_where(to_w=lambda w, x, to_y: to_y * (x + 1)),
            "You give w a second way. Only x goes past u; w has one way, through u.",
        ),
        Mistake(
            chain_where(to_x=lambda w, x, to_y: to_y * w * to_y),
            "You multiply what comes back along the two ways of x. Along one way factors are "
            "multiplied; two ways are added.",
        ),
        Mistake(
            chain_where(to_x=lambda w, x, to_y: (to_y * w + to_y) / 2),
            "You take the mean of the two ways of x. They are added.",
        ),
        Mistake(
            chain_where(to_x=lambda w, x, to_y: to_y * w - to_y),
            "You subtract what comes back past u. Ways are added.",
        ),
        Mistake(
            chain_where(to_x=lambda w, x, to_y: to_y * w + 1),
            "Past u, too, the slope of y comes back: 1 times it, not 1 alone.",
        ),
        Mistake(
            chain_where(to_y=lambda w, x, target: (w * x + x - target) ** 2),
            "You carry the loss itself back. Begin with its slope for y, 2 · (y − target).",
        ),
        Mistake(
            lambda w, x, target: a([w, x]) - chain(w, x, target),
            "This is a step against the slopes. The task asks for the slopes alone.",
        ),
    ),
    draw=three_numbers,
    terms=lambda w, x, target: 2 * (abs(w * x) + abs(x) + abs(target)) * a([abs(x), abs(w) + 1]),
)

# --- a matrix product -----------------------------------------------------------------------------

WHICH_PRODUCT = Question(
    name="which_product",
    title="the slopes of a matrix",
    ask="$Y = XW$ with `X` `(5, 4)` and `W` `(4, 3)`. You have `to_Y`, the slopes of the loss "
    "with respect to `Y`. Which product gives those for `W`?",
    options=(
        ("`to_Y @ X.T`", "(5, 3) times (4, 5) does not fit."),
        ("`to_Y @ W.T`", "this has the shape of X, (5, 4), and gives the slopes of X."),
        ("`X @ to_Y`", "(5, 4) times (5, 3) does not fit."),
        (
            "`X.T @ to_Y`",
            "(4, 5) times (5, 3) is (4, 3), the shape of W. Each row of X sends its own slopes "
            "back to W, and the product adds them.",
        ),
    ),
    right="d",
)

# --- what notebook 03 taught ----------------------------------------------------------------------

ONE_SCORE_GROWS = Question(
    name="one_score_grows",
    title="one score of a row grows",
    ask="The score of one key grows a little, and the other scores of its row stay. What happens "
    "to the weights of the row?",
    options=(
        (
            "the weight of this key grows, all others shrink",
            "the sum that all exponentials are divided by grows, and every other weight gives way.",
        ),
        (
            "the weight of this key grows, the others stay",
            "then the weights would add up to more than 1. The others have to give way.",
        ),
        ("all grow", "they still add up to 1, so they cannot all grow."),
        ("nothing", "that would be so if all scores of the row grew by the same number."),
    ),
    right="a",
)

# --- the way back ---------------------------------------------------------------------------------


def weights_and_slopes(rng):
    n, m, d_v = sizes(rng, 3)
    A = attention.softmax(2 * rng.standard_normal((n, m)))
    return A, numbers(rng, n, d_v, tiny=1e-3, huge=1e3) * 1.0


VALUES_BACK = FunctionExercise(
    name="values_back",
    part="values_back",
    title="back to the values",
    task="**Exercise.** In attention, `output = A @ V`. You get the weights `A` `(n, m)` and "
    "`to_output` `(n, d_v)`, which is ∂loss/∂output. Return ∂loss/∂V `(m, d_v)`. "
    "`A = [[0.25, 0.75]]` and `to_output = [[4.0]]` give `[[1.0], [3.0]]`.",
    answer="my_values_back",
    stub="""def my_values_back(A, to_output):
    return ...  # 1 line""",
    solution="""def my_values_back(A, to_output):
    return A.T @ to_output""",
    why="Value j went to output i with weight A[i, j], so the slope of output i comes back to it "
    "with the same weight. The sum over all i is Aᵀ times to_output.",
    hints=(
        "Value j is added to output i with the weight A[i, j]. With what factor does the slope of "
        "output i come back to value j?",
        "Add up over all queries i: A[i, j] times row i of to_output.",
        "Rows of the result are keys: the keys of A must come first.",
    ),
    reference=lambda A, to_output: A.T @ to_output,
    axes=("keys", "features"),
    cases=(
        Case(
            "one query, two keys",
            (a([[0.25, 0.75]]), a([[4.0]])),
            "Value 1 gets 0.25 of the slope 4, value 2 gets 0.75 of it.",
        ),
        Case(
            "two queries, two keys",
            (a([[0.25, 0.75], [1.0, 0.0]]), a([[4.0], [8.0]])),
            "Value 1 went into both outputs: its slope is 0.25 · 4 + 1 · 8 = 9.",
        ),
        Case(
            "two queries, three keys, two features",
            (a([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]]), a([[1.0, 2.0], [4.0, 8.0]])),
            "Each feature by itself: row j is the sum over queries i of A[i, j] · to_output[i].",
        ),
    ),
    mistakes=(
        Mistake(
            lambda A, to_output: A @ to_output,
            "You send the slopes through A once more. On the way back, the slope of output i goes "
            "to value j: transpose A.",
        ),
        Mistake(
            lambda A, to_output: -A.T @ to_output,
            "The signs are reversed. These are the slopes; a step against them comes later.",
        ),
        Mistake(
            lambda A, to_output: A.T @ to_output / np.sqrt(to_output.shape[1]),
            "You divide by the root of d_v. Only scores are scaled, not the weighted sum.",
        ),
        Mistake(
            lambda A, to_output: A.T @ to_output / len(A),
            "You take the mean over the queries. The slopes that arrive at a value are added.",
        ),
        Mistake(
            lambda A, to_output: (A.T @ to_output) / A.sum(axis=0)[:, None],
            "You divide by the sum of each column of A. The slopes that arrive are only added.",
        ),
        Mistake(
            lambda A, to_output: np.linalg.pinv(A) @ to_output,
            "You invert A. The way back takes the transpose: it does not undo the way there.",
        ),
        Mistake(
            lambda A, to_output: np.ones(A.shape).T @ to_output,
            "Every value gets the whole slope. It gets the share with which it went in.",
        ),
    ),
    draw=weights_and_slopes,
)


def softmax_back(A, to_A):
    return A * (to_A - (A * to_A).sum(axis=-1, keepdims=True))


def rows_and_slopes(rng):
    shape = [*leading(rng), *sizes(rng, 2)]
    A = attention.softmax(2 * rng.standard_normal(shape))
    return A, numbers(rng, *shape, tiny=1e-3, huge=1e3) * 1.0


TWO_HEADS = a([[[0.5, 0.25, 0.25], [1.0, 0.0, 0.0]], [[0.25, 0.5, 0.25], [0.5, 0.5, 0.0]]])
SLOPES_OF_TWO_HEADS = a([[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 0.0], [1.0, 3.0, 9.0]]])

SOFTMAX_BACK = FunctionExercise(
    name="softmax_back",
    part="softmax_back",
    title="back through the softmax",
    task="**Exercise.** You get the weights `A` `(…, n, m)`, the softmax of some scores along the "
    "last axis, and `to_A`, which is ∂loss/∂A, in the same shape. Return ∂loss/∂scores: in each "
    "row, `A` times (`to_A` minus its mean weighted by `A`). `A = [[0.25, 0.75]]` and "
    "`to_A = [[4.0, 0.0]]` give `[[0.75, -0.75]]`.",
    answer="my_softmax_back",
    stub="""def my_softmax_back(A, to_A):
    return ...  # about 2 lines""",
    solution="""def my_softmax_back(A, to_A):
    mean = (A * to_A).sum(axis=-1, keepdims=True)
    return A * (to_A - mean)""",
    why="The weights of a row add up to 1, so the sum of A · to_A is the weighted mean. Where to_A "
    "is above the mean, the score gets a positive slope, and a step downhill lowers it; where it "
    "is below, the score grows.",
    hints=(
        "The weights of a row add up to 1. What is then the mean of to_A, weighted by A?",
        "mean = (A * to_A).sum(axis=-1, keepdims=True) has shape (…, n, 1).",
        "Then A * (to_A - mean).",
    ),
    reference=softmax_back,
    cases=(
        Case(
            "one query, two keys",
            (a([[0.25, 0.75]]), a([[4.0, 0.0]])),
            "The weighted mean is 0.25 · 4 = 1, so the row is 0.25 · (4 − 1) and 0.75 · (0 − 1).",
        ),
        Case(
            "all slopes the same",
            (a([[0.25, 0.75]]), a([[5.0, 5.0]])),
            "The weighted mean is 5, and nothing is left: all slopes of the scores are 0.",
        ),
        *each_alone((a([[0.5, 0.5]]), a([[0.0, 6.0]]))),
        Case(
            "two queries",
            (a([[0.25, 0.75], [0.5, 0.5]]), a([[4.0, 0.0], [0.0, 6.0]])),
            "Right for one query, wrong for two: each row has a mean of its own.",
        ),
        *each_alone(*zip(TWO_HEADS, SLOPES_OF_TWO_HEADS, strict=True)),
        Case(
            "two heads, two queries, three keys",
            (TWO_HEADS, SLOPES_OF_TWO_HEADS),
            "Right for a matrix, wrong for three axes: the keys stand on the last axis.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda A, to_A: A * to_A,
            "You leave out the mean. Raising all scores of a row alike changes nothing, so each "
            "row of the result must add up to 0.",
        ),
        Mistake(
            lambda A, to_A: A * (to_A - to_A.mean(axis=-1, keepdims=True)),
            "Your mean counts all keys alike. Weight it by A.",
        ),
        Mistake(
            lambda A, to_A: A * (to_A - (A * to_A).mean(axis=-1, keepdims=True)),
            "You divide the weighted sum by the number of keys. The weights add up to 1 already: "
            "take the sum.",
        ),
        Mistake(
            lambda A, to_A: A * (1 - A) * to_A,
            "You use A (1 − A), as if every score moved its own weight alone. It moves all weights "
            "of its row.",
        ),
        Mistake(
            lambda A, to_A: to_A - (A * to_A).sum(axis=-1, keepdims=True),
            "The first A is missing: multiply what is left by A.",
        ),
        Mistake(
            lambda A, to_A: A * (to_A - (A * to_A).sum(axis=-2, keepdims=True)),
            "Your sum runs over the queries. A row's weights stand on the last axis, the keys.",
        ),
        Mistake(
            lambda A, to_A: A * (to_A - (A * to_A).sum()),
            "You take one sum of everything. Each query has its own.",
        ),
        Mistake(
            lambda A, to_A: A * to_A - (A * to_A).sum(axis=-1, keepdims=True),
            "Brackets are missing: A multiplies to_A minus the mean, not to_A alone.",
        ),
        Mistake(
            lambda A, to_A: A * (to_A + (A * to_A).sum(axis=-1, keepdims=True)),
            "You add the mean. It is to_A minus the mean.",
        ),
        Mistake(
            lambda A, to_A: -A * (A * to_A).sum(axis=-1, keepdims=True),
            "Here each score moves only the other weights down. Its own weight goes up: A · to_A "
            "is missing.",
        ),
        Mistake(
            lambda A, to_A: A * to_A - (A * to_A).mean(axis=-1, keepdims=True),
            "Your rows add up to 0, but what is subtracted is the same for all keys. Each key's "
            "share of it is its weight.",
        ),
        Mistake(
            lambda A, to_A: -softmax_back(A, to_A),
            "The signs are reversed: it is to_A minus the mean.",
        ),
        Mistake(
            lambda A, to_A: A * ((A * to_A).sum(axis=-1, keepdims=True) - A * to_A),
            "You subtract A · to_A from the mean. It is to_A minus the mean, times A.",
        ),
    ),
    draw=rows_and_slopes,
)

# --- the loss -----------------------------------------------------------------------------------


def loss_slope(logits, right):
    weights = attention.softmax(logits)
    weights[np.arange(len(right)), right] -= 1
    return weights / len(right)


def asked(rng):
    """Logits of some words, and the right word of each row."""
    n, words = sizes(rng, 2)
    logits = numbers(rng, n, words, tiny=1e-3, huge=30) * 1.0
    if rng.random() < 0.4:
        of_rows, of_one = (n, 1), (n, words)
        logits = logits + rng.choice([-1000, 0, 1000], of_rows if rng.random() < 0.5 else of_one)
    return logits, rng.integers(words, size=n)


def one_hot(logits, right):
    return (np.arange(logits.shape[1]) == np.reshape(right, (-1, 1))).astype(float)


LOSS_SLOPE = FunctionExercise(
    name="loss_slope",
    part="loss_slope",
    title="the slopes of the loss",
    task="**Exercise.** `logits` is `(n, words)`, and `right` `(n,)` holds the number of the right "
    "word of each row. The loss is the mean over the rows of −log(weight of the right word). "
    "Return its slopes ∂loss/∂logits `(n, words)`. Logits may be as large as 1000. "
    "`logits = [[0.0, 0.0]]` and `right = [1]` give `[[0.5, -0.5]]`.",
    answer="my_loss_slope",
    stub="""def my_loss_slope(logits, right):
    return ...  # about 3 lines; attention.softmax(logits) has the weights""",
    solution="""def my_loss_slope(logits, right):
    slope = attention.softmax(logits)
    slope[np.arange(len(right)), right] -= 1
    return slope / len(right)""",
    why="In each row it is the weights, minus 1 at the right word. The mean divides by n.",
    hints=(
        "What is the slope in one row, for the right word and for the others?",
        "slope[np.arange(len(right)), right] is the entry of the right word in each row.",
        "Subtract 1 there from the weights, and divide everything by the number of rows.",
    ),
    reference=loss_slope,
    axes=("rows", "words"),
    cases=(
        Case(
            "one row, two words",
            (a([[0.0, 0.0]]), a([1])),
            "The weights are 0.5 and 0.5. Subtract 1 at the right word, the last one.",
        ),
        Case(
            "one row, three words",
            (a([[0.0, 1.0, 2.0]]), a([0])),
            "Each other word's slope is its weight; the right word's is its weight minus 1.",
        ),
        Case(
            "two rows",
            (a([[0.0, 0.0], [0.0, 0.0]]), a([0, 1])),
            "The right word of row 1 is the first, of row 2 the second; and the loss is a mean "
            "over two rows, so all slopes are halved.",
        ),
        Case(
            "two rows, three words",
            (a([[0.0, 1.0, 2.0], [3.0, 0.0, 0.0]]), a([2, 0])),
            "Each row has weights and a right word of its own.",
        ),
        Case(
            "large logits",
            (a([[1000.0, 1000.0], [-1000.0, -1000.0]]), a([1, 0])),
            "The weights are 0.5 and 0.5 in both rows. exp(1000) is too large for a computer, and "
            "exp(−1000) is 0 to it: attention.softmax subtracts each row's largest logit first.",
        ),
        Case(
            "one logit far above the others",
            (a([[1000.0, 0.0, 0.0, 0.0]]), a([1])),
            "The weights are 1, 0, 0 and 0. The mean of the logits is 250, and exp(1000 − 250) is "
            "still too large for a computer.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda logits, right: loss_slope(logits, right) * len(right),
            "You leave out the mean: divide by the number of rows.",
        ),
        Mistake(
            lambda logits, right: -loss_slope(logits, right),
            "The signs are reversed. A larger logit of the right word makes the loss smaller, so "
            "its slope is negative.",
        ),
        Mistake(
            lambda logits, right: (
                (attention.softmax(logits) - one_hot(logits, (right - 1) % logits.shape[1]))
                / len(right)
            ),
            "You subtract 1 at the word before the right one. right counts from 0, as Python does.",
        ),
        Mistake(
            lambda logits, right: (
                (attention.softmax(logits) - np.isin(np.arange(logits.shape[1]), right))
                / len(right)
            ),
            "You subtract 1 in every row at the right words of all rows, as p[:, right] does. Each "
            "row has one right word: p[np.arange(n), right].",
        ),
        Mistake(
            lambda logits, right: loss_slope(logits, right) * one_hot(logits, right),
            "Only the right word has a slope. The other logits matter as well: each of them takes "
            "weight from the right word.",
        ),
        Mistake(
            lambda logits, right: (
                np.where(one_hot(logits, right), -1 / attention.softmax(logits), 0) / len(right)
            ),
            "These are the slopes for the weights, −1/weight. Go on, back through the softmax.",
        ),
        Mistake(
            lambda logits, right: (
                (attention.softmax(logits) - np.reshape(right, (-1, 1))) / len(right)
            ),
            "You subtract the number of the right word. Subtract 1, in that word's column.",
        ),
        Mistake(
            lambda logits, right: (attention.softmax(logits) - 1) / len(right),
            "You subtract 1 everywhere. Only the right word of each row loses 1.",
        ),
        Mistake(
            lambda logits, right: attention.softmax(logits) / len(right),
            "These are the weights alone. Subtract 1 at the right word of each row.",
        ),
        Mistake(
            lambda logits, right: (logits - one_hot(logits, right)) / len(right),
            "You subtract from the logits. Turn them into weights first, with attention.softmax.",
        ),
        Mistake(
            lambda logits, right: (
                (attention.softmax(logits, axis=0) - one_hot(logits, right)) / len(right)
            ),
            "Your weights add up to 1 down each column. The softmax runs along the words.",
        ),
        Mistake(
            lambda logits, right: loss_slope(logits, right) * len(right) / logits.shape[1],
            "You divide by the number of words. The mean is over the rows.",
        ),
        Mistake(
            lambda logits, right: loss_slope(logits, right) * len(right) / logits.size,
            "You divide by rows times words, the size of logits. The mean is over the rows alone.",
        ),
    ),
    draw=asked,
    terms=lambda logits, right: np.full(logits.shape, 1 / len(right)),
)

# --- Adam -----------------------------------------------------------------------------------------


def first_step(p, slope, rate):
    return p - rate * slope / (np.sqrt(slope**2) + 1e-8)


def numbers_and_slopes(rng):
    shape = sizes(rng, 2)
    slope = numbers(rng, *shape, tiny=1e-4, huge=1e4) * 1.0
    return rng.standard_normal(shape), slope, float(10 ** rng.uniform(-3, -1))


FIRST_STEP = FunctionExercise(
    name="first_step",
    title="Adam's first step",
    task="**Exercise.** Take Adam's first step: $t$ is 1, and $m$ and $s$ were 0 before it. `p` "
    "are the numbers to learn, `slope` their slopes, both `(n, d)`. Return the new `p` as a new "
    "array. "
    "`p = [[1.0, 2.0]]`, `slope = [[30.0, -0.2]]` and `rate = 0.1` give `[[0.9, 2.1]]`.",
    answer="my_first_step",
    stub="""def my_first_step(p, slope, rate):
    return ...  # about 5 lines""",
    solution="""def my_first_step(p, slope, rate):
    mean = 0.1 * slope
    square = 0.02 * slope**2
    unbiased = mean / (1 - 0.9)
    size = np.sqrt(square / (1 - 0.98)) + 1e-8
    return p - rate * unbiased / size""",
    why="At the first step the correction gives the slope itself and its size: a number moves by "
    "the rate, against its slope, however large the slope is. Only beside a slope of nearly 0 does "
    "the 1e-8 count.",
    hints=(
        "The correction divides m by 1 − 0.9 and s by 1 − 0.98, since t is 1.",
        "The size is the root of the corrected square, plus 1e-8.",
        "The new p is p − rate · (corrected mean) / size.",
    ),
    reference=first_step,
    axes=("rows", "columns"),
    cases=(
        Case(
            "one number, slope 2",
            (a([[1.0]]), a([[2.0]]), 0.1),
            "The corrected mean is 2 and the root of the corrected square is 2: p moves by 0.1, "
            "to 0.9.",
        ),
        Case(
            "a negative slope",
            (a([[1.0]]), a([[-2.0]]), 0.1),
            "Against a negative slope p grows: 1.1. The size is positive.",
        ),
        Case(
            "large and small slopes",
            (a([[1.0, 2.0]]), a([[30.0, -0.2]]), 0.1),
            "Both numbers move by 0.1: each slope is divided by its own size.",
        ),
        Case(
            "a slope of 0",
            (a([[1.0, 2.0]]), a([[0.0, 1.0]]), 0.1),
            "Where the slope is 0, nothing moves: the 1e-8 keeps 0/0 away.",
        ),
        Case(
            "a slope of 1e-8",
            (a([[1.0, 2.0]]), a([[1e-8, 1.0]]), 0.1),
            "The 1e-8 is added to the root: this slope moves p by half the rate, 0.05.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda p, slope, rate: 2 * p - first_step(p, slope, rate),
            "You go up the slope. Subtract, so that the loss becomes smaller.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * slope,
            "This is a plain step down the slope, without dividing by its size.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * 0.1 * slope / (np.sqrt(0.02 * slope**2) + 1e-8),
            "The corrections are missing: divide mean by 1 − 0.9 and square by 1 − 0.98.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * slope / (np.sqrt(0.02 * slope**2) + 1e-8),
            "You correct the mean only. Divide square by 1 − 0.98, too.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * 0.1 * slope / (np.sqrt(slope**2) + 1e-8),
            "You correct the square only. Divide mean by 1 − 0.9, too.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * slope / (slope**2 + 1e-8),
            "The root is missing: the size is the root of the corrected square.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * slope / np.sqrt(slope**2 + 1e-8),
            "You add 1e-8 under the root. It is added to the root.",
        ),
        Mistake(
            lambda p, slope, rate: p - slope / (np.sqrt(slope**2) + 1e-8),
            "The rate is missing: the step is rate · (corrected mean) / size.",
        ),
        Mistake(
            lambda p, slope, rate: (
                p - rate * 0.9 * slope / 0.1 / (np.sqrt(0.98 / 0.02) * abs(slope) + 1e-8)
            ),
            "0.9 and 0.1 have changed places, and 0.98 and 0.02: a new slope counts 0.1.",
        ),
        Mistake(
            lambda p, slope, rate: first_step(p, slope, rate / 20),
            "Your step is a twentieth of the rate. The rise over 20 steps is not part of Adam: "
            "take the rate as it is given.",
        ),
        Mistake(
            lambda p, slope, rate: (
                p - rate * 0.1 * slope / 0.19 / (np.sqrt(0.02 * slope**2 / (1 - 0.98**2)) + 1e-8)
            ),
            "You correct for step 2. At the first step t is 1: divide by 1 − 0.9 and 1 − 0.98.",
        ),
        Mistake(
            lambda p, slope, rate: rate * slope / (np.sqrt(slope**2) + 1e-8),
            "This is the step alone. Subtract it from p.",
        ),
        Mistake(
            lambda p, slope, rate: p - rate * slope / (np.linalg.norm(slope) + 1e-8),
            "You divide by the length of all slopes together. Each number has a size of its own.",
        ),
    ),
    draw=numbers_and_slopes,
)

# --- the way back through an MLP ------------------------------------------------------------------


def mlp_back_where(passes):
    """∂loss/∂X, where a slope passes relu with the share `passes(numbers that relu got)`."""

    def back(X, W_1, b_1, W_2, to_Y):
        return to_Y @ W_2.T * passes(X @ W_1 + b_1) @ W_1.T

    return back


mlp_back = mlp_back_where(lambda z: z > 0)


def tokens_and_slopes(rng):
    n, d, d_ff = sizes(rng, 3)
    shapes = (n, d), (d, d_ff), (d_ff,), (d_ff, d), (n, d)
    return tuple(rng.standard_normal(shape) for shape in shapes)


THREE_HIDDEN = (  # W_1, b_1, W_2
    a([[1.0, 0.0, 2.0], [3.0, -1.0, 1.0]]),
    a([0.0, 0.25, -0.5]),
    a([[3.0, 0.0], [5.0, 1.0], [-1.0, 2.0]]),
)
MLP_X, MLP_W_1, MLP_W_2 = a([[1.0, 2.0]]), a([[1.0, 0.0], [0.0, -1.0]]), a([[3.0, 0.0], [5.0, 1.0]])

MLP_BACK = FunctionExercise(
    name="mlp_back",
    part="mlp_back",
    title="back through an MLP",
    deeper=True,
    task="**Exercise** (*Deeper*). An MLP computes `H = np.maximum(X @ W_1 + b_1, 0)` `(n, d_ff)` "
    "and then `Y = H @ W_2 + b_2`. You get `X` `(n, d)`, `W_1`, `b_1`, `W_2`, and `to_Y` `(n, d)`, "
    "which is ∂loss/∂Y. Return ∂loss/∂X `(n, d)`, with 0 as the slope of relu at 0. "
    "`X = [[1, 2]]`, `W_1 = [[1, 0], [0, -1]]`, `b_1 = [0, 0]`, `W_2 = [[3, 0], [5, 1]]` and "
    "`to_Y = [[1, 0]]` give `[[3, 0]]`.",
    answer="my_mlp_back",
    stub="""def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    return ...  # about 3 lines""",
    solution="""def my_mlp_back(X, W_1, b_1, W_2, to_Y):
    H = np.maximum(X @ W_1 + b_1, 0)
    to_H = to_Y @ W_2.T * (H > 0)
    return to_H @ W_1.T""",
    why="Back through each product with the transposed matrix, the last one first; between them, "
    "only where relu let the number pass.",
    hints=(
        "Go from Y to H, then through relu, then to X. What takes a slope back through a product?",
        "to_Y @ W_2.T is ∂loss/∂H. Where H is 0, relu stopped the number: nothing goes back there.",
        "Multiply by (H > 0), and then the product with W_1.T.",
    ),
    reference=mlp_back,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token, nothing stopped",
            (a([[1.0]]), a([[2.0]]), a([1.0]), a([[3.0]]), a([[1.0]])),
            "relu got 3 and let it pass, so Y grows by 2 · 3 = 6 for each 1 that X grows.",
        ),
        Case(
            "a number below 0",
            (a([[1.0]]), a([[-2.0]]), a([0.0]), a([[3.0]]), a([[1.0]])),
            "relu got −2 and gave 0. If X grows a little, it still gives 0: the slope is 0.",
        ),
        Case(
            "the bias decides",
            (a([[1.0]]), a([[2.0]]), a([-5.0]), a([[3.0]]), a([[1.0]])),
            "relu got 2 − 5 = −3 and stopped it. Add b_1 before you ask what relu let pass.",
        ),
        Case(
            "a number of exactly 0",
            (a([[0.0]]), a([[2.0]]), a([0.0]), a([[3.0]]), a([[1.0]])),
            "relu got 0 · 2 + 0 = 0, where its slope counts as 0.",
        ),
        Case(
            "one token, two features",
            (MLP_X, MLP_W_1, a([0.0, 0.0]), MLP_W_2, a([[1.0, 0.0]])),
            "relu got [1, −2]. [1, 0] W_2ᵀ is [3, 5]; relu leaves [3, 0] of it, and W_1ᵀ follows.",
        ),
        Case(
            "a slope below 0",
            (MLP_X, MLP_W_1, a([0.0, 0.0]), MLP_W_2, a([[-1.0, 0.0]])),
            "A slope may be negative: relu stops it only where the number was negative.",
        ),
        Case(
            "one token, three hidden numbers",
            (a([[1.0, 2.0]]), *THREE_HIDDEN, a([[1.0, 0.0]])),
            "relu got [7, −1.75, 3.5]. [1, 0] W_2ᵀ is [3, 5, −1]; relu leaves [3, 0, −1] of it, "
            "and W_1ᵀ follows.",
        ),
        Case(
            "another token",
            (a([[-1.0, 0.5]]), *THREE_HIDDEN, a([[2.0, -1.0]])),
            "relu got [0.5, −0.25, −2]. [2, −1] W_2ᵀ is [6, 9, −4]; relu leaves [6, 0, 0] of it, "
            "and W_1ᵀ follows.",
        ),
        Case(
            "both tokens",
            (a([[1.0, 2.0], [-1.0, 0.5]]), *THREE_HIDDEN, a([[1.0, 0.0], [2.0, -1.0]])),
            "Right for each of these tokens alone, wrong for both: each row has its own hidden "
            "numbers and slopes.",
        ),
    ),
    mistakes=(
        Mistake(
            mlp_back_where(np.ones_like),
            "You let all slopes pass. Where relu gave 0, nothing goes back: multiply by (H > 0).",
        ),
        Mistake(
            mlp_back_where(lambda z: np.maximum(z, 0)),
            "You multiply by H itself. relu's slope is 1 where the number passed, and 0 elsewhere.",
        ),
        Mistake(
            mlp_back_where(lambda z: z < 0),
            "You let the slopes pass where relu stopped the number. Let them pass where the number "
            "passed.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: np.maximum(to_Y @ W_2.T, 0) @ W_1.T,
            "You send the slopes through relu. What counts is the sign of the numbers on the way "
            "there, not that of the slopes.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: to_Y @ W_2.T * (X @ W_1 > 0) @ W_1.T,
            "You leave b_1 out. relu got X @ W_1 + b_1.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: to_Y @ W_2.T * (X @ W_1 + b_1 > 0),
            "This is the slope of relu's input, (n, d_ff). One product is left: back to X.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: X.T @ (to_Y @ W_2.T * (X @ W_1 + b_1 > 0)),
            "These are the slopes of W_1. The task asks for those of X: the last product is with "
            "W_1.T.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: to_Y + mlp_back(X, W_1, b_1, W_2, to_Y),
            "You add to_Y. That would be the stream past the MLP; the task asks for the MLP alone.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: np.maximum(X @ W_1 + b_1, 0) @ W_2,
            "You run the MLP forward. The task asks for the way back, from to_Y to ∂loss/∂X.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: mlp_back(X, W_1, b_1, W_2, to_Y) / len(X),
            "You divide by the number of tokens. Each row of to_Y belongs to one token already.",
        ),
        Mistake(
            lambda X, W_1, b_1, W_2, to_Y: mlp_back(X, W_1, b_1, W_2, to_Y).T,
            "Rows and columns have changed places: the result is (n, d), a row for each token.",
        ),
    ),
    draw=tokens_and_slopes,
)

CHECKED = (
    CHAIN,
    WHICH_PRODUCT,
    VALUES_BACK,
    ONE_SCORE_GROWS,
    SOFTMAX_BACK,
    LOSS_SLOPE,
    FIRST_STEP,
    MLP_BACK,
)

# --- predictions ----------------------------------------------------------------------------------


TURNED = examples.TOO_TIRED.W_Q * [[1.0], [1], [-1], [-1], [1], [1]]  # (d_x, d_k) = (6, 2)


def loss_of_it(living=-1.0, furry=(0, 0, 0)):
    """The loss of the turned toy, where "it" should answer furry. living: the number of W_Q that
    says what a living word asks for; furry: how much more of it the three values have."""
    X, W_Q = examples.TOO_TIRED.X, TURNED.copy()
    W_Q[2, 1] = living
    K, V = X @ examples.TOO_TIRED.W_K, X @ examples.TOO_TIRED.W_V + np.outer(furry, [1, 0])
    output = attention.attention(X @ W_Q, K, V).output
    return -np.log(attention.softmax(4 * output[2])[0])


def value_that_counts():
    """The word of the toy whose value lowers the loss most when it becomes a little furrier."""
    losses = [loss_of_it(furry=0.01 * np.eye(3)[j]) for j in range(3)]
    return examples.TOY_WORDS[int(np.argmin(losses))]


def downhill(rate, steps=12):
    """w after steps against the slope of (2w − 4)², from 3 on."""
    w = 3.0
    for _ in range(steps):
        w -= rate * 2 * (2 * w - 4) * 2
    return w


def with_a_large_rate():
    start, end = abs(3 - 2), abs(downhill(0.26) - 2)
    return "farther away" if end > start else "nearer" if end < start else "as far as before"


def noun_looked_at():
    """The word at which the tired "it" looks after twenty steps in which W_Q and W_V learn from
    both sentences. Their slopes are measured, by nudges."""

    def attend(toy, W):  # W: W_Q and W_V side by side, (d_x, d_k + d_v) = (6, 4)
        return attention.attention(toy.X @ W[:, :2], toy.X @ toy.W_K, toy.X @ W[:, 2:])

    def loss(W):
        sentences = enumerate([examples.TOO_TIRED, examples.TOO_WIDE])  # furry is right, then paved
        answers = [attention.softmax(4 * attend(toy, W).output[2])[i] for i, toy in sentences]
        return -np.log(answers).sum()

    W = np.hstack([TURNED, examples.TOO_TIRED.W_V])
    nudges = 1e-5 * np.eye(W.size).reshape(-1, *W.shape)  # one for each number
    for _ in range(20):
        slopes = [(loss(W + nudge) - loss(W - nudge)) / 2e-5 for nudge in nudges]
        W = W - 0.15 * np.reshape(slopes, W.shape)
    return examples.TOY_WORDS[attend(examples.TOO_TIRED, W).weights[2].argmax()]


SHRINKING = {  # which slopes are positive: which logits have to shrink
    (True, True, True): "all",
    (True, False, False): "the first",
    (True, False, True): "the first and the third",
}

PREDICTED = (
    OneOf(
        name="grow_or_shrink",
        title="one number of W_Q",
        truth=lambda: "grow" if loss_of_it(-0.9) < loss_of_it(-1.0) else "shrink",
        why="At −1 a living word asks for a place. The larger the number, the more it asks for "
        "what is alive, as the animal is.",
        options=("grow", "shrink"),
    ),
    Number(
        name="slope_of_w",
        title="the slope of w",
        truth=lambda: 2 * (2 * 3 - 4) * 2,
        why="When w grows by a little, u grows by twice as much, and the loss by 4 times as much "
        "as u: 2 · 4.",
        near=0.011,  # a nudge of 0.01 finds 8.04 and 32.16
    ),
    Number(
        name="slope_of_x",
        title="the slope of x",
        truth=lambda: chain(3.0, 2.0, 4.0)[1],
        why="24 comes back through u, and 8 past it.",
        near=0.011,
    ),
    OneOf(
        name="value_that_counts",
        title="the values",
        truth=value_that_counts,
        why="“it” takes most of its output from the street, so four fifths of what is changed "
        "there arrive. That the animal would be the right noun makes no difference. The output is "
        "that of “it”, but next to nothing of its own value is in it. And all three would count "
        "alike only if their weights were equal.",
        options=(*examples.TOY_WORDS, "all alike"),
    ),
    OneOf(
        name="which_shrink",
        title="the logits of three answers",
        truth=lambda: SHRINKING[tuple(loss_slope(a([[2.0, 1.0, 0.0]]), [1])[0] > 0)],
        why="The slopes of the first and the third are above 0: if either grows, it takes weight "
        "from the right answer. So a step makes both smaller. The slope of the right logit is "
        "below 0: it grows.",
        options=tuple(SHRINKING.values()),
    ),
    OneOf(
        name="large_rate",
        title="a rate of 0.26",
        truth=with_a_large_rate,
        why="Each step jumps over the lowest point, and lands a little farther away on the other "
        "side.",
        options=("nearer", "as far as before", "farther away"),
    ),
    OneOf(
        name="noun_looked_at",
        title="where the tired “it” looks",
        truth=noun_looked_at,
        why="The steps have changed what the words hand over: the street now says “furry”. So the "
        "answer is right, and “it” still looks at the wrong noun.",
        options=("animal", "street"),
    ),
)
