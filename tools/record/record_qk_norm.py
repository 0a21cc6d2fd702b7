"""The trainings with and without QK-norm that notebook 14 shows: needs a minute.

What stands in helpers/data/qk_norm.json: for each rate, with and without the norm, of three seeds
the bits a letter and the largest score, rounded.
"""

import json
from itertools import product

import numpy as np

from helpers.experiments import qk_norm


def recorded(rate, norm):
    """What the file has of a rate."""
    with np.errstate(all="ignore"):  # at the highest rate
        found = [qk_norm.computed(rate, norm, seed) for seed in qk_norm.SEEDS]
    return [(round(bits, 3), round(score, 1)) for bits, score in found]


def main():
    found = {
        f"{rate} {norm}": recorded(rate, norm)
        for rate, norm in product(qk_norm.RATES, (False, True))
    }
    qk_norm.FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")
