"""The smallest model that a training loop can train: it guesses the next letter from the last one,
and has two arrays. A check tries a reader's loop on it (notebook 12).

Its functions are called as those of the page, and as there `backward` goes back through the last
run of `forward`, once.
"""

import inspect
from dataclasses import dataclass, field

import numpy as np

from helpers.training.learn import Adam
from helpers.training.parts import cross_entropy

NAMES = "sample", "forward", "backward", "adam", "loss"


class Tiny:
    """words: how many letters there are; d: the width of a vector; b, n: the size of a batch."""

    def __init__(self, seed, words=3, d=2, b=2, n=3):
        self.rng, self.size = np.random.default_rng(seed), (b, n)
        answer = self.rng.standard_normal((d, words))
        self.p = {"words": self.rng.standard_normal((words, d)), "answer": answer}
        self.means, self.kept = Adam(self.p), []

    def sample(self):
        """A new batch: tokens (b, n), targets (b, n). The first place is asked, others mostly."""
        b, n = self.size
        text = self.rng.integers(len(self.p["words"]), size=(b, n + 1))
        asked = (np.arange(n) == 0) | (self.rng.random((b, n)) < 0.8)
        return text[:, :-1], np.where(asked, text[:, 1:], -1)

    def forward(self, tokens):
        """(b, n) → logits (b, n, words)"""
        if np.shape(tokens) != self.size:
            raise TypeError("forward takes the tokens alone: tokens, targets = sample()")
        self.kept = [self.p["words"][tokens]]
        return self.kept[0] @ self.p["answer"]

    def backward(self, tokens, targets, logits):
        """{name: slopes of the array}"""
        if not self.kept:
            raise RuntimeError("run forward first: backward goes back through its last run, once")
        z = self.kept.pop()  # (b, n, d)
        to_logits = cross_entropy(logits, targets)[1]()["logits"]
        words = np.zeros_like(self.p["words"])
        np.add.at(words, tokens, to_logits @ self.p["answer"].T)
        return {"words": words, "answer": np.einsum("bnd,bnw->dw", z, to_logits)}

    def adam(self, slopes, step):
        self.means.step = step - 1
        self.means.update(slopes, rate=0.1)

    def loss(self, logits, targets):
        """In bits a letter."""
        return float(cross_entropy(logits, targets)[0] / np.log(2))


@dataclass
class Part:
    """A function of a model. Copies that are made together have one model, a copy of theirs."""

    name: str
    model: Tiny = field(compare=False)

    def __call__(self, *given, **named):
        function = getattr(self.model, self.name)
        try:
            inspect.signature(function).bind(*given, **named)
        except TypeError as error:  # Python's own counts self, too
            raise TypeError(f"{self.name}: {error}") from None
        return function(*given, **named)

    def __repr__(self):
        return "the tiny model's"


def functions(*given, **named):
    """Those of a new Tiny, in the order of NAMES."""
    model = Tiny(*given, **named)
    return tuple(Part(name, model) for name in NAMES)
