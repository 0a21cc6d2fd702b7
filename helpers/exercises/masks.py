"""Exercises of notebook 05: masks before the softmax, their kinds, and the test for leaks."""

import math

import numpy as np

from helpers import attention, examples
from helpers.exercises.exercise import Case, FunctionExercise, Mistake, ValueExercise
from helpers.exercises.prediction import Choice, Order
from helpers.exercises.question import Question

a = np.array  # literal cases stay short
INF = np.inf
LN3 = math.log(3)
PAIR = ("queries", "keys")

# --- what notebook 04 taught --------------------------------------------------------------------

ROUNDED_WEIGHTS = Question(
    name="rounded_weights",
    title="weights that were rounded",
    ask="To one decimal, the weights 0.0634, 0.4683, 0.4683 are 0.1, 0.5, 0.5. What is wrong with "
    "going on from these?",
    options=(
        (
            "nothing: each is within 0.05 of the exact one",
            "each alone is near, but all three were rounded up, and the output collects all three.",
        ),
        (
            "the softmax must be taken once more",
            "a softmax of weights gives other, more even shares. It is taken once, of the scores.",
        ),
        (
            "they sum to 1.1: the whole output is too large by about a tenth",
            "weights share out exactly 1; a row that does not, is no mixture any more.",
        ),
        (
            "another key now has the largest weight",
            "the second and the third had it before, and have it still.",
        ),
    ),
    right="c",
)

WHAT_AN_EXAMPLE_SHOWS = Question(
    name="what_an_example_shows",
    title="what an example shows",
    ask="Your attention agrees with an example in which $n = m = d_k = d_v$ and the raw scores are "
    "symmetric. What do you know now?",
    options=(
        (
            "that $Q$ and $K$ stand in the right order",
            "symmetric scores are their own transpose: Q Kᵀ and K Qᵀ are the same here.",
        ),
        (
            "that it is right on such examples, perhaps on no other",
            "only different sizes, and scores without a symmetry, bring a wrong axis to light.",
        ),
        (
            "that it divides by the root of $d_k$",
            "the root of d_v, or of n, is the same number here.",
        ),
        (
            "that it runs for any sizes",
            "one size was tried. Axes that fit when all are equal may not fit otherwise.",
        ),
    ),
    right="b",
)

# --- masks before the softmax -------------------------------------------------------------------


def masked(scores, mask):
    return attention.softmax(np.where(mask, scores, -INF))


def renormalised(scores, mask):
    weights = attention.softmax(scores) * mask
    return weights / weights.sum(-1, keepdims=True)


def indexed(scores, mask):
    hidden = scores.copy()
    hidden[~mask] = -INF
    return attention.softmax(hidden)


def random_masked(rng):
    mask = rng.random((3, 4)) < 0.5
    mask[range(3), rng.integers(0, 4, 3)] = True  # every query sees a key
    return rng.standard_normal((2, 3, 4)), mask


BATCH = a([[[0.0, 1.0, 2.0], [3.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [2.0, 0.0, 1.0]]])

MASKED_SOFTMAX = FunctionExercise(
    name="masked_softmax",
    title="a mask before the softmax",
    task="**Exercise** (fill in one line). Give the weights of `scores` `(…, n, m)`, hiding the "
    "keys where `mask`, which broadcasts against them, is False; a query that may see nothing gets "
    "zeros. Scores `[[1.0, 1.0]]` and mask `[[True, False]]` give `[[1.0, 0.0]]`.",
    answer="my_masked_softmax",
    stub="""def my_masked_softmax(scores, mask):
    scores = ...  # 1 line
    return attention.softmax(scores)""",
    solution="""def my_masked_softmax(scores, mask):
    scores = scores + np.where(mask, 0, -np.inf)
    return attention.softmax(scores)""",
    why="e to the power of −∞ is 0: the hidden key is gone from the sum, and the visible ones "
    "share the whole 1.",
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
            "With nothing hidden the scores stay, and the plain softmax is left.",
        ),
        Case(
            "the middle one of three hidden",
            (a([[0.0, 5.0, LN3]]), a([[True, False, True]])),
            "The visible keys keep their ratio, here 1 to 3, and share the whole 1.",
        ),
        Case(
            "scores below 0",
            (a([[-1.0, -3.0, -2.0]]), a([[True, False, True]])),
            "A negative score is hidden like any other, and stays as it is where it is visible.",
        ),
        Case(
            "two queries, three keys",
            (
                a([[0.0, 1.0, 2.0], [2.0, 0.0, 1.0]]),
                a([[True, False, False], [True, True, False]]),
            ),
            "One query is right, two are not: each row of the mask belongs to its own query.",
        ),
        Case(
            "three queries, three keys",
            (a([[0.0, 1.0, 2.0], [2.0, 0.0, 1.0], [1.0, 1.0, 0.0]]), np.tri(3, dtype=bool)),
            "A square mask that is not symmetric: rows are queries, columns are keys.",
        ),
        Case(
            "one row of a mask, for two sentences",
            (BATCH, a([[True, True, False]])),
            "The mask (1, 3) holds for all queries of both sentences: let it broadcast.",
        ),
        Case(
            "a hidden score of 20000",
            (a([[0.0, 20000.0, 1.0]]), a([[True, False, True]])),
            "A large number taken off is not enough for a large score. −∞ hides any.",
        ),
        Case(
            "a second query that may see nothing",
            (a([[0.0, 1.0], [0.0, 1.0]]), a([[True, False], [False, False]])),
            "The second query may see nothing, and gets zeros: no key, no weight.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, -INF, scores)),
            "You hide what may be seen. In this notebook True means: may attend.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores) * mask,
            "You strike out weights after the softmax. The hidden scores are still in its sum, so "
            "the rows do not add up to 1.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, scores, 0)),
            "You make the hidden scores 0. e⁰ is 1: a score of 0 takes its share like any other.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores + mask),
            "You add True as 1 and False as 0. That raises the visible scores and hides nothing.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores * np.where(mask, 1, -INF)),
            "You multiply by −∞: a negative score becomes +∞, and 0 becomes nan. Put −∞ in the "
            "place of the score, or add it.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, scores, INF)),
            "You put +∞, or nan, in the place of hidden scores, and nan comes out. Which score has "
            "the exponential 0?",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(
                np.where(np.swapaxes(mask, -1, -2), scores, -INF)
            ),
            "Your mask is transposed. Its rows are queries already, as those of the scores.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, scores, -INF), axis=-2),
            "Your softmax runs down the columns. A query shares out its 1 along its row.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores * mask + (1 - mask) * -INF),
            "0 times −∞ is nan, so the visible scores are lost. Choose with np.where instead of "
            "multiplying.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores + mask * -INF),
            "False · −∞ is 0 · (−∞), which is nan. And the mask is the wrong way round: you add −∞ "
            "where it is True. np.where chooses without multiplying.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores + np.where(mask, -1e9, 0)),
            "The wrong way round: you take the large number off what may be seen. Nor is it −∞.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(masked(scores, mask)),
            "You take the softmax twice: the line below yours takes it. Yours is to give masked "
            "scores.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(attention.softmax(scores) * mask),
            "You take the softmax twice, and a weight struck out in between is a score of 0: e⁰ is "
            "1. Mask the scores, and leave the softmax to the line below.",
        ),
        Mistake(
            lambda scores, mask: masked(attention.softmax(scores), mask),
            "You mask weights, of which the line below takes a softmax once more. Mask the scores "
            "themselves.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores[mask]),
            "scores[mask] takes the visible scores out of their places, into one row. Keep all "
            "places, with −∞ in the hidden ones.",
        ),
        Mistake(
            indexed,
            "Indexing does not broadcast a mask of fewer rows or axes, and what is written into "
            "scores changes the argument. np.where broadcasts, and makes a new array.",
        ),
        Mistake(
            renormalised,
            "Dividing by the sum once more mends most rows, but where all visible weights have "
            "vanished it is 0 / 0. Hide before the softmax.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, scores, -1e9)),
            "A large negative number is not −∞: a query that may see nothing gives all hidden "
            "keys the same weight.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores + np.where(mask, 0, -1e9)),
            "The same large number, taken off all scores of a query, cancels: who may see nothing "
            "sees everything. −∞ does not cancel.",
        ),
        Mistake(
            lambda scores, mask: np.where(mask, scores, -INF),
            "These are the masked scores. The softmax of them is still missing.",
        ),
        Mistake(
            lambda scores, mask: np.exp(np.where(mask, scores, -INF)),
            "These are exponentials, not yet shares of 1: the sum of each row is still missing.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(scores),
            "You do not use the mask: these are the weights of the plain softmax.",
        ),
        Mistake(
            lambda scores, mask: attention.softmax(np.where(mask, 1.0, -INF)),
            "All visible keys get the same from you: where the mask is True, the score itself "
            "must stay.",
        ),
    ),
    draw=random_masked,
)


def above(n, m, diagonal):  # key minus query, at most
    return np.tri(n, m, diagonal, dtype=bool)


CAUSAL_MASK = FunctionExercise(
    name="causal_mask",
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
        "Which numbers of keys may query 0 see, and query 1?",
        "Put the numbers of the queries in a column, np.arange(n).reshape(n, 1), those of the keys "
        "in a row, and compare.",
        "With i the column and j the row: j <= i.",
    ),
    reference=attention.causal_mask,
    axes=PAIR,
    cases=(
        Case("one query, one key", (1, 1), "Query 0 may see key 0, its own position: j ≤ i."),
        Case("two queries, two keys", (2, 2), "Query 0 sees key 0 alone, query 1 sees both."),
        Case(
            "three queries, three keys",
            (3, 3),
            "Query i sees all keys from 0 to i: one more in each row.",
        ),
        Case(
            "two queries, three keys",
            (2, 3),
            "Equal numbers are right, more keys than queries are not: a column for each key.",
        ),
        Case(
            "three queries, two keys",
            (3, 2),
            "More queries than keys: the last query sees every key there is.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda n, m: above(n, m, -1),
            "This is the strict mask, j < i: nobody sees its own position, and query 0 nothing.",
        ),
        Mistake(
            lambda n, m: ~above(n, m, -1),
            "Turned round: with j ≥ i each query sees itself and what lies ahead.",
        ),
        Mistake(
            lambda n, m: ~above(n, m, 0),
            "True at what must be hidden: here True means that a key may be seen.",
        ),
        Mistake(
            lambda n, m: above(n, m, 1),
            "Off by one: query i sees key i + 1, the very word that it is to predict.",
        ),
        Mistake(
            lambda n, m: above(n, m, m - n),
            "You count from the end: with unequal numbers your diagonal ends in the last corner. "
            "Queries and keys are both counted from 0.",
        ),
        Mistake(
            lambda n, m: np.tri(n, dtype=bool),
            "You make n columns. There is one for each of the m keys.",
        ),
        Mistake(
            lambda n, m: np.tri(m, dtype=bool),
            "You make m rows. There is one for each of the n queries.",
        ),
        Mistake(
            lambda n, m: np.tri(m, n, dtype=bool),
            "You make a row for each key. Queries are rows: shape (n, m).",
        ),
        Mistake(
            lambda n, m: above(n, m, 0).T,
            "The right pairs, laid on their side: queries run down, keys run across.",
        ),
        Mistake(
            lambda n, m: np.eye(n, m, dtype=bool),
            "Each query sees its own position alone. Earlier keys may be seen as well.",
        ),
        Mistake(
            lambda n, m: np.ones((n, m), dtype=bool),
            "Your mask hides nothing. Later keys, j > i, must be False.",
        ),
    ),
    draw=lambda rng: tuple(map(int, rng.choice(np.arange(2, 9), 2, replace=False))),
)

ALL_AT_ONCE = Question(
    name="all_at_once",
    title="ten predictions at once",
    ask="A decoder learns from a sentence of 10 words: one computation with the causal mask, 10 "
    "predictions. Why can no prediction copy the word that it is to guess?",
    options=(
        (
            "the later words are not part of the input",
            "all of them are rows of X. What keeps a query from using them?",
        ),
        (
            "only the last row is used",
            "every row is, and that is the gain: one computation, a prediction from each.",
        ),
        (
            "later words get very small weights",
            "a small weight would still let something through: change a later word, and the row "
            "would move a little. It does not move at all.",
        ),
        (
            "row $i$, counted from 0, is what the first $i + 1$ words alone would give",
            "to row i, words that are hidden and words that do not exist are the same.",
        ),
    ),
    right="d",
)

# --- padding ------------------------------------------------------------------------------------


def each(lengths):
    return np.array(lengths)[:, None, None]  # (b, 1, 1)


PADDING_MASK = FunctionExercise(
    name="padding_mask",
    title="the padding mask",
    task="**Exercise.** Make the boolean mask `(b, 1, m)` of `b` sentences, filled up at the end "
    "to width `m`, from the list of their `lengths`: True at words, False at fillers. "
    "`lengths = [1, 2]`, `m = 2` give `[[[True, False]], [[True, True]]]`.",
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
        Case("one word, one filler", ([1], 2), "Key 0 is a word, key 1 is a filler."),
        Case("no filler", ([3], 3), "A sentence as long as the width has no filler."),
        Case("no word", ([0], 2), "A sentence of length 0 has fillers only."),
        Case(
            "one word of three",
            ([1], 3),
            "Length 1 means one word, whatever the width: it stands at key 0.",
        ),
        Case(
            "two sentences",
            ([3, 1], 4),
            "One sentence is right, two are not: each has a length and a mask of its own.",
        ),
        Case(
            "as many sentences as keys",
            ([1, 3, 2], 3),
            "Three sentences, three keys: sentences run along the first axis, keys along the last.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda lengths, m: np.arange(m) >= each(lengths),
            "True at the fillers: here True means that a key may be seen.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) <= each(lengths),
            "Off by one: keys are counted from 0, so a sentence of 2 words has the keys 0 and 1.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) < each(lengths) - 1,
            "Off by one the other way: you hide the last word. Length 1 leaves key 0 visible.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) >= m - each(lengths),
            "You keep the last keys: here the fillers stand at the end, the words in front.",
        ),
        Mistake(
            lambda lengths, m: (np.arange(m) < each(lengths))[:, 0],
            "Yours is (b, m). Beside scores (b, n, m), NumPy would take sentences for queries: "
            "put an axis of 1 between them.",
        ),
        Mistake(
            lambda lengths, m: np.swapaxes(np.arange(m) < each(lengths), 1, 2),
            "Yours is (b, m, 1): it would hide queries. The last axis belongs to the keys.",
        ),
        Mistake(
            lambda lengths, m: np.swapaxes(np.arange(m) < each(lengths), 0, 1),
            "Yours is (1, b, m): the sentences stand where queries belong.",
        ),
        Mistake(
            lambda lengths, m: np.repeat(np.arange(m) < each(lengths), m, axis=1),
            "Yours is (b, m, m), a row for each of m queries. One row will do for any number.",
        ),
        Mistake(
            lambda lengths, m: (
                (np.arange(m) < each(lengths)) & (np.arange(m)[:, None] < each(lengths))
            ),
            "You hide the queries of fillers too. A padding mask hides keys: one row a sentence.",
        ),
        Mistake(
            lambda lengths, m: np.repeat(np.arange(m) < each(lengths[:1]), len(lengths), axis=0),
            "All sentences get the first one's length. Each needs its own.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) < lengths[:, None, None],
            "lengths is a list, which knows neither [:, None] nor arithmetic. If it is meant "
            "above: np.array(lengths) first.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) < lengths.reshape(-1, 1, 1),
            "lengths is a list, which has none of an array's methods: np.array(lengths) first.",
        ),
        Mistake(
            lambda lengths, m: np.arange(m) < np.array(lengths),
            "A row of keys against a row of lengths: key 0 meets sentence 0 alone. Lay the lengths "
            "out as (b, 1, 1).",
        ),
        Mistake(
            lambda lengths, m: (np.arange(m) < np.array(lengths))[:, None, :],
            "Keys and lengths are both rows, so their comparison has no axis of sentences yet. "
            "Make the lengths a column before you compare.",
        ),
    ),
    draw=lambda rng: (rng.integers(0, 8, 3).tolist(), 7),
)

# --- both ---------------------------------------------------------------------------------------


def both(lengths, n):
    return attention.padding_mask(lengths, n) & attention.causal_mask(n)


def sentence_for_query(lengths, n, causal=0, more=0):
    """The given code: causal and more are edits of its comparisons, which were right."""
    return (np.arange(n) < np.array(lengths)[:, None] + more) & np.tri(n, k=causal, dtype=bool)


def ahead(lengths, n, diagonal):  # the given code, its last comparison turned round
    return (np.arange(n) < np.array(lengths)[:, None]) & ~np.tri(n, k=diagonal, dtype=bool)


DECODER_MASK = FunctionExercise(
    name="decoder_mask",
    title="two masks in one",
    task="**Exercise** (find the bug). This is to give one boolean mask `(b, n, n)`: no filler, "
    "and nothing ahead. `lengths = [2, 1]`, `n = 2` must give "
    "`[[[True, False], [True, True]], [[True, False], [True, False]]]`; it runs, and gives "
    "something else.",
    answer="my_decoder_mask",
    stub="""def my_decoder_mask(lengths, n):  # 1 line is wrong
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None]
    return real & (j <= i)""",
    solution="""def my_decoder_mask(lengths, n):
    i, j = np.arange(n)[:, None], np.arange(n)
    real = j < np.array(lengths)[:, None, None]
    return real & (j <= i)""",
    why="(b, 1, n) & (n, n) is (b, n, n). Without the 1, NumPy lays sentence against query, and "
    "when b is n or 1 it does so without a word.",
    hints=(
        "Print the shapes of both sides of &. Which axis of the first meets the axis of queries?",
        "real is (b, n): its first axis meets i. It needs an axis of 1 in the middle.",
        "[:, None, None] makes the lengths (b, 1, 1).",
    ),
    reference=both,
    axes=PAIR,
    cases=(
        Case(
            "one sentence, no filler",
            ([2], 2),
            "Without fillers the causal mask is left, one for each sentence: (1, 2, 2).",
        ),
        Case(
            "one sentence, one word of three",
            ([1], 3),
            "Every query sees the one word, and no filler: one column is True.",
        ),
        Case(
            "two sentences of two",
            ([2, 1], 2),
            "Two sentences, two queries: a length belongs to a whole sentence, not to one query.",
        ),
        Case(
            "three sentences of three",
            ([3, 1, 2], 3),
            "Three sentences, queries and keys: each sentence has one length, for all its queries.",
        ),
        Case(
            "two sentences of four",
            ([4, 2], 4),
            "A key must be a word and not ahead, in each sentence by its own length.",
        ),
        Case(
            "a sentence without words",
            ([0, 3], 3),
            "In a sentence of length 0 no query sees anything.",
        ),
    ),
    mistakes=(
        Mistake(
            sentence_for_query,
            "The lengths lie along the queries still: (b, n) meets (n, n). Where do sentences "
            "belong?",
        ),
        Mistake(
            lambda lengths, n: sentence_for_query(lengths, n, causal=-1),
            "j <= i was right: with j < i nobody sees itself. The fault is the shape of real.",
        ),
        Mistake(
            lambda lengths, n: sentence_for_query(lengths, n, causal=1),
            "j <= i was right: yours shows the next word. The fault is the shape of real.",
        ),
        Mistake(
            lambda lengths, n: ahead(lengths, n, -1),
            "j <= i was right: with j >= i each query sees what lies ahead. The fault is the shape "
            "of real.",
        ),
        Mistake(
            lambda lengths, n: ahead(lengths, n, 0),
            "j <= i was right: with j > i each query sees only what lies ahead. The fault is the "
            "shape of real.",
        ),
        Mistake(
            lambda lengths, n: sentence_for_query(lengths, n, more=1),
            "j < length was right: keys are counted from 0. The fault is the shape of real.",
        ),
        Mistake(
            lambda lengths, n: (np.arange(n) < a(lengths)[:, None]) | attention.causal_mask(n),
            "& was right: a key must pass both masks. The fault is the shape of real.",
        ),
        Mistake(
            lambda lengths, n: (np.arange(n) < a(lengths)) & attention.causal_mask(n),
            "Without a column, the lengths meet the keys, one each. A length belongs to a "
            "sentence.",
        ),
        Mistake(
            lambda lengths, n: sentence_for_query(lengths, n)[None],
            "An axis in front changes nothing: the lengths still meet the queries. Put it between "
            "sentences and keys.",
        ),
        Mistake(
            lambda lengths, n: attention.padding_mask(lengths, n) | attention.causal_mask(n),
            "You join them by 'or'. A key must pass both masks.",
        ),
        Mistake(
            lambda lengths, n: np.repeat(attention.causal_mask(n)[None], len(lengths), axis=0),
            "This is the causal mask alone: fillers that are not ahead are seen.",
        ),
        Mistake(
            lambda lengths, n: attention.padding_mask(lengths, n),
            "This is the padding mask alone, one row a sentence: nothing ahead is hidden.",
        ),
        Mistake(
            lambda lengths, n: np.repeat(attention.padding_mask(lengths, n), n, axis=1),
            "The rows of each sentence are all the same: the causal mask has no effect.",
        ),
        Mistake(
            lambda lengths, n: (
                attention.padding_mask(lengths, n) & attention.causal_mask(n, strict=True)
            ),
            "You took the strict mask: each query may see its own position too.",
        ),
        Mistake(
            lambda lengths, n: (np.arange(n) <= each(lengths)) & attention.causal_mask(n),
            "The axes are right. But key j is a word if j is less than the length: keys are "
            "counted from 0.",
        ),
        Mistake(
            lambda lengths, n: attention.padding_mask(lengths, n) & attention.causal_mask(n).T,
            "The causal part is transposed: each query sees what lies ahead.",
        ),
        Mistake(
            lambda lengths, n: (
                np.swapaxes(attention.padding_mask(lengths, n), 1, 2) & attention.causal_mask(n)
            ),
            "The rows of fillers are all False: these are their queries, which nobody reads. Hide "
            "columns, the keys, alone.",
        ),
        Mistake(
            lambda lengths, n: ~both(lengths, n),
            "All is turned round: True must mean that a key may be seen.",
        ),
        Mistake(
            lambda lengths, n: ~attention.padding_mask(lengths, n) & attention.causal_mask(n),
            "The padding part is turned round: you show the fillers and hide the words.",
        ),
    ),
    draw=lambda rng: (rng.integers(0, 6, 3).tolist(), 5),
)

PLACES = a([4.0, 3.0, 2.0, 1.0, 5.0])  # PAD PAD we saw her, scored by "saw"
FILLERS, AHEAD = (0, 1), 4


def weight_of_we(*hidden, key=2):
    seen = np.isin(np.arange(5), hidden, invert=True)
    return masked(PLACES[None], seen[None])[0, key]


def far_from_we(value):
    if abs(value - weight_of_we(*FILLERS, AHEAD)) < 0.005:
        return "Nearly: give three decimals, the third one rounded right."
    return 'This is not the share of "we" among the keys that both masks leave.'


FRONT_WEIGHT = ValueExercise(
    name="front_weight",
    title="a weight behind fillers",
    task="**Exercise** (use it on new numbers). Five places: PAD, PAD, we, saw, her. The query "
    '"saw" has the scores `[4, 3, 2, 1, 5]`, already scaled. Under both masks, causal '
    'and padding, what weight, to three decimals, does it give to "we"?',
    answer="front_weight",
    stub="front_weight = ...  # a number, by hand or by code",
    solution="""seen = np.array([False, False, True, True, False])
front_weight = masked_softmax(np.array([4.0, 3.0, 2.0, 1.0, 5.0]), seen)[2]""",
    why='Two keys are left, with the scores 2 and 1: "we" leads by 1, and gets e times as much.',
    hints=(
        'Which of the five keys does the padding mask hide, and which does "saw" not see yet?',
        'What is left is "we" and "saw", with the scores 2 and 1.',
        "The softmax of [2, 1], its first weight.",
    ),
    reference=lambda: weight_of_we(*FILLERS, AHEAD),
    near=0.0007,  # half of the third decimal
    says=far_from_we,
    mistakes=(
        Mistake(
            lambda: masked(PLACES[None] / math.sqrt(2), a([[False, False, True, True, False]]))[
                0, 2
            ],
            "You divided by √2 first. These are the scores as the softmax gets them.",
        ),
        Mistake(
            lambda: attention.softmax(a([0.0, 0.0, 2.0, 1.0, 0.0]))[2],
            "Your hidden scores are 0, and e⁰ is 1: all three still take a share.",
        ),
        Mistake(
            lambda: weight_of_we(AHEAD),
            "The fillers still take weight: under the causal mask alone, they are earlier keys.",
        ),
        Mistake(
            lambda: weight_of_we(*FILLERS),
            '"her" still takes weight: it lies ahead of "saw".',
        ),
        Mistake(
            weight_of_we,
            "All five keys are in the sum: nothing was hidden, or only after the softmax.",
        ),
        Mistake(
            lambda: weight_of_we(*FILLERS, AHEAD, 3),
            'You let "we" alone be seen. Not strict, j ≤ i: "saw" sees itself too.',
        ),
        Mistake(
            lambda: weight_of_we(3, 4),
            "You hide the last two places. Here the fillers stand in front.",
        ),
        Mistake(
            lambda: weight_of_we(*FILLERS, AHEAD, key=3),
            'This is what "saw" gives to itself.',
        ),
        Mistake(
            lambda: weight_of_we(*FILLERS, 2),
            'You hide "we", which is earlier. The causal mask hides what lies ahead.',
        ),
        Mistake(
            lambda: 2 / 3,
            "These are shares of the scores. Shares go by e to the power of the scores.",
        ),
    ),
)

# --- a row that may see nothing -----------------------------------------------------------------


def plain_softmax(scores):
    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def unprotected(scores):
    exponentials = np.exp(scores)
    total = exponentials.sum(-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def one_maximum(scores):
    exponentials = np.exp(scores - (scores.max() if scores.max() > -INF else 0))
    total = exponentials.sum(-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def one_if(scores, blind=0.0):
    top = scores.max(-1, keepdims=True)
    if top == -INF:
        return np.full(scores.shape, blind)
    return plain_softmax(scores)


def random_safe(rng):
    scores = rng.standard_normal((2, 3, 4))
    scores[rng.random((2, 3, 4)) < 0.3] = -INF
    scores[rng.integers(0, 2), rng.integers(0, 3)] = -INF  # a row that may see nothing
    return (scores,)


SAFE_SOFTMAX = FunctionExercise(
    name="safe_softmax",
    title="a row that may see nothing",
    task="**Exercise** (mend it). Where all scores of a row are −∞, this softmax of `scores` "
    "`(…, m)` gives `nan`; such a row must get zeros, and no other row may change. "
    "`[-np.inf, -np.inf]` must give `[0.0, 0.0]`.",
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
    why="Take off 0 instead of −∞ and the exponentials are 0; divide by 1 instead of 0 and they "
    "stay 0.",
    hints=(
        "Print top, exponentials and total for such a row. Where does nan come in first?",
        "−∞ − (−∞) is nan, and 0 / 0 would be the next. Both top and total need another number in "
        "such rows, and only there.",
        "np.where(top == -np.inf, 0, top), and likewise for a total of 0.",
    ),
    reference=attention.softmax,
    axes=PAIR,
    cases=(
        Case("two equal scores", (a([0.0, 0.0]),), "With nothing hidden, this is the softmax."),
        Case(
            "one of two hidden",
            (a([-INF, 2.0]),),
            "One hidden key is no empty row: the visible one gets 1.",
        ),
        Case("all hidden", (a([-INF, -INF]),), "No key, no weight: zeros."),
        Case(
            "an empty row above a full one",
            (a([[-INF, -INF], [0.0, LN3]]),),
            "One row is right, a matrix is not: decide row by row.",
        ),
        Case(
            "a full row above an empty one",
            (a([[0.0, LN3, -INF], [-INF, -INF, -INF]]),),
            "The empty row comes second here, and must get zeros all the same.",
        ),
        Case(
            "two heads",
            (a([[[0.0, 1.0], [-INF, -INF]], [[-INF, -INF], [2.0, -INF]]]),),
            "A matrix is right, three axes are not: keys are the last axis, -1.",
        ),
        Case(
            "scores of 1000",
            (a([1000.0, 1001.0, -INF]),),
            "exp(1000) overflows: keep taking off the row's largest score where there is one.",
        ),
        Case(
            "scores of −1000",
            (a([-1000.0, -1001.0]),),
            "Very small scores are not hidden ones: only −∞ is. Their weights are not 0.",
        ),
        Case(
            "rows of very different size",
            (a([[0.0, 1.0], [1000.0, 1002.0]]),),
            "Each row has its own largest score: with one for all, small rows vanish.",
        ),
    ),
    mistakes=(
        Mistake(
            plain_softmax,
            "Such a row still gives nan. Print its exponentials: if they are nan, −∞ − (−∞) made "
            "them so, mend top; if they are 0, it is 0 / 0, mend total.",
        ),
        Mistake(
            one_if,
            "if, max and min decide once for all rows; a matrix has a top and a total for each. "
            "np.where(top == -np.inf, 0, top) and np.maximum decide row by row.",
        ),
        Mistake(
            lambda scores: one_if(scores, np.nan),
            "An if asks one question, a matrix has one for each row: use np.where. A single row "
            "gives nan still: top and total each need mending.",
        ),
        Mistake(
            lambda scores: np.nan_to_num(plain_softmax(scores), nan=1 / scores.shape[-1]),
            "Your empty row gets equal weights, as a large number in place of −∞ gives it: hidden "
            "values come in.",
        ),
        Mistake(
            lambda scores: np.nan_to_num(plain_softmax(scores), nan=1.0),
            "Your empty row gets ones. It may see nothing: all of its weights are 0.",
        ),
        Mistake(
            lambda scores: (
                plain_softmax(scores)
                if np.isfinite(plain_softmax(scores)).all()
                else np.zeros_like(scores)
            ),
            "One empty row wipes out all the others. Decide row by row, with np.where.",
        ),
        Mistake(
            lambda scores: np.where(
                np.isinf(scores).any(-1, keepdims=True), 0, plain_softmax(scores)
            ),
            "A row with one hidden key is set to 0 as a whole. Only rows without any key are.",
        ),
        Mistake(
            unprotected,
            "You left out the largest score: without it, exp(1000) overflows. Keep it where it "
            "is finite.",
        ),
        Mistake(
            one_maximum,
            "You take one largest score off all rows; a row far below it vanishes. Each has its "
            "own.",
        ),
        Mistake(
            lambda scores: attention.softmax(scores, axis=0),
            "Your softmax runs down the first axis. A query's scores lie along the last one.",
        ),
    ),
    draw=random_safe,
)

# --- leaks --------------------------------------------------------------------------------------


def leaks(before, after, j):
    return not np.allclose(before[:j], after[:j])


def moved(before, after):
    return ~np.isclose(before, after)


def random_leak(rng):
    j = int(rng.integers(1, 5))
    before = rng.standard_normal((5, 3))
    after = before.copy()
    after[j:] += rng.standard_normal((5 - j, 3))
    if rng.random() < 0.5:
        after[rng.integers(j), rng.integers(3)] -= 0.5
    return before, after, j


LEAK = FunctionExercise(
    name="leak",
    title="the leak test",
    task="**Exercise.** `before` and `after` `(n, d_v)` are the outputs before and after token `j` "
    "was changed. Return True if an output at an earlier position moved, by more than rounding, "
    "else False. `[[1.0], [2.0]]`, `[[1.5], [2.0]]` and `j = 1` give `True`.",
    answer="my_leaks",
    stub="""def my_leaks(before, after, j):
    return ...  # 1 or 2 lines""",
    solution="""def my_leaks(before, after, j):
    moved = ~np.isclose(before, after)
    return bool(moved[:j].any())""",
    why="Whatever is later may use token j. What is earlier must not even notice that it changed.",
    hints=(
        "Which rows of the outputs belong to positions before j?",
        "before[:j] and after[:j] must agree, up to rounding, in every number.",
        "np.isclose compares number by number, up to rounding; ~ turns that into 'has moved'. Has "
        "any of the first j rows?",
    ),
    reference=leaks,
    cases=(
        Case(
            "output 0 moves when token 1 changes",
            (a([[1.0], [2.0]]), a([[1.5], [2.0]]), 1),
            "Output 0 moved from 1 to 1.5 when token 1 was changed: a leak.",
        ),
        Case(
            "nothing moves",
            (a([[1.0], [2.0]]), a([[1.0], [2.0]]), 1),
            "Nothing has moved here, so nothing leaks.",
        ),
        Case(
            "output 1 moves when token 1 changes",
            (a([[1.0], [2.0]]), a([[1.0], [7.0]]), 1),
            "Output j stands on the changed token itself: it may move.",
        ),
        Case(
            "output 2 moves when token 1 changes",
            (a([[1.0], [2.0], [3.0]]), a([[1.0], [2.0], [4.0]]), 1),
            "Output 2 comes after token 1, and may use it.",
        ),
        Case(
            "token 0 changes",
            (a([[1.0], [2.0]]), a([[3.0], [1.0]]), 0),
            "Nothing stands before position 0: no output could leak.",
        ),
        Case(
            "0.3 and 0.1 + 0.2",
            (a([[0.3], [2.0]]), a([[0.1 + 0.2], [5.0]]), 1),
            "0.1 + 0.2 and 0.3 differ in their last digit only: that is rounding.",
        ),
        Case(
            "output 0 falls",
            (a([[1.0], [2.0]]), a([[0.5], [2.0]]), 1),
            "An output that falls has moved as well.",
        ),
        Case(
            "one number rises and one falls",
            (a([[1.0, 2.0], [0.0, 0.0]]), a([[1.5, 1.5], [0.0, 0.0]]), 1),
            "Ups and downs do not make up for each other: look at each number.",
        ),
        Case(
            "one number of output 0 moves",
            (a([[1.0, 2.0], [0.0, 0.0]]), a([[1.0, 2.5], [0.0, 0.0]]), 1),
            "One number of an output that moves is enough.",
        ),
        Case(
            "output 0 moves, output 1 does not",
            (a([[1.0], [2.0], [3.0]]), a([[1.5], [2.0], [3.0]]), 2),
            "All positions before j count, not the nearest alone: one that moves is enough.",
        ),
        Case(
            "output 1 moves, output 0 does not",
            (a([[1.0], [2.0], [3.0]]), a([[1.0], [2.5], [3.0]]), 2),
            "All positions before j count, up to j − 1.",
        ),
        Case(
            "output 0 moves by a thousandth",
            (a([[1.0], [2.0]]), a([[1.001], [2.0]]), 1),
            "A thousandth is a small leak, but it is no rounding.",
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
            lambda before, after, j: bool(moved(before, after)[j + 1 :].any()),
            "You look at the outputs after j. They may use token j; those before it must not.",
        ),
        Mistake(
            lambda before, after, j: bool(moved(before, after)[j:].any()),
            "You look at the outputs from j on. A leak is in those before j.",
        ),
        Mistake(
            lambda before, after, j: not leaks(before, after, j),
            "The wrong way round: True is to mean that something leaks.",
        ),
        Mistake(
            lambda before, after, j: bool((before[:j] != after[:j]).any()),
            "You compare to the last digit. Sums taken in another order differ there without a "
            "leak: use np.isclose or np.allclose.",
        ),
        Mistake(
            lambda before, after, j: bool(moved(before, after)[:j].all()),
            "You ask that every number has moved. One is enough.",
        ),
        Mistake(
            lambda before, after, j: bool((after[:j] - before[:j] > 1e-8).any()),
            "You notice only numbers that rise. Take the size of the difference.",
        ),
        Mistake(
            lambda before, after, j: bool(abs((after[:j] - before[:j]).sum()) > 1e-8),
            "You add up the differences: a rise and a fall cancel. Take sizes first.",
        ),
        Mistake(
            lambda before, after, j: bool(moved(before, after)[max(j - 1, 0) : j].any()),
            "You look at the output just before j alone. All earlier ones count.",
        ),
        Mistake(
            lambda before, after, j: moved(before, after)[:j].any(axis=1),
            "You answer for each output. One True or False for all: any of them.",
        ),
        Mistake(
            lambda before, after, j: bool(np.abs(after[:j] - before[:j]).max() > 1e-8),
            "At j = 0 there is no output before: max() of nothing is an error, any() of nothing "
            "is False.",
        ),
    ),
    draw=random_leak,
)

NO_LEAK_FOUND = Question(
    name="no_leak_found",
    title="a leak test that finds nothing",
    ask="You change each token of one sentence, and no earlier output moves. What is shown?",
    options=(
        (
            "for this sentence and these changes, nothing ahead is used",
            "another sentence, or a change that does not happen to cancel, might still tell.",
        ),
        (
            "the mask is right",
            "the test looks ahead only. A mask that hides too much, even everything, passes it.",
        ),
        (
            "each output uses all the words that it may see",
            "let each word see itself alone: no earlier output moves either, though earlier words "
            "are not used. The test asks only who must stay.",
        ),
        (
            "the weights on later words are 0",
            "struck out after the softmax they are 0 too, and that leaks; the test sees outputs "
            "only.",
        ),
    ),
    right="a",
)

CHECKED = (
    ROUNDED_WEIGHTS,
    WHAT_AN_EXAMPLE_SHOWS,
    MASKED_SOFTMAX,
    CAUSAL_MASK,
    ALL_AT_ONCE,
    PADDING_MASK,
    DECODER_MASK,
    FRONT_WEIGHT,
    SAFE_SOFTMAX,
    LEAK,
    NO_LEAK_FOUND,
)

# --- guesses ------------------------------------------------------------------------------------


def attend(X, mask=None):
    example = examples.SQUARE
    return attention.attention(X @ example.W_Q, X @ example.W_K, X @ example.W_V, mask=mask)


def filler_weight():
    """What "duck" gives to each filler of "we duck PAD PAD", beside what it gives to itself."""
    short = np.vstack([examples.SQUARE.X[[0, 3]], np.zeros((2, 5))])
    _, itself, filler, _ = attend(short).weights[1]
    return "none" if np.isclose(filler, 0) else "less" if filler < itself else "more"


def leaking(mask):
    """How many pairs leak: an earlier output that moves when a later token changes."""
    X = examples.SQUARE.X
    changed = [np.where(np.arange(4)[:, None] == j, X + 1, X) for j in range(4)]
    before = attend(X, mask).output
    return sum(
        moved(before[i], attend(changed[j], mask).output[i]).any()
        for j in range(4)
        for i in range(j)
    )


def most_leaks():
    i, j = np.arange(4)[:, None], np.arange(4)
    masks = {"transposed": j >= i, "off by one": j <= i + 1, "itself alone": j == i}
    return sorted(masks, key=lambda name: -leaking(masks[name]))


PREDICTED = (
    Choice(
        name="filler_weight",
        title="the weight of a filler of zeros",
        truth=filler_weight,
        why='A key of zeros scores 0, and e⁰ is 1; "duck" gives itself a negative score.',
        options=("none", "less", "more"),
    ),
    Order(
        name="most_leaks",
        title="which mask leaks most",
        truth=most_leaks,
        why="Transposed shows every later word, off by one shows the next. Itself alone hides too "
        "much, and so leaks nothing.",
        items=("itself alone", "off by one", "transposed"),
    ),
)
