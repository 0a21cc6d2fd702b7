"""Exercises of notebook 05: masks before the softmax, their kinds, and the test for leaks."""

import math

import numpy as np

from helpers import attention
from helpers.data import examples, recorded
from helpers.exercises.engine.draws import far_sizes, halfway, leading, mask, scores
from helpers.exercises.engine.exercise import (
    STOP,
    Case,
    FunctionExercise,
    Mistake,
    ValueExercise,
    each_alone,
)
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question

a = np.array  # literal cases stay short
INF = np.inf
LN3 = math.log(3)
PAIR = ("queries", "keys")

# --- masks before the softmax -------------------------------------------------------------------


def masked(scores, mask):
    return attention.softmax(np.where(mask, scores, -INF))


def indexed(scores, mask):
    hidden = scores.copy()
    hidden[~mask] = -INF
    return attention.softmax(hidden)


def shares(exponentials):
    """Each row over its sum; zeros if there is nothing to share."""
    total = exponentials.sum(-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def scores_and_mask(rng):
    shape = (*leading(rng), *far_sizes(rng, 2))
    return scores(rng, *shape).astype(float), mask(rng, *shape)


BATCH = a([[[0.0, 1.0, 2.0], [3.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0]]])

MASKED_SOFTMAX = FunctionExercise(
    name="masked_softmax",
    part="masked_softmax",
    title="a mask before the softmax",
    task="**Exercise** (fill in one line). Turn `scores` `(…, n, m)`, finite floats, into weights. "
    "Hide each key where `mask` is False; if the mask has fewer rows than the scores, NumPy "
    "repeats it (it *broadcasts*). A query that may see nothing gets zeros: `attention.softmax` "
    "gives them for a row that is all −∞. "
    "Scores `[[1.0, 1.0]]` and mask `[[True, False]]` give `[[1.0, 0.0]]`."
    f" {STOP}",
    answer="my_masked_softmax",
    stub="""def my_masked_softmax(scores, mask):
    scores = ...  # 1 line
    return attention.softmax(scores)""",
    solution="""def my_masked_softmax(scores, mask):
    scores = scores + np.where(mask, 0, -np.inf)
    return attention.softmax(scores)""",
    why="e to the power of −∞ is 0. So the hidden key is gone from the sum, and the weights of the "
    "visible ones add up to 1.",
    hints=(
        "Which score has the exponential 0?",
        "Where the mask is True the score stays; elsewhere it becomes −∞, or −∞ is added to it. "
        "The argument itself must not change.",
        "np.where(mask, a, b) takes a where the mask is True, b elsewhere, and broadcasts. Add 0 "
        "here and −∞ there.",
    ),
    reference=masked,
    axes=PAIR,
    cases=(
        Case(
            "two equal scores, the second hidden",
            (a([[1.0, 1.0]]), a([[True, False]])),
            "The hidden key must get 0, the only visible one 1.",
        ),
        Case(
            "nothing hidden",
            (a([[0.0, LN3]]), a([[True, True]])),
            "With nothing hidden this is the plain softmax: 1/4 and 3/4, which sum to 1 along the "
            "row.",
        ),
        *each_alone(
            (a([[0.0, 1.0, 2.0]]), a([[True, False, False]])),
            (a([[2.0, 0.0, 1.0]]), a([[True, True, False]])),
        ),
        Case(
            "two queries, three keys",
            (
                a([[0.0, 1.0, 2.0], [2.0, 0.0, 1.0]]),
                a([[True, False, False], [True, True, False]]),
            ),
            "Right for one query, wrong for two: each has its own row of the mask, and weights of "
            "its own that sum to 1.",
        ),
        Case(
            "three queries, three keys",
            (a([[0.0, 1.0, 2.0], [2.0, 0.0, 1.0], [1.0, 1.0, 0.0]]), np.tri(3, dtype=bool)),
            "A square mask that is not symmetric: its rows are queries, its columns keys.",
        ),
        *each_alone(*((sentence, a([[True, True, False]])) for sentence in BATCH)),
        Case(
            "one row of a mask, for two sentences",
            (BATCH, a([[True, True, False]])),
            "A matrix is right, three axes are not: the keys are on the last axis, axis=-1, and "
            "the mask (1, 3) holds for every query.",
        ),
        Case(
            "a hidden score of 20000",
            (a([[0.0, 20000.0, 1.0]]), a([[True, False, True]])),
            "However large a hidden score is, the visible keys share the whole 1 as if it were not "
            "there.",
        ),
        Case(
            "a second query that may see nothing",
            (a([[0.0, 1.0], [0.0, 1.0]]), a([[True, False], [False, False]])),
            "The second query may see nothing: all its weights are 0. A finite number instead of "
            "−∞ would leave weight on hidden keys, and −∞ − (−∞) is nan.",
        ),
        Case(
            "a visible score of −1e30",
            (a([[-1e30, 0.0]]), a([[True, False]])),
            "The visible key is the only one, so it gets all the weight, however low its score is.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, -INF, scores)),
            "You hide what may be seen. In this notebook True means: may attend.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores) * mask,
            "You set weights to 0 after the softmax. The hidden scores are still in its sum, so "
            "the rows do not add up to 1.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, scores, 0)),
            "You make the hidden scores 0. e⁰ is 1: a score of 0 takes its share like any other.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores + mask),
            "True is added as 1 and False as 0, which hides nothing. Add 0 and −∞.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores + (1 - mask) * -INF),
            "0 times −∞ is nan, so the visible scores are lost. Choose with np.where instead of "
            "multiplying.",
        ),
        Mistake(
            indexed,
            "An index does not broadcast: here ~mask must have the shape of the scores. np.where "
            "broadcasts.",
        ),
        Mistake(
            lambda scores, mask: shares(np.exp(scores) * mask),
            "exp of a large score is inf. Leave the exponentials to attention.softmax, or subtract "
            "each row's largest visible score first.",
        ),
        Mistake(
            lambda scores, mask: shares(np.exp(scores - scores.max(-1, keepdims=True)) * mask),
            "You subtract the largest of all scores. If that one is hidden, the visible "
            "exponentials may all become 0: hide first.",
        ),
    ),
    draw=scores_and_mask,
)


def above(n, m, diagonal):  # key minus query, at most
    return np.tri(n, m, diagonal, dtype=bool)


def filled_one_by_one(n, m):
    seen = np.zeros((n, m), dtype=bool)
    for i in range(n):
        for j in range(i + 1):
            seen[i, j] = True
    return seen


CAUSAL_MASK = FunctionExercise(
    name="causal_mask",
    part="causal_mask",
    title="the causal mask",
    task="**Exercise.** Make the boolean causal mask `(n, m)` of `n` queries and `m` keys: True "
    "where query `i` may see key `j`, both counted from 0. `n = 2`, `m = 3` give "
    "`[[True, False, False], [True, True, False]]`.",
    answer="my_causal_mask",
    stub="""def my_causal_mask(n, m):
    return ...  # about 3 lines""",
    solution="""def my_causal_mask(n, m):
    i = np.arange(n).reshape(n, 1)
    j = np.arange(m)
    return j <= i""",
    why="A column of query numbers against a row of key numbers compares every pair at once.",
    hints=(
        "Which keys may query 0 see, and which may query 1 see?",
        "Put the numbers of the queries in a column, np.arange(n).reshape(n, 1), those of the keys "
        "in a row, and compare.",
        "With i the column and j the row: j <= i.",
    ),
    reference=attention.causal_mask,
    axes=PAIR,
    cases=(
        Case("two queries, two keys", (2, 2), "Query 0 sees key 0 alone, query 1 sees both."),
        Case("three queries, two keys", (3, 2), "Queries 1 and 2 see both keys that there are."),
    ),
    mistakes=(
        Mistake(
            lambda n, m: above(n, m, -1),
            "This is the strict mask, j < i: no query sees its own position, and query 0 sees "
            "nothing.",
        ),
        Mistake(
            lambda n, m: ~above(n, m, -1),
            "The wrong way round: with j ≥ i each query sees itself and the later keys.",
        ),
        Mistake(
            lambda n, m: ~above(n, m, 0),
            "You put True where a key must be hidden: here True means that it may be seen.",
        ),
        Mistake(
            lambda n, m: above(n, m, 1),
            "Off by one: query i sees key i + 1, the very word that it has to predict.",
        ),
        Mistake(
            lambda n, m: above(n, m, m - n),
            "You count from the end: with unequal numbers your diagonal ends in the last corner. "
            "Queries and keys are both counted from 0.",
        ),
        Mistake(
            lambda n, m: above(n, m, 0).T,
            "The right pairs, but the axes are the other way round: queries run down, keys across.",
        ),
        Mistake(
            filled_one_by_one,
            "There may be fewer keys than i + 1: stop at key m − 1.",
        ),
        Mistake(
            lambda n, m: a([[True] * (i + 1) + [False] * (m - i - 1) for i in range(n)]),
            "A row becomes too long where i + 1 is more than m. Each row has m entries.",
        ),
    ),
    draw=lambda rng: tuple(far_sizes(rng, 2)),
)

ALL_AT_ONCE = Question(
    name="all_at_once",
    title="ten predictions at once",
    ask="A decoder is trained on a sentence of 10 words. One computation with the causal mask "
    "makes 10 predictions. Why can no prediction copy the word that it has to predict?",
    options=(
        (
            "the later words are not part of the input at all",
            "all of them are rows of X. What keeps a query from using them?",
        ),
        (
            "only the last row is used, and no word comes after it",
            "every row is used: one computation gives a prediction from each.",
        ),
        (
            "later words get weights that are too small to matter",
            "a small weight would still let something through: change a later word, and the row "
            "would move a little. It does not move at all.",
        ),
        (
            "row $i$ is what the words up to word $i$ alone would give",
            "for row i, a hidden word has no more effect than a word that does not exist.",
        ),
    ),
    right="d",
)

# --- padding ------------------------------------------------------------------------------------


def lengths_and_width(rng):
    b, m = far_sizes(rng, 2, far=60)
    return rng.integers(0, m + 1, b).tolist(), m


def in_column(lengths):
    return np.array(lengths)[:, None, None]  # (b, 1, 1)


PADDING_MASK = FunctionExercise(
    name="padding_mask",
    title="the padding mask",
    task="**Exercise.** Make the boolean mask `(b, 1, m)` of `b` sentences, padded at the end to "
    "width `m`, from the list of their `lengths`, each from 0 to `m`: True at words, False at "
    "padding. `lengths = [1, 2]`, `m = 2` give `[[[True, False]], [[True, True]]]`.",
    answer="my_padding_mask",
    stub="""def my_padding_mask(lengths, m):
    return ...  # about 2 lines""",
    solution="""def my_padding_mask(lengths, m):
    each = np.array(lengths).reshape(-1, 1, 1)
    return np.arange(m) < each""",
    why="Key j is a word if j is less than the length. The axis of 1 lets every query share it.",
    hints=(
        "A sentence of length 2 has its words at the keys 0 and 1. How do you say that with j and "
        "the length?",
        "Compare the row np.arange(m) with the lengths, laid out as (b, 1, 1).",
        "np.array(lengths).reshape(-1, 1, 1) has shape (b, 1, 1).",
    ),
    reference=attention.padding_mask,
    axes=PAIR,
    cases=(
        Case("one word, width 2", ([1], 2), "Key 0 is a word, key 1 is padding."),
        Case("no padding", ([3], 3), "A sentence as long as the width has no padding."),
        Case("no word", ([0], 2), "A sentence of length 0 is all padding."),
        *each_alone(([3], 4), ([1], 4)),
        Case(
            "two sentences",
            ([3, 1], 4),
            "Right for one sentence, wrong for two: sentence b has the length lengths[b].",
        ),
    ),
    mistakes=(
        Mistake(
            lambda lengths, m: np.arange(m) >= in_column(lengths),
            "You put True at the padding: here True means that a key may be seen.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) <= in_column(lengths),
            "Off by one: keys are counted from 0, so a sentence of 2 words has the keys 0 and 1.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) < in_column(lengths) - 1,
            "Off by one: you hide the last word of each sentence. With length 1, key 0 is a word.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) >= m - in_column(lengths),
            "You keep the last keys. Here the words come first, the padding at the end.",
        ),
        Mistake(
            lambda lengths, m: (np.arange(m) < in_column(lengths))[:, 0],
            "Yours is (b, m). Beside scores (b, n, m), NumPy would take sentences for queries: "
            "put an axis of 1 between them.",
        ),
        Mistake(
            lambda lengths, m: np.swapaxes(np.arange(m) < in_column(lengths), 1, 2),
            "Yours is (b, m, 1): it would hide queries. The last axis belongs to the keys.",
        ),
        Mistake(
            lambda lengths, m: np.swapaxes(np.arange(m) < in_column(lengths), 0, 1),
            "Yours is (1, b, m): the sentences stand where queries belong.",
        ),
        Mistake(
            lambda lengths, m: (np.arange(m) < in_column(lengths)).T,
            "Yours is (m, 1, b): the sentences belong on the first axis, the keys on the last.",
        ),
        Mistake(
            lambda lengths, m: np.repeat(np.arange(m) < in_column(lengths), m, axis=1),
            "Yours is (b, m, m), a row for each of m queries. One row serves them all.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) < lengths[:, None, None],
            "A list takes one index at a time. If it is lengths that you index: np.array(lengths) "
            "first.",
        ),
    ),
    draw=lengths_and_width,
)

# --- both ---------------------------------------------------------------------------------------


def words(lengths, n):
    """(b, n), as in the given code: where the lengths meet the queries."""
    return np.arange(n) < np.array(lengths)[:, None]


DECODER_MASK = FunctionExercise(
    name="decoder_mask",
    title="two masks in one",
    task="**Exercise** (find the bug). This function should make one boolean mask `(b, n, n)` "
    "from a list of `lengths`, each from 0 to `n`. It should hide padding and whatever lies "
    "ahead. `lengths = [2, 1]`, `n = 2` must give `[[[True, False], [True, True]], [[True, "
    "False], [True, False]]]`. The function runs, but gives something else.",
    answer="my_decoder_mask",
    stub="""def my_decoder_mask(lengths, n):  # 1 line is wrong
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j <= i)""",
    solution="""def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j <= i)""",
    why="(b, 1, n) & (n, n) is (b, n, n). Without the 1, NumPy matches sentences with queries, and "
    "when b is n or 1 there is no error.",
    hints=(
        "Print the shapes of both sides of &. Which axis of the first meets the axis of queries?",
        "real is (b, n): its first axis meets i. It needs an axis of 1 in the middle.",
        "[:, None, None] makes the lengths (b, 1, 1).",
    ),
    reference=lambda lengths, n: attention.padding_mask(lengths, n) & attention.causal_mask(n),
    axes=PAIR,
    cases=(
        Case("one sentence, no padding", ([2], 2), "Without padding the causal mask is left."),
        Case(
            "one sentence, one word, width 3",
            ([1], 3),
            "Every query sees the one word, key 0, and no padding.",
        ),
        *each_alone(([3], 3), ([2], 3)),
        Case(
            "three sentences of three",
            ([1, 3, 2], 3),
            "Right for one sentence, wrong for three: sentence b has the length lengths[b], for "
            "all of its queries.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda lengths, n: words(lengths, n) & attention.causal_mask(n, strict=True),
            "j <= i was right: with j < i no query sees itself. The fault is the shape of real.",
        ),
        Mistake(
            lambda lengths, n: words(lengths, n) & attention.causal_mask(n).T,
            "j <= i was right: with j >= i each query sees the later keys. The fault is the shape "
            "of real.",
        ),
        Mistake(
            lambda lengths, n: words(lengths, n)[None] & attention.causal_mask(n),
            "The axis of 1 is in front, so the lengths still meet the queries. Put it between "
            "sentences and keys.",
        ),
        *(
            Mistake(
                lambda lengths, n, real=real: real(lengths, n) and attention.causal_mask(n),
                "`and` needs one True or False on each side. For arrays write &, which compares "
                "them entry by entry.",
            )
            for real in (words, attention.padding_mask)
        ),
        Mistake(
            lambda lengths, n: attention.padding_mask(lengths, n) | attention.causal_mask(n),
            "You join them with 'or'. A key must pass both masks.",
        ),
        Mistake(
            lambda lengths, n: (
                attention.padding_mask(lengths, n) & attention.causal_mask(n, strict=True)
            ),
            "You took the strict mask: each query may see its own position too.",
        ),
        Mistake(
            lambda lengths, n: (np.arange(n) <= in_column(lengths)) & attention.causal_mask(n),
            "The axes are right. But key j is a word if j is less than the length: keys are "
            "counted from 0.",
        ),
        Mistake(
            lambda lengths, n: attention.padding_mask(lengths, n) & attention.causal_mask(n).T,
            "Your causal part is j ≥ i: each query sees itself and the later keys.",
        ),
        Mistake(
            lambda lengths, n: words(lengths, n)[:, :, None] & attention.causal_mask(n),
            "Your padding tokens see nothing as queries. Nobody reads their rows: a padding mask "
            "hides keys, which are columns, and nothing else.",
        ),
    ),
    draw=lengths_and_width,
)

PLACES = a([4.0, 3.0, 2.0, 1.0, 5.0])  # PAD PAD animal street it, scored by "street"
PADDING, AHEAD = (0, 1), 4


def weight_of_animal(*hidden, key=2):
    seen = np.isin(np.arange(5), hidden, invert=True)
    return masked(PLACES, seen)[key]


def far_from_animal(value):
    if value in (0.7, 0.73):
        return "Rounded too far: give three decimals."
    if value > 1:
        return "A weight is a share of 1: at most 1, and not per cent."
    return "This is not the share of “animal” among the keys that both masks leave."


FRONT_WEIGHT = ValueExercise(
    name="front_weight",
    title="a weight after padding",
    task="**Exercise** (use it on new numbers). A sentence has five places: PAD, PAD, animal, "
    "street, it. The query “street” has the scores `[4, 3, 2, 1, 5]`, already scaled. What weight "
    "does it give to “animal” under the causal and the padding mask together? Give three decimals "
    "or more.",
    answer="front_weight",
    unit="of 1",
    stub="front_weight = ...  # a number, by hand or by code",
    solution="""seen = np.array([False, False, True, True, False])
front_weight = masked_softmax(np.array([4.0, 3.0, 2.0, 1.0, 5.0]), seen)[2]""",
    why="Two keys are left, with the scores 2 and 1. “animal” is ahead by 1, so it gets e times as "
    "much.",
    hints=(
        "Which of the five keys does the padding mask hide, and which does “street” not see yet?",
        "What is left is “animal” and “street”, with the scores 2 and 1.",
        "The softmax of [2, 1], its first weight.",
    ),
    reference=lambda: weight_of_animal(*PADDING, AHEAD),
    near=0.0007,  # half of the third decimal
    about=far_from_animal,
    mistakes=(
        Mistake(
            lambda: attention.softmax(a([2.0, 1.0]) / math.sqrt(2))[0],
            "You divided by √2 first. These are the scores as the softmax gets them.",
        ),
        Mistake(
            lambda: attention.softmax(a([0.0, 0.0, 2.0, 1.0, 0.0]))[2],
            "Your hidden scores are 0, and e⁰ is 1: all three still take a share.",
        ),
        Mistake(
            lambda: weight_of_animal(AHEAD),
            "The padding still takes weight: to the causal mask alone, these are earlier keys.",
        ),
        Mistake(
            lambda: weight_of_animal(*PADDING),
            "“it” still takes weight: it lies ahead of “street”.",
        ),
        Mistake(
            weight_of_animal,
            "All five keys are in the sum: nothing was hidden, or only after the softmax.",
        ),
        Mistake(
            lambda: weight_of_animal(*PADDING, AHEAD, 3),
            "You let only “animal” be seen. The causal mask is j ≤ i: “street” sees itself too.",
        ),
        Mistake(
            lambda: weight_of_animal(3, 4),
            "You hide the last two places. Here the padding is in front.",
        ),
        Mistake(
            lambda: weight_of_animal(*PADDING, AHEAD, key=3),
            "This is what the lower of two scores gets. Which two keys are left, and is “animal” "
            "the lower one?",
        ),
        Mistake(
            lambda: weight_of_animal(*PADDING, 2),
            "You hide “animal”, which is earlier. The causal mask hides what lies ahead.",
        ),
        Mistake(
            lambda: 2 / 3,
            "These are shares of the scores. Softmax takes e to the power of each score first.",
        ),
    ),
)

# --- a row that may see nothing -----------------------------------------------------------------


def plain_softmax(scores):
    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def scores_with_hidden_ones(rng):
    shape = (*leading(rng, 3), *far_sizes(rng, 1))
    return (np.where(mask(rng, *shape), scores(rng, *shape).astype(float), -INF),)


SAFE_SOFTMAX = FunctionExercise(
    name="safe_softmax",
    title="a row that may see nothing",
    deeper=True,
    task="**Exercise** (*Deeper*; find the bug). The `scores` `(…, m)` are finite numbers or −∞. "
    "For a row of nothing but −∞ this softmax gives `nan`. Such a row must get zeros, and no other "
    "row may change: `[-np.inf, -np.inf]` must give `[0.0, 0.0]`.",
    answer="my_safe_softmax",
    stub="""def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total""",
    solution="""def my_safe_softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - np.where(top == -np.inf, 0, top))
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)""",
    why="If you subtract 0 instead of −∞, the exponentials are 0. If you divide by 1 instead of 0, "
    "they stay 0.",
    hints=(
        "Print top, exponentials and total for such a row. Where does nan come in first?",
        "−∞ − (−∞) is nan, and 0 / 0 would be the next. Both top and total need another number in "
        "such rows, and only there.",
        "np.where(top == -np.inf, 0, top), and likewise for a total of 0.",
    ),
    reference=attention.softmax,
    axes=PAIR,
    cases=(
        Case(
            "one of two hidden",
            (a([-INF, 2.0]),),
            "The weight of the hidden key is exactly 0, and the visible one gets 1.",
        ),
        Case(
            "all hidden",
            (a([-INF, -INF]),),
            "All scores are −∞, so all weights are 0. A finite number instead of −∞ would give "
            "its key some weight.",
        ),
        *each_alone((a([0.0, LN3]),), (a([0.0, 0.0]),)),
        Case(
            "an empty row between two others",
            (a([[0.0, LN3], [-INF, -INF], [0.0, 0.0]]),),
            "Right for one row, wrong for three: each row has a top and a total of its own, and "
            "only the one that is all −∞ gets zeros.",
        ),
        *each_alone((a([[0.0, 1.0], [2.0, 0.0]]),), (a([[-INF, -INF], [2.0, -INF]]),)),
        Case(
            "two heads",
            (a([[[0.0, 1.0], [2.0, 0.0]], [[-INF, -INF], [2.0, -INF]]]),),
            "A matrix is right, three axes are not: the keys are on the last axis, axis=-1.",
        ),
        Case(
            "scores of 1000",
            (a([1000.0, 1001.0, -INF]),),
            "The weights of 1000 and 1001 are those of 0 and 1, though exp(1000) overflows: the "
            "row's largest score is subtracted where there is one.",
        ),
        Case(
            "scores of −2000",
            (a([-2000.0, -2001.0]),),
            "Very low scores are not hidden ones: only −∞ is. Their weights are not 0.",
        ),
        Case(
            "a score of −1e30 beside a hidden one",
            (a([-1e30, -INF]),),
            "A score of −1e30 is very low, but it is not hidden: here it gets all the weight.",
        ),
        Case(
            "rows of very different size",
            (a([[0.0, 1.0], [1000.0, 1002.0]]),),
            "Each row has its own largest score: with one for all, the weights of a low row "
            "vanish.",
        ),
    ),
    mistakes=(
        Mistake(
            plain_softmax,
            "Such a row still gives nan. Print its exponentials: if they are nan, −∞ − (−∞) made "
            "them so, and top is wrong; if they are 0, it is 0 / 0, and total is wrong.",
        ),
    ),
    draw=scores_with_hidden_ones,
)

# --- leaks --------------------------------------------------------------------------------------


def leaks(before, after, j):
    return not np.allclose(before[:j], after[:j])


def moved(before, after):
    return ~np.isclose(before, after)


def outputs_before_and_after(rng):
    n, d_v = far_sizes(rng, 2)
    j, earlier = int(rng.integers(n)), rng.integers(n)
    before = rng.choice([1, 10]) * rng.uniform(-4, 4, (n, d_v))
    after = before.copy()
    if rng.random() < 0.5:  # rounding
        before = halfway(rng, before)
        after = before + 9e-13 * rng.uniform(-1, 1, (n, d_v))
    after[j:] += rng.choice([0, 1], (n - j, 1)) * rng.standard_normal((n - j, d_v))
    if earlier < j:
        match rng.integers(5):
            case 0:
                least = rng.choice([-3, rng.uniform(-3, 1)])
                after[earlier, rng.integers(d_v)] += rng.choice([-1.01, 1.01]) * 10**least
            case 1:
                after[earlier] = after[earlier, ::-1]
            case 2:
                after[:j] = after[:j][::-1]
            case 3:
                after[earlier] *= -1
    return before, after, j


ROUNDED_AT = np.append(1, 0.5 * 10.0 ** -np.arange(12))  # (13,): 1, and each half of a digit

LEAK = FunctionExercise(
    name="leak",
    title="the leak test",
    task="**Exercise.** `before` and `after` `(n, d_v)` are the outputs before and after token `j` "
    "was changed. Return True if an output at an earlier position moved, else False. All numbers "
    "lie between −50 and 50. A difference below 10⁻¹² is rounding; a real move is at least 0.001. "
    "`[[1.0], [2.0]]`, `[[1.5], [2.0]]` and `j = 1` give `True`.",
    answer="my_leaks",
    stub="""def my_leaks(before, after, j):
    return ...  # 1 or 2 lines""",
    solution="""def my_leaks(before, after, j):
    moved = ~np.isclose(before, after)
    return bool(moved[:j].any())""",
    why="Outputs from position j on may use token j. Earlier ones must not change when it does.",
    hints=(
        "Which rows of the outputs belong to positions before j?",
        "before[:j] and after[:j] must agree, up to rounding, in every number.",
        "np.isclose compares number by number, up to rounding; ~ turns that into 'has moved'. Has "
        "any of the first j rows?",
    ),
    reference=leaks,
    cases=(
        Case(
            "output 0 falls when token 1 changes",
            (a([[1.0], [2.0]]), a([[0.5], [2.0]]), 1),
            "Output 0 fell from 1 to 0.5 when token 1 was changed: it has moved, a leak.",
        ),
        Case(
            "output 1 moves when token 1 changes",
            (a([[1.0], [2.0]]), a([[1.0], [7.0]]), 1),
            "Output j stands on the changed token itself: it may move.",
        ),
        Case(
            "0.3 and 0.1 + 0.2",
            (a([[0.3], [2.0]]), a([[0.1 + 0.2], [5.0]]), 1),
            "0.1 + 0.2 and 0.3 differ in their last digit only. That is rounding, which np.isclose "
            "and np.allclose overlook.",
        ),
        Case(
            "0 and 1e-17",
            (a([[0.0], [2.0]]), a([[1e-17], [5.0]]), 1),
            "1e-17 instead of 0 is rounding, too. A share of 0 is 0, so a tolerance needs an "
            "absolute part: atol.",
        ),
        Case(
            "one number of output 0 moves",
            (a([[1.0, 2.0], [0.0, 0.0]]), a([[1.0, 2.5], [0.0, 0.0]]), 1),
            "One number of an output that moves is enough.",
        ),
        Case(
            "token 0 changes",
            (a([[1.0], [2.0]]), a([[3.0], [1.0]]), 0),
            "Nothing stands before position 0: no output can leak.",
        ),
        Case(
            "output 1 moves, output 0 does not",
            (a([[1.0], [2.0], [3.0]]), a([[1.0], [2.5], [3.0]]), 2),
            "All positions before j count, up to j − 1.",
        ),
        Case(
            "outputs 0 and 1 change places",
            (a([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]]), a([[2.0, 1.0], [1.0, 2.0], [3.0, 3.0]]), 2),
            "Every number of outputs 0 and 1 has moved, though their sums, lengths and sorted "
            "numbers are as before: compare number by number.",
        ),
        Case(
            "output 0 moves by 0.001",
            (a([[0.001], [2.0]]), a([[0.002], [2.0]]), 1),
            "A move of 0.001 is a small leak, but it is not rounding.",
        ),
        Case(
            "output 0 moves from 48 to 48.002",
            (a([[48.0], [2.0]]), a([[48.002], [2.0]]), 1),
            "A move of 0.002 is more than rounding, even beside 48: a tolerance that is a share "
            "of the number must be small enough for 50.",
        ),
        Case(
            "on both sides of a half",
            (a([ROUNDED_AT - 4e-13, 0 * ROUNDED_AT]), a([ROUNDED_AT + 4e-13, ROUNDED_AT]), 1),
            "A difference of 8e-13 is rounding, but rounded or cut off, two numbers so close may "
            "become different ones, as 0.5 − 4e-13 and 0.5 + 4e-13 become 0 and 1. Compare the "
            "size of their difference with a tolerance between 10⁻¹² and 0.001.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda before, after, j: bool(moved(before, after).any()),
            "You look at all outputs. Those from position j on may move.",
        ),
        Mistake(
            lambda before, after, j: bool(moved(before, after)[: j + 1].any()),
            "You count output j as well. Its own token was changed: it may move.",
        ),
        Mistake(
            lambda before, after, j: bool(moved(before, after)[j:].any()),
            "You look at the outputs from j on. A leak is in those before j.",
        ),
        Mistake(
            lambda before, after, j: not leaks(before, after, j),
            "This is the wrong way round: True must mean that something leaks.",
        ),
        Mistake(
            lambda before, after, j: moved(before, after)[:j].any(axis=1),
            "You answer for each output. Give one True or False: whether any of them moved.",
        ),
        *(
            Mistake(
                lambda before, after, j, kind=kind: kind(moved(before, after)[:j]),
                "You have one True or False for each number. .any() turns them all into one.",
            )
            for kind in (np.array, bool)
        ),
        Mistake(
            lambda before, after, j: bool(np.abs(after[:j] - before[:j]).max() > 1e-8),
            "At j = 0 there is no output before: max() of nothing is an error, any() of nothing "
            "is False.",
        ),
    ),
    draw=outputs_before_and_after,
    seeds=range(120),  # of two possible answers, each draw tells little
)

NO_LEAK_FOUND = Question(
    name="no_leak_found",
    title="a leak test that finds nothing",
    ask="You change each token of one sentence, and no earlier output moves. What have you shown?",
    options=(
        (
            "for this sentence and these changes, nothing ahead is used",
            "another sentence or another change might still show a leak.",
        ),
        (
            "the mask is right",
            "the test looks ahead only. A mask that hides too much, even everything, passes it.",
        ),
        (
            "each output uses all the words that it may see",
            "if each word sees itself alone, no earlier output moves either, though earlier words "
            "are not used. The test looks only for outputs that must not move.",
        ),
        (
            "the weights on later words are 0",
            "if you set them to 0 after the softmax, they are 0 too, and yet it leaks. The test "
            "looks at outputs, not at weights.",
        ),
    ),
    right="a",
)

# --- looking back ---------------------------------------------------------------------------------

WHOSE_LENGTHS = Question(
    name="whose_lengths",
    title="where a padding mask comes from",
    ask="The queries come from sentences $Y$, the keys from sentences $X$. Both are padded with "
    "rows of zeros. What is the padding mask made from?",
    options=(
        (
            "the lengths of the sentences in $X$",
            "keys are made from X, and a padding mask hides keys, from every query: (b, 1, m).",
        ),
        (
            "the lengths of the sentences in $Y$",
            "that would hide queries. A padding token that asks changes no other row.",
        ),
        (
            "the positions of query and key",
            "that is a causal mask. It hides what is ahead, padding or not.",
        ),
        (
            "nothing: keys of zeros hide themselves",
            "a key of zeros scores 0, and e⁰ is 1: it takes its share of the weights.",
        ),
    ),
    right="a",
)

CHECKED = (
    MASKED_SOFTMAX,
    CAUSAL_MASK,
    ALL_AT_ONCE,
    PADDING_MASK,
    DECODER_MASK,
    FRONT_WEIGHT,
    LEAK,
    NO_LEAK_FOUND,
    WHOSE_LENGTHS,
    SAFE_SOFTMAX,
)

# --- guesses ------------------------------------------------------------------------------------


def attend(X, mask=None):
    toy = examples.IT_TIRED
    return attention.attention(X @ toy.W_Q, X @ toy.W_K, X @ toy.W_V, mask=mask)


def zeroed_weights():
    """Whether visible weights change with a later word, if weights are zeroed after the softmax."""
    may_see = attention.causal_mask(4)
    tired, wide = (attend(toy.X).weights * may_see for toy in (examples.IT_TIRED, examples.IT_WIDE))
    return "no" if np.allclose(tired[:3], wide[:3]) else "yes"


def same_words_before():
    """Whether "it" gives "animal" the same weight in both sentences under a causal mask."""
    weights = []
    for sentence in recorded.COMPUTABLE:
        tokens, head = recorded.tokens(sentence), recorded.head_4_2(sentence)
        it, animal = tokens.index("it"), tokens.index("animal")
        weights.append(head.weights[it, animal] / head.weights[it, : it + 1].sum())
    return "the same" if np.isclose(*weights, atol=0.005) else "different"


def padding_weight():
    """What "it" gives to PAD in "animal street it PAD", beside what it gives to itself."""
    short = np.vstack([examples.TOO_TIRED.X, np.zeros(6)])
    _, _, itself, padding = attend(short).weights[2]
    return "none" if np.isclose(padding, 0) else "less" if padding < itself else "more"


def leaking(mask):
    """How many pairs leak: an earlier output that moves when a later token changes."""
    X = examples.IT_TIRED.X
    livelier = X + a([0, 0, 1, 0, 1, 0])  # and furrier: a key and a value change
    changed = [np.where(np.arange(4)[:, None] == j, livelier, X) for j in range(4)]
    before = attend(X, mask).output
    return sum(
        moved(before[i], attend(changed[j], mask).output[i]).any()
        for j in range(4)
        for i in range(j)
    )


def most_leaks():
    i, j = np.arange(4)[:, None], np.arange(4)
    masks = {"transposed": j >= i, "off by one": j <= i + 1, "itself alone": j == i}
    return max(masks, key=lambda name: leaking(masks[name]))


PREDICTED = (
    OneOf(
        name="zeroed_weights",
        title="weights that are set to 0",
        truth=zeroed_weights,
        why="The softmax has divided by a sum over all keys, the hidden one included.",
        options=("yes", "no"),
    ),
    OneOf(
        name="same_words_before",
        title="the same words before it",
        truth=same_words_before,
        why="The visible words are the same, but their vectors in X are not.",
        options=("the same", "different"),
    ),
    OneOf(
        name="padding_weight",
        title="the weight of a padding token of zeros",
        truth=padding_weight,
        why="A key of zeros gets the score 0, and e⁰ is 1. The score of “it” for itself is "
        "negative.",
        options=("none", "less", "more"),
    ),
    OneOf(
        name="most_leaks",
        title="which mask leaks most",
        truth=most_leaks,
        why="The transposed mask shows every later word, and off by one shows the next word. If "
        "each word sees itself alone, too much is hidden, but nothing leaks.",
        options=("transposed", "off by one", "itself alone"),
    ),
)
