"""A guesser becomes an assistant, in small: notebook 12's letters, in two stages (notebook 13).

Stage 1 trains on names of all six countries, each row begun by the full stop. Stage 2 goes on with
the same numbers and the same loop on rows in a form: the country's token first, which stage 1 never
saw. The country is never asked for, only the letters after it.

What ten seeds gave is recorded: `make record WHAT=assistant`.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from helpers import training
from helpers.experiments.counted_letters import CountedLetters
from helpers.training import letters, writing

FILE = Path(__file__).resolve().parents[1] / "data" / "assistant.json"
SEEDS = range(10)
STAGE_1, STAGE_2, RATE = 1000, 300, 0.01  # steps of each; the rate of both
ASKED_AT = (10, 25, 50, 100, 150, 200, 250, 300)  # steps of stage 2
WRITTEN = 100  # names for each country


def without_form(rng, b):
    """Names of all countries, a row each, begun by the full stop."""
    tokens, targets = letters.drawn_names(rng, b)
    tokens[:, 0] = letters.END
    return tokens, targets


IN_FORM = letters.PLACES  # a country, then a name of it
MIXED = IN_FORM._replace(sample=without_form)


def new_model(seed):
    sizes = {"layers": 1, "heads": 4, "d": 32, "d_ff": 64}
    return training.Transformer(33, 12, **sizes, causal=True, seed=seed, dtype=np.float32)


def stage_1(model, seed):
    training.train(model, MIXED, STAGE_1, RATE, seed)


def stage_2(model, seed, watch=None):
    training.train(model, IN_FORM, STAGE_2, RATE, seed, watch)


def bits(model, first=None):
    """A letter, on the names that were set aside. first: the token that stands before each, in
    place of its country."""
    tokens, targets = letters.encoded(letters.PLACES.validation)
    if first is not None:
        tokens[:, 0] = first
    return float(training.loss(model, tokens, targets) / np.log(2))


def written(model, seed):
    """{country: names that the model writes if it is asked for that country}"""
    rng = np.random.default_rng(seed)
    return {
        country: writing.names(model, letters.PLACES, rng, WRITTEN, country=country)
        for country in letters.COUNTRIES
    }


@cache
def trigram():
    return CountedLetters(*letters.encoded(letters.PLACES.training), order=3, weight=10)


def placed(names):
    """The share of the names of each country that the trigram finds likeliest there, of all six:
    {country: names} → (6,)"""
    shares = []
    for right, of_country in enumerate(names.values()):
        tokens, targets = letters.encoded({"DE": [name.lower() for name in of_country]})
        logs = []
        for country in letters.COUNTRIES:
            tokens[:, 0] = letters.WORDS.index(country)
            logs.append(np.log(trigram().probabilities(tokens, targets)).sum(axis=1))
        shares.append(np.mean(np.argmax(logs, axis=0) == right))
    return np.array(shares)


def recorded():
    """What tools/record/record_assistant.py says of it."""
    return json.loads(FILE.read_text("utf-8"))
