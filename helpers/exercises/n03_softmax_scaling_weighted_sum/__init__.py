"""Exercises of notebook 03: softmax, scaling and the weighted sum."""

import numpy as np

from helpers import attention
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf

CHECKED = read(__file__, "shift", "softmax", "formula", "why_root", "temperature", "jacobian")


def times():
    larger, smaller = attention.softmax(np.array([2.0, 1.0]))
    return larger / smaller


def divided_by_the_width():
    """What 16 weights look like at a large d_k, divided by d_k: the median of the largest."""
    random = np.random.default_rng(0)
    q, k = random.standard_normal((60, 1024, 1)), random.standard_normal((60, 16, 1024))
    largest = np.median(attention.softmax((k @ q)[..., 0] / 1024).max(axis=1))
    return "one near 1" if largest > 0.9 else "all nearly equal" if largest < 0.1 else "in between"


PREDICTED = (
    Number(
        name="times",
        title="how many times the weight",
        truth=times,
        why="e to the power of the difference of the scores, which is 1. Other keys change both "
        "weights alike.",
        unit=" times",
    ),
    Number(
        name="ten_times",
        title="the weight at ten times the scores",
        truth=lambda: float(attention.softmax(np.array([10.0, 20.0, 30.0, 40.0]))[-1]),
        why="A lead of 10 is a factor of e¹⁰, about 22000: the softmax is saturated.",
        near=0,
        within=0.01,
        digits=6,
        share_of=1,
    ),
    OneOf(
        name="divided_by_the_width",
        title="divided by d_k",
        truth=divided_by_the_width,
        why="The spread of the raw scores grows with the root of d_k. Divided by d_k, it shrinks "
        "with the root, and scores that are all near 0 give equal weights.",
        options=("one near 1", "in between", "all nearly equal"),
        deeper=True,
    ),
)
