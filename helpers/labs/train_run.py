"""A training that goes as far as it is asked to, and keeps what it has: part of the train lab."""

from copy import deepcopy
from functools import lru_cache

import numpy as np

from helpers import training
from helpers.labs.train_tasks import TASKS
from helpers.training.languages import weights_of_it
from helpers.training.learn import BATCH, rate_at

FRAME = 5  # steps from one picture to the next
RUNS = 3  # that are kept, of at most 7 MB each


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


class Run:
    """The models of a training, one a frame, and their losses on new sequences."""

    def __init__(self, *chosen):
        self.trainer = Trainer(*chosen)
        self.models, self.losses = [], []
        self._keep(self.trainer)

    def at(self, steps):
        """The model after so many steps, and the losses of all frames up to it.

        Each frame is trained by a copy: if it is interrupted, the last whole one stays.
        """
        frame = steps // FRAME
        while len(self.models) <= frame:
            trainer = deepcopy(self.trainer)
            for _ in range(FRAME):
                trainer.step()
            self._keep(trainer)
        return self.models[frame], self.losses[: frame + 1]

    def _keep(self, trainer):
        tokens, targets = trainer.task.tests[0]
        loss, _ = training.cross_entropy(trainer.model.run(tokens).logits, targets)
        self.trainer = trainer
        self.losses.append(float(loss))
        self.models.append(trainer.model)


@lru_cache(maxsize=RUNS)
def run_of(task, layers, heads, positions, seed):
    return Run(task, layers, heads, positions, seed)


@lru_cache(maxsize=1000)
def accuracies(task, layers, heads, positions, seed, steps, off=()):
    """The shares of right answers in each of the task's tests, with the heads `off` off."""
    model, _ = run_of(task, layers, heads, positions, seed).at(steps)
    return [training.accuracy(model, *test, off) for test in TASKS[task].tests]


@lru_cache(maxsize=1000)
def weights_to_noun(layers, heads, positions, seed, steps):
    """Of the task "it": the mean weight from "it" to the right noun of each head of the last layer,
    in sentences of pairs that were never shown."""
    model, _ = run_of("it", layers, heads, positions, seed).at(steps)
    tokens, targets = TASKS["it"].tests[1]
    return weights_of_it(model.run(tokens).weights[-1], tokens, targets).mean(axis=0)
