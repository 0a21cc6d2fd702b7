"""helpers.positions: against loops over plain numbers, and what holds whatever the numbers."""

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.positions import (
    halves_order,
    rotate,
    rotate_halves,
    shift_matrix,
    sinusoids,
)

settings.register_profile("positions", derandomize=True, deadline=None, max_examples=30)
ours = settings.get_profile("positions")
widths = st.integers(1, 5).map(lambda pairs: 2 * pairs)
places = st.integers(0, 200)
bases = st.sampled_from([2.0, 100.0, 10_000.0])
seeds = st.integers(0, 2**32 - 1)
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


@ours
@given(widths, places, st.integers(-200, 90), bases)
def test_one_matrix_shifts_every_row(d, i, k, base):
    if i + k < 0:
        k = -i
    table = sinusoids(300, d, base)
    R = shift_matrix(k, d, base)
    assert close(table[i] @ R, table[i + k])
    assert close(R @ R.T, np.eye(d))
    assert close(R @ shift_matrix(-k, d, base), np.eye(d))


@ours
@given(widths, places, places, st.integers(-90, 90), bases, seeds)
def test_a_score_of_rotated_rows_depends_on_the_distance(d, i, j, k, base, seed):
    q, key = numbers(seed, 1, d), numbers(seed + 1, 1, d)
    for turn in (rotate, rotate_halves):
        score = turn(q, [i], base) @ turn(key, [j], base).T
        assert close(turn(q, [i + k], base) @ turn(key, [j + k], base).T, score)
        assert close(np.linalg.norm(turn(q, [i], base)), np.linalg.norm(q))


@ours
@given(widths, st.integers(1, 5), seeds)
def test_halves_are_pairs_in_another_order(d, n, seed):
    x, order = numbers(seed, 2, n, d), halves_order(d)
    assert sorted(order) == list(range(d))
    assert close(rotate_halves(x[..., order]), rotate(x)[..., order])


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
        for turn in (rotate, rotate_halves):
            assert turn(x).dtype == dtype
            assert np.allclose(turn(x), turn(x.astype(np.float64)), atol=0.01)
        assert (x == before).all()
    assert rotate([[1, 2]]).dtype == np.float64


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sinusoids(3, 5), "d: given 5, needed an even number of at least 2"),
        (lambda: sinusoids(0, 4), "n: given 0, needed a whole number of at least 1"),
        (lambda: sinusoids(2, 4, base=0), "base: given 0, needed a number above 0"),
        (lambda: shift_matrix(1.5, 4), "k: given 1.5, needed a whole number"),
        (lambda: rotate(np.ones((2, 3))), "x: given shape (2, 3), needed (…, n, an even number)"),
        (lambda: rotate_halves(np.ones(4)), "x: given shape (4,), needed (…, n, an even number)"),
        (lambda: rotate(np.ones((2, 4)), [0]), "positions: given [0], needed a finite number for"),
        (lambda: rotate(np.ones((1, 4)), [np.nan]), "positions: given [nan], needed"),
        (lambda: halves_order(3), "d: given 3, needed an even number"),
    ],
)
def test_a_wrong_argument_is_named(call, message):
    with pytest.raises(ValueError) as error:  # noqa: PT011
        call()
    assert message in str(error.value)
