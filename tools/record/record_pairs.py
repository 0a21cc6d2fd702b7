"""The language model's table of pairs, which cuts a text without the model: needs make model.

In helpers/data/pairs.npz, which helpers/language/tokens.py reads:

  first     the tokens that are no pair, a line each, as UTF-8: marks, then bytes
  pairs     (2, 48900): the numbers of the two tokens that each pair joins, the earliest first
"""

import numpy as np

from helpers import language
from helpers.language.tokens import FILE


def main():
    tokens = language.load().tokens
    pairs = np.array([[tokens.number[part] for part in pair] for pair in tokens.rank], np.uint16)
    first = "\n".join(tokens.all[: -len(pairs)])
    first = np.frombuffer(first.encode(), np.uint8)
    np.savez_compressed(FILE, first=first, pairs=pairs.T)
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")
