"""Answers to the exercises of notebook 04: wrong ones with what they must be told, right ones."""

import math

import numpy as np

from helpers import attention, examples
from helpers.attention import softmax

THREE = examples.THREE_INPUTS
E = examples.FIVE_WORDS_X
FIVE = examples.FIVE_WORDS_X
LONGER = np.array([[5, 2, 0], [0, 0, 5], [0, 5, 0], [6, 0, 0], [0, 0, 6]])
ROW = softmax(LONGER @ LONGER[0] / math.sqrt(3))


def mixed_by(part):
    """Steps 6 and 7, with a part for each key."""
    return lambda weights, V: sum(part(weights, V, j) for j in range(len(weights)))


def returned_too_early(weights, V):
    output = np.zeros(V.shape[1])
    for j in range(len(weights)):
        output += weights[j] * V[j]
        return output


def assigned(weights, V):
    for j in range(len(weights)):
        output = weights[j] * V[j]
    return output


def mixed_in_place(weights, V):
    V *= weights[:, None]
    return V.sum(0)


def mixed_in_whole_numbers(weights, V):
    output = np.zeros(V.shape[1])
    for j in range(len(weights)):
        output += round(weights[j], 2) * V[j]
    return output


def mixed_by_loops(weights, V):
    return [sum(weights[j] * V[j][f] for j in range(len(V))) for f in range(len(V[0]))]


def whole(then):
    """The example with `then` for softmax(Q Kᵀ) V."""
    return lambda X, W_Q, W_K, W_V: then(X @ W_Q, X @ W_K, X @ W_V)


all_by_matmul = whole(lambda Q, K, V: softmax(Q @ K.T) @ V)


def shares(raw, total):
    return np.exp(raw) / total(np.exp(raw))


def into_whole_numbers(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outputs = np.zeros_like(V)
    for i in range(len(Q)):
        outputs[i] = softmax(Q[i] @ K.T) @ V
    return outputs


def no_return(X, W_Q, W_K, W_V):
    softmax(X @ W_Q @ (X @ W_K).T) @ X @ W_V


def projected_in_place(X, W_Q, W_K, W_V):
    outputs = softmax(X @ W_Q @ (X @ W_K).T) @ X @ W_V
    X -= X
    return outputs


def all_by_loops(X, W_Q, W_K, W_V):
    def project(W):
        return [[sum(x[i] * W[i][j] for i in range(len(W))) for j in range(len(W[0]))] for x in X]

    Q, K, V = project(W_Q), project(W_K), project(W_V)
    outputs = []
    for q in Q:
        raw = [sum(a * b for a, b in zip(q, k, strict=True)) for k in K]
        exponentials = [math.exp(score - max(raw)) for score in raw]
        weights = [e / sum(exponentials) for e in exponentials]
        outputs.append(mixed_by_loops(weights, V))
    return outputs


def by_math_exp(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outputs = []
    for q in Q:
        exponentials = [math.exp(q @ k) for k in K]
        total = sum(exponentials)
        outputs.append(sum(e / total * v for e, v in zip(exponentials, V, strict=True)))
    return np.array(outputs)


def all_by_einsum(X, W_Q, W_K, W_V):
    A = softmax(np.einsum("ia,ad,jb,bd->ij", X, W_Q, X, W_K))
    return np.einsum("ij,jb,bf->if", A, X, W_V)


def tried_on(Q, K, V):
    """my_test with these arrays."""

    def my_test(attend):
        try:
            off = attend(Q, K, V) - attention.attention(Q, K, V, scale=1.0).output
        except ValueError:
            return False
        return bool(np.abs(off).max() < 1e-9)

    return my_test


def made(example):
    return example.Y @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V


def uncaught(attend):
    Q, K, V = made(examples.COMPANION)
    return np.allclose(attend(Q, K, V), attention.attention(Q, K, V, scale=1.0).output)


def on_many(attend):
    rng = np.random.default_rng(8)
    return all(
        tried_on(
            rng.standard_normal((3, 2)), rng.standard_normal((3, 2)), rng.standard_normal((3, 4))
        )(attend)
        for _ in range(3)
    )


COLUMN = [[1.0], [5.0], [2.0]]
CYCLE = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
UNEVEN = [[0, 1, 0], [2, 0, 0], [0, 0, 3]]
WIDE = [[0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 3, 1]]


def scaled(divide):
    return lambda Q, K, V: softmax(Q @ K.T / divide(Q, K, V)) @ V


def d_k(Q, K, V):
    return K.shape[1]


def root(Q, K, V):
    return math.sqrt(K.shape[1])


SCOPE = {"np": np, "math": math, "attention": attention, "examples": examples, "E": E}

WRONG = {
    "one_output": [
        (mixed_by(lambda w, V, j: V[j]), "add the values themselves"),
        (mixed_by(lambda w, V, j: V[j] / len(V)), "plain mean"),
        (mixed_by(lambda w, V, j: w[j]), "weights alone"),
        (mixed_by(lambda w, V, j: w[j] + V[j]), "share is a product"),
        (mixed_by(lambda w, V, j: w * V[j]), "weights is the whole row"),
        (mixed_by(lambda w, V, j: w[j] * V[:, j]), "is a column"),
        (mixed_by(lambda w, V, j: w[j] * V[j] / len(w)), "add up to 1 already"),
        (mixed_by(lambda w, V, j: w @ V), "once for each key"),
        (mixed_by(lambda w, V, j: w[0] * V[j]), "first weight"),
        (mixed_by(lambda w, V, j: softmax(w)[j] * V[j]), "softmax of the weights"),
        (mixed_by(lambda w, V, j: w[j] * V), "the whole table"),
        (mixed_by(lambda w, V, j: w[j] * V[j].sum()), "one number is left"),
        (lambda w, V: sum(w[0, j] * V[j] for j in range(len(w))), "stops with an error"),
        (mixed_by(lambda w, V, j: w[j] ** 2 * V[j]), "feature by feature"),
        (mixed_by(lambda w, V, j: 2 * w[j] * V[j] - V[j] / len(V)), "its own weight"),
        (mixed_by(lambda w, V, j: max(w[j], 0.01) * V[j]), "nothing of its value"),
        (mixed_in_whole_numbers, "all digits of all weights"),
        (returned_too_early, "behind the loop"),
        (assigned, "throws away"),
        (mixed_in_place, "changes its argument V"),
        (lambda w, V: V[np.argmax(w)], "largest weight alone"),
        (lambda w, V: w[:, None] * V, "Step 7"),
        (lambda w, V: (w[:, None] * V).sum(1), "sum over the features"),
        (lambda w, V: w @ V + 1, "the whole weight, 1"),
        (lambda w, V: np.array([3.0, 5.0]), "the same for different input"),
        (lambda w, V: [1.0, 6.0, 2.0], "the task's own numbers"),
    ],
    "whole_example": [
        (whole(lambda Q, K, V: softmax(K @ Q.T) @ V), "yours are K Qᵀ"),
        (whole(lambda Q, K, V: softmax(Q @ K.T, axis=0) @ V), "down the columns"),
        (whole(lambda Q, K, V: shares(Q @ K.T, np.sum) @ V), "All your weights together"),
        (whole(lambda Q, K, V: softmax(Q @ K.T).T @ V), "transposed weights"),
        (whole(lambda Q, K, V: shares(Q @ K.T, lambda e: e.sum(1)) @ V), "keeps each sum beside"),
        (by_math_exp, "math.exp(1000) is too large"),
        (lambda X, W_Q, W_K, W_V: softmax(W_Q @ X @ (W_K @ X).T) @ W_V @ X, "stands in front of X"),
        (lambda X, *W: all_by_matmul(X, *(w.T for w in W)), "Your W is transposed"),
        (whole(lambda Q, K, V: softmax(Q @ K) @ V), "a transpose is missing"),
        (whole(lambda Q, K, V: softmax(Q @ K.T / math.sqrt(Q.shape[1])) @ V), "by √d_k"),
        (whole(lambda Q, K, V: softmax(Q @ K.T / Q.shape[1]) @ V), "raw scores by d_k"),
        (
            lambda X, W_Q, W_K, W_V: softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(X.shape[1])) @ X @ W_V,
            "by √d_model",
        ),
        (whole(lambda Q, K, V: softmax(Q @ K.T / math.sqrt(3)) @ V), "not divided here"),
        (whole(lambda Q, K, V: softmax(2 * Q @ K.T) @ V), "¾ and ¼"),
        (
            whole(lambda Q, K, V: softmax(Q @ K.T * math.sqrt(Q.shape[1])) @ V),
            "must reach the softmax as they are",
        ),
        (whole(lambda Q, K, V: Q @ K.T @ V), "step 5, the softmax, is missing"),
        (whole(lambda Q, K, V: np.exp(Q @ K.T) @ V), "Divide each row by its sum"),
        (
            whole(lambda Q, K, V: (Q @ K.T) / (Q @ K.T).sum(-1, keepdims=True) @ V),
            "takes exponentials first",
        ),
        (lambda X, W_Q, W_K, W_V: softmax(X @ W_Q @ (X @ W_K).T) @ X, "the inputs themselves."),
        (whole(lambda Q, K, V: softmax(Q @ K.T) @ K), "mix the keys"),
        (lambda X, W_Q, W_K, W_V: softmax(X @ X.T) @ X @ W_V, "compare the inputs themselves"),
        (lambda X, W_Q, W_K, W_V: all_by_einsum(X, W_K, W_K, W_V), "queries are made with W_K"),
        (lambda X, W_Q, W_K, W_V: all_by_einsum(X, W_Q, W_Q, W_V), "keys are made with W_Q"),
        (whole(lambda Q, K, V: softmax(Q[0] @ K.T) @ V), "first query alone"),
        (whole(lambda Q, K, V: softmax(Q @ K.T)), "These are the weights"),
        (whole(lambda Q, K, V: softmax(Q @ K.T).round(1) @ V), "round the weights"),
        (whole(lambda Q, K, V: np.ones((len(Q), 1)) * V.mean(0)), "plain mean of the values"),
        (whole(lambda Q, K, V: np.ones((len(Q), 1)) * V.sum(0)), "all weights are ⅓"),
        (lambda X, W_Q, W_K, W_V: X @ W_V, "These are the values"),
        (lambda *given: all_by_einsum(THREE.X, THREE.W_Q, THREE.W_K, THREE.W_V), "whatever"),
        (into_whole_numbers, "as of dtype int, cut them off"),
        (whole(lambda Q, K, V: softmax(Q @ K.T) @ V + 0.5), "look at itself"),
        (lambda *given: [[1.0, 2.0, 4.0]], "the same for different input"),
        (no_return, "result is None"),
        (projected_in_place, "changes its argument X"),
    ],
    "telling_example": [
        (tried_on(*made(THREE)), "raw scores are symmetric"),
        (tried_on([[1.0]], [[1.0]], [[1.0]]), "One query and one key"),
        (tried_on(*3 * [np.eye(3)]), "Identity matrices"),
        (tried_on(CYCLE, CYCLE, np.zeros((3, 2))), "values all 0"),
        (tried_on([[1.0, 2.0]], [[1.0, 0.0], [0.0, 1.0]], [[1.0], [5.0]]), "one row is everything"),
        (tried_on([[1.0], [2.0]], [[1.0], [1.0]], [[1.0], [5.0]]), "no weight shows"),
        (tried_on(CYCLE, np.eye(3), COLUMN), "the exponentials add up"),
        (
            tried_on(np.eye(2), np.log([[3.0, 2.0], [4.0, 6.0]]).T, [[1.0], [5.0]]),
            "weights A are symmetric",
        ),
        (tried_on(2 * CYCLE, np.diag([1, 2, 3]), COLUMN), "K and its transpose"),
        (tried_on(WIDE, np.array(WIDE)[[1, 2, 0]], np.array(WIDE)[[1, 2, 0]]), "V is your K"),
        (tried_on([[1.0], [2.0]], [[0.5], [-1.0]], [[1.0], [5.0]]), "Is your d_k 1"),
        (tried_on(UNEVEN, CYCLE, [[1.0], [5.0]]), "False even for the right"),
        (lambda attend: not tried_on(*made(examples.COMPANION))(attend), "the wrong way round"),
        (lambda attend: True, "True for everything"),
        (uncaught, "Your code stops with an error"),
        (lambda attend: "yes", "is a str"),
    ],
    "scaled_outputs": [
        (scaled(lambda Q, K, V: math.sqrt(len(K)) + 0.0), "root of m"),
        (scaled(lambda Q, K, V: math.sqrt(len(Q))), "root of n"),
        (scaled(lambda Q, K, V: math.sqrt(V.shape[1])), "by √d_v"),
        (scaled(lambda Q, K, V: 1), "Nothing is divided"),
        (scaled(d_k), "by d_k itself"),
        (scaled(lambda Q, K, V: 1 / root(Q, K, V)), "multiply by √d_k"),
        (scaled(lambda Q, K, V: math.sqrt(K.size)), "K.size counts"),
        (scaled(lambda Q, K, V: math.sqrt(3)), "by √3"),
        (scaled(lambda Q, K, V: 2), "by 2, right"),
        (lambda Q, K, V: softmax(Q @ K.T) / root(Q, K, V) @ V, "divide after the softmax"),
        (lambda Q, K, V: softmax(K @ Q.T / root(Q, K, V)) @ V, "now keys ask"),
        (lambda Q, K, V: softmax(Q @ K.T / root(Q, K, V), axis=0) @ V, "over the queries"),
        (
            lambda Q, K, V: shares(Q @ K.T / root(Q, K, V), np.sum) @ V,
            "each row is shared out",
        ),
        (lambda Q, K, V: softmax(Q @ K.T / root(Q, K, V)), "scaled weights"),
        (lambda Q, K, V: V.mean(0, keepdims=True), "give weights ¾ and ¼"),
        (scaled(lambda Q, K, V: K.shape[1] ** 2), "must become 1 and 0"),
        (lambda Q, K, V: V.sum(0, keepdims=True), "weights ½ and ½"),
        (lambda Q, K, V: [[0.7311]], "the task's own number."),
    ],
    "garden_share": [
        (softmax(LONGER @ LONGER[0])[3], "of the raw scores"),
        (softmax(LONGER @ LONGER[0] / 3)[3], "by d_k itself"),
        (softmax(LONGER @ LONGER[0] / math.sqrt(5))[3], "by √5"),
        (ROW[0], "gives to itself. Garden stands"),
        (softmax(LONGER @ LONGER[3] / math.sqrt(3))[0], "garden gives to Apple"),
        (softmax(LONGER @ LONGER[3] / math.sqrt(3))[3], "garden gives to itself"),
        (30, "the raw score"),
        (30 / math.sqrt(3), "This is the score"),
        (30 / 69, "takes exponentials"),
        (ROW[2], "as little as this"),
        (softmax(FIVE @ FIVE[3] / math.sqrt(3))[0], "gave to Apple, with the old vectors"),
        (0.00002, "old weight"),
        (ROW @ LONGER[:, 0], "output in fruits"),
        (0.5, "too small"),
        (0.9, "too large"),
        (ROW, "shape (5,)"),
        ("0.64", "is a str"),
        (None, "None was handed in"),
    ],
}

RIGHT = {
    "one_output": [
        lambda weights, V: weights @ V,
        lambda weights, V: np.einsum("j,jf->f", weights, V),
        lambda weights, V: (weights[:, None] * V).sum(axis=0),
        lambda weights, V: np.float32(weights) @ np.float32(V),
        mixed_by_loops,
    ],
    "whole_example": [
        all_by_loops,
        all_by_einsum,
        whole(lambda Q, K, V: softmax(Q @ K.T) @ V),
        whole(lambda Q, K, V: attention.attention(Q, K, V, scale=1.0).output),
        lambda *given: all_by_einsum(*map(np.float32, given)),
    ],
    "telling_example": [
        tried_on(*made(examples.COMPANION)),
        tried_on(*made(examples.SQUARE)),
        tried_on([[1, 0, 0], [0, 1, 0]], [[0, 1, 0], [2, 0, 0]], [[1], [5]]),
        on_many,
        lambda attend: np.bool_(tried_on(*made(examples.SQUARE))(attend)),
    ],
    "scaled_outputs": [
        scaled(lambda Q, K, V: Q.shape[-1] ** 0.5),
        scaled(lambda Q, K, V: np.linalg.norm(np.ones(len(K[0])))),
        lambda Q, K, V: attention.attention(Q, K, V).output,
        lambda Q, K, V: scaled(root)(*map(np.float32, (Q, K, V))),
        lambda Q, K, V: [
            mixed_by_loops(softmax([sum(q * k) / len(q) ** 0.5 for k in K]), V) for q in Q
        ],
    ],
    "garden_share": [ROW[3], 0.64, np.float32(ROW[3]), round(ROW[3], 3)],
}

FRESH = {  # what the answers of fresh_worked_example.py must be told, in their order
    "one_output": [
        "V[:, j] is a column:",
        "You add the values themselves, all of each.",
        "You add the weight to the value.",
        "V is the whole table, a row for each key.",
        "You add the whole output once for each key.",
        "Your result has shape (), needed (2,).",
        "You divide by the number of keys too.",
        "IndexError:",
        "You take a softmax of the weights.",
        "You take the value of the largest weight alone.",
        "Right until here, not with the weights of Input 1:",
    ],
    "whole_example": [
        "Your softmax runs down the columns.",
        "You divide the raw scores by √d_k.",
        "Queries and keys are exchanged:",
        "Weight j of every row is divided by the sum of row j, not of its own:",
        "You mix the inputs themselves.",
        "This is the output of the first query alone.",
        "You multiply the raw scores with the values:",
        "IndexError:",
        "Right to 4 decimals: return the numbers without rounding them.",
        "All your weights together add up to 1.",
        "nan, not a number, begins at [0, 0].",
    ],
    "telling_example": [
        "Your test takes “softmax(K Qᵀ) V” for right.",
        "Identity matrices hide every axis:",
        "Your test takes “the mean of V, for every query” for right.",
        "Your test takes “the mean of V, for every query” for right.",
        "Your test takes “the mean of V, for every query” for right.",
        "Your test takes “softmax(Q Kᵀ / √d_k) V, which is scaled” for right.",
        "Your test takes “softmax(K Qᵀ) V” for right.",
        "Your test takes “softmax(Q Kᵀ / √d_k) V, which is scaled” for right.",
        "Your test is False even for the right attention.",
        "Your test takes “a softmax over all of Q Kᵀ at once” for right.",
        "Your test takes “softmax(Q K) V” for right.",
    ],
    "scaled_outputs": [
        "You divide by the root of n:",
        "You divide by √d_v, the width of the values.",
        "Nothing is divided now:",
        "You divide by d_k itself.",
        "You divide by 2, right for d_k = 4 alone.",
        "You divide by the root of m:",
        "Equal keys have weights ½ and ½, and the output is the mean of the value",
        "You multiply by √d_k:",
        "You divide after the softmax:",
        "You have lost what was right:",
        "With d_k = 1 nothing is divided:",
    ],
    "garden_share": [
        "These are the weights of the raw scores:",
        "This is the old weight:",
        "This is what garden gives to Apple:",
        "This is what Apple gives to itself.",
        "This is what garden gives to itself.",
        "Yours is too small.",
        "You divide the raw scores by 3, by d_k itself:",
        "Your result has shape (5,), needed ().",
        "Yours is too large.",
        "This is the score.",
        "You divide by √5:",
    ],
}
