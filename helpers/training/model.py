"""A small transformer: words and positions as vectors, layers, a logit for each word."""

import math
from collections import namedtuple

import numpy as np

from helpers.checking import as_array, takes
from helpers.single_values import count, one_of, truth, whole_number
from helpers.training import parts

Run = namedtuple("Run", "logits weights back")  # (b, n, words); (b, h, n, n) for each layer
KINDS = "none", "sinusoids", "learned"
ATTENTION = "W_Q", "W_K", "W_V", "W_O"  # what a layer learns
MLP = "W_1", "b_1", "W_2", "b_2"


def rows_of_tokens(name, value, call):
    """Texts of at most n tokens each, as numbers of the model's words: (b, n)"""
    model = call.arguments["self"]
    n, words = len(model.sinusoids), len(model.p["words"])
    needed = f"rows of 1 to {n} numbers of words, from 0 to {words - 1}"
    tokens = as_array(name, value, "iu", needed)
    if tokens.ndim != 2 or tokens.size == 0 or tokens.shape[1] > n:
        raise ValueError(f"{name}: given shape {tokens.shape}, needed {needed}")
    if tokens.min() < 0 or tokens.max() >= words:
        given = f"numbers from {tokens.min()} to {tokens.max()}"
        raise ValueError(f"{name}: given {given}, needed {needed}")
    return tokens


class Transformer:
    """Layers of self-attention, and an MLP where d_ff is not 0, each with its norm before it.

    p: all that is learned, {name: array}; "2.W_Q" is the W_Q of layer 2. Layers and heads are
    counted from 1, as on the page. parts: what it is made of, by default those of parts.py; others
    have the same names and forms, such as `mine.parts`, which has the reader's functions in it.
    dtype: np.float64, or np.float32, which takes half the time; everything is computed in it.
    """

    parts = parts

    @takes(
        words=count,
        n=count,
        layers=count,
        heads=count,
        d=count,
        d_ff=whole_number,
        causal=truth,
        positions=one_of(*KINDS),
        seed=whole_number,
        dtype=one_of(np.float32, np.float64),
    )
    def __init__(
        self,
        words,
        n,
        layers,
        heads,
        d=32,
        d_ff=0,
        causal=False,
        positions="learned",
        seed=0,
        dtype=np.float64,
        parts=None,
    ):
        if d % heads:
            raise ValueError(f"heads: given {heads}, needed a divisor of d = {d}")
        if d_ff < 0:
            raise ValueError(f"d_ff: given {d_ff}, needed 0, for no MLP, or more")
        self.layers, self.heads, self.d_ff = layers, heads, d_ff
        self.causal = causal
        if parts is not None:
            self.parts = parts
        self.sinusoids = np.zeros((n, d), dtype)
        if positions == "sinusoids":
            self.sinusoids = self.parts.sinusoids(n, d).astype(dtype)
        p = starting_values(np.random.default_rng(seed), words, n, layers, d, d_ff)
        self.p = {name: x.astype(dtype) for name, x in p.items()}
        if positions != "learned":
            del self.p["positions"]

    def size(self):
        """How many numbers the model learns."""
        return sum(x.size for x in self.p.values())

    @takes(tokens=rows_of_tokens)
    def run(self, tokens, off=()):
        """tokens (b, n) → Run. off: heads to switch off, pairs (layer, head): they give zeros.

        {(layer, head): f} puts f of the head's output (b, n, d/heads) in its place instead.
        """
        p, (b, n) = self.p, tokens.shape
        x = p["words"][tokens] + p.get("positions", self.sinusoids)[:n]  # (b, n, d)
        x = x.reshape(b * n, -1)  # (t, d)
        mask = self.parts.causal_mask(n) if self.causal else None
        in_place = off if isinstance(off, dict) else dict.fromkeys(off, np.zeros_like)
        weights, backs = [], []
        for layer in range(1, self.layers + 1):
            of_heads = {head - 1: f for (number, head), f in in_place.items() if number == layer}
            sizes = {"n": n, "h": self.heads, "off": of_heads, "mask": mask}
            attend, think = self.parts.self_attention, self.parts.mlp
            attended, back = self._normed(layer, "_1", attend, ATTENTION, x, **sizes)
            x = x + attended.output
            weights.append(attended.weights)
            backs.append(back)
            if self.d_ff:
                written, back = self._normed(layer, "_2", think, MLP, x)
                x = x + written
                backs.append(back)
        x, back_norm = self.parts.layer_norm(x, p["gain"], p["shift"])
        logits, back_answer = self.parts.linear(x, p["answer"])  # (t, words)

        def back(to_logits):
            """∂loss/∂logits → ∂loss/∂parameter for all that is learned: {name: array}"""
            of_answer = back_answer(to_logits.reshape(b * n, -1))
            slopes = back_norm(of_answer["x"])
            to_x = slopes.pop("x")
            for back_part in reversed(backs):
                of_part = back_part(to_x)
                to_x = to_x + of_part.pop("x")  # the stream led past the part, too
                slopes |= of_part
            one_hot = np.eye(len(p["words"]), dtype=x.dtype)[tokens.ravel()]  # (t, words)
            words = one_hot.T @ to_x  # looking words up is one-hot rows times their vectors
            slopes |= {"answer": of_answer["W"], "words": words}
            if "positions" in p:
                slopes["positions"] = np.zeros_like(p["positions"])
                slopes["positions"][:n] = to_x.reshape(b, n, -1).sum(axis=0)
            return slopes

        return Run(logits.reshape(b, n, -1), weights, back)

    def _normed(self, layer, number, part, names, x, **sizes):
        """A part of a layer after its norm, and the way back: x, and slopes by their names in p."""
        norm = {name: f"{layer}.{name}{number}" for name in ("gain", "shift")}
        arrays = {name: f"{layer}.{name}" for name in names}
        normed, back_norm = self.parts.layer_norm(x, **self._of(norm))
        y, back_part = part(normed, **self._of(arrays), **sizes)

        def back(to_y):
            of_part = back_part(to_y)
            of_norm = back_norm(of_part["x"])
            slopes = {arrays[name]: of_part[name] for name in arrays}
            return slopes | {norm[name]: of_norm[name] for name in norm} | {"x": of_norm["x"]}

        return y, back

    def _of(self, names):
        return {name: self.p[in_p] for name, in_p in names.items()}


def starting_values(rng, words, n, layers, d, d_ff):
    """Random arrays, sized so that a vector times a matrix stays about as long."""

    def matrix(height, width):
        return rng.standard_normal((height, width)) / math.sqrt(height)

    p = {"words": rng.standard_normal((words, d)), "answer": matrix(d, words)}
    p["positions"] = rng.standard_normal((n, d))
    for layer in range(1, layers + 1):
        p |= {f"{layer}.{name}": matrix(d, d) for name in ("W_Q", "W_K", "W_V", "W_O")}
        p |= {f"{layer}.gain_1": np.ones(d), f"{layer}.shift_1": np.zeros(d)}
        if d_ff:
            p |= {f"{layer}.W_1": matrix(d, d_ff), f"{layer}.b_1": np.zeros(d_ff)}
            p |= {f"{layer}.W_2": matrix(d_ff, d), f"{layer}.b_2": np.zeros(d)}
            p |= {f"{layer}.gain_2": np.ones(d), f"{layer}.shift_2": np.zeros(d)}
    return p | {"gain": np.ones(d), "shift": np.zeros(d)}
