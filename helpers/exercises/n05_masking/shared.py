"""What several exercises of notebook 05 share."""

import math

from helpers.exercises.engine.draws import far_sizes

INF = math.inf
LN3 = math.log(3)
PAIR = ("queries", "keys")


def lengths_and_width(rng):
    b, m = far_sizes(rng, 2, far=60)
    return rng.integers(0, m + 1, b).tolist(), m
