"""Exercises of notebook 08: layer norm, the MLP, the block, and how many numbers it learns."""

from dataclasses import dataclass

import numpy as np

from helpers import attention, block
from helpers.data import recorded
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake, each_alone
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question
from helpers.experiments import depth, parameter_counts

a = np.array  # literal cases stay short

# --- what notebooks 06 and 07 taught ------------------------------------------------------------

RECALL_ADDED = Question(
    name="recall_added",
    title="what a layer does with its heads",
    ask="A layer of our model has 12 heads. Each head's output, times its rows of $W_O$, is as "
    "wide as a token. What does the layer do with these 12 vectors?",
    options=(
        (
            "it adds them to the token's own vector",
            "their sum is added to the token, which is then rescaled.",
        ),
        (
            "it puts them in the place of the token's vector",
            "then every token would forget which word it is, unless it attended to itself.",
        ),
        (
            "it keeps the longest of them",
            "no head is chosen: all are added up, the short ones as well.",
        ),
        (
            "it lays them side by side",
            "the outputs of the heads lie side by side before W_O. After it, they are added up.",
        ),
    ),
    right="a",
)

RECALL_PERMUTED = Question(
    name="recall_permuted",
    title="tokens in another order",
    ask="There are no positions and no mask. You exchange two rows of $X$. What happens to the "
    "output of self-attention?",
    options=(
        (
            "nothing: it stays as it is",
            "that would be invariance. The mean of all rows is invariant; the rows themselves are "
            "not.",
        ),
        (
            "the same two rows are exchanged",
            "every token still meets the same keys and values. This is called equivariance.",
        ),
        (
            "all rows change",
            "each query has the same keys with the same values as before, in another order.",
        ),
        (
            "the weights of the two tokens become 0",
            "no weight is 0 after a softmax without a mask.",
        ),
    ),
    right="b",
)

# --- layer norm ---------------------------------------------------------------------------------

EPSILON = 1e-5


def normalized(x, gain, shift):
    return block.layer_norm(x, gain, shift)


def norm_with(mean=True, divide="root", axis=-1, affine=True):
    """A layer norm with something else in it. divide: by the root of the variance plus epsilon, or
    in one of the wrong ways below."""

    def made(x, gain, shift):
        centred = x - x.mean(axis, keepdims=True)
        size = centred**2 if mean else x**2
        variance = size.mean(axis, keepdims=True)
        by = {
            "root": np.sqrt(variance + EPSILON),
            "variance": variance + EPSILON,
            "epsilon outside": np.sqrt(variance) + EPSILON,
            "no epsilon": np.sqrt(variance),
            "sample": np.sqrt(size.sum(axis, keepdims=True) / (x.shape[-1] - 1) + EPSILON),
            "length": np.sqrt(size.sum(axis, keepdims=True)) + EPSILON,
            "nothing": 1,
        }[divide]
        y = (centred if mean else x) / by
        return y * gain + shift if affine else y

    return made


def token_gain_shift(rng):
    shape = (*leading(rng), *sizes(rng, 1))
    return numbers(rng, *shape), numbers(rng, shape[-1]), numbers(rng, shape[-1])


TWO_SENTENCES = a([[[1.0, 3.0, 8.0], [2.0, 2.0, 9.0]], [[0.0, 5.0, 1.0], [7.0, 1.0, 1.0]]])

LAYER_NORM = FunctionExercise(
    name="layer_norm",
    part="layer_norm",
    title="layer norm",
    task="**Exercise.** Write the layer norm: in each token of `x` `(…, d)`, subtract the mean of "
    "its `d` numbers and divide by the root of (their variance + 1e-5). Then multiply by `gain` "
    "`(d,)` and add `shift` `(d,)`. `x` has any number of axes, of which the features are the "
    "last. `x = [[1, 3], [5, 5]]`, `gain = [1, 2]`, `shift = [0, 7]` give about "
    f"`[[-1, 9], [0, 7]]`. {STOP}",
    answer="my_layer_norm",
    stub="""def my_layer_norm(x, gain, shift):
    return ...  # about 3 lines""",
    solution="""def my_layer_norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gain + shift""",
    why="axis=-1 is the features of one token, whatever stands before it. keepdims keeps that "
    "axis, so that the mean can be subtracted from every feature.",
    hints=(
        "The mean and the variance belong to one token. Which axis holds its numbers?",
        "x.mean(axis=-1, keepdims=True) has shape (…, 1), so it can be subtracted from x.",
        "The variance is the mean of the squares of what is left. Divide by np.sqrt(variance + "
        "1e-5), then times gain, plus shift.",
    ),
    reference=normalized,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token",
            (a([1.0, 3.0]), a([1.0, 1.0]), a([0.0, 0.0])),
            "The mean is 2 and the variance 1, so 1 becomes (1 − 2) / √1.00001, and 3 becomes "
            "(3 − 2) / √1.00001.",
        ),
        Case(
            "one token with three features",
            (a([1.0, 3.0, 8.0]), a([1.0, 1.0, 1.0]), a([0.0, 0.0, 0.0])),
            "The mean is 4. The variance is the mean of the squares 9, 1 and 16, that is 26 / 3.",
        ),
        Case(
            "one token whose numbers are all the same",
            (a([5.0, 5.0]), a([1.0, 1.0]), a([0.0, 0.0])),
            "The variance is 0. Only the 1e-5 keeps this from being 0/0: the result is 0.",
        ),
        Case(
            "one token with tiny numbers",
            (a([0.001, 0.003]), a([1.0, 1.0]), a([0.0, 0.0])),
            "The variance is 1e-6, so here the 1e-5 counts most. It is added to the variance, "
            "under the root.",
        ),
        Case(
            "gain and shift",
            (a([1.0, 3.0]), a([2.0, 3.0]), a([10.0, 20.0])),
            "−1 and 1 are first multiplied by the gain, 2 and 3; then the shift is added.",
        ),
        Case(
            "two tokens",
            (a([[1.0, 3.0, 8.0], [10.0, 20.0, 90.0]]), a([1.0, 1.0, 1.0]), a([0.0, 0.0, 0.0])),
            "Each of the two tokens has a mean and a variance of its own: 4 and 26 / 3, 40 and "
            "3800 / 3.",
        ),
        *each_alone(*((x, a([1.0, 1.0, 1.0]), a([0.0, 0.0, 0.0])) for x in TWO_SENTENCES)),
        Case(
            "two sentences of two tokens",
            (TWO_SENTENCES, a([1.0, 1.0, 1.0]), a([0.0, 0.0, 0.0])),
            "Right for a matrix, wrong for three axes: the features stand on the last axis.",
        ),
    ),
    mistakes=(
        Mistake(
            norm_with(axis=0),
            "You normalize each feature over the tokens. Layer norm takes one token at a time, "
            "over its features: axis=-1.",
        ),
        Mistake(
            norm_with(axis=None, divide="no epsilon"),
            "Your 1e-5 is missing. And you take one mean and one variance of the whole array: each "
            "token has its own.",
        ),
        Mistake(
            norm_with(axis=None),
            "You take one mean and one variance of the whole array. Each token has its own.",
        ),
        Mistake(
            norm_with(divide="variance"),
            "You divide by the variance. Divide by its root, so that the result has variance 1.",
        ),
        Mistake(
            norm_with(divide="epsilon outside"),
            "You add 1e-5 to the root. It belongs under the root: np.sqrt(variance + 1e-5).",
        ),
        Mistake(
            norm_with(divide="no epsilon"),
            "Your 1e-5 is missing: a token whose numbers are all the same gives 0/0.",
        ),
        Mistake(
            norm_with(divide="sample"),
            "You divide the squares by d − 1, as for a sample. Here take their mean: divide by d.",
        ),
        Mistake(
            norm_with(divide="length"),
            "You divide by the length of the centred token. Divide by the root of the mean square.",
        ),
        Mistake(
            norm_with(divide="nothing"),
            "The mean is subtracted, but nothing is divided: the variance must become 1.",
        ),
        Mistake(
            norm_with(mean=False),
            "You do not subtract the mean: this is the RMS norm.",
        ),
        Mistake(
            norm_with(mean=False, divide="length"),
            "You give every token the length 1. Subtract its mean, and make its variance 1.",
        ),
        Mistake(
            lambda x, gain, shift: (
                (x - x.mean(-1, keepdims=True))
                / np.sqrt((x**2).mean(-1, keepdims=True) + EPSILON)
                * gain
                + shift
            ),
            "Your variance is the mean of the squares of x. Subtract the mean before you square.",
        ),
        Mistake(
            norm_with(affine=False),
            "gain and shift are missing: times gain, plus shift.",
        ),
        Mistake(
            lambda x, gain, shift: (norm_with(affine=False)(x, gain, shift) + shift) * gain,
            "You add the shift before you multiply. First times gain, then plus shift.",
        ),
        Mistake(
            lambda x, gain, shift: norm_with(affine=False)(x, gain, shift) * shift + gain,
            "gain and shift have changed places: multiply by gain, add shift.",
        ),
        Mistake(
            lambda x, gain, shift: (
                x
                - x.mean(-1, keepdims=True) / np.sqrt(x.var(-1, keepdims=True) + EPSILON) * gain
                + shift
            ),
            "/ and * come before −, so only the mean is divided. Put x − mean into brackets.",
        ),
    ),
    draw=token_gain_shift,
)

# --- the MLP ------------------------------------------------------------------------------------


def think(x, W_1, b_1, W_2, b_2):
    return block.mlp(x, W_1, b_1, W_2, b_2)


def mlp_with(activation):
    return lambda x, W_1, b_1, W_2, b_2: activation(x @ W_1 + b_1) @ W_2 + b_2


def token_and_mlp(rng):
    d, d_ff, d_out = sizes(rng, 3)
    x = numbers(rng, *leading(rng), d)
    return (
        x,
        numbers(rng, d, d_ff),
        numbers(rng, d_ff),
        numbers(rng, d_ff, d_out),
        numbers(rng, d_out),
    )


X_2, W_1, B_1 = a([[1.0, 2.0]]), a([[1.0, 0.0, 1.0], [0.0, -1.0, 1.0]]), a([1.0, 0.0, -2.0])
W_2, B_2 = a([[3.0], [5.0], [10.0]]), a([1.0])
WIDE_W_2, WIDE_B_2 = a([[3.0, 1.0], [5.0, 0.0], [1.0, 1.0]]), a([1.0, 2.0])

MLP = FunctionExercise(
    name="mlp",
    part="mlp",
    title="the MLP",
    task="**Exercise.** Write the MLP, $\\operatorname{relu}(xW_1+b_1)\\,W_2+b_2$, for "
    "`x` `(…, d)`. Here relu replaces every negative number by 0. `x = [[1, 2]]`, "
    "`W_1 = [[1, 0], [0, -1]]`, `b_1 = [1, 0]`, `W_2 = [[3], [5]]`, `b_2 = [1]` give `[[7]]`.",
    answer="my_mlp",
    stub="""def my_mlp(x, W_1, b_1, W_2, b_2):
    return ...  # about 2 lines""",
    solution="""def my_mlp(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1 + b_1, 0)
    return hidden @ W_2 + b_2""",
    why="x @ W_1 treats every row in the same way and alone, whatever axes stand before the last.",
    hints=(
        "Two products with @, one after the other. What stands between them?",
        "hidden = x @ W_1 + b_1, with every negative number replaced by 0.",
        "np.maximum(hidden, 0) compares entry by entry; max and np.max look for one largest.",
    ),
    reference=think,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token, no hidden number negative",
            (a([[1.0, 2.0]]), a([[1.0], [1.0]]), a([0.0]), a([[3.0]]), a([0.0])),
            "1 + 2 = 3 in the hidden layer, 3 · 3 = 9 in the end.",
        ),
        Case(
            "both biases",
            (a([[1.0, 2.0]]), a([[1.0], [1.0]]), a([4.0]), a([[3.0]]), a([5.0])),
            "b_1 is added to the hidden number, 1 + 2 + 4 = 7, and b_2 at the end, 7 · 3 + 5 = 26.",
        ),
        Case(
            "a hidden number below 0",
            (X_2, W_1[:, :2], B_1[:2], W_2[:2], B_2),
            "The hidden numbers are 2 and −2. relu makes them 2 and 0, so the result is 2 · 3 + 1.",
        ),
        Case(
            "a number that is negative only with its bias",
            (X_2, W_1, a([1.0, 0.0, -4.0]), W_2, B_2),
            "The third hidden number is 3 − 4: the bias comes first, then relu.",
        ),
        Case(
            "a hidden number of exactly 0",
            (a([[-1.0, -2.0]]), W_1, B_1, W_2, B_2),
            "The hidden numbers are 0, 2 and −5. relu makes them 0, 2 and 0.",
        ),
        Case(
            "a result below 0",
            (X_2, W_1, B_1, a([[-3.0], [5.0], [0.0]]), B_2),
            "The result is 2 · (−3) + 1 = −5: relu is for the hidden numbers, not for the result.",
        ),
        Case(
            "a result as wide as the token",
            (X_2, W_1, B_1, WIDE_W_2, WIDE_B_2),
            "The hidden numbers are 2, −2 and 1. relu makes them 2, 0 and 1, so the result is "
            "[2 · 3 + 1 + 1, 2 + 1 + 2].",
        ),
        Case(
            "a token below 0",
            (a([[-0.5, -3.0]]), W_1, B_1, WIDE_W_2, WIDE_B_2),
            "The hidden numbers are 0.5, 3 and −5.5. relu makes them 0.5, 3 and 0, whatever sign "
            "the numbers of x have.",
        ),
        Case(
            "both tokens",
            (a([[1.0, 2.0], [-0.5, -3.0]]), W_1, B_1, WIDE_W_2, WIDE_B_2),
            "Right for each of these tokens alone, wrong for both together: each row must be "
            "treated by itself.",
        ),
        Case(
            "a token alone",
            (a([1.0, 2.0]), W_1, B_1, W_2, B_2),
            "x may have one axis as well: a single token (d,) gives (d_out,).",
        ),
    ),
    mistakes=(
        Mistake(
            mlp_with(lambda h: h),
            "relu is missing. Without it two products are one: the MLP would be a single matrix.",
        ),
        Mistake(
            lambda x, W_1, b_1, W_2, b_2: (np.maximum(x @ W_1, 0) + b_1) @ W_2 + b_2,
            "You add b_1 after relu. It decides what is negative, so it comes before.",
        ),
        Mistake(
            lambda x, W_1, b_1, W_2, b_2: np.maximum(think(x, W_1, b_1, W_2, b_2), 0),
            "You apply relu to the result, too. Only the hidden numbers go through it.",
        ),
        Mistake(
            lambda x, W_1, b_1, W_2, b_2: np.maximum((x @ W_1 + b_1) @ W_2 + b_2, 0),
            "You apply relu to the result. It belongs between the two products.",
        ),
        Mistake(
            mlp_with(np.abs),
            "You take away the sign. relu makes negative numbers 0.",
        ),
        Mistake(
            mlp_with(lambda h: np.minimum(h, 0)),
            "You keep the negative numbers. relu keeps the positive ones: np.maximum.",
        ),
        Mistake(
            mlp_with(lambda h: h > 0),
            "h > 0 is True or False, that is 1 or 0. Keep the positive numbers themselves.",
        ),
        Mistake(
            mlp_with(block.gelu),
            "This is gelu, which comes later in this notebook. Here relu is asked for.",
        ),
        Mistake(
            mlp_with(attention.softmax),
            "You take a softmax over the hidden numbers. relu takes each of them alone.",
        ),
        Mistake(
            lambda x, W_1, b_1, W_2, b_2: np.maximum(x @ W_1, 0) @ W_2 + b_2,
            "b_1 is missing: it is added before relu.",
        ),
        Mistake(
            lambda x, W_1, b_1, W_2, b_2: np.maximum(x @ W_1 + b_1, 0) @ W_2,
            "b_2 is missing: it is added at the end.",
        ),
        Mistake(
            lambda x, W_1, b_1, W_2, b_2: think(x, W_1, b_1, W_2, b_2) + x,
            "You add x to the result. That is the block's task; the MLP only says what to add.",
        ),
    ),
    draw=token_and_mlp,
)

# --- the block from its parts -------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A function of x (n, d) that stands for a part of a block, or for a norm, and can be read:
    times · x + plus, and with `mixes`, plus the mean of all tokens."""

    times: float
    plus: float = 0
    mixes: bool = False

    def __call__(self, *arguments):
        if len(arguments) != 1:
            raise TypeError(
                f"attend, think and the norms take one argument, x, not {len(arguments)}"
            )
        x = arguments[0]
        mean = np.mean(x, axis=0) if self.mixes else 0
        return self.times * np.asarray(x, float) + self.plus + mean

    def __repr__(self):
        terms = {"x": self.times, "1": self.plus, "the mean of the tokens": float(self.mixes)}
        parts = [f"{n:g} · {of}".removesuffix(" · 1") for of, n in terms.items() if n]
        return f"(x → {' + '.join(parts) or '0'})"


NOTHING, SAME = Part(0), Part(1)  # writes nothing; leaves x as it is
DOUBLES, ADDS_ONE, HALVES = Part(2), Part(1, 1), Part(0.5)


def block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))


def block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))


def tokens_and_parts(rng):
    """Floats, and parts that differ from each other, so that no two can change places unseen."""
    n, d = sizes(rng, 2)
    times, plus = rng.permutation(np.arange(1, 5)) / 2, rng.permutation(np.arange(-2, 3))
    mixes = rng.random() < 0.5, False, False, False
    parts = (
        Part(float(t), float(p), bool(m)) for t, p, m in zip(times, plus[:4], mixes, strict=True)
    )
    return numbers(rng, n, d) * 1.0, *parts


BEFORE = FunctionExercise(
    name="norm_before",
    part="block",
    title="a norm in the wrong place",
    task="**Exercise** (find the bug). Here `attend`, `think` (the MLP), `norm_1` and `norm_2` are "
    "functions of an array of floats `(n, d)`. Each part must read a normalized copy, and the "
    "stream itself is only ever added to. If `attend` returns twice its input, `think` its "
    "input plus 1 and both norms half of it, `[[4.0]]` must become `[[13.0]]`.",
    answer="my_block_before",
    stub="""def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    x = norm_2(x)
    return x + think(x)""",
    solution="""def my_block_before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))""",
    why="x = norm_2(x) normalizes the stream itself. think(norm_2(x)) reads a normalized copy and "
    "leaves the stream alone.",
    hints=(
        "Compare the two steps. What is added to what, in each of them?",
        "After x = norm_2(x), the stream as it was is gone.",
        "Write norm_2(x) where think reads, and nowhere else.",
    ),
    reference=block_before,
    axes=("tokens", "features"),
    cases=(
        Case(
            "nothing is written",
            (a([[4.0]]), NOTHING, NOTHING, HALVES, HALVES),
            "Both parts write 0, so the stream must come out as it went in: 4.",
        ),
        Case(
            "only attention writes",
            (a([[4.0]]), DOUBLES, NOTHING, ADDS_ONE, SAME),
            "attend reads norm_1(4) = 5 and writes 10, which is added to 4.",
        ),
        Case(
            "only the MLP writes",
            (a([[4.0]]), NOTHING, DOUBLES, SAME, ADDS_ONE),
            "think reads norm_2(4) = 5 and writes 10, which is added to 4.",
        ),
        Case(
            "both write",
            (a([[4.0]]), DOUBLES, ADDS_ONE, HALVES, HALVES),
            "4 + 4 = 8 after attention. think reads 8 / 2 = 4 and writes 5: 8 + 5 = 13.",
        ),
        Case(
            "attention mixes two tokens",
            (a([[1.0, 2.0], [5.0, 0.0]]), Part(1, 0, True), DOUBLES, HALVES, Part(1, -1)),
            "attend needs all tokens at once: it takes the whole x.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (
                norm_2(y := x + attend(norm_1(x))) + think(norm_2(y))
            ),
            "think reads the normalized copy now, but you add its output to that copy. Add it to "
            "the stream.",
        ),
        Mistake(
            block_after,
            "This is the block of 2017, with the norm after each sum. Here each part reads a "
            "normalized copy.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (y := x + attend(norm_1(x))) + think(y),
            "norm_2 is gone: think must read a normalized copy.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(
                (y := x + attend(norm_1(x))) + think(y)
            ),
            "You have moved norm_2 to the end. It belongs where think reads.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (
                (z := norm_2((y := norm_1(x)) + attend(y))) + think(z)
            ),
            "Now the stream is normalized twice. Only what attend and think read is.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: x + think(norm_2(x + attend(norm_1(x)))),
            "You add the MLP's output to the first x, so what attention wrote is lost.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (
                (y := x + attend(norm_1(x))) + norm_2(think(y))
            ),
            "You normalize what think writes. Normalize what it reads: think(norm_2(x)).",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (
                (y := x + norm_1(attend(x))) + norm_2(think(y))
            ),
            "You normalize what the parts write. Normalize what they read.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: think(norm_2(attend(norm_1(x)))),
            "Nothing is added any more: each part's output replaces the stream.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: block_before(x, attend, think, norm_1, norm_1),
            "You use norm_1 twice. Each norm has a gain and a shift of its own.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: block_before(x, attend, think, norm_2, norm_1),
            "norm_1 and norm_2 have changed places: attend reads norm_1(x).",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: x + attend(norm_1(x)) + think(norm_2(x)),
            "Both parts read the same x. think must read the stream after attention has written.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: block_before(x, think, attend, norm_2, norm_1),
            "The MLP comes first in your block. Attention does, then the MLP.",
        ),
    ),
    draw=tokens_and_parts,
)

AFTER = FunctionExercise(
    name="norm_after",
    title="the block of 2017",
    task="**Exercise.** Write the block of 2017, with the norm *after* each sum, from the same "
    "four functions. If `attend` returns twice its input, `think` its input plus 1 and both norms "
    "half of it, `[[4.0]]` becomes `[[6.5]]`.",
    answer="my_block_after",
    stub="""def my_block_after(x, attend, think, norm_1, norm_2):
    return ...  # about 2 lines""",
    solution="""def my_block_after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))""",
    why="Each part reads the stream, what it writes is added to the stream, and the sum is "
    "normalized: two steps of the same form.",
    hints=(
        "Follow the diagram with the norm after: attention, plus, norm; MLP, plus, norm.",
        "In the first step x + attend(x) is normalized by norm_1. What does think read?",
        "think reads the result of the first step, and its output is added to that same result.",
    ),
    reference=block_after,
    axes=("tokens", "features"),
    cases=(
        Case(
            "only attention writes",
            (a([[4.0]]), DOUBLES, NOTHING, ADDS_ONE, SAME),
            "think writes 0 and norm_2 changes nothing, so the result is norm_1(x + attend(x)) = "
            "norm_1(4 + 8) = 13.",
        ),
        Case(
            "only the MLP writes",
            (a([[4.0]]), NOTHING, DOUBLES, SAME, ADDS_ONE),
            "attend writes 0 and norm_1 changes nothing, so the result is norm_2(x + think(x)) = "
            "norm_2(4 + 8) = 13.",
        ),
        Case(
            "both write",
            (a([[4.0]]), DOUBLES, ADDS_ONE, HALVES, HALVES),
            "After attention: (4 + 8) / 2 = 6. think reads this 6 and writes 7: (6 + 7) / 2 = 6.5.",
        ),
        Case(
            "attention mixes two tokens",
            (a([[1.0, 2.0], [5.0, 0.0]]), Part(1, 0, True), DOUBLES, HALVES, Part(1, -1)),
            "attend needs all tokens at once: it takes the whole x.",
        ),
    ),
    mistakes=(
        Mistake(
            block_before,
            "This is the block with the norm before each part. Here the sums are normalized.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(think(norm_1(attend(x)))),
            "Nothing is added: what a part writes replaces the stream. x + attend(x) is the "
            "residual connection.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(think(norm_1(x + attend(x)))),
            "In the second step, what think writes takes the place of the stream. Add it to the "
            "result of the first step.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(x + think(norm_1(x + attend(x)))),
            "In the second step you add the first x, as it came in. The stream is now the result "
            "of the first step: add that.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(norm_1(x + attend(x)) + think(x)),
            "think reads the first x, as it came in. It must read the result of the first step.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: x + norm_2(think(norm_1(attend(x)))),
            "You add the input once, at the end. What each part writes is added to the stream.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (
                (y := x + norm_1(attend(x))) + norm_2(think(y))
            ),
            "You normalize what is written. Normalize the sum: norm_1(x + attend(x)).",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: (y := norm_1(x + attend(x))) + think(y),
            "The second sum is not normalized: norm_2 is missing.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: block_after(x, attend, think, norm_2, norm_1),
            "norm_1 and norm_2 have changed places: norm_1 comes after attention.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: block_after(x, attend, think, norm_1, norm_1),
            "You use norm_1 twice. Each norm has a gain and a shift of its own.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: block_after(x, think, attend, norm_1, norm_2),
            "The MLP comes first in your block. Attention does, then the MLP.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(norm_1(x + attend(x) + think(x))),
            "Both parts read the same x. think must read what comes after attention and norm_1.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(
                norm_1((y := x + attend(x)) + think(y))
            ),
            "You normalize twice at the end. norm_1 stands between the two parts.",
        ),
        Mistake(
            lambda x, attend, think, norm_1, norm_2: norm_2(y := norm_1(x) + attend(x)) + think(y),
            "You normalize x before you add. The sum is normalized: norm_1(x + attend(x)).",
        ),
    ),
    draw=tokens_and_parts,
)

WHICH_AXIS = Question(
    name="which_axis",
    title="a mean over what",
    ask="`x` has shape `(2, 5, 16)`: 2 sentences of 5 tokens, each 16 wide. Over how many numbers "
    "does layer norm take each mean, and how many means are there?",
    options=(
        ("16 numbers, 10 means", "one mean for every token, of its own 16 features."),
        (
            "10 numbers, 16 means",
            "that is a mean of each feature over all tokens: batch norm, not layer norm.",
        ),
        (
            "5 numbers, 32 means",
            "that mixes the tokens of a sentence, and then a token's result depends on the others.",
        ),
        ("160 numbers, 1 mean", "then one token with large numbers would shrink all the others."),
    ),
    right="a",
)

MLP_ALONE = Question(
    name="mlp_alone",
    title="what the MLP reads",
    ask="Just before the MLP of a block, the vector of token 3 is changed. What changes in the "
    "block's output?",
    options=(
        ("all rows", "that would be so before attention. The MLP does not look at other tokens."),
        ("row 3 and the rows after it", "a causal mask does that, but only attention has a mask."),
        (
            "row 3 alone",
            "the MLP, the sum and the norm treat each token by itself.",
        ),
        (
            "row 3, which becomes as wide as the hidden layer",
            "the second matrix leads back: what goes into a block comes out in the same shape.",
        ),
    ),
    right="c",
)

NOTHING_WRITTEN = Question(
    name="nothing_written",
    title="a block that writes nothing",
    ask="In a block with the norm before each part, attention and the MLP write zeros for a token. "
    "What comes out for it?",
    options=(
        ("zeros", "that would be so without the residual connection: here zeros are added to x."),
        (
            "its own vector, normalized",
            "that is the block of 2017. Here only the copies that the parts read are normalized.",
        ),
        (
            "the mean of all tokens",
            "tokens meet in attention alone, and attention has written nothing.",
        ),
        ("its own vector, unchanged", "x + 0 + 0: the stream goes through untouched."),
    ),
    right="d",
)

# --- counting -----------------------------------------------------------------------------------


def total(vocabulary, positions, d, d_ff, blocks):
    """The numbers of a model like GPT-2."""
    model = parameter_counts.Configuration(
        "", "", vocabulary, d, d_ff, blocks, positions=positions, last_norm=True
    )
    return sum(parameter_counts.parameters(model).values())


def total_with(attention=None, mlp=None, norms=None, embedding=None, times=None):
    """The same with another count of a block's part, each a function of d and d_ff."""

    def made(vocabulary, positions, d, d_ff, blocks):
        of_attention = (
            parameter_counts.attention_parameters(d) if attention is None else attention(d)
        )
        of_mlp = parameter_counts.mlp_parameters(d, d_ff) if mlp is None else mlp(d, d_ff)
        of_norms = 4 * d if norms is None else norms(d)
        words = vocabulary + positions if embedding is None else embedding(vocabulary, positions)
        count = blocks if times is None else times
        return words * d + count * (of_attention + of_mlp + of_norms) + 2 * d

    return made


COUNT = FunctionExercise(
    name="count_model",
    title="how many numbers a model learns",
    task="**Exercise** (fill in three lines). Count the numbers of a model like GPT-2. A block has "
    "$W_Q$, $W_K$, $W_V$, $W_O$ for all heads together, `d` × `d` each, with a bias; the MLP's two "
    "matrices, with biases; and two layer norms. After the last block there is one more norm: its "
    "numbers are the last `2 * d` in the code. `my_total(50257, 1024, 768, 3072, 12)` is "
    "124439808.",
    answer="my_total",
    stub="""def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = ...  # 4 matrices, 4 biases
    mlp = ...  # W_1, b_1, W_2, b_2
    norms = ...  # gain and shift, twice
    return embedding + blocks * (attention + mlp + norms) + 2 * d""",
    solution="""def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 2 * (d + d)
    return embedding + blocks * (attention + mlp + norms) + 2 * d""",
    why="With d_ff = 4 d the matrices of a block hold 4 d² + 8 d² = 12 d² numbers; biases and "
    "norms add little.",
    hints=(
        "A bias has one number for each column of its matrix.",
        "W_1 is (d, d_ff), so b_1 has d_ff numbers; W_2 is (d_ff, d), so b_2 has d.",
        "attention = 4 * (d * d + d), and a layer norm has d gains and d shifts.",
    ),
    reference=total,
    cases=(
        Case(
            "all sizes 1",
            (1, 1, 1, 1, 1),
            "2 vectors of width 1; attention 4 + 4, the MLP 1 + 1 + 1 + 1, the norms 2 + 2, and 2 "
            "at the end: 20.",
        ),
        Case(
            "a hidden layer of 5",
            (1, 1, 1, 5, 1),
            "Of the MLP, W_1, b_1 and W_2 grow with d_ff; b_2 does not.",
        ),
        Case(
            "tokens of width 3",
            (1, 1, 3, 1, 1),
            "The four matrices of attention grow with d², everything else with d, but for b_1.",
        ),
        Case("two blocks", (1, 1, 1, 1, 2), "Every block has its own matrices and norms."),
        Case(
            "five words, three positions",
            (5, 3, 1, 1, 1),
            "There is a vector for each word and one for each position.",
        ),
        Case(
            "GPT-2 small",
            (50257, 1024, 768, 3072, 12),
            "Right with small sizes, wrong with these: is one of them written into your code?",
        ),
    ),
    mistakes=(
        Mistake(
            total_with(attention=lambda d: 4 * d * d),
            "In each block 4 d numbers are missing: as many as the four biases of attention have, "
            "or the two norms.",
        ),
        Mistake(
            total_with(attention=lambda d: 3 * (d * d + d)),
            "You count three matrices. W_O is the fourth.",
        ),
        Mistake(
            total_with(attention=lambda d: 4 * d * d + d),
            "You count one bias for attention. Each of the four matrices has its own.",
        ),
        Mistake(
            total_with(attention=lambda d: 4 * d * d + 3 * d),
            "In each block d numbers are missing, as many as one bias has. Attention has four, "
            "with that of W_O, and b_2 has d numbers, too.",
        ),
        Mistake(
            total_with(attention=lambda d: 4 * d * d + 4, mlp=lambda d, d_ff: 2 * d * d_ff + 2),
            "You count each bias as one number. It has one for every column of its matrix.",
        ),
        Mistake(
            total_with(mlp=lambda d, d_ff: 2 * d * d_ff),
            "The biases of the MLP are missing: d_ff numbers in b_1, d in b_2.",
        ),
        Mistake(
            total_with(mlp=lambda d, d_ff: d * d_ff + d_ff),
            "You count one matrix of the MLP. W_2 leads back, with b_2.",
        ),
        Mistake(
            total_with(mlp=lambda d, d_ff: 2 * d * d_ff + 2 * d_ff),
            "You give b_2 the width d_ff. W_2 leads back to d, so b_2 has d numbers.",
        ),
        Mistake(
            total_with(mlp=lambda d, d_ff: 2 * d * d_ff + 2 * d),
            "You give b_1 the width d. W_1 leads to d_ff, so b_1 has d_ff numbers.",
        ),
        Mistake(
            total_with(mlp=lambda d, d_ff: 8 * d * d + 5 * d),
            "You take d_ff = 4 d. Use d_ff itself: not every model has that shape.",
        ),
        Mistake(
            total_with(norms=lambda d: 2 * d),
            "In each block 2 d numbers are missing. Its two norms have 4 d, a gain and a shift "
            "each, and the biases of attention 4 d.",
        ),
        Mistake(
            total_with(norms=lambda d: 4),
            "In each block four of your vectors count as one number each: the biases of attention, "
            "or the gains and shifts of the norms. Each has d numbers.",
        ),
        Mistake(
            lambda vocabulary, positions, d, d_ff, blocks: (
                total(vocabulary, positions, d, d_ff, blocks) + blocks * 4 * (positions - d)
            ),
            "You count a gain and a shift for each position. They belong to the features: d of "
            "each in a norm.",
        ),
        Mistake(
            total_with(embedding=lambda v, p: 2 * (v + p)),
            "You count the embedding twice. The last matrix is its table of words, transposed.",
        ),
        Mistake(
            total_with(embedding=lambda v, p: v),
            "The position vectors are missing from your embedding.",
        ),
        Mistake(total_with(times=1), "You count one block. Multiply its numbers by blocks."),
        Mistake(
            lambda vocabulary, positions, d, d_ff, blocks: 12 * blocks * d * d,
            "12 d² counts the matrices of a block if d_ff is 4 d. Biases, norms and the embedding "
            "are missing.",
        ),
        Mistake(
            total_with(attention=lambda d: 4 * d * d, mlp=lambda d, d_ff: 2 * d * d_ff),
            "In each block 5 d + d_ff numbers are missing: as many as all its biases have. A bias "
            "has one number for every column of its matrix.",
        ),
        Mistake(
            total_with(
                attention=lambda d: 4 * d * d,
                mlp=lambda d, d_ff: 2 * d * d_ff,
                norms=lambda d: 2 * d,
            ),
            "In each block 7 d + d_ff numbers are missing: as many as all its biases and one of "
            "its two norms have.",
        ),
    ),
    draw=lambda rng: tuple(sizes(rng, 5)),
)

CHECKED = (
    RECALL_ADDED,
    LAYER_NORM,
    WHICH_AXIS,
    MLP,
    MLP_ALONE,
    BEFORE,
    RECALL_PERMUTED,
    AFTER,
    NOTHING_WRITTEN,
    COUNT,
)


def writes_more():
    """Which part of layer 5 writes more into "it"."""
    it = recorded.tokens("too tired").index("it")
    attention, mlp = recorded.ledger().writes[4, :, it]
    near = max(attention, mlp) < 1.2 * min(attention, mlp)
    return "about equal" if near else "attention" if attention > mlp else "MLP"


def leaking_norm():
    """Which of two norms moves token 1 when a number of token 3 changes."""
    before = a([[1.0, 3.0, 8.0], [5.0, 5.0, 2.0], [0.0, 9.0, 3.0]])  # (n, d)
    after = before.copy()
    after[2, 0] = 30
    norms = {"each token for itself": norm_with(), "over the tokens": norm_with(axis=0)}
    moved = [
        name for name, norm in norms.items() if (norm(before, 1, 0) != norm(after, 1, 0))[0].any()
    ]
    return moved[0] if len(moved) == 1 else "both" if moved else "neither"


def after_24_blocks():
    """How long a token is after 24 random blocks without residual connections and norms."""
    X, blocks = depth.random_tokens(), depth.random_blocks(24)
    last = depth.stack(X, blocks, depth.neither)[-1]
    length = np.linalg.norm(last, axis=-1).mean()
    return "above 1000" if length > 1000 else "below 0.01" if length < 0.01 else "in between"


def share_of_the_mlp():
    """The share of a block's matrices that the MLP has, in per cent."""
    d = 384
    return 100 * (2 * d * 4 * d) / (4 * d * d + 2 * d * 4 * d)


PREDICTED = (
    OneOf(
        name="writes_more",
        title="who writes more into “it”",
        truth=writes_more,
        why="In layer 5 the MLP adds a vector of length 16.8, attention one of 4.2.",
        options=("attention", "MLP", "about equal"),
    ),
    OneOf(
        name="leaking_norm",
        title="which norm leaks",
        truth=leaking_norm,
        why="A mean over the tokens includes token 3, and so does a variance.",
        options=("neither", "each token for itself", "over the tokens", "both"),
    ),
    OneOf(
        name="after_24_blocks",
        title="24 blocks without residuals and norms",
        truth=after_24_blocks,
        why="From 5.4 to 0.0008, the mean of ten stacks: each block leaves about 0.7 of the "
        "length.",
        options=("above 1000", "in between", "below 0.01"),
    ),
    Number(
        name="share_of_the_mlp",
        title="the MLP's share",
        truth=share_of_the_mlp,
        why="8 d² of 12 d²: two thirds.",
        near=0.05,
        share_of=100,
    ),
)
