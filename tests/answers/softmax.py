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
        ("0.43", "is a str"),
        (None, "is None"),
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
        (lambda Q, K: K @ Q.T / math.sqrt(Q.shape[-1]), "other way round"),
        (lambda Q, K: np.array([[6.0]]), "the same for different input"),
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
    "jacobian": [
        outer_jacobian,
        lambda z: right_softmax(z)[:, None] * (np.eye(len(z)) - right_softmax(z)),
        lambda z: np.float32(outer_jacobian(z)),
    ],
}

FRESH = {  # what the answers of fresh_softmax.py must be told, in their order
    "softmax": [
        "one maximum from all rows",
        "AxisError: axis 1 is out of bounds",
        "exp(1000) overflows.",
        "neither its least nor its mean",
        "each row is a query, and shares its own whole 1",
    ],
    "temperature": [
        "take 1 over it",
        "too large",
        "the second key alone",
        "too large",
        "too small",
    ],
    "scale": [
        "You divide by d_k.",
        "right at width 4 alone",
        "number of keys",
        "must not depend on how many there are",
        "** binds tighter than /",
    ],
    "jacobian": [
        "is one number",
        "the diagonal alone",
        "the square of weight i",
        "the square of weight j",
        "off the diagonal twice",
    ],
}
