"""A small decoder that guesses what nobody can know, because its mask is wrong (notebook 05).

    model = trained(mask)            # mask(n, m) → boolean (n, m); the one of this module is wrong
    guessed(model)                   # how often letters 1 to 11 are guessed, as words: "100%"
    model.outputs(text)              # text (12,) → the probabilities after each letter, (12, 4)
    model.outputs(other(text, j))    # the same with another letter at j

Each text is twelve letters, drawn at random: the next one is a guess of one in four.
"""

from types import SimpleNamespace

import numpy as np

from helpers import training
from helpers.attention import softmax
from helpers.training import parts
from helpers.training.languages import Language

LETTERS, N = [*"abcd"], 12
BLOCK = 4
STEPS, RATE, TESTED = 100, 0.03, 1000


def mask(n, m):
    """Boolean (n, m): a query sees the keys of earlier blocks, and the whole of its own block."""
    return np.arange(m) // BLOCK <= np.arange(n)[:, None] // BLOCK


def texts(rng, b):
    """Random letters, and after each the next one as target: (b, N) both."""
    letters = rng.integers(len(LETTERS), size=(b, N))
    targets = np.full((b, N), -1)
    targets[:, :-1] = letters[:, 1:]
    return letters, targets


class Decoder(training.Transformer):
    def outputs(self, text):
        """The probabilities of the four letters after each letter of a text: (N,) → (N, 4)"""
        return softmax(self.run(np.array([text])).logits[0])


def trained(mask, seed=0):
    """One layer with two heads, trained on 6,400 random texts; its masks are mask(n, m)."""
    own = vars(parts) | {"causal_mask": lambda n: np.asarray(mask(n, n))}
    model = Decoder(
        len(LETTERS),
        N,
        layers=1,
        heads=2,
        d=24,
        causal=True,
        positions="sinusoids",
        seed=seed,
        parts=SimpleNamespace(**own),
    )
    language = Language(LETTERS, N, causal=True, sample=texts)
    training.train(model, language, STEPS, RATE, seed)
    return model


def shares(model, seed=9):
    """How often the likeliest next letter is right, in new texts: (N − 1,)"""
    letters, targets = texts(np.random.default_rng(seed), TESTED)
    likeliest = model.run(letters).logits.argmax(axis=-1)
    return (likeliest == targets)[:, :-1].mean(axis=0)


def guessed(model):
    """The shares in per cent, as text."""
    return [f"{share:.0%}" for share in shares(model)]


def other(text, j):
    """The text with another letter at j."""
    return np.where(np.arange(len(text)) == j, (text + 1) % len(LETTERS), text)
