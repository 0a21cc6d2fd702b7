"""Answers to the exercises of notebook 03: wrong ones with what they must be told, right ones."""

import math

import numpy as np

from helpers.attention import softmax as right_softmax


def of_exponentials(scores, total):
    exponentials = np.exp(scores)
    return exponentials / total(exponentials)


def loop_softmax(scores):
    scores = np.asarray(scores, dtype=float)
    if scores.ndim > 1:
        return [loop_softmax(row) for row in scores]
    exponentials = [math.exp(s - max(scores)) for s in scores]
    return [e / sum(exponentials) for e in exponentials]


def in_place_softmax(scores):
    scores -= scores.max(-1, keepdims=True)
    return of_exponentials(scores, lambda e: e.sum(-1, keepdims=True))


def scaled(Q, K):
    return Q @ K.T / math.sqrt(Q.shape[-1])


def attention_by_loops(Q, K, V):
    outputs = []
    for q in Q:
        weights = loop_softmax([q @ k / len(q) ** 0.5 for k in K])
        outputs.append(sum(w * v for w, v in zip(weights, V, strict=True)))
    return outputs


def outer_jacobian(z):
    p = right_softmax(z)
    return [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]


SCOPE = {"np": np, "math": math, "softmax": right_softmax, "s1": np.array([1.0, 2.0, 3.0, 4.0])}

WRONG = {
    "softmax": [
        (lambda s: of_exponentials(s - s.max(), lambda e: e.sum()), "All your weights together"),
        (lambda s: right_softmax(s, axis=0), "Your columns sum to 1"),
        (lambda s: of_exponentials(s, lambda e: e.sum(-1, keepdims=True)), "inf / inf is nan"),
        (
            lambda s: of_exponentials(s - s.max(), lambda e: e.sum(-1, keepdims=True)),
            "one maximum from all rows",
        ),
        (lambda s: np.exp(s - s.max(-1, keepdims=True)), "not yet shares"),
        (lambda s: s / s.sum(-1, keepdims=True), "takes the exponential first"),
        (
            lambda s: of_exponentials(
                s - np.abs(s).max(-1, keepdims=True), lambda e: e.sum(-1, keepdims=True)
            ),
            "not its size",
        ),
        (
            lambda s: of_exponentials(
                s - s.min(-1, keepdims=True), lambda e: e.sum(-1, keepdims=True)
            ),
            "neither its least nor its mean",
        ),
        (lambda s: np.full(s.shape, 1 / s.shape[-1]), "A lead of ln 3"),
        (in_place_softmax, "changes its argument scores"),
        (lambda s: np.array([0.5, 0.5]), "the same for different input"),
        (lambda s: right_softmax(s, axis=1) if s.ndim > 1 else right_softmax(s), "as -1, not as 1"),
    ],
    "temperature": [
        (1 / 0.434465, "take 1 over it"),
        (0.4551, "the second key alone"),
        (0.9, "the weight that is wanted"),
        (0.5, "too large"),
        (0.38, "too small"),
        (-0.4345, "T must be above 0"),
        ("0.43", "is a str"),
        (None, "None was handed in"),
        (right_softmax, "needed a value"),
    ],
    "scale": [
        (lambda Q, K: Q @ K.T, "raw scores"),
        (lambda Q, K: Q @ K.T / Q.shape[-1], "You divide by d_k."),
        (lambda Q, K: Q @ K.T * math.sqrt(Q.shape[-1]), "multiply by √d_k"),
        (lambda Q, K: Q @ K.T * Q.shape[-1], "multiply by d_k"),
        (lambda Q, K: Q @ K.T / math.sqrt(len(Q)), "number of queries"),
        (lambda Q, K: Q @ K.T / math.sqrt(len(K)), "number of keys"),
        (lambda Q, K: Q @ K.T / Q.shape[-1] ** 2, "divide by d_k²"),
        (lambda Q, K: Q @ K.T / 2, "right at width 4 alone"),
        (lambda Q, K: Q @ K.T * Q.shape[-1] ** 1 / 2, "You multiply by d_k / 2"),
        (lambda Q, K: Q @ K.T / (Q.shape[-1] ** 1 / 2), "You divide by d_k / 2"),
        (lambda Q, K: K @ Q.T / math.sqrt(Q.shape[-1]), "other way round"),
        (lambda Q, K: np.array([[6.0]]), "the same for different input"),
    ],
    "formula": [
        (lambda Q, K, V: right_softmax(Q @ K.T) @ V, "the raw scores"),
        (lambda Q, K, V: right_softmax(Q @ K.T / Q.shape[1]) @ V, "by the width itself"),
        (lambda Q, K, V: right_softmax(Q @ K.T / math.sqrt(len(K))) @ V, "root of m"),
        (lambda Q, K, V: right_softmax(Q @ K.T / math.sqrt(len(Q))) @ V, "root of n"),
        (lambda Q, K, V: right_softmax(scaled(Q, K), axis=0) @ V, "down the columns"),
        (lambda Q, K, V: right_softmax(scaled(Q, K)), "These are the weights"),
        (lambda Q, K, V: scaled(Q, K) @ V, "softmax between is missing"),
        (lambda Q, K, V: right_softmax(scaled(Q, K)) @ K, "You mix the keys"),
        (lambda Q, K, V: right_softmax(right_softmax(scaled(Q, K)) @ V), "A second softmax"),
        (lambda Q, K, V: V[scaled(Q, K).argmax(-1)], "the mean of their values"),
        (lambda Q, K, V: right_softmax(scaled(K, Q)) @ V, "are exchanged"),
        (lambda Q, K, V: right_softmax(scaled(Q, K) @ V), "its bracket must close before @ V"),
        (lambda Q, K, V: right_softmax(scaled(Q, K)).T @ V, "with the transposed weights"),
        (lambda Q, K, V: V @ right_softmax(scaled(Q, K)), "V stands in front of the weights"),
        (lambda Q, K, V: np.broadcast_to(V.mean(0), (len(Q), V.shape[1])), "Weights ¾ and ¼"),
    ],
    "jacobian": [
        (
            lambda z: np.diag(right_softmax(z)) - right_softmax(z) @ right_softmax(z),
            "is one number",
        ),
        (lambda z: -np.array(outer_jacobian(z)), "The sign is turned"),
        (
            lambda z: np.diag(right_softmax(z)) + np.outer(right_softmax(z), right_softmax(z)),
            "takes weight away",
        ),
        (lambda z: np.eye(len(z)) - np.outer(right_softmax(z), right_softmax(z)), "not ones"),
        (lambda z: np.diag(np.diag(outer_jacobian(z))), "the diagonal alone"),
        (lambda z: np.diag(z) - np.outer(z, z), "not in the scores z"),
        (lambda z: np.diag(right_softmax(z)) - right_softmax(z) ** 2 + 0.0, "square of weight j"),
    ],
}

RIGHT = {
    "softmax": [
        right_softmax,
        loop_softmax,
        lambda s: right_softmax(np.float32(s)),
        lambda s: np.moveaxis(right_softmax(np.moveaxis(s, -1, 0), axis=0), 0, -1),
    ],
    "temperature": [0.434, np.float32(0.4345), 0.43],
    "scale": [
        lambda Q, K: np.einsum("nd,md->nm", Q, K) / np.sqrt(K.shape[1]),
        lambda Q, K: [[float(q @ k) / len(q) ** 0.5 for k in K] for q in Q],
        lambda Q, K: np.float32(Q) @ np.float32(K).T / np.sqrt(np.float32(Q.shape[1])),
    ],
    "formula": [
        attention_by_loops,
        lambda Q, K, V: np.einsum("nm,mv->nv", right_softmax(scaled(Q, K)), V),
        lambda Q, K, V: np.float32(right_softmax(scaled(Q, K)) @ V),
        lambda Q, K, V: (right_softmax(scaled(Q, K)) @ V).tolist(),
    ],
    "jacobian": [
        outer_jacobian,
        lambda z: right_softmax(z)[:, None] * (np.eye(len(z)) - right_softmax(z)),
        lambda z: np.float32(outer_jacobian(z)),
    ],
}

FRESH = {  # what the answers of fresh_softmax.py must be told, in their order
    "softmax": [
        "You subtract one maximum from all rows; a row far below it becomes 0/0.",
        "AxisError:",
        "exp(1000) overflows, and scores cut off",
        "nan, not a number, begins at [2].",
        "One row is right, a matrix is not:",
    ],
    "temperature": [
        "By this number the scores must be multiplied.",
        "Yours is too large.",
        "This counts the largest and the second key alone.",
        "Yours is too large.",
        "Yours is too small.",
    ],
    "scale": [
        "You divide by d_k.",
        "You divide by 2, which is right at width 4 alone.",
        "You take the root of m, the number of keys (len(K) counts rows).",
        "Right for one query and one key, not for two and three:",
        "You divide by 2 d_k:",
    ],
    "jacobian": [
        "p @ p is one number, the sum of squares.",
        "You keep the diagonal alone.",
        "You take the square of weight i off its whole row.",
        "p * p takes the square of weight j off every row.",
        "You take p_i² off the diagonal twice:",
    ],
    "formula": [
        "You divide by 2 d_k:",
        "You divide the weights, which then add up to less than 1.",
        "Your softmax runs down the columns.",
        "You divide by the root of d_v.",
        "Equal keys have weight ½ each:",
        "Right at width 1, wrong at width 4:",
        "One query is right, two are not:",
        "nan, not a number, begins at [0, 0].",
    ],
}
