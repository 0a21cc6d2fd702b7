"""The encoder and the decoder of notebook 11 that translate dates: trains them for some seconds.

In helpers/data/translator.npz what they have learned, by the cells of the page, in float16.
"""

import numpy as np

from helpers.training import dates, translator
from tools.record.record_seeds import of_the_page

SEED = 7


def main():
    p = dates.starting_values(SEED)
    of_the_page()["train_dates"](p, SEED, steps=500)
    np.savez_compressed(translator.FILE, **{name: x.astype(np.float16) for name, x in p.items()})
