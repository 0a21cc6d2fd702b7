"""Notebook 12's model at four rates, with and without a norm on queries and keys.

Each training takes a second or two; what they gave is recorded: `make record WHAT=qk_norm`.
"""

import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from helpers import attention, training
from helpers.training import letters, parts

FILE = Path(__file__).resolve().parents[1] / "data" / "qk_norm.json"
RATES = (0.01, 0.03, 0.1, 0.2)
SEEDS = (0, 1, 2)
STEPS = 200


def normed(x):
    """Each row divided by the root of its mean square, and its way back. (…, d) → (…, d)"""
    size = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + 1e-5)  # (…, 1)
    y = x / size

    def back(to_y):
        return (to_y - y * np.mean(to_y * y, axis=-1, keepdims=True)) / size

    return y, back


def with_norm(Q, K, V, mask=None):
    """As training.parts.attention, between normed queries and keys."""
    (Q, back_Q), (K, back_K) = normed(Q), normed(K)
    attended, back_attention = parts.attention(Q, K, V, mask)

    def back(to_output):
        slopes = back_attention(to_output)
        return slopes | {"Q": back_Q(slopes["Q"]), "K": back_K(slopes["K"])}

    return attended, back


def computed(rate, norm, seed):
    """Bits a letter on new names after a training, and the largest score in its last step."""
    largest = [0.0]

    def attend(Q, K, V, mask=None):
        q, k = (normed(Q)[0], normed(K)[0]) if norm else (Q, K)
        largest[0] = float(np.abs(np.where(mask, attention.scores(q, k), 0)).max())
        return (with_norm if norm else parts.attention)(Q, K, V, mask)

    def self_attention(*arguments, **named):
        return parts.self_attention(*arguments, attention=attend, **named)

    theirs = SimpleNamespace(**{**vars(parts), "self_attention": self_attention})
    model = training.Transformer(
        *(33, 12),
        layers=2,
        heads=4,
        d_ff=64,
        causal=True,
        dtype=np.float32,
        parts=theirs,
        seed=seed,
    )
    training.train(model, letters.PLACES, steps=STEPS, rate=rate, seed=seed)
    score = largest[0]  # before the names that are asked
    new = letters.encoded(letters.PLACES.validation)
    return float(training.loss(model, *new) / math.log(2)), score


def recorded(rate, norm):
    """The same of each seed: [(bits, score)]"""
    return json.loads(FILE.read_text("utf-8"))[f"{rate} {norm}"]
