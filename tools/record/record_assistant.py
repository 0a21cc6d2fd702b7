"""The three stages of training of notebook 13, with ten seeds: needs some minutes.

In helpers/data/assistant.json, of each seed in a list:

  knows     of all countries, the share of "the capital of … is" that the guesser finishes rightly
  questions of those asked alone, the share at which it goes on with a question
  right     {stages: the shares of right answers in the form: [asked, never asked]}; "1": the
            question stands alone. "1 and 2", "2" alone
  rewarded  {way: of three seeds, the share of right answers to what is never asked, and the mean
            number of "?" in an answer, of all countries}; after "1 and 2" come rewards: "marks",
            for each "?", or "ends", for an answer that ends in one
"""

import json
from copy import deepcopy

import numpy as np

from helpers import training
from helpers.exercises import EXERCISES
from helpers.experiments import assistant
from tools.notebook import lesson
from tools.repository import PATHS


def page_loop():
    """The page's own."""
    cells = {cell.id: cell.source for cell in lesson.read(PATHS[13]).cells}
    names = {"np": np, "deepcopy": deepcopy, "training": training, "assistant": assistant}
    names |= {"above": EXERCISES["above"].reference, "print": lambda *words: None}
    exec(cells["reward-run"].partition("\n\n\nrewarded")[0], names)
    return names["with_rewards"]


def main():
    record = {"knows": [], "questions": [], "right": {}, "rewarded": {}}
    targets = EXERCISES["answer_targets"].reference
    with_rewards = page_loop()
    for seed in assistant.SEEDS:
        guesser, told, alone = assistant.two_stages(seed, targets)
        every = assistant.COUNTRIES
        ended = assistant.replies(guesser, every, "the capital of COUNTRY is")
        firsts = [reply.split()[0] for reply in ended]
        record["knows"].append(assistant.right(every, firsts))
        gone_on = assistant.replies(guesser, every, assistant.QUESTION)
        record["questions"].append(np.mean([x.startswith("what is the capital") for x in gone_on]))
        models = {"1": guesser, "1 and 2": told, "2": alone}
        for name, model in models.items():
            asked = assistant.QUESTION if name == "1" else assistant.FORM
            said = [assistant.replies(model, x, asked) for x in (assistant.ASKED, assistant.NEVER)]
            groups = zip((assistant.ASKED, assistant.NEVER), said, strict=True)
            shares = [assistant.right(*group) for group in groups]
            record["right"].setdefault(name, []).append(shares)
        if seed in assistant.REWARDED:
            by_reward = {
                "1 and 2": told,
                "marks": with_rewards(told, lambda reply: reply.count("?"), seed),
                "ends": with_rewards(told, lambda reply: reply.endswith("?"), seed),
            }
            for name, model in by_reward.items():
                right = assistant.right(assistant.NEVER, assistant.replies(model, assistant.NEVER))
                of_each = [x.count("?") for x in assistant.replies(model, every)]
                record["rewarded"].setdefault(name, []).append([right, np.mean(of_each)])
    lines = [f'"{name}": {json.dumps(x)}' for name, x in record.items()]
    assistant.FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8", newline="\n")
