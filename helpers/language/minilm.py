"""all-MiniLM-L6-v2 in NumPy, on helpers.attention and helpers.block: a published sentence model.

    model = minilm.load()                     the published one, once `make model` has fetched it
    layers = model.run("The wombat sleeps.")  six `Layer`, one after the other
    layers[3].weights[1]                      head 4.2: (n, n), row = query, column = key

6 layers of 12 heads, d_model 384, d_k = d_v = 32. Read it aloud from top to bottom. Tokens are
rows; layers and heads are counted from 0 in this file. (Wang et al. 2020; Reimers and Gurevych
2019.)
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from helpers.attention import attention, merge_heads, split_heads
from helpers.block import gelu, layer_norm
from helpers.data import word_pieces
from helpers.language import files, rounded

LAYERS, HEADS = 6, 12
EPSILON = 1e-12  # of its layer norms
PUBLISHED = {  # the similarities that the model's own documentation prints
    ("The weather is lovely today.", "It's so sunny outside!"): 0.6660,
    ("The weather is lovely today.", "He drove to the stadium."): 0.1046,
    ("It's so sunny outside!", "He drove to the stadium."): 0.1411,
}


class Block(NamedTuple):
    """What a block has learned. A projection of X is X W + b."""

    W_Q: np.ndarray  # (384, 384), and so W_K, W_V, W_O: all heads side by side
    b_Q: np.ndarray  # (384,)
    W_K: np.ndarray
    b_K: np.ndarray
    W_V: np.ndarray
    b_V: np.ndarray
    W_O: np.ndarray
    b_O: np.ndarray
    gain_1: np.ndarray  # (384,), of the layer norm after attention
    shift_1: np.ndarray
    W_1: np.ndarray  # (384, 1536)
    b_1: np.ndarray  # (1536,)
    W_2: np.ndarray  # (1536, 384)
    b_2: np.ndarray  # (384,)
    gain_2: np.ndarray  # (384,), of the layer norm after the MLP
    shift_2: np.ndarray


NAMES = {  # of the Block's arrays in the published file, in the same order; it keeps W transposed
    "attention.self.query": ("W_Q", "b_Q"),
    "attention.self.key": ("W_K", "b_K"),
    "attention.self.value": ("W_V", "b_V"),
    "attention.output.dense": ("W_O", "b_O"),
    "attention.output.LayerNorm": ("gain_1", "shift_1"),
    "intermediate.dense": ("W_1", "b_1"),
    "output.dense": ("W_2", "b_2"),
    "output.LayerNorm": ("gain_2", "shift_2"),
}


class Layer(NamedTuple):
    """What one block made of its input X (n, 384)."""

    X: np.ndarray  # (n, 384)
    Q: np.ndarray  # (n, 384): the queries of all heads side by side
    K: np.ndarray  # (n, 384)
    V: np.ndarray  # (n, 384)
    weights: np.ndarray  # (12, n, n), row = query, column = key
    heads: np.ndarray  # (12, n, 32): each head's weighted sums of values
    attended: np.ndarray  # (n, 384): what its attention adds to X
    mixed: np.ndarray  # (n, 384): the normalized sum, the MLP's input
    thought: np.ndarray  # (n, 384): what its MLP adds to that
    output: np.ndarray  # (n, 384), the next block's input


@cache
def load():
    """The published model. FileNotFoundError, which says what to run, where its file is missing."""
    if rounded.is_installed():
        return MiniLM(rounded.read(rounded.IN_BROWSER))
    return MiniLM(files.arrays("minilm"))


def is_installed():
    """Whether `make model` has fetched the model or, in a browser, it was loaded."""
    return rounded.is_installed() or files.is_installed("minilm")


def fetch():
    """In the workbench: load the model, so that labs read any sentence. RuntimeError elsewhere."""
    rounded.fetch()
    print(f"{rounded.IN_BROWSER.stat().st_size / 1e6:.0f} MB loaded: the labs read any sentence.")


class MiniLM:
    """The model with these parameters: {name in the published file: array}."""

    def __init__(self, parameters):
        self.E = parameters["embeddings.word_embeddings.weight"]  # (30522, 384)
        self.P = parameters["embeddings.position_embeddings.weight"]  # (512, 384)
        self.kind = parameters["embeddings.token_type_embeddings.weight"][0]  # (384,)
        self.gain = parameters["embeddings.LayerNorm.weight"]  # (384,)
        self.shift = parameters["embeddings.LayerNorm.bias"]  # (384,)
        self.blocks = [block_of(parameters, number) for number in range(LAYERS)]

    def words(self, text):
        """A sentence's n tokens as vectors, wherever they stand. → (n, 384)"""
        return self.E[word_pieces.numbers(text)]

    def embed(self, numbers, positions=True):
        """Tokens, n numbers, as vectors: word + position + kind of sentence. → (n, 384)"""
        X = self.E[numbers] + self.kind  # (n, 384)
        if positions:
            X = X + self.P[: len(X)]
        return layer_norm(X, self.gain, self.shift, EPSILON)

    def attend(self, number, X, off=None):
        """What the attention of a block does with X (n, 384): the first seven fields of `Layer`.

        What the head `off` found, if there is one, is replaced by 0."""
        w = self.blocks[number]
        Q, K, V = X @ w.W_Q + w.b_Q, X @ w.W_K + w.b_K, X @ w.W_V + w.b_V  # (n, 384) each
        split = (split_heads(x, HEADS) for x in (Q, K, V))  # (12, n, 32) each
        heads, weights = attention(*split)  # (12, n, 32), (12, n, n)
        if off is not None:
            heads[off] = 0
        return X, Q, K, V, weights, heads, merge_heads(heads) @ w.W_O + w.b_O

    def think(self, number, x):
        """What the MLP of a block makes of each token: x (n, 384) → (n, 384)."""
        w = self.blocks[number]
        return gelu(x @ w.W_1 + w.b_1) @ w.W_2 + w.b_2  # (n, 384) → (n, 1536) → (n, 384)

    def layer(self, number, X, off=None):
        """X (n, 384) → `Layer`: each sum is normalized, as in the block of 2017."""
        w = self.blocks[number]
        *looks, attended = self.attend(number, X, off)
        mixed = layer_norm(X + attended, w.gain_1, w.shift_1, EPSILON)  # (n, 384)
        thought = self.think(number, mixed)  # (n, 384)
        output = layer_norm(mixed + thought, w.gain_2, w.shift_2, EPSILON)  # (n, 384)
        return Layer(*looks, attended, mixed, thought, output)

    def run(self, text, positions=True, blocks=LAYERS):
        """All blocks, or the first ones, one after the other: a list of `Layer`."""
        X, layers = self.embed(word_pieces.numbers(text), positions), []  # (n, 384)
        for number in range(blocks):
            layers.append(self.layer(number, X))
            X = layers[-1].output  # (n, 384)
        return layers

    def run_without(self, layers, number, head):
        """The last output (n, 384) when one head of a sentence that has run is switched off."""
        X = self.layer(number, layers[number].X, off=head).output
        for later in range(number + 1, LAYERS):
            X = self.layer(later, X).output
        return X

    def writes(self, layers, number, head):
        """What one head of a sentence that has run adds to each token, through W_O: (n, 384)."""
        rows = np.split(self.blocks[number].W_O, HEADS)[head]  # (32, 384)
        return layers[number].heads[head] @ rows  # (n, 32) @ (32, 384) → (n, 384)

    def sentence_vector(self, text):
        """The mean of the last outputs, cut to length 1. → (384,)"""
        mean = self.run(text)[-1].output.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def nearest(self, vectors):
        """For each row of vectors (n, 384), the token whose own vector has the largest cosine."""
        cosines = vectors @ (self.E / np.linalg.norm(self.E, axis=1, keepdims=True)).T
        pieces = [*word_pieces.vocabulary()]
        return [pieces[i] for i in cosines.argmax(axis=1)]


def block_of(parameters, number):
    arrays = {}
    for name, fields in NAMES.items():
        for field, kind in zip(fields, ("weight", "bias"), strict=True):
            arrays[field] = parameters[f"encoder.layer.{number}.{name}.{kind}"].T
    return Block(**arrays)
