"""What a published model loses with a window, first tokens kept, and some layers that see all.

The losses are recorded, since each takes seconds: `make record WHAT=windows`.
"""

import json
from itertools import product
from pathlib import Path

import numpy as np

from helpers import attention
from helpers.data.long_texts import long_texts
from helpers.language.block_functions import Parts
from helpers.language.smollm2 import LAYERS
from helpers.language.writing import losses

FILE = Path(__file__).resolve().parents[1] / "data" / "windows.json"
TOKENS, COUNTED = 256, 128  # of each text; the last so many are asked
WINDOWS = (8, 16, 32, 64, 128, TOKENS)
FIRST = (0, 1, 4)  # tokens at the beginning that stay visible
EVERY = (0, 6, 2)  # every second layer sees all keys; 0: none does
KEY_NUMBERS, BYTES = 2 * 3 * 64, 2  # of a token in a layer: three heads of keys and of values


def windowed(w, first, every):
    """An attention for `Parts`."""

    def attend(Q, K, V, mask, layer):
        n, m = Q.shape[-2], K.shape[-2]
        i, j = np.arange(m - n, m)[:, np.newaxis], np.arange(m)
        near = j > i - (m if every and layer % every == 0 else w)
        return attention.attention(Q, K, V, (j <= i) & (near | (j < first)))

    return attend


def computed(model, w, first, every):
    """The mean loss of the last COUNTED tokens, of each text."""
    parts = Parts(attention=windowed(w, first, every))
    numbers = (model.tokens.encode(text)[:TOKENS] for text in long_texts().values())
    return [float(losses(model, x, parts=parts, last=COUNTED).mean()) for x in numbers]


def settings():
    """Of all that are recorded: (w, first, every). A window as long as the text hides nothing."""
    some = product(WINDOWS[:-1], FIRST, EVERY)
    return [*some, (TOKENS, 0, 0)]


def recorded(w, first, every):
    """The same, as it is recorded: {text: loss}"""
    key = (TOKENS, 0, 0) if w == TOKENS else (w, first, every)
    found = json.loads(FILE.read_text("utf-8"))["{} {} {}".format(*key)]
    return dict(zip(long_texts(), found, strict=True))


def cache_bytes(tokens, w, first, every):
    """Of the keys and values that a text of so many tokens needs, in 16 bits. A window of TOKENS
    stands for all keys."""
    whole = LAYERS if w == TOKENS else LAYERS // every if every else 0
    held = whole * tokens + (LAYERS - whole) * min(tokens, w + first)
    return BYTES * KEY_NUMBERS * held
