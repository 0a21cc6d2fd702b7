"""Answers to the exercises of notebook 02, each a cell as a student typed it; see __init__.py."""
import numpy as np

from helpers import attention
from helpers.data import examples
# --- project_all: fresh: W stands in front, as if tokens were columns.
def my_project(X, W):
    projected = W @ X
    return projected
# --- project_all: fresh: You transposed W.
def my_project(X, W):
    projected = X @ W.T
    return projected
# --- project_all: fresh: A reshape keeps the numbers in their old order, so that some end up in
def my_project(X, W):
    projected = (W.T @ X.T).reshape(len(X), -1)
    return projected
# --- project_all: fresh: You transposed X.
def my_project(X, W):
    projected = X.T @ W
    return projected
# --- project_all: fresh: The star multiplies entry by entry and adds nothing up.
def my_project(X, W):
    projected = X * W
    return projected
# --- project_all: fresh: Your result holds whole numbers (dtype int64), but fractions are expected.
def my_project(X, W):
    projected = np.zeros((len(X), W.shape[1]), dtype=X.dtype)
    for i, x in enumerate(X):
        projected[i] = x @ W
    return projected
# --- project_all: fresh: All sizes are 2, so every product runs.
def my_project(X, W):
    if W.shape[0] == W.shape[1]:
        return X @ W.T
    projected = X @ W
    return projected
# --- project_all: fresh: Your result has shape (2, 3), expected (1, 3).
def my_project(X, W):
    projected = np.zeros(W.shape)
    for i in range(len(X)):
        projected[i] = X[i] @ W
    return projected
# --- project_all: fresh: IndexError:
def my_project(X, W):
    projected = X[:, 0:1] * W[0] + X[:, 1:2] * W[1]
    return projected
# --- project_all: fresh: IndexError:
def my_project(X, W):
    projected = np.vstack((X[0] @ W, X[1] @ W))
    return projected
# --- project_all: fresh: A token may have negative numbers, and so may its projection.
def my_project(X, W):
    projected = np.maximum(X @ W, 0)
    return projected
# --- project_all: fresh: The token (1, 2) mixes the rows of W:
def my_project(X, W):
    projected = np.zeros((len(X), W.shape[1]))
    for i in range(1, len(X)):
        projected[i] = X[i] @ W
    return projected
# --- project_all: fresh: The token (1, 2) mixes the rows of W:
def my_project(X, W):
    projected = X @ W / np.sqrt(W.shape[1])
    return projected
# --- project_all: fresh: The right numbers, but the tokens are columns:
def my_project(X, W):
    projected = np.einsum("md,dk->km", X, W)
    return projected
# --- project_all: fresh: Your result has shape (3,), expected (1, 3).
def my_project(X, W):
    projected = np.squeeze(X @ W)
    return projected
# --- project_all: fresh: Your function changes its argument W.
def my_project(X, W):
    W[:] = X @ W
    projected = W
    return projected
# --- project_all: fresh: Right on the small cases, wrong on this one.
def my_project(X, W):
    projected = X.astype(np.float16) @ W.astype(np.float16)
    return projected
# --- project_all: right
def my_project(X, W):
    return [[sum(x_i * w_i for x_i, w_i in zip(x, column)) for column in W.T] for x in X]
# --- project_all: right
def my_project(X, W):
    return np.float32(X) @ np.float32(W)
# --- project_all: right
def my_project(X, W):
    projected = np.matmul(X, W)
    return projected
# --- project_all: right
def my_project(X, W):
    projected = X.dot(W)
    return projected
# --- project_all: right
def my_project(X, W):
    projected = np.array([x @ W for x in X])
    return projected
# --- project_all: right
def my_project(X, W):
    projected = (W.T @ X.T).T
    return projected
# --- project_all: right
def my_project(X, W):
    projected = np.einsum("md,dk->mk", X, W)
    return projected
# --- project_all: right
def my_project(X, W):
    projected = np.stack([W.T @ x for x in X], axis=0)
    return projected
# --- all_scores: wrong: Your result has shape (2, 2), expected (1, 1).
my_scores = np.outer
# --- all_scores: fresh: The right numbers, but the keys are rows here.
def my_scores(Q, K):
    return K @ Q.T
# --- all_scores: fresh: Rows of Q meet columns of K, which are features.
def my_scores(Q, K):
    return Q @ K
# --- all_scores: fresh: You divide by √d_k.
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])
# --- all_scores: fresh: You transposed Q instead of K:
def my_scores(Q, K):
    return Q.T @ K
# --- all_scores: fresh: Query i meets key i alone.
def my_scores(Q, K):
    return np.sum(Q * K, axis=1)
# --- all_scores: fresh: You add up over the keys, and they are gone.
def my_scores(Q, K):
    return (Q[:, None, :] * K[None, :, :]).sum(axis=1)
# --- all_scores: fresh: These are cosines.
def my_scores(Q, K):
    Qn = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    Kn = K / np.linalg.norm(K, axis=1, keepdims=True)
    return Qn @ Kn.T
# --- all_scores: fresh: Q holds whole numbers and K fractions:
def my_scores(Q, K):
    S = np.zeros((len(Q), len(K)), dtype=Q.dtype)
    S[:] = Q @ K.T
    return S
# --- all_scores: fresh: All sizes are 2, so every product runs.
def my_scores(Q, K):
    if Q.shape[1] == K.shape[0]:
        return Q @ K
    return Q @ K.T
# --- all_scores: fresh: The star only multiplies, entry by entry.
def my_scores(Q, K):
    return Q * K
# --- all_scores: fresh: The queries are 1 and 2, the keys 3 and 4.
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(len(Q))
# --- all_scores: fresh: The queries are 1 and 2, the keys 3 and 4.
def my_scores(Q, K):
    return Q @ (K / np.linalg.norm(K, axis=1, keepdims=True)).T
# --- all_scores: fresh: The queries are 1 and 2, the keys 3 and 4.
def my_scores(Q, K):
    S = np.zeros((len(Q), len(K)))
    for i in range(len(K)):
        for j in range(len(Q)):
            S[j, i] = Q[j] @ K[j]
    return S
# --- all_scores: fresh: The queries are 1 and 2, the keys 3 and 4.
def my_scores(Q, K):
    E = np.exp(Q @ K.T)
    return E / E.sum(axis=1, keepdims=True)
# --- all_scores: fresh: A raw score may be negative:
def my_scores(Q, K):
    return np.abs(Q @ K.T)
# --- all_scores: fresh: Your result has shape (), expected (1, 1).
def my_scores(Q, K):
    return (Q @ K.T).squeeze()
# --- all_scores: fresh: IndexError:
def my_scores(Q, K):
    return Q[:, :1] * K[:, 0] + Q[:, 1:2] * K[:, 1]
# --- all_scores: fresh: Your function changes its argument K.
def my_scores(Q, K):
    K.shape = (K.shape[1], K.shape[0])
    return Q @ K
# --- all_scores: fresh: The queries are 1 and 2, the keys 3 and 4.
def my_scores(Q, K):
    return K @ K.T
# --- all_scores: right
def my_scores(Q, K):
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k, strict=True)) for k in K] for q in Q]
# --- all_scores: right
def my_scores(Q, K):
    return np.float32(Q) @ np.float32(K).T
# --- all_scores: right
def my_scores(Q, K):
    return np.matmul(Q, np.transpose(K))
# --- all_scores: right
def my_scores(Q, K):
    return np.dot(Q, K.T)
# --- all_scores: right
def my_scores(Q, K):
    return (K @ Q.T).T
# --- all_scores: right
def my_scores(Q, K):
    return np.inner(Q, K)
# --- all_scores: right
def my_scores(Q, K):
    return np.einsum("id,jd->ij", Q, K)
# --- all_scores: right
def my_scores(Q, K):
    return np.tensordot(Q, K, axes=(1, 1))
# --- cross_scores: fresh: In your function X asks Y.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = Y @ W_K
    return Q @ K.T
# --- cross_scores: fresh: The right numbers, transposed:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return K @ Q.T
# --- cross_scores: fresh: In your function X asks itself:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = X @ W_K
    return Q @ K.T
# --- cross_scores: fresh: You divide by √d_k.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    d_k = W_K.shape[1]
    return Q @ K.T / np.sqrt(d_k)
# --- cross_scores: fresh: K is not transposed:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K
# --- cross_scores: fresh: You went on to the softmax.
def my_cross_scores(Y, X, W_Q, W_K):
    S = (Y @ W_Q) @ (X @ W_K).T
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)
# --- cross_scores: fresh: Your result holds whole numbers (dtype int64), but fractions are expected.
def my_cross_scores(Y, X, W_Q, W_K):
    S = np.zeros((len(Y), len(X)), dtype=Y.dtype)
    for i, y in enumerate(Y):
        for j, x in enumerate(X):
            S[i, j] = (y @ W_Q) @ (x @ W_K)
    return S
# --- cross_scores: fresh: A reshape keeps the numbers in their old order, so that some end up in
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.reshape(-1, len(X))
# --- cross_scores: fresh: All sizes are 2, so every product runs.
def my_cross_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ W_K.T @ X.reshape(X.shape[1], X.shape[0])
# --- cross_scores: fresh: All sizes are 2, so every product runs.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    if Q.shape[1] == K.shape[0]:
        return Q @ K
    return Q @ K.T
# --- cross_scores: fresh: You use W_Q for both sentences; keys have a matrix of their own.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_Q
    return Q @ K.T
# --- cross_scores: fresh: Qᵀ K adds up over the tokens and leaves features.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q.T @ K
# --- cross_scores: fresh: The matrices stand in front of the words.
def my_cross_scores(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K.T
# --- cross_scores: fresh: The sizes that meet at @ differ:
def my_cross_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = Y @ W_K
    return K @ Q.T
# --- cross_scores: fresh: Your result has shape (2, 2), expected (1, 1).
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q * K.T
# --- cross_scores: fresh: The query is (3, 2), the key (−3, 3):
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K.T / Q.shape[-1]
# --- cross_scores: fresh: Your result has shape (1, 1), expected (2, 2).
def my_cross_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return np.array([[np.sum(Q * K)]])
# --- cross_scores: fresh: The query is (3, 2), the key (−3, 3):
def my_cross_scores(Y, X, W_Q, W_K):
    return abs((Y @ W_Q) @ (X @ W_K).T)
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.float32(Y @ W_Q) @ np.float32(X @ W_K).T
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return (Y @ W_Q) @ (X @ W_K).T
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ W_K.T @ X.T
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.einsum("na,ak,mb,bk->nm", Y, W_Q, X, W_K)
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    return np.array([[np.dot(y @ W_Q, x @ W_K) for x in X] for y in Y])
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    def project(A, W):
        return np.matmul(A, W)
    return np.inner(project(Y, W_Q), project(X, W_K))
# --- cross_scores: right
def my_cross_scores(Y, X, W_Q, W_K):
    M = W_Q.dot(W_K.T)
    return Y.dot(M).dot(X.T)
# --- undo_columns: wrong: where tokens meet tokens
def my_undo(Y, X, W_Q, W_K):
    Q = (W_Q @ Y).T
    K = (W_K @ X).T
    return Q.T @ K
# --- undo_columns: fresh: These are the scores as the lecture has them, KᵀQ:
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return K.T @ Q
# --- undo_columns: fresh: You transposed the tokens, but not the matrices:
def my_undo(Y, X, W_Q, W_K):
    Q = Y.T @ W_Q
    K = X.T @ W_K
    return Q @ K.T
# --- undo_columns: fresh: With the lecture's Q and K this is Q Kᵀ, where tokens meet tokens.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return np.array([[q @ k for k in K] for q in Q])
# --- undo_columns: fresh: You divide by √d_k.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K / np.sqrt(len(K))
# --- undo_columns: fresh: All sizes are 2, so every product runs.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    if Q.shape[1] == K.shape[0]:
        return Q @ K
    return Q.T @ K
# --- undo_columns: fresh: A reshape keeps the numbers in their old order, so that some end up in
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.reshape(Q.shape[1], Q.shape[0]) @ K
# --- undo_columns: fresh: The query is the column (1, 2), the first key the column (1, −1):
def my_undo(Y, X, W_Q, W_K):
    return np.abs((W_Q @ Y).T @ (W_K @ X))
# --- undo_columns: fresh: Neither Q nor K is transposed:
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K
# --- undo_columns: fresh: You made the queries of X.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ X
    K = W_K @ Y
    return Q.T @ K
# --- undo_columns: fresh: You gave W_K to Y and W_Q to X.
def my_undo(Y, X, W_Q, W_K):
    Q = W_K @ Y
    K = W_Q @ X
    return Q.T @ K
# --- undo_columns: fresh: A reshape keeps the numbers in their old order, so that some end up in
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return (K.T @ Q).reshape(Y.shape[1], X.shape[1])
# --- undo_columns: fresh: The query is the column (1, 2), the first key the column (1, −1):
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K / W_K.shape[0]
# --- undo_columns: fresh: The sizes that meet at @ differ:
def my_undo(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X.T @ W_K
    return Q @ K.T
# --- undo_columns: fresh: Your result has shape (2, 1), expected (6, 1).
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    S = np.zeros((len(Y), X.shape[1]))
    for i in range(len(Y)):
        for j in range(X.shape[1]):
            S[i, j] = Q[:, i] @ K[:, j]
    return S
# --- undo_columns: fresh: Your result has shape (1, 2), expected (2, 2).
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return np.array([Q[:, 0] @ K])
# --- undo_columns: fresh: Your function changes its argument Y.
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
    return Y.T @ W_Q.T @ W_K @ X
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    Q = Y.T @ W_Q.T
    K = X.T @ W_K.T
    return Q @ K.T
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    Q, K = W_Q @ Y, W_K @ X
    return (K.T @ Q).T
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    Q, K = np.dot(W_Q, Y), np.dot(W_K, X)
    return np.einsum("kn,km->nm", Q, K)
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return np.array([[(W_Q @ y) @ (W_K @ x) for x in X.T] for y in Y.T])
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    Q, K = W_Q @ Y, W_K @ X
    return sum(np.outer(q, k) for q, k in zip(Q, K))
# --- self_scores: fresh: Your keys are made by W_Q as well:
def my_self_scores(X, W_Q, W_K):
    Q = K = X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S
# --- self_scores: fresh: The places are right, but you divide by √d_k.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k / np.sqrt(len(k))
    return S
# --- self_scores: fresh: What token 0 asks of token 1 stands at [1, 0], and the other way round:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for j, k in enumerate(K):
        for i, q in enumerate(Q):
            S[j, i] = q @ k
    return S
# --- self_scores: fresh: Your result holds whole numbers (dtype int64), but fractions are expected.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)), dtype=int)
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: fresh: Your result holds whole numbers (dtype int64), but fractions are expected.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)), X.dtype)
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: fresh: A reshape keeps the numbers in their old order, so that some end up in
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return Q @ K.reshape(-1, len(X))
# --- self_scores: fresh: The queries are 1 and 2, the keys 3 and 1:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
        return S
# --- self_scores: fresh: One token asks itself:
def my_self_scores(X, W_Q, W_K):
    Q, K = W_Q, W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: fresh: The queries are 1 and 2, the keys 3 and 1:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return (S + S.T) / 2
# --- self_scores: fresh: These shapes do not fit entry by entry:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return Q * K.T
# --- self_scores: fresh: Right for d_k = 1, not for 2:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q[0] * k[0]
    return S
# --- self_scores: fresh: One token asks itself:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = abs(q @ k)
    return S
# --- self_scores: fresh: All sizes are 2, so every product runs.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    if Q.shape[1] == len(X):
        return Q @ K
    return Q @ K.T
# --- self_scores: fresh: Your result has shape (6, 6), expected (3, 3).
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return np.outer(Q, K)
# --- self_scores: fresh: The sizes that meet at @ differ:
def my_self_scores(X, W_Q, W_K):
    return X @ W_Q @ W_K.T @ X
# --- self_scores: fresh: Your function changes its argument W_Q.
def my_self_scores(X, W_Q, W_K):
    W_Q[:] = X @ W_Q
    return W_Q @ (X @ W_K).T
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return np.float32(X @ W_Q @ W_K.T @ X.T)
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S.T
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return (X @ W_Q) @ (X @ W_K).T
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return np.array([[sum(q * k) for k in K] for q in Q])
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return np.einsum("ia,ak,jb,bk->ij", X, W_Q, X, W_K)
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    rows = []
    for q in Q:
        rows.append(K @ q)
    return np.vstack(rows)
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        S[i, :] = np.dot(K, q)
    return S
# --- symmetric_at: fresh: 9 is what the second key must be, not w:
w = 9
# --- symmetric_at: fresh: S[0, 1] is 15 and S[1, 0] is 9. Yours is too large.
w = 12
# --- symmetric_at: fresh: S[0, 1] is 10 and S[1, 0] is 9. Yours is too large.
w = 7
# --- symmetric_at: fresh: Your result has shape (2, 1), expected one value.
w = np.array([[3], [6]])
# --- symmetric_at: fresh: At your w, S[0, 1] is 3.66667 and S[1, 0] is 9.
w = 2 / 3
# --- symmetric_at: fresh: At your w, S[0, 1] is 7.5 and S[1, 0] is 9.
w = 4.5
# --- symmetric_at: fresh: At your w, S[0, 1] is 0 and S[1, 0] is 9.
w = -3
# --- symmetric_at: fresh: At your w, S[0, 1] is 8 and S[1, 0] is 9.
w = 5
# --- symmetric_at: fresh: Your result holds text, expected numbers.
w = "6"
# --- symmetric_at: fresh: Your result has shape (1,), expected one value.
w = [6]
# --- symmetric_at: fresh: You handed in None:
w = None
# --- symmetric_at: fresh: At your w, S[0, 1] is 1 and S[1, 0] is 9.
X = np.array([[1, 0], [1, 1]])
for w in range(-10, 11):
    S = X @ np.array([[1], [2]]) @ (X @ np.array([[3], [w]])).T
    if S[0, 0] == S[1, 1]:
        break
# --- symmetric_at: fresh: At your w, S[0, 1] is 10 and S[1, 0] is 9.
X = np.array([[1, 0], [1, 1]])
w = 0
while True:
    S = (X @ np.array([[1], [2]])) @ (X @ np.array([[3], [w]])).T
    w += 1
    if np.array_equal(S, S.T):
        break
# --- symmetric_at: fresh: At your w, S[0, 1] is 3 and S[1, 0] is 9.
w = 0
# --- symmetric_at: fresh: You handed in a function, expected a value:
def w(x):
    return 6
# --- symmetric_at: fresh: At your w, S[0, 1] is 8.9 and S[1, 0] is 9.
w = 5.9
# --- symmetric_at: right
w = np.float32(6)
# --- symmetric_at: right
w = 6
# --- symmetric_at: right
w = 6.0
# --- symmetric_at: right
w = 9 - 3
# --- symmetric_at: right
w = float(np.linalg.solve([[1.0]], [9.0 - 3.0])[0])
# --- symmetric_at: right
candidates = [c for c in range(-20, 21) if 1 * (3 + c) == 3 * 3]
w = candidates[0]
# --- symmetric_at: right
w = 2 + (9 - 5)
