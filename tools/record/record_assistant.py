"""The three stages of training of notebook 13, with ten seeds: needs some minutes.

In helpers/data/assistant.json, of each seed in a list:

  knows     of all countries, the share of "the capital of … is" that the guesser finishes rightly
  questions of those asked alone, the share at which it goes on with a question
  right     {stages: the shares of right answers in the form: [asked, never asked]}; "1": the
            question stands alone. "1 and 2", "2" alone, and "all" three
  better    {stages: the share of all countries at which the answer is of the better kind}
"""

import json
from copy import deepcopy

import numpy as np

from helpers.exercises import EXERCISES
from helpers.experiments import assistant


def main():
    record = {"knows": [], "questions": [], "right": {}, "better": {}}
    targets = EXERCISES["answer_targets"].reference
    for seed in assistant.SEEDS:
        guesser, told, alone = assistant.two_stages(seed, targets)
        rated = deepcopy(told)
        assistant.stage_3(rated, *assistant.conversations(targets))
        every = assistant.COUNTRIES
        ended = assistant.replies(guesser, every, "the capital of COUNTRY is")
        firsts = [reply.split()[0] for reply in ended]
        record["knows"].append(assistant.right(every, firsts))
        gone_on = assistant.replies(guesser, every, assistant.QUESTION)
        record["questions"].append(np.mean([x.startswith("what is the capital") for x in gone_on]))
        models = {"1": guesser, "1 and 2": told, "2": alone, "all": rated}
        for name, model in models.items():
            asked = assistant.QUESTION if name == "1" else assistant.FORM
            said = [assistant.replies(model, x, asked) for x in (assistant.ASKED, assistant.NEVER)]
            groups = zip((assistant.ASKED, assistant.NEVER), said, strict=True)
            shares = [assistant.right(*group) for group in groups]
            record["right"].setdefault(name, []).append(shares)
            better = np.mean([x.endswith("else ?") for x in said[0] + said[1]])
            record["better"].setdefault(name, []).append(better)
    lines = [f'"{name}": {json.dumps(x)}' for name, x in record.items()]
    assistant.FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8", newline="\n")
