"""The numbers of a worked example: those given, those computed, and the weights as printed."""

from typing import NamedTuple

import numpy as np

from helpers import attention
from helpers.data import examples

EXAMPLES = {
    "three inputs": examples.THREE_INPUTS,
    "five words": examples.FIVE_INPUTS,
    "the cat sleeps": examples.THE_CAT_SLEEPS,
}
THREE, FIVE, THE_CAT_SLEEPS = EXAMPLES
MATRICES = ("Y", "X", "W_Q", "W_K", "W_V")
DIVIDED = {THREE: False, FIVE: True, THE_CAT_SLEEPS: True}  # by √d_k, where the example is from
WEIGHTS = {"exact": "", "rounded": ", rounded", "as printed": ", printed"}  # added to a title
EXACT, ROUNDED, PRINTED = WEIGHTS
# The weights that the documents print, rounded; NaN: not printed
PRINTED_WEIGHTS = {
    THREE: examples.THREE_INPUTS_PRINTED,
    FIVE: np.array([examples.FIVE_WORDS_PRINTED, *[[np.nan] * 5] * 4]),
}
EXACT_DIGITS, PRINTED_DIGITS = {THREE: 4, FIVE: 5, THE_CAT_SLEEPS: 4}, {THREE: 1, FIVE: 5}


class Worked(NamedTuple):
    """One example, computed with the numbers now in the lab."""

    queries: tuple  # n names
    keys: tuple  # m names
    Y: np.ndarray  # (n, d_model), X itself in self-attention
    X: np.ndarray  # (m, d_model)
    W_Q: np.ndarray  # (d_model, d_k)
    W_K: np.ndarray  # (d_model, d_k)
    W_V: np.ndarray  # (d_model, d_v)
    Q: np.ndarray  # (n, d_k)
    K: np.ndarray  # (m, d_k)
    V: np.ndarray  # (m, d_v)
    S: np.ndarray  # (n, m), raw or scaled
    exact: np.ndarray  # (n, m), the softmax of S
    A: np.ndarray  # (n, m), the weights in use: exact, rounded or as printed
    Z: np.ndarray  # (n, d_v)


def work(values):
    example = EXAMPLES[values["example"]]
    Y, X, W_Q, W_K, W_V = matrices = [np.array(values[name]) for name in MATRICES]
    Q, K, V = Y @ W_Q, X @ W_K, X @ W_V
    S = attention.scores(Q, K, scale=None if values["scaled"] else 1.0)
    exact = A = attention.softmax(S)
    if values["weights"] == ROUNDED:
        A = exact.round(1)
    if values["weights"] == PRINTED:
        printed = PRINTED_WEIGHTS[values["example"]]
        A = np.where(np.isnan(printed), exact, printed)
    return Worked(example.queries, example.keys, *matrices, Q, K, V, S, exact, A, A @ V)


def is_self(values):
    example = EXAMPLES[values["example"]]
    return example.Y is example.X


def is_given(values, *names):
    """Are these matrices as the example gives them?"""
    example = EXAMPLES[values["example"]]
    return all(values[name] == getattr(example, name).tolist() for name in names)


def is_printed(values):
    """Does the document print the weights of this query for these numbers?"""
    name = values["example"]
    as_given = is_given(values, *MATRICES) and values["scaled"] == DIVIDED[name]
    return as_given and name in PRINTED_WEIGHTS and rows_printed(name)[values["query"] - 1]


def rows_printed(name):
    return ~np.isnan(PRINTED_WEIGHTS[name]).any(axis=1)  # (n,)


def decimals(case, values):
    """{matrix: with how many decimals its numbers are written, at most}."""
    if values["weights"] == EXACT:
        digits = EXACT_DIGITS[values["example"]]
    elif values["weights"] == PRINTED:
        digits = PRINTED_DIGITS[values["example"]]
    else:
        digits = 1  # ROUNDED
    mixed = digits if np.array_equal(case.V, case.V.round()) else max(digits, 4)
    return {"Q": 3, "K": 3, "V": 3, "S": 2, "A": digits, "Z": mixed}
