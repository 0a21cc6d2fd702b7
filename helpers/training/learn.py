"""How a model learns: Adam, by hand, on one batch of new sequences after the other."""

import math

import numpy as np

from helpers.attention import softmax
from helpers.checking import takes
from helpers.single_values import count, function, positive, whole_number

BATCH = 64  # sequences a step
SOME = 128  # sequences that are tested at a time
LEAST = 1e-38  # of a probability, which may be rounded to 0


class Adam:
    """Moves each number against its slope. The usual size of a slope does not matter: the mean of
    the last slopes is divided by the root of the mean of their squares."""

    def __init__(self, p):
        self.p, self.step = p, 0
        self.mean = {name: np.zeros_like(x) for name, x in p.items()}
        self.square = {name: np.zeros_like(x) for name, x in p.items()}

    def update(self, slopes, rate):
        self.step += 1
        for name, slope in slopes.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (slope - mean)
            square += 0.02 * (slope**2 - square)
            unbiased = mean / (1 - 0.9**self.step)  # both began at 0: make up for it
            size = np.sqrt(square / (1 - 0.98**self.step)) + 1e-8
            self.p[name] -= rate * unbiased / size


def rate_at(step, steps, rate):
    """Rises during the first 20 steps, then falls along a cosine to a twentieth."""
    falling = 0.05 + 0.95 * (1 + math.cos(math.pi * step / steps)) / 2
    return rate * min(1, step / 20) * falling


class Training:
    """Training step by step, each on a batch of new sequences."""

    def __init__(self, model, language, steps, rate, seed=0):
        self.model, self.language = model, language
        self.steps, self.rate = steps, rate
        self.adam, self.rng = Adam(model.p), np.random.default_rng([seed, 1])

    def step(self):
        """One step; the loss before it."""
        tokens, targets = self.language.sample(self.rng, BATCH)
        run = self.model.run(tokens)
        loss, back = self.model.parts.cross_entropy(run.logits, targets)
        rate = rate_at(self.adam.step + 1, self.steps, self.rate)
        self.adam.update(run.back(back()["logits"]), rate)
        return float(loss)


@takes(steps=count, rate=positive, seed=whole_number, watch=function)
def train(model, language, steps, rate, seed=0, watch=None):
    """Train for so many steps, each on a batch of new sequences; the loss of each step, as a list.

    watch(losses) is called after every step. Stop (Kernel > Interrupt) keeps what was learned.
    """
    training, losses = Training(model, language, steps, rate, seed), []
    try:
        for _ in range(steps):
            losses.append(training.step())
            if watch:
                watch(losses)
    except KeyboardInterrupt:
        print(f"Stopped after {len(losses)} of {steps} steps.")
    return losses


def accuracy(model, tokens, targets, off=()):
    """The share of the asked words that get the largest logit, with heads `off` switched off."""
    return share_of_right(model.run(tokens, off).logits, targets)


def loss(model, tokens, targets, off=()):
    """The mean loss at the asked places, with heads `off` switched off; nothing is learned."""
    return float(-log_probabilities(model, tokens, targets, off).sum() / (targets >= 0).sum())


def log_probabilities(model, tokens, targets, off=()):
    """Of each asked word, 0 where none is asked. (b, n) → (b, n), some rows at a time: a run keeps
    what its way back needs."""
    pieces = []
    for begin in range(0, len(tokens), SOME):
        asked = targets[begin : begin + SOME, :, None]
        p = softmax(model.run(tokens[begin : begin + SOME], off).logits)  # (SOME, n, words)
        right = np.take_along_axis(p, np.maximum(asked, 0), axis=2)
        pieces.append(np.where(asked >= 0, np.log(np.maximum(right, LEAST)), 0)[:, :, 0])
    return np.concatenate(pieces)


def share_of_right(logits, targets):
    """logits (b, n, words), targets (b, n), −1 where nothing is asked."""
    return float((logits.argmax(axis=-1) == targets)[targets >= 0].mean())
