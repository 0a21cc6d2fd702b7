"""Training's parts with functions of the reader in them.

Each has the form of parts.py: y, back = part(x, W, …). The exercises ask for one sentence or one
head at a time; here many stand side by side. What the reader has not written is the series' own.
"""

import math

import numpy as np

import helpers.attention
from helpers.training import parts, tape
from helpers.training.model import Transformer
from helpers.training.parts import transposed

HIDDEN = -1e30  # as good as −∞, and finite


class Joined:
    """The parts of a transformer; yours: the reader's functions, by their names in helpers.mine."""

    linear = staticmethod(parts.linear)

    def __init__(self, yours):
        self.yours = yours

    def causal_mask(self, n):
        """Boolean (n, n): True where key j ≤ query i."""
        mask = self.yours.get("causal_mask", parts.causal_mask)
        return np.asarray(mask(n, n))

    def sinusoids(self, n, d):
        """The positions that are added to the tokens: (n, d)."""
        table = self.yours.get("sinusoids", parts.sinusoids)
        return np.asarray(table(n, d))

    def layer_norm(self, x, gain, shift):
        """x (t, d), gain and shift (d,) → (t, d), and the way back."""
        y, back = parts.layer_norm(x, gain, shift)
        if "layer_norm" in self.yours:
            y = like(x, self.yours["layer_norm"](x, gain, shift))
        return y, back

    def mlp(self, x, W_1, b_1, W_2, b_2):
        """x (t, d), W_1 (d, d_ff), b_1 (d_ff,), W_2 (d_ff, d), b_2 (d,) → (t, d), way back."""
        y, back = parts.mlp(x, W_1, b_1, W_2, b_2)
        if "mlp" in self.yours:
            y = like(x, self.yours["mlp"](x, W_1, b_1, W_2, b_2))
        return y, back

    def cross_entropy(self, logits, targets):
        """logits (b, n, words), targets (b, n) → the mean loss, and the way back."""
        loss, series_back = parts.cross_entropy(logits, targets)
        if "loss_slope" not in self.yours:
            return loss, series_back
        places = np.nonzero(targets >= 0)  # which sequences, which positions

        def back(to_loss=1.0):
            to_logits = np.zeros_like(logits)
            to_logits[places] = self.loss_slope(logits[places], targets[places]) * to_loss
            return {"logits": to_logits}

        return loss, back

    def loss_slope(self, logits, words):
        """∂loss/∂logits, where the loss is the mean of all rows: (asked, words) → the same."""
        if "loss_slope" in self.yours:
            return like(logits, self.yours["loss_slope"](logits, words))
        _, back = parts.cross_entropy(logits, words)
        return back()["logits"]

    # --- attention: its softmax, and how heads are split and merged ------------------------------

    def self_attention(self, *arrays, **sizes):
        """As in parts.py: x (t, d), … → output (t, d), weights (b, h, n, n), and the way back."""
        own = {"split": self.split, "attention": self.attention, "merge": self.merge}
        return parts.self_attention(*arrays, **sizes, **own)

    def attention(self, Q, K, V, mask):
        """Q, K, V (b, h, n, d/h), mask (n, n) or None → output (b, h, n, d/h), weights
        (b, h, n, n), and the way back."""
        A = self.weights(helpers.attention.scores(Q, K), mask)  # (b, h, n, n)

        def back(to_output):
            to_S = self.softmax_back(A, to_output @ transposed(V))  # (b, h, n, n)
            to_S /= math.sqrt(Q.shape[-1])
            to_K = transposed(to_S) @ Q  # (b, h, n, d/h)
            return {"Q": to_S @ K, "K": to_K, "V": self.values_back(A, to_output)}

        return helpers.attention.Attended(A @ V, A), back

    def softmax(self, S):
        """Over the last axis. (…, m) → (…, m)"""
        softmax = self.yours.get("softmax", helpers.attention.softmax)
        return like(S, softmax(S))

    def weights(self, S, mask):
        """The softmax of scores (b, h, n, m), over the keys that the mask (n, m) shows."""
        if mask is None:
            return self.softmax(S)
        if "masked_softmax" in self.yours:
            return like(S, self.yours["masked_softmax"](S, mask))
        return self.softmax(np.where(mask, S, S.dtype.type(HIDDEN)))

    def softmax_back(self, A, to_A):
        """Weights A and the slopes ∂loss/∂A → ∂loss/∂S. (b, h, n, m) → (b, h, n, m)"""
        back = self.yours.get("softmax_back", parts.softmax_back)
        return like(A, back(A, to_A))

    def values_back(self, A, to_output):
        """A (b, h, n, m), to_output (b, h, n, d/h) → to_V (b, h, m, d/h)"""
        back = self.yours.get("values_back", tape.values_back)
        return like(A, back(A, to_output))

    def split(self, x, n, h):
        """Yours takes one sentence. To split, that is all rows: (b·n, d) → (h, b·n, d/h)."""
        if "split" not in self.yours:
            return parts.split(x, n, h)
        heads = like(x, self.yours["split"](x, h))
        return heads.reshape(h, -1, n, heads.shape[-1]).swapaxes(0, 1)  # (b, h, n, d/h)

    def merge(self, x):
        """Yours takes one sentence. To merge, that is all rows: (h, b·n, d/h) → (b·n, d)."""
        if "merge" not in self.yours:
            return parts.merge(x)
        b, h, n, width = x.shape
        rows = x.swapaxes(0, 1).reshape(h, b * n, width)
        return like(x, self.yours["merge"](rows))


def like(x, result):
    """What a function of the reader returned, as an array in the dtype of x."""
    return np.asarray(result, dtype=x.dtype)


# --- how training calls them --------------------------------------------------------------------


def calls_of_a_step(functions):
    """The arguments of all calls of these functions in a step of training with a mask, and in one
    without, both as large as those of the notebooks: {name: [arguments]}, for those it calls."""
    calls = {name: [] for name in functions}

    def recorded(name):
        def call(*arguments):
            calls[name].append(arguments)
            return functions[name](*arguments)

        return call

    joined, words, n, b = Joined({name: recorded(name) for name in functions}), 30, 16, 64
    tokens, targets = np.random.default_rng(0).integers(words, size=(2, b, n))
    sizes = {"layers": 1, "heads": 2, "d_ff": 64}
    for causal in (True, False):
        model = Transformer(words, n, causal=causal, **sizes)
        model.parts = joined
        run = model.run(tokens)
        _, back = joined.cross_entropy(run.logits, targets)
        slopes = run.back(back()["logits"])
        if "adam_step" in functions:
            for name, slope in slopes.items():
                zeros = np.zeros_like(slope)
                joined.yours["adam_step"](model.p[name], slope, zeros, zeros, 1, 0.01)
    return {name: made for name, made in calls.items() if made}
