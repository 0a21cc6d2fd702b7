"""Random arguments for the checks, of every size and kind that a task promises.

A draw is a function of a random generator that gives the arguments of one call. It must avoid
inputs where rounding alone decides the result, such as two equal cosines.
"""

import numpy as np


def sizes(rng, count, most=7):
    """So many sizes, each drawn on its own."""
    return rng.integers(1, most + 1, count).tolist()


def far_sizes(rng, count, far=200):
    """The same, but every fourth draw goes beyond all cases: some sizes, any of them, are 9 to 15,
    and one is 20 to far."""
    drawn = sizes(rng, count)
    if rng.random() < 0.25:
        drawn = [size + 8 * int(rng.integers(2)) for size in drawn]
        drawn[rng.integers(count)] = int(rng.integers(20, far + 1))
    return drawn


def leading(rng, most=2):
    """Leading axes, at most so many, of 1 to 3 each."""
    return sizes(rng, rng.integers(most + 1), most=3)


# the kinds of numbers, each as often as it is drawn
KINDS = "whole whole ties zeros repeats one-huge huge tiny scales far float32 float32 normal normal"


def numbers(rng, *shape, tiny=1e-6, huge=1e6):
    """An array of numbers of one kind. Most lie between tiny and huge in size, none far beyond."""
    normal = rng.standard_normal(shape)
    rows = (*shape[:-1], 1)
    match rng.choice(KINDS.split()):
        case "whole":
            return rng.integers(-9, 10, shape)  # of dtype int64
        case "ties":
            return rng.integers(-1, 2, shape).astype(float)  # and zeros
        case "zeros":
            return np.zeros(shape)
        case "repeats":
            row = rng.standard_normal(shape[-1])
            return np.where(rng.random(rows) < 0.5, normal, row)
        case "one-huge":
            normal.flat[rng.integers(normal.size)] = rng.choice([-huge, huge])
            return normal
        case "huge":
            return normal * huge
        case "tiny":
            return normal * tiny
        case "scales":
            return normal * 10 ** rng.uniform(np.log10(tiny), np.log10(huge), rows)
        case "far":
            return normal + rng.choice([-1, 1], rows) * min(huge, 1000)
        case "float32":
            return normal.astype(np.float32 if max(shape) < 20 else float)  # long sums round more
        case "normal":
            return normal


def halfway(rng, x):
    """x (…, d), each row moved halfway between two numbers of 0 to 6 decimals, where the least
    difference decides which way it is rounded."""
    scale = 10.0 ** rng.integers(7, size=(*x.shape[:-1], 1))
    return (np.round(x * scale) + 0.5) / scale


def scores(rng, *shape):
    """Scores for a softmax. In a third of the draws each row, and each score in it, lies near a
    number of its own, hundreds apart: whatever is subtracted from all, some exponentials are inf or
    all of a row's are 0."""
    if rng.random() < 1 / 3:
        rows = rng.choice([-800, 0, 800], (*shape[:-1], 1))
        return rows + rng.choice([0, 0, 22, 800], shape) + rng.standard_normal(shape)
    return numbers(rng, *shape, tiny=1e-300, huge=1e30)


def mask(rng, *shape, blind=True):
    """True and False in any shape that broadcasts to `shape` (…, n, m). blind: some rows may be
    all False; otherwise each row has a True."""
    sizes = [size if rng.random() < 0.7 else 1 for size in shape[rng.integers(len(shape)) :]]
    rows = (*sizes[:-1], 1)
    seen = rng.random(sizes) < rng.choice([0.3, 0.7, 1])
    if blind:
        return seen & (rng.random(rows) < 0.8)
    some_key = rng.integers(0, sizes[-1], rows)
    return seen | (np.arange(sizes[-1]) == some_key)


def queries_and_keys(rng):
    """Q (n, d_k) and K (m, d_k)."""
    n, m, d_k = far_sizes(rng, 3)
    return numbers(rng, n, d_k), numbers(rng, m, d_k)


def queries_keys_and_values(rng):
    """Q (n, d_k), K (m, d_k) and V (m, d_v); scores that an exponential can take."""
    n, m, d_k, d_v = far_sizes(rng, 4)
    Q = numbers(rng, n, d_k, huge=1e3)
    K = numbers(rng, m, d_k, huge=1e3)
    return Q, K, numbers(rng, m, d_v)


def size(arguments):
    """What draws are sorted by: those with a far size last, then how many rows, then how large or
    small the numbers are. A whole number counts as so many rows, for it may be a size."""
    counts = [x for x in arguments if isinstance(x, int)]
    arrays = [np.asarray(x) for x in arguments if not isinstance(x, int)]
    largest = max([*counts, *(side for x in arrays for side in x.shape)], default=0)
    rows = sum(counts) + sum(x.size // max(1, x.shape[-1]) for x in arrays if x.ndim)
    entries = [np.abs(x[x != 0]) for x in arrays if x.dtype.kind in "if"]
    return (
        largest >= 20,
        rows,
        max((np.abs(np.log10(x)).max(initial=0) for x in entries), default=0),
    )
