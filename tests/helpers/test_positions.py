"""helpers.positions: against loops over plain numbers, and what holds whatever the numbers."""

import math
from functools import partial

import numpy as np
import pytest

from helpers.positions import rotate, sinusoids

close = partial(np.allclose, rtol=0, atol=1e-9)


def numbers(seed, *shape):
    return np.random.default_rng(seed).uniform(-3, 3, shape)


# Loops: number by number, from the formulas.


@pytest.mark.parametrize(("n", "d", "base"), [(1, 2, 10_000), (5, 6, 10_000), (9, 4, 3.5)])
def test_sinusoids_are_the_formula(n, d, base):
    table = sinusoids(n, d, base)
    assert table.shape == (n, d)
    for i in range(n):
        for t in range(d // 2):
            angle = i / base ** (2 * t / d)
            assert math.isclose(table[i, 2 * t], math.sin(angle), abs_tol=1e-12)
            assert math.isclose(table[i, 2 * t + 1], math.cos(angle), abs_tol=1e-12)


# What holds whatever the numbers.


@pytest.mark.parametrize("seed", range(30))
def test_a_score_of_rotated_rows_depends_on_the_distance(seed):
    rng = np.random.default_rng(seed)
    d, base = 2 * rng.integers(1, 6), rng.choice([2.0, 100.0, 10_000.0])
    i, j, k = rng.integers([0, 0, -90], [201, 201, 91])
    q, key = numbers(seed, 1, d), numbers(seed + 1, 1, d)
    score = rotate(q, [i], base) @ rotate(key, [j], base).T
    assert close(rotate(q, [i + k], base) @ rotate(key, [j + k], base).T, score)
    assert close(np.linalg.norm(rotate(q, [i], base)), np.linalg.norm(q))


def test_rows_without_given_positions_count_from_0():
    x = numbers(0, 3, 4)
    assert (rotate(x) == rotate(x, [0, 1, 2])).all()
    assert (rotate(x)[0] == x[0]).all()
    assert not close(rotate(x), rotate(x, [1, 2, 3]))
    assert close(rotate(np.ones((4, 1)) * [1, 0])[3], [math.cos(3), math.sin(3)])  # to the left


def test_dtypes_and_arguments_are_kept():
    for dtype in (np.float16, np.float32, np.float64):
        x = numbers(0, 3, 4).astype(dtype)
        before = x.copy()
        assert rotate(x).dtype == dtype
        assert np.allclose(rotate(x), rotate(x.astype(np.float64)), atol=0.01)
        assert (x == before).all()
    assert rotate([[1, 2]]).dtype == np.float64


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sinusoids(3, 5), "d: given 5, needed an even number of at least 2"),
        (lambda: sinusoids(0, 4), "n: given 0, needed a whole number of at least 1"),
        (lambda: sinusoids(2, 4, base=0), "base: given 0, needed a number above 0"),
        (lambda: rotate(np.ones((2, 3))), "x: given shape (2, 3), needed (…, n, an even number)"),
        (lambda: rotate(np.ones(4)), "x: given shape (4,), needed (…, n, an even number)"),
        (lambda: rotate(np.ones((2, 4)), [0]), "positions: given [0], needed a finite number for"),
        (lambda: rotate(np.ones((1, 4)), [np.nan]), "positions: given [nan], needed"),
    ],
)
def test_a_wrong_argument_is_named(call, message):
    with pytest.raises(ValueError) as error:  # noqa: PT011
        call()
    assert message in str(error.value)
