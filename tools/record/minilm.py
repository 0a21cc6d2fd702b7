"""all-MiniLM-L6-v2 in NumPy, on helpers.attention and helpers.block: what `make record` runs.

The published sentence model: 6 layers, 12 heads, d_model 384, d_k = d_v = 32. Read it aloud from
top to bottom. Tokens are rows; layers and heads are counted from 0 in this file.
"""

import hashlib
from typing import NamedTuple

import numpy as np

from helpers.attention import attention, merge_heads, split_heads
from helpers.block import gelu, layer_norm

LAYERS, HEADS = 6, 12
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PUBLISHED = {  # the similarities that the model's own documentation prints
    ("The weather is lovely today.", "It's so sunny outside!"): 0.6660,
    ("The weather is lovely today.", "He drove to the stadium."): 0.1046,
    ("It's so sunny outside!", "He drove to the stadium."): 0.1411,
}


class Layer(NamedTuple):
    """What one layer made of its input X (n, 384)."""

    X: np.ndarray  # (n, 384)
    Q: np.ndarray  # (n, 384): the queries of all heads side by side
    K: np.ndarray  # (n, 384)
    V: np.ndarray  # (n, 384)
    weights: np.ndarray  # (12, n, n)
    heads: np.ndarray  # (12, n, 32): each head's weighted sums of values
    attended: np.ndarray  # (n, 384): what its attention adds to X
    mixed: np.ndarray  # (n, 384): the normalized sum, the MLP's input
    thought: np.ndarray  # (n, 384): what its MLP adds to that
    output: np.ndarray  # (n, 384), the next layer's input


class MiniLM:
    """The model in a folder that holds model.safetensors and tokenizer.json."""

    def __init__(self, folder):
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        file = folder / "model.safetensors"
        if hashlib.sha256(file.read_bytes()).hexdigest() != SHA256:
            raise ValueError(f"{file.name} is not the published model: its sha256 differs")
        self.parameters = {
            name: array.astype(np.float64) for name, array in load_file(file).items()
        }
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()

    def vocabulary(self):
        """All word pieces that the model knows, in the order of their vectors."""
        return [self.tokenizer.id_to_token(i) for i in range(self.tokenizer.get_vocab_size())]

    def tokens(self, text):
        """The n pieces that the model sees, [CLS] first and [SEP] last."""
        return self.tokenizer.encode(text).tokens

    def words(self, text):
        """A sentence's tokens as vectors, wherever they stand. → (n, 384)"""
        ids = self.tokenizer.encode(text).ids  # n whole numbers
        return self.parameters["embeddings.word_embeddings.weight"][ids]

    def positions(self, n):
        """The vectors of the first n positions. → (n, 384)"""
        return self.parameters["embeddings.position_embeddings.weight"][:n]

    def nearest(self, vectors):
        """For each row of vectors (n, 384), the token whose own vector has the largest cosine."""
        every = self.parameters["embeddings.word_embeddings.weight"]  # (30522, 384)
        cosines = vectors @ (every / np.linalg.norm(every, axis=1, keepdims=True)).T
        return [self.tokenizer.id_to_token(i) for i in cosines.argmax(axis=1)]

    def embed(self, text, positions=True):
        """A sentence's tokens as vectors: word + position + kind of sentence. → (n, 384)"""
        X = self.words(text)  # (n, 384)
        if positions:
            X = X + self.positions(len(X))
        first = self.parameters["embeddings.token_type_embeddings.weight"][0]  # (384,)
        return self.normalize("embeddings.LayerNorm", X + first)

    def run(self, text, positions=True):
        """All layers, one after the other: a list of six `Layer`."""
        X, layers = self.embed(text, positions), []  # (n, 384)
        for number in range(LAYERS):
            layers.append(self.layer(number, X))
            X = layers[-1].output  # (n, 384)
        return layers

    def run_without(self, layers, number, head):
        """The last output (n, 384) when one head of a sentence that has run is switched off."""
        X = self.layer(number, layers[number].X, off=head).output
        for later in range(number + 1, LAYERS):
            X = self.layer(later, X).output
        return X

    def layer(self, number, X, off=None):
        """X (n, 384) → `Layer`. What the head `off` found, if there is one, is replaced by 0."""
        name = f"encoder.layer.{number}"
        Q = self.project(f"{name}.attention.self.query", X)  # (n, 384)
        K = self.project(f"{name}.attention.self.key", X)  # (n, 384)
        V = self.project(f"{name}.attention.self.value", X)  # (n, 384)
        split = (split_heads(x, HEADS) for x in (Q, K, V))  # three of (12, n, 32)
        heads, weights = attention(*split)  # (12, n, 32), (12, n, n)
        if off is not None:
            heads[off] = 0

        attended = self.project(f"{name}.attention.output.dense", merge_heads(heads))  # (n, 384)
        mixed = self.normalize(f"{name}.attention.output.LayerNorm", X + attended)  # (n, 384)
        hidden = gelu(self.project(f"{name}.intermediate.dense", mixed))  # (n, 1536)
        thought = self.project(f"{name}.output.dense", hidden)  # (n, 384)
        output = self.normalize(f"{name}.output.LayerNorm", mixed + thought)  # (n, 384)
        return Layer(X, Q, K, V, weights, heads, attended, mixed, thought, output)

    def writes(self, layers, number, head):
        """What one head of a sentence that has run adds to each token, through W_O: (n, 384)."""
        W_O, _ = self.projection(f"encoder.layer.{number}.attention.output.dense")  # (384, 384)
        output = layers[number].heads[head]  # (n, 32)
        return output @ np.split(W_O, HEADS)[head]  # (n, 32) @ (32, 384) → (n, 384)

    def projection(self, name):
        """W (d_in, d_out) and b (d_out,); the model's file keeps W transposed."""
        return self.parameters[f"{name}.weight"].T, self.parameters[f"{name}.bias"]

    def project(self, name, X):
        """X (n, d_in) → X W + b (n, d_out)."""
        W, b = self.projection(name)
        return X @ W + b

    def normalize(self, name, X):
        """Each row of X to mean 0 and variance 1, then scaled and shifted as was learned."""
        gain, shift = self.parameters[f"{name}.weight"], self.parameters[f"{name}.bias"]
        return layer_norm(X, gain, shift, epsilon=1e-12)

    def sentence_vector(self, text):
        """The mean of the last outputs, cut to length 1. → (384,)"""
        mean = self.run(text)[-1].output.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def check(self):
        """The published similarities come out to four digits, or this is another model."""
        for (one, other), published in PUBLISHED.items():
            similarity = self.sentence_vector(one) @ self.sentence_vector(other)
            if round(float(similarity), 4) != published:
                raise ValueError(f"{one} / {other}: {similarity:.4f}, published {published:.4f}")
