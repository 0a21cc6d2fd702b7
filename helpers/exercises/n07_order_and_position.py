"""Exercises of notebook 07: order, sinusoids, adding, and rotary positions."""

import math

import numpy as np

from helpers import attention, positions
from helpers.exercises.engine.draws import far_sizes, halfway, leading, numbers
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake, each_alone
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short

# --- what notebooks 05 and 06 taught ------------------------------------------------------------

BY_POSITION = Question(
    name="by_position",
    title="does it go by position",
    ask="In the picture of head 1.3, each token of one sentence looks at the token before it. What "
    "else suggests that the head goes by position and not by the words?",
    options=(
        ("each row of weights adds up to 1", "so does each row of every head: it is a softmax."),
        (
            "the line in the picture is dark from the first token to the last",
            "so the weights are near 1 in this sentence. The words could be the reason.",
        ),
        (
            "the same line appears in all other sentences that we tried",
            "the words differ from sentence to sentence. What stays is that each token has one "
            "before it.",
        ),
        (
            "the head is only 32 numbers wide, too few for the words",
            "every head of the model is 32 wide.",
        ),
    ),
    right="c",
)

LAST_ROW = Question(
    name="last_row",
    title="what the last row sees",
    ask="A sentence of ten words goes through one layer with the causal mask $j \\le i$. Which "
    "words can change the output of the last word?",
    options=(
        (
            "all ten",
            "the last query may see every key. For its row the mask hides nothing.",
        ),
        ("the nine before it", "with j ≤ i each query sees itself too. The strict mask is j < i."),
        ("itself alone", "that is the row of the first word, which has nothing before it."),
        (
            "none: it is the word to predict",
            "the word to predict would be an eleventh. The last row is the output of the tenth.",
        ),
    ),
    right="a",
)

# --- order --------------------------------------------------------------------------------------


def two_runs(rng):
    """The outputs of some tokens, and those of the same tokens in another order, or a fault."""
    n, d = far_sizes(rng, 2)
    before = rng.choice([1, 10]) * rng.uniform(-4, 4, (n, d))
    if rng.random() < 0.3:
        before = np.where(rng.random((n, 1)) < 0.5, before, before[0])  # some rows are the same
    order = rng.permutation(n)
    after = before[order]
    match rng.integers(10):
        case 0:
            before = halfway(rng, before)
            after = before[order] + 9e-10 * rng.uniform(-1, 1, (n, d))
        case 1:
            after = before.copy()
        case 2:
            after = before[np.argsort(order)]
        case 3:
            least = rng.choice([-3, rng.uniform(-3, 0)])
            after.flat[rng.integers(after.size)] += rng.choice([-1.01, 1.01]) * 10**least
        case 4:
            column = rng.integers(d)
            after[[0, -1], column] += [0.5, -0.5]  # its mean stays
        case 5:
            after = -after
        case 6:
            row = rng.integers(n)
            after[row, [0, -1]] += [0.5, -0.5]  # its sum stays
        case 7:
            row = rng.integers(n)
            after[row] = after[row, ::-1]  # its numbers stay
        case 8:
            if min(n, d) > 1:
                corners = np.ix_([0, -1], [0, -1])
                after[corners] += [[0.5, -0.5], [-0.5, 0.5]]  # all sums stay
    return before, after, order


ROUNDED_AT = np.append(1, 0.5 * 10.0 ** -np.arange(9))  # (10,): 1, and each half of a digit

EQUIVARIANT = FunctionExercise(
    name="equivariant",
    title="do outputs travel with their tokens",
    task="**Exercise.** `before` `(n, d)` holds a layer's outputs for the tokens `X`, and `after` "
    "its outputs for `X[order]`, the same tokens in another order. Return True if each output has "
    "moved with its token and is otherwise the same, else False. All numbers lie between −50 and "
    "50. A difference below 10⁻⁹ is rounding; a real one is at least 0.001. `[[1.0], [2.0], "
    "[3.0]]`, `[[3.0], [1.0], [2.0]]` and `order = np.array([2, 0, 1])` give "
    f"`True`. {STOP}",
    answer="my_equivariant",
    stub="""def my_equivariant(before, after, order):
    return ...  # 1 line""",
    solution="""def my_equivariant(before, after, order):
    return np.allclose(after, before[order], rtol=0, atol=1e-6)""",
    why="Row i of X[order] is the token order[i], so row i of its outputs has to be "
    "before[order[i]].",
    hints=(
        "Which token stands in row 0 of X[order]? Which row of before is its output?",
        "before[order] are the old outputs in the new order.",
        "np.allclose(one, other) is True if all numbers agree up to rounding.",
    ),
    reference=lambda before, after, order: bool(np.abs(after - before[order]).max() < 1e-6),
    axes=("tokens", "features"),
    cases=(
        Case(
            "two tokens exchanged, and so are the outputs",
            (a([[1.0], [2.0]]), a([[2.0], [1.0]]), a([1, 0])),
            "Both outputs have moved with their tokens: True.",
        ),
        Case(
            "two tokens exchanged, and the outputs stay",
            (a([[1.0], [2.0]]), a([[1.0], [2.0]]), a([1, 0])),
            "The tokens changed places and the outputs did not: False.",
        ),
        Case(
            "three tokens in a ring",
            (a([[1.0], [2.0], [3.0]]), a([[3.0], [1.0], [2.0]]), a([2, 0, 1])),
            "Row 0 of after belongs to token order[0] = 2, so it has to be before[2].",
        ),
        Case(
            "three tokens in a ring, the outputs the other way round",
            (a([[1.0], [2.0], [3.0]]), a([[2.0], [3.0], [1.0]]), a([2, 0, 1])),
            "Every output stands at the place of another token: False.",
        ),
        Case(
            "right but for rounding",
            (a([[0.0], [0.7]]), a([[0.7], [1e-13]]), a([1, 0])),
            "A difference of 1e-13 is rounding, even beside 0: True. A share of 0 is 0, so a "
            "tolerance needs an absolute part: atol.",
        ),
        Case(
            "one number is off by 0.001",
            (a([[0.1, 0.001], [0.7, 9.0]]), a([[0.7, 9.0], [0.1, 0.002]]), a([1, 0])),
            "The last number differs by 0.001, which is no rounding: False.",
        ),
        Case(
            "one number is 48.002 instead of 48",
            (a([[0.1, 48.0], [0.7, 9.0]]), a([[0.7, 9.0], [0.1, 48.002]]), a([1, 0])),
            "The last number differs by 0.002, which is more than rounding, even beside 48: "
            "False. A tolerance that is a share of the number must be small enough for 50.",
        ),
        Case(
            "two numbers are off, by 0.5 and by −0.5",
            (a([[0.1, 5.0], [0.7, 9.0]]), a([[1.2, 9.0], [0.1, 4.5]]), a([1, 0])),
            "Differences must not cancel out: compare number by number.",
        ),
        Case(
            "on both sides of a half",
            (a([ROUNDED_AT - 4e-10, ROUNDED_AT]), a([ROUNDED_AT, ROUNDED_AT + 4e-10]), a([1, 0])),
            "A difference of 8e-10 is rounding, but rounded or cut off, two numbers so close may "
            "become different ones, as 0.5 − 4e-10 and 0.5 + 4e-10 become 0 and 1. Compare the "
            "size of their difference with a tolerance between 10⁻⁹ and 0.001.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda before, after, order: np.allclose(before, after),
            "You ask whether the outputs stay where they were. That is invariance. Equivariant "
            "outputs move with their tokens.",
        ),
        Mistake(
            lambda before, after, order: np.allclose(after[order], before),
            "You compare outputs of different tokens. The old outputs in the new order are "
            "before[order]. after[order] and before[np.argsort(order)] go the other way.",
        ),
        Mistake(
            lambda before, after, order: np.allclose(before.mean(axis=0), after.mean(axis=0)),
            "You compare the means. The mean of the outputs is the same whichever place each has: "
            "it is invariant.",
        ),
        Mistake(
            lambda before, after, order: np.allclose(np.sort(before, 0), np.sort(after, 0)),
            "You ask only whether the same outputs occur somewhere. Each must stand where order "
            "says.",
        ),
        Mistake(
            lambda before, after, order: (
                np.allclose(before[order], after) and not np.allclose(before, after)
            ),
            "You also demand that something changes. If order leaves every token in place, or the "
            "tokens that change places are equal, the same outputs are right.",
        ),
        Mistake(
            lambda before, after, order: not np.allclose(before[order], after),
            "Your answer is the wrong way round: equal means True.",
        ),
        Mistake(
            lambda before, after, order: bool((before[order] == after).all()),
            "Your comparison sees differences that are rounding alone. np.allclose has a "
            "tolerance, atol, which is 1e-8 if you don't set it.",
        ),
        Mistake(
            lambda before, after, order: bool(np.isclose(before[order], after).any()),
            "One number that agrees is enough for you: take .all() instead of .any().",
        ),
        Mistake(
            lambda before, after, order: bool(np.allclose(before[order[0]], after[0])),
            "Only row 0 is compared. In a loop, a return in the first step ends it.",
        ),
        Mistake(
            lambda before, after, order: (after - before[order]).max() < 1e-9,
            "A negative difference counts as small: take np.abs first.",
        ),
        Mistake(
            lambda before, after, order: abs((after - before[order]).sum()) < 1e-9,
            "In a sum, one difference may cancel another. Compare number by number, or take np.abs "
            "of each difference first.",
        ),
        Mistake(
            lambda before, after, order: np.allclose(
                np.linalg.norm(before[order], axis=1), np.linalg.norm(after, axis=1)
            ),
            "You compare lengths. A vector may turn and keep its length.",
        ),
    ),
    draw=two_runs,
    seeds=range(120),  # of two possible answers, each draw tells little
)

# --- sinusoids ----------------------------------------------------------------------------------


def table(n, d, first=0, omega=None):
    """Sinusoids from position `first`, with other frequencies: (n, d/2) angles, then sin, cos."""
    omega = positions.frequencies(d) if omega is None else omega
    angles = np.arange(first, first + n)[:, None] * omega
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n, d)


def pairs_of(d):
    return np.arange(d // 2)


def one_frequency_a_column(n, d, factor=1):
    angles = np.arange(n)[:, None] * 10_000.0 ** (-factor * np.arange(d) / d)
    return np.where(np.arange(d) % 2 == 0, np.sin(angles), np.cos(angles))


def a_table(rng):
    n, half = far_sizes(rng, 2)
    return n, 2 * half


def written_over(n, d):
    P = np.zeros((n, d))
    for t, omega in enumerate(positions.frequencies(d)):
        P[:, t], P[:, t + 1] = np.sin(np.arange(n) * omega), np.cos(np.arange(n) * omega)
    return P


SINUSOIDS = FunctionExercise(
    name="sinusoids",
    part="sinusoids",
    title="the table of sinusoids",
    task="**Exercise.** Make the table `(n, d)` of the formula above, for an even `d`. Positions "
    "`i` and pairs `t` are counted from 0. `n = 2` and `d = 2` give `[[0, 1], [0.841, 0.540]]`.",
    answer="my_sinusoids",
    stub="""def my_sinusoids(n, d):
    return ...  # about 5 lines""",
    solution="""def my_sinusoids(n, d):
    omega = 10000 ** (-2 * np.arange(d // 2) / d)
    angles = np.arange(n).reshape(n, 1) * omega
    P = np.zeros((n, d))
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P""",
    why="Each pair of columns has one angle, iω. Its sin stands first, its cos beside it.",
    hints=(
        "Which numbers are in columns 0 and 1, which in columns 2 and 3?",
        "First all angles (n, d/2): a column of positions times a row of frequencies.",
        "P[:, 0::2] are the columns 0, 2, 4, …; P[:, 1::2] those between.",
    ),
    reference=positions.sinusoids,
    axes=("positions", "numbers"),
    cases=(
        Case("position 0", (1, 2), "At position 0 every sin is 0 and every cos is 1: [0, 1]."),
        Case(
            "one pair",
            (2, 2),
            "The first pair has ω = 1: position 1 is [sin 1, cos 1], in radians.",
        ),
        Case(
            "two pairs",
            (2, 4),
            "With d = 4 the second pair has ω = 10000^(−2/4) = 0.01. Its sin and cos are in "
            "columns 2 and 3.",
        ),
        Case(
            "three pairs",
            (3, 6),
            "With d = 6 the frequencies are 1, 0.0464 and 0.00215: ω = 10000^(−2t/d).",
        ),
    ),
    mistakes=(
        Mistake(
            lambda n, d: table(n, d).reshape(n, -1, 2)[:, :, ::-1].reshape(n, d),
            "sin and cos have changed places: sin is in the even columns 0, 2, 4, …",
        ),
        Mistake(
            lambda n, d: table(n, d)[:, positions.halves_order(d)],
            "All sines stand left and all cosines right. In this formula each cos stands beside "
            "its sin.",
        ),
        Mistake(
            lambda n, d: table(n, d).reshape(n, -1, 2).transpose(2, 0, 1).reshape(n, d),
            "Sines and cosines are stacked as rows, so reshape mixes positions: stack them along a "
            "new last axis, axis=-1.",
        ),
        Mistake(
            one_frequency_a_column,
            "Each of your columns has a frequency of its own. A sin and the cos beside it share "
            "one, with 2t in the exponent.",
        ),
        Mistake(
            lambda n, d: one_frequency_a_column(n, d, 2),
            "You take the number of a column for t. Columns 2t and 2t + 1 have the same t, and so "
            "the same frequency.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=10_000.0 ** (-4 * pairs_of(d) / d)),
            "Your frequencies fall too fast: the exponent is −4t/d. If your t runs over 0, 2, 4, "
            "…, it is 2t already.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=10_000.0 ** (-pairs_of(d) / d)),
            "Your frequencies are 10000 ** (−t/d), which is also 100 ** (−2t/d): they fall too "
            "slowly. The base is 10000, the exponent −2t/d.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=10_000.0 ** (2 * pairs_of(d) / d)),
            "Your later pairs turn faster. The exponent is negative: the first pair is the "
            "fastest, the last the slowest.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=positions.frequencies(d)[::-1]),
            "Slow and fast have changed places: the first pair is the fastest, with ω = 1.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=10_000.0**-2 * pairs_of(d) / d),
            "** comes before * and /, so only the 2 is in your exponent. Put brackets around the "
            "whole exponent.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=10_000.0 ** (-2 * (pairs_of(d) + 1) / d)),
            "Your first pair is t = 1. Pairs are counted from 0, so the first frequency is 1.",
        ),
        Mistake(
            lambda n, d: table(n, d, first=1),
            "Your first row is position 1. Positions are counted from 0.",
        ),
        Mistake(
            lambda n, d: np.repeat(np.sin(np.arange(n)[:, None] * positions.frequencies(d)), 2, 1),
            "Both columns of a pair hold the sin. The second has to hold the cos.",
        ),
        Mistake(
            written_over,
            "Pair t is written into columns t and t + 1, over parts of the pair before. Its "
            "columns are 2t and 2t + 1.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=positions.frequencies(d, 1000)),
            "The base is 1000 instead of 10000.",
        ),
        Mistake(
            lambda n, d: table(n, d, omega=np.degrees(positions.frequencies(d))),
            "You turn the angles into degrees. np.sin and np.cos take radians.",
        ),
    ),
    draw=a_table,
)


def turn(angle):
    return a([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


SHIFT = FunctionExercise(
    name="shift_by_k",
    title="one matrix for k positions further",
    task="**Exercise.** Make the matrix `R` `(2, 2)` that moves one pair of frequency `omega` by "
    "`k` positions, for `k` = 1, 2, …: `[sin b, cos b] @ R` is `[sin(b + kω), cos(b + kω)]` for "
    "every angle `b`. For `k = 3`, `omega = 0.5` the upper left number is 0.0707.",
    answer="my_shift",
    stub="""def my_shift(k, omega):
    return ...  # 2 lines""",
    solution="""def my_shift(k, omega):
    angle = k * omega
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])""",
    why="It is the rotation by kω. The angle b does not occur in it, so it fits every position.",
    hints=(
        "sin(b + c) = sin b cos c + cos b sin c, and cos(b + c) = cos b cos c − sin b sin c.",
        "A row times a matrix: the first column of R makes the new sin, out of sin b and cos b.",
        "So the first column is cos c, sin c. With c = kω.",
    ),
    reference=lambda k, omega: turn(k * omega),
    axes=("rows", "columns"),
    cases=(
        Case(
            "one position",
            (1, 0.5),
            "The new sin is sin b cos ω + cos b sin ω: that is the first column. The second makes "
            "the new cos.",
        ),
        Case("three positions", (3, 0.5), "Three positions further is an angle of 3ω."),
        Case("a slow pair", (2, 0.01), "Two positions further at ω = 0.01 is an angle of 0.02."),
    ),
    mistakes=(
        Mistake(
            lambda k, omega: turn(k * omega).T,
            "Your matrix turns backwards, or it is meant for a column, R @ [sin b, cos b]. Here "
            "the pair is a row and stands left of R.",
        ),
        Mistake(lambda k, omega: turn(omega), "Your matrix moves by one position, whatever k is."),
        Mistake(
            lambda k, omega: turn((k + 1) * omega),
            "Your matrix moves by k + 1 positions. If you multiply k times, begin with the "
            "identity.",
        ),
        Mistake(lambda k, omega: turn(k + omega), "The angle is k times ω, not k plus ω."),
        Mistake(lambda k, omega: turn(k / omega), "The angle is k times ω: you divide."),
        Mistake(
            lambda k, omega: turn(math.radians(k * omega)),
            "The angle kω is in radians already: no conversion is needed.",
        ),
        Mistake(
            lambda k, omega: turn(2 * math.pi * k * omega),
            "The angle is kω: ω is in radians for each position, not in turns.",
        ),
        Mistake(
            lambda k, omega: turn(k * omega) * [1, -1],
            "The first column is right. In the second both signs are the wrong way round: the new "
            "cos is cos b cos kω minus sin b sin kω.",
        ),
        Mistake(
            lambda k, omega: k * turn(omega),
            "You multiply the matrix by k. That makes the pair longer: multiply the angle.",
        ),
        Mistake(
            lambda k, omega: turn(omega) ** k,
            "** takes each number of an array to a power. To shift k times, multiply with @, or "
            "take the angle kω at once.",
        ),
        Mistake(
            lambda k, omega: turn(k * omega) * [[1, -1], [1, 1]],
            "Neither sine is negative. The new cos is cos b cos kω minus sin b sin kω.",
        ),
        Mistake(
            lambda k, omega: turn(k * omega) * [[1, 1], [-1, 1]],
            "Both sines are negative. One of them is not: the new sin is sin b cos kω plus cos b "
            "sin kω.",
        ),
        Mistake(
            lambda k, omega: turn(k * omega)[::-1],
            "sin and cos have changed places: for a small angle R is nearly the identity, so cos "
            "stands on the diagonal.",
        ),
        Mistake(
            lambda k, omega: a([math.sin(k * omega), math.cos(k * omega)]),
            "This is the pair at position k. R is the matrix that moves any pair.",
        ),
        Mistake(
            lambda k, omega: np.eye(2) + k * omega,
            "You add kω. Sines and cosines of a sum are products: see the first hint.",
        ),
    ),
    draw=lambda rng: (*far_sizes(rng, 1), float(10 ** rng.uniform(-3, 0))),
)

# --- adding -------------------------------------------------------------------------------------

ADDING = Question(
    name="adding",
    title="what adding does to the word",
    ask="Before the projections, a position is added to each token's vector. What becomes of the "
    "word in it?",
    options=(
        (
            "it is lost: from a sum you cannot tell the parts",
            "of two numbers you cannot. Two vectors that point in different directions can both be "
            "read from their sum, by a matrix that knows the directions.",
        ),
        (
            "the features that the position uses are overwritten",
            "nothing is overwritten: each number of the word is still in the sum.",
        ),
        (
            "nothing: the layer takes the position off again before it computes values",
            "no layer does that. Queries, keys and values are all made of the sum.",
        ),
        (
            "a projection can still read it, if words and positions point in different directions",
            "the sum times W is the word times W plus the position times W, and W can make either "
            "part almost 0.",
        ),
    ),
    right="d",
)


def tokens_and_positions(rng):
    n, d, d_k, d_v = far_sizes(rng, 4)
    X, P = (numbers(rng, n, d, tiny=0.1, huge=5) for _ in range(2))
    W_Q, W_K, W_V = (rng.standard_normal((d, width)) for width in (d_k, d_k, d_v))
    return X, P, W_Q, W_K, W_V


def output(Q, K, V):
    return attention.attention(Q, K, V).output


def layer(X, P, W_Q, W_K, W_V):
    X = X + P
    return output(X @ W_Q, X @ W_K, X @ W_V)


ADD_FIRST = FunctionExercise(
    name="add_first",
    title="where positions are added",
    task="**Exercise** (mend it). `X` `(n, d)` are tokens, `P` `(n, d)` their positions. The "
    "projections are `(d, d_k)`, `(d, d_k)` and `(d, d_v)`, and this layer adds `P` after them. "
    "There `P` fits only if all these widths are equal, and no matrix learns what to do with a "
    "position. Make queries, keys and values from the sum of token and position, as the 2017 paper "
    "does.",
    answer="my_layer",
    stub="""def my_layer(X, P, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q + P, X @ W_K + P, X @ W_V + P
    return attention.attention(Q, K, V).output""",
    solution="""def my_layer(X, P, W_Q, W_K, W_V):
    X = X + P
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return attention.attention(Q, K, V).output""",
    why="Each projection now meets word and position: W decides how much of either counts.",
    hints=(
        "Where do token and position have the same width, whatever d_k and d_v are?",
        "Add P once, to X, before all three projections.",
        "X = X + P makes a new array. X += P would change the caller's.",
    ),
    reference=layer,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token",
            (a([[1.0, 2.0]]), a([[0.0, 1.0]]), *[a([[1.0, 0.0], [0.0, 2.0]])] * 3),
            "One token has weight 1, so the output is (x + p) W_V = [1, 6].",
        ),
        Case(
            "two equal words at two positions",
            (
                a([[1.0, 0.0], [1.0, 0.0]]),
                a([[0.0, 1.0], [1.0, 0.0]]),
                a([[1.0, 0.0], [0.0, 2.0]]),
                a([[0.0, 1.0], [3.0, 0.0]]),
                a([[1.0, 2.0], [0.0, 1.0]]),
            ),
            "The outputs are softmax(Q Kᵀ/√d_k) V, without a mask, with Q = (X + P) W_Q, "
            "K = (X + P) W_K and V = (X + P) W_V.",
        ),
        Case(
            "three tokens, and every width another one",
            (
                a([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
                a([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]]),
                a([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]]),
                a([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]),
                a([[1.0], [2.0]]),
            ),
            "Tokens and positions are 2 wide here, queries and keys 3, values 1. P is added to the "
            "tokens, and the scores are divided by √3.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output(X @ W_Q, X @ W_K, X @ W_V),
            "The positions are gone: P must be added to X.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output((X + P) @ W_Q, (X + P) @ W_K, X @ W_V),
            "Your values are made of X alone. In the 2017 paper they get the sum, too.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output((X + P) @ W_Q, X @ W_K, X @ W_V),
            "Only your queries know their position. Keys and values need it, too.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output(P @ W_Q, P @ W_K, X @ W_V),
            "Your queries and keys are made of positions alone, without the words.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output(X @ W_Q, X @ W_K, X @ W_V) + P,
            "You add P to the output: too late, no score knows of it.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output(X + P @ W_Q, X + P @ W_K, X + P @ W_V),
            "@ comes before +, so only P is projected. Put X + P in brackets.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output(X + P, X + P, X + P),
            "You attend without any projection: W_Q, W_K and W_V are not used.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: layer(np.concatenate([X, P], axis=1), 0, W_Q, W_K, W_V),
            "Side by side, X and P are 2d wide, and W has d rows. Add them, or stack each W on "
            "itself.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: layer(X, (P - X) / 2, W_Q, W_K, W_V),
            "You take the mean of X and P. The sum is asked for.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: layer(X, P[0], W_Q, W_K, W_V),
            "Every token gets the position of the first one, so all places look the same.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: layer(X * P, 0, W_Q, W_K, W_V),
            "You multiply by P. Positions are added.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: output((X + P) @ W_K, (X + P) @ W_Q, (X + P) @ W_V),
            "In effect, queries and keys are swapped: row i of the weights belongs to "
            "query i, and its columns to the keys.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: (
                attention.attention((X + P) @ W_Q, (X + P) @ W_K, (X + P) @ W_V, scale=1.0).output
            ),
            "Your scores are not divided by the root of the keys' width. attention.attention "
            "does it.",
        ),
        Mistake(
            lambda X, P, W_Q, W_K, W_V: (
                attention.attention(
                    (X + P) @ W_Q, (X + P) @ W_K, (X + P) @ W_V, scale=1 / math.sqrt(X.shape[-1])
                ).output
            ),
            "You divide the scores by the root of d, the tokens' width. Divide by √d_k, that of "
            "the keys.",
        ),
    ),
    draw=tokens_and_positions,
)

# --- rotary -------------------------------------------------------------------------------------


def turned(x, omega=None, first=0):
    """x with each neighbouring pair turned, with other frequencies or from another position."""
    n, d = x.shape[-2:]
    omega = positions.frequencies(d) if omega is None else omega
    angles = np.arange(first, first + n)[:, None] * omega
    z = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * angles)
    return np.stack([z.real, z.imag], axis=-1).reshape(x.shape)


def turned_in_place(x):
    y = x.copy()
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * positions.frequencies(d)
    y[..., 0::2] = y[..., 0::2] * np.cos(angles) - y[..., 1::2] * np.sin(angles)
    y[..., 1::2] = y[..., 0::2] * np.sin(angles) + y[..., 1::2] * np.cos(angles)
    return y


def neighbours_exchanged(x):
    """The order of the columns in which the two of each pair change places: 1, 0, 3, 2, …"""
    return np.arange(x.shape[-1]) ^ 1


def sin_for_cos(x):
    angles = np.arange(x.shape[-2])[:, None] * positions.frequencies(x.shape[-1])
    a, b = x[..., 0::2], x[..., 1::2]
    pairs = a * np.sin(angles) - b * np.cos(angles), a * np.cos(angles) + b * np.sin(angles)
    return np.stack(pairs, axis=-1).reshape(x.shape)


def added(x):
    return x + positions.sinusoids(*x.shape[-2:])


def scaled(x):
    P = positions.sinusoids(*x.shape[-2:])
    return x * P.reshape(*P.shape[:-1], -1, 2)[..., ::-1].reshape(P.shape)


def queries(rng):
    """Zero in a pair would be 6e-17 in a formula that turns it by its length and its angle."""
    n, half = far_sizes(rng, 2)
    x = numbers(rng, *leading(rng), n, 2 * half, tiny=1e-6, huge=1e6).astype(float)
    return (np.where((x == 0) & x.any(), 2.0, x),)


THREE_HEADS = a([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 8.0], [7.0, 6.0]]])

ROTATE = FunctionExercise(
    name="rotate",
    title="turn pairs by their position",
    task="**Exercise.** Turn the queries `x` `(…, n, d)`, floats with an even `d`. In row `i`, the "
    "pair of columns $2t$ and $2t+1$ turns by $c = i\\,\\omega_t$, from $(a, b)$ to "
    "$(a\\cos c - b\\sin c,\\ a\\sin c + b\\cos c)$. `frequencies(d)` gives all $\\omega_t$. "
    "`[[1.0, 0.0], [1.0, 0.0]]` gives `[[1, 0], [0.540, 0.841]]`.",
    answer="my_rotate",
    stub="""def my_rotate(x):
    return ...  # about 6 lines""",
    solution="""def my_rotate(x):
    n, d = x.shape[-2:]
    angles = np.arange(n).reshape(n, 1) * frequencies(d)
    a, b = x[..., 0::2], x[..., 1::2]
    y = np.zeros(x.shape)
    y[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
    y[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
    return y""",
    why="All pairs of all rows turn at once: angles (n, d/2) fits the even and the odd columns.",
    hints=(
        "Which columns are the first numbers of the pairs? x[..., 0::2] takes them.",
        "The angles are (n, d/2): a column of positions times the row of frequencies.",
        "Make a new array, and fill its even and its odd columns from the old pairs.",
    ),
    reference=positions.rotate,
    axes=("positions", "numbers"),
    cases=(
        Case(
            "position 0",
            (a([[3.0, 4.0]]),),
            "Row 0 is turned by an angle of 0, whose cos is 1 and whose sin is 0: it stays.",
        ),
        Case(
            "positions 0 and 1, one pair",
            (a([[1.0, 0.0], [1.0, 0.0]]),),
            "Row 1 turns by ω = 1: (1, 0) becomes (cos 1, sin 1).",
        ),
        Case(
            "both numbers of a pair",
            (a([[1.0, 2.0], [1.0, 2.0]]),),
            "(a, b) becomes (a cos c − b sin c, a sin c + b cos c), both from the old a and b.",
        ),
        Case(
            "three positions, two pairs",
            (a([[1.0, 2.0, 3.0, 4.0]] * 3),),
            "Columns 0 and 1 turn with ω = 1, columns 2 and 3 with ω = 0.01.",
        ),
        *each_alone(*((head,) for head in THREE_HEADS)),
        Case(
            "three heads",
            (THREE_HEADS,),
            "Right for a matrix, wrong for three axes: the last two axes are n and d.",
        ),
    ),
    mistakes=(
        Mistake(
            positions.rotate_halves,
            "You pair column t with column t + d/2, which is the other convention. Here neighbours "
            "are a pair.",
        ),
        Mistake(
            lambda x: turned(x)[..., positions.halves_order(x.shape[-1])],
            "The numbers are right, but all first ones of the pairs stand left, all second ones "
            "right. Put each pair back into its two columns.",
        ),
        Mistake(
            lambda x: turned(x, -positions.frequencies(x.shape[-1])),
            "You turn the other way: the minus stands with b sin c, in the first number.",
        ),
        Mistake(
            lambda x: turned(x, positions.frequencies(x.shape[-1])[::-1]),
            "Slow and fast have changed places: the first pair is the fastest.",
        ),
        Mistake(
            lambda x: turned(x, np.ones(x.shape[-1] // 2)),
            "All pairs turn at the same frequency, 1. Pair t has its own.",
        ),
        Mistake(lambda x: turned(x, first=1), "Your first row is turned: positions start at 0."),
        Mistake(
            lambda x: turned(x)[..., neighbours_exchanged(x)],
            "The two numbers of each pair have changed places: column 2t is a cos c − b sin c.",
        ),
        Mistake(
            lambda x: turned(x[..., neighbours_exchanged(x)]),
            "You turn (b, a) instead of (a, b): a is in column 2t, b in column 2t + 1.",
        ),
        Mistake(
            sin_for_cos,
            "sin and cos have changed places: with an angle of 0 nothing may move, and cos 0 is 1.",
        ),
        Mistake(
            lambda x: turned(x) * np.tile([1, 0], x.shape[-1] // 2),
            "The odd columns stay 0. Fill them with a sin c + b cos c.",
        ),
        Mistake(
            turned_in_place,
            "The first number is replaced before the second is computed from it. Keep the old "
            "pair, or write into a new array.",
        ),
        Mistake(
            added,
            "You add sin and cos to the pairs. Rotary positions turn them: nothing is added.",
        ),
        Mistake(
            scaled,
            "You multiply one number by cos and the other by sin. Both new numbers need both old "
            "ones.",
        ),
    ),
    draw=queries,
)

TURNED = Question(
    name="turned",
    title="what rotary positions turn",
    ask="In attention with rotary positions, what is turned by its position?",
    options=(
        (
            "queries, keys and values",
            "a turned value would come out turned by the key's position. The weights already know "
            "the distance; values stay.",
        ),
        (
            "queries and keys",
            "of the two positions, only their distance then enters the dot product.",
        ),
        (
            "the tokens, before the projections",
            "then W_Q and W_K would meet a turned word, and the score would depend on both "
            "positions, not only on their distance.",
        ),
        ("the scores", "a score is one number. It has no pair that could turn."),
    ),
    right="b",
)

CHECKED = (
    EQUIVARIANT,
    LAST_ROW,
    SINUSOIDS,
    SHIFT,
    BY_POSITION,
    ADD_FIRST,
    ADDING,
    ROTATE,
    TURNED,
)

# --- predictions --------------------------------------------------------------------------------

WORDS = a([[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]])  # dog chases thief


def last_row(layers, order):
    """The last row after layers of masked self-attention on the three words in this order."""
    X = WORDS[order]
    for _ in range(layers):
        X = X + attention.attention(X, X, X, attention.causal_mask(3)).output
    return X[-1]


def knows_order():
    for layers in (1, 2):
        if not np.allclose(last_row(layers, [0, 1, 2]), last_row(layers, [1, 0, 2])):
            return str(layers)
    return "never"


def dog_turned_round():
    one, other = (WORDS[order] for order in ([0, 1, 2], [2, 1, 0]))
    same = np.allclose(output(one, one, one)[0], output(other, other, other)[2])
    return "the same" if same else "different"


PREDICTED = (
    OneOf(
        name="dog_turned_round",
        title="the dog that is chased",
        truth=dog_turned_round,
        why="The sum over the keys has the same terms, in another order.",
        options=("the same", "different"),
    ),
    OneOf(
        name="mask_alone",
        title="a mask and no positions",
        truth=knows_order,
        why="In one layer the last row is a sum over all words, in whatever order they stand. In a "
        "second layer it collects rows, and what those have seen depends on the order.",
        options=("1", "2", "never"),
    ),
    Number(
        name="random_directions",
        title="two random directions",
        truth=lambda: math.sqrt(1 / 384),
        why="It is 1/√384, the root of the mean square: random directions are nearly at right "
        "angles, the more so the more numbers there are.",
        within=0.052,  # from 0, “nearly at right angles”, to 0.1
        digits=2,
    ),
)
