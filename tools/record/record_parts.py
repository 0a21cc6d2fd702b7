"""The model of notebook 12, built up part by part: trains it for twenty minutes.

What stands in helpers/data/part_by_part.json: for the parts that a model has, of three seeds the
bits a letter on the validation names, rounded. First the parts are added one after the other; then
each is left out of them all. Then come twelve layers, with norms and without, and last notebook
08's models of two and of twelve layers at several rates.
"""

import json

from helpers.experiments import part_by_part
from helpers.experiments.part_by_part import AT_RATES, BUILT_UP, LEFT_OUT, RATES, SEEDS, SIZES

DEEP = [(has, size) for size in SIZES for has in BUILT_UP[:-3:-1]]
AT_A_RATE = [(*kind, n, rate) for n in (2, 12) for kind in AT_RATES.values() for rate in RATES]
MODELS = [*((has,) for has in (*BUILT_UP, *LEFT_OUT.values())), *DEEP, *AT_A_RATE]


def recorded(has, *how):
    """What the file has of a model."""
    return [round(part_by_part.computed(has, seed, *how), 3) for seed in SEEDS]


def main():
    models = {part_by_part.named(*model): model for model in MODELS}
    rows = ",\n".join(f" {json.dumps(name)}: {recorded(*model)}" for name, model in models.items())
    part_by_part.FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8", newline="\n")
