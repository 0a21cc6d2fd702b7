# %% task [markdown]
# **Exercise** (one line). `rewards` `(questions, answers)`: each row holds the rewards of several
# answers to one question. Return, in the same shape, how far each reward lies above the mean of its
# question's rewards (below it: a negative number). `[[1, 0], [3, 3]]` gives `[[0.5, -0.5], [0,
# 0]]`.
# %% stub
def my_above(rewards):
    return ...  # 1 line


# %% solution
def my_above(rewards):
    return rewards - rewards.mean(axis=1, keepdims=True)


# %% why [markdown]
# An answer is compared only with others to the same question. Where all get the same reward, there
# is nothing to learn: 0.
# %% hints [markdown]
# - Each question has a mean of its own. Along which axis do its answers stand?
# - keepdims=True leaves the means a shape of (questions, 1), so each is subtracted from its row.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "how far a reward lies above the mean of its question"
axes = ("questions", "answers")
blank = True


def reference(rewards):
    return rewards - rewards.mean(axis=1, keepdims=True)


def draw(rng):
    return (rng.integers(-3, 7, size=rng.integers(1, 6, 2)),)


cases = (
    Case("one question, two answers", (np.array([[4, 0]]),), "The mean is 2: [2, -2]."),
    Case(
        "the same reward for all answers",
        (np.array([[3, 3, 3]]),),
        "No answer is better than the others: zeros.",
    ),
    Case(
        "an easy and a hard question",
        (np.array([[6, 6], [0, 2]]),),
        "The means are 6 and 1, one for each question: [0, 0] and [-1, 1].",
    ),
    Case(
        "two questions, three answers each",
        (np.array([[0, 0, 3], [5, 6, 7]]),),
        "The means are 1 and 6: [-1, -1, 2] and [-1, 0, 1].",
    ),
)


# fmt: off
# %% mistake
# You subtract the mean of all rewards. Each question has its own: axis=1.
def my_above(rewards):
    return rewards - rewards.mean()
# %% mistake
# axis=0 takes the mean over the questions. The answers to one question stand along axis 1.
def my_above(rewards):
    return rewards - rewards.mean(axis=0)
# %% mistake
# Without keepdims=True, the questions' means lie in one row, and each is subtracted from a column.
def my_above(rewards):
    return rewards - rewards.mean(axis=1)
# %% mistake
# The sign is turned: a reward above the mean gives a number above 0.
def my_above(rewards):
    return rewards.mean(axis=1, keepdims=True) - rewards
# %% mistake
# You return the means. How far does each reward lie above its own?
def my_above(rewards):
    return rewards.mean(axis=1, keepdims=True)
# %% mistake
# You return the rewards as they are. Then even the worst answer is made likelier, if its reward is
# above 0.
def my_above(rewards):
    return rewards
# %% mistake
# You subtract the sum of the question's rewards: take their mean.
def my_above(rewards):
    return rewards - rewards.sum(axis=1, keepdims=True)
# %% mistake
# This is the median. Take the mean.
def my_above(rewards):
    return rewards - np.median(rewards, axis=1, keepdims=True)
# %% mistake
# You subtract the best reward of the question, so no number is above 0. Subtract the mean.
def my_above(rewards):
    return rewards - rewards.max(axis=1, keepdims=True)
# %% mistake
# You subtract the worst reward of the question, so no number is below 0. Subtract the mean.
def my_above(rewards):
    return rewards - rewards.min(axis=1, keepdims=True)
# %% mistake
# You also divide by the standard deviation: not asked for here, and it may be 0.
def my_above(rewards):
    mean = rewards.mean(axis=1, keepdims=True)
    return (rewards - mean) / (rewards.std(axis=1, keepdims=True) + 1e-8)
# %% mistake
# You also divide by the standard deviation: not asked for here, and it may be 0, as it is for [3, 3].
def my_above(rewards):
    mean = rewards.mean(axis=1, keepdims=True)
    return (rewards - mean) / rewards.std(axis=1, keepdims=True)
# %% mistake
# abs takes the signs away. Below the mean, a number is negative.
def my_above(rewards):
    return abs(rewards - rewards.mean(axis=1, keepdims=True))
# %% mistake
# len(rewards) counts the questions. The mean is over the answers: divide by rewards.shape[1].
def my_above(rewards):
    return rewards - rewards.sum(axis=1, keepdims=True) / len(rewards)
# %% mistake
# You divide by the mean. How far above it is a difference.
def my_above(rewards):
    return rewards / rewards.mean(axis=1, keepdims=True)
# %% mistake
# You say whether a reward is above the mean. Say by how much.
def my_above(rewards):
    return rewards > rewards.mean(axis=1, keepdims=True)
# %% mistake
# What is below the mean becomes 0 here. It has to be a negative number: such an answer is to become
# less likely.
def my_above(rewards):
    return np.maximum(rewards - rewards.mean(axis=1, keepdims=True), 0)
# %% right
def my_above(rewards):
    return np.array([row - np.mean(row) for row in rewards])
# %% right
def my_above(rewards):
    return (rewards.T - rewards.mean(axis=1)).T
# %% right
def my_above(rewards):
    return [[float(x) - sum(row) / len(row) for x in row] for row in rewards]
