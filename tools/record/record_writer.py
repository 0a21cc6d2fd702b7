"""Train the model of notebook 12 and record it in helpers/data/writer.npz, its numbers in float16:
`make names`. It is the model that the notebook trains, which takes half a minute."""

import numpy as np

from helpers import training
from helpers.training.letters import PLACES
from helpers.training.saving import save
from tools.repository import ROOT

FILE = ROOT / "helpers" / "data" / "writer.npz"
STEPS, RATE = 2000, 0.01
SIZES = {"layers": 2, "heads": 4, "d": 32, "d_ff": 64}


def trained(steps=STEPS, seed=0, dtype=np.float64):
    """The model, after so many steps."""
    model = training.Transformer(
        len(PLACES.words), PLACES.n, causal=True, seed=seed, dtype=dtype, **SIZES
    )
    training.train(model, PLACES, steps, RATE, seed=seed)
    return model


def main():
    model = trained()
    model.p = {name: x.astype(np.float16) for name, x in model.p.items()}
    save(model, FILE)


if __name__ == "__main__":
    main()
