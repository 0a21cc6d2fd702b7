"""Notebook 12's model with some of its parts alone, trained as on its page.

With twelve layers, in place of two, or at a large rate, norms decide. A training takes up to half a
minute; what they gave is recorded: `make record WHAT=parts`.
"""

import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from helpers import training
from helpers.training import letters, parts

FILE = Path(__file__).resolve().parents[1] / "data" / "part_by_part.json"
PARTS = ("positions", "attention", "sums", "MLP", "norms")  # in the order in which they are added
BUILT_UP = [PARTS[:i] for i in range(len(PARTS) + 1)]
LEFT_OUT = {part: tuple(x for x in PARTS if x != part) for part in PARTS}
SEEDS = (1, 2, 3)
STEPS, RATE = 2000, 0.01
DEEP, SHORT = 12, 200  # layers, trained for a tenth of the steps
RATES = (0.003, 0.01, 0.03, 0.1)
SIZES = (1, 0.55)  # of their matrices as they begin, in multiples of the page's
AT_RATES = {  # notebook 08's curves, each for two layers and for twelve
    "sums and norms": (PARTS, 1),
    "no norms": (PARTS[:-1], 1),
    "no norms, 0.55": (PARTS[:-1], 0.55),
    "no sums": (LEFT_OUT["sums"], 1),
}


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


def model_of(has, seed, dtype=np.float32, layers=2, size=1):
    """Before its training. has: some of PARTS."""
    theirs = dict(vars(parts))
    if "attention" not in has:
        theirs["causal_mask"] = itself
    if "norms" not in has:
        theirs["layer_norm"] = as_it_is
    kind = training.Transformer if "sums" in has else Replaced
    model = kind(
        *(33, 12),
        layers=layers,
        heads=4,
        d_ff=64 if "MLP" in has else 0,
        causal=True,
        positions="learned" if "positions" in has else "none",
        dtype=dtype,
        parts=SimpleNamespace(**theirs),
        seed=seed,
    )
    for name in model.p:
        if ".W_" in name:
            model.p[name] *= size
    return model


@np.errstate(all="ignore")  # without norms, numbers grow beyond all bounds
def computed(has, seed, size=None, layers=DEEP, rate=RATE, steps=None):
    """Bits a letter on new names after a training: of the page's own, if there is no size."""
    model = model_of(has, seed, layers=layers, size=size) if size else model_of(has, seed)
    steps = steps or (SHORT if size else STEPS)
    training.train(model, letters.PLACES, steps=steps, rate=rate, seed=seed)
    new = letters.encoded(letters.PLACES.validation)
    return float(training.loss(model, *new) / math.log(2))


def named(has, size=None, layers=DEEP, rate=RATE):
    """Its name in FILE."""
    name = f"{' '.join(has)}, {layers} layers of size {size}" if size else " ".join(has)
    return name if rate == RATE else f"{name}, rate {rate}"


def recorded(has, size=None, layers=DEEP, rate=RATE):
    """The same of each seed."""
    return json.loads(FILE.read_text("utf-8"))[named(has, size, layers, rate)]
