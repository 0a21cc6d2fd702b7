"""A training that goes as far as it is asked to, and keeps what it has: part of the train lab."""

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from helpers import training
from helpers.labs.train_lab.train_tasks import TASKS
from helpers.training.languages import weights_of_it
from helpers.training.learn import Training, share_of_right

FRAME = 4  # steps from one picture to the next
KEPT = 600  # frames of all trainings together, of less than 0.1 MB each


def new_training(task, layers, heads, positions, seed):
    """A Training of a new model on a task; its steps are those of training.train."""
    words, n, causal, _ = task.language
    model = training.Transformer(
        len(words), n, layers, heads, causal=causal, positions=positions, seed=seed
    )
    return Training(model, task.language, task.steps, task.rate, seed)


class Frame(NamedTuple):
    """A model on its way, and how good it is at new sequences."""

    model: training.Transformer
    loss: float
    right: tuple  # the share of right answers in each of the task's tests
    to_noun: np.ndarray  # (h,), of the task "it": what each head of the last layer gives from "it"


class Course:
    """All frames of a training, as far as it has gone."""

    def __init__(self, task, *chosen):
        self.task = TASKS[task]
        self.training = new_training(self.task, *chosen)
        self.frames = [measured(self.task, self.training.model)]

    def at(self, steps):
        """The frames from the first to that after so many steps.

        Each is trained by a copy: if it is interrupted, the last whole one stays.
        """
        while len(self.frames) <= steps // FRAME:
            copy = deepcopy(self.training)
            for _ in range(FRAME):
                copy.step()
            frame = measured(self.task, copy.model)
            self.training = copy
            self.frames.append(frame)
        return self.frames[: steps // FRAME + 1]


courses = {}  # what they were trained on: Course; the one that was asked for last is the last


def course_of(task, layers, heads, positions, seed):
    chosen = task, layers, heads, positions, seed
    courses[chosen] = courses.pop(chosen, None) or Course(*chosen)
    while len(courses) > 1 and sum(len(course.frames) for course in courses.values()) > KEPT:
        del courses[next(iter(courses))]
    return courses[chosen]


def measured(task, model):
    runs = [model.run(tokens) for tokens, _ in task.tests]
    targets = [right_words for _, right_words in task.tests]
    loss, _ = training.cross_entropy(runs[0].logits, targets[0])
    pairs = zip(runs, targets, strict=True)
    right = tuple(share_of_right(run.logits, right_words) for run, right_words in pairs)
    to_noun = None
    if task.unseen:
        to_noun = weights_of_it(runs[-1].weights[-1], *task.tests[-1]).mean(axis=0)
    return Frame(model, float(loss), right, to_noun)


def right_without(task, model, off):
    """The shares of right answers with the heads `off` switched off."""
    return [training.accuracy(model, tokens, targets, off) for tokens, targets in task.tests]
