"""The blocks of a published sentence model replaced by a function: what comes out (notebook 08).

    measured(block)    # differences, alone, in_a_batch

The function is the reader's: block(X, w, seen) takes the tokens X (n, 384), the block's arrays w
(minilm.Block) and seen (n,), which is False where a token only fills a row of a batch.
"""

from typing import NamedTuple

import numpy as np

from helpers.data import recorded, word_pieces
from helpers.language import minilm

TEXT = recorded.SENTENCES["too tired"]
PUBLISHED = minilm.PUBLISHED  # {(a sentence, another): their similarity}
PAIRS = tuple(PUBLISHED)
TEXTS = tuple(dict.fromkeys(text for pair in PAIRS for text in pair))


class Measured(NamedTuple):
    """differences (6,): the largest in the output, with the first 1 to 6 blocks replaced. The
    similarities of PAIRS, (3,) each, with all six replaced: sentence by sentence, and in a batch
    that is filled up with [PAD]."""

    differences: np.ndarray
    alone: np.ndarray
    in_a_batch: np.ndarray


def measured(block):
    """What the model gives with this block. Without the model, a line says so, and what was
    recorded with the series' own functions is returned."""
    if minilm.is_installed():
        return measured_in(minilm.load(), block)
    print("Your functions need the model here: in Jupyter, run make model once, in a terminal.")
    print("Without it, these are the numbers that the series' own functions gave.")
    return Measured(*recorded.replaced_blocks())


def measured_in(model, block):
    return Measured(differences(model, block), *similarities(model, block))


def differences(model, block):
    layers = model.run(TEXT)
    seen = np.ones(len(layers[0].X), bool)
    output, result = layers[-1].output, []
    for replaced in range(1, minilm.LAYERS + 1):
        X = layers[0].X
        for w in model.blocks[:replaced]:
            X = block(X, w, seen)  # (n, 384)
        for number in range(replaced, minilm.LAYERS):
            X = model.layer(number, X).output
        result.append(np.abs(X - output).max())
    return np.array(result)


def similarities(model, block):
    """Of the three pairs, sentence by sentence and in a batch: (3,), (3,)."""
    sentences = [word_pieces.numbers(text) for text in TEXTS]
    longest = max(map(len, sentences))
    pad = word_pieces.vocabulary()["[PAD]"]
    filled = [numbers + [pad] * (longest - len(numbers)) for numbers in sentences]
    for ways in (sentences, filled):
        vectors = {}
        for text, numbers, real in zip(TEXTS, ways, sentences, strict=True):
            seen = np.arange(len(numbers)) < len(real)
            vectors[text] = sentence_vector(model, block, numbers, seen)
        yield np.array([vectors[one] @ vectors[other] for one, other in PAIRS])


def sentence_vector(model, block, numbers, seen):
    """The mean of the outputs of the tokens that are seen, cut to length 1. → (384,)"""
    X = model.embed(numbers)  # (n, 384)
    for w in model.blocks:
        X = block(X, w, seen)
    mean = X[seen].mean(axis=0)
    return mean / np.linalg.norm(mean)
