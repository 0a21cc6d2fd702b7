"""Exercises of notebook 10: slopes, the backward pass through attention, and steps downhill."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.n10_slopes.shared import loss_slope
from helpers.training import blanks

CHECKED = read(
    __file__,
    "first_step",
    "values_back",
    "softmax_back",
    "loss_slope",
    "whole_tape",
)

WRITTEN = blanks.RUNS  # what its reader writes into given code, which progress counts, too
TURNED = examples.TOO_TIRED.W_Q * [[1.0], [1], [-1], [-1], [1], [1]]  # (d_x, d_k) = (6, 2)


def downhill(rate, steps=12):
    """w after steps against the slope of (2w − 4)², from 3 on."""
    w = 3.0
    for _ in range(steps):
        w -= rate * 2 * (2 * w - 4) * 2
    return w


def with_a_large_rate():
    start, end = abs(3 - 2), abs(downhill(0.26) - 2)
    return "farther away" if end > start else "nearer" if end < start else "as far as before"


def attend(toy, W):
    """W: W_Q and W_V side by side, (d_x, d_k + d_v) = (6, 4)."""
    return attention.attention(toy.X @ W[:, :2], toy.X @ toy.W_K, toy.X @ W[:, 2:])


def loss(W):
    sentences = enumerate([examples.TOO_TIRED, examples.TOO_WIDE])  # furry is right, then paved
    answers = [attention.softmax(4 * attend(toy, W).output[2])[i] for i, toy in sentences]
    return -np.log(answers).sum()


def turned(steps, rate):
    """W_Q and W_V after plain steps, both learning. Their slopes are measured, by nudges."""
    W = np.hstack([TURNED, examples.TOO_TIRED.W_V])
    nudges = 1e-5 * np.eye(W.size).reshape(-1, *W.shape)  # one for each number
    for _ in range(steps):
        slopes = [(loss(W + nudge) - loss(W - nudge)) / 2e-5 for nudge in nudges]
        W = W - rate * np.reshape(slopes, W.shape)
    return W


def noun_looked_at():
    """The word at which the tired "it" looks after twenty steps."""
    weights = attend(examples.TOO_TIRED, turned(20, rate=0.15)).weights
    return examples.TOY_WORDS[weights[2].argmax()]


def first_step_at_1():
    return "higher" if loss(turned(1, rate=1.0)) > loss(turned(0, rate=1.0)) else "lower"


SHRINKING = {  # which slopes are positive: which logits have to shrink
    (True, True, True): "all",
    (True, False, False): "the first",
    (True, False, True): "the first and the third",
}

PREDICTED = (
    OneOf(
        name="noun_looked_at",
        title="where the tired “it” looks",
        truth=noun_looked_at,
        why="The steps have changed what the words hand over: the street now says “furry”. So the "
        "answer is right, and “it” still looks at the wrong noun.",
        options=("animal", "street"),
    ),
    OneOf(
        name="large_rate",
        title="a rate of 0.26",
        truth=with_a_large_rate,
        why="Each step jumps over the lowest point, and lands a little farther away on the other "
        "side.",
        options=("nearer", "as far as before", "farther away"),
        also=(("further away", "farther away"), ("the same distance", "as far as before")),
        deeper=True,
    ),
    OneOf(
        name="first_step_at_1",
        title="the first step at a rate of 1.0",
        truth=first_step_at_1,
        why="A slope says how the loss changes nearby. This step goes so far that the slope no longer "
        "holds: it jumps over the low place and climbs on the other side.",
        options=("lower", "higher"),
        deeper=True,
    ),
    OneOf(
        name="which_shrink",
        title="the logits of three answers",
        truth=lambda: SHRINKING[tuple(loss_slope(np.array([[2.0, 1.0, 0.0]]), [1])[0] > 0)],
        why="The slopes of the first and the third are above 0: if either grows, it takes weight "
        "from the right answer. So a step makes both smaller. The slope of the right logit is "
        "below 0: it grows.",
        options=tuple(SHRINKING.values()),
        also=(("all three", "all"), ("only the first", "the first")),
        deeper=True,
    ),
)
