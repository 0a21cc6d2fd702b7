"""Ways to tell attention where a token stands, beside attention.py and in the same notation.

Read it aloud from top to bottom. Positions are counted from 0. The d numbers of a token or of a
position form d/2 pairs of neighbours, and each pair has a frequency of its own: the first turns
fastest. Sinusoids are added to the tokens; a rotation turns queries and keys, never values.

`takes` checks the arguments (checking.py). Floating dtypes are kept, integers become float64.
"""

import numpy as np

from helpers.checking import takes
from helpers.single_values import count, even, one_for_each_row_of, positive

BASE = 10_000.0  # of the 2017 paper: the slowest pair takes nearly 2π · 10,000 tokens for one turn


@takes(d=even, base=positive)
def frequencies(d, base=BASE):
    """ω = base^(−2t/d) for the pairs t = 0, 1, …, d/2 − 1: how far each turns from a token to the
    next, in radians. → (d/2,), the fastest first"""
    t = np.arange(d // 2)  # (d/2,)
    return base ** (-2 * t / d)  # (d/2,)


def _angles(positions, d, base):
    """How far each pair has turned at each position: (n,) → (n, d/2)."""
    return positions[:, None] * frequencies.plain(d, base)  # (n, 1) * (d/2,) → (n, d/2)


def _side_by_side(first, second):
    """Two arrays (…, d/2) as pairs of neighbours: first, second, first, … → (…, d)."""
    pairs = np.stack([first, second], axis=-1)  # (…, d/2, 2)
    return pairs.reshape(*first.shape[:-1], -1)  # (…, d)


@takes(n=count, d=even, base=positive)
def sinusoids(n, d, base=BASE):
    """The positions of the 2017 paper, to be added to the tokens: row i holds sin and cos of i
    times each frequency. → (n, d)"""
    angles = _angles(np.arange(n), d, base)  # (n, d/2)
    return _side_by_side(np.sin(angles), np.cos(angles))  # (n, d): sin, cos, sin, cos, …


@takes(x="… n even", positions=one_for_each_row_of("x"), base=positive)
def rotate(x, positions=None, base=BASE):
    """Rotary positions: each pair of neighbours in row i is turned by its angle at position i.

    x (…, n, d), queries or keys → (…, n, d). positions: 0, 1, …, n − 1 unless given. A dot product
    of two rotated rows depends on the distance of their positions alone.
    """
    *_, n, d = x.shape
    angles = _angles(np.arange(n) if positions is None else positions, d, base)  # (n, d/2)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]  # (…, n, d/2) each: the even and the odd columns
    return _side_by_side(first * cos - second * sin, first * sin + second * cos)  # (…, n, d)
