"""What head 4.2 does with "it": needs make model and a second.

What stands in helpers/data/pronouns.json: helpers/data/pronouns.py says what it is.
"""

import json

import numpy as np

from helpers.data import pronouns, word_pieces
from helpers.language import minilm

LAYER, HEAD = 3, 1  # head 4.2


def preferred(model, text, first, second):
    """The noun to which "it" gives more weight."""
    tokens = word_pieces.tokens(text)
    of_it = model.run(text)[LAYER].weights[HEAD][tokens.index("it")]  # (n,)
    return max(first, second, key=lambda noun: of_it[tokens.index(noun)])


def nearer(model, text, noun):
    """By how much "it" comes nearer to the noun, with the head and without, and the other token
    that comes nearest; and that token."""
    tokens = word_pieces.tokens(text)
    it, at = tokens.index("it"), tokens.index(noun)
    gains, without = (gained(model, text, at, off) for off in (None, HEAD))  # (n,) each
    others = [i for i in range(len(tokens)) if i not in (it, at)]
    most = max(others, key=lambda i: gains[i])
    return [*(round(float(x), 3) for x in (gains[it], without[it], gains[most])), tokens[most]]


def gained(model, text, at, off):
    """How much the cosine of each token with the one at this place grows in the layer."""
    X = model.run(text)[LAYER].X  # (n, 384)
    before, after = (cosines_with(x[at], x) for x in (X, model.layer(LAYER, X, off).output))
    return after - before


def cosines_with(x, X):
    """x (d,), X (n, d) → (n,)"""
    return X @ x / np.linalg.norm(X, axis=1) / np.linalg.norm(x)


def recorded(model):
    """What the file has."""
    return {
        "preferred": [preferred(model, *sentence[:3]) for sentence in pronouns.TWO],
        "nearer": [nearer(model, *sentence) for sentence in pronouns.MEANT.items()],
    }


def main():
    pronouns.FILE.write_text(f"{json.dumps(recorded(minilm.load()))}\n", encoding="utf-8")
    print(f"{pronouns.FILE.name}: {pronouns.FILE.stat().st_size} bytes")
