"""Answers to the exercises of notebook 02, each a cell as a student typed it; see __init__.py."""
# --- project_all: wrong: You transposed W
def my_project(X, W):
    return X @ W.T
# --- project_all: wrong: W stands in front
def my_project(X, W):
    return W @ X
# --- project_all: wrong: the tokens as columns
def my_project(X, W):
    return W.T @ X.T
# --- project_all: wrong: You transposed X
def my_project(X, W):
    return X.T @ W
# --- project_all: wrong: Wᵀ in front is for tokens as columns
def my_project(X, W):
    return W.T @ X
# --- project_all: wrong: as for a shadow
def my_project(X, W):
    return X @ (W / np.sqrt((W**2).sum(axis=0)))
# --- project_all: wrong: length of each token
def my_project(X, W):
    return X / np.linalg.norm(X, axis=1)[:, None] @ W
# --- project_all: wrong: The star
def my_project(X, W):
    return X * W
# --- project_all: wrong: an axis is missing
def my_project(X, W):
    return X[0] @ W
# --- project_all: wrong: overwrite (=)
def my_project(X, W):
    projected = np.zeros((len(X), W.shape[1]))
    for i, token in enumerate(X):
        for number, row in zip(token, W, strict=True):
            projected[i] = number * row
    return projected
# --- project_all: wrong: changes its argument X
def my_project(X, W):
    X *= 2
    return X @ W / 2
# --- project_all: wrong: has shape (2, 3), needed (1, 1)
def my_project(X, W):
    return np.array([[1, 2, 5], [0, 1, 1]])
# --- project_all: wrong: mixes the rows of W
def my_project(X, W):
    return np.full((len(X), W.shape[1]), 6)
# --- project_all: wrong: may have negative numbers
def my_project(X, W):
    return np.abs(X @ W)
# --- project_all: wrong: W has not been used
def my_project(X, W):
    return X
# --- project_all: wrong: 2 times 3
def my_project(X, W):
    return X + W
# --- project_all: wrong: needed the function itself
my_project = np.array([[1, 2, 5]])
# --- project_all: fresh: W stands in front, as if tokens were columns.
def my_project(X, W):
    projected = W @ X
    return projected
# --- project_all: fresh: You transposed W.
def my_project(X, W):
    projected = X @ W.T
    return projected
# --- project_all: fresh: These are the right numbers with the tokens as columns:
def my_project(X, W):
    projected = W.T @ X.T
    return projected
# --- project_all: fresh: Wᵀ in front is for tokens as columns
def my_project(X, W):
    projected = W.T @ X
    return projected
# --- project_all: fresh: Wᵀ Xᵀ has the tokens as columns, and reshape
def my_project(X, W):
    projected = (W.T @ X.T).reshape(len(X), -1)
    return projected
# --- project_all: fresh: Your result has shape (1,), needed (1, 1):
def my_project(X, W):
    projected = X[0] @ W
    return projected
# --- project_all: fresh: You transposed X.
def my_project(X, W):
    projected = X.T @ W
    return projected
# --- project_all: fresh: The star multiplies entry by entry and adds nothing up.
def my_project(X, W):
    projected = X * W
    return projected
# --- project_all: fresh: Your loop counts the numbers of a token
def my_project(X, W):
    projected = np.array([X[i] @ W for i in range(X.shape[1])])
    return projected
# --- project_all: right
def my_project(X, W):
    return [[sum(x_i * w_i for x_i, w_i in zip(x, column)) for column in W.T] for x in X]
# --- project_all: right
def my_project(X, W):
    return np.einsum("md,dk->mk", X, W)
# --- project_all: right
def my_project(X, W):
    return np.float32(X) @ np.float32(W)
# --- project_all: right
def my_project(X, W):
    return (W.T @ X.T).T
# --- project_all: right
def my_project(X, W):
    return np.array([token @ W for token in X])
# --- all_scores: wrong: here the keys are the rows
def my_scores(Q, K):
    return K @ Q.T
# --- all_scores: wrong: Rows of Q meet columns of K
def my_scores(Q, K):
    return Q @ K
# --- all_scores: wrong: You turned Q instead
def my_scores(Q, K):
    return Q.T @ K
# --- all_scores: wrong: You turned both
def my_scores(Q, K):
    return Q.T @ K.T
# --- all_scores: wrong: Kᵀ in front of Q
def my_scores(Q, K):
    return K.T @ Q
# --- all_scores: wrong: reshape fills
def my_scores(Q, K):
    return Q @ K.reshape(K.shape[1], K.shape[0])
# --- all_scores: wrong: The star only multiplies
def my_scores(Q, K):
    return Q * K
# --- all_scores: wrong: Query i meets key i alone
def my_scores(Q, K):
    return np.sum(Q * K, axis=1)
# --- all_scores: wrong: zip takes
def my_scores(Q, K):
    return [q @ k for q, k in zip(Q, K, strict=False)]
# --- all_scores: wrong: np.outer takes
my_scores = np.outer
# --- all_scores: wrong: notebook 03
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])
# --- all_scores: wrong: These are cosines
def my_scores(Q, K):
    return Q @ K.T / np.outer(np.sqrt((Q**2).sum(1)), np.sqrt((K**2).sum(1)))
# --- all_scores: wrong: negative distances
def my_scores(Q, K):
    return -np.sqrt(((Q[:, None] - K) ** 2).sum(-1))
# --- all_scores: wrong: into shares
def my_scores(Q, K):
    return attention.softmax(Q @ K.T)
# --- all_scores: wrong: Each of your columns is that of key 0
def my_scores(Q, K):
    return Q @ K[:1].T * np.ones(len(K))
# --- all_scores: wrong: Each of your rows is that of query 0
def my_scores(Q, K):
    return Q[:1] @ K.T * np.ones((len(Q), 1))
# --- all_scores: wrong: row 0 holds what query 0 scores
def my_scores(Q, K):
    return Q @ K[0] * np.ones((len(K), 1))
# --- all_scores: wrong: one column for each
def my_scores(Q, K):
    return (Q @ K.T)[:, : len(Q)] @ np.eye(len(Q), len(K))
# --- all_scores: wrong: 1 · 3 + 2 · 1 = 5
def my_scores(Q, K):
    S = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            for f in range(Q.shape[1]):
                S[i, j] = Q[i, f] * K[j, f]
    return S
# --- all_scores: wrong: may be negative
def my_scores(Q, K):
    return np.maximum(Q @ K.T, 0)
# --- all_scores: wrong: has shape (1, 2), needed (2, 2)
def my_scores(Q, K):
    return np.array([[3, 2]])
# --- all_scores: wrong: is None
def my_scores(Q, K):
    Q @ K.T
# --- all_scores: fresh: The right numbers, but here the keys are the rows.
def my_scores(Q, K):
    return K @ Q.T
# --- all_scores: fresh: Rows of Q meet columns of K, which are features.
def my_scores(Q, K):
    return Q @ K
# --- all_scores: fresh: You divide by √d_k.
def my_scores(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])
# --- all_scores: fresh: You turned Q instead of K:
def my_scores(Q, K):
    return Q.T @ K
# --- all_scores: fresh: Query i meets key i alone.
def my_scores(Q, K):
    return np.sum(Q * K, axis=1)
# --- all_scores: fresh: In K Qᵀ the keys are the rows, and reshape keeps
def my_scores(Q, K):
    return (K @ Q.T).reshape(len(Q), len(K))
# --- all_scores: fresh: You add up over the keys, and they are gone.
def my_scores(Q, K):
    return (Q[:, None, :] * K[None, :, :]).sum(axis=1)
# --- all_scores: fresh: These are cosines:
def my_scores(Q, K):
    Qn = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    Kn = K / np.linalg.norm(K, axis=1, keepdims=True)
    return Qn @ Kn.T
# --- all_scores: fresh: Query 0 alone has asked.
def my_scores(Q, K):
    return np.array([[Q[0] @ k for k in K]])
# --- all_scores: right
def my_scores(Q, K):
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k, strict=True)) for k in K] for q in Q]
# --- all_scores: right
my_scores = np.inner
# --- all_scores: right
def my_scores(Q, K):
    return np.einsum("nd,md->nm", Q, K)
# --- all_scores: right
def my_scores(Q, K):
    return (K @ Q.T).T
# --- all_scores: right
def my_scores(Q, K):
    return np.float32(Q) @ np.float32(K).T
# --- inter_scores: wrong: The matrices have changed places
def my_inter_scores(Y, X, W_Q, W_K):
    return (Y @ W_K) @ (X @ W_Q).T
# --- inter_scores: wrong: The right numbers, turned
def my_inter_scores(Y, X, W_Q, W_K):
    return (X @ W_K) @ (Y @ W_Q).T
# --- inter_scores: wrong: In your function X asks Y
def my_inter_scores(Y, X, W_Q, W_K):
    return (X @ W_Q) @ (Y @ W_K).T
# --- inter_scores: wrong: X asks itself
def my_inter_scores(Y, X, W_Q, W_K):
    return (X @ W_Q) @ (X @ W_K).T
# --- inter_scores: wrong: Y asks itself
def my_inter_scores(Y, X, W_Q, W_K):
    return (Y @ W_Q) @ (Y @ W_K).T
# --- inter_scores: wrong: W_Q for both
def my_inter_scores(Y, X, W_Q, W_K):
    return (Y @ W_Q) @ (X @ W_Q).T
# --- inter_scores: wrong: W_K for both
def my_inter_scores(Y, X, W_Q, W_K):
    return (Y @ W_K) @ (X @ W_K).T
# --- inter_scores: wrong: compare the words themselves
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ X.T
# --- inter_scores: wrong: Only Y is projected
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ X.T
# --- inter_scores: wrong: Only X is projected
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ (X @ W_K).T
# --- inter_scores: wrong: K is not turned
def my_inter_scores(Y, X, W_Q, W_K):
    return (Y @ W_Q) @ (X @ W_K)
# --- inter_scores: wrong: your W_K stands unturned
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ W_K @ X.T
# --- inter_scores: wrong: .T turns W_K alone
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ X @ W_K.T
# --- inter_scores: wrong: W_K comes after
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ X.T @ W_K
# --- inter_scores: wrong: changes its order
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ X.T @ W_K.T
# --- inter_scores: wrong: in front of the words
def my_inter_scores(Y, X, W_Q, W_K):
    return (W_Q @ Y) @ (W_K @ X).T
# --- inter_scores: wrong: Qᵀ K adds up over the tokens
def my_inter_scores(Y, X, W_Q, W_K):
    return (Y @ W_Q).T @ (X @ W_K)
# --- inter_scores: wrong: You divide by √d_k
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ (X @ W_K).T / np.sqrt(W_Q.shape[1])
# --- inter_scores: wrong: Stop at the raw scores
def my_inter_scores(Y, X, W_Q, W_K):
    return attention.softmax(Y @ W_Q @ (X @ W_K).T)
# --- inter_scores: wrong: the same for different input
def my_inter_scores(Y, X, W_Q, W_K):
    return np.array([[14]])
# --- inter_scores: wrong: what token i of Y scores
def my_inter_scores(Y, X, W_Q, W_K):
    return np.repeat(Y[:1] @ W_Q @ (X @ W_K).T, len(Y), axis=0)
# --- inter_scores: wrong: each with a column of its own
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ (X[::-1] @ W_K).T
# --- inter_scores: fresh: In your function X asks Y.
def my_inter_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = Y @ W_K
    return Q @ K.T
# --- inter_scores: fresh: The right numbers, turned:
def my_inter_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return K @ Q.T
# --- inter_scores: fresh: In your function X asks itself:
def my_inter_scores(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = X @ W_K
    return Q @ K.T
# --- inter_scores: fresh: Only Y is projected:
def my_inter_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    return Q @ X.T
# --- inter_scores: fresh: You divide by √d_k.
def my_inter_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    d_k = W_K.shape[1]
    return Q @ K.T / np.sqrt(d_k)
# --- inter_scores: fresh: ValueError:
def my_inter_scores(Y, X, W_Q, W_K):
    W = W_Q * W_K.T
    return Y @ W @ X.T
# --- inter_scores: fresh: Your result has shape (1, 1), needed (1, 2).
def my_inter_scores(Y, X, W_Q, W_K):
    Q, K = Y @ W_Q, X @ W_K
    S = np.zeros((len(Y), len(Y)))
    for i in range(len(Y)):
        for j in range(len(Y)):
            S[i, j] = Q[i] @ K[j]
    return S
# --- inter_scores: fresh: K is not turned:
def my_inter_scores(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K
# --- inter_scores: fresh: You went on to the softmax.
def my_inter_scores(Y, X, W_Q, W_K):
    S = (Y @ W_Q) @ (X @ W_K).T
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)
# --- inter_scores: right
def my_inter_scores(Y, X, W_Q, W_K):
    return Y @ W_Q @ W_K.T @ X.T
# --- inter_scores: right
def my_inter_scores(Y, X, W_Q, W_K):
    return np.einsum("nd,dk,me,ek->nm", Y, W_Q, X, W_K)
# --- inter_scores: right
def my_inter_scores(Y, X, W_Q, W_K):
    Q, K = Y @ W_Q, X @ W_K
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k)) for k in K] for q in Q]
# --- inter_scores: right
def my_inter_scores(Y, X, W_Q, W_K):
    return np.float32(Y @ W_Q) @ np.float32(X @ W_K).T
# --- undo_columns: wrong: queries are still columns
def my_undo(Y, X, W_Q, W_K):
    return (W_K @ X).T @ (W_Q @ Y)
# --- undo_columns: wrong: the formula for rows
def my_undo(Y, X, W_Q, W_K):
    return (Y @ W_Q) @ (X @ W_K).T
# --- undo_columns: wrong: but not the matrices
def my_undo(Y, X, W_Q, W_K):
    return (Y.T @ W_Q) @ (X.T @ W_K).T
# --- undo_columns: wrong: Q Kᵀ is for queries as rows
def my_undo(Y, X, W_Q, W_K):
    return (W_Q @ Y) @ (W_K @ X).T
# --- undo_columns: wrong: K Qᵀ sums over the tokens
def my_undo(Y, X, W_Q, W_K):
    return (W_K @ X) @ (W_Q @ Y).T
# --- undo_columns: wrong: reshape keeps the old
def my_undo(Y, X, W_Q, W_K):
    return ((W_K @ X).T @ W_Q @ Y).reshape(Y.shape[1], -1)
# --- undo_columns: wrong: Neither Q nor K is turned
def my_undo(Y, X, W_Q, W_K):
    return (W_Q @ Y) @ (W_K @ X)
# --- undo_columns: wrong: both turned to rows
def my_undo(Y, X, W_Q, W_K):
    return (Y.T @ W_Q.T) @ (X.T @ W_K.T)
# --- undo_columns: wrong: You gave W_K to Y
def my_undo(Y, X, W_Q, W_K):
    return (W_K @ Y).T @ (W_Q @ X)
# --- undo_columns: wrong: the queries of X
def my_undo(Y, X, W_Q, W_K):
    return (W_Q @ X).T @ (W_K @ Y)
# --- undo_columns: wrong: without W_Q and W_K
def my_undo(Y, X, W_Q, W_K):
    return Y.T @ X
# --- undo_columns: wrong: only turned
def my_undo(Y, X, W_Q, W_K):
    return (W_Q @ Y).T @ (W_K @ X) / np.sqrt(len(W_Q))
# --- undo_columns: wrong: the same for different input
def my_undo(Y, X, W_Q, W_K):
    return np.array([[6, 12]])
# --- undo_columns: wrong: so two keys
def my_undo(Y, X, W_Q, W_K):
    return np.full((Y.shape[1], X.shape[1]), 6)
# --- undo_columns: wrong: row i is for column i of Y
def my_undo(Y, X, W_Q, W_K):
    return np.repeat((W_Q @ Y[:, :1]).T @ W_K @ X, Y.shape[1], axis=0)
# --- undo_columns: fresh: Q Kᵀ is for queries as rows.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K.T
# --- undo_columns: fresh: These are the scores as the lecture has them, KᵀQ:
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return K.T @ Q
# --- undo_columns: fresh: You turned the tokens into rows, but not the matrices:
def my_undo(Y, X, W_Q, W_K):
    Q = Y.T @ W_Q
    K = X.T @ W_K
    return Q @ K.T
# --- undo_columns: fresh: The query is the column (1, 2), the first key the column (3, 1):
def my_undo(Y, X, W_Q, W_K):
    Q = (W_Q @ Y).reshape(Y.shape[1], -1)
    K = (W_K @ X).reshape(X.shape[1], -1)
    return Q @ K.T
# --- undo_columns: fresh: Your result has shape (2, 2), needed (1, 2).
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q * K
# --- undo_columns: fresh: Q Kᵀ is for queries as rows.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return np.array([[q @ k for k in K] for q in Q])
# --- undo_columns: fresh: Q and K are both turned to rows:
def my_undo(Y, X, W_Q, W_K):
    Q = (W_Q @ Y).T
    K = (W_K @ X).T
    return Q @ K
# --- undo_columns: fresh: You divide by √d_k.
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K / np.sqrt(len(K))
# --- undo_columns: fresh: You turned the matrices, but not the tokens:
def my_undo(Y, X, W_Q, W_K):
    Q = W_Q.T @ Y
    K = W_K.T @ X
    return Q.T @ K
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return ((W_K @ X).T @ (W_Q @ Y)).T
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return (Y.T @ W_Q.T) @ (X.T @ W_K.T).T
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return np.einsum("kd,dn,ke,em->nm", W_Q, Y, W_K, X)
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    Q, K = (W_Q @ Y).T, (W_K @ X).T
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k)) for k in K] for q in Q]
# --- undo_columns: right
def my_undo(Y, X, W_Q, W_K):
    return np.float32(W_Q @ Y).T @ np.float32(W_K @ X)
# --- self_scores: wrong: your rows are still keys
def my_self_scores(X, W_Q, W_K):
    return X @ W_K @ (X @ W_Q).T
# --- self_scores: wrong: Your keys are made by W_Q
def my_self_scores(X, W_Q, W_K):
    return X @ W_Q @ (X @ W_Q).T
# --- self_scores: wrong: Your queries are made by W_K
def my_self_scores(X, W_Q, W_K):
    return X @ W_K @ (X @ W_K).T
# --- self_scores: wrong: without matrices
def my_self_scores(X, W_Q, W_K):
    return X @ X.T
# --- self_scores: wrong: features against features
def my_self_scores(X, W_Q, W_K):
    return (X @ W_K).T @ (X @ W_Q)
# --- self_scores: wrong: keys are not turned
def my_self_scores(X, W_Q, W_K):
    return X @ W_Q @ X @ W_K
# --- self_scores: wrong: .T turns W_K alone
def my_self_scores(X, W_Q, W_K):
    return X @ W_Q @ X @ W_K.T
# --- self_scores: wrong: The diagonal alone
def my_self_scores(X, W_Q, W_K):
    return np.diag(((X @ W_Q) * (X @ W_K)).sum(axis=1))
# --- self_scores: wrong: averaged both ways
def my_self_scores(X, W_Q, W_K):
    return (X @ (W_Q @ W_K.T + W_K @ W_Q.T) @ X.T) / 2
# --- self_scores: wrong: does j run over all keys
def my_self_scores(X, W_Q, W_K):
    S = np.zeros((len(X), len(X)))
    for i in range(len(X)):
        for j in range(i + 1):
            S[i, j] = (X[i] @ W_Q) @ (X[j] @ W_K)
    return S
# --- self_scores: wrong: not for 2
def my_self_scores(X, W_Q, W_K):
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(X @ W_Q):
        for j, k in enumerate(X @ W_K):
            S[i, j] = q[0] * k[0]
    return S
# --- self_scores: wrong: raw scores are not divided
def my_self_scores(X, W_Q, W_K):
    return X @ W_Q @ W_K.T @ X.T / np.sqrt(W_K.shape[1])
# --- self_scores: wrong: has shape (2, 2), needed (1, 1)
def my_self_scores(X, W_Q, W_K):
    return [[3, 1], [6, 2]]
# --- self_scores: fresh: What token 0 asks of token 1 stands at [1, 0], and the other way round:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = k @ q
    return S
# --- self_scores: fresh: What token 0 asks of token 1 stands at [1, 0], and the other way round:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S.T
# --- self_scores: fresh: What token 0 asks of token 1 stands at [1, 0], and the other way round:
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_K, X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: fresh: Your keys are made by W_Q as well:
def my_self_scores(X, W_Q, W_K):
    Q = K = X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S
# --- self_scores: fresh: The queries are 1 and 2, the keys 3 and 1.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = S[j, i] = q @ k
    return S
# --- self_scores: fresh: The queries are 1 and 2, the keys 3 and 1.
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), X.shape[1]))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S
# --- self_scores: fresh: The places are right; but you divide by √d_k, and raw scores are not div
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
# --- self_scores: fresh: Right but for the fractions: whole numbers, as of dtype int
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)), dtype=int)
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return X @ W_Q @ (X @ W_K).T
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    return [[sum(q_f * k_f for q_f, k_f in zip(q, k)) for k in K] for q in Q]
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return np.float32(X @ W_Q @ W_K.T @ X.T)
# --- self_scores: right
def my_self_scores(X, W_Q, W_K):
    return (X @ W_K @ (X @ W_Q).T).T
# --- symmetric_at: wrong: 5 is not 9
w = 2
# --- symmetric_at: wrong: what the second key must be
w = 9
# --- symmetric_at: wrong: Equal numbers in W_K
w = 3
# --- symmetric_at: wrong: the wrong way round
w = 3 / 2
# --- symmetric_at: wrong: Now the diagonal is equal
w = -2
# --- symmetric_at: wrong: a row. Compare
w = 0
# --- symmetric_at: wrong: S[0, 1] is 7 and S[1, 0] is 9. Yours is too small
w = 4
# --- symmetric_at: wrong: S[0, 1] is 10 and S[1, 0] is 9. Yours is too large
w = 7
# --- symmetric_at: wrong: too small
w = 5.9
# --- symmetric_at: wrong: is a str
w = "6"
# --- symmetric_at: wrong: None was handed in
w = None
# --- symmetric_at: wrong: has shape (2, 1)
w = [[3], [6]]
# --- symmetric_at: wrong: needed a value
def w(Q, K):
    return Q @ K.T
# --- symmetric_at: fresh: 9 is what the second key must be, not w:
w = 9
# --- symmetric_at: fresh: S[0, 1] is 7 and S[1, 0] is 9.
w = 4
# --- symmetric_at: fresh: w = 2 is the example, and 5 is not 9.
w = 2
# --- symmetric_at: fresh: Equal numbers in W_K do not help:
w = 3
# --- symmetric_at: fresh: w :
w = 1.5
# --- symmetric_at: fresh: S[0, 1] is -3 and S[1, 0] is 9. Yours is too small.
w = -6
# --- symmetric_at: fresh: S[0, 1] is 15 and S[1, 0] is 9. Yours is too large.
w = 12
# --- symmetric_at: fresh: S[0, 1] is 10 and S[1, 0] is 9. Yours is too large.
w = 7
# --- symmetric_at: fresh: Your result has shape (2, 1), needed ().
w = np.array([[3], [6]])
# --- symmetric_at: right
w = 6
# --- symmetric_at: right
w = 6.0
# --- symmetric_at: right
w = np.float32(6)
# --- symmetric_at: right
w = np.array(6)
