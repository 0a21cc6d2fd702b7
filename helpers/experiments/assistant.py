"""A guesser becomes an assistant, in small: notebook 12's letters, in three stages (notebook 13).

Stage 1 trains on names of all six countries, each row begun by the full stop. Stage 2 goes on with
the same numbers and the same loop on rows in a form: the country's token first, which stage 1 never
saw. It is never asked for, only the letters after it. Stage 3 goes on with pairs of the model's own
names, of which a rule rates one better: direct preference optimization (Rafailov and others, 2023).

What ten seeds gave is recorded: `make record WHAT=assistant`.
"""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path

import numpy as np

from helpers import training
from helpers.experiments.counted_letters import CountedLetters
from helpers.training import letters, writing

FILE = Path(__file__).resolve().parents[1] / "data" / "assistant.json"
SEEDS = range(10)
STAGE_3, RATE_3, PAIRS = 100, 0.001, 32  # steps, their rate, pairs a step
WRITTEN, TO_RATE = 100, 200  # names for each country: to look at; to make pairs of


def without_form(rng, b):
    """Names of all countries, a row each, begun by the full stop."""
    tokens, targets = letters.drawn_names(rng, b)
    tokens[:, 0] = letters.END
    return tokens, targets


IN_FORM = letters.PLACES  # a country, then a name of it
MIXED = IN_FORM._replace(sample=without_form)


def new_model(seed, dtype=np.float64):
    sizes = {"layers": 1, "heads": 4, "d": 32, "d_ff": 64}
    return training.Transformer(33, 12, **sizes, causal=True, seed=seed, dtype=dtype)


def two_stages(seed):  # the guesser, and the same model after stage 2; it takes some ten seconds
    model = new_model(seed, np.float32)  # as those that are recorded
    training.train(model, MIXED, steps=1000, rate=0.01, seed=seed)
    guesser = deepcopy(model)
    training.train(model, IN_FORM, steps=300, rate=0.01, seed=seed)
    return guesser, model


def is_better(name):
    """The rule of stage 3: it ends in a vowel."""
    return name[-1:].lower() in [*"aeiou"]


def rated_pairs(model, seed):
    """{country: names that are better}, {country: as many that are not}: the model's own."""
    better, worse = {}, {}
    for country, names in written(model, [seed, 2], TO_RATE).items():
        good, bad = ([x.lower() for x in names if is_better(x) == rule] for rule in (True, False))
        better[country], worse[country] = good[: len(bad)], bad[: len(good)]
    return better, worse


def logs(model, tokens, targets):
    """The log-probability of each name: (b, 12), (b, 12) → (b,)"""
    return training.log_probabilities(model, tokens, targets).sum(axis=1)


def slopes_of_pairs(model, tokens, targets, before, beta):
    """Of the mean of −log σ(beta · (gain of the better − gain of the worse)), for all that is
    learned. The better names stand first. before: their logs, from which a gain is counted."""
    better, worse = np.split(logs(model, tokens, targets) - before, 2)  # (pairs,) each
    to_gain = -beta / (1 + np.exp(beta * (better - worse))) / len(better)  # of a better one
    run = model.run(tokens)
    _, back = training.cross_entropy(run.logits, targets)  # the mean over all letters
    of_names = -np.append(to_gain, -to_gain) * (targets >= 0).sum()
    return run.back((back()["logits"] * of_names[:, None, None]).astype(run.logits.dtype))


def stage_3(model, seed, beta):
    """Of each pair its country, the two names, and what each of them has gained."""
    better, worse = rated = rated_pairs(model, seed)
    tokens, targets = map(np.concatenate, zip(*map(letters.encoded, rated), strict=True))
    before, half = logs(model, tokens, targets), len(tokens) // 2
    adam, rng = training.Adam(model.p), np.random.default_rng([seed, 3])
    for step in range(1, STAGE_3 + 1):
        some = rng.integers(half, size=PAIRS)
        rows = np.append(some, half + some)
        slopes = slopes_of_pairs(model, tokens[rows], targets[rows], before[rows], beta)
        adam.update(slopes, training.rate_at(step, STAGE_3, RATE_3))
    gains = (logs(model, tokens, targets) - before).reshape(2, half).T
    names = ((x, *pair) for x in better for pair in zip(better[x], worse[x], strict=True))
    return [(*pair, *gained) for pair, gained in zip(names, gains, strict=True)]


def bits(model, first=None):
    """A letter, on the names that were set aside. first: the token that stands before each, in
    place of its country."""
    tokens, targets = letters.encoded(letters.PLACES.validation)
    if first is not None:
        tokens[:, 0] = first
    return float(training.loss(model, tokens, targets) / np.log(2))


def written(model, seed, many=WRITTEN):
    """{country: names that the model writes if it is asked for that country}"""
    rng = np.random.default_rng(seed)
    return {
        country: writing.names(model, letters.PLACES, rng, many, country=country)
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
