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
Translated = namedtuple("Translated", "written y x W_Q W_K W_V weights")


@cache
def trained():
    """What they have learned, with seed 7: {name: array}, as `dates.starting_values` names them."""
    with np.load(FILE) as file:
        return {name: x.astype(float) for name, x in file.items()}


def translated(date, p=None, cross=None):
    """A date, such as "17 May 2026", and what its translation has in the cross-attention.

    `written` are the n signs; `y` (n, d) are the rows that ask, one for each sign that is written
    next; `x` (m, d) are those that are asked, what the encoder has made of the m tokens; the W
    are (d, d); the weights are (n, m). p: what was learned, if it is not `trained()`.
    cross(y, x, W_Q, W_K, W_V): what takes the place of the cross-attention, (n, d_v).
    """
    dates.day_of(date)  # or a ValueError
    p = trained() if p is None else p
    matrices = [p[f"cross.{W}"] for W in ("W_Q", "W_K", "W_V")]
    x = p["tokens"][dates.as_read(date)] + p["places of tokens"]  # (m, d)
    z = layer_norm(x)
    x = layer_norm(x + _attended(p, "encoder", z))  # self-attention
    signs = dates.as_written("")  # the start
    for n in range(1, dates.WRITTEN + 1):
        y = p["signs"][signs] + p["places of signs"][:n]  # (n, d)
        z = layer_norm(y)
        y = y + _attended(p, "decoder", z, causal_mask(n))  # masked self-attention
        asks = layer_norm(y)
        read = (cross or _crossed)(asks, x, *matrices)  # cross-attention
        y = y + read @ p["cross.W_O"]
        signs.append(int((layer_norm(y[-1:]) @ p["answer"]).argmax()))
    written = "".join(dates.SIGNS[i] for i in signs[1:])
    return Translated(written, asks, x, *matrices, _asked(asks, x, *matrices).weights)


def _asked(y, x, W_Q, W_K, W_V, mask=None):
    """The output (n, d_v) and the weights (n, m) of one head, where y asks x."""
    return attention(y @ W_Q, x @ W_K, x @ W_V, mask)


def _crossed(y, x, W_Q, W_K, W_V):
    return _asked(y, x, W_Q, W_K, W_V).output


def _attended(p, part, x, mask=None):
    """What the one head of a part adds, where x asks itself: (n, d)."""
    matrices = (p[f"{part}.{W}"] for W in ("W_Q", "W_K", "W_V"))
    return _asked(x, x, *matrices, mask).output @ p[f"{part}.W_O"]
