"""A sentence of the reader's own in all heads of a published sentence model (notebook 06).

    model = own_sentence.Model(split, multi_head)    # with the reader's functions
    tokens, weights = model.read(text)               # (n,), (6, 12, n, n)

split cuts each wide matrix, its bias as last row, into those of 12 heads; multi_head makes of each
layer's X what its attention adds.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from helpers import attention
from helpers.block import layer_norm
from helpers.data import recorded, word_pieces
from helpers.language import minilm

RECORDED = "came second"  # what is read without the model
MOST = 24  # tokens of a sentence, with [CLS] and [SEP]


@dataclass(frozen=True)
class Model:
    split: Callable  # (n, h·d), h → (h, n, d)
    multi_head: Callable  # Y, X, W_Q, W_K, W_V, W_O → (n, d_out)

    def read(self, text):
        """The sentence's tokens, and the weights of all heads. Without the model, a line says so,
        and they are those of a sentence that was recorded.

        ValueError for a sentence that is empty or too long."""
        if not minilm.is_installed():
            print("Your sentence needs the model: in Jupyter, run make model once, in a terminal.")
            print(f"Without it, this is what was recorded: {recorded.SENTENCES[RECORDED]}")
            return recorded.tokens(RECORDED), recorded.every_head(recorded.weights, RECORDED)
        tokens = recorded.Tokens(word_pieces.tokens(text))
        if not 3 <= len(tokens) <= MOST:
            raise ValueError(f"text: given {len(tokens)} tokens, needed 3 to {MOST}")
        return tokens, self.weights(minilm.load(), text)

    def weights(self, model, text):
        """Of all heads: (6, 12, n, n). Each layer reads what multi_head gave in the one before."""
        X, weights = model.embed(word_pieces.numbers(text)), []  # (n, 384)
        for number, w in enumerate(model.blocks):
            ones = np.column_stack([X, np.ones_like(X[:, 0])])  # (n, 385): the last meets the bias
            wide = [(w.W_Q, w.b_Q), (w.W_K, w.b_K), (w.W_V, w.b_V)]
            each = [self.split(np.vstack(pair), minilm.HEADS) for pair in wide]
            W_Q, W_K, W_V = map(np.asarray, each)  # (12, 385, 32)
            weights.append(attention.softmax(attention.scores(ones @ W_Q, ones @ W_K)))
            attended = self.multi_head(ones, ones, W_Q, W_K, W_V, w.W_O) + w.b_O  # (n, 384)
            mixed = layer_norm(X + attended, w.gain_1, w.shift_1, minilm.EPSILON)
            thought = model.think(number, mixed)
            X = layer_norm(mixed + thought, w.gain_2, w.shift_2, minilm.EPSILON)
        return np.array(weights, float)
