# %% task [markdown]
# **Exercise.** Write the body of the loop: in each of `steps` steps a new batch, forward, the loss,
# backward and a step of Adam. `sample()` draws a batch and returns its `tokens` and `targets`;
# `forward(tokens)` gives the logits, and `backward(tokens, targets, logits)` gives the slopes of the
# last run of `forward`. `adam(slopes, step)` moves the model's numbers. `loss(logits, targets)` is
# a number. Return a list of the losses, each from before its step.
# %% stub
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        ...  # a batch, forward, its loss, backward, a step of Adam: a line each
    return losses


# %% solution
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        losses.append(loss(logits, targets))
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
    return losses


# %% why [markdown]
# Backward needs what forward gave, and Adam needs what backward gave. Then the next batch meets a
# model that has moved a little. Nothing in the loop knows what the model is made of: it trains the
# check's two arrays and the page's transformer.
# %% hints [markdown]
# - Every step has a batch of its own. Which function gives it, and where must it be called?
# - backward takes logits, and adam takes slopes: that is their order.
# - Five lines: what sample() returns gets two names, what forward returns one, what backward
#   returns one; adam returns nothing; loss goes into the list.
# %% cases
from helpers.exercises.engine.exercise import Case
from helpers.training.tiny import functions

title = "the training loop"
axes = ("", "steps")
seeds = range(20)


def reference(steps, sample, forward, backward, adam, loss):
    losses = []
    for i in range(steps):
        tokens, targets = sample()
        logits = forward(tokens)
        losses.append(loss(logits, targets))
        adam(backward(tokens, targets, logits), i + 1)
    return losses


def draw(rng):
    steps, words, d, b, n = (int(rng.integers(2, most)) for most in (8, 7, 5, 5, 6))
    return steps, *functions(int(rng.integers(10**6)), words + 1, d, b, n)


cases = (
    Case(
        "one step",
        (1, *functions(0)),
        "One step gives a list with one loss: that of the first batch, by the logits from before "
        "the step.",
    ),
    Case(
        "two steps",
        (2, *functions(1)),
        "Right for one step, wrong for two. The second batch is a new one, and its logits come "
        "from the numbers that the first step of Adam left.",
    ),
    Case(
        "three steps",
        (3, *functions(2)),
        "Right for two steps, wrong for three. Each step needs the slopes of its own batch, and "
        "Adam its own number: 1, 2, 3.",
    ),
)


# fmt: off
# %% mistake
# Nothing is learned: adam takes no step inside the loop, so every batch meets the model as it was
# at first.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        losses.append(loss(logits, targets))
    return losses
# %% mistake
# loss gets the tokens, the letters that the model has read. What it has to guess are the targets.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
        losses.append(loss(logits, tokens))
    return losses
# %% mistake
# backward gets the tokens in the place of the targets: the model learns to repeat what it has read.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, tokens, logits)
        adam(slopes, step)
        losses.append(loss(logits, targets))
    return losses
# %% mistake
# You call sample() twice in a step: the tokens are of one batch, the targets of another.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens = sample()[0]
        targets = sample()[1]
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
        losses.append(loss(logits, targets))
    return losses
# %% mistake
# return stands inside the loop, so the loop ends after one step. Move it below the loop.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
        losses.append(loss(logits, targets))
        return losses
# %% mistake
# You return the last loss alone. Return the list with the loss of every step.
def my_training(steps, sample, forward, backward, adam, loss):
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
        losses = loss(logits, targets)
    return losses
# %% mistake
# Adam is told at each step that it is the last. Give it step.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, steps)
        losses.append(loss(logits, targets))
    return losses
# %% mistake
# sample() returns the tokens first: you give their name to the targets, and forward reads those.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(1, steps + 1):
        targets, tokens = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
        losses.append(loss(logits, targets))
    return losses
# %% mistake
# Your steps are counted from 0, where one of Adam's divisors is 1 − 0.9⁰ = 0. Count from 1.
def my_training(steps, sample, forward, backward, adam, loss):
    losses = []
    for step in range(steps):
        tokens, targets = sample()
        logits = forward(tokens)
        slopes = backward(tokens, targets, logits)
        adam(slopes, step)
        losses.append(loss(logits, targets))
    return losses
# %% right
def my_training(steps, sample, forward, backward, adam, loss):
    losses, step = np.zeros(steps), 0
    while step < steps:
        x, y = sample()
        z = forward(x)
        losses[step] = loss(logits=z, targets=y)
        step += 1
        adam(slopes=backward(x, y, z), step=step)
    return losses
