"""Exercises of notebook 13: RMS norm, the gated MLP, shared keys; pairs joined, top-p, and a score
for induction."""

from functools import cache

import numpy as np

from helpers import positions
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "rms_norm",
    "gated_mlp",
    "repeat_heads",
    "tired_and_wide",
    "merge_pair",
    "top_p",
    "induction_score",
    "six_heads",
)


@cache
def scores_after_1000():
    """Whether rotary scores change if all positions grow by 1000."""
    Q, K = np.random.default_rng(0).standard_normal((2, 9, 64))
    places = np.arange(9)
    here, there = (
        positions.rotate(Q, places + start) @ positions.rotate(K, places + start).T
        for start in (0, 1000)
    )
    return "the same" if np.allclose(here, there) else "higher"


PREDICTED = (
    OneOf(
        name="a_thousand_further",
        title="the loss if every position is 1000 larger",
        truth=scores_after_1000,
        why="Rotary positions turn queries and keys alike, so positions enter a score only by the "
        "distance between the two. All distances are what they were.",
        options=("much higher", "a little higher", "the same"),
    ),
)
