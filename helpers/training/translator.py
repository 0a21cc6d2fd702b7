"""The encoder and the decoder that notebook 11 trains on dates, trained already, with the way to
the cross-attention in NumPy. tools/record/record_translator.py trained them.
"""

from collections import namedtuple
from functools import cache
from pathlib import Path

import numpy as np

from helpers.attention import attention, causal_mask
from helpers.block import layer_norm
from helpers.training import dates

FILE = Path(__file__).parents[1] / "data" / "translator.npz"
Translated = namedtuple("Translated", "written y x W_Q W_K W_V")


@cache
def trained():
    """What they have learned, with seed 7: {name: array}, as `dates.starting_values` names them."""
    with np.load(FILE) as file:
        return {name: x.astype(float) for name, x in file.items()}


def translated(date, p=None):
    """A date, such as "17 May 2026", and what its translation has in the cross-attention.

    `written` are the n signs; `y` (n, d) are the rows that ask, one for each sign that is written
    next; `x` (m, d) are those that are asked, what the encoder has made of the m tokens; the W
    are (d, d). p: what was learned, if it is not `trained()`.
    """
    dates.day_of(date)  # or a ValueError
    p = trained() if p is None else p
    x = p["tokens"][dates.as_read(date)] + p["places of tokens"]  # (m, d)
    z = layer_norm(x)
    x = layer_norm(x + _attended(p, "encoder", z, z))  # self-attention
    signs = dates.as_written("")  # the start
    for n in range(1, dates.WRITTEN + 1):
        y = p["signs"][signs] + p["places of signs"][:n]  # (n, d)
        z = layer_norm(y)
        y = y + _attended(p, "decoder", z, z, causal_mask(n))  # masked self-attention
        asks = layer_norm(y)
        y = y + _attended(p, "cross", asks, x)  # cross-attention
        signs.append(int((layer_norm(y[-1:]) @ p["answer"]).argmax()))
    written = "".join(dates.SIGNS[i] for i in signs[1:])
    return Translated(written, asks, x, *(p[f"cross.{W}"] for W in ("W_Q", "W_K", "W_V")))


def _attended(p, part, y, x, mask=None):
    """What the one head of a part adds, where y asks x: (n, d)."""
    Q, K, V = y @ p[f"{part}.W_Q"], x @ p[f"{part}.W_K"], x @ p[f"{part}.W_V"]
    return attention(Q, K, V, mask).output @ p[f"{part}.W_O"]
