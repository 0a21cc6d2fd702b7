"""Exercises of notebook 10: slopes, the way back through attention, and steps downhill."""

import numpy as np

from helpers import attention
from helpers.data import examples
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.n10_slopes.shared import chain, loss_slope

CHECKED = read(
    __file__,
    "chain",
    "which_product",
    "values_back",
    "one_score_grows",
    "softmax_back",
    "loss_slope",
    "first_step",
    "mlp_back",
)

TURNED = examples.TOO_TIRED.W_Q * [[1.0], [1], [-1], [-1], [1], [1]]  # (d_x, d_k) = (6, 2)


def loss_of_it(living=-1.0, furry=(0, 0, 0)):
    """The loss of the turned toy, where "it" should answer furry. living: the number of W_Q that
    says what a living word asks for; furry: how much more of it the three values have."""
    X, W_Q = examples.TOO_TIRED.X, TURNED.copy()
    W_Q[2, 1] = living
    K, V = X @ examples.TOO_TIRED.W_K, X @ examples.TOO_TIRED.W_V + np.outer(furry, [1, 0])
    output = attention.attention(X @ W_Q, K, V).output
    return -np.log(attention.softmax(4 * output[2])[0])


def value_that_counts():
    """The word of the toy whose value lowers the loss most when it becomes a little furrier."""
    losses = [loss_of_it(furry=0.01 * np.eye(3)[j]) for j in range(3)]
    return examples.TOY_WORDS[int(np.argmin(losses))]


def downhill(rate, steps=12):
    """w after steps against the slope of (2w − 4)², from 3 on."""
    w = 3.0
    for _ in range(steps):
        w -= rate * 2 * (2 * w - 4) * 2
    return w


def with_a_large_rate():
    start, end = abs(3 - 2), abs(downhill(0.26) - 2)
    return "farther away" if end > start else "nearer" if end < start else "as far as before"


def noun_looked_at():
    """The word at which the tired "it" looks after twenty steps in which W_Q and W_V learn from
    both sentences. Their slopes are measured, by nudges."""

    def attend(toy, W):  # W: W_Q and W_V side by side, (d_x, d_k + d_v) = (6, 4)
        return attention.attention(toy.X @ W[:, :2], toy.X @ toy.W_K, toy.X @ W[:, 2:])

    def loss(W):
        sentences = enumerate([examples.TOO_TIRED, examples.TOO_WIDE])  # furry is right, then paved
        answers = [attention.softmax(4 * attend(toy, W).output[2])[i] for i, toy in sentences]
        return -np.log(answers).sum()

    W = np.hstack([TURNED, examples.TOO_TIRED.W_V])
    nudges = 1e-5 * np.eye(W.size).reshape(-1, *W.shape)  # one for each number
    for _ in range(20):
        slopes = [(loss(W + nudge) - loss(W - nudge)) / 2e-5 for nudge in nudges]
        W = W - 0.15 * np.reshape(slopes, W.shape)
    return examples.TOY_WORDS[attend(examples.TOO_TIRED, W).weights[2].argmax()]


SHRINKING = {  # which slopes are positive: which logits have to shrink
    (True, True, True): "all",
    (True, False, False): "the first",
    (True, False, True): "the first and the third",
}

PREDICTED = (
    OneOf(
        name="grow_or_shrink",
        title="one number of W_Q",
        truth=lambda: "grow" if loss_of_it(-0.9) < loss_of_it(-1.0) else "shrink",
        why="At −1 a living word asks for a place. The larger the number, the more it asks for "
        "what is alive, as the animal is.",
        options=("grow", "shrink"),
    ),
    Number(
        name="slope_of_w",
        title="the slope of w",
        truth=lambda: 2 * (2 * 3 - 4) * 2,
        why="When w grows by a little, u grows by twice as much, and the loss by 4 times as much "
        "as u: 2 · 4.",
        near=0.011,  # a nudge of 0.01 finds 8.04 and 32.16
    ),
    Number(
        name="slope_of_x",
        title="the slope of x",
        truth=lambda: chain(3.0, 2.0, 4.0)[1],
        why="24 comes back through u, and 8 past it.",
        near=0.011,
    ),
    OneOf(
        name="value_that_counts",
        title="the values",
        truth=value_that_counts,
        why="“it” takes most of its output from the street, so four fifths of what is changed "
        "there arrive. That the animal would be the right noun makes no difference. The output is "
        "that of “it”, but next to nothing of its own value is in it. And all three would count "
        "alike only if their weights were equal.",
        options=(*examples.TOY_WORDS, "all alike"),
    ),
    OneOf(
        name="which_shrink",
        title="the logits of three answers",
        truth=lambda: SHRINKING[tuple(loss_slope(np.array([[2.0, 1.0, 0.0]]), [1])[0] > 0)],
        why="The slopes of the first and the third are above 0: if either grows, it takes weight "
        "from the right answer. So a step makes both smaller. The slope of the right logit is "
        "below 0: it grows.",
        options=tuple(SHRINKING.values()),
    ),
    OneOf(
        name="large_rate",
        title="a rate of 0.26",
        truth=with_a_large_rate,
        why="Each step jumps over the lowest point, and lands a little farther away on the other "
        "side.",
        options=("nearer", "as far as before", "farther away"),
    ),
    OneOf(
        name="noun_looked_at",
        title="where the tired “it” looks",
        truth=noun_looked_at,
        why="The steps have changed what the words hand over: the street now says “furry”. So the "
        "answer is right, and “it” still looks at the wrong noun.",
        options=("animal", "street"),
    ),
)
