"""Wrong answers to exercises, by someone who had read the tasks alone."""

import math

import numpy as np

from answers.worked_example import SCOPE

E = SCOPE["E"]
attention = SCOPE["attention"]

FRESH = {}


# ---------------------------------------------------------------- one_output


# each key has a column of V
def output_columns(weights, V):
    parts = [weights[j] * V[:, j] for j in range(len(weights))]
    return sum(parts)


# the part of a key is its value; forgets the weight
def output_no_weight(weights, V):
    parts = [V[j] for j in range(len(weights))]
    return sum(parts)


# adds the weight to the value instead of multiplying
def output_adds(weights, V):
    parts = [weights[j] + V[j] for j in range(len(weights))]
    return sum(parts)


# forgets the index on V: numpy will sort it out
def output_whole_V(weights, V):
    parts = [weights[j] * V for j in range(len(weights))]
    return sum(parts)


# knows weights @ V and writes it in the list, so it is summed m times
def output_matmul_in_list(weights, V):
    parts = [weights @ V for j in range(len(weights))]
    return sum(parts)


# thinks the last index must be left out
def output_off_by_one(weights, V):
    parts = [weights[j] * V[j] for j in range(len(weights) - 1)]
    return sum(parts)


# "mix" is an average, so divides by the number of keys
def output_mean(weights, V):
    parts = [weights[j] * V[j] / len(weights) for j in range(len(weights))]
    return sum(parts)


# writes out the example: two keys
def output_two_keys(weights, V):
    return weights[0] * V[0] + weights[1] * V[1]


# the weights have to go through the softmax (again)
def output_softmax_again(weights, V):
    w = np.exp(weights) / np.exp(weights).sum()
    parts = [w[j] * V[j] for j in range(len(w))]
    return sum(parts)


# attention picks the most heavily weighted value
def output_argmax(weights, V):
    best = int(np.argmax(weights))
    return np.array(V[best])


# own loop; zeros_like of whole numbers cuts off the fractions
def output_zeros_like(weights, V):
    V = np.array(V)
    out = np.zeros_like(V[0])
    for j in range(len(weights)):
        for c in range(V.shape[1]):
            out[c] += weights[j] * V[j, c]
    return out


FRESH["one_output"] = [
    output_columns,
    output_no_weight,
    output_adds,
    output_whole_V,
    output_matmul_in_list,
    output_off_by_one,
    output_mean,
    output_two_keys,
    output_softmax_again,
    output_argmax,
    output_zeros_like,
]


# ------------------------------------------------------------- whole_example


# softmax down the columns
def self_attention_axis_0(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T
    e = np.exp(scores - scores.max(axis=0))
    weights = e / e.sum(axis=0)
    return weights @ V


# formula from memory, with the scale
def self_attention_scaled(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = attention.softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return weights @ V


# K first, as the article says "key", "query"
def self_attention_keys_first(X, W_Q, W_K, W_V):
    K, Q, V = X @ W_K, X @ W_Q, X @ W_V
    weights = attention.softmax(K @ Q.T)
    return weights @ V


# forgets keepdims, so that the sums go along the wrong axis
def self_attention_no_keepdims(X, W_Q, W_K, W_V):
    scores = (X @ W_Q) @ (X @ W_K).T
    e = np.exp(scores - scores.max())
    weights = e / e.sum(axis=1)
    return weights @ (X @ W_V)


# mixes the inputs and forgets the values
def self_attention_mixes_X(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    return attention.softmax(Q @ K.T) @ X


# only works out Output 1, as the example does
def self_attention_first_row(X, W_Q, W_K, W_V):
    query = X[0] @ W_Q
    scores = (X @ W_K) @ query
    weights = attention.softmax(scores)
    return weights @ (X @ W_V)


# forgets the softmax
def self_attention_no_softmax(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return Q @ K.T @ V


# loops over the three inputs, three being written in
def self_attention_three_inputs(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outputs = []
    for i in range(3):
        scores = np.array([Q[i] @ K[j] for j in range(3)])
        weights = attention.softmax(scores)
        outputs.append(sum(weights[j] * V[j] for j in range(3)))
    return np.array(outputs)


# rounds to the decimals that the text shows
def self_attention_rounded(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return np.round(attention.softmax(Q @ K.T) @ V, 4)


# softmax by hand over the whole matrix
def self_attention_whole_matrix(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    return e / e.sum() @ V


# softmax by hand, without taking off the maximum: overflows
def self_attention_overflows(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(Q @ K.T)
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V


FRESH["whole_example"] = [
    self_attention_axis_0,
    self_attention_scaled,
    self_attention_keys_first,
    self_attention_no_keepdims,
    self_attention_mixes_X,
    self_attention_first_row,
    self_attention_no_softmax,
    self_attention_three_inputs,
    self_attention_rounded,
    self_attention_whole_matrix,
    self_attention_overflows,
]


# ----------------------------------------------------------- telling_example


# takes the three inputs, changing nothing: Q @ K.T is symmetric
def test_three_inputs(attend):
    Q = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]])
    K = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]])
    V = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# identities are the simplest small arrays
def test_identities(attend):
    Q, K, V = np.eye(2), np.eye(2), np.eye(2)
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# different shapes, but the queries are orthogonal to the keys: all scores are 0
def test_zero_scores(attend):
    Q = np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    K = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 2.0, 0.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 9.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# as small as can be: one key, whose weight is always 1
def test_one_key(attend):
    Q = np.array([[1.0, 2.0], [0.0, 3.0], [2.0, 1.0]])
    K = np.array([[3.0, 1.0]])
    V = np.array([[5.0, 7.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# cares for Q and K, and fills V with ones
def test_equal_values(attend):
    Q = np.array([[1.0, 2.0], [0.0, 1.0]])
    K = np.array([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    V = np.ones((3, 2))
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# n, m and d_v differ, but d_k is 1: a scale of sqrt(d_k) is not seen
def test_d_k_1(attend):
    Q = np.array([[1.0], [2.0]])
    K = np.array([[0.5], [1.0], [-1.0]])
    V = np.array([[1.0, 0.0, 2.0, 5.0], [0.0, 3.0, 1.0, 1.0], [4.0, 4.0, 0.0, 2.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# self-attention without weights: the same array three times
def test_same_array(attend):
    X = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
    Q, K, V = X, X, X
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# big numbers show the differences better: but every row is one-hot, scaled or not
def test_big_numbers(attend):
    Q = np.array([[30.0, 0.0], [0.0, 40.0]])
    K = np.array([[20.0, 5.0], [1.0, 30.0], [7.0, 2.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# all sizes different, V (n, d_v) by mistake: nothing fits, always False
def test_V_has_n_rows(attend):
    Q = np.array([[1.0, 2.0], [0.0, 1.0]])
    K = np.array([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    V = np.array([[1.0, 2.0, 0.0, 1.0], [3.0, 4.0, 1.0, 1.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# one query will do: a softmax over the whole matrix is not seen
def test_one_query(attend):
    Q = np.array([[1.0, 2.0]])
    K = np.array([[0.5, 1.0], [1.0, 0.0], [0.0, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


# makes Q @ K.T unsymmetric, but with a symmetric K: Q @ K is not seen
def test_symmetric_K(attend):
    Q = np.array([[1.0, 0.0], [1.0, 2.0]])
    K = np.array([[1.0, 0.5], [0.5, -1.0]])
    V = np.array([[1.0, 2.0], [3.0, 5.0]])
    try:
        off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
    except ValueError:
        return False  # shapes do not fit
    return bool(np.abs(off).max() < 1e-9)


FRESH["telling_example"] = [
    test_three_inputs,
    test_identities,
    test_zero_scores,
    test_one_key,
    test_equal_values,
    test_d_k_1,
    test_same_array,
    test_big_numbers,
    test_V_has_n_rows,
    test_one_query,
    test_symmetric_K,
]


# ------------------------------------------------------------ scaled_outputs


# the scale belongs to the queries: their number
def scaled_len_Q(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(Q))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# right line, wrong array: d_v
def scaled_d_v(Q, K, V):
    scores = Q @ K.T / math.sqrt(V.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# takes the scale away
def scaled_no_scale(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# d_k, but the root got lost
def scaled_no_root(Q, K, V):
    scores = Q @ K.T / K.shape[1]  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# makes the example come out: d_k is 4 there
def scaled_by_2(Q, K, V):
    scores = Q @ K.T / math.sqrt(4)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# shape[0] instead of len: the same number
def scaled_shape_0(Q, K, V):
    d_k = K.shape[0]
    scores = Q @ K.T / math.sqrt(d_k)  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# blames the softmax, and lets it run down the columns
def scaled_softmax_columns(Q, K, V):
    scores = Q @ K.T / math.sqrt(len(K))  # (n, m)
    weights = attention.softmax(scores.T).T  # (n, m)
    return weights @ V


# multiplies by the root of d_k
def scaled_times(Q, K, V):
    scores = Q @ K.T * math.sqrt(K.shape[1])  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# the scale comes after the softmax
def scaled_weights(Q, K, V):
    scores = Q @ K.T  # (n, m)
    weights = attention.softmax(scores) / math.sqrt(K.shape[1])  # (n, m)
    return weights @ V


# wants a whole number as the scale: right for d_k = 4, wrong for 3
def scaled_int_root(Q, K, V):
    scores = Q @ K.T / int(math.sqrt(K.shape[1]))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


# takes the largest size, as it is 3 and 4 in the two examples
def scaled_largest_size(Q, K, V):
    scores = Q @ K.T / math.sqrt(max(K.shape))  # (n, m)
    weights = attention.softmax(scores)  # (n, m)
    return weights @ V


FRESH["scaled_outputs"] = [
    scaled_len_Q,
    scaled_d_v,
    scaled_no_scale,
    scaled_no_root,
    scaled_by_2,
    scaled_shape_0,
    scaled_softmax_columns,
    scaled_times,
    scaled_weights,
    scaled_int_root,
    scaled_largest_size,
]


# -------------------------------------------------------------- garden_share

longer = E.copy()
longer[3] = [6, 0, 0]
scores = longer @ longer.T
scaled = scores / math.sqrt(3)

FRESH["garden_share"] = [
    # forgets the scale: 0.73
    attention.softmax(scores)[0, 3],
    # uses E instead of longer: nothing changes
    attention.softmax(E @ E.T / math.sqrt(3))[0, 3],
    # row and column swapped: what garden gives to Apple
    attention.softmax(scaled)[3, 0],
    # what Apple gives to itself
    attention.softmax(scaled)[0, 0],
    # what garden gives to itself
    attention.softmax(scaled)[3, 3],
    # three times as long, three times the weight
    3 * 0.00002,
    # divides by d_k, not by its root
    attention.softmax(scores / 3)[0, 3],
    # the whole row of Apple
    attention.softmax(scaled)[0],
    # in per cent
    100 * attention.softmax(scaled)[0, 3],
    # the scaled score, without the softmax
    scaled[0, 3],
    # root of the number of words instead of d_k
    attention.softmax(scores / math.sqrt(5))[0, 3],
]
