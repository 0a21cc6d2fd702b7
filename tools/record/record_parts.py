"""The model of notebook 12, built up part by part: trains it for eight minutes.

What stands in helpers/data/part_by_part.json: for the parts that a model has, of three seeds the
bits a letter on the validation names, rounded. First the parts are added one after the other; then
each is left out of them all. Last come twelve layers, with norms and without.
"""

import json

from helpers.experiments import part_by_part
from helpers.experiments.part_by_part import BUILT_UP, LEFT_OUT, SEEDS, SIZES

DEEP = [(has, size) for size in SIZES for has in BUILT_UP[:-3:-1]]
MODELS = dict.fromkeys([*((has,) for has in (*BUILT_UP, *LEFT_OUT.values())), *DEEP])


def recorded(has, *size):
    """What the file has of a model."""
    return [round(part_by_part.computed(has, seed, *size), 3) for seed in SEEDS]


def main():
    found = {part_by_part.named(*model): recorded(*model) for model in MODELS}
    rows = ",\n".join(f" {json.dumps(has)}: {bits}" for has, bits in found.items())
    part_by_part.FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8", newline="\n")
