"""How far a published sentence model moves when the numbers of its matrices are rounded.

It is recorded, since it takes seconds and holds the model twice: `make record WHAT=rounded`.
"""

import json
from collections import namedtuple
from pathlib import Path

import numpy as np

from helpers.data.long_texts import long_texts
from helpers.language import files, minilm

FILE = Path(__file__).resolve().parents[1] / "data" / "rounded_weights.json"
GROUP = 32  # neighbours in a row of a matrix, which share their levels
BITS = (8, 4)  # of each number

# median and most: how far weights of attention move; cosines: of each sentence's vector with the
# one of the model as it is; nearest: the share of sentences whose nearest other stays the same
Moved = namedtuple("Moved", "median most cosines nearest")


def sentences():
    """The first four of each of the three texts."""
    return [s.strip(". ") + "." for text in long_texts().values() for s in text.split(". ")[:4]]


def with_rounded(rounded, bits):
    """The model, the matrices of whose six blocks are rounded by rounded(x, bits), row by row."""
    arrays = dict(files.arrays("minilm"))
    for name, x in arrays.items():
        if name.startswith("encoder.layer") and x.ndim == 2:
            arrays[name] = rounded(x.reshape(-1, GROUP), bits).reshape(x.shape).astype(np.float32)
    return minilm.MiniLM(arrays)


def found(model):
    """All weights of attention, in one row, and the sentences' vectors (12, 384)."""
    runs = [model.run(sentence) for sentence in sentences()]
    weights = np.concatenate([layer.weights.ravel() for layers in runs for layer in layers])
    means = np.array([layers[-1].output.mean(axis=0) for layers in runs])
    return weights, means / np.linalg.norm(means, axis=1, keepdims=True)


def nearest(vectors):
    """For each row the number of the other row whose cosine with it is largest."""
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    return cosines.argmax(axis=1)


def computed(rounded, bits):
    """What rounding to so many bits moves."""
    weights, vectors = found(minilm.load())
    others, moved = found(with_rounded(rounded, bits))
    change = np.abs(others - weights)
    cosines = (vectors * moved).sum(axis=1)
    same = (nearest(vectors) == nearest(moved)).mean()
    return Moved(float(np.median(change)), float(change.max()), cosines.tolist(), float(same))


def recorded(bits):
    """The same, as it is recorded."""
    return Moved(*json.loads(FILE.read_text("utf-8"))[str(bits)])
