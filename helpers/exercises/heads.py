"""Exercises of notebook 06: multi-head attention."""

import numpy as np

from helpers import attention
from helpers.exercises.draws import numbers, sizes
from helpers.exercises.exercise import Case, FunctionExercise, Mistake
from helpers.exercises.prediction import Choice
from helpers.exercises.question import Question

a = np.array  # literal cases stay short

# --- what notebook 05 taught --------------------------------------------------------------------

RECALL_ZEROED = Question(
    name="recall_zeroed",
    title="zeroed after the softmax",
    ask="To hide later words, someone multiplies their weights by 0 after the softmax. What is "
    "wrong with the outputs?",
    options=(
        (
            "nothing: a hidden word has weight 0",
            "its value is gone, but its score has already been in the sum that the softmax divides "
            "by.",
        ),
        (
            "they are `nan`",
            "nan comes from 0/0, a row of −∞ alone. Here finite weights are multiplied by 0.",
        ),
        (
            "they still depend on the hidden words",
            "the hidden scores stay in the softmax's sum, so they still change all other weights.",
        ),
        (
            "the visible words get too much weight",
            "they get too little: the row now sums to less than 1, since nothing was given back.",
        ),
    ),
    right="c",
)

RECALL_LENGTHS = Question(
    name="recall_lengths",
    title="where a padding mask comes from",
    ask="Sentences $Y$ ask sentences $X$; both are padded with rows of zeros. What is the padding "
    "mask made from?",
    options=(
        (
            "the lengths of the sentences in $X$",
            "keys are made from X, and a padding mask hides keys, from every query: (b, 1, m).",
        ),
        (
            "the lengths of the sentences in $Y$",
            "that would hide queries. A filler that asks changes no other row.",
        ),
        (
            "the positions of query and key",
            "that is a causal mask. It hides what is ahead, filler or not.",
        ),
        (
            "nothing: keys of zeros hide themselves",
            "a key of zeros scores 0, and e⁰ is 1: it takes its share of the weights.",
        ),
    ),
    right="a",
)

# --- the exercises ------------------------------------------------------------------------------

UNDER_THE_ROOT = Question(
    name="under_the_root",
    title="which width stands under the root",
    ask="Tokens are 768 wide; each of 12 heads has keys of width 64 and looks at 100 tokens. Which "
    "number stands under the root of one head's scores?",
    options=(
        (
            "768",
            "that is the width of a token before the projection; the dot product comes after it.",
        ),
        ("64", "a score of this head sums 64 products, so its standard deviation grows as √64."),
        ("12", "heads do not meet in a score, so how many there are plays no part in it."),
        ("100", "that is how many scores a query has. The root mends the size of each single one."),
    ),
    right="b",
)


def count(d_model, h, d_k, d_v):
    """The numbers in W_Q, W_K, W_V (h, d_model, d_k or d_v) and W_O (h·d_v, d_model)."""
    return h * d_model * (d_k + d_k + d_v) + h * d_v * d_model


COUNT = FunctionExercise(
    name="count_parameters",
    title="how many numbers there are to learn",
    task="**Exercise** (fill in one line). Count the numbers in the matrices of `h` heads: tokens "
    "and outputs are `d_model` wide, queries and keys `d_k`, values `d_v`. "
    "`my_count(5, 2, 3, 1)` is 80.",
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
        "What shape has W_Q of one head? It takes a token of width d_model to a query.",
        "One head: W_Q and W_K hold d_model · d_k numbers each, W_V holds d_model · d_v.",
        "Add the three, and take the sum h times.",
    ),
    reference=count,
    cases=(
        Case("all sizes 1", (1, 1, 1, 1), "Four matrices of one number each: 4."),
        Case(
            "tokens of width 5",
            (5, 1, 1, 1),
            "Wider tokens make W_Q, W_K and W_V longer and W_O wider: each grows fivefold.",
        ),
        Case(
            "queries and keys of width 3",
            (1, 1, 3, 1),
            "d_k is the width of queries and of keys: two matrices grow with it, W_V and W_O not.",
        ),
        Case(
            "values of width 3",
            (1, 1, 1, 3),
            "d_v is the width of the values: W_V and W_O grow with it, W_Q and W_K do not.",
        ),
        Case("two heads", (1, 2, 1, 1), "Every head has its own W_Q, W_K and W_V: twice as many."),
        Case(
            "two heads, all sizes different",
            (5, 2, 3, 1),
            "One size at a time is right, together they are not: these are products, as the "
            "shapes say.",
        ),
        Case("eight heads of 64", (512, 8, 64, 64), "Small sizes are right, these are not."),
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
            lambda d_model, h, d_k, d_v: 3 * d_model * d_k + h * d_v * d_model,
            "You give W_V the width d_k; values have a width of their own, d_v. And h is missing: "
            "how many W_Q, W_K and W_V are there?",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: 3 * d_model * d_v + h * d_v * d_model,
            "You give W_Q and W_K the width d_v; queries and keys are d_k wide. And h is missing: "
            "how many W_Q, W_K and W_V are there?",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: 3 * h * d_model * d_k + h * d_v * d_model,
            "You give W_V the width d_k. Values have a width of their own, d_v.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: 4 * h * d_model * d_k,
            "You count four matrices of width d_k. W_V and W_O go with d_v.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: 4 * h * d_model * d_v,
            "You count four matrices of width d_v. W_Q and W_K go with d_k.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: h * d_model * (d_k + d_v) + h * d_v * d_model,
            "You count d_k once. Queries and keys have the same width, not the same matrix.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: 4 * d_model**2,
            "4 · d_model² holds only where d_k and d_v are d_model / h. Count from the shapes.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: count(d_model, h, d_k, d_v) + h * (2 * d_k + d_v),
            "You add one number for every column, a bias. These heads have matrices alone.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: (
                count(d_model, h, d_k, d_v) + h * (2 * d_k + d_v) + d_model
            ),
            "You add one number for every column, W_O's too: biases. Here are matrices alone.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: d_model * h * d_k * h * d_k * h * d_v + h * d_v * d_model,
            "You multiply the sizes of different matrices. Each matrix is rows times columns; "
            "different matrices are added.",
        ),
        Mistake(
            lambda d_model, h, d_k, d_v: h * (d_model + d_k + d_v) + h * d_v * d_model,
            "You add the sizes. A matrix of r rows and c columns holds r · c numbers.",
        ),
    ),
    draw=lambda rng: tuple(sizes(rng, 4)),
)


def tokens_and_heads(rng):
    n, h, d = sizes(rng, 3)
    return numbers(rng, n, h * d), h


def picture_split(x, h):
    """With the sizes of the notebook's picture."""
    return x.reshape(4, 2, 3)


def slices_of_three(x, h):
    return np.stack([x[:, :3], x[:, 3:]])


def reshape_alone(x, h):
    return x.reshape(h, len(x), -1)


SPLIT = FunctionExercise(
    name="split",
    title="split into heads",
    task="**Exercise.** Cut `x` `(n, h·d)` into `h` heads, `(h, n, d)`, so that each row still "
    "belongs to one token. `x = [[11, 12], [21, 22]]` with `h = 2` gives "
    "`[[[11], [21]], [[12], [22]]]`.",
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
            "one head",
            (a([[11, 12], [21, 22], [31, 32]]), 1),
            "With h = 1 nothing is cut: the one head is x itself.",
        ),
        Case(
            "one token, two heads",
            (a([[11, 12]]), 2),
            "One token's row, cut in two: its first half goes to head 1, its second to head 2.",
        ),
        Case(
            "two tokens, two heads",
            (a([[11, 12], [21, 22]]), 2),
            "One token is right, two are not: head 1 holds the first piece of every token.",
        ),
        Case(
            "one token, pieces of three",
            (a([[11, 12, 13, 14, 15, 16]]), 2),
            "Pieces of one number are right, of three are not: a piece is made of neighbours.",
        ),
        Case(
            "two tokens, four heads",
            (a([[11, 12, 13, 14], [21, 22, 23, 24]]), 4),
            "Two heads are right, four are not: use h, and the width over h.",
        ),
    ),
    mistakes=(
        Mistake(
            reshape_alone,
            "This is reshape alone. It breaks the line elsewhere and moves no number, so rows of a "
            "head belong to other tokens. Cut each row first, then bring the heads first.",
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
            lambda x, h: x.reshape(len(x), x.shape[1] // h, h).swapaxes(0, 1),
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
            "If width / h stands there: / gives a float, 3.0, and a size must be a whole number. "
            "// gives 3.",
        ),
        *(
            Mistake(
                does,
                "You cut into pieces of 3. That is the width of a head in the picture above; here "
                "it is width // h.",
            )
            for does in (
                lambda x, h: x.reshape(len(x), h, 3).swapaxes(0, 1),
                lambda x, h: np.stack([x[:, i * 3 : (i + 1) * 3] for i in range(h)]),
            )
        ),
        *(
            Mistake(
                does,
                "You cut into 2 heads of 3, as in the picture above. Here there are h heads, each "
                "of width // h.",
            )
            for does in (lambda x, h: x.reshape(len(x), 2, 3).swapaxes(0, 1), slices_of_three)
        ),
        Mistake(
            picture_split,
            "No case fits. If 4, 2 or 3 stand in your code, they are the picture's sizes: take n "
            "and the width from x.shape, and cut into h.",
        ),
        Mistake(
            lambda x, h: np.array([x[:, i : i + x.shape[1] // h] for i in range(h)]),
            "Your pieces start at i, so they overlap. Piece i starts after i pieces of width "
            "d = width // h: at i · d.",
        ),
        Mistake(
            lambda x, h: x.T.reshape(h, -1, len(x)),
            "Heads come first, but each is lying on its side, (d, n): rows must be tokens.",
        ),
        Mistake(
            lambda x, h: np.array(np.split(x, h, axis=0)),
            "You cut the sentence: each head gets some tokens whole. Each head gets a piece of "
            "every token.",
        ),
        Mistake(
            lambda x, h: attention.split_heads(x, h)[::-1],
            "Your heads come in the wrong order: head 1 takes the first features.",
        ),
        Mistake(
            lambda x, h: np.array([x] * h),
            "Every head gets the whole of x. Each is to have its own piece, 1/h of the width.",
        ),
    ),
    draw=tokens_and_heads,
)


MERGE = FunctionExercise(
    name="merge",
    title="merge the heads",
    task="**Exercise** (find the bug). This is to lay the pieces `(h, n, d)` of every token side "
    "by side again, as `(n, h·d)`. `[[[11], [21]], [[12], [22]]]` must give "
    "`[[11, 12], [21, 22]]`.",
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
            "one head",
            (a([[[11, 12], [21, 22], [31, 32]]]),),
            "One head needs no merging: its matrix comes back as it is.",
        ),
        Case(
            "one token, two heads",
            (a([[[11, 12]], [[13, 14]]]),),
            "One token: the piece of head 1, and the piece of head 2 beside it.",
        ),
        Case(
            "two tokens, two heads",
            (a([[[11], [21]], [[12], [22]]]),),
            "One token is right, two are not: a row holds the pieces of one token, of all heads.",
        ),
        Case(
            "three tokens, two heads of two",
            (a([[[11, 12], [21, 22], [31, 32]], [[13, 14], [23, 24], [33, 34]]]),),
            "Pieces of one number are right, longer ones are not: a piece stays in one stretch.",
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
            "You reshape first and turn after. It fits where d is 1; else the reshape has cut "
            "the rows elsewhere before .T comes. Swap heads and tokens first.",
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
        Mistake(
            lambda heads: heads.mean(axis=0),
            "You average the heads: what each found is mixed. They are laid side by side.",
        ),
        Mistake(
            lambda heads: attention.merge_heads(heads[::-1]),
            "The last head comes first in your rows. Keep the order of the heads.",
        ),
        Mistake(
            lambda heads: attention.merge_heads(heads).T,
            "Your rows are features and your columns tokens: turn the matrix round.",
        ),
        Mistake(
            lambda heads: heads[0],
            "Your result is the first head alone. The other heads belong beside it.",
        ),
    ),
    draw=lambda rng: (numbers(rng, *sizes(rng, 3)),),
)


def heads_and_W_O(rng):
    h, n, d_v, d_out = sizes(rng, 4)
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


def two_written_out(d_v=None):
    """As on the page: one slice for each of two heads, at d_v or at a number."""

    def wrong(heads, W_O):
        at = d_v or heads.shape[2]
        return a([heads[0] @ W_O[:at], heads[1] @ W_O[at:]])

    return wrong


def two_slices(heads, W_O):
    d_v = heads.shape[2]
    return a([heads[0] @ W_O[:d_v], heads[1] @ W_O[d_v : 2 * d_v]])


HEAD_WRITES = FunctionExercise(
    name="head_writes",
    title="what each head writes",
    task="**Exercise.** For any number of heads: from `heads` `(h, n, d_v)` and `W_O` "
    "`(h·d_v, d_out)` compute what each head writes, `(h, n, d_out)`. `heads = [[[2]], [[3]]]` "
    "and `W_O = [[10], [100]]` give `[[[20]], [[300]]]`.",
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
            "two heads of width 1",
            (a([[[2.0]], [[3.0]]]), a([[10.0], [100.0]])),
            "Head 1 meets the first row of W_O, head 2 the second; the parts are not added yet.",
        ),
        Case(
            "two heads of width 2",
            (
                a([[[1.0, 1.0]], [[1.0, 2.0]]]),
                a([[1.0, 0.0], [0.0, 10.0], [100.0, 0.0], [0.0, 1000.0]]),
            ),
            "Heads of width 1 are right, of width 2 are not: head 1 meets the first two rows of "
            "W_O, head 2 the next two.",
        ),
        Case(
            "three heads of width 1, two tokens",
            (a([[[1.0], [2.0]], [[3.0], [4.0]], [[5.0], [6.0]]]), a([[1.0], [10.0], [100.0]])),
            "Two heads are right, three are not: take h from the shape of heads.",
        ),
    ),
    mistakes=(
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
            lambda heads, W_O: heads @ W_O,
            "One head fits W_O, two do not: each meets only its own d_v rows. All of W_O is "
            "h · d_v rows; and a slice i · d_v : d_v is empty from the second head on.",
        ),
        Mistake(
            lambda heads, W_O: a([heads[i] @ W_O[i] for i in range(len(heads))]),
            "W_O[i] is one row of W_O. Head i meets d_v rows, from i · d_v on: a slice, or W_O cut "
            "by reshape first.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(i, i + 1)),
            "You give head i one row of W_O. It needs d_v rows, as many as a head is wide.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(i * h, (i + 1) * h)),
            "You cut W_O into pieces of h rows, as np.split(W_O, d_v) does. There are to be h "
            "pieces, each of d_v rows.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(i * d_v, i + d_v)),
            "Your slice ends at i + d_v, before the rows of head i do. It ends d_v rows after its "
            "start, at (i + 1) · d_v: mind the brackets.",
        ),
        Mistake(
            two_written_out(3),
            "Your slices end at 3, as on the page, where two heads are 3 wide. Take h and d_v from "
            "heads.shape, and loop over i.",
        ),
        *(
            Mistake(
                does,
                "You write out two heads. There may be one, or three: loop over i, up to "
                "h = len(heads).",
            )
            for does in (two_written_out(), two_slices)
        ),
        Mistake(
            lambda heads, W_O: heads * W_O.reshape(len(heads), heads.shape[2], -1),
            "Each head has its own rows now, but * multiplies entry by entry. What a head writes "
            "is a matrix product, @.",
        ),
        Mistake(
            lambda heads, W_O: heads @ W_O.reshape(len(heads), heads.shape[1], -1),
            "You give each head n rows of W_O. The shape of heads is (h, n, d_v): d_v is its "
            "last size.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice(0, d_v)),
            "Every head meets the first d_v rows of W_O here. Each has rows of its own.",
        ),
        Mistake(
            writes_with(lambda i, h, d_v: slice((h - 1 - i) * d_v, (h - i) * d_v)),
            "Your rows come in the wrong order: head 1 meets the first rows of W_O, not the last.",
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
        Mistake(
            lambda heads, W_O: np.broadcast_to(
                attention.merge_heads(heads) @ W_O, (*heads.shape[:2], W_O.shape[1])
            ),
            "Every head's part is the whole output here. Head i meets only its own rows of W_O.",
        ),
        Mistake(
            lambda heads, W_O: heads.reshape(heads.shape[1], -1) @ W_O,
            "You merge by reshape alone, which mixes tokens; and no merging is needed, each "
            "head meets its rows by itself.",
        ),
    ),
    draw=heads_and_W_O,
)


def each_head(Y, X, W_Q, W_K, W_V, scale=None):
    return attention.attention(Y @ W_Q, X @ W_K, X @ W_V, scale=scale).output  # (h, n, d_v)


def joined(*arguments, scale=None):
    return attention.merge_heads(each_head(*arguments, scale=scale))  # (n, h·d_v)


def over_the_queries(Y, X, W_Q, W_K, W_V, W_O):
    weights = attention.softmax(attention.scores(Y @ W_Q, X @ W_K), axis=-2)
    return attention.merge_heads(weights @ (X @ W_V)) @ W_O


def one_softmax(Y, X, W_Q, W_K, W_V, W_O):
    Q, K, V = (np.concatenate(tokens @ W, axis=1) for tokens, W in ((Y, W_Q), (X, W_K), (X, W_V)))
    return attention.attention(Q, K, V).output @ W_O


def first_matrices(Y, X, W_Q, W_K, W_V, W_O):
    return joined(Y, X, *(np.repeat(W[:1], len(W), axis=0) for W in (W_Q, W_K, W_V))) @ W_O


def interleaved(Y, X, W_Q, W_K, W_V, W_O):
    return each_head(Y, X, W_Q, W_K, W_V).transpose(1, 2, 0).reshape(len(Y), -1) @ W_O


def pairs(*given):
    """The heads with their weights, as attention.attention gives them."""
    Y, X, W_Q, W_K, W_V, _ = given
    return [attention.attention(Y @ W_Q[i], X @ W_K[i], X @ W_V[i]) for i in range(len(W_Q))]


def cut_by_keys(*given):
    d_k, heads = given[2].shape[2], each_head(*given[:5])
    return sum(head @ given[5][i * d_k : (i + 1) * d_k] for i, head in enumerate(heads))


def tokens_and_matrices(rng):
    n, m, d_y, d_x, h, d_k, d_v, d_out = sizes(rng, 8)
    Y, X = numbers(rng, n, d_y, huge=30), numbers(rng, m, d_x, huge=30)
    W_Q, W_K = numbers(rng, h, d_y, d_k, huge=30), numbers(rng, h, d_x, d_k, huge=30)
    return Y, X, W_Q, W_K, numbers(rng, h, d_x, d_v), numbers(rng, h * d_v, d_out)


ONE, SAME = a([[[1.0]]]), a([[[1.0]], [[1.0]]])  # W_Q, W_K that keep tokens of width 1: h = 1, 2
FOUR_FIVE = a([[[4.0]], [[5.0]]])  # W_V of two heads

MULTI_HEAD = FunctionExercise(
    name="multi_head",
    title="multi-head attention from its parts",
    task="**Exercise.** Put it together: the output `(n, d_out)` of `h` heads, each with its own "
    "`W_Q[i]`, `W_K[i]`, `W_V[i]`, joined by `W_O`. One head, `Y = [[2]]`, `X = [[3]]`, "
    "`W_V = [[[4]]]`, `W_O = [[1]]`: `[[12]]`.",
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
        "What does one head need? Look at one_head above; how many times, and what joins them?",
        "Loop over i. attention.attention(Q, K, V).output is one head, (n, d_v); keep them in a "
        "list.",
        "np.concatenate(heads, axis=1) lays them side by side, (n, h·d_v). Then @ W_O.",
    ),
    reference=lambda *arguments: attention.multi_head_attention(*arguments).output,
    axes=("tokens", "outputs"),
    cases=(
        Case(
            "one head, one key",
            (a([[2.0]]), a([[3.0]]), ONE, ONE, a([[[4.0]]]), a([[1.0]])),
            "A key that is alone gets weight 1: the output is its value, X W_V, times W_O.",
        ),
        Case(
            "two heads, one key, W_O the identity",
            (a([[2.0]]), a([[3.0]]), SAME, SAME, FOUR_FIVE, np.eye(2)),
            "W_O hands on what it gets here: the two heads' values, 12 and 15, side by side.",
        ),
        Case(
            "a W_O that is not the identity",
            (a([[2.0]]), a([[3.0]]), SAME, SAME, FOUR_FIVE, a([[1.0, 10.0], [0.0, 100.0]])),
            "The heads are right side by side; their row, times W_O, is the output.",
        ),
        Case(
            "two tokens ask, all keys equal",
            (
                a([[2.0], [1.0]]),
                a([[3.0], [1.0]]),
                SAME,
                a([[[0.0]], [[0.0]]]),
                FOUR_FIVE,
                a([[1.0, 10.0], [0.0, 100.0]]),
            ),
            "Equal keys get equal weights: in each head both tokens get the mean of its values.",
        ),
        Case(
            "one token asks two",
            (a([[1.0]]), a([[2.0], [0.0]]), ONE, ONE, ONE, a([[1.0]])),
            "Means are right, weights are not: one head's weights are the softmax of (Y W_Q)(X "
            "W_K)ᵀ/√d_k.",
        ),
        Case(
            "keys of width 4",
            (a([[1.0]]), a([[2.0], [0.0]]), a([[[1.0] * 4]]), a([[[1.0] * 4]]), ONE, a([[1.0]])),
            "Keys of width 1 are right, of width 4 are not: divide the scores by √d_k.",
        ),
        Case(
            "tokens of width 4, keys of width 1",
            (
                a([[1.0, 0.0, 0.0, 0.0]]),
                a([[2.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]),
                a([[[1.0], [0.0], [2.0], [0.0]]]),
                a([[[1.0], [1.0], [0.0], [0.0]]]),
                a([[[1.0], [0.0], [0.0], [1.0]]]),
                a([[1.0]]),
            ),
            "The wider token must not change the divisor: it is √d_k, of one head's keys.",
        ),
        Case(
            "two heads with different questions",
            (
                a([[1.0]]),
                a([[2.0], [0.0]]),
                a([[[1.0]], [[-1.0]]]),
                SAME,
                SAME,
                a([[1.0, 0.0], [0.0, 1.0]]),
            ),
            "One head is right, two are not: each has queries, keys and a softmax of its own.",
        ),
        Case(
            "values of width 2",
            (
                a([[1.0]]),
                a([[3.0]]),
                SAME,
                SAME,
                a([[[1.0, 2.0]], [[3.0, 4.0]]]),
                a([[1.0], [10.0], [100.0], [1000.0]]),
            ),
            "Values of width 1 are right, of width 2 are not: a head's two stay neighbours.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: joined(Y, X, W_Q, W_K, W_V),
            "You stop at the heads side by side. The product with W_O is still missing.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: (
                each_head(Y, X, W_Q, W_K, W_V).reshape(len(Y), -1) @ W_O
            ),
            "You merge by reshape alone: it reads head 1 to its end, so a row mixes tokens. Lay "
            "the heads side by side, np.concatenate(heads, axis=1).",
        ),
        Mistake(
            interleaved,
            "You interleave the heads' features. W_O expects head 1 whole, then head 2.",
        ),
        Mistake(
            lambda Y, *rest: joined(Y, *rest[:4], scale=1.0) @ rest[4],
            "Your scores are raw: they are not yet divided by √d_k.",
        ),
        Mistake(
            lambda Y, *rest: joined(Y, *rest[:4], scale=Y.shape[1] ** -0.5) @ rest[4],
            "You divide by the root of the tokens' width. A score sums over the d_k numbers of "
            "one head's keys.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: (
                joined(Y, X, W_Q, W_K, W_V, scale=(len(W_Q) * W_Q.shape[-1]) ** -0.5) @ W_O
            ),
            "You divide by √(h·d_k), the width of all heads' keys together. Each head has d_k.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: (
                joined(Y, X, W_Q, W_K, W_V, scale=1 / W_Q.shape[-1]) @ W_O
            ),
            "You divide by d_k. Its root is enough.",
        ),
        Mistake(
            lambda Y, *rest: joined(Y, *rest[:4], scale=len(Y) ** -0.5) @ rest[4],
            "You divide by the root of n, the number of queries: len(Q) counts rows.",
        ),
        Mistake(
            lambda Y, X, *rest: joined(Y, X, *rest[:3], scale=len(X) ** -0.5) @ rest[3],
            "You divide by the root of m, the number of keys: len(K) counts rows.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: (
                joined(Y, X, W_Q, W_K, W_V, scale=W_Q.shape[-1] ** 0.5) @ W_O
            ),
            "You multiply by √d_k. The scores are to be divided by it.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: joined(X, X, W_Q, W_K, W_V) @ W_O,
            "Your queries come from X. Y asks: Q is Y @ W_Q[i].",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: joined(Y, Y, W_Q, W_K, W_V) @ W_O,
            "Your keys and values come from Y. X is looked at: K is X @ W_K[i], V is X @ W_V[i].",
        ),
        Mistake(
            first_matrices,
            "All your heads use the matrices of the first. Take number i of each in head i.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: joined(Y, X, W_K, W_Q, W_V) @ W_O,
            "W_Q and W_K have changed places: W_Q makes the queries of Y, W_K the keys of X.",
        ),
        Mistake(
            one_softmax,
            "One softmax serves all your heads: their scores are added up. Each head needs "
            "scores and a softmax of its own.",
        ),
        Mistake(
            over_the_queries,
            "Your weights sum to 1 over the queries. Each query shares out its 1 over the keys.",
        ),
        *(
            Mistake(
                does,
                "attention.attention gives a pair, the output and the weights. A head is its "
                ".output alone.",
            )
            for does in (
                lambda *given: np.concatenate(pairs(*given), axis=1) @ given[5],
                lambda *given: np.concatenate(pairs(*given), axis=-1) @ given[5],
                lambda *given: np.concatenate(pairs(*given)) @ given[5],
                lambda *given: sum(pairs(*given)) @ given[5],
                lambda Y, X, W_Q, W_K, W_V, W_O: (
                    attention.attention(Y @ W_Q, X @ W_K, X @ W_V) @ W_O
                ),
                lambda *given: sum(pair @ given[5] for pair in pairs(*given)),
            )
        ),
        Mistake(
            lambda *given: each_head(*given[:5]).sum(axis=0) @ given[5],
            "One head fits W_O, two do not: its h · d_v rows meet the heads side by side, "
            "(n, h · d_v). A head alone, the sum or mean of the heads, or heads below each other "
            "(axis 0) are only d_v wide.",
        ),
        Mistake(
            lambda *given: np.mean(each_head(*given[:5])) @ given[5],
            "No case fits. If np.mean stands in your code: without an axis it gives a single "
            "number, and a mean is not what joins heads. Lay them side by side.",
        ),
        Mistake(
            lambda *given: np.concatenate(each_head(*given[:5])),
            "You put the heads below each other (axis 0), and W_O is missing. Lay them side by "
            "side first.",
        ),
        Mistake(
            cut_by_keys,
            "You cut W_O into d_k rows for each head. What a head hands over is d_v wide: d_v "
            "rows.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: (
                joined(Y, X, W_Q, W_K, np.repeat(W_V[:1], len(W_V), axis=0)) @ W_O
            ),
            "All your heads take the values of the first: head i needs W_V[i].",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K, W_V, W_O: joined(X, Y, W_Q, W_K, W_V) @ W_O,
            "Y and X have changed places: Y asks, so it makes the queries; X is looked at.",
        ),
        Mistake(
            lambda *given: each_head(*given[:5]).sum(axis=0),
            "You add the heads up. They are laid side by side, and W_O joins them.",
        ),
        Mistake(
            lambda *given: each_head(*given[:5]).mean(axis=0),
            "You average the heads. They are laid side by side, and W_O joins them.",
        ),
        Mistake(
            lambda *given: joined(*given[:5]) @ given[5] / len(given[2]),
            "You divide the output by h. W_O adds up what the heads write, without a mean.",
        ),
        Mistake(
            lambda *given: each_head(*given[:5]),
            "The heads lie one behind the other, on an axis of their own: join them before W_O.",
        ),
        Mistake(
            lambda *given: writes(each_head(*given[:5]), given[5]),
            "This is what each head writes, one behind the other. The output is their sum.",
        ),
    ),
    draw=tokens_and_matrices,
)


def blocks(small):
    h, d, e = small.shape
    W = np.zeros((h * d, h * e))
    for i in range(h):
        W[i * d : (i + 1) * d, i * e : (i + 1) * e] = small[i]
    return W


def blocks_with(place, fill=0.0):
    """Matrices put where place(i, h, d, e) says, into a matrix filled with one number."""

    def wrong(small):
        h, d, e = small.shape
        W = np.full((h * d, h * e), fill)
        for i in range(h):
            W[place(i, h, d, e)] = small[i]
        return W

    return wrong


def in_turn(small):
    h, d, e = small.shape
    return blocks(small).reshape(h * d, h, e).swapaxes(0, 1)


def on_the_diagonal(i, h, d, e):
    return slice(i * d, (i + 1) * d), slice(i * e, (i + 1) * e)


def ends(end):
    """Places whose slices end at end(i, size): both slices, the rows' alone, the columns' alone."""

    def place(wrong):
        def at(i, h, d, e):
            sizes = zip((d, e), wrong, strict=True)
            return tuple(
                slice(i * size, end(i, size) if off else (i + 1) * size) for size, off in sizes
            )

        return at

    return [place(wrong) for wrong in ((True, True), (True, False), (False, True))]


BLOCK_DIAGONAL = FunctionExercise(
    name="block_diagonal",
    title="a cut input as one matrix",
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
            "two pieces of width 1",
            (a([[[2]], [[3]]]),),
            "Each piece has one row and one column here: 2 stands in the upper left, 3 in the "
            "lower right, zeros elsewhere.",
        ),
        Case(
            "two pieces of width 1, results of width 2",
            (a([[[1, 2]], [[3, 4]]]),),
            "The columns of piece i start at i · e, after e results of each piece before it.",
        ),
        Case(
            "two pieces of width 2, results of width 1",
            (a([[[1], [2]], [[3], [4]]]),),
            "The rows of piece i start at i · d, after d features of each piece before it.",
        ),
        Case(
            "three pieces",
            (a([[[1, 2]], [[3, 4]], [[5, 6]]]),),
            "Two pieces are right, three are not: i counts them all, from 0 to h − 1.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda small: np.concatenate(small, axis=1),
            "You lay the matrices side by side. That is one big projection, where every head reads "
            "the same d features; here each has its own rows.",
        ),
        Mistake(
            lambda small: np.concatenate(small, axis=0),
            "You put the matrices below each other: the results of all pieces would be added up.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: on_the_diagonal(h - 1 - i, h, d, e)),
            "The order is turned: small[0] belongs to the first piece, in the upper left.",
        ),
        Mistake(
            blocks_with(
                lambda i, h, d, e: (
                    on_the_diagonal(i, h, d, e)[0],
                    on_the_diagonal(h - 1 - i, h, d, e)[1],
                )
            ),
            "Your blocks run from lower left to upper right: the pieces' results change places.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: (slice(i, None, h), slice(i, None, h))),
            "You spread each block over every h-th row and column. A piece is made of neighbours.",
        ),
        *(
            Mistake(
                blocks_with(place),
                "A slice of yours is empty from the second piece on: i · d : d (or i · e : e) ends "
                "where it starts, or before. It must end at (i + 1) · d (or (i + 1) · e).",
            )
            for place in ends(lambda i, size: size)
        ),
        *(
            Mistake(
                blocks_with(place),
                "A slice of yours ends at i + d (or i + e), too early. It must end at (i + 1) · d "
                "(or (i + 1) · e): mind the brackets.",
            )
            for place in ends(lambda i, size: i + size)
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: (slice(i, i + d), slice(i, i + e))),
            "Your blocks start at row i and column i, so they overlap. Rows go in steps of d, "
            "columns in steps of e.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: on_the_diagonal(i, h, d, d)),
            "Your columns go in steps of d. Each piece has e results, so its block is e columns "
            "wide.",
        ),
        Mistake(
            blocks_with(lambda i, h, d, e: on_the_diagonal(i, h, e, e)),
            "Your rows go in steps of e. Each piece has d features, so its block is d rows high.",
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
            lambda small: np.concatenate([np.tile(one, len(small)) for one in small]),
            "Your blocks fill whole rows: each piece writes to the results of all. Choose the "
            "columns, too.",
        ),
        Mistake(
            lambda small: np.kron(np.eye(len(small)), small[0]),
            "Every block is the first matrix. Piece i meets small[i].",
        ),
        Mistake(
            blocks_with(on_the_diagonal, fill=1.0),
            "Outside the blocks you have ones: each piece would be added to the others' results.",
        ),
        Mistake(
            lambda small: np.tile(np.concatenate(small, axis=1), (len(small), 1)),
            "Every piece meets every matrix in your W. Off the diagonal there are zeros.",
        ),
        Mistake(
            lambda small: blocks(small).T,
            "Your W is transposed: rows belong to the features of x, columns to the results.",
        ),
        Mistake(
            in_turn,
            "This is a matrix (h·d, e) for each head, as in wide above. Lay them side by side.",
        ),
        Mistake(
            lambda small: 0 * blocks(small),
            "Your W is still all zeros.",
        ),
    ),
    draw=lambda rng: (numbers(rng, *sizes(rng, 3)),),
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

CHECKED = (
    RECALL_ZEROED,
    RECALL_LENGTHS,
    UNDER_THE_ROOT,
    COUNT,
    SPLIT,
    MERGE,
    HEAD_WRITES,
    MULTI_HEAD,
    BLOCK_DIAGONAL,
    HEAD_OFF,
)


def turned_round():
    weights = attention.softmax([5.0, 0.0, 5.0])
    nouns = a([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])  # dog, chases, thief
    before, after = weights @ nouns, weights @ nouns[::-1]
    same, swapped = np.allclose(before, after), np.allclose(before[::-1], after)
    return "the same" if same else "swapped" if swapped else "zeros"


def one_wide_head():
    one, eight = count(512, 1, 512, 512), count(512, 8, 64, 64)
    return "the same" if one == eight else "more" if one > eight else "fewer"


PREDICTED = (
    Choice(
        name="turned_round",
        title="the sentence turned round",
        truth=turned_round,
        why="Both nouns get the same weight, and a sum does not tell which came first.",
        options=("the same", "swapped", "zeros"),
    ),
    Choice(
        name="one_wide_head",
        title="one head of 512",
        truth=one_wide_head,
        why="Eight matrices of 512 · 64 numbers hold as many as one of 512 · 512, and W_O is as "
        "large as before.",
        options=("more", "fewer", "the same"),
    ),
)
