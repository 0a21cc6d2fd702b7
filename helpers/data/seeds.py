"""What came out of many trainings of the models of notebook 11, read from seeds.json.

tools/record/record_seeds.py made the file and says what each entry holds.
"""

import json
from functools import cache
from pathlib import Path


@cache
def recorded():
    return json.loads(Path(__file__).with_name("seeds.json").read_text(encoding="utf-8"))


def seeds():
    """Trainings of two layers on what "it" means: a dictionary for each of the seeds 0 to 19."""
    return recorded()["it"]


def reversed_without_a_head():
    """Trainings of two heads on reversing letters, seeds 0 to 9: the accuracy without head 1.1 and
    without head 1.2, first with zeros in its place, then with its mean output: (10, 2, 2)."""
    return recorded()["reverse"]


def translated():
    """Trainings of an encoder and a decoder on dates: a dictionary for each of the seeds 0 to 9."""
    return recorded()["dates"]


def looked_up():
    """Trainings of two layers on facts: a dictionary for each of the seeds 0 to 9."""
    return recorded()["facts"]


def copied():
    """Trainings that copy numbers of 1 to 8 digits, seeds 0 to 4: the shares that are right, (8,)
    under "all rows" of the encoder, which the decoder is given, "their mean" and, with that and
    four times the steps, "longer"."""
    return recorded()["copied"]
