# %% task [markdown]
# **Exercise** (one or two lines). `tokens` `(n,)` is a question and its answer in one row. The
# answer begins at place `start`, counted from 0; both have at least one token. Return the targets
# `(n,)`: at each place the token that comes next, but −1, not scored, where that one belongs to the
# question. At the last place nothing comes next: −1. `tokens = [9, 4, 7, 5, 6]` and `start = 3`
# give `[-1, -1, 5, 6, -1]`.
# %% stub
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    ...  # 1 or 2 lines
    return targets


# %% solution
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[start - 1 : -1] = tokens[start:]
    return targets


# %% why [markdown]
# The first token of the answer is asked for at the last place of the question. An answer of m
# tokens gives m targets.
# %% hints [markdown]
# - At which place is the first token of the answer the next one?
# - Each token of the answer is the target one place before its own. tokens[start:] are all of them.
# %% cases
import numpy as np

from helpers.exercises.engine.exercise import Case

title = "targets that score only the answer"
axes = ("places",)
blank = True


def reference(tokens, start):
    n = len(tokens)
    following = np.append(tokens[1:], -1)
    return np.where(np.arange(n) < start - 1, -1, following)


def draw(rng):
    """A question and an answer of one token or more each; a token may stand in both."""
    asked, said = rng.integers(1, 9, 2)
    tokens = rng.integers(int(rng.choice([3, 50, 49_152])), size=asked + said)
    return tokens, int(asked)


cases = (
    Case(
        "a question of one token, an answer of one",
        (np.array([9, 5]), 1),
        "At place 0 the answer, 5, comes next. After it comes nothing: [5, -1].",
    ),
    Case(
        "an answer of two tokens",
        (np.array([9, 5, 6]), 1),
        "At place 0 the 5 comes next, at place 1 the 6: [5, 6, -1].",
    ),
    Case(
        "a question of two tokens",
        (np.array([9, 4, 5]), 2),
        "At place 0 the 4 comes next, which belongs to the question: [-1, 5, -1].",
    ),
    Case(
        "a token of the question stands in the answer, too",
        (np.array([9, 4, 9, 4]), 2),
        "What belongs to the answer is told by the place, not by the token: [-1, 9, 4, -1].",
    ),
)


# fmt: off
# %% mistake
# The first token of the answer is not scored. It comes next at the last place of the question.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[start:-1] = tokens[start + 1:]
    return targets
# %% mistake
# You begin one place too early: there the last token of the question comes next.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    first = max(start - 2, 0)
    targets[first:-1] = tokens[first + 1:]
    return targets
# %% mistake
# Each target is the token that stands at its place. A model could copy it: ask for the next one.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[start:] = tokens[start:]
    return targets
# %% mistake
# You score the question, too. The tokens before start are only read.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[:-1] = tokens[1:]
    return targets
# %% mistake
# You score the question, and np.roll brings the first token round to the last place.
def my_targets(tokens, start):
    targets = np.roll(tokens, -1)
    return targets
# %% mistake
# np.roll brings the first token round to the last place. Nothing comes next there: −1.
def my_targets(tokens, start):
    targets = np.roll(tokens, -1)
    targets[:start - 1] = -1
    return targets
# %% mistake
# You moved to the right: each place has the token before it. Ask for the one after it.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[start + 1:] = tokens[start:-1]
    return targets
# %% mistake
# You score the question and not the answer. It is the other way round.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[:start - 1] = tokens[1:start]
    return targets
# %% mistake
# The last token of the answer is not scored. Without it, a model never learns where to end.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    targets[start - 1:-2] = tokens[start:-1]
    return targets
# %% mistake
# You write 0 where nothing is scored. 0 is a token like any other: write −1.
def my_targets(tokens, start):
    targets = np.zeros(len(tokens), dtype=int)
    targets[start - 1:-1] = tokens[start:]
    targets[-1] = -1
    return targets
# %% mistake
# You leave out what is not scored. Each place needs a target: −1 where none is asked.
def my_targets(tokens, start):
    return tokens[start:]
# %% mistake
# tokens is an array, and + adds numbers to it: only lists are joined by +.
def my_targets(tokens, start):
    return [-1] * (start - 1) + tokens[start:] + [-1]
# %% mistake
# The answer's tokens are told by their places. The same token may stand in the question, too.
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    for i in range(len(tokens) - 1):
        if tokens[i + 1] not in tokens[:start]:
            targets[i] = tokens[i + 1]
    return targets
# %% right
def my_targets(tokens, start):
    targets = np.full(len(tokens), -1)
    for i in range(start - 1, len(tokens) - 1):
        targets[i] = tokens[i + 1]
    return targets
# %% right
def my_targets(tokens, start):
    return [-1] * (start - 1) + list(tokens[start:]) + [-1]
# %% right
def my_targets(tokens, start):
    following = np.roll(tokens, -1)
    following[-1] = -1
    return np.where(np.arange(len(tokens)) + 1 >= start, following, -1)
# %% right
def my_targets(tokens, start):
    targets = tokens.copy()
    targets[:-1], targets[-1], targets[:start - 1] = tokens[1:], -1, -1
    return tuple(targets.tolist())
