"""A published model whose rotary positions are turned less, as for texts twice as long.

The losses are recorded, since each takes a second: `make record WHAT=longer`. They are of short
texts: what the change costs where it is not needed.
"""

import json
from pathlib import Path

import numpy as np

from helpers import positions
from helpers.data.long_texts import long_texts
from helpers.language.block_functions import Parts
from helpers.language.smollm2 import LONGEST
from helpers.language.writing import losses

FILE = Path(__file__).resolve().parents[1] / "data" / "longer.json"
TOKENS, COUNTED = 256, 128  # of each text; the last so many are asked
TIMES = 2  # as long as the texts that it was trained on
SLOW, FAST = 1, 32  # turns in such a text: a pair below is turned less, one above as before


def halved(x, at, base):
    """All positions are divided: x (…, n, d) → (…, n, d)."""
    return positions.rotate(x, at / TIMES, base)


def by_parts(x, at, base):
    """YaRN: slow pairs are turned less, fast ones as before, and scores grow a little:
    x (…, n, d) → (…, n, d)."""
    frequencies = positions.frequencies(x.shape[-1], base)  # (d/2,)
    turns = LONGEST * frequencies / (2 * np.pi)
    kept = np.clip((turns - SLOW) / (FAST - SLOW), 0, 1)
    frequencies = frequencies * (kept + (1 - kept) / TIMES)
    pairs = np.split(x, len(frequencies), axis=-1)  # (…, n, 2) each, turned by at times one of them
    turned = [positions.rotate(x, at * f) for x, f in zip(pairs, frequencies, strict=True)]
    return np.concatenate(turned, axis=-1) * x.dtype.type(1 + 0.1 * np.log(TIMES))


WAYS = {"as trained": positions.rotate, "halved": halved, "by parts": by_parts}


def computed(model, way):
    """The mean loss of the last COUNTED tokens of each of the three texts."""
    parts = Parts(rotate=WAYS[way])
    texts = [model.tokens.encode(text)[:TOKENS] for text in long_texts().values()]
    return [float(losses(model, x, parts=parts, last=COUNTED).mean()) for x in texts]


def recorded(way):
    """The same, as it is recorded."""
    return json.loads(FILE.read_text("utf-8"))[way]
