"""Keys and values of a published model, made from fewer numbers a token than they have.

The losses, in bits, are recorded, since each takes seconds: `make record WHAT=latent`.
"""

import copy
import json
from pathlib import Path

import numpy as np

from helpers.block import rms_norm
from helpers.data.long_texts import long_texts
from helpers.language.writing import losses

FILE = Path(__file__).resolve().parents[1] / "data" / "latent.json"
TOKENS, COUNTED = 256, 128  # of each text; the last so many are asked
ALL = 384  # three heads of keys and of values, 64 numbers each
WIDTHS = (256, 192, 128)  # instead of them
WAYS = "inputs", "weights"  # what the latent is fitted to


def directions(rows, r):
    """The r directions (r, d), of length 1, in which rows (n, d) are largest."""
    _, vectors = np.linalg.eigh(rows.T @ rows)  # the largest last
    return vectors[:, -r:].T


def with_latent(model, r, way, numbers):
    """The model, whose keys and values are made from r numbers a token in each layer.

    numbers: of the text whose keys and values are kept as well as they can be ("inputs"); with
    "weights" it is the matrices themselves."""
    streams = model.run(numbers).streams
    other = copy.copy(model)
    other.blocks = []
    for x, w in zip(streams[:-1], model.blocks, strict=True):
        W = np.hstack([w.W_K, w.W_V]).astype(float)  # (576, 384)
        down = directions(rms_norm(x, w.gain_1) @ W if way == "inputs" else W, r)
        W = (W @ down.T @ down).astype(np.float32)  # what is kept: y @ W @ down.T, r numbers
        other.blocks.append(w._replace(W_K=W[:, :192], W_V=W[:, 192:]))
    return other


def computed(model, r, way, i):
    """The mean loss in bits of the last COUNTED tokens of text i, fitted to the other two."""
    texts = [model.tokens.encode(text)[:TOKENS] for text in long_texts().values()]
    numbers = texts.pop(i)
    changed = with_latent(model, r, way, [*texts[0], *texts[1]])
    return float(losses(changed, numbers, last=COUNTED).mean() / np.log(2))


def recorded(r, way):
    """The same of the three texts, as it is recorded."""
    return json.loads(FILE.read_text("utf-8"))[f"{r} {way}"]
