"""A published model with fewer keys, fewer bits of them, and positions at another scale.

What it makes of TEXT with each setting is recorded, since a run takes a part of a second, and what
it writes through a window, which takes minutes: `make record WHAT=today`.
"""

import json
from collections import namedtuple
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from helpers.language.smollm2 import LAYERS

FILE = Path(__file__).resolve().parents[1] / "data" / "today.npz"
WRITTEN = FILE.with_suffix(".json")
TEXT = (
    "The fox and the crow met by the river. The crow had a piece of cheese, and the fox wanted it. "
    "So the fox said to the crow, “Sing for me!” The crow sang, and down fell the"
)
TOKENS, COUNTED, LIKELIEST = 45, 24, 5  # of the text; whose losses are asked; that may come next
CHEESE = 16  # the number of this token
HEAD = 25, 5  # a head whose last query gives most of its weight to it
WINDOWS = (4, 8, 16, 32, TOKENS)
FIRST = (0, 1)  # tokens at the beginning that stay visible
BITS = (2, 4, 16)  # of each number that is kept of a key or value; 16: as it is
SCALES = (0.5, 1, 2)  # times which each position is
QUESTIONS = (
    "Write a long story about a fox who lives by the sea.",
    "Explain in detail how bread is made.",
    "Describe a long walk through a forest in winter.",
)
LONGEST = 400  # tokens of an answer
ANSWERED_WITH = (63, 1), (64, 0)  # 64 keys: the last 63 and the first, or the last 64
AS_TRAINED = TOKENS, 0, 16, 16, 1
KEY_NUMBERS, HEAD_WIDTH = 3 * 64, 64  # of a token's keys in a layer; of values as many

# loss: the mean of the last tokens, in bits; after: the likeliest next tokens, and their
# probabilities; weights (45, 45): of HEAD
State = namedtuple("State", "loss after chances weights")


def settings():
    """Of all that are recorded. Where all keys are seen, the first is."""
    shown = [pair for pair in product(WINDOWS, FIRST) if pair != (TOKENS, 1)]
    return [(*pair, *rest) for pair, *rest in product(shown, BITS, BITS, SCALES)]


@cache
def recording():
    with np.load(FILE) as file:
        return dict(file)


def recorded(w, first, of_keys, of_values, scale):
    """The State with a setting, as it is recorded."""
    found = recording()
    at = settings().index((w, 0 if w == TOKENS else first, of_keys, of_values, scale))
    weights = np.zeros((TOKENS, TOKENS))
    weights[np.tri(TOKENS, dtype=bool)] = found["weights"][at] / 255
    after = found["after"][at].tolist()
    return State(float(found["loss"][at]), after, found["chances"][at].astype(float), weights)


def written():
    """{question: [the answer that was written with each of ANSWERED_WITH]}"""
    return json.loads(WRITTEN.read_text("utf-8"))


def cache_bytes(tokens, w, first, of_keys, of_values):
    """Of the keys and values of a text of so many tokens. In few bits, each row of 64 has its least
    number and its step besides, 16 bits each. A window of TOKENS stands for all keys."""
    held = tokens if w == TOKENS else min(tokens, w + first)
    bits = sum(b + (32 / HEAD_WIDTH if b < 16 else 0) for b in (of_keys, of_values))
    return LAYERS * held * KEY_NUMBERS * bits / 8
