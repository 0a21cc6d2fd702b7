"""The two stages of training of notebook 13, with ten seeds: needs some minutes.

In helpers/data/assistant.json, of each seed in a list:

  guesser  bits a letter on new names begun by the full stop, after stage 1; after stage 2
  went_on, from_scratch
           bits a letter on new names in the form, before stage 2 and after so many steps of it as
           helpers.experiments.assistant.ASKED_AT says: of the model of stage 1; of an untrained one
  placed   {before, after, from_scratch: the shares of the names written for each country that the
           trigram places there}
  written  of the first seed: {before, after: {country: the first four names}}
  new      the shares of the names that were set aside that the trigram places in their country
"""

import json

from helpers.experiments import assistant
from helpers.training import letters

SHOWN = 4


def watched(model, seed):
    """Stage 2 of a model: its bits before, and on the way."""
    found = [assistant.bits(model)]

    def watch(losses):
        if len(losses) in assistant.ASKED_AT:
            found.append(assistant.bits(model))

    assistant.stage_2(model, seed, watch)
    return rounded(found)


def rounded(numbers):
    return [round(float(x), 3) for x in numbers]


def of_seed(seed):
    """What is recorded of it, and the names {before, after, from_scratch: {country: names}}."""
    model = assistant.new_model(seed)
    assistant.stage_1(model, seed)
    guesser = [assistant.bits(model, letters.END)]
    names = {"before": assistant.written(model, seed)}
    found = {"went_on": watched(model, seed)}
    guesser.append(assistant.bits(model, letters.END))
    names["after"] = assistant.written(model, seed)
    scratch = assistant.new_model(seed)
    found["from_scratch"] = watched(scratch, seed)
    names["from_scratch"] = assistant.written(scratch, seed)
    return found | {"guesser": rounded(guesser)}, names


def main():
    found, names = zip(*map(of_seed, assistant.SEEDS), strict=True)
    record = {key: [x[key] for x in found] for key in ("guesser", "went_on", "from_scratch")}
    record["placed"] = {
        when: [rounded(assistant.placed(x[when])) for x in names] for when in names[0]
    }
    record["written"] = {
        when: {country: x[:SHOWN] for country, x in names[0][when].items()}
        for when in ("before", "after")
    }
    record["new"] = rounded(assistant.placed(letters.PLACES.validation))
    lines = [f'"{name}": {json.dumps(x)}' for name, x in record.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    assistant.FILE.write_text(text, encoding="utf-8", newline="\n")
