"""Exercises of notebook 03: softmax, scaling and the weighted sum."""

import numpy as np

from helpers import attention
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number

CHECKED = read(__file__, "shift", "softmax", "formula", "why_root", "temperature", "jacobian")


def times():
    larger, smaller = attention.softmax(np.array([2.0, 1.0]))
    return larger / smaller


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
)
