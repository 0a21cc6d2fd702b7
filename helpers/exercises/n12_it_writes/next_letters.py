# %% task [markdown]
# **Exercise** (*Deeper*). Each row of `tokens` `(b, n)` is a name: the number of its country, the numbers of
# its letters, and then `end` in all places that are left. Return the targets `(b, n)`: at the
# country and at each letter the token that comes next; after the last letter that is `end`. Where a
# row holds `end`, nothing is scored, and the target is −1. `tokens = [[27, 20, 11, 12, 26, 26]]`,
# which is “ulm” in Germany, and `end = 26` give `[[20, 11, 12, 26, -1, -1]]`. The longest names
# leave no place free, and their last target is `end`, too: `[[27, 4]]` gives `[[4, 26]]`.
# %% stub
def my_targets(tokens, end):
    return ...  # about 4 lines


# %% solution
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, :-1] = tokens[:, 1:]
    targets[tokens == end] = -1
    return targets


# %% why [markdown]
# The text is its own answer: moved one place to the left, it says what comes next. A name of m
# letters gives m + 1 questions, one at the country and one at each letter.
# %% hints [markdown]
# - Which slice of tokens holds, at each place, what stands one place further right?
# - tokens[:, 1:] has one column too few. What is the last target of a full row?
# - Begin with an array full of end, put tokens[:, 1:] into all columns but the last, and then write
#   −1 wherever tokens is end.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "what is asked: the next letter"
axes = ("names", "places")
deeper = True

END = 26  # after the last letter; it fills the rest of a row, too


def moved(tokens, last):
    """Each row one place to the left, with `last` at its end."""
    return np.column_stack([tokens[:, 1:], np.full(len(tokens), last)])


def reference(tokens, end):
    return np.where(tokens == end, -1, moved(tokens, end))


def draw(rng):
    """Names of one letter or more, each behind its country; some fill their row."""
    b, n = sizes(rng, 2)
    end = int(rng.choice([END, END, 0, 40]))
    tokens = rng.integers(1, 26, size=(b, n + 1))
    tokens[:, 0] = rng.integers(27, 33, b)
    letters = rng.integers(1, n + 1, b)
    tokens[np.arange(n + 1) > letters[:, None]] = end
    return tokens, end


cases = (
    Case(
        "one letter, no place left",
        (np.array([[27, 4]]), END),
        "At the country the target is the letter, and at the letter the end, though it has no "
        "place in the row.",
    ),
    Case(
        "one letter, one place left",
        (np.array([[27, 4, 26]]), END),
        "The row holds the end here, the letter's target. At the end itself nothing is scored.",
    ),
    Case(
        "another number for the end",
        (np.array([[3, 1, 2, 0, 0]]), 0),
        "Here the end is 0: use the argument end.",
    ),
)


# fmt: off
# %% mistake
# In the last column no letter stands further right: in a full row, its target is end.
def my_targets(tokens, end):
    targets = np.zeros_like(tokens)
    for r, row in enumerate(tokens):
        for i, token in enumerate(row):
            targets[r, i] = -1 if token == end else row[i + 1]
    return targets
# %% mistake
# np.append without an axis makes one long row of all names. Each name keeps its own row.
def my_targets(tokens, end):
    targets = np.append(tokens[:, 1:], end)
    targets[tokens == end] = -1
    return targets
# %% mistake
# You ask for the token that stands there. A model could copy it: ask for the next one.
def my_targets(tokens, end):
    targets = tokens.copy()
    targets[tokens == end] = -1
    return targets
# %% mistake
# np.roll brings the first column round to the end: a full row asks for its country.
def my_targets(tokens, end):
    targets = np.roll(tokens, -1, axis=1)
    targets[tokens == end] = -1
    return targets
# %% mistake
# np.roll without an axis moves through all rows: a full row asks for the next country.
def my_targets(tokens, end):
    return np.where(tokens == end, -1, np.roll(tokens, -1))
# %% mistake
# You never ask for the end. A model that never learns it writes on for ever.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, :-1] = tokens[:, 1:]
    targets[targets == end] = -1
    return targets
# %% mistake
# You write −1 only into the last column. It belongs wherever tokens is end.
def my_targets(tokens, end):
    targets = np.full(tokens.shape, -1)
    targets[:, :-1] = tokens[:, 1:]
    return targets
# %% mistake
# You write 0 at places that are not scored. 0 is a token like any other: write −1.
def my_targets(tokens, end):
    b, n = tokens.shape
    targets = np.zeros((b, n), dtype=int)
    for i in range(b):
        for j in range(n):
            if tokens[i, j] != end:
                targets[i, j] = tokens[i, j + 1] if j < n - 1 else end
    return targets
# %% right
def my_targets(tokens, end):
    rows = []
    for row in tokens.tolist():
        name = [token for token in row if token != end]
        rows.append(name[1:] + [end] + [-1] * (len(row) - len(name)))
    return rows
