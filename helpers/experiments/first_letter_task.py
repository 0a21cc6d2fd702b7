"""A small transformer that learns "which letter came first?", to see what knows order.

Each input is nine random letters and a question mark; the answer is read at the question mark, and
chance is 1/8.
"""

import numpy as np

from helpers import training
from helpers.training.languages import Language

LETTERS, ASKED = 8, 8  # letters are 0 … 7, the question mark is 8
N, D, STEPS, RATE, TESTED = 10, 16, 100, 0.02, 500


def accuracy(layers, causal, positions, seed=0):
    """Train a new model with 4 heads; the share of 500 new inputs that it then answers rightly.

    positions: "none", "sinusoids" or "learned".
    """
    language = Language(range(LETTERS + 1), N, causal, inputs)
    model = training.Transformer(
        LETTERS + 1, N, layers, heads=4, d=D, causal=causal, positions=positions, seed=seed
    )
    training.train(model, language, STEPS, RATE, seed)
    return training.accuracy(model, *tested(seed))


def most_frequent(seed=0):
    """The share of the same inputs in which it is right to guess the letter that stands there most
    often; of several, by lot."""
    tokens, targets = tested(seed)
    counts = (tokens[:, :-1, None] == np.arange(LETTERS)).sum(axis=1)  # (b, letters)
    most = counts == counts.max(axis=1, keepdims=True)
    chances = most / most.sum(axis=1, keepdims=True)
    return chances[np.arange(TESTED), targets[:, -1]].mean()


def tested(seed):
    """The new inputs, as `inputs` gives them."""
    return inputs(np.random.default_rng([seed, 2]), TESTED)


def inputs(rng, b):
    """Random letters with a question mark at the end, and there the first letter as the target.

    Tokens and targets (b, n); a target of −1 asks nothing.
    """
    tokens = rng.integers(LETTERS, size=(b, N))
    tokens[:, -1] = ASKED
    targets = np.full((b, N), -1)
    targets[:, -1] = tokens[:, 0]
    return tokens, targets
