"""Exercises of notebook 06: multi-head attention."""

import numpy as np

from helpers import attention
from helpers.data import recorded
from helpers.exercises.engine.draws import far_sizes, numbers
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short

# --- the exercises ------------------------------------------------------------------------------

UNDER_THE_ROOT = Question(
    name="under_the_root",
    title="which width stands under the root",
    ask="Tokens are 768 wide; each of 12 heads has keys of width 64 and looks at 100 tokens. By "
    "the root of which number does one head divide its raw scores?",
    options=(
        (
            "768",
            "that is the width of a token before the projection; the dot product comes after it.",
        ),
        ("64", "a score of this head sums 64 products, so its standard deviation grows as √64."),
        ("12", "heads do not meet in a score, so how many there are plays no part in it."),
        (
            "100",
            "that is how many scores a query has. The root is about the size of each single score.",
        ),
    ),
    right="b",
)


def tokens_and_heads(rng):
    n, h, d = far_sizes(rng, 3)
    return numbers(rng, n, h * d), h


SPLIT = FunctionExercise(
    name="split",
    part="split",
    title="split into heads",
    task="**Exercise.** Cut `x` `(n, h·d)` into `h` heads, `(h, n, d)`, so that each row still "
    "belongs to one token. `x = [[11, 12, 13, 14], [21, 22, 23, 24]]` with `h = 2` gives "
    "`[[[11, 12], [21, 22]], [[13, 14], [23, 24]]]`."
    f" {STOP}",
    answer="my_split",
    stub="""def my_split(x, h):
    return ...  # about 2 lines""",
    solution="""def my_split(x, h):
    n, width = x.shape
    return x.reshape(n, h, width // h).swapaxes(0, 1)""",
    why="The reshape only cuts rows, so no number leaves its token; swapaxes then brings the heads "
    "first.",
    hints=(
        "Two steps, as in the picture: cut each token's row, then bring the heads first.",
        "The cut is a reshape to (n, h, d) with d = width // h: the tokens still come first.",
        "After x.reshape(n, h, width // h), swap axis 0 (tokens) and axis 1 (heads).",
    ),
    reference=attention.split_heads,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token, three heads",
            (a([[11, 12, 13, 14, 15, 16]]), 3),
            "One token: 11 and 12 go to head 1, 13 and 14 to head 2, 15 and 16 to head 3.",
        ),
        Case(
            "two tokens, two heads",
            (a([[11, 12, 13, 14], [21, 22, 23, 24]]), 2),
            "Head 1 holds the first half of every token, head 2 the second half.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda x, h: x.reshape(h, len(x), -1),
            "This is reshape alone: it moves no number, so a head's rows mix tokens. Cut each row "
            "first, then bring the heads first.",
        ),
        Mistake(
            lambda x, h: x.reshape(len(x), h, -1),
            "The rows are cut, but tokens still come first: (n, h, d). Heads must, (h, n, d).",
        ),
        Mistake(
            lambda x, h: x.reshape(len(x), -1, h).transpose(2, 0, 1),
            "You deal the features out like cards: feature 1 to head 1, feature 2 to head 2. A "
            "head gets neighbours.",
        ),
        Mistake(
            lambda x, h: x.reshape(len(x), -1, h).swapaxes(0, 1),
            "You cut into pieces of width h. There are to be h pieces, each of width // h.",
        ),
        Mistake(
            lambda x, h: x.reshape(len(x), h, -1).T,
            "The cut is right, but .T turns all three axes round. Swap only the first two.",
        ),
        Mistake(
            lambda x, h: x.reshape(len(x), h, -1).swapaxes(1, 2),
            "You swap heads and features. Swap tokens and heads: axes 0 and 1.",
        ),
        Mistake(
            lambda x, h: x.T.reshape(h, len(x), -1),
            "You transpose x and reshape: what stands in a row now comes from several tokens. "
            "Reshape to (n, h, d) first, swap axes second.",
        ),
        Mistake(
            lambda x, h: x.reshape(len(x), h, x.shape[1] / h),
            "If width / h stands there: / gives a float. Write //, which gives a whole number.",
        ),
        Mistake(
            lambda x, h: x.T.reshape(h, -1, len(x)),
            "Heads come first, but each is lying on its side, (d, n): rows must be tokens.",
        ),
        Mistake(
            lambda x, h: np.array(np.split(x, h, axis=0)),
            "You cut the sentence. Each head gets a piece of every token.",
        ),
    ),
    draw=tokens_and_heads,
)


MERGE = FunctionExercise(
    name="merge",
    part="merge",
    title="merge the heads",
    task="**Exercise** (find the bug). This function should put the pieces `(h, n, d)` of each "
    "token side by side again, as `(n, h·d)`. `[[[11, 12], [21, 22]], [[13, 14], [23, 24]]]` must "
    "give `[[11, 12, 13, 14], [21, 22, 23, 24]]`.",
    answer="my_merge",
    stub="""def my_merge(heads):
    h, n, d = heads.shape
    return heads.reshape(n, h * d)  # 1 line is wrong""",
    solution="""def my_merge(heads):
    h, n, d = heads.shape
    return heads.swapaxes(0, 1).reshape(n, h * d)""",
    why="A token's pieces become neighbours only once tokens come first: swap, then reshape.",
    hints=(
        "Run it on the example. Whose numbers stand in its first row?",
        "reshape reads head 1 to its end before head 2. What must stand first, so that it reads "
        "token by token?",
        "Undo the split backwards: swap axes 0 and 1, then reshape.",
    ),
    reference=attention.merge_heads,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token, two heads",
            (a([[[11, 12]], [[13, 14]]]),),
            "One token: the piece of head 1, and the piece of head 2 beside it.",
        ),
        Case(
            "two tokens, two heads",
            (a([[[11, 12], [21, 22]], [[13, 14], [23, 24]]]),),
            "A row holds the pieces of one token: that of head 1, and that of head 2 beside it.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda heads: heads.reshape(heads.shape[1], -1),
            "Still reshape alone: it reads head 1 to its end, so a row holds several tokens. "
            "Tokens must come first before you reshape.",
        ),
        Mistake(
            lambda heads: heads.reshape(-1, heads.shape[1]).T,
            "You reshape first and turn after: the reshape has cut the rows elsewhere before .T "
            "comes. Swap heads and tokens first.",
        ),
        Mistake(
            lambda heads: heads.reshape(len(heads), -1),
            "Your result has a row for each head; it needs one for each token. heads has the "
            "sizes (h, n, d), in this order.",
        ),
        Mistake(
            lambda heads: heads.transpose(1, 2, 0).reshape(heads.shape[1], -1),
            "You interleave: feature 1 of each head, then feature 2 of each. A head's piece stays "
            "together.",
        ),
        Mistake(
            lambda heads: heads.swapaxes(1, 2).reshape(heads.shape[1], -1),
            "You swap tokens and features inside each head. Swap heads and tokens: axes 0 and 1.",
        ),
        Mistake(
            lambda heads: heads.T.reshape(heads.shape[1], -1),
            ".T turns all three axes round, so features come first. Swap only heads and tokens.",
        ),
        Mistake(
            lambda heads: heads.swapaxes(0, 1),
            "Tokens come first, and each has its pieces below each other: (n, h, d). Now lay them "
            "in one row.",
        ),
        Mistake(
            lambda heads: heads.reshape(-1, heads.shape[2]),
            "You put the heads below each other: h · n rows. They belong side by side.",
        ),
        Mistake(
            lambda heads: heads.sum(axis=0),
            "You add the heads. They are laid side by side, so that nothing is lost.",
        ),
    ),
    draw=lambda rng: (numbers(rng, *far_sizes(rng, 3)),),
)


def heads_and_W_O(rng):
    h, n, d_v, d_out = far_sizes(rng, 4)
    return numbers(rng, h, n, d_v), numbers(rng, h * d_v, d_out)


def writes(heads, W_O):
    h, _, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1)


def writes_with(rows):
    """What is written if head i meets these rows of W_O: rows(i, h, d_v), a slice."""

    def wrong(heads, W_O):
        h, _, d_v = heads.shape
        return a([heads[i] @ W_O[rows(i, h, d_v)] for i in range(h)])

    return wrong


def two_written_out(heads, W_O):
    d_v = heads.shape[2]
    return a([heads[0] @ W_O[:d_v], heads[1] @ W_O[d_v:]])


HEAD_WRITES = FunctionExercise(
    name="head_writes",
    title="what each head writes",
    task="**Exercise.** For any number of heads: from `heads` `(h, n, d_v)` and `W_O` "
    "`(h·d_v, d_out)` compute what each head writes, `(h, n, d_out)`. `heads = [[[1, 2]], "
    "[[3, 4]]]` and `W_O = [[1], [10], [100], [1000]]` give `[[[21]], [[4300]]]`.",
    answer="my_writes",
    stub="""def my_writes(heads, W_O):
    return ...  # about 2 lines""",
    solution="""def my_writes(heads, W_O):
    h, n, d_v = heads.shape
    return heads @ W_O.reshape(h, d_v, -1)""",
    why="W_O's rows stand head after head, so here reshape alone cuts right: each head gets its "
    "own d_v rows.",
    hints=(
        "Which rows of W_O does head i meet, when the heads are laid side by side?",
        "Head i meets rows i · d_v up to (i + 1) · d_v. A loop will do.",
        "Without a loop: W_O.reshape(h, d_v, -1) is (h, d_v, d_out), and @ pairs the heads.",
    ),
    reference=writes,
    axes=("tokens", "outputs"),
    cases=(
        Case(
            "one head",
            (a([[[1.0, 2.0], [0.0, 1.0]]]), a([[1.0, 10.0, 0.0], [0.0, 100.0, 1.0]])),
            "A single head meets all of W_O: its output times W_O.",
        ),
        Case(
            "two heads of width 2, one token",
            (a([[[1, 1]], [[1, 1]]]), a([[1], [2], [3], [4]])),
            "Head 1 meets rows 1 and 2 of W_O and writes 1 + 2. Head 2 meets rows 3 and 4 and "
            "writes 3 + 4.",
        ),
        Case(
            "three heads of width 2, two tokens",
            (
                a([[[1, 2], [0, 1]], [[3, 4], [1, 0]], [[5, 6], [2, 0]]]),
                10 ** np.arange(6)[:, None],
            ),
            "Head 1 meets rows 1 and 2 of W_O, head 2 rows 3 and 4, head 3 rows 5 and 6.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda heads, W_O: heads @ W_O,
            "Here every head meets all of W_O. Head i meets only its own d_v rows of it.",
        ),
        Mistake(
            lambda heads, W_O: attention.merge_heads(heads) @ W_O,
            "This is the output, the sum over all heads. Give each head's part on its own: "
            "(h, n, d_out).",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(i, None, h)),
            "You give head i every h-th row of W_O. Its rows stand together: d_v neighbours.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(i, i + d_v)),
            "Your slice starts at i. Head i starts after i heads of d_v rows each: at i · d_v.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(i, i + 1)),
            "You give head i one row of W_O. It needs d_v rows, as many as a head is wide.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(0, d_v)),
            "Every head meets the first d_v rows of W_O here. Each has rows of its own.",
        ),
        Mistake(
            two_written_out,
            "You write out two heads. There may be one, or three: loop over i, up to h.",
        ),
        Mistake(
            lambda heads, W_O: heads * W_O.reshape(len(heads), heads.shape[2], -1),
            "Each head has its own rows now, but * multiplies entry by entry. What a head writes "
            "is a matrix product, @.",
        ),
        Mistake(
            lambda heads, W_O: writes(heads, W_O) / len(heads),
            "You divide by h. W_O adds up what the heads write; nothing is averaged.",
        ),
        Mistake(
            lambda heads, W_O: np.swapaxes(writes(heads, W_O), 0, 1),
            "The parts are right, but tokens come first, (n, h, d_out). Heads come first.",
        ),
        Mistake(
            lambda heads, W_O: np.cumsum(writes(heads, W_O), axis=0),
            "You add each head to those before it. Keep every head's part on its own.",
        ),
    ),
    draw=heads_and_W_O,
)


def tokens_and_matrices(rng):
    n, m, d_y, d_x, h, d_k, d_v, d_out = far_sizes(rng, 8)
    Y, X = numbers(rng, n, d_y, huge=30), numbers(rng, m, d_x, huge=30)
    W_Q, W_K = numbers(rng, h, d_y, d_k, huge=30), numbers(rng, h, d_x, d_k, huge=30)
    return Y, X, W_Q, W_K, numbers(rng, h, d_x, d_v), numbers(rng, h * d_v, d_out)


def each_head(Y, X, W_Q, W_K, W_V, divide=None, axis=-1):
    """The heads (h, n, d_v). divide: by what the raw scores are divided, if not by √d_k."""
    raw = (Y @ W_Q) @ (X @ W_K).swapaxes(1, 2)
    return attention.softmax(raw / (divide or W_Q.shape[2] ** 0.5), axis) @ (X @ W_V)


def values_of_Y(Y, X, W_Q, W_K, W_V, W_O):
    heads = [
        attention.attention(Y @ W_Q[i], X @ W_K[i], Y @ W_V[i]).output for i in range(len(W_Q))
    ]
    return np.concatenate(heads, axis=1) @ W_O


def multi_head(*arguments, **change):
    heads = each_head(*arguments[:5], **change)
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1) @ arguments[5]


def divided_by(divisor):
    return lambda *arguments: multi_head(*arguments, divide=divisor(*arguments))


def the_first(W):
    return np.repeat(W[:1], len(W), axis=0)


def cut_by_keys(*arguments):
    d_k, heads = arguments[2].shape[2], each_head(*arguments[:5])
    return sum(head @ arguments[5][i * d_k : (i + 1) * d_k] for i, head in enumerate(heads))


ONE, SAME = a([[[1.0]]]), a([[[1.0]], [[1.0]]])  # W_Q, W_K that keep tokens of width 1: h = 1, 2

MULTI_HEAD = FunctionExercise(
    name="multi_head",
    part="multi_head",
    title="multi-head attention from its parts",
    task="**Exercise.** Before you read on, put it together: the output `(n, d_out)` of `h` scaled "
    "heads, for scores of any size.\n\n"
    "- `Y` `(n, d_y)` asks `X` `(m, d_x)`.\n"
    "- Head `i` has `W_Q[i]` `(d_y, d_k)`, `W_K[i]` `(d_x, d_k)` and `W_V[i]` `(d_x, d_v)`.\n"
    "- `W_O` `(h·d_v, d_out)` joins the heads.\n\n"
    "With one head, `W_Q = W_K = [[[1, 1, 1, 1]]]`, `W_V = [[[1]]]` and `W_O = [[1]]`, `Y = [[1]]` "
    "and `X = [[2], [0]]` give `[[1.964]]`.",
    answer="my_multi",
    stub="""def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    return ...  # about 5 lines""",
    solution="""def my_multi(Y, X, W_Q, W_K, W_V, W_O):
    heads = []
    for i in range(len(W_Q)):
        Q, K, V = Y @ W_Q[i], X @ W_K[i], X @ W_V[i]
        heads.append(attention.attention(Q, K, V).output)
    return np.concatenate(heads, axis=1) @ W_O""",
    why="Each head is an attention of its own; side by side, the heads first meet in W_O.",
    hints=(
        "One head needs queries, keys and values of its own. How many heads, and what joins them?",
        "Loop over i. attention.attention(Q, K, V).output is one head, (n, d_v); keep them in a "
        "list.",
        "np.concatenate(heads, axis=1) lays them side by side, (n, h·d_v). Then @ W_O.",
    ),
    reference=multi_head,
    axes=("tokens", "outputs"),
    cases=(
        Case(
            "two heads, one key, values of width 2",
            (
                a([[2.0]]),
                a([[3.0]]),
                SAME,
                SAME,
                a([[[1.0, 2.0]], [[3.0, 4.0]]]),
                a([[1.0, 0.0], [10.0, 0.0], [100.0, 0.0], [1000.0, 1.0]]),
            ),
            "A key that is alone has weight 1, so the heads are their values, [3, 6] and [9, 12]. "
            "The output is [3, 6, 9, 12] @ W_O.",
        ),
        Case(
            "two tokens ask, all keys equal",
            (
                a([[2.0], [1.0]]),
                a([[3.0], [1.0]]),
                SAME,
                a([[[0.0]], [[0.0]]]),
                a([[[4.0]], [[5.0]]]),
                a([[1.0, 10.0], [0.0, 100.0]]),
            ),
            "Equal keys get equal weights: in each head both tokens get the mean of its values.",
        ),
        Case(
            "keys of width 4",
            (a([[1.0]]), a([[2.0], [0.0]]), a([[[1.0] * 4]]), a([[[1.0] * 4]]), ONE, a([[1.0]])),
            "The raw scores are 8 and 0. Keys are 4 wide, so they are divided by √4: the scores "
            "are 4 and 0, and the weights their softmax.",
        ),
        Case(
            "two heads with different queries",
            (a([[1.0]]), a([[2.0], [0.0]]), a([[[1.0]], [[-1.0]]]), SAME, SAME, np.eye(2)),
            "The scores of head 1 are 2 and 0, those of head 2 are −2 and 0: each head has a "
            "softmax of its own.",
        ),
        Case(
            "scores of 1000 and 2000, and of −1000 and −2000",
            (a([[1000.0], [-1000.0]]), a([[1.0], [2.0]]), ONE, ONE, ONE, a([[1.0]])),
            "The larger score of each query is ahead by 1000, so its key gets the weight 1. "
            "attention.softmax can do it, though exp(1000) overflows and exp(−1000) is 0.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda *arguments: attention.merge_heads(each_head(*arguments[:5])),
            "You stop at the heads side by side. The product with W_O is still missing.",
        ),
        Mistake(
            lambda *arguments: (
                each_head(*arguments[:5]).reshape(len(arguments[0]), -1) @ arguments[5]
            ),
            "You merge by reshape alone: it reads head 1 to its end, so a row mixes tokens. Lay "
            "the heads side by side, np.concatenate(heads, axis=1).",
        ),
        Mistake(
            lambda *arguments: (
                each_head(*arguments[:5]).transpose(1, 2, 0).reshape(len(arguments[0]), -1)
                @ arguments[5]
            ),
            "In effect, the heads' features are interleaved. The rows of W_O belong to head 1 as a "
            "whole, then to head 2.",
        ),
        Mistake(
            divided_by(lambda *arguments: 1),
            "Your scores are raw: they are not yet divided by √d_k.",
        ),
        Mistake(
            divided_by(lambda Y, X, *matrices: X.shape[1] ** 0.5),
            "You divide by the root of X's width, before the projection. Under the root stands "
            "the width of one head's keys.",
        ),
        Mistake(
            divided_by(lambda Y, X, *matrices: Y.shape[1] ** 0.5),
            "You divide by the root of Y's width, before the projection. Under the root stands "
            "the width of one head's keys.",
        ),
        Mistake(
            divided_by(lambda Y, X, W_Q, *others: (len(W_Q) * W_Q.shape[2]) ** 0.5),
            "You divide by √(h·d_k), the width of all heads' keys together. Each head has d_k.",
        ),
        Mistake(
            divided_by(lambda Y, X, W_Q, *others: W_Q.shape[2]),
            "You divide by d_k, or twice by √d_k (attention.scores divides too). Once is enough.",
        ),
        Mistake(
            divided_by(lambda Y, X, *matrices: len(X) ** 0.5),
            "You divide by the root of m, the number of keys: len(K) counts rows.",
        ),
        Mistake(
            divided_by(lambda Y, X, W_Q, W_K, W_V, W_O: W_V.shape[2] ** 0.5),
            "You divide by √d_v. The scores come from queries and keys: their width counts.",
        ),
        Mistake(
            values_of_Y,
            "Your values come from Y. Values come from X: V is X @ W_V[i].",
        ),
        Mistake(
            lambda Y, X, *matrices: multi_head(X, X, *matrices),
            "Your queries come from X. Y asks: Q is Y @ W_Q[i].",
        ),
        Mistake(
            lambda Y, X, *matrices: multi_head(X, Y, *matrices),
            "Y and X have changed places: Y asks, so it makes the queries; X is looked at.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, *others: multi_head(Y, X, W_K, W_Q, *others),
            "W_Q and W_K have changed places: W_Q makes the queries of Y, W_K the keys of X.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, *others: multi_head(Y, X, W_Q, the_first(W_K), *others),
            "All your heads take the keys of the first: head i needs W_K[i].",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: multi_head(Y, X, W_Q, W_K, the_first(W_V), W_O),
            "All your heads take the values of the first: head i needs W_V[i].",
        ),
        Mistake(
            lambda *arguments: multi_head(*arguments, axis=-2),
            "Your weights sum to 1 over the queries. Each query shares out its 1 over the keys.",
        ),
        Mistake(
            lambda *arguments: each_head(*arguments[:5])[0] @ arguments[5][: arguments[4].shape[2]],
            "You compute the first head alone. Loop over i: head i has W_Q[i], W_K[i] and W_V[i].",
        ),
        Mistake(
            lambda *arguments: each_head(*arguments[:5])[0] @ arguments[5],
            "W_O takes the heads side by side, (n, h · d_v). What meets it here is only d_v wide: "
            "heads below each other (np.concatenate does that unless you give it axis=1), one "
            "head, or a sum of heads.",
        ),
        Mistake(
            cut_by_keys,
            "You cut W_O into d_k rows for each head. A head's output is d_v wide: d_v rows.",
        ),
        Mistake(
            lambda *arguments: multi_head(*arguments) / len(arguments[2]),
            "You divide the output by h. W_O adds up what the heads write, without a mean.",
        ),
    ),
    draw=tokens_and_matrices,
)


HEAD_OFF = Question(
    name="head_off",
    title="a head switched off",
    ask="Before $W_O$, the output of head 2 of 8 is set to zeros. What happens to the result?",
    options=(
        (
            "an eighth of its features become 0",
            "that needs a W_O that keeps the heads apart, as the identity does. In general each "
            "head writes to every feature.",
        ),
        (
            "nothing: the other heads take over its weight",
            "weight is shared among the keys of one head. No head's softmax knows of another's.",
        ),
        (
            "all of it shrinks by an eighth",
            "that would be a mean over heads with equal outputs. W_O takes no mean.",
        ),
        (
            "what head 2 writes is missing from it",
            "the result is a sum over the heads, and the other terms stay as they are.",
        ),
    ),
    right="d",
)


def count(d_model, h, d_k, d_v):
    """The numbers in W_Q, W_K, W_V (h, d_model, d_k or d_v) and W_O (h·d_v, d_model)."""
    return h * d_model * (d_k + d_k + d_v) + h * d_v * d_model


COUNT = FunctionExercise(
    name="count_parameters",
    title="how many numbers there are to learn",
    deeper=True,
    task="**Exercise** (*Deeper*; fill in one line). Count the numbers in the matrices of `h` "
    "heads, without biases: tokens and outputs are `d_model` wide, queries and keys `d_k`, values "
    "`d_v`. `my_count(5, 2, 3, 1)` is 80.",
    answer="my_count",
    stub="""def my_count(d_model, h, d_k, d_v):
    heads = ...  # 1 line: W_Q, W_K and W_V of all heads
    W_O = h * d_v * d_model
    return heads + W_O""",
    solution="""def my_count(d_model, h, d_k, d_v):
    heads = h * d_model * (d_k + d_k + d_v)
    W_O = h * d_v * d_model
    return heads + W_O""",
    why="With d_k = d_v = d_model / h each of the four matrices has d_model² numbers in all heads, "
    "whatever h is.",
    hints=(
        "What is the shape of one head's W_Q? It turns a token of width d_model into a query.",
        "One head: W_Q and W_K hold d_model · d_k numbers each, W_V holds d_model · d_v.",
        "Add the three, and take the sum h times.",
    ),
    reference=count,
    cases=(
        Case("all sizes 1", (1, 1, 1, 1), "Four matrices of one number each: 4."),
        Case("tokens of width 5", (5, 1, 1, 1), "All four matrices grow with d_model."),
        Case(
            "queries and keys of width 3",
            (1, 1, 3, 1),
            "W_Q and W_K grow with d_k, W_V and W_O do not.",
        ),
        Case("values of width 3", (1, 1, 1, 3), "W_V and W_O grow with d_v, W_Q and W_K do not."),
        Case(
            "two heads",
            (1, 2, 1, 1),
            "Each head has its own W_Q, W_K and W_V. There is one W_O, with h · d_v rows.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda d_model, h, d_k, d_v: h * d_model * (2 * d_k + d_v),
            "W_O is missing from your sum: it has numbers to learn as well.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: d_model * (2 * d_k + d_v) + h * d_v * d_model,
            "You count W_Q, W_K and W_V once. There is one of each for every head.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: h * d_model * (2 * d_k + d_v) + d_v * d_model,
            "One matrix that goes with d_v is counted without h. There is a W_V for every head, "
            "and W_O has h · d_v rows.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: 3 * h * d_model * d_k + h * d_v * d_model,
            "You give W_V the width d_k. Values have a width of their own, d_v.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: h * d_model * (d_k + d_v) + h * d_v * d_model,
            "You count d_k once. Queries and keys have the same width, not the same matrix.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: count(d_model, h, d_k, d_v) + h * (2 * d_k + d_v),
            "You add a bias, one number for every column. Count the matrices alone.",
        ),
    ),
    draw=lambda rng: tuple(far_sizes(rng, 4, far=2000)),
)


def blocks(small):
    return blocks_with(on_the_diagonal)(small)


def blocks_with(place):
    """small[i] is put where place(i, h, d, e) says."""

    def made(small):
        h, d, e = small.shape
        W = np.zeros((h * d, h * e))
        for i in range(h):
            W[place(i, h, d, e)] = small[i]
        return W

    return made


def on_the_diagonal(i, h, d, e):
    return slice(i * d, (i + 1) * d), slice(i * e, (i + 1) * e)


BLOCK_DIAGONAL = FunctionExercise(
    name="block_diagonal",
    title="a cut input as one matrix",
    deeper=True,
    task="**Exercise** (*Deeper*; fill in one line). Piece $i$ of the input meets `small[i]` "
    "`(d, e)`. Make one `W` `(h·d, h·e)` of them, so that `x @ W` does the same at once. "
    "`[[[1, 2]], [[3, 4]]]` gives `[[1, 2, 0, 0], [0, 0, 3, 4]]`.",
    answer="my_blocks",
    stub="""def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[...] = small[i]  # which rows, which columns?
    return W""",
    solution="""def my_blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * e : (i + 1) * e] = small[i]
    return W""",
    why="Of the h² blocks only the h on the diagonal can be learned; the zeros are what a cut "
    "input cannot see.",
    hints=(
        "Which rows of W meet piece i of x? And in which columns does its result stand?",
        "Piece i is features i · d up to (i + 1) · d: these rows of W.",
        "W[rows, columns] = small[i], with both slices; the columns go in steps of e.",
    ),
    reference=blocks,
    axes=("features of x", "results"),
    cases=(
        Case(
            "one piece",
            (a([[[1, 2, 3], [4, 5, 6]]]),),
            "One piece is the whole input: its matrix is all of W.",
        ),
        Case(
            "two pieces of width 1, results of width 2",
            (a([[[1, 2]], [[3, 4]]]),),
            "1 and 2 stand in row 1, columns 1 and 2; 3 and 4 in row 2, columns 3 and 4. The rest "
            "is 0.",
        ),
        Case(
            "two pieces of width 2, results of width 1",
            (a([[[1], [2]], [[3], [4]]]),),
            "1 and 2 stand in column 1, rows 1 and 2; 3 and 4 in column 2, rows 3 and 4. The rest "
            "is 0.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda small: np.concatenate(small, axis=0),
            "You put the matrices below each other: the results of all pieces would be added up.",
        ),
        Mistake(
            lambda small: blocks(small[::-1]),
            "The order is turned: small[0] belongs to the first piece, in the upper left.",
        ),
        Mistake(
            lambda small: np.concatenate(np.split(blocks(small), len(small), axis=1)[::-1], axis=1),
            "Your blocks run from lower left to upper right: the pieces' results change places.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: (slice(i, None, h), slice(i, None, h))),
            "You spread each block over every h-th row and column. A piece is made of neighbours.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: (slice(i, i + d), slice(i, i + e))),
            "Your blocks start at row i and column i, so they overlap. Rows go in steps of d, "
            "columns in steps of e.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: on_the_diagonal(i, h, d, d)),
            "Your columns go in steps of d. Each piece has e results: steps of e.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: on_the_diagonal(i, h, e, d)),
            "d and e have changed places: rows go in steps of d, columns in steps of e.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: (i, slice(i * e, (i + 1) * e))),
            "You fill one row for each piece. A piece has d features, so its block has d rows.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: (slice(i * d, (i + 1) * d), slice(0, e))),
            "All your blocks stand in the first e columns, so the pieces' results are added up. "
            "Each piece has columns of its own.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: slice(i * d, (i + 1) * d)),
            "You choose rows alone, and whole rows of W are h · e wide. small[i] is e wide: choose "
            "the columns, too.",
        ),
        Mistake(
            lambda small: np.concatenate([np.tile(one, len(small)) for one in small]),
            "Your blocks fill whole rows: each piece writes to the results of all. Choose the "
            "columns, too.",
        ),
        Mistake(
            lambda small: np.kron(np.eye(len(small)), small[0]),
            "Every block is the first matrix. Piece i meets small[i].",
        ),
        Mistake(
            lambda small: blocks(small).T,
            "Your W is transposed: rows belong to the features of x, columns to the results.",
        ),
    ),
    draw=lambda rng: (numbers(rng, *far_sizes(rng, 3, far=20)),),
)

CHECKED = (
    UNDER_THE_ROOT,
    SPLIT,
    MERGE,
    HEAD_WRITES,
    MULTI_HEAD,
    HEAD_OFF,
    COUNT,
    BLOCK_DIAGONAL,
)


def heads_on_animal():
    """How many heads of the model give "animal" more than half of the weight of "it"."""
    tokens = recorded.tokens("too tired")
    it, animal = tokens.index("it"), tokens.index("animal")
    places = [(layer, head) for layer in range(1, 7) for head in range(1, 13)]
    weights = [recorded.weights("too tired", *place)[it, animal] for place in places]
    return sum(weight > 0.5 for weight in weights)


def turned_round():
    weights = attention.softmax([5.0, 0.0, 5.0])
    nouns = a([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])  # animal, crosses, street
    before, after = weights @ nouns, weights @ nouns[::-1]
    same, swapped = np.allclose(before, after), np.allclose(before[::-1], after)
    return "the same" if same else "swapped" if swapped else "zeros"


def wrong_root():
    """What becomes of the weight of "animal" for "it" with the root of a token's width."""
    tokens, head = recorded.tokens("too tired"), recorded.head_4_2("too tired")
    q = head.X[tokens.index("it")] @ head.W_Q + head.b_Q
    raw = (head.X @ head.W_K + head.b_K) @ q
    right, wrong = (attention.softmax(raw / np.sqrt(width)) for width in (32, 384))
    more = (wrong - right)[tokens.index("animal")]
    return "the same" if np.isclose(more, 0, atol=0.01) else "more" if more > 0 else "less"


def one_wide_head():
    one, eight = count(512, 1, 512, 512), count(512, 8, 64, 64)
    return "the same" if one == eight else "more" if one > eight else "fewer"


PREDICTED = (
    Number(
        name="heads_on_animal",
        title="heads in which “it” looks at “animal”",
        truth=heads_on_animal,
        why="4.2 and 6.12. No other head gives it more than a quarter.",
        near=0,
    ),
    OneOf(
        name="turned_round",
        title="the sentence turned round",
        truth=turned_round,
        why="Both nouns get the same weight, and a sum does not tell which came first.",
        options=("the same", "swapped", "zeros"),
    ),
    OneOf(
        name="wrong_root",
        title="the root of a token's width",
        truth=wrong_root,
        why="Smaller scores lie closer together, so the weights are flatter, and the largest loses "
        "most.",
        options=("more", "less", "the same"),
    ),
    OneOf(
        name="one_wide_head",
        title="one head of 512",
        deeper=True,
        truth=one_wide_head,
        why="Eight matrices of 512 · 64 numbers hold as many as one of 512 · 512, and W_O is as "
        "large as before.",
        options=("more", "fewer", "the same"),
    ),
)
