"""The three stages of training of notebook 13, with ten seeds: needs some minutes.

In helpers/data/assistant.json, the models are those of stage 1 (before), of stage 2 after it
(after) or alone (from_scratch), and of stage 3 with each beta ("0.1", "1"). Of each seed in a list:

  guesser  bits a letter on new names begun by the full stop, after stage 1; after stage 2
  bits     {model: bits a letter on new names in the form}
  placed   {model: the shares of the names written for each country that the trigram places there}
  better   {model: the share of these names that end in a vowel}
  written  of the first seed: {before, after, "0.1": {country: the first four names}}
  pairs    of the first seed, beta 0.1: {country: its first pair, the better name first, and by how
           much each gained in log-probability}
  new      the shares of the names that were set aside that the trigram places in their country
"""

import itertools
import json
from copy import deepcopy

import numpy as np

from helpers.experiments import assistant
from helpers.training import letters

SHOWN, BETAS = 4, ("0.1", "1")


def rounded(numbers):
    return [round(float(x), 3) for x in numbers]


def better(names):
    """The share of names that end in a vowel."""
    return np.mean([*map(assistant.is_better, itertools.chain(*names.values()))])


def of_seed(seed):
    """Its models, {name: model}; its bits as a guesser; its pairs, with each beta."""
    model, scratch, pairs = assistant.new_model(seed), assistant.new_model(seed), {}
    assistant.stage_1(model, seed)
    models = {"before": deepcopy(model)}
    assistant.stage_2(model, seed)
    assistant.stage_2(scratch, seed)
    models |= {"after": model, "from_scratch": scratch}
    for beta in BETAS:
        models[beta] = deepcopy(model)
        pairs[beta] = assistant.stage_3(models[beta], seed, float(beta))
    of_stops = [assistant.bits(models[name], letters.END) for name in ("before", "after")]
    return models, rounded(of_stops), pairs


def main():
    found, guesser, pairs = zip(*map(of_seed, assistant.SEEDS), strict=True)
    names = [
        {name: assistant.written(model, seed) for name, model in models.items()}
        for seed, models in zip(assistant.SEEDS, found, strict=True)
    ]
    record = {
        "guesser": guesser,
        "bits": {},
        "placed": {},
        "better": {},
        "written": {},
        "pairs": {},
    }
    for name in found[0]:
        record["bits"][name] = rounded(assistant.bits(models[name]) for models in found)
        record["placed"][name] = [rounded(assistant.placed(x[name])) for x in names]
        record["better"][name] = rounded(better(x[name]) for x in names)
    for name in ("before", "after", "0.1"):
        record["written"][name] = {key: x[:SHOWN] for key, x in names[0][name].items()}
    rated, gains = pairs[0]["0.1"]
    place = 0
    for country, names in rated[0].items():
        record["pairs"][country] = [names[0], rated[1][country][0], *rounded(gains[:, place])]
        place += len(names)
    record["new"] = rounded(assistant.placed(letters.PLACES.validation))
    lines = [f'"{name}": {json.dumps(x)}' for name, x in record.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    assistant.FILE.write_text(text, encoding="utf-8", newline="\n")
