"""Wrong answers to exercises, by someone who had read the tasks alone."""

import numpy as np

FRESH = {}


# ---------------------------------------------------------------- project_all


# "matrix times vectors": the weights come first, as in W x
def project_w_first(X, W):
    projected = W @ X
    return projected


# remembers that some .T is needed somewhere
def project_w_transposed(X, W):
    projected = X @ W.T
    return projected


# thinks of tokens as columns, so gets the projections as columns
def project_columns(X, W):
    projected = W.T @ X.T
    return projected


# fits the shapes by trial: W.T @ X runs on the example
def project_wt_x(X, W):
    projected = W.T @ X
    return projected


# got (d_k, m) and reshapes to the wanted shape instead of transposing
def project_reshape(X, W):
    projected = (W.T @ X.T).reshape(len(X), -1)
    return projected


# projects one token only, as in the single-token version before
def project_first_token(X, W):
    projected = X[0] @ W
    return projected


# transposes X so that its columns hit the rows of W (runs when X is square)
def project_xt(X, W):
    projected = X.T @ W
    return projected


# thinks * is the matrix product
def project_star(X, W):
    projected = X * W
    return projected


# loops over the number of features instead of the number of tokens
def project_loop_features(X, W):
    projected = np.array([X[i] @ W for i in range(X.shape[1])])
    return projected


FRESH["project_all"] = [
    project_w_first,
    project_w_transposed,
    project_columns,
    project_wt_x,
    project_reshape,
    project_first_token,
    project_xt,
    project_star,
    project_loop_features,
]


# ----------------------------------------------------------------- all_scores


# keys first: (m, n) in place of (n, m)
def scores_keys_first(Q, K):
    return K @ Q.T


# forgets the transpose; the example is square enough to run
def scores_no_transpose(Q, K):
    return Q @ K


# from memory: scaled dot product, though raw scores are asked
def scores_scaled(Q, K):
    return Q @ K.T / np.sqrt(K.shape[1])


# transposes the wrong one
def scores_qt_k(Q, K):
    return Q.T @ K


# multiplies elementwise and sums over the features: pairs up rows
def scores_pairwise_rows(Q, K):
    return np.sum(Q * K, axis=1)


# wrong order, then forced into shape with reshape
def scores_reshape(Q, K):
    return (K @ Q.T).reshape(len(Q), len(K))


# broadcasting done right, but sums over the wrong axis (keys, not features)
def scores_wrong_axis(Q, K):
    return (Q[:, None, :] * K[None, :, :]).sum(axis=1)


# believes that scores are similarities, so normalises to cosines
def scores_cosine(Q, K):
    Qn = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    Kn = K / np.linalg.norm(K, axis=1, keepdims=True)
    return Qn @ Kn.T


# keeps the example's one query: scores of the first query only
def scores_first_query(Q, K):
    return np.array([[Q[0] @ k for k in K]])


FRESH["all_scores"] = [
    scores_keys_first,
    scores_no_transpose,
    scores_scaled,
    scores_qt_k,
    scores_pairwise_rows,
    scores_reshape,
    scores_wrong_axis,
    scores_cosine,
    scores_first_query,
]


# --------------------------------------------------------------- inter_scores


# mixes up who asks: queries from X, keys from Y
def inter_roles_swapped(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = Y @ W_K
    return Q @ K.T


# right queries and keys, scores the wrong way round (m, n)
def inter_keys_first(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return K @ Q.T


# habit from self-attention: everything comes from X
def inter_only_x(Y, X, W_Q, W_K):
    Q = X @ W_Q
    K = X @ W_K
    return Q @ K.T


# forgets to project the keys
def inter_no_keys(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    return Q @ X.T


# adds the scaling from the paper
def inter_scaled(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    d_k = W_K.shape[1]
    return Q @ K.T / np.sqrt(d_k)


# one formula, but * between the two weights (right only for d_k = 1)
def inter_star_weights(Y, X, W_Q, W_K):
    W = W_Q * W_K.T
    return Y @ W @ X.T


# loop with a square table: len(Y) used for both sizes
def inter_square_loop(Y, X, W_Q, W_K):
    Q, K = Y @ W_Q, X @ W_K
    S = np.zeros((len(Y), len(Y)))
    for i in range(len(Y)):
        for j in range(len(Y)):
            S[i, j] = Q[i] @ K[j]
    return S


# forgets the transpose of the keys
def inter_no_transpose(Y, X, W_Q, W_K):
    Q = Y @ W_Q
    K = X @ W_K
    return Q @ K


# goes on to the attention weights: softmax of each row
def inter_softmax(Y, X, W_Q, W_K):
    S = (Y @ W_Q) @ (X @ W_K).T
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)


FRESH["inter_scores"] = [
    inter_roles_swapped,
    inter_keys_first,
    inter_only_x,
    inter_no_keys,
    inter_scaled,
    inter_star_weights,
    inter_square_loop,
    inter_no_transpose,
    inter_softmax,
]


# --------------------------------------------------------------- undo_columns


# the formula for rows, used on columns
def undo_rows_formula(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q @ K.T


# the lecture's own formula K^T Q: queries as columns (m, n)
def undo_kt_q(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return K.T @ Q


# transposes the tokens back to rows, but not the weights
def undo_weights_forgotten(Y, X, W_Q, W_K):
    Q = Y.T @ W_Q
    K = X.T @ W_K
    return Q @ K.T


# uses reshape to turn the columns into rows
def undo_reshape(Y, X, W_Q, W_K):
    Q = (W_Q @ Y).reshape(Y.shape[1], -1)
    K = (W_K @ X).reshape(X.shape[1], -1)
    return Q @ K.T


# the example comes out with *, so leaves it
def undo_star(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q * K


# loops over Q and K as if the tokens were rows
def undo_loop_rows(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return np.array([[q @ k for k in K] for q in Q])


# "undo" = transpose everything, also the keys once too often
def undo_both_transposed(Y, X, W_Q, W_K):
    Q = (W_Q @ Y).T
    K = (W_K @ X).T
    return Q @ K


# right, but takes the scale factor of the lecture along
def undo_scaled(Y, X, W_Q, W_K):
    Q = W_Q @ Y
    K = W_K @ X
    return Q.T @ K / np.sqrt(len(K))


# transposes the weights only, and leaves the tokens as columns
def undo_weights_only(Y, X, W_Q, W_K):
    Q = W_Q.T @ Y
    K = W_K.T @ X
    return Q.T @ K


FRESH["undo_columns"] = [
    undo_rows_formula,
    undo_kt_q,
    undo_weights_forgotten,
    undo_reshape,
    undo_star,
    undo_loop_rows,
    undo_both_transposed,
    undo_scaled,
    undo_weights_only,
]


# ---------------------------------------------------------------- self_scores


# changes the order of the dot product, which changes nothing
def self_k_at_q(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = k @ q
    return S


# repairs it twice: the index and the transpose at the end
def self_twice(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S.T


# repairs it twice: swaps the weights, and the index
def self_swap_both(X, W_Q, W_K):
    Q, K = X @ W_K, X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S


# "right where Q = K", so sets K to Q
def self_k_is_q(X, W_Q, W_K):
    Q = K = X @ W_Q
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S


# fills both places: scores made symmetric
def self_both_places(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = S[j, i] = q @ k
    return S


# suspects the size of S: one column for each feature
def self_size(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), X.shape[1]))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[j, i] = q @ k
    return S


# finds the index, and adds the scaling (the example has d_k = 1)
def self_scaled(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k / np.sqrt(len(k))
    return S


# swaps the names in the loops and the index too, so nothing is gained
def self_swap_loops(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)))
    for j, k in enumerate(K):
        for i, q in enumerate(Q):
            S[j, i] = q @ k
    return S


# finds the index, but wants the whole numbers of the example
def self_int(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    S = np.zeros((len(X), len(X)), dtype=int)
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            S[i, j] = q @ k
    return S


FRESH["self_scores"] = [
    self_k_at_q,
    self_twice,
    self_swap_both,
    self_k_is_q,
    self_both_places,
    self_size,
    self_scaled,
    self_swap_loops,
    self_int,
]


# --------------------------------------------------------------- symmetric_at

FRESH["symmetric_at"] = [
    9,  # the lower left score itself: forgets to take off the 3
    4,  # 9 - 5: how much w must grow from 2, not w itself
    2,  # makes W_K's second entry equal to W_Q's
    3,  # makes the two entries of W_K equal
    1.5,  # ratio the wrong way: 3 / w = 2
    -6,  # sign slip in 9 - (3 + w) = 0
    12,  # 9 + 3 instead of 9 - 3
    7,  # counts up from 2 to 9
    np.array([[3], [6]]),  # gives the whole W_K, not the number
]
