"""A head of a published model that writes, before its positions are told (notebook 07).

    before_rotation(text)    # tokens (n), Q, K (n, 64) before they are rotated, and weights (n, n)

Head 2.3 of SmolLM2: the third head of layer 2. That of RECORDED is recorded; other texts need the
model of `make model`.
"""

from collections import namedtuple
from pathlib import Path

import numpy as np

from helpers import positions
from helpers.language import files, smollm2

RECORDED = "The animal didn't cross the street because it was too tired."
FILE = Path(__file__).parents[1] / "data/recorded_rotary.npz"
HEAD = 3
FREQUENCIES = positions.frequencies(64, smollm2.BASE)  # (32,): how far each pair turns a place

Unturned = namedtuple("Unturned", "tokens Q K weights")


def before_rotation(text):
    """What head 2.3 has of a text before positions come in, and its weights when they have. Without
    the model, a line says so, and RECORDED is taken."""
    if text != RECORDED:
        if files.is_installed():
            return computed(text)
        print("Your sentence needs the model here: in Jupyter, run make model once, in a terminal.")
        print(f"Without it, the sentence is: {RECORDED}")
    with np.load(FILE) as arrays:
        return Unturned(*(arrays[name] for name in Unturned._fields))


def computed(text):
    """The same, computed with the model."""
    model = smollm2.load()
    numbers = model.tokens.encode(text)
    n, parts = len(numbers), model.parts
    places, mask = np.arange(n), parts.causal_mask(n, n)
    X, _, _ = smollm2.block(model.E[numbers], model.blocks[0], None, places, mask, parts)
    w = model.blocks[1]
    y = parts.rms_norm(X, w.gain_1)  # (n, 576)
    Q = parts.split(y @ w.W_Q, smollm2.HEADS)[HEAD - 1]  # (n, 64)
    K = parts.split(y @ w.W_K, smollm2.KEY_HEADS)[0]  # (n, 64): heads 1 to 3 share these keys
    _, weights, _ = smollm2.attend(y, w, None, places, mask, parts)  # (9, n, n)
    tokens = [token.strip() for token in model.tokens.texts(numbers)]
    return Unturned(tokens, Q, K, weights[HEAD - 1])
