"""Exercises of notebook 02: queries, keys and scores."""

import numpy as np

from helpers import attention, examples
from helpers.exercises.exercise import Case, FunctionExercise, Mistake, ValueExercise
from helpers.exercises.prediction import Choice
from helpers.exercises.question import Question

a = np.array  # literal cases stay short


def raw(Q, K):
    return attention.scores(Q, K, scale=1.0)


# --- what notebook 01 taught --------------------------------------------------------------------

LONGER = Question(
    name="twice_as_long",
    title="a vector twice as long",
    ask="You double every number of $k$. What happens to its dot product and its cosine with $q$?",
    options=(
        ("both double", "the cosine divides by the length of k, so a longer k does not raise it."),
        ("neither changes", "each product q_i k_i doubles, and so does their sum."),
        (
            "the dot product doubles, the cosine stays",
            "length counts in the dot product; the cosine knows the direction alone.",
        ),
        (
            "the cosine doubles, the dot product stays",
            "a cosine cannot double and double again: it never leaves −1 to 1.",
        ),
    ),
    right="c",
)

ASK_ALL = Question(
    name="words_and_questions",
    title="all words, all questions",
    ask="Seven words of width 4 are the rows of `E`; two questions, each a direction, are the "
    "columns of `W`. What does `E @ W` hold?",
    options=(
        (
            "a row for each question, a column for each word",
            "that would be W.T @ E.T. The rows of a product come from its first factor.",
        ),
        (
            "a row for each word, a column for each question",
            "shape (7, 2): entry (i, j) is the dot product of word i and direction j.",
        ),
        (
            "a row for each word, a column for each of its numbers",
            "that is E itself. The product adds up over the 4 numbers: they are gone.",
        ),
        ("one number for each word", "that is what a single direction gives; here are two."),
    ),
    right="b",
)

# --- project ------------------------------------------------------------------------------------

LOW = Question(
    name="low_self_score",
    title="a word against itself",
    ask="The raw score of a word for itself is −4. What follows?",
    options=(
        (
            "a slip: a vector with itself gives at least 0",
            "x · x is never negative, but here q meets k, and these are two vectors.",
        ),
        ("the word has negative numbers", "x = (2, 1) above had none, and scored itself −4."),
        (
            "its query and its key stand more than 90 degrees apart",
            "the sign of q · k is that of their cosine, and W_Q and W_K place both.",
        ),
        (
            "the word has changed its meaning",
            "the score compares what the word asks for with what it can be found by; what it "
            "means is in neither alone.",
        ),
    ),
    right="c",
)


def last_number_alone(X, W):
    return X[:, -1:] * W[-1:]


PROJECT = FunctionExercise(
    name="project_all",
    title="project all tokens",
    task="**Exercise** (fill in one line). Project all tokens of `X` `(m, d_x)` at once, one in "
    "each row, with `W` `(d_x, d_k)`. `X = [[1, 2], [0, 1]]` and `W = [[1, 0, 3], [0, 1, 1]]` give "
    "`[[1, 2, 5], [0, 1, 1]]`.",
    answer="my_project",
    stub="""def my_project(X, W):
    projected = ...  # 1 line
    return projected""",
    solution="""def my_project(X, W):
    projected = X @ W
    return projected""",
    why="Row i of X @ W is token i times W: one product does for all tokens what you did for one.",
    hints=(
        "One token was y1 @ W_Q. What changes when the tokens are the rows of a matrix?",
        "(m, d_x) and (d_x, d_k): which order of the two makes the inner sizes agree?",
        "Put X where y1 stood.",
    ),
    reference=lambda X, W: X @ W,
    axes=("tokens", "features"),
    cases=(
        Case(
            "one token, one number",
            (a([[2]]), a([[3]])),
            "2 times 3 is all there is to do here: to project is to multiply.",
        ),
        Case(
            "one token, two numbers",
            (a([[1, 2]]), a([[1, 0, 3], [0, 1, 1]])),
            "The token (1, 2) mixes the rows of W: 1 times the first plus 2 times the second.",
        ),
        Case(
            "two tokens",
            (a([[1, 2], [0, 1]]), a([[1, 0, 3], [0, 1, 1]])),
            "One token is right, two are not: each row of X is projected on its own.",
        ),
        Case(
            "negative numbers",
            (a([[-1, 2]]), a([[1, 1], [0, -1]])),
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
            "You transposed W. Its rows are mixed, one for each number of a token, as they stand.",
        ),
        Mistake(
            lambda X, W: W @ X,
            "W stands in front, as if tokens were columns. A row that is multiplied stands left "
            "of its matrix, as in y1 @ W_Q.",
        ),
        Mistake(
            lambda X, W: (X @ W).T,
            "These are the right numbers with the tokens as columns: needed a row for each token.",
        ),
        Mistake(
            lambda X, W: W.T @ X,
            "Wᵀ in front is for tokens as columns, and the tokens of X are rows. A row stands left "
            "of its matrix, which stays as it is.",
        ),
        Mistake(
            lambda X, W: (W.T @ X.T).reshape(len(X), -1),
            "Wᵀ Xᵀ has the tokens as columns, and reshape keeps the numbers in that order. Which "
            "product has a row for each token at once?",
        ),
        Mistake(
            lambda X, W: X.T @ W,
            "You transposed X. Its rows are the tokens already, as wide as W is high.",
        ),
        Mistake(
            lambda X, W: X @ W / np.linalg.norm(W, axis=0),
            "You divide by the lengths of the columns of W, as for a shadow. Here to project "
            "means to multiply, no more: the lengths stay in.",
        ),
        Mistake(
            lambda X, W: X @ W / np.linalg.norm(X, axis=1, keepdims=True),
            "You divide by the length of each token: a token twice as long must give twice the "
            "query.",
        ),
        Mistake(
            lambda X, W: X * W,
            "The star multiplies entry by entry and adds nothing up. A matrix product is @.",
        ),
        Mistake(
            lambda X, W: np.array([X[i] @ W for i in range(X.shape[1])]),
            "Your loop counts the numbers of a token, X.shape[1], needed the tokens, len(X).",
        ),
        Mistake(
            lambda X, W: X.sum(axis=0, keepdims=True) @ W,
            "You add up the tokens first; each one needs a row of its own.",
        ),
        Mistake(
            last_number_alone,
            "Only the last number of each token counts: does a loop overwrite (=) where it should "
            "add (+=)?",
        ),
        Mistake(lambda X, W: X, "This is X as it came: W has not been used."),
    ),
    draw=lambda rng: (rng.standard_normal((3, 5)), rng.standard_normal((5, 2))),
)

# --- all scores ---------------------------------------------------------------------------------


def cosines(Q, K):
    lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)
    return raw(Q, K) / lengths


def negative_distances(Q, K):
    return -np.linalg.norm(Q[:, None] - K, axis=-1)


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
        "le @ K.T gave the row of le. Put all queries where le stands.",
    ),
    reference=raw,
    axes=("queries", "keys"),
    cases=(
        Case(
            "two queries, two keys, width 1",
            (a([[1], [2]]), a([[3], [4]])),
            "Queries 1 and 2, keys 3 and 4: row 0 holds what query 0 scores for both keys, 3 and "
            "4; row 1 is for query 1.",
        ),
        Case(
            "one query, one key",
            (a([[1, 2]]), a([[3, 1]])),
            "1 · 3 + 2 · 1 = 5: multiply entry by entry, then add, and nothing else.",
        ),
        Case(
            "one query, two keys",
            (a([[1, 2]]), a([[3, 0], [0, 1]])),
            "The query meets each key by itself: one column for each.",
        ),
        Case(
            "a key that points away",
            (a([[1, -2]]), a([[1, 2]])),
            "A raw score may be negative: 1 · 1 − 2 · 2 = −3.",
        ),
        Case(
            "two queries, three keys",
            (a([[1, 2], [0, 1]]), a([[3, 0], [0, 1], [1, 1]])),
            "Here are more keys than queries: row i holds what query i scores for all three.",
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
            "The right numbers, but here the keys are the rows. Needed a row for each query.",
        ),
        Mistake(
            lambda Q, K: (K @ Q.T).reshape(len(Q), len(K)),
            "In K Qᵀ the keys are the rows, and reshape keeps the numbers in that order: query 0's "
            "scores stand in column 0 of it, not in its first row.",
        ),
        Mistake(
            lambda Q, K: Q[:1] @ K.T,
            "Query 0 alone has asked. Needed a row for each query.",
        ),
        Mistake(
            lambda Q, K: np.repeat(Q[:1] @ K.T, len(Q), axis=0),
            "Each of your rows is that of query 0. Row i is for query i.",
        ),
        Mistake(
            lambda Q, K: np.repeat(Q @ K[:1].T, len(K), axis=1),
            "Each of your columns is that of key 0. Column j is for key j.",
        ),
        Mistake(
            lambda Q, K: (Q[:, None] * K).sum(axis=1),
            "You add up over the keys, and they are gone. Add up over the features, the last axis.",
        ),
        Mistake(
            lambda Q, K: Q @ K,
            "Rows of Q meet columns of K, which are features. Turn K so that its columns are keys.",
        ),
        Mistake(
            lambda Q, K: Q.T @ K,
            "You turned Q instead of K: the sum runs over tokens and leaves features.",
        ),
        Mistake(
            lambda Q, K: Q.T @ K.T,
            "You turned both, and they fit no better than before. Only the keys become columns.",
        ),
        Mistake(
            lambda Q, K: K.T @ Q,
            "Kᵀ in front of Q sums over tokens: what is left is key features against query "
            "features.",
        ),
        Mistake(
            lambda Q, K: Q @ K.reshape(K.shape[::-1]),
            "reshape fills the numbers into another shape in the old order; it does not turn rows "
            "into columns.",
        ),
        Mistake(
            lambda Q, K: Q * K,
            "The star only multiplies, entry by entry. A score also adds up over the features.",
        ),
        Mistake(
            lambda Q, K: (Q * K).sum(axis=-1),
            "Query i meets key i alone. Every query must meet every key.",
        ),
        Mistake(
            lambda Q, K: np.array([q @ k for q, k in zip(Q, K, strict=False)]),
            "zip takes query i with key i. Every query must meet every key: one loop in another.",
        ),
        Mistake(
            lambda Q, K: np.outer(Q, K),
            "np.outer takes every number of Q times every number of K and adds nothing up.",
        ),
        Mistake(
            lambda Q, K: attention.scores(Q, K),
            "You divide by √d_k. That comes in notebook 03; these are the raw scores.",
        ),
        Mistake(cosines, "These are cosines: take the lengths in again, they count."),
        Mistake(negative_distances, "These are negative distances, not dot products."),
        Mistake(
            lambda Q, K: attention.softmax(raw(Q, K)),
            "You turned the scores into shares (softmax). Needed are the raw scores.",
        ),
    ),
    draw=lambda rng: (rng.standard_normal((3, 5)), rng.standard_normal((4, 5))),
)

# --- two sentences or one -----------------------------------------------------------------------

SELF = Question(
    name="what_is_self",
    title="what makes it self-attention",
    ask="What makes attention *self*-attention?",
    options=(
        (
            "$Y$ and $X$ are the same",
            "one sentence asks and is asked, through a matrix of its own for each.",
        ),
        (
            "$W_Q$ and $W_K$ are the same",
            "each is learned on its own; with one for both, we and duck would score alike.",
        ),
        (
            "each token scores itself alone",
            "that is the diagonal only. Each token asks every token of the sentence.",
        ),
        (
            "$Q$ and $K$ have equally many rows",
            "two sentences of equal length are still two sentences.",
        ),
    ),
    right="a",
)


def inter(Y, X, W_Q, W_K):
    return raw(Y @ W_Q, X @ W_K)


INTER = FunctionExercise(
    name="inter_scores",
    title="scores of inter-attention",
    task="**Exercise** (write a function). From words to raw scores `(n, m)`: `Y` `(n, d_y)` asks "
    "`X` `(m, d_x)` through `W_Q` `(d_y, d_k)` and `W_K` `(d_x, d_k)`. `Y = [[1]]`, "
    "`X = [[1, 1]]`, `W_Q = [[2]]`, `W_K = [[3], [4]]` give `[[14]]`.",
    answer="my_inter_scores",
    stub="""def my_inter_scores(Y, X, W_Q, W_K):
    return ...  # about 3 lines""",
    solution="""def my_inter_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.T""",
    why="The words may have any widths: the two matrices bring both sentences to d_k.",
    hints=(
        "Two projections, then the product that you know. Which sentence goes with which matrix?",
        "Y asks, so Q is made of Y. Look at the heights: W_Q has d_y rows, W_K has d_x.",
        "Q = Y @ W_Q, and K is made of X in the same way; then all raw scores.",
    ),
    reference=inter,
    axes=("queries", "keys"),
    cases=(
        Case(
            "one token each, widths 1 and 2",
            (a([[1]]), a([[1, 1]]), a([[2]]), a([[3], [4]])),
            "The query is 1 · 2, the key 1 · 3 + 1 · 4, and the score their product.",
        ),
        Case(
            "d_k = 2",
            (a([[1, 2]]), a([[3]]), a([[1, 0], [1, 1]]), a([[1, -1]])),
            "The query is (3, 2), the key (3, −3); the score adds up their products, and no more.",
        ),
        Case(
            "one query, two keys",
            (a([[1]]), a([[1, 1], [0, 2]]), a([[2]]), a([[3], [4]])),
            "X has two tokens, so there are two keys, each with a column of its own.",
        ),
        Case(
            "two queries, three keys",
            (a([[1], [2]]), a([[1, 1], [0, 2], [1, 0]]), a([[2]]), a([[3], [4]])),
            "One query is right, two are not: row i holds what token i of Y scores.",
        ),
        Case(
            "words of equal widths",
            (
                a([[1, 0], [1, 2]]),
                a([[0, 1], [2, 1], [1, 1]]),
                a([[1, 0], [2, 1]]),
                a([[1, -1], [0, 3]]),
            ),
            "Y and X are equally wide here, and any sentence fits any matrix: is each with its "
            "own?",
        ),
        Case(
            "Y is X",
            (a([[1, 0], [1, 2]]), a([[1, 0], [1, 2]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "The sentence asks itself here; queries and keys still have a matrix each.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda Y, X, W_Q, W_K: raw(Y @ W_K, X @ W_Q),
            "The matrices have changed places: W_Q makes the queries of whoever asks.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: inter(Y, X, W_Q, W_K).T,
            "The right numbers, turned: rows belong to who asks, and that is Y.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: inter(X, Y, W_Q, W_K),
            "In your function X asks Y. The roles are given the other way.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: inter(X, X, W_Q, W_K),
            "In your function X asks itself: self-attention. Where does Y come in?",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: inter(Y, Y, W_Q, W_K),
            "In your function Y asks itself. Who is to be asked?",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: inter(Y, X, W_Q, W_Q),
            "You use W_Q for both sentences; keys have a matrix of their own.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: inter(Y, X, W_K, W_K),
            "You use W_K for both sentences; queries have a matrix of their own.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ X.T,
            "You compare the words themselves. Project both first: their widths need not agree.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ X.T,
            "Only Y is projected: the keys are still the words of X.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ (X @ W_K).T,
            "Only X is projected: the queries are still the words of Y.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ (X @ W_K),
            "K is not turned: rows of Q meet columns of K, which are features.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ W_K @ X.T,
            "Turn all of K: (X W_K)ᵀ is W_Kᵀ Xᵀ, and your W_K stands unturned.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ X @ W_K.T,
            ".T turns W_K alone, and X has not yet met W_K. Put X @ W_K in brackets, then turn "
            "all of it.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ X.T @ W_K,
            "The queries meet the words of X, and W_K comes after: too late. Make the keys first.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ X.T @ W_K.T,
            "Turned, a product changes its order: (X W_K)ᵀ is W_Kᵀ Xᵀ, not Xᵀ W_Kᵀ.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_Q @ Y @ (W_K @ X).T,
            "The matrices stand in front of the words. A row stands left of its matrix: y W_Q.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: (Y @ W_Q).T @ (X @ W_K),
            "Qᵀ K adds up over the tokens and leaves features; transpose the other one.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: attention.scores(Y @ W_Q, X @ W_K),
            "You divide by √d_k. The raw scores of this notebook are not divided.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: attention.softmax(inter(Y, X, W_Q, W_K)),
            "You went on to the softmax. Stop at the raw scores.",
        ),
    ),
    draw=lambda rng: tuple(map(rng.standard_normal, ((2, 6), (3, 5), (6, 4), (5, 4)))),
)

# --- rows or columns ----------------------------------------------------------------------------

COLUMN_TEXT = Question(
    name="column_text",
    title="a text with columns",
    ask="A text writes $k = W_K\\,x$ and $K^\\top Q$, for 2 queries and 3 keys. What stands in the "
    "third row, second column of $K^\\top Q$?",
    options=(
        ("nothing: there are 2 rows", "the rows of a product are those of its first factor, Kᵀ."),
        (
            "the third query's score for the second key",
            "there are 2 queries only: this reads the rows as queries.",
        ),
        (
            "a sum over tokens, which is no score",
            "that is what mixing gives. This text is all columns, and sums over the features.",
        ),
        (
            "the second query's score for the third key",
            "entry (3, 2) of KᵀQ is entry (2, 3) of QKᵀ: columns are queries here.",
        ),
    ),
    right="d",
)


def columns(Y, X, W_Q, W_K):
    return raw((W_Q @ Y).T, (W_K @ X).T)


UNDO = FunctionExercise(
    name="undo_columns",
    title="undo a transposed convention",
    task="**Exercise** (write a function). A lecture has tokens as columns: `Y` `(d_y, n)`, `X` "
    "`(d_x, m)`, `Q = W_Q @ Y`, `K = W_K @ X`; `W_Q` is `(d_k, d_y)`, `W_K` `(d_k, d_x)`. Give its "
    "raw scores with queries as rows, `(n, m)`. `Y = [[1]]`, `X = [[1, 2]]`, `W_Q = [[2]]`, "
    "`W_K = [[3]]` give `[[6, 12]]`.",
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
            (a([[1]]), a([[1, 2]]), a([[2]]), a([[3]])),
            "X has two columns, so two keys: 3 and 6. The query is 2.",
        ),
        Case(
            "a query from two numbers",
            (a([[1], [2]]), a([[3]]), a([[1, 1]]), a([[2]])),
            "Y has one column, (1, 2): one token, two numbers. Its query is 1 · 1 + 1 · 2 = 3.",
        ),
        Case(
            "d_k = 2",
            (a([[1]]), a([[1, 2]]), a([[1], [2]]), a([[3], [1]])),
            "The query is the column (1, 2), the first key the column (3, 1): add up over "
            "features, and no more.",
        ),
        Case(
            "two queries, three keys",
            (a([[1, 2]]), a([[1, 0, -1]]), a([[1], [2]]), a([[3], [1]])),
            "One query is right, two are not: row i is for column i of Y.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 2], [0, 1]]), a([[1, 1], [3, 0]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "All sizes are 2, so every product runs: is each matrix in its place, and each token "
            "a column?",
        ),
    ),
    mistakes=(
        Mistake(
            lambda Y, X, W_Q, W_K: columns(Y, X, W_Q, W_K).T,
            "These are the scores as the lecture has them, KᵀQ: queries are still columns.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y @ W_Q @ (X @ W_K).T,
            "This is Y W_Q (X W_K)ᵀ, the formula for rows, however it is written. Here tokens are "
            "columns: W stands in front of Y and X as they are.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: Y.T @ W_Q @ (X.T @ W_K).T,
            "You turned the tokens into rows, but not the matrices: W_Q is still (d_k, d_y).",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: (W_Q.T @ Y).T @ (W_K.T @ X),
            "You turned the matrices, but not the tokens: W_Q (d_k, d_y) meets Y (d_y, n) as it "
            "is.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_Q @ Y @ (W_K @ X).T,
            "Q Kᵀ is for queries as rows. These Q and K have tokens as columns: the sum must run "
            "over d_k.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_K @ X @ (W_Q @ Y).T,
            "K Qᵀ sums over the tokens here. The inner sizes must both be d_k.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: W_Q @ Y @ (W_K @ X),
            "Neither Q nor K is turned: n in the middle meets d_k. Which one must give way?",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: (W_Q @ Y).T @ (W_K @ X).T,
            "Q and K are both turned to rows: now d_k meets m. One of them was right before.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: columns(Y, X, W_Q, W_K).T.reshape(Y.shape[1], X.shape[1]),
            "The shape is right and the scores are in the wrong places: reshape keeps the old "
            "order. Transpose.",
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
            lambda Y, X, W_Q, W_K: Y.T @ X,
            "You compare the words themselves, without W_Q and W_K.",
        ),
        Mistake(
            lambda Y, X, W_Q, W_K: attention.scores((W_Q @ Y).T, (W_K @ X).T),
            "You divide by √d_k. Asked for are the raw scores, only turned.",
        ),
    ),
    draw=lambda rng: tuple(map(rng.standard_normal, ((6, 2), (5, 3), (4, 6), (4, 5)))),
)

# --- symmetric or not ---------------------------------------------------------------------------

BUG = FunctionExercise(
    name="self_scores",
    title="who asks whom",
    task="**Exercise** (find the bug). These raw scores `(n, n)` of `X` `(n, d_x)` asking itself "
    "are right for the five words, where $Q = K$. But `X = [[1, 0], [0, 1]]`, "
    "`W_Q = [[1], [2]]`, `W_K = [[3], [1]]` must give `[[3, 1], [6, 2]]`.",
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
            (a([[2]]), a([[1]]), a([[3]])),
            "One token asks itself: its query is 2, its key 6, the score 12.",
        ),
        Case(
            "two tokens",
            (a([[1, 0], [0, 1]]), a([[1], [2]]), a([[3], [1]])),
            "The queries are 1 and 2, the keys 3 and 1. S[0, 1] is the first query "
            "times the second key.",
        ),
        Case(
            "d_k = 2",
            (a([[1, 2], [0, 1], [3, 1]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "Right for d_k = 1, not for 2: a score adds up the products of all features.",
        ),
        Case(
            "all sizes 2",
            (a([[1, 2], [0, 1]]), a([[1, 0], [2, 1]]), a([[1, -1], [0, 3]])),
            "All sizes are 2, so every product runs: is each score a query times a key?",
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
        Mistake(
            lambda X, W_Q, W_K: raw(X @ W_K, X @ W_K),
            "Your queries are made by W_K as well: the scores come out symmetric.",
        ),
        Mistake(
            lambda X, W_Q, W_K: X @ X.T,
            "This is X against itself, without matrices: right for the five words alone.",
        ),
        Mistake(
            lambda X, W_Q, W_K: (X @ W_K).T @ (X @ W_Q),
            "This sums over the tokens: features against features, shape (d_k, d_k).",
        ),
        Mistake(
            lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K),
            "Rows of Q meet columns of K, which are features: keys are not turned.",
        ),
        Mistake(
            lambda X, W_Q, W_K: X @ W_Q @ X @ W_K.T,
            ".T turns W_K alone, and Q meets X before there are keys. K was right; turn that.",
        ),
        Mistake(
            lambda X, W_Q, W_K: np.diag(np.diag(raw(X @ W_Q, X @ W_K))),
            "The diagonal alone is filled: each token must ask the others too.",
        ),
        Mistake(
            lambda X, W_Q, W_K: (raw(X @ W_Q, X @ W_K) + raw(X @ W_K, X @ W_Q)) / 2,
            "You averaged both ways of asking. They may differ: keep them apart.",
        ),
        Mistake(
            lambda X, W_Q, W_K: np.tril(raw(X @ W_Q, X @ W_K)),
            "Above the diagonal nothing is filled: does j run over all keys?",
        ),
        Mistake(
            lambda X, W_Q, W_K: attention.scores(X @ W_Q, X @ W_K),
            "The places are right; but you divide by √d_k, and raw scores are not divided.",
        ),
    ),
    draw=lambda rng: tuple(map(rng.standard_normal, ((4, 5), (5, 2), (5, 2)))),
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
    title="symmetric by choice",
    task="**Exercise** (use it on new numbers). `X = [[1, 0], [1, 1]]` asks itself with "
    "`W_Q = [[1], [2]]` and `W_K = [[3], [w]]`. At `w = 2` the scores are `[[3, 5], [9, 15]]`. "
    "Find the `w` that makes them symmetric, though `Q` is not `K`.",
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
    says=at_this,
    mistakes=(
        Mistake(lambda: 2, "w = 2 is the example, and 5 is not 9."),
        Mistake(
            lambda: 9,
            "9 is what the second key must be, not w: that key is 3 + w.",
        ),
        Mistake(
            lambda: 3,
            "Equal numbers in W_K do not help: symmetry compares S[0, 1] with S[1, 0].",
        ),
        Mistake(
            lambda: 1.5,
            "w : 3 the wrong way round: W_Q grows from 1 to 2, and your W_K shrinks.",
        ),
        Mistake(
            lambda: -2,
            "Now the diagonal is equal, 3 and 3. Symmetric is about the entries beside it.",
        ),
        Mistake(
            lambda: 0,
            "S[0, 0] and S[0, 1] are equal now, a row. Compare S[0, 1] with S[1, 0].",
        ),
    ),
)

CHECKED = (
    LONGER,
    ASK_ALL,
    LOW,
    PROJECT,
    SCORES,
    SELF,
    INTER,
    COLUMN_TEXT,
    UNDO,
    BUG,
    SYMMETRIC,
)


def sign():
    x, W_Q, W_K = a([2, 1]), a([[1, 0], [1, 1]]), a([[-1, 0], [0, 2]])
    return ("negative", "zero", "positive")[int(np.sign(x @ W_Q @ (x @ W_K))) + 1]


def mixed_shape():
    one = examples.SQUARE
    Q, K = one.Y @ one.W_Q, one.X @ one.W_K  # (4, 2), (4, 2)
    return " x ".join(map(str, (K.T @ Q).shape))


PREDICTED = (
    Choice(
        name="own_score",
        title="the sign of a word's score for itself",
        truth=sign,
        why="q = (3, 1) and k = (−2, 2) point apart: q · k = −6 + 2 = −4, though x · x = 5.",
        options=("positive", "zero", "negative"),
    ),
    Choice(
        name="mixed_shape",
        title="the shape of the mixture",
        truth=mixed_shape,
        why="(2, 4) @ (4, 2): the product adds up over the four tokens.",
        options=("4 x 4", "2 x 2", "none"),
    ),
)
