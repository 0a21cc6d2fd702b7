"""A published model whose rotary positions are turned less, as for texts twice as long.

The losses, in bits, are recorded: `make record WHAT=longer`. Those of short texts say what the
change costs where it is not needed; those of a long one, which goes on beyond what the model was
made for, what it is for.
"""

import json
from pathlib import Path

import numpy as np

from helpers import positions
from helpers.data.long_texts import long_texts
from helpers.language.block_functions import Parts
from helpers.language.smollm2 import LONGEST, block
from helpers.language.writing import losses, losses_after

FILE = Path(__file__).resolve().parents[1] / "data" / "longer.json"
TOKENS, COUNTED = 256, 128  # of each short text; the last so many are asked
TIMES = 2  # as long as the texts that it was made for
SLOW, FAST = 1, 32  # turns in such a text: a pair below is turned less, one above as before
FAR, STRETCH = 12_288, 1024  # tokens of each long text, and of the stretches that it is cut into
PIECE = 128  # tokens that go through the blocks at once


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
FAR_WAYS = "as trained", "by parts"


def computed(model, way):
    """The mean loss of the last COUNTED tokens of each of the three short texts."""
    parts = Parts(rotate=WAYS[way])
    texts = [model.tokens.encode(text)[:TOKENS] for text in long_texts().values()]
    return [float(losses(model, x, parts=parts, last=COUNTED).mean() / np.log(2)) for x in texts]


def far_losses(model, numbers, way):
    """The loss of each token after those before it: n tokens → (n − 1,). The text goes through the
    blocks in pieces: the model itself takes no more than LONGEST tokens."""
    parts, kept, found = Parts(rotate=WAYS[way]), {}, []
    for begin in range(0, len(numbers) - 1, PIECE):
        x = model.E[numbers[begin : begin + PIECE]]  # (n, d)
        m = begin + len(x)
        at = np.arange(begin, m)
        mask = np.arange(m) <= at[:, np.newaxis]  # (n, m): row = query, column = key
        for layer, w in enumerate(model.blocks, start=1):
            x, _, kept[layer] = block(x, w, kept.get(layer), at, mask, parts)
        asked = numbers[begin + 1 : m + 1]
        found.append(losses_after(model, x[: len(asked)], asked, parts))
    return np.concatenate(found) / np.log(2)


def in_stretches(found):
    """The mean of each STRETCH of losses, in the order of the text."""
    ends = range(STRETCH, FAR, STRETCH)
    return [float(part.mean()) for part in np.split(found, ends)]


def recorded(way):
    """What `computed` gave."""
    return json.loads(FILE.read_text("utf-8"))["short"][way]


def far_recorded(way):
    """{text: the mean loss of each of its stretches}, of each long text."""
    return json.loads(FILE.read_text("utf-8"))["long"][way]
