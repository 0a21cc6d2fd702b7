"""The models of the lab `write`: one that was trained before, and trainings that go as far as they
are asked to and keep what they have. Part of the lab of notebook 12."""

from copy import deepcopy
from functools import cache, lru_cache

import numpy as np

from helpers import training
from helpers.experiments.counted_letters import CountedLetters
from helpers.training.learn import Training
from helpers.training.letters import COUNTRIES, END, LONGEST, PLACES, encoded, trained
from helpers.training.writing import as_name, draw, next_logits, probabilities, tokens_of

STEPS, RATE = 2000, 0.01  # as in the notebook
SIZES = {"layers": 2, "heads": 4, "d": 32, "d_ff": 64}
MEASURED = 10  # steps from one loss on new names to the next
APART_KEPT = 50  # steps from one training that is kept whole to the next
APART = 7  # the loss is measured on every seventh name that was set aside, 25 of each country
EACH = 4  # names that are written for each country
BITS = np.log(2)  # nats

TRAINED, NEW, UNMASKED = "trained", "new", "unmasked"


class Course:
    """A training as far as it has gone. Kept are the models whose loss is measured and, now and
    then, the whole training, from where any other model is trained again."""

    def __init__(self, causal):
        model = training.Transformer(
            len(PLACES.words), PLACES.n, causal=causal, dtype=np.float32, **SIZES
        )
        self.newest = Training(model, PLACES, STEPS, RATE)
        self.begun = self.newest  # where the newest set out: it may have been asked ahead in vain
        self.models, self.trainings = {0: model}, {0: self.newest}  # {steps: …}

    def at(self, steps):
        """The model after so many steps.

        Each step is made in a copy: if it is interrupted, the last whole one stays.
        """
        if steps in self.models:
            return self.models[steps]
        recent = {training.adam.step: training for training in (self.begun, self.newest)}
        done = self.trainings | recent
        self.begun = self.newest = done[max(step for step in done if step <= steps)]
        for step in range(self.newest.adam.step + 1, steps + 1):
            copy = deepcopy(self.newest, {id(PLACES): PLACES})  # the names need no copy
            copy.step()
            self.newest = copy
            if step % MEASURED == 0:
                self.models[step] = copy.model
            if step % APART_KEPT == 0:
                self.trainings[step] = copy
        return self.newest.model


course_of = cache(Course)  # of each of the two, it has 40 MB in the end
trained_before = cache(trained)


def model_of(kind, steps):
    """The model of a training after so many steps, or the one that was trained before."""
    if kind == TRAINED:
        return trained_before()
    return course_of(kind == NEW).at(steps)


# --- how good it is -------------------------------------------------------------------------------


@cache
def tests():
    """Names that no model has seen, from A to Z, as many of each country: tokens and targets."""
    return encoded({country: names[::APART] for country, names in PLACES.validation.items()})


def measured(steps):
    """The last of so many steps at which the loss on new names is measured, as that takes long."""
    return steps - steps % MEASURED


@lru_cache(maxsize=2 * STEPS // MEASURED)
def bits(kind, steps, off=()):
    """The loss on new names in bits a letter, with the heads `off` switched off."""
    return training.loss(model_of(kind, steps), *tests(), off) / BITS


@cache
def bits_of_bigram():
    """The loss of a model that counts which letter follows which, in each country."""
    return CountedLetters(*encoded(PLACES.training), order=2).loss(*tests()) / BITS


@cache
def names_to_learn_from():
    return {name.capitalize() for names in PLACES.training.values() for name in names}


# --- what it writes -------------------------------------------------------------------------------


def written_names(model, beginning, temperature, top_k, off, drawn):
    """EACH names of each country, [[name, …], …]. drawn: a seed; with the same one, only what has
    changed otherwise changes the names."""
    rng = np.random.default_rng(drawn)
    rows = [tokens_of(PLACES, beginning, country) for country in COUNTRIES for _ in range(EACH)]
    tokens, kept = np.array(rows), {}
    for i in range(LONGEST):
        if model.causal:  # a cache holds only where no place sees what comes later
            logits = next_logits(model, tokens[:, i], i, kept, off=off)
        else:
            logits = model.run(tokens[:, : i + 1], off).logits[:, -1]
        if i + 1 == tokens.shape[1]:  # the beginning has been read
            tokens = np.column_stack([tokens, draw(rng, logits, temperature, top_k)])
    names = [as_name(PLACES, row[1:]) for row in tokens]
    return [names[i : i + EACH] for i in range(0, len(names), EACH)]


def letter_by_letter(model, name, country, temperature, top_k, off):
    """How a name was written: its letters and the end (m,), and the probabilities of all 27 at each
    of these places (m, 27). Each is asked as in writing: the model sees only what comes before."""
    tokens = tokens_of(PLACES, name, country)
    letters = [*tokens[1:], END][:LONGEST]  # the longest names end without being asked
    if model.causal:  # then all places can be asked at once
        logits = model.run(np.array([tokens[: len(letters)]]), off).logits[0]
    else:
        beginnings = [np.array([tokens[:i]]) for i in range(1, len(letters) + 1)]
        logits = np.array([model.run(beginning, off).logits[0, -1] for beginning in beginnings])
    return letters, probabilities(logits[:, : END + 1].astype(float), temperature, top_k)
