"""The model of notebook 12, which writes place names: trains it for some minutes.

In helpers/data/writer.npz the model itself, its numbers in float16. In helpers/data/writers.json
what came out of ten more trainings, from other random numbers and in float32: `bits` a letter on
the validation names; `known`, the share of 1,200 names written at a temperature of 0.8 that stand
in the training data; `again`, the bits after the same training once more, from where the first one
ended. Then bits a letter of other trainings: `unmasked`, on the validation names, without the
causal mask, 200 steps; `few`, 400 steps on one in seven Polish names: the step at which the loss on
new Polish names is least, that loss, the last one, and the last one on its own names. Last `words`,
400 steps on small sentences: the share that is right of 500, and of three for each beginning with a
withheld pair.
"""

import json

import numpy as np

from helpers import training
from helpers.training import sentences
from helpers.training.letters import COUNTRIES, PLACES, WORDS, encoded
from helpers.training.saving import save
from helpers.training.writing import names
from tools.repository import ROOT

DATA = ROOT / "helpers" / "data"
MODEL, SEEDS = (DATA / x for x in ("writer.npz", "writers.json"))
SIZES = {"words": len(WORDS), "n": PLACES.n, "layers": 2, "heads": 4, "d": 32, "d_ff": 64}
STEPS, RATE = 2000, 0.01
NEW = encoded(PLACES.validation)


def trained(seed, steps=STEPS, dtype=np.float64, **more):
    """The model, after so many steps."""
    options = SIZES | {"causal": True, "seed": seed, "dtype": dtype} | more
    model = training.Transformer(**options)
    training.train(model, PLACES, steps, RATE, seed=seed)
    return model


def measured(model):
    """What is recorded of one model."""
    rng, written = np.random.default_rng(12), []
    for country in COUNTRIES:
        written += names(model, PLACES, rng, 200, country=country, temperature=0.8)
    seen = {name for of_country in PLACES.training.values() for name in of_country}
    return {
        "bits": round(bits(model), 3),
        "known": round(np.mean([name.lower() in seen for name in written]), 4),
    }


def again(model, seed):
    """The bits after the same training once more, as when the notebook's cell runs twice."""
    training.train(model, PLACES, STEPS, RATE, seed=seed)
    return {"again": round(bits(model), 3)}


def others(seed):
    """What is recorded of other trainings, all in float32."""
    unmasked = trained(seed, 200, np.float32, causal=False)
    return {
        "unmasked": round(bits(unmasked), 4),
        "few": few_names(seed),
        "words": right_sentences(seed),
    }


def few_names(seed):
    polish = encoded({"PL": PLACES.training["PL"][::7]})
    new = encoded({"PL": PLACES.validation["PL"]})
    model, losses = training.Transformer(**SIZES, causal=True, seed=seed, dtype=np.float32), []

    def sample(rng, b):
        rows = rng.integers(len(polish[0]), size=b)
        return polish[0][rows], polish[1][rows]

    def watch(so_far):
        if len(so_far) % 10 == 0:
            losses.append(bits(model, on=new))

    training.train(model, PLACES._replace(sample=sample), 400, RATE, seed=seed, watch=watch)
    best = int(np.argmin(losses))
    return [
        10 * (best + 1),
        *(round(x, 3) for x in (losses[best], losses[-1], bits(model, on=polish))),
    ]


def right_sentences(seed):
    language = sentences.SENTENCES
    sizes = SIZES | {"words": len(language.words), "n": language.n}
    model = training.Transformer(**sizes, causal=True, seed=seed, dtype=np.float32)
    training.train(model, language, 400, RATE, seed=seed)
    rng, right = np.random.default_rng(0), {*sentences.SHOWN, *sentences.WITHHELD}
    begun = sorted({words[:6] for words in sentences.WITHHELD})
    shares = []
    for beginnings in ([("the",)] * 500, begun * 3):
        made = sentences.finished(model, beginnings, rng)
        shares.append(round(float(np.mean([words in right for words in made])), 3))
    return shares


def bits(model, on=NEW):
    return float(training.loss(model, *on) / np.log(2))


def main():
    model = trained(seed=0)
    model.p = {name: x.astype(np.float16) for name, x in model.p.items()}
    save(model, MODEL)
    rows = []
    for seed in range(1, 11):
        model = trained(seed, dtype=np.float32)
        rows.append(measured(model) | again(model, seed) | others(seed))
    text = ",\n".join(json.dumps(row) for row in rows)
    SEEDS.write_text(f"[\n{text}\n]\n", encoding="utf-8")
