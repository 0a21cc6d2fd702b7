"""The three stages of training of notebook 13, with ten seeds: needs some minutes.

In helpers/data/assistant.json, the models are those of stage 1 (before), of stage 2 after it
(after) or alone (from_scratch), and of stage 3 with each beta ("0.1", "1"). Of each seed in a list:

  guesser  bits a letter on new names begun by the full stop, after stage 1; after stage 2
  bits     {model: bits a letter on new names in the form}
  placed   {model: the shares of the names written for each country that the trigram places there}
  better   {model: the share of these names that end in a vowel}
  written  of the first seed: {before, after, "0.1": {country: the first four names}}
  pairs    of the first seed, beta 0.1: {country: a better name, a worse, the gains of both}
  new      the shares of the names that were set aside that the trigram places in their country
"""

import json
from copy import deepcopy
from itertools import chain

import numpy as np

from helpers import training
from helpers.experiments import assistant
from helpers.training import letters

BETAS = "0.1", "1"
SHOWN = "before", "after", "0.1"
PLURAL = "bits", "placed", "better"  # of each model, a list of all seeds


def rounded(numbers):
    return np.round(np.asarray(numbers, float), 3).tolist()


def models_of(seed, pairs):
    guesser, model = assistant.two_stages(seed)
    models = {
        "before": guesser,
        "after": model,
        "from_scratch": assistant.new_model(seed, np.float32),
    }
    training.train(models["from_scratch"], assistant.IN_FORM, steps=300, rate=0.01, seed=seed)
    for beta in BETAS:
        models[beta] = deepcopy(model)
        for country, better, worse, *gained in assistant.stage_3(models[beta], seed, float(beta)):
            pairs.setdefault(country, [better, worse, *rounded(gained)])
    return models


def main():
    record = {"guesser": [], **{name: {} for name in (*PLURAL, "written", "pairs")}}
    for seed in assistant.SEEDS:
        models = models_of(seed, record["pairs"])
        stops = [assistant.bits(models[name], letters.END) for name in ("before", "after")]
        record["guesser"].append(rounded(stops))
        for name, model in models.items():
            names = assistant.written(model, seed)
            better = np.mean([*map(assistant.is_better, chain(*names.values()))])
            found = assistant.bits(model), assistant.placed(names), better
            for key, x in zip(PLURAL, found, strict=True):
                record[key].setdefault(name, []).append(rounded(x))
            if name in SHOWN:
                first_four = {country: x[:4] for country, x in names.items()}
                record["written"].setdefault(name, first_four)
    record["new"] = rounded(assistant.placed(letters.PLACES.validation))
    lines = [f'"{name}": {json.dumps(x)}' for name, x in record.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    assistant.FILE.write_text(text, encoding="utf-8", newline="\n")
