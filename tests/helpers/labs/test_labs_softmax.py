"""The lab of notebook 03 against arithmetic of its own, and what its settings claim."""

from itertools import product

import numpy as np
import pytest

from helpers.drawing.shapes import Area, Dot, Line
from helpers.labs import softmax
from helpers.labs.engine.session import Session
from helpers.labs.softmax_lab import (
    BY_HAND,
    KEYS,
    MEANS,
    POWERS,
    QUERIES,
    SIZE,
    WIDTHS,
    derivative_picture,
    derivative_sizes,
    histogram,
    scores_of,
    weights_at,
)


def drawn_again(d_k, mean):
    """The lab's queries and keys, number by number."""
    random = np.random.default_rng(d_k)
    q = random.standard_normal((QUERIES, 1, d_k), dtype=np.float32)
    k = random.standard_normal((QUERIES, KEYS, d_k), dtype=np.float32)
    return np.float64(q[:, 0]) + mean, np.float64(k) + mean


def plain_softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()


@pytest.mark.parametrize("mean", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("d_k", [1, 16, 512])
def test_scores_and_derivatives_are_those_of_the_vectors_themselves(d_k, mean):
    q, k = drawn_again(d_k, mean)
    raw, _ = scores_of(d_k, mean)
    for i in (0, 7, 33):
        assert np.allclose(raw[i], k[i] @ q[i], atol=1e-3)
        for divisor, c in {"nothing": 1, "√d_k": np.sqrt(d_k), "d_k": d_k}.items():
            p = plain_softmax(k[i] @ q[i] / c)
            J = np.diag(p) - np.outer(p, p)
            size = np.linalg.norm(J @ k[i] / c)
            assert np.isclose(derivative_sizes(d_k, divisor, mean)[i], size, rtol=0.01, atol=1e-4)


def test_the_variance_is_the_width_and_the_root_makes_it_one():
    for d_k in WIDTHS[2:]:
        raw, _ = scores_of(d_k, 0.0)
        assert abs(raw.var() / d_k - 1) < 0.25


def shown(name):
    preset = next(preset for preset in softmax.presets if preset.name == name)
    values = softmax.at(preset)
    return values, softmax.show(**values).parts["numbers"].lines


@pytest.mark.parametrize(
    ("name", "printed"),
    [("s1", "0.032059, 0.087144, 0.236883, 0.643914"), ("s2", "0.000000, 0.000000, 0.000045, 0")],
)
def test_the_document_s_scores_give_its_printed_weights(name, printed):
    values, lines = shown(name)
    assert values["source"] == BY_HAND
    assert printed in lines[1]


def test_what_the_settings_say_is_so():
    values, _ = shown("Root, narrow")
    assert weights_at(values).max() < 0.5
    values, _ = shown("Nothing, wide")
    size = derivative_sizes(1024, "nothing", 0.0)
    assert weights_at(values).max() > 0.999
    assert size[values["query"] - 1] < 0.01
    assert np.median(size) < 0.01
    values, _ = shown("Nothing, near tie")
    assert size[values["query"] - 1] > 5
    values, _ = shown("Root, wide")
    assert weights_at(values).max() < 0.5
    values, _ = shown("d_k, wide")
    assert np.allclose(weights_at(values), 1 / KEYS, atol=0.02)
    values, _ = shown("Mean not 0")
    centre = scores_of(256, 1.0)[0].mean() / 16
    assert abs(centre - np.sqrt(256)) < 1


def test_the_histogram_is_as_wide_as_the_theory_at_every_spread():
    for d_k, divisor in product(WIDTHS[3:], POWERS):
        z = scores_of(d_k, 0.0)[0] / d_k ** POWERS[divisor]
        deviation = d_k**0.5 / d_k ** POWERS[divisor]
        (steps,) = [s for s in histogram(z, deviation**2).shapes if isinstance(s, Area)]
        x, y = steps.corners.T
        assert 10 <= len(set(x)) - 1 < 30  # three to a standard deviation
        assert np.ptp(y) > 0.4 * SIZE[1]


def test_few_is_not_none_and_many_are_not_all():
    """Of the scores beyond the histogram; and no median derivative lies below the picture."""
    for d_k, divisor, mean in product(WIDTHS, POWERS, MEANS):
        z = scores_of(d_k, mean)[0] / d_k ** POWERS[divisor]
        beyond = np.mean(abs(z) > 48)
        description = histogram(z, 1.0).description
        assert ("(0.0%" in description, "(100.0%" in description) == (beyond == 0, beyond == 1)
        picture = derivative_picture(d_k, divisor, mean)
        (dot,) = [shape for shape in picture.shapes if isinstance(shape, Dot)]
        (guide,) = [s for s in picture.shapes if isinstance(s, Line) and s.tone == "ink"]
        assert dot.y < guide.points[0][1] - 1  # above the axis


SOLUTIONS = [
    (  # 0.996 and 0.964
        {"divisor": "nothing", "d_k": 1024, "query": 2},
        {"divisor": "nothing", "d_k": 1024, "query": 9},
    ),
    ({"divisor": "d_k", "d_k": 256}, {"divisor": "√d_k", "d_k": 16}),  # entropy 2.77 and 2.68
    ({"d_k": 256, "mean": 1.0}, {"d_k": 16, "mean": 1.0}),
]


@pytest.mark.parametrize("index", range(3))
def test_each_challenge_is_solved_by_its_solution_and_not_by_a_near_miss(index):
    right, wrong = SOLUTIONS[index]
    for change, solved in ((wrong, False), (right, True)):
        session = Session(softmax)
        answer = session.change({"number": 1, "change": change})
        assert answer["problems"] == {}
        assert answer["solved"][index] is solved


def test_by_hand_the_other_controls_are_off_and_the_reverse():
    values = softmax.at(softmax.presets[0])
    assert softmax.show(**values).off == ("factor",)
    assert set(softmax.show(**values | {"source": BY_HAND}).off) == {
        "d_k",
        "divisor",
        "mean",
        "query",
    }
