"""Notebook 12's model at five widths: its loss on new names (`make record WHAT=scale`)."""

import json
import math
from pathlib import Path

import numpy as np

from helpers import training
from helpers.training import letters

FILE = Path(__file__).resolve().parents[1] / "data" / "scale.json"
WIDTHS, SEEDS, STEPS = (4, 8, 16, 32, 64), (0, 1, 2), 400


def computed(d, seed, steps=STEPS):
    """How many numbers a model has, and its bits a letter on new names after a training."""
    sizes = {"layers": 2, "heads": 4, "d": d, "d_ff": 2 * d}
    model = training.Transformer(33, 12, **sizes, causal=True, dtype=np.float32, seed=seed)
    training.train(model, letters.PLACES, steps=steps, rate=0.01, seed=seed)
    bits = training.loss(model, *letters.encoded(letters.PLACES.validation)) / math.log(2)
    return model.size(), round(bits, 3)


def recorded():
    """[[numbers, bits] of each seed] of each width"""
    return json.loads(FILE.read_text("utf-8"))
