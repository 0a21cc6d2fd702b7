"""Exercises of notebook 02: queries, keys and values."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.draws import far_sizes, numbers, queries_and_keys
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


def raw(Q, K):
    return Q @ K.T


RESHAPED = (
    "A reshape keeps the numbers in their old order, so that some end up in the wrong place. "
    "Transpose instead."
)


# --- a query is not a key -------------------------------------------------------------------------

LOW = Question(
    name="low_self_score",
    title="a word against itself",
    ask="The raw score of “it” for itself is −1 here. What follows?",
    options=(
        (
            "a mistake: a vector with itself gives at least 0",
            "x · x is never negative, but here q meets k, and these are two vectors.",
        ),
        ("its vector has negative numbers", "x = (0, 1, 1, 0, 0, 0) has none. W_K has some."),
        (
            "its query and its key are more than 90 degrees apart",
            "q · k has the sign of their cosine. W_Q and W_K decide where q and k point.",
        ),
        (
            "the word has changed its meaning",
            "the score compares what the word asks for with what it can be found by. That changes "
            "nothing about the word.",
        ),
    ),
    right="c",
)


def tokens_and_a_matrix(rng):
    m, d_x, d_k = far_sizes(rng, 3)
    return numbers(rng, m, d_x), numbers(rng, d_x, d_k)


PROJECT = FunctionExercise(
    name="project_all",
    title="project all tokens",
    task="**Exercise** (fill in one line). Project all tokens at once: `X` `(m, d_x)` has one "
    "token in each row, and `W` is `(d_x, d_k)`. `X = [[1, 2], [0, 1]]` and "
    "`W = [[1, 0, 3], [0, 1, 1]]` give `[[1, 2, 5], [0, 1, 1]]`."
    f" {STOP}",
    answer="my_project",
    stub="""def my_project(X, W):
    projected = ...  # 1 line
    return projected""",
    solution="""def my_project(X, W):
    projected = X @ W
    return projected""",
    why="Row i of X @ W is token i times W: one product does for all tokens what you did for one.",
    hints=(
        "For one token it was x_it @ W_Q. What changes when the tokens are the rows of a matrix?",
        "(m, d_x) and (d_x, d_k): which order of the two makes the inner sizes agree?",
        "Put X where x_it stood.",
    ),
    reference=lambda X, W: X @ W,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token, two numbers",
            (a([[1, 2]]), a([[1, 0, 3], [0, 1, 1]])),
            "The token (1, 2) mixes the rows of W: 1 times the first plus 2 times the second.",
        ),
        Case(
            "negative numbers",
            (a([[-1, 2]]), a([[1, 0, 3], [0, 1, 1]])),
            "A token may have negative numbers, and so may its projection.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 2], [0, 1]]), a([[1, 1], [3, 0]])),
            "All sizes are 2, so every product runs. Tokens are the rows of X, and each mixes the "
            "rows of W.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda X, W: X @ W.T,
            "You transposed W. Leave it as it is: it has a row for each number of a token.",
        ),
        Mistake(
            lambda X, W: W @ X,
            "W stands in front, as if tokens were columns. A row stands to the left of its matrix, "
            "as in x_it @ W_Q.",
        ),
        Mistake(
            lambda X, W: (X @ W).T,
            "The right numbers, but the tokens are columns: expected a row for each token.",
        ),
        Mistake(lambda X, W: (X @ W).T.reshape(len(X), -1), RESHAPED),
        Mistake(
            lambda X, W: X.T @ W,
            "You transposed X. Its rows are the tokens already, as wide as W is high.",
        ),
        Mistake(
            lambda X, W: X * W,
            "The star multiplies entry by entry and adds nothing up. A matrix product is @.",
        ),
    ),
    draw=tokens_and_a_matrix,
)

# --- all scores -----------------------------------------------------------------------------------


def cosines(Q, K):
    lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)
    return raw(Q, K) / lengths


SCORES = FunctionExercise(
    name="all_scores",
    title="all raw scores at once",
    task="**Exercise** (write a function). Before you read on, replace the loop by one matrix "
    "product: the raw scores `(n, m)` of queries `Q` `(n, d_k)` for keys `K` `(m, d_k)`. "
    "`Q = [[1, 2]]` and `K = [[3, 0], [0, 1]]` give `[[3, 2]]`.",
    answer="my_scores",
    stub="""def my_scores(Q, K):
    return ...  # 1 line""",
    solution="""def my_scores(Q, K):
    return Q @ K.T""",
    why="Rows of Q meet columns of Kᵀ, which are the rows of K: entry (i, j) is q_i · k_j.",
    hints=(
        "You had one query against all keys above. What stood there?",
        "A product takes rows of the first with columns of the second. Which matrix has the keys "
        "as its columns?",
        "q_it @ K.T gave the scores of “it”. Put all queries where q_it stands.",
    ),
    reference=raw,
    axes=("queries", "keys"),
    cases=(
        Case(
            "two queries, two keys, width 1",
            (a([[1], [2]]), a([[3], [4]])),
            "The queries are 1 and 2, the keys 3 and 4. Row 0 holds what query 0 scores for both "
            "keys, 3 and 4; row 1 is for query 1.",
        ),
        Case(
            "a key that points away",
            (a([[1, -2]]), a([[1, 2]])),
            "A raw score may be negative: 1 · 1 − 2 · 2 = −3.",
        ),
        Case(
            "whole numbers and fractions",
            (a([[1, 2]]), a([[0.5, 0.5]])),
            "Q holds whole numbers and K fractions: the score is a fraction, 0.5 + 1.0 = 1.5.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 2], [0, 1]]), a([[3, 0], [1, 1]])),
            "All sizes are 2, so every product runs. Only rows of Q against rows of K are scores.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda Q, K: K @ Q.T,
            "The right numbers, but the keys are rows here. Expected a row for each query.",
        ),
        Mistake(lambda Q, K: (K @ Q.T).reshape(len(Q), len(K)), RESHAPED),
        Mistake(
            lambda Q, K: (Q[:, None] * K).sum(axis=1),
            "You add up over the keys, and they are gone. Add up over the features, the last axis.",
        ),
        Mistake(
            lambda Q, K: Q @ K,
            "Rows of Q meet columns of K, which are features. Transpose K: its columns are keys.",
        ),
        Mistake(
            lambda Q, K: Q.T @ K,
            "You transposed Q instead of K: the sum runs over tokens and leaves features.",
        ),
        Mistake(lambda Q, K: Q @ K.reshape(K.shape[::-1]), RESHAPED),
        Mistake(
            lambda Q, K: Q * K,
            "The star only multiplies, entry by entry. A score also adds up over the features.",
        ),
        Mistake(
            lambda Q, K: (Q * K).sum(axis=-1),
            "Query i meets key i alone. Every query must meet every key.",
        ),
        Mistake(
            lambda Q, K: attention.scores(Q, K),
            "You divide by √d_k. That comes in notebook 03; raw scores are not divided.",
        ),
        Mistake(cosines, "These are cosines. In a raw score the lengths count: divide by nothing."),
    ),
    draw=queries_and_keys,
)

# --- what a word takes is added to it -------------------------------------------------------------


def added(x, weights, V, W_O):
    return x + weights @ V @ W_O


def a_word_and_what_it_sees(rng):
    m, d_x, d_v = far_sizes(rng, 3)
    weights = attention.softmax(numbers(rng, m, huge=5))
    x, V = numbers(rng, d_x, huge=1e3), numbers(rng, m, d_v, huge=1e3)
    return x, weights, V, numbers(rng, d_v, d_x, huge=1e3)


TAKE = FunctionExercise(
    name="take_along",
    title="what a word becomes",
    task="**Exercise** (write a function). Compute what a word becomes. Its vector is `x` "
    "`(d_x,)`, its weights are `weights` `(m,)`, the values are `V` `(m, d_v)`, and `W_O` "
    "`(d_v, d_x)` puts their sum in its place. Return its vector afterwards, `(d_x,)`. "
    "`x = [1, 0]`, `weights = [0.5, 0.5]`, `V = [[2], [4]]` and `W_O = [[0, 1]]` give `[1, 3]`.",
    answer="my_word_after",
    stub="""def my_word_after(x, weights, V, W_O):
    return ...  # about 2 lines""",
    solution="""def my_word_after(x, weights, V, W_O):
    taken = weights @ V
    return x + taken @ W_O""",
    why="Each value counts by its weight, W_O puts their sum in its place, and the word stays.",
    hints=(
        "First what the word takes: a weighted sum of the rows of V, as by hand above.",
        "weights @ V has the shape (d_v,). Which matrix brings it to (d_x,)?",
        "What the word takes does not replace x. Look at how after was computed.",
    ),
    reference=added,
    axes=("", "features"),
    cases=(
        Case(
            "one value, with a weight of 1",
            (a([1, 2]), a([1.0]), a([[3]]), a([[0, 1]])),
            "The only value, 3, is added to the second feature: 2 + 3 = 5. The first stays 1.",
        ),
        Case(
            "two values, weights ¾ and ¼",
            (a([0, 0]), a([0.75, 0.25]), a([[4], [8]]), a([[1, 0]])),
            "The weighted sum is ¾ · 4 + ¼ · 8 = 5.",
        ),
        Case(
            "W_O exchanges two numbers",
            (a([0, 0]), a([1.0]), a([[3, 5]]), a([[0, 1], [1, 0]])),
            "Row 0 of W_O leads to feature 1 and row 1 to feature 0: (3, 5) becomes (5, 3).",
        ),
        Case(
            "all sizes 2",
            (a([1, 2]), a([0.75, 0.25]), a([[4, 0], [8, 4]]), a([[1, 2], [0, 1]])),
            "All sizes are 2, so every product runs. The weights belong to the rows of V, and what "
            "they give belongs to the rows of W_O.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda x, weights, V, W_O: weights @ V @ W_O,
            "This is what the word takes. It does not replace the word: add it to x.",
        ),
        Mistake(
            lambda x, weights, V, W_O: x + V.mean(axis=0) @ W_O,
            "You take the same share of each value. Each counts by its own weight.",
        ),
        Mistake(
            lambda x, weights, V, W_O: x + V.sum(axis=0) @ W_O,
            "You add the values without their weights.",
        ),
        Mistake(
            lambda x, weights, V, W_O: x + V[np.argmax(weights)] @ W_O,
            "You take only the value with the largest weight. The others have their shares, too.",
        ),
        Mistake(
            lambda x, weights, V, W_O: added(x, attention.softmax(weights), V, W_O),
            "These are weights already: a second softmax makes them more equal.",
        ),
        Mistake(
            lambda x, weights, V, W_O: x + (V @ W_O).T @ weights / len(weights),
            "You divide by the number of words. The weights add up to 1: their sum is a mean as it "
            "is.",
        ),
        Mistake(
            lambda x, weights, V, W_O: x * (1 - weights.max()) + weights @ V @ W_O,
            "You take something away from the word. All of x stays, and the rest is added.",
        ),
        Mistake(
            lambda x, weights, V, W_O: added(x, weights, V, W_O.T),
            "You transposed W_O. It has a row for each number of a value.",
        ),
        Mistake(
            lambda x, weights, V, W_O: added(x, weights, V.T, W_O),
            "You transposed V. A weight belongs to a row of V, a word's value.",
        ),
        Mistake(
            lambda x, weights, V, W_O: x + weights @ V,
            "W_O is missing: it says which features the numbers of a value belong to.",
        ),
    ),
    draw=a_word_and_what_it_sees,
)

# --- two sentences --------------------------------------------------------------------------------

SELF = Question(
    name="what_is_self",
    title="what makes it self-attention",
    ask="What makes attention *self*-attention?",
    options=(
        (
            "$Y$ and $X$ are the same",
            "the same sentence asks, through W_Q, and is asked, through W_K.",
        ),
        (
            "$W_Q$ and $W_K$ are the same",
            "each is learned on its own; with one for both, “animal” would score “it” just as high "
            "as “it” scores “animal”.",
        ),
        (
            "each token scores itself alone",
            "that would be the diagonal only. Each token asks every token of the sentence.",
        ),
        (
            "$Q$ and $K$ have equally many rows",
            "two sentences of equal length are still two sentences.",
        ),
    ),
    right="a",
)


def cross(Y, X, W_Q, W_K):
    return raw(Y @ W_Q, X @ W_K)


def two_sentences(rng):
    n, m, d_y, d_x, d_k = far_sizes(rng, 5)
    Y, X = numbers(rng, n, d_y), numbers(rng, m, d_x)
    return Y, X, numbers(rng, d_y, d_k), numbers(rng, d_x, d_k)


CROSS = FunctionExercise(
    name="cross_scores",
    title="scores of cross-attention",
    task="**Exercise** (write a function). Compute the raw scores `(n, m)` from the words: `Y` "
    "`(n, d_y)` asks `X` `(m, d_x)` through `W_Q` `(d_y, d_k)` and `W_K` `(d_x, d_k)`. "
    "`Y = [[1, 2]]`, `X = [[3]]`, `W_Q = [[1, 0], [1, 1]]`, `W_K = [[-1, 1]]` give `[[-3]]`.",
    answer="my_cross_scores",
    stub="""def my_cross_scores(Y, X, W_Q, W_K):
    return ...  # about 3 lines""",
    solution="""def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.T""",
    why="The words may have any widths: the two matrices bring both sentences to d_k.",
    hints=(
        "Two projections, then the product that you know. Which sentence goes with which matrix?",
        "Y asks, so Q is made of Y. Look at the heights: W_Q has d_y rows, W_K has d_x.",
        "Q = Y @ W_Q, and K is made of X in the same way; then all raw scores.",
    ),
    reference=cross,
    axes=("queries", "keys"),
    cases=(
        Case(
            "one token each",
            (a([[1, 2]]), a([[3]]), a([[1, 0], [1, 1]]), a([[-1, 1]])),
            "The query is (3, 2), the key (−3, 3): the score is −9 + 6 = −3.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 0], [1, 2]]), a([[0, 1], [2, 1]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "All sizes are 2, so every product runs. Only rows of Q against rows of K are scores.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda Y, X, W_Q, W_K: cross(Y, X, W_Q, W_K).T,
            "The right numbers, transposed: Y asks, so a row belongs to a token of Y.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: cross(X, Y, W_Q, W_K),
            "In your function X asks Y. Here Y asks X.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: cross(X, X, W_Q, W_K),
            "In your function X asks itself: self-attention. Where does Y come in?",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: cross(Y, X, W_Q, W_Q),
            "You use W_Q for both sentences; keys have a matrix of their own.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ (X @ W_K),
            "K is not transposed: rows of Q meet columns of K, which are features.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ (X @ W_K).reshape(-1, len(X)),
            RESHAPED,
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_Q @ Y @ (W_K @ X).T,
            "The matrices stand in front of the words. A row stands to the left of its matrix: "
            "y W_Q.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: (Y @ W_Q).T @ (X @ W_K),
            "Qᵀ K adds up over the tokens and leaves features. Transpose the other one.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: attention.scores(Y @ W_Q, X @ W_K),
            "You divide by √d_k. The raw scores of this notebook are not divided.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: attention.softmax(cross(Y, X, W_Q, W_K)),
            "You went on to the softmax. Stop at the raw scores.",
        ),
    ),
    draw=two_sentences,
)

# --- rows or columns ------------------------------------------------------------------------------

COLUMN_TEXT = Question(
    name="column_text",
    title="a text with columns",
    ask="A text writes $k = W_K\\,x$ and $K^\\top Q$, for 2 queries and 3 keys. What stands in the "
    "third row, second column of $K^\\top Q$?",
    options=(
        ("nothing: there are 2 rows", "the rows of a product are those of its first factor, Kᵀ."),
        (
            "the third query's score for the second key",
            "there are only 2 queries. The rows of this product are keys.",
        ),
        (
            "a sum over tokens, which is no score",
            "you would get that by mixing rows and columns. This text keeps to columns, and its "
            "product sums over the features.",
        ),
        (
            "the second query's score for the third key",
            "entry (3, 2) of KᵀQ is entry (2, 3) of QKᵀ: columns are queries here.",
        ),
    ),
    right="d",
    deeper=True,
)


def columns(Y, X, W_Q, W_K):
    return raw((W_Q @ Y).T, (W_K @ X).T)


UNDO = FunctionExercise(
    name="undo_columns",
    title="undo a transposed convention",
    deeper=True,
    task="**Exercise** (*Deeper*; write a function). A lecture has tokens as columns: `Y` is "
    "`(d_y, n)`, `X` is `(d_x, m)`, `W_Q` is `(d_k, d_y)` and `W_K` is `(d_k, d_x)`, so that `Q = "
    "W_Q @ Y` and `K = W_K @ X`. Give the raw scores as this notebook has them, with queries as "
    "rows: `(n, m)`. `Y = [[1]]`, `X = [[1, 2]]`, `W_Q = [[1], [2]]`, `W_K = [[1], [-1]]` give "
    "`[[-1, -2]]`.",
    answer="my_undo",
    stub="""def my_undo(Y, X, W_Q, W_K):
    return ...  # about 3 lines""",
    solution="""def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K""",
    why="A query is a column of Q, hence a row of Qᵀ: (n, d_k) @ (d_k, m). KᵀQ, turned, is QᵀK.",
    hints=(
        "Write the shapes of Q and K beside them. Which sizes must meet in the middle?",
        "The lecture's own scores are K.T @ Q, (m, n). What turns them round?",
        "Make Q and K as the lecture does; then transpose one of them so that d_k meets d_k.",
    ),
    reference=columns,
    axes=("queries", "keys"),
    cases=(
        Case(
            "one query, two keys",
            (a([[1]]), a([[1, 2]]), a([[1], [2]]), a([[1], [-1]])),
            "The query is the column (1, 2), the first key the column (1, −1): their score is "
            "1 − 2 = −1.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 2], [0, 1]]), a([[1, 1], [3, 0]]), a([[1, 1], [2, 1]]), a([[1, -1], [0, 3]])),
            "All sizes are 2, so every product runs. Only columns of Q against columns of K are "
            "scores.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda Y, X, W_Q, W_K: columns(Y, X, W_Q, W_K).T,
            "These are the scores as the lecture has them, KᵀQ: queries are still columns.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y.T @ W_Q @ (X.T @ W_K).T,
            "You transposed the tokens, but not the matrices: W_Q is still (d_k, d_y).",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_Q @ Y @ (W_K @ X).T,
            "With the lecture's Q and K this is Q Kᵀ, where tokens meet tokens. d_k must meet d_k.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_Q @ Y @ (W_K @ X),
            "Neither Q nor K is transposed: n meets d_k. Which of them must be?",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: columns(Y, X, W_Q, W_K).T.reshape(Y.shape[1], X.shape[1]),
            RESHAPED,
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: (W_Q @ Y).reshape(Y.shape[1], -1) @ W_K @ X,
            RESHAPED,
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: columns(Y, X, W_K, W_Q),
            "You gave W_K to Y and W_Q to X. Who asks?",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: columns(X, Y, W_Q, W_K),
            "You made the queries of X. It is Y that asks.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: attention.scores((W_Q @ Y).T, (W_K @ X).T),
            "You divide by √d_k. Raw scores are not divided.",
        ),
    ),
    draw=lambda rng: tuple(x.T.copy() for x in two_sentences(rng)),
)

# --- symmetric or not -----------------------------------------------------------------------------


def one_sentence(rng):
    n, d_x, d_k = far_sizes(rng, 3)
    return numbers(rng, n, d_x), numbers(rng, d_x, d_k), numbers(rng, d_x, d_k)


BUG = FunctionExercise(
    name="self_scores",
    title="who asks whom",
    deeper=True,
    task="**Exercise** (*Deeper*; find the bug). Here `X` `(n, d_x)` asks itself, and the result "
    "is the raw scores `(n, n)`. This function is right for the five words, where $Q = K$. It is "
    "wrong in general: `X = [[1, 0], [0, 1]]`, `W_Q = [[1], [2]]`, `W_K = [[3], [1]]` must give "
    "`[[3, 1], [6, 2]]`.",
    answer="my_self_scores",
    stub="""def my_self_scores(X, W_Q, W_K):  # 1 line is wrong
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S""",
    solution="""def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S""",
    why="i counts the queries, and queries are rows: S[i, j]. Where Q = K nobody would notice.",
    hints=(
        "Run it on the numbers of the task. What has happened to the 1 and the 6?",
        "Which of i and j counts the queries? And which index of S comes first, row or column?",
    ),
    reference=lambda X, W_Q, W_K: raw(X @ W_Q, X @ W_K),
    axes=("queries", "keys"),
    cases=(
        Case(
            "one token",
            (a([[2]]), a([[1]]), a([[-3]])),
            "One token asks itself: its query is 2, its key −6, the score −12.",
        ),
        Case(
            "two tokens",
            (a([[1, 0], [0, 1]]), a([[1], [2]]), a([[3], [1]])),
            "The queries are 1 and 2, the keys 3 and 1: row 0 holds query 0 times each key, row 1 "
            "holds query 1 times each key.",
        ),
        Case(
            "three tokens",
            (a([[1, 0], [0, 1], [1, 1]]), a([[1], [2]]), a([[3], [1]])),
            "Right for two tokens, wrong for three: the queries are 1, 2 and 3, the keys 3, 1 and "
            "4, and each query has a score for each key.",
        ),
        Case(
            "d_k = 2",
            (a([[1, 2], [0, 1], [3, 1]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "Right for d_k = 1, not for 2: a score adds up the products of all features.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 2], [0, 1]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "All sizes are 2, so every product runs. Only rows of Q against rows of K are scores.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda X, W_Q, W_K: raw(X @ W_K, X @ W_Q),
            "What token 0 asks of token 1 stands at [1, 0], and the other way round: your rows "
            "are still keys.",
        ),
        Mistake(
            lambda X, W_Q, W_K: raw(X @ W_Q, X @ W_Q),
            "Your keys are made by W_Q as well: the scores come out symmetric.",
        ),
        Mistake(lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).reshape(-1, len(X)), RESHAPED),
        Mistake(
            lambda X, W_Q, W_K: attention.scores(X @ W_Q, X @ W_K),
            "The places are right, but you divide by √d_k. Raw scores are not divided.",
        ),
    ),
    draw=one_sentence,
)

X_PAIR, W_Q_PAIR = a([[1, 0], [1, 1]]), a([[1], [2]])


def both_ways(w):
    S = raw(X_PAIR @ W_Q_PAIR, X_PAIR @ a([[3], [w]]))
    return float(S[0, 1]), float(S[1, 0])


def gap(w):
    first, second = both_ways(w)
    return first - second


def at_this(w):
    first, second = both_ways(float(w))
    return f"At your w, S[0, 1] is {first:g} and S[1, 0] is {second:g}."


def symmetric_at():
    """The w at which S[0, 1] = S[1, 0]: their difference is a line in w."""
    return gap(0) / (gap(0) - gap(1))


SYMMETRIC = ValueExercise(
    name="symmetric_at",
    title="make the scores symmetric",
    deeper=True,
    task="**Exercise** (*Deeper*; use it on new numbers). `X = [[1, 0], [1, 1]]` asks itself with "
    "`W_Q = [[1], [2]]` and `W_K = [[3], [w]]`. At `w = 2` the scores are `[[3, 5], [9, 15]]`. "
    "Find the `w` that makes them symmetric. `Q` and `K` differ even then.",
    answer="w",
    stub="w = ...  # a number",
    solution="w = 6  # the keys are 3 and 3 + w, the queries 1 and 3: 1 * (3 + w) == 3 * 3",
    why="(3, 6) is 3 times (1, 2): each key is 3 times its query, so it does not matter who asks.",
    hints=(
        "Symmetric means S[0, 1] = S[1, 0]. Write both down, with w in them.",
        "The queries are 1 and 1 + 2, the keys 3 and 3 + w. S[0, 1] is the first query times the "
        "second key.",
    ),
    reference=symmetric_at,
    near=1e-4,
    about=at_this,
    mistakes=(
        Mistake(
            lambda: 9,
            "9 is what the second key must be, not w: that key is 3 + w.",
        ),
    ),
)

CHECKED = (
    LOW,
    PROJECT,
    SCORES,
    TAKE,
    SELF,
    CROSS,
    COLUMN_TEXT,
    UNDO,
    BUG,
    SYMMETRIC,
)


# --- predictions ----------------------------------------------------------------------------------

TOY, IT = examples.TOO_TIRED, 2  # the row of "it"
Q_TOY, K_TOY, V_TOY = TOY.X @ TOY.W_Q, TOY.X @ TOY.W_K, TOY.X @ TOY.W_V


def becomes():
    taken = attention.softmax(Q_TOY[IT] @ K_TOY.T) @ V_TOY
    return examples.TOY_GIVES[taken.argmax()]


def sign():
    return ("negative", "zero", "positive")[int(np.sign(Q_TOY[IT] @ K_TOY[IT])) + 1]


def mixed_shape():
    return " x ".join(map(str, (K_TOY.T @ Q_TOY).shape))


PREDICTED = (
    OneOf(
        name="becomes",
        title="what “it” becomes",
        truth=becomes,
        why="“animal” is the noun that is alive, so its badge fits best. “it” takes a large share "
        "of furry from it, and a small share of paved from “street”.",
        options=("furry", "paved", "neither"),
    ),
    OneOf(
        name="own_score",
        title="the sign of the score of “it” for itself",
        truth=sign,
        why="q = (2, 1) and k = (−1, 1): q · k = −2 + 1 = −1, although x · x = 2.",
        options=("positive", "zero", "negative"),
    ),
    OneOf(
        name="mixed_shape",
        title="the shape of the mixture",
        truth=mixed_shape,
        why="(2, 3) @ (3, 2): the product adds up over the three tokens.",
        options=("3 x 3", "2 x 2", "none"),
        deeper=True,
    ),
)
