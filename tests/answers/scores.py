"""Answers to the exercises of notebook 02: wrong ones with what they must be told, right ones."""

import numpy as np

from helpers.attention import softmax


def scaled_in_place(X, W):
    X *= 2
    return X @ W / 2


def overwriting(X, W):
    projected = np.zeros((len(X), W.shape[1]))
    for i, token in enumerate(X):
        for number, row in zip(token, W, strict=True):
            projected[i] = number * row
    return projected


def without_return(Q, K):
    Q @ K.T


def looped_scores(Q, K):
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k, strict=True)) for k in K] for q in Q]


def adding(X, W):
    return looped_scores(X, np.transpose(W))


def short_loop(Q, K):
    S = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            for f in range(Q.shape[1]):
                S[i, j] = Q[i, f] * K[j, f]
    return S


def first_row_only(X, W_Q, W_K):
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(X @ W_Q):
        for j, k in enumerate(X @ W_K):
            S[i, j] = q[0] * k[0]
    return S


def lower_half(X, W_Q, W_K):
    S = np.zeros((len(X), len(X)))
    for i in range(len(X)):
        for j in range(i + 1):
            S[i, j] = (X[i] @ W_Q) @ (X[j] @ W_K)
    return S


SCOPE = {"np": np}

WRONG = {
    "project_all": [
        (lambda X, W: X @ W.T, "You transposed W"),
        (lambda X, W: W @ X, "W stands in front"),
        (lambda X, W: W.T @ X.T, "the tokens as columns"),
        (lambda X, W: X.T @ W, "You transposed X"),
        (lambda X, W: W.T @ X, "Wᵀ in front is for tokens as columns"),
        (lambda X, W: X @ (W / np.sqrt((W**2).sum(axis=0))), "as for a shadow"),
        (lambda X, W: X / np.linalg.norm(X, axis=1)[:, None] @ W, "length of each token"),
        (lambda X, W: X * W, "The star"),
        (lambda X, W: X[0] @ W, "an axis is missing"),
        (overwriting, "overwrite (=)"),
        (scaled_in_place, "changes its argument X"),
        (lambda X, W: np.array([[1, 2, 5], [0, 1, 1]]), "has shape (2, 3), needed (1, 1)"),
        (lambda X, W: np.full((len(X), W.shape[1]), 6), "mixes the rows of W"),
        (lambda X, W: np.abs(X @ W), "may have negative numbers"),
        (lambda X, W: X, "W has not been used"),
        (lambda X, W: X + W, "2 times 3"),
        (np.array([[1, 2, 5]]), "needed the function itself"),
    ],
    "all_scores": [
        (lambda Q, K: K @ Q.T, "here the keys are the rows"),
        (lambda Q, K: Q @ K, "Rows of Q meet columns of K"),
        (lambda Q, K: Q.T @ K, "You turned Q instead"),
        (lambda Q, K: Q.T @ K.T, "You turned both"),
        (lambda Q, K: K.T @ Q, "Kᵀ in front of Q"),
        (lambda Q, K: Q @ K.reshape(K.shape[1], K.shape[0]), "reshape fills"),
        (lambda Q, K: Q * K, "The star only multiplies"),
        (lambda Q, K: np.sum(Q * K, axis=1), "Query i meets key i alone"),
        (lambda Q, K: [q @ k for q, k in zip(Q, K, strict=False)], "zip takes"),
        (np.outer, "np.outer takes"),
        (lambda Q, K: Q @ K.T / np.sqrt(K.shape[1]), "notebook 03"),
        (
            lambda Q, K: Q @ K.T / np.outer(np.sqrt((Q**2).sum(1)), np.sqrt((K**2).sum(1))),
            "These are cosines",
        ),
        (lambda Q, K: -np.sqrt(((Q[:, None] - K) ** 2).sum(-1)), "negative distances"),
        (lambda Q, K: softmax(Q @ K.T), "into shares"),
        (lambda Q, K: Q @ K[:1].T * np.ones(len(K)), "Each of your columns is that of key 0"),
        (lambda Q, K: Q[:1] @ K.T * np.ones((len(Q), 1)), "Each of your rows is that of query 0"),
        (lambda Q, K: Q @ K[0] * np.ones((len(K), 1)), "row 0 holds what query 0 scores"),
        (lambda Q, K: (Q @ K.T)[:, : len(Q)] @ np.eye(len(Q), len(K)), "one column for each"),
        (short_loop, "1 · 3 + 2 · 1 = 5"),
        (lambda Q, K: np.maximum(Q @ K.T, 0), "may be negative"),
        (lambda Q, K: np.array([[3, 2]]), "has shape (1, 2), needed (2, 2)"),
        (without_return, "is None"),
    ],
    "inter_scores": [
        (lambda Y, X, W_Q, W_K: (Y @ W_K) @ (X @ W_Q).T, "The matrices have changed places"),
        (lambda Y, X, W_Q, W_K: (X @ W_K) @ (Y @ W_Q).T, "The right numbers, turned"),
        (lambda Y, X, W_Q, W_K: (X @ W_Q) @ (Y @ W_K).T, "In your function X asks Y"),
        (lambda Y, X, W_Q, W_K: (X @ W_Q) @ (X @ W_K).T, "X asks itself"),
        (lambda Y, X, W_Q, W_K: (Y @ W_Q) @ (Y @ W_K).T, "Y asks itself"),
        (lambda Y, X, W_Q, W_K: (Y @ W_Q) @ (X @ W_Q).T, "W_Q for both"),
        (lambda Y, X, W_Q, W_K: (Y @ W_K) @ (X @ W_K).T, "W_K for both"),
        (lambda Y, X, W_Q, W_K: Y @ X.T, "compare the words themselves"),
        (lambda Y, X, W_Q, W_K: Y @ W_Q @ X.T, "Only Y is projected"),
        (lambda Y, X, W_Q, W_K: Y @ (X @ W_K).T, "Only X is projected"),
        (lambda Y, X, W_Q, W_K: (Y @ W_Q) @ (X @ W_K), "K is not turned"),
        (lambda Y, X, W_Q, W_K: Y @ W_Q @ W_K @ X.T, "your W_K stands unturned"),
        (lambda Y, X, W_Q, W_K: Y @ W_Q @ X @ W_K.T, ".T turns W_K alone"),
        (lambda Y, X, W_Q, W_K: Y @ W_Q @ X.T @ W_K, "W_K comes after"),
        (lambda Y, X, W_Q, W_K: Y @ W_Q @ X.T @ W_K.T, "changes its order"),
        (lambda Y, X, W_Q, W_K: (W_Q @ Y) @ (W_K @ X).T, "in front of the words"),
        (lambda Y, X, W_Q, W_K: (Y @ W_Q).T @ (X @ W_K), "Qᵀ K adds up over the tokens"),
        (
            lambda Y, X, W_Q, W_K: Y @ W_Q @ (X @ W_K).T / np.sqrt(W_Q.shape[1]),
            "You divide by √d_k",
        ),
        (lambda Y, X, W_Q, W_K: softmax(Y @ W_Q @ (X @ W_K).T), "Stop at the raw scores"),
        (lambda Y, X, W_Q, W_K: np.array([[14]]), "the same for different input"),
        (
            lambda Y, X, W_Q, W_K: np.repeat(Y[:1] @ W_Q @ (X @ W_K).T, len(Y), axis=0),
            "what token i of Y scores",
        ),
        (lambda Y, X, W_Q, W_K: Y @ W_Q @ (X[::-1] @ W_K).T, "each with a column of its own"),
    ],
    "undo_columns": [
        (lambda Y, X, W_Q, W_K: (W_K @ X).T @ (W_Q @ Y), "queries are still columns"),
        (lambda Y, X, W_Q, W_K: (Y @ W_Q) @ (X @ W_K).T, "the formula for rows"),
        (lambda Y, X, W_Q, W_K: (Y.T @ W_Q) @ (X.T @ W_K).T, "but not the matrices"),
        (lambda Y, X, W_Q, W_K: (W_Q @ Y) @ (W_K @ X).T, "Q Kᵀ is for queries as rows"),
        (lambda Y, X, W_Q, W_K: (W_K @ X) @ (W_Q @ Y).T, "K Qᵀ sums over the tokens"),
        (
            lambda Y, X, W_Q, W_K: ((W_K @ X).T @ W_Q @ Y).reshape(Y.shape[1], -1),
            "reshape keeps the old",
        ),
        (lambda Y, X, W_Q, W_K: (W_Q @ Y) @ (W_K @ X), "Neither Q nor K is turned"),
        (lambda Y, X, W_Q, W_K: (Y.T @ W_Q.T) @ (X.T @ W_K.T), "both turned to rows"),
        (lambda Y, X, W_Q, W_K: (W_K @ Y).T @ (W_Q @ X), "You gave W_K to Y"),
        (lambda Y, X, W_Q, W_K: (W_Q @ X).T @ (W_K @ Y), "the queries of X"),
        (lambda Y, X, W_Q, W_K: Y.T @ X, "without W_Q and W_K"),
        (
            lambda Y, X, W_Q, W_K: (W_Q @ Y).T @ (W_K @ X) / np.sqrt(len(W_Q)),
            "only turned",
        ),
        (lambda Y, X, W_Q, W_K: np.array([[6, 12]]), "the same for different input"),
        (
            lambda Y, X, W_Q, W_K: np.full((Y.shape[1], X.shape[1]), 6),
            "so two keys",
        ),
        (
            lambda Y, X, W_Q, W_K: np.repeat((W_Q @ Y[:, :1]).T @ W_K @ X, Y.shape[1], axis=0),
            "row i is for column i of Y",
        ),
    ],
    "self_scores": [
        (lambda X, W_Q, W_K: X @ W_K @ (X @ W_Q).T, "your rows are still keys"),
        (lambda X, W_Q, W_K: X @ W_Q @ (X @ W_Q).T, "Your keys are made by W_Q"),
        (lambda X, W_Q, W_K: X @ W_K @ (X @ W_K).T, "Your queries are made by W_K"),
        (lambda X, W_Q, W_K: X @ X.T, "without matrices"),
        (lambda X, W_Q, W_K: (X @ W_K).T @ (X @ W_Q), "features against features"),
        (lambda X, W_Q, W_K: X @ W_Q @ X @ W_K, "keys are not turned"),
        (lambda X, W_Q, W_K: X @ W_Q @ X @ W_K.T, ".T turns W_K alone"),
        (
            lambda X, W_Q, W_K: np.diag(((X @ W_Q) * (X @ W_K)).sum(axis=1)),
            "The diagonal alone",
        ),
        (
            lambda X, W_Q, W_K: (X @ (W_Q @ W_K.T + W_K @ W_Q.T) @ X.T) / 2,
            "averaged both ways",
        ),
        (lower_half, "does j run over all keys"),
        (first_row_only, "not for 2"),
        (
            lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T / np.sqrt(W_K.shape[1]),
            "raw scores are not divided",
        ),
        (lambda X, W_Q, W_K: [[3, 1], [6, 2]], "has shape (2, 2), needed (1, 1)"),
    ],
    "symmetric_at": [
        (2, "5 is not 9"),
        (9, "what the second key must be"),
        (3, "Equal numbers in W_K"),
        (3 / 2, "the wrong way round"),
        (-2, "Now the diagonal is equal"),
        (0, "a row. Compare"),
        (4, "S[0, 1] is 7 and S[1, 0] is 9. Yours is too small"),
        (7, "S[0, 1] is 10 and S[1, 0] is 9. Yours is too large"),
        (5.9, "too small"),
        ("6", "is a str"),
        (None, "None was handed in"),
        ([[3], [6]], "has shape (2, 1)"),
        (looped_scores, "needed a value"),
    ],
}

RIGHT = {
    "project_all": [
        adding,
        lambda X, W: np.einsum("md,dk->mk", X, W),
        lambda X, W: np.float32(X) @ np.float32(W),
        lambda X, W: (W.T @ X.T).T,
        lambda X, W: np.array([token @ W for token in X]),
    ],
    "all_scores": [
        looped_scores,
        np.inner,
        lambda Q, K: np.einsum("nd,md->nm", Q, K),
        lambda Q, K: (K @ Q.T).T,
        lambda Q, K: np.float32(Q) @ np.float32(K).T,
    ],
    "inter_scores": [
        lambda Y, X, W_Q, W_K: Y @ W_Q @ W_K.T @ X.T,
        lambda Y, X, W_Q, W_K: np.einsum("nd,dk,me,ek->nm", Y, W_Q, X, W_K),
        lambda Y, X, W_Q, W_K: looped_scores(adding(Y, W_Q), adding(X, W_K)),
        lambda Y, X, W_Q, W_K: np.float32(Y @ W_Q) @ np.float32(X @ W_K).T,
    ],
    "undo_columns": [
        lambda Y, X, W_Q, W_K: ((W_K @ X).T @ (W_Q @ Y)).T,
        lambda Y, X, W_Q, W_K: (Y.T @ W_Q.T) @ (X.T @ W_K.T).T,
        lambda Y, X, W_Q, W_K: np.einsum("kd,dn,ke,em->nm", W_Q, Y, W_K, X),
        lambda Y, X, W_Q, W_K: looped_scores((W_Q @ Y).T, (W_K @ X).T),
        lambda Y, X, W_Q, W_K: np.float32(W_Q @ Y).T @ np.float32(W_K @ X),
    ],
    "self_scores": [
        lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T,
        lambda X, W_Q, W_K: looped_scores(X @ W_Q, X @ W_K),
        lambda X, W_Q, W_K: np.float32(X @ W_Q @ W_K.T @ X.T),
        lambda X, W_Q, W_K: (X @ W_K @ (X @ W_Q).T).T,
    ],
    "symmetric_at": [6, 6.0, np.float32(6), np.array(6)],
}

FRESH = {  # what the answers of fresh_scores.py must be told, in their order
    "project_all": [
        "W stands in front, as if tokens were columns.",
        "You transposed W.",
        "These are the right numbers with the tokens as columns:",
        "Wᵀ in front is for tokens as columns",
        "Wᵀ Xᵀ has the tokens as columns, and reshape",
        "Your result has shape (1,), needed (1, 1):",
        "You transposed X.",
        "The star multiplies entry by entry and adds nothing up.",
        "Your loop counts the numbers of a token",
    ],
    "all_scores": [
        "The right numbers, but here the keys are the rows.",
        "Rows of Q meet columns of K, which are features.",
        "You divide by √d_k.",
        "You turned Q instead of K:",
        "Query i meets key i alone.",
        "In K Qᵀ the keys are the rows, and reshape keeps",
        "You add up over the keys, and they are gone.",
        "These are cosines:",
        "Query 0 alone has asked.",
    ],
    "inter_scores": [
        "In your function X asks Y.",
        "The right numbers, turned:",
        "In your function X asks itself:",
        "Only Y is projected:",
        "You divide by √d_k.",
        "ValueError:",
        "Your result has shape (1, 1), needed (1, 2).",
        "K is not turned:",
        "You went on to the softmax.",
    ],
    "undo_columns": [
        "Q Kᵀ is for queries as rows.",
        "These are the scores as the lecture has them, KᵀQ:",
        "You turned the tokens into rows, but not the matrices:",
        "The query is the column (1, 2), the first key the column (3, 1):",
        "Your result has shape (2, 2), needed (1, 2).",
        "Q Kᵀ is for queries as rows.",
        "Q and K are both turned to rows:",
        "You divide by √d_k.",
        "You turned the matrices, but not the tokens:",
    ],
    "self_scores": [
        "What token 0 asks of token 1 stands at [1, 0], and the other way round:",
        "What token 0 asks of token 1 stands at [1, 0], and the other way round:",
        "What token 0 asks of token 1 stands at [1, 0], and the other way round:",
        "Your keys are made by W_Q as well:",
        "The queries are 1 and 2, the keys 3 and 1.",
        "The queries are 1 and 2, the keys 3 and 1.",
        "The places are right; but you divide by √d_k, and raw scores are not div",
        "What token 0 asks of token 1 stands at [1, 0], and the other way round:",
        "Right but for the fractions: whole numbers, as of dtype int",
    ],
    "symmetric_at": [
        "9 is what the second key must be, not w:",
        "S[0, 1] is 7 and S[1, 0] is 9.",
        "w = 2 is the example, and 5 is not 9.",
        "Equal numbers in W_K do not help:",
        "w :",
        "S[0, 1] is -3 and S[1, 0] is 9. Yours is too small.",
        "S[0, 1] is 15 and S[1, 0] is 9. Yours is too large.",
        "S[0, 1] is 10 and S[1, 0] is 9. Yours is too large.",
        "Your result has shape (2, 1), needed ().",
    ],
}
