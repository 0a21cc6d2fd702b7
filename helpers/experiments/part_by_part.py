"""Notebook 12's model with parts left out, trained as on its page.

A training takes up to half a minute; what they gave is recorded: `make record WHAT=part_by_part`.
"""

import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from helpers import training
from helpers.training import letters, parts

FILE = Path(__file__).resolve().parents[1] / "data" / "part_by_part.json"
SEEDS = (1, 2, 3)
STEPS, RATE = 2000, 0.01


def itself(n):
    """In place of the causal mask: each place sees itself alone. Boolean (n, n)."""
    return np.eye(n, dtype=bool)


def as_it_is(x, gain, shift):
    """In place of layer_norm. (t, d) → (t, d)"""

    def back(to_y):
        return {"x": to_y, "gain": np.zeros_like(gain), "shift": np.zeros_like(shift)}

    return x, back


class Replaced(training.Transformer):
    """What a part writes is not added to the stream, but replaces it."""

    def _normed(self, layer, number, part, names, x, **sizes):
        y, back_part = super()._normed(layer, number, part, names, x, **sizes)

        def back(to_y):
            of_part = back_part(to_y)
            return of_part | {"x": of_part["x"] - to_y}

        # x is taken away here, since `run` adds it
        return (y - x if part is self.parts.mlp else y._replace(output=y.output - x)), back


def computed(without, seed, steps=STEPS):
    """Bits a letter on new names after a training. without: some of "attention", "positions",
    "MLP", "sums", "norms"."""
    theirs = dict(vars(parts))
    if "attention" in without:
        theirs["causal_mask"] = itself
    if "norms" in without:
        theirs["layer_norm"] = as_it_is
    kind = Replaced if "sums" in without else training.Transformer
    model = kind(
        *(33, 12),
        layers=2,
        heads=4,
        d_ff=0 if "MLP" in without else 64,
        causal=True,
        positions="none" if "positions" in without else "learned",
        dtype=np.float32,
        parts=SimpleNamespace(**theirs),
        seed=seed,
    )
    training.train(model, letters.PLACES, steps=steps, rate=RATE, seed=seed)
    new = letters.encoded(letters.PLACES.validation)
    return float(training.loss(model, *new) / math.log(2))
