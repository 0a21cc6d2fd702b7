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
