"""Wrong answers to exercises, by someone who had read the tasks alone."""

import math

import numpy as np

from answers.softmax import SCOPE

softmax = SCOPE["softmax"]
FRESH = {}


# "Subtract the biggest score" - takes it over the whole array, so a row far below it underflows to 0 / 0.
def softmax_global_max(scores):
    scores = scores - np.max(scores)
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)


# Pictures a matrix only: the last axis is axis 1.
def softmax_axis_one(scores):
    top = scores.max(axis=1, keepdims=True)
    e = np.exp(scores - top)
    return e / e.sum(axis=1, keepdims=True)


# "exp overflows above 709, so I cap the scores": large scores all become equal.
def softmax_clip(scores):
    safe = np.clip(scores, -700, 700)
    e = np.exp(safe)
    return e / e.sum(axis=-1, keepdims=True)


# Remembers that one subtracts something per row, and takes the mean ("centre them").
def softmax_mean(scores):
    centred = scores - scores.mean(axis=-1, keepdims=True)
    e = np.exp(centred)
    return e / e.sum(axis=-1, keepdims=True)


# Takes care with the maximum, then forgets the axis in the sum: all weights together add up to 1.
def softmax_sum_all(scores):
    m = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - m)
    return e / np.sum(e)


FRESH["softmax"] = [
    softmax_global_max,
    softmax_axis_one,
    softmax_clip,
    softmax_mean,
    softmax_sum_all,
]


# 2.30: multiplied the scores by it instead of dividing.
# 0.44: a loop downwards from 1 in steps of 0.01, gave the last T before 0.9 was passed.
# 0.46: thought of the two largest scores only, 1 / ln 9.
# 0.72: "0.644 / 0.9", the weight is proportional to 1 / T.
# 0.4: tried 0.5 and 0.4 and stopped at one decimal.
FRESH["temperature"] = [2.30, 0.44, round(1 / math.log(9), 2), round(0.644 / 0.9, 2), 0.4]


# "Divide by the width": forgets the root.
def scores_by_width(Q, K):
    scale = 1 / Q.shape[-1]
    return Q @ K.T * scale


# 6 must become 3, so one half.
def scores_half(Q, K):
    scale = 0.5
    return Q @ K.T * scale


# Takes the number of keys for d_k.
def scores_number_of_keys(Q, K):
    scale = 1 / math.sqrt(len(K))
    return Q @ K.T * scale


# Thinks size is the width; right as long as there is one query.
def scores_size(Q, K):
    scale = 1 / np.sqrt(Q.size)
    return Q @ K.T * scale


# Means d_k to the power -1/2, but ** binds tighter than /.
def scores_precedence(Q, K):
    scale = K.shape[1] ** -1 / 2
    return Q @ K.T * scale


FRESH["scale"] = [
    scores_by_width,
    scores_half,
    scores_number_of_keys,
    scores_size,
    scores_precedence,
]


# "p * p should be a matrix product": p @ p is one number.
def jacobian_dot(z):
    p = softmax(z)
    return np.diag(p) - p @ p


# "p * p is a vector, so it must go inside diag": only the diagonal remains.
def jacobian_inside_diag(z):
    p = softmax(z)
    return np.diag(p - p * p)


# Wants p as a column times p as a row, but makes a column of both.
def jacobian_two_columns(z):
    p = softmax(z)
    return np.diag(p) - p[:, None] * p[:, None]


# Transposes the second p; on a vector .T does nothing.
def jacobian_transpose(z):
    p = softmax(z)
    return np.diag(p) - p * p.T


# Finds the outer product, but thinks the diagonal needs p (1 - p) as well, so p * p is taken off twice there.
def jacobian_twice(z):
    p = softmax(z)
    return np.diag(p * (1 - p)) - np.outer(p, p)


FRESH["jacobian"] = [
    jacobian_dot,
    jacobian_inside_diag,
    jacobian_two_columns,
    jacobian_transpose,
    jacobian_twice,
]


# "Square root is to the power 1/2": forgets that ** binds before /, so divides by d_k and then by 2.
def attention_half_power(Q, K, V):
    d_k = Q.shape[-1]
    scores = (Q @ K.T) / d_k**1 / 2
    return softmax(scores) @ V


# "Scaled" means the weights are scaled: divides after the softmax instead of before.
def attention_scaled_late(Q, K, V):
    scores = Q @ K.T
    weights = softmax(scores) / math.sqrt(K.shape[-1])
    return weights @ V


# Starts from the keys, so scores are (m, n); transposes at the end to make the shapes fit, after the softmax ran over queries.
def attention_keys_first(Q, K, V):
    scores = K @ Q.T / math.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights.T @ V


# Takes the width from the values: thinks all the widths are the same d.
def attention_value_width(Q, K, V):
    d = V.shape[-1]
    scores = Q @ K.T / np.sqrt(d)
    return softmax(scores) @ V


# Writes it out as loops, and lets the inner one run over the queries too, as if n == m.
def attention_loops(Q, K, V):
    Q, K, V = np.asarray(Q), np.asarray(K), np.asarray(V)
    n, d_k = Q.shape
    out = np.zeros((n, V.shape[1]))
    for i in range(n):
        scores = np.array([Q[i] @ K[j] / math.sqrt(d_k) for j in range(n)])
        weights = softmax(scores)
        for j in range(n):
            out[i] += weights[j] * V[j]
    return out


# Needs K as (d_k, m) and believes reshape does that.
def attention_reshape(Q, K, V):
    m, d_k = K.shape
    scores = Q @ K.reshape(d_k, m) / math.sqrt(d_k)
    return softmax(scores) @ V


# Does the softmax by hand: the weights sum to 1 over the whole table, not in each row.
def attention_one_total(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.shape[-1])
    weights = np.exp(scores)
    weights = weights / weights.sum()
    return weights @ V


# Does the softmax by hand from the textbook formula, not subtracting the maximum: nan for large scores.
def attention_overflow(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return weights @ V


FRESH["formula"] = [
    attention_half_power,
    attention_scaled_late,
    attention_keys_first,
    attention_value_width,
    attention_loops,
    attention_reshape,
    attention_one_total,
    attention_overflow,
]
