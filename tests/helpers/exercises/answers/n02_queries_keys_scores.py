"""Answers to the exercises of notebook 02, each a cell as a student typed it; see __init__.py."""
import numpy as np

from helpers import attention
from helpers.data import examples
# --- project_all: wrong: W stands in front, as if tokens were columns.
def my_project(X, W):
    projected = W @ X
    return projected
# --- project_all: wrong: You transposed W.
def my_project(X, W):
    projected = X @ W.T
    return projected
# --- project_all: wrong: A reshape keeps the numbers in their old order, so that some end up in
def my_project(X, W):
    projected = (W.T @ X.T).reshape(len(X), -1)
    return projected
# --- project_all: wrong: You transposed X.
def my_project(X, W):
    projected = X.T @ W
    return projected
# --- project_all: wrong: The star multiplies entry by entry and adds nothing up.
def my_project(X, W):
    projected = X * W
    return projected
# --- project_all: wrong: All sizes are 2, so every product runs.
def my_project(X, W):
    if W.shape[0] == W.shape[1]:
        return X @ W.T
    projected = X @ W
    return projected
# --- project_all: wrong: Your code stops with an error.
def my_project(X, W):
    projected = X[:, 0:1] * W[0] + X[:, 1:2] * W[1]
    return projected
# --- project_all: wrong: A token may have negative numbers, and so may its projection.
def my_project(X, W):
    projected = np.maximum(X @ W, 0)
    return projected
# --- project_all: wrong: The token (1, 2) mixes the rows of W:
def my_project(X, W):
    projected = X @ W / np.sqrt(W.shape[1])
    return projected
# --- project_all: wrong: The right numbers, but the tokens are columns:
def my_project(X, W):
    projected = np.einsum("md,dk->km", X, W)
    return projected
# --- project_all: right
def my_project(X, W):
    return [[sum(x_i * w_i for x_i, w_i in zip(x, column)) for column in W.T] for x in X]
# --- project_all: right
def my_project(X, W):
    return np.float32(X) @ np.float32(W)
# --- all_scores: wrong: The right numbers, but the keys are rows here.
def my_scores(Q, K):
    return K @ Q.T
# --- all_scores: wrong: Rows of Q meet columns of K, which are features.
def my_scores(Q, K):
    return Q @ K
# --- all_scores: wrong: You divide by √d_k.
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])
# --- all_scores: wrong: You transposed Q instead of K:
def my_scores(Q, K):
    return Q.T @ K
# --- all_scores: wrong: Query i meets key i alone.
def my_scores(Q, K):
    return np.sum(Q * K, axis=1)
# --- all_scores: wrong: You add up over the keys, and they are gone.
def my_scores(Q, K):
    return (Q[:, None, :] * K[None, :, :]).sum(axis=1)
# --- all_scores: wrong: These are cosines.
def my_scores(Q, K):
    Qn = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    Kn = K / np.linalg.norm(K, axis=1, keepdims=True)
    return Qn @ Kn.T
# --- all_scores: wrong: Q holds whole numbers and K fractions:
def my_scores(Q, K):
    S = np.zeros((len(Q), len(K)), dtype=Q.dtype)
    S[:] = Q @ K.T
    return S
# --- all_scores: wrong: All sizes are 2, so every product runs.
def my_scores(Q, K):
    if Q.shape[1] == K.shape[0]:
        return Q @ K
    return Q @ K.T
# --- all_scores: wrong: The star only multiplies, entry by entry.
def my_scores(Q, K):
    return Q * K
# --- all_scores: wrong: The queries are 1 and 2, the keys 3 and 4.
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(len(Q))
# --- all_scores: wrong: A raw score may be negative:
def my_scores(Q, K):
    return np.abs(Q @ K.T)
# --- all_scores: wrong: Your function changes its argument K.
def my_scores(Q, K):
    K.shape = (K.shape[1], K.shape[0])
    return Q @ K
# --- all_scores: right
def my_scores(Q, K):
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k, strict=True)) for k in K] for q in Q]
# --- all_scores: right
def my_scores(Q, K):
    return np.float32(Q) @ np.float32(K).T
# --- take_along: wrong: It does not replace the word: add it to x.
def my_word_after(x, weights, V, W_O):
    return weights @ V @ W_O
# --- take_along: wrong: You take the same share of each value.
def my_word_after(x, weights, V, W_O):
    return x + V.mean(axis=0) @ W_O
# --- take_along: wrong: You add the values without their weights.
def my_word_after(x, weights, V, W_O):
    return x + sum(V) @ W_O
# --- take_along: wrong: You take only the value with the largest weight.
def my_word_after(x, weights, V, W_O):
    best = weights.argmax()
    return x + V[best] @ W_O
# --- take_along: wrong: These are weights already:
def my_word_after(x, weights, V, W_O):
    return x + attention.softmax(weights) @ V @ W_O
# --- take_along: wrong: You divide by the number of words.
def my_word_after(x, weights, V, W_O):
    return x + np.mean(weights[:, None] * V, axis=0) @ W_O
# --- take_along: wrong: W_O is missing:
def my_word_after(x, weights, V, W_O):
    return x + weights @ V
# --- take_along: wrong: You transposed W_O.
def my_word_after(x, weights, V, W_O):
    return x + weights @ V @ W_O.T
# --- take_along: wrong: You transposed V.
def my_word_after(x, weights, V, W_O):
    return x + weights @ V.T @ W_O
# --- take_along: wrong: You take something away from the word.
def my_word_after(x, weights, V, W_O):
    return (1 - max(weights)) * x + weights @ V @ W_O
# --- take_along: right
def my_word_after(x, weights, V, W_O):
    taken = sum(w * v for w, v in zip(weights, V, strict=True))
    return x + taken @ W_O
# --- take_along: right
def my_word_after(x, weights, V, W_O):
    after = x.astype(float)
    for w, v in zip(weights, V):
        after += w * (v @ W_O)
    return after
# --- cross_scores: wrong: In your function X asks Y.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = Y @ W_K
    return Q @ K.T
# --- cross_scores: wrong: The right numbers, transposed:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return K @ Q.T
# --- cross_scores: wrong: In your function X asks itself:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = X @ W_K
    return Q @ K.T
# --- cross_scores: wrong: You divide by √d_k.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    d_k = W_K.shape[1]
    return Q @ K.T / np.sqrt(d_k)
# --- cross_scores: wrong: K is not transposed:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K
# --- cross_scores: wrong: You went on to the softmax.
def my_cross_scores(Y, X, W_Q, W_K):
    S = (Y @ W_Q) @ (X @ W_K).T
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)
# --- cross_scores: wrong: Your result holds whole numbers (dtype int64), but fractions are expected.
def my_cross_scores(Y, X, W_Q, W_K):
    S = np.zeros((len(Y), len(X)), dtype=Y.dtype)
    for i, y in enumerate(Y):
        for j, x in enumerate(X):
            S[i, j] = (y @ W_Q) @ (x @ W_K)
    return S
# --- cross_scores: wrong: A reshape keeps the numbers in their old order, so that some end up in
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.reshape(-1, len(X))
# --- cross_scores: wrong: All sizes are 2, so every product runs.
def my_cross_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ W_K.T @ X.reshape(X.shape[1], X.shape[0])
# --- cross_scores: wrong: You use W_Q for both sentences; keys have a matrix of their own.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_Q
    return Q @ K.T
# --- cross_scores: wrong: Qᵀ K adds up over the tokens and leaves features.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q.T @ K
# --- cross_scores: wrong: The matrices stand in front of the words.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K.T
# --- cross_scores: wrong: The query is (3, 2), the key (−3, 3):
def my_cross_scores(Y, X, W_Q, W_K):
    return abs((Y @ W_Q) @ (X @ W_K).T)
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.float32(Y @ W_Q) @ np.float32(X @ W_K).T
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.array([[np.dot(y @ W_Q, x @ W_K) for x in X] for y in Y])
# --- undo_columns: wrong: These are the scores as the lecture has them, KᵀQ:
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return K.T @ Q
# --- undo_columns: wrong: You transposed the tokens, but not the matrices:
def my_undo(Y, X, W_Q, W_K):
    Q = Y.T @ W_Q
    K = X.T @ W_K
    return Q @ K.T
# --- undo_columns: wrong: With the lecture's Q and K this is Q Kᵀ, where tokens meet tokens.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return np.array([[q @ k for k in K] for q in Q])
# --- undo_columns: wrong: You divide by √d_k.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K / np.sqrt(len(K))
# --- undo_columns: wrong: All sizes are 2, so every product runs.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    if Q.shape[1] == K.shape[0]:
        return Q @ K
    return Q.T @ K
# --- undo_columns: wrong: A reshape keeps the numbers in their old order, so that some end up in
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.reshape(Q.shape[1], Q.shape[0]) @ K
# --- undo_columns: wrong: The query is the column (1, 2), the first key the column (1, −1):
def my_undo(Y, X, W_Q, W_K):
    return np.abs((W_Q @ Y).T @ (W_K @ X))
# --- undo_columns: wrong: Neither Q nor K is transposed:
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K
# --- undo_columns: wrong: You made the queries of X.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ X
    K = W_K @ Y
    return Q.T @ K
# --- undo_columns: wrong: You gave W_K to Y and W_Q to X.
def my_undo(Y, X, W_Q, W_K):
    Q = W_K @ Y
    K = W_Q @ X
    return Q.T @ K
# --- undo_columns: wrong: Your function changes its argument Y.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    Y.shape = (Y.shape[1], Y.shape[0])
    return Q.T @ K
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return np.float32(W_Q @ Y).T @ np.float32(W_K @ X)
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return np.array([[(W_Q @ y) @ (W_K @ x) for x in X.T] for y in Y.T])
# --- self_scores: wrong: Your keys are made by W_Q as well:
def my_self_scores(X, W_Q, W_K):
    Q = K = X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S
# --- self_scores: wrong: The places are right, but you divide by √d_k.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k / np.sqrt(len(k))
    return S
# --- self_scores: wrong: What token 0 asks of token 1 stands at [1, 0], and the other way round:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for j, k in enumerate(K):
        for i, q in enumerate(Q):
            S[j, i] = q @ k
    return S
# --- self_scores: wrong: Your result holds whole numbers (dtype int64), but fractions are expected.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)), dtype=int)
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: wrong: A reshape keeps the numbers in their old order, so that some end up in
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return Q @ K.reshape(-1, len(X))
# --- self_scores: wrong: The queries are 1 and 2, the keys 3 and 1:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
        return S
# --- self_scores: wrong: One token asks itself:
def my_self_scores(X, W_Q, W_K):
    Q, K = W_Q, W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: wrong: Right for d_k = 1, not for 2:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q[0] * k[0]
    return S
# --- self_scores: wrong: All sizes are 2, so every product runs.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    if Q.shape[1] == len(X):
        return Q @ K
    return Q @ K.T
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return np.float32(X @ W_Q @ W_K.T @ X.T)
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return np.array([[sum(q * k) for k in K] for q in Q])
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    rows = []
    for q in Q:
        rows.append(K @ q)
    return np.vstack(rows)
# --- symmetric_at: wrong: 9 is what the second key must be, not w:
w = 9
# --- symmetric_at: wrong: S[0, 1] is 15 and S[1, 0] is 9. Yours is too large.
w = 12
# --- symmetric_at: wrong: You handed in None:
w = None
# --- symmetric_at: right
w = np.float32(6)
# --- symmetric_at: right
candidates = [c for c in range(-20, 21) if 1 * (3 + c) == 3 * 3]
w = candidates[0]
# --- project_all: wrong: Right on the small cases, wrong on this one.
def my_project(X, W):
    out = np.zeros((len(X), W.shape[1]))
    for i in range(min(8, len(X))):
        out[i] = X[i] @ W
    return out
# --- self_scores: wrong: Right for two tokens, wrong for three:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i in range(min(2, len(X))):
        for j in range(min(2, len(X))):
            S[i, j] = Q[i] @ K[j]
    return S
