"""Train the model of notebook 12 and record it: `make names`, which takes some minutes.

In helpers/data/writer.npz the model itself, its numbers in float16. In helpers/data/writers.json
what came out of ten more trainings, from other random numbers and in float32: `bits` a letter on
the validation names; `heads` (2, 4), how many more it costs without each head; `known`, the share
of 1,200 names written at a temperature of 0.8 that stand in the training data; `placed`, the share
of the validation names to whose country the model gives the largest probability; `unmasked`, bits a
letter on the validation names of a model without the causal mask, after 200 steps.
"""

import json

import numpy as np

from helpers import training
from helpers.training.letters import COUNTRIES, PLACES, WORDS, encoded
from helpers.training.saving import save
from helpers.training.writing import names
from tools.repository import ROOT

MODEL, SEEDS = (ROOT / "helpers" / "data" / name for name in ("writer.npz", "writers.json"))
SIZES = {"words": len(WORDS), "n": PLACES.n, "layers": 2, "heads": 4, "d": 32, "d_ff": 64}
STEPS, RATE = 2000, 0.01
NEW = encoded(PLACES.validation)


def trained(seed, steps=STEPS, dtype=np.float64, causal=True):
    """The model, after so many steps."""
    model = training.Transformer(**SIZES, causal=causal, seed=seed, dtype=dtype)
    training.train(model, PLACES, steps, RATE, seed=seed)
    return model


def measured(model):
    """What is recorded of one model."""
    heads = [[(layer, head) for head in range(1, 5)] for layer in (1, 2)]
    cost = [[bits(model, {head}) - bits(model) for head in row] for row in heads]
    rng, written = np.random.default_rng(12), []
    for country in COUNTRIES:
        written += names(model, PLACES, rng, 200, country=country, temperature=0.8)
    seen = {name for of_country in PLACES.training.values() for name in of_country}
    return {
        "bits": round(bits(model), 3),
        "heads": np.round(cost, 3).tolist(),
        "known": round(np.mean([name.lower() in seen for name in written]), 4),
        "placed": round(placed(model), 3),
    }


def bits(model, off=()):
    return float(training.loss(model, *NEW, off) / np.log(2))


def placed(model):
    """The share of the validation names that are likeliest with their own country in front."""
    tokens, targets = NEW
    sums = []
    for country in COUNTRIES:
        asked = tokens.copy()
        asked[:, 0] = WORDS.index(country)
        sums.append(training.log_probabilities(model, asked, targets).sum(axis=1))
    return float(np.mean(np.argmax(sums, axis=0) == tokens[:, 0] - WORDS.index(COUNTRIES[0])))


def main():
    model = trained(seed=0)
    model.p = {name: x.astype(np.float16) for name, x in model.p.items()}
    save(model, MODEL)
    rows = []
    for seed in range(1, 11):
        unmasked = trained(seed, steps=200, dtype=np.float32, causal=False)
        row = measured(trained(seed, dtype=np.float32))
        rows.append({**row, "unmasked": round(bits(unmasked), 4)})
    text = ",\n".join(json.dumps(row) for row in rows)
    SEEDS.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
