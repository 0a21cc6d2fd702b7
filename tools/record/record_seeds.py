"""What many models like those of notebook 11 learn: trains them for two or three minutes.

Twenty models of two layers learn what "it" means, ten reverse letters with two heads, ten look up
facts and ten translate dates. helpers/data/seeds.json goes to notebooks 11 and 90. What "it" means:
for each seed, the accuracy on sentences like those of the training, and on pairs of things that
were never shown; for each head of the last layer its mean weight from "it" to the right noun, in
sentences of such pairs; and the accuracy there without each head, a row a layer: "off" with zeros
in its place, "mean" with its mean output.
Reverse: for each seed, the accuracy without each head, likewise. Facts: for each seed, the
accuracy, that at pairs that were never shown, the first step with a loss below 1, and what
helpers/experiments/induction.py measures. Dates, by the cells of the page: for each seed, the share
of Sundays that are right after each thing that is done; "own token", the share of the signs whose
largest weight is on the token that they come from; "looks", the weights of the sign 5 in "17 May
2026" and in "May 17, 2026"; and the same of a model whose tokens begin half as long, under "short".
Copied, by the same cells: for each seed, the share of numbers of 1 to 8 digits that are written
again without a fault, where the decoder is given all rows of the encoder, and their mean alone.
"""

import json
from types import SimpleNamespace

import numpy as np

from helpers import training
from helpers.experiments import induction
from helpers.training import dates
from helpers.training.languages import (
    FACTS,
    FACTS_SEEN,
    FACTS_WITHHELD,
    PRONOUN,
    PRONOUN_WITHHELD,
    REVERSE,
    weights_of_it,
)
from tools.notebook.lesson import read
from tools.notebook.run import new_names, run
from tools.repository import ROOT

FILE = ROOT / "helpers" / "data" / "seeds.json"
SEEDS, FEWER, FIVE, LAYERS, HEADS = 20, 10, 5, 2, 2
STEPS, RATE, TESTED = 400, 0.005, 1000
PAGE = ROOT / "notebooks" / "11_trained_before_your_eyes.ipynb"


def average(output):
    """A head's mean output (n, d/h), to stand in place of its own (b, n, d/h)."""
    return output.mean(axis=0)


def recorded(seed):
    """What is recorded of one model."""
    language = PRONOUN
    model = training.Transformer(len(language.words), language.n, LAYERS, HEADS, seed=seed)
    training.train(model, language, STEPS, RATE, seed=seed)
    shown = PRONOUN.sample(np.random.default_rng(9), TESTED)
    tokens, targets = PRONOUN_WITHHELD.sample(np.random.default_rng(9), TESTED)
    heads = [[(layer, head) for head in range(1, HEADS + 1)] for layer in range(1, LAYERS + 1)]
    instead = {"off": np.zeros_like, "mean": average}
    without = {
        name: [
            [training.accuracy(model, tokens, targets, {head: f}) for head in row] for row in heads
        ]
        for name, f in instead.items()
    }
    to_noun = weights_of_it(model.run(tokens).weights[-1], tokens, targets)
    return {
        "shown": training.accuracy(model, *shown),
        "never shown": training.accuracy(model, tokens, targets),
        "weights": to_noun.mean(axis=0).round(3).tolist(),
        **without,
    }


def reversed_without_a_head(seed):
    """The accuracy of a model with two heads without 1.1 and without 1.2: with zeros in its place,
    and with its mean output."""
    model = training.Transformer(len(REVERSE.words), REVERSE.n, layers=1, heads=HEADS, seed=seed)
    training.train(model, REVERSE, steps=150, rate=0.01, seed=seed)
    new = REVERSE.sample(np.random.default_rng(9), 400)
    heads = range(1, HEADS + 1)
    return [
        [training.accuracy(model, *new, off={(1, head): f}) for head in heads]
        for f in (np.zeros_like, average)
    ]


def facts(seed):
    """What is recorded of one model that looks up facts."""
    model = training.Transformer(
        len(FACTS.words), FACTS.n, layers=2, heads=1, causal=True, seed=seed
    )
    losses = training.train(model, FACTS_SEEN, steps=300, rate=0.007, seed=seed)
    tokens, targets = FACTS.sample(np.random.default_rng(9), 500)
    unseen = FACTS_WITHHELD.sample(np.random.default_rng(9), 500)
    return {
        "right": training.accuracy(model, tokens, targets),
        "never shown": training.accuracy(model, *unseen),
        "step": int(np.argmax(np.array(losses) < 1)),
        "read": round(induction.name_read(model, tokens), 3),
        "misled": round(induction.misled(model, tokens), 3),
    }


def of_the_page():
    """{name: what it is} of all that the page defines to train an encoder and a decoder."""
    names = new_names()
    for cell in read(PAGE).code:
        if cell.id in ("setup", "dates-model", "dates-loop", "dates-off"):
            run(cell.source, names)
    return names


def translated(seed):
    """What is recorded of two encoders with decoders, which the page's own functions train."""
    names = of_the_page()
    orders = np.array([dates.as_read(text) for text in dates.both_orders("2026-05-17")])  # (2, m)
    before_5 = np.array([dates.as_written("2026-0")] * 2)

    def of_one(length):
        p = dates.starting_values(seed, length=length)
        names["train_dates"](p, seed, steps=500)
        shares = {done: float(share) for done, share in names["tested"](p).items()}
        own = dates.aligned(names["right"](p)[1], names["X"])
        values = {name: names["Value"](x) for name, x in p.items()}
        _, A = names["decode"](values, before_5, names["encode"](values, orders))  # (2, n, m)
        return shares | {
            "own token": round(own, 3),
            "looks": A[:, -1].round(3).tolist(),
        }

    return of_one(length=2) | {"short": of_one(length=1)}


def numbers(rng, b, digits=None):
    """b numbers of 1 to 8 digits, or of so many, to be written again: X (b, 8), Y (b, 11)."""
    length = rng.integers(1, 9, size=(b, 1)) if digits is None else np.full((b, 1), digits)
    drawn, inside = rng.integers(10, size=(b, 8)), np.arange(8) < length
    Y = np.full((b, 11), dates.SIGNS.index("-"))  # which fills them up to ten signs
    Y[:, 0] = dates.SIGNS.index("^")
    Y[:, 1:9][inside] = drawn[inside]
    return np.where(inside, drawn, dates.TOKENS.index("·")), Y


def copied(seed):
    """What is recorded of three models that copy numbers, which the page's own functions train."""
    names, mean = of_the_page(), np.full((1, 8), 1 / 8)
    given = {"all rows": (np.eye(8), 500), "their mean": (mean, 500), "longer": (mean, 2000)}
    encode, Value = names["encode"], names["Value"]
    names["dates"] = SimpleNamespace(drawn=numbers)

    def of_one(
        rows, steps
    ):  # rows (1 or 8, 8): what the decoder is given is made of the encoder's rows
        names["encode"] = lambda p, X: Value(rows) @ encode(p, X)
        p = dates.starting_values(seed)
        names["train_dates"](p, seed, steps)
        shares = []
        for digits in range(1, 9):
            names["X"], names["Y"] = numbers(np.random.default_rng(9), 500, digits)
            shares.append(float(names["right"](p)[0]))
        return shares

    return {name: of_one(*how) for name, how in given.items()}


def main():
    trainings = {"it": [recorded(seed) for seed in range(SEEDS)]}
    trainings["reverse"] = [reversed_without_a_head(seed) for seed in range(FEWER)]
    trainings["facts"] = [facts(seed) for seed in range(FEWER)]
    trainings["dates"] = [translated(seed) for seed in range(FEWER)]
    trainings["copied"] = [copied(seed) for seed in range(FIVE)]
    FILE.write_text(json.dumps(trainings) + "\n", encoding="utf-8")
