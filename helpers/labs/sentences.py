"""A sentence in a lab: one of those that were recorded or, with the model there, any that is typed.

Both kinds have a text, tokens and the same methods. Layers and heads are counted from 1.
"""

import sys
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from helpers.data import recorded, word_pieces
from helpers.labs.engine.controls import Text, words_in
from helpers.language import minilm

MOST_TOKENS = 24  # tokens of a sentence that is typed, [CLS] and [SEP] among them
LETTERS = 40  # of a word
MANY = 100  # words: of more, the tokens are not counted
NAMES = {text: name for name, text in recorded.SENTENCES.items()}
NEEDED = "other sentences need the model: in Jupyter, run make model once, in a terminal"
if sys.platform == "emscripten":
    NEEDED = "other sentences need the model: in the book, load it below the lab"
if "pyodide_kernel" in sys.modules:  # the workbench
    NEEDED = "other sentences need the model: from helpers.language import minilm; minilm.fetch()"


@dataclass(frozen=True)
class Sentence(Text):
    """A line to type, of a few tokens, which the model reads. Without the model: one of the
    recorded sentences or, if `free`, any other, as for what needs no more than its tokens."""

    most: int = 15  # words that the field has room for
    tokens: int = MOST_TOKENS
    recorded: tuple = tuple(NAMES)  # the texts that need no model
    free: bool = False

    def spec(self):
        return {**super().spec(), "model": True}

    def parse(self, value, before):
        text = " ".join(words := words_in(value))
        if text == before or text in self.recorded:
            return text
        if not words:
            raise ValueError(f"{self.label}: no words; from 1 to {self.tokens - 2} tokens fit here")
        if longest := next((word for word in words if len(word) > LETTERS), None):
            raise ValueError(f"{self.label}: “{longest[:20]}…” has more than {LETTERS} letters")
        count = len(word_pieces.tokens(" ".join(words[:MANY])))
        if count > self.tokens:
            given = f"{count} tokens" if len(words) <= MANY else f"{len(words)} words"
            fit = f"{self.tokens} tokens fit, with [CLS] and [SEP]"
            raise ValueError(f"{self.label}: {given}; at most {fit}")
        if not (self.free or minilm.is_installed()):
            raise ValueError(f"{self.label}: {NEEDED}")
        return text


def read(text):
    """The sentence with this text, as it was recorded or, if it was not, as the model reads it."""
    return Recorded(NAMES[text]) if text in NAMES else computed(text)


class Recorded:
    def __init__(self, name):
        self.name, self.text = name, recorded.SENTENCES[name]
        self.tokens = recorded.tokens(name)

    def every_weight(self):
        """(6, 12, n, n), row = query, column = key."""
        return recorded.every_head(recorded.weights, self.name)

    def weights(self, layer, head):
        """(n, n), row = query, column = key."""
        return recorded.weights(self.name, layer, head)

    def written(self, layer, head):
        """(n,): the lengths of what a head adds to the tokens."""
        return recorded.written(self.name, layer, head)

    def moved(self, layer, head):
        """(n,): how far the final outputs move without a head, as a share of their lengths."""
        return recorded.moved(self.name, layer, head)


class Computed:
    def __init__(self, text):
        self.text, self.tokens = text, recorded.Tokens(word_pieces.tokens(text))
        self.model = minilm.load()
        self.layers = self.model.run(text)
        self.moved = cache(self.moved)

    def every_weight(self):
        return np.array([layer.weights for layer in self.layers], float)

    def weights(self, layer, head):
        return self.layers[layer - 1].weights[head - 1].astype(float)

    def written(self, layer, head):
        return lengths(self.model.writes(self.layers, layer - 1, head - 1))

    def moved(self, layer, head):
        output = self.layers[-1].output  # (n, 384)
        without = self.model.run_without(self.layers, layer - 1, head - 1)  # (n, 384)
        return lengths(without - output) / lengths(output)


computed = lru_cache(maxsize=8)(Computed)


def lengths(vectors):
    """The length of each row: (n, d) → (n,)."""
    return np.linalg.norm(vectors, axis=-1).astype(float)
