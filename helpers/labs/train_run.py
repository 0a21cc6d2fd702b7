"""A training that goes as far as it is asked to, and keeps what it has: part of the train lab."""

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from helpers import training
from helpers.labs.train_tasks import TASKS
from helpers.training.languages import weights_of_it
from helpers.training.learn import BATCH, rate_at

FRAME = 4  # steps from one picture to the next
KEPT = 250  # frames of all trainings together, of less than 0.1 MB each


class Trainer:
    """The loop of training.train, one step at a time."""

    def __init__(self, task, layers, heads, positions, seed):
        self.task = TASKS[task]
        words, n, causal, _ = self.task.language
        self.model = training.Transformer(
            len(words), n, layers, heads, causal=causal, positions=positions, seed=seed
        )
        self.adam = training.Adam(self.model.p)
        self.rng = np.random.default_rng([seed, 1])

    def step(self):
        tokens, targets = self.task.language.sample(self.rng, BATCH)
        run = self.model.run(tokens)
        _, to_logits = training.cross_entropy(run.logits, targets)
        rate = rate_at(self.adam.step + 1, self.task.steps, self.task.rate)
        self.adam.update(run.back(to_logits), rate)


class Frame(NamedTuple):
    """A model on its way, and how good it is at new sequences."""

    model: training.Transformer
    loss: float
    right: tuple  # the share of right answers in each of the task's tests
    to_noun: np.ndarray  # (h,), of the task "it": what each head of the last layer gives from "it"


class Run:
    """All frames of a training, as far as it has gone."""

    def __init__(self, *chosen):
        self.trainer = Trainer(*chosen)
        self.frames = [measured(self.trainer.task, self.trainer.model)]

    def at(self, steps):
        """The frames from the first to that after so many steps.

        Each is trained by a copy of the trainer: if it is interrupted, the last whole one stays.
        """
        while len(self.frames) <= steps // FRAME:
            trainer = deepcopy(self.trainer)
            for _ in range(FRAME):
                trainer.step()
            frame = measured(trainer.task, trainer.model)
            self.trainer = trainer
            self.frames.append(frame)
        return self.frames[: steps // FRAME + 1]


runs = {}  # what they were trained on: Run; the one that was asked for last is the last


def run_of(task, layers, heads, positions, seed):
    chosen = task, layers, heads, positions, seed
    runs[chosen] = runs.pop(chosen, None) or Run(*chosen)
    while len(runs) > 1 and sum(len(run.frames) for run in runs.values()) > KEPT:
        del runs[next(iter(runs))]
    return runs[chosen]


def measured(task, model):
    runs = [model.run(tokens) for tokens, _ in task.tests]
    targets = [each for _, each in task.tests]
    loss, _ = training.cross_entropy(runs[0].logits, targets[0])
    right = tuple(share_of_right(run, each) for run, each in zip(runs, targets, strict=True))
    to_noun = None
    if task.unseen:
        to_noun = weights_of_it(runs[-1].weights[-1], *task.tests[-1]).mean(axis=0)
    return Frame(model, float(loss), right, to_noun)


def right_without(task, model, off):
    """The shares of right answers with the heads `off` switched off."""
    runs = [model.run(tokens, off) for tokens, _ in task.tests]
    return [
        share_of_right(run, targets) for run, (_, targets) in zip(runs, task.tests, strict=True)
    ]


def share_of_right(run, targets):
    return float((run.logits.argmax(axis=-1) == targets)[targets >= 0].mean())
