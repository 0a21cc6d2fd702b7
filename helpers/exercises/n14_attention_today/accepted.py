# %% task [markdown]
# **Exercise** (*Deeper*; write a function). `draft` is a list of guessed tokens, perhaps empty.
# `said` has one token more: `said[i]` is what the model says after the text and the first `i` tokens
# of the draft. Return the list of tokens that may be appended to the text: the draft as far as the
# model says the same, and then the one token that the model says there. `draft = [5, 7, 9]` and
# `said = [5, 7, 4, 2]` give `[5, 7, 4]`.
# %% stub
def my_accepted(draft, said):
    return ...  # about 4 lines


# %% solution
def my_accepted(draft, said):
    n = 0
    while n < len(draft) and draft[n] == said[n]:
        n += 1
    return said[: n + 1]


# %% why [markdown]
# Up to the first wrong guess, the model has read what it would have written itself. What it says
# behind a wrong guess, it says of another text.
# %% hints [markdown]
# - At which place does the draft first differ from what the model says?
# - What the model says at that place is right, too: it has read only tokens that it would have
#   written.
# - Count in a while loop how many tokens agree from the beginning; then said[: n + 1].
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "what a draft gives"
deeper = True


def reference(draft, said):
    for i in range(len(draft)):
        if draft[i] != said[i]:
            return list(said[: i + 1])
    return list(said)


def draw(rng):
    """Lists of few different tokens, which agree for a while, and often once more later."""
    (n,) = sizes(rng, 1, most=9)
    kinds = np.array([0, 1, 2, 49152])  # Python keeps small numbers once, and large ones each time
    said = rng.choice(kinds, n)
    draft = np.where(rng.random(n) < 0.25, rng.choice(kinds, n), said)[:-1]
    return draft.tolist(), said.tolist()


cases = (
    Case("no draft", ([], [3]), "Without a draft, the model's own token is appended."),
    Case("a right guess", ([5], [5, 2]), "The guess is right, and the model says what follows it."),
    Case("a wrong guess", ([5], [7, 2]), "In place of the wrong guess, the model's own token."),
    Case(
        "wrong in between",
        ([5, 7, 9], [5, 3, 9, 2]),
        "The draft is wrong at its second token, so what follows was said of another text.",
    ),
    Case(
        "the same guess twice",
        ([5, 5, 7], [5, 6, 8, 9]),
        "Where the second 5 is guessed, the model says 6. With it the list ends.",
    ),
)


# fmt: off
# %% mistake
# You leave out the model's own token. It says one more than the draft has right, and that is right,
# too.
def my_accepted(draft, said):
    n = 0
    while n < len(draft) and draft[n] == said[n]:
        n += 1
    return draft[:n]
# %% mistake
# You go on behind a wrong guess. What the model says there, it says of another text.
def my_accepted(draft, said):
    return [a for a, b in zip(draft, said) if a == b] + said[-1:]
# %% mistake
# You count all places that agree. Only those before the first wrong guess count.
def my_accepted(draft, said):
    return said[: sum(a == b for a, b in zip(draft, said)) + 1]
# %% mistake
# You take the wrong guess. In its place stands what the model says.
def my_accepted(draft, said):
    n = 0
    while n < len(draft) and draft[n] == said[n]:
        n += 1
    return draft[:n + 1]
# %% mistake
# You append all that the model says. Behind the first wrong guess, it says it of another text.
def my_accepted(draft, said):
    return said
# %% right
def my_accepted(draft, said):
    for i, guess in enumerate(draft):
        if guess != said[i]:
            return said[:i + 1]
    return said
