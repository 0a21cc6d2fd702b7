"""Train twenty models on what "it" means, with one layer and with two, and ten that reverse letters
with two heads, and keep what came out.

`make seeds` takes about two minutes and writes helpers/data/seeds.json, which notebooks 10 and
90 show. What "it" means: for each number of layers, one entry a seed: the accuracy on sentences
like those of the training, and on pairs of things that were never shown; for each head of the last
layer its mean weight from "it" to the right noun, in sentences of such pairs; and the accuracy
there without each head, a row a layer. Reverse: for each seed, the accuracy without each head.
"""

import json

import numpy as np

from helpers import training
from helpers.training.languages import PRONOUN, PRONOUN_WITHHELD, REVERSE, weights_of_it
from tools.repository import ROOT

FILE = ROOT / "helpers" / "data" / "seeds.json"
SEEDS, LAYERS, HEADS = 20, 2, 2
STEPS, RATE, TESTED = 400, 0.005, 1000


def recorded(layers, seed):
    """What is recorded of one model."""
    language = PRONOUN
    model = training.Transformer(len(language.words), language.n, layers, HEADS, seed=seed)
    training.train(model, language, STEPS, RATE, seed=seed)
    shown = PRONOUN.sample(np.random.default_rng(9), TESTED)
    tokens, targets = PRONOUN_WITHHELD.sample(np.random.default_rng(9), TESTED)
    heads = [[(layer, head) for head in range(1, HEADS + 1)] for layer in range(1, layers + 1)]
    off = [[training.accuracy(model, tokens, targets, {head}) for head in row] for row in heads]
    to_noun = weights_of_it(model.run(tokens).weights[-1], tokens, targets)
    return {
        "shown": training.accuracy(model, *shown),
        "never shown": training.accuracy(model, tokens, targets),
        "weights": to_noun.mean(axis=0).round(3).tolist(),
        "off": off,
    }


def reversed_without_a_head(seed):
    """The accuracy of the model of "A head switched off" without head 1.1 and without 1.2."""
    model = training.Transformer(len(REVERSE.words), REVERSE.n, layers=1, heads=HEADS, seed=seed)
    training.train(model, REVERSE, steps=150, rate=0.01, seed=seed)
    new = REVERSE.sample(np.random.default_rng(9), 400)
    return [training.accuracy(model, *new, off={(1, head)}) for head in range(1, HEADS + 1)]


def main():
    trainings = {
        str(layers): [recorded(layers, seed) for seed in range(SEEDS)]
        for layers in range(1, LAYERS + 1)
    }
    trainings["reverse"] = [reversed_without_a_head(seed) for seed in range(10)]
    FILE.write_text(json.dumps(trainings) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
