"""What head 1.1 of a model of facts writes at a city, and whether layer 2 goes by it (notebook 11).

The model has two layers of one head and has learned `languages.FACTS`. If head 1.1 looks at a name
alone, it writes that name's note. Measured is which note can be read at a city, and which city is
answered when two cities have exchanged what was written there.
"""

import numpy as np

from helpers.training.languages import FACTS_SHOWN, NAMES
from helpers.training.parts import layer_norm

CITIES = np.arange(1, 2 * FACTS_SHOWN, 2)  # where they stand
ASKED = 2 * FACTS_SHOWN  # where the first question stands


def notes(model):
    """What head 1.1 writes if it looks at one name alone: (8, d), a row for each name."""
    return _handed_on(model, model.p["words"][: len(NAMES)])


def written(model, tokens):
    """What head 1.1 adds to each token: tokens (b, n) → (b, n, d)."""
    stream = model.p["words"][tokens] + model.p["positions"]  # (b, n, d)
    weights = model.run(tokens).weights[0][:, 0]  # (b, n, n)
    return weights @ _handed_on(model, stream)


def likeness(vectors, notes):
    """The cosine of each vector with each note: (…, d) and (8, d) → (…, 8)."""
    vectors, notes = (x / np.linalg.norm(x, axis=-1, keepdims=True) for x in (vectors, notes))
    return vectors @ notes.T


def name_read(model, tokens):
    """The share of cities at which the note of the name before is the most alike."""
    at_city = written(model, tokens)[:, CITIES]  # (b, 4, d)
    read = likeness(at_city, notes(model)).argmax(axis=-1)  # (b, 4)
    return float((read == tokens[:, CITIES - 1]).mean())


def exchanged(output):
    """The output of a head (b, n, d), in which the first two cities have changed places."""
    output = output.copy()
    output[:, [1, 3]] = output[:, [3, 1]]
    return output


def misled(model, tokens):
    """Of the questions about one of the two exchanged facts: the share answered with the other."""
    logits = model.run(tokens, off={(1, 1): exchanged}).logits[:, ASKED]  # (b, words)
    first, second = (tokens[:, name] == tokens[:, ASKED] for name in (0, 2))  # (b,) each
    other = np.where(first, tokens[:, 3], tokens[:, 1])  # (b,)
    return float((logits.argmax(axis=1) == other)[first | second].mean())


def _handed_on(model, stream):
    """Values times W_O of head 1.1: (…, d) → (…, d)."""
    p = model.p
    normed, _ = layer_norm(stream, p["1.gain_1"], p["1.shift_1"])
    return normed @ p["1.W_V"] @ p["1.W_O"]
