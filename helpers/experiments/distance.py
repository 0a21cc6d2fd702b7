"""How far do they see? A capital, then T letters of noise, then a question mark: which capital?

    text, capital = texts(rng, T=8, b=2)    # such as "c A f g  a h e b f d c a ?"
    learn("attention, 4 heads", T=8)        # trains one; the share of 800 new texts it answers

The capital is one of 8, so chance is 1/8, and stands anywhere among the first four places. Each
model is trained anew for each distance, with the same 300 steps. `recorded()` has all distances
and five seeds of each; `make record WHAT=distance` writes it anew.
"""

import json
import math
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from helpers import training
from helpers.attention import softmax
from helpers.checking import takes
from helpers.experiments.sequence_models import Attention, Convolution, Gated, Recurrence
from helpers.single_values import is_whole

LETTERS, ROOM = 8, 4  # letters are 0 … 7, capitals 8 … 15; the places where a capital may stand
ASKED = 2 * LETTERS  # the question mark
STEPS, BATCH, TESTED, EVERY = 300, 64, 800, 25
LEARNED = 0.99  # of new texts
DISTANCES = 2, 4, 8, 16, 32, 64
SEEDS = range(5)
RECORDED = Path(__file__).parents[1] / "data" / "distance.json"

MODELS = {  # name: (a model from a random generator, its rate)
    "attention, 4 heads": (partial(Attention, heads=4), 0.005),
    "attention, 1 head": (partial(Attention, heads=1), 0.005),
    "recurrence": (Recurrence, 0.003),
    "recurrence, orthogonal start": (partial(Recurrence, orthogonal=True), 0.003),
    "gated recurrence": (Gated, 0.003),
    "convolutions, see 7": (partial(Convolution, distances=(1, 1, 1)), 0.005),
    "convolutions, see 27": (partial(Convolution, distances=(1, 3, 9)), 0.005),
}


def texts(rng, T, b):
    """Texts (b, 4 + T + 1) and the capital of each (b,)."""
    text = rng.integers(LETTERS, size=(b, ROOM + T + 1))
    place, text_number = rng.integers(ROOM, size=b), np.arange(b)
    text[text_number, place] += LETTERS
    text[:, -1] = ASKED
    return text, text[text_number, place]


def whole_rounds(name, value, _):
    if not is_whole(value) or value not in range(EVERY, STEPS + 1, EVERY):
        needed = f"a multiple of {EVERY} from {EVERY} to {STEPS}"
        raise ValueError(f"{name}: given {value!r}, needed {needed}")
    return int(value)


@takes(steps=whole_rounds)
def learn(name, T, steps=STEPS):
    """Train a new model on texts with T letters of noise, until it answers 99 % of new texts or for
    so many steps; its accuracy on new texts at the end."""
    for accuracy in islice(course(name, T), steps // EVERY):
        if accuracy >= LEARNED:
            break
    return accuracy


def course(name, T, seed=0):
    """Its accuracy on 800 new texts after every 25 of the 300 steps, one after the other."""
    make, rate = MODELS[name]
    rng = np.random.default_rng([seed, T])
    model = make(rng)
    adam = training.Adam(model.p)
    new_texts, new_capitals = texts(rng, T, TESTED)
    for step in range(1, STEPS + 1):
        text, capital = texts(rng, T, BATCH)
        scores, back = model.run(text)
        weights = softmax(scores)  # (b, 17)
        right = np.eye(weights.shape[1], dtype=weights.dtype)[capital]  # (b, 17), one-hot
        to_scores = (weights - right) / BATCH  # ∂loss/∂scores: mean −log weight of the right one
        adam.update(clipped(back(to_scores)), training.rate_at(step, STEPS, rate))
        if step % EVERY == 0:
            scores, _ = model.run(new_texts)
            yield float((scores.argmax(axis=-1) == new_capitals).mean())


def clipped(slopes):
    """All slopes as one vector, made as short as 1 if it is longer: no text upsets everything."""
    length = math.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
    return {name: slope / max(1.0, length) for name, slope in slopes.items()}


def recorded():
    """{name: {T: [the course of each seed]}}, for all models and distances."""
    models = json.loads(RECORDED.read_text())
    return {name: {int(T): runs for T, runs in by_T.items()} for name, by_T in models.items()}


def medians(runs):
    """The median accuracy at the end, for each distance: {T: courses} → a list."""
    return [float(np.median([course[-1] for course in courses])) for courses in runs.values()]


def steps_to_learn(courses):
    """The median of the first step with at least 99 %, or None if most seeds never reach it."""
    first = [
        next((i for i, accuracy in enumerate(course) if accuracy >= LEARNED), math.inf)
        for course in courses
    ]
    median = sorted(first)[len(first) // 2]
    return None if median == math.inf else EVERY * (median + 1)
