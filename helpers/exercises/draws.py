"""Random arguments for the checks, of every size and kind that a task promises.

A draw is a function of a random generator that gives the arguments of one call. Where rounding
alone decides the result, as between two equal cosines, it must not go.
"""

import numpy as np


def sizes(rng, count, least=1, most=7):
    """So many sizes, each drawn on its own."""
    return rng.integers(least, most + 1, count).tolist()


def leading(rng, most=2):
    """Leading axes, at most so many, of 1 to 3 each."""
    return sizes(rng, rng.integers(most + 1), most=3)


def numbers(rng, *shape, tiny=1e-6, huge=1e6):
    """An array of one kind; no number of a large or small kind is far above huge or below tiny."""
    normal = rng.standard_normal(shape)
    rows = (*shape[:-1], 1)
    match rng.integers(14):
        case 0 | 1:
            return rng.integers(-9, 10, shape)  # whole numbers, dtype int64
        case 2:
            return rng.integers(-1, 2, shape).astype(float)  # ties and zeros
        case 3:
            return np.zeros(shape)
        case 4:
            return np.where(
                rng.random(rows) < 0.5, normal, rng.standard_normal(shape[-1])
            )  # repeats
        case 5:
            normal.flat[rng.integers(normal.size)] = rng.choice([-huge, huge])
            return normal
        case 6:
            return normal * huge
        case 7:
            return normal * tiny
        case 8:
            return normal * 10 ** rng.uniform(np.log10(tiny), np.log10(huge), rows)
        case 9:
            return normal + rng.choice([-1, 1], rows) * min(huge, 1000)
        case 10 | 11:
            return normal.astype(np.float32)
        case _:
            return normal


def mask(rng, *shape, blind=True):
    """Truths of any shape that broadcasts against `shape` (…, n, m). blind: some rows may be all
    False; otherwise each row has a True."""
    own = [size if rng.random() < 0.7 else 1 for size in shape[rng.integers(len(shape)) :]]
    seen = rng.random(own) < rng.choice([0.3, 0.7, 1])
    if blind:
        return seen & (rng.random((*own[:-1], 1)) < 0.8)
    some_key = rng.integers(0, own[-1], (*own[:-1], 1))
    return seen | (np.arange(own[-1]) == some_key)


def size(arguments):
    """What draws are sorted by: how many rows, then how far the numbers are from 1."""
    arrays = [np.ones(x) if isinstance(x, int) else np.asarray(x) for x in arguments]
    rows = sum(x.size // max(1, x.shape[-1]) for x in arrays if x.ndim)
    numbers = [np.abs(x[x != 0]) for x in arrays if x.dtype.kind in "if"]
    return rows, max((np.abs(np.log10(x)).max(initial=0) for x in numbers), default=0)
