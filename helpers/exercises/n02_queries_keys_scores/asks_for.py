# %% task [markdown]
# **Exercise** (two rows of a matrix). Each row of $W_Q$ says what one feature asks for: its first
# number is about nouns, its second about living things. Write the rows of “pronoun” and “living”, so
# that a pronoun asks for a noun with strength 2, and a living thing for living things with strength
# 1. (The row of “place” is `[0, -1]`, the other rows are `[0, 0]`.) Whom will “it” look at then?
# %% stub
two_rows = [
    [..., ...],  # pronoun: noun?, living?
    [..., ...],  # living: noun?, living?
]
# %% solution
two_rows = [[2, 0], [0, 1]]
# %% why [markdown]
# “It” is a pronoun and living, so its query is the sum of both rows, (2, 1). It scores 3 with
# “animal”, 1 with “street” and −1 with itself: it looks at “animal”.
# %% hints [markdown]
# - “It” has a 1 at pronoun and at living: its query is the sum of your two rows. Above it was (2, 1).
# - “Animal” has a 1 at living, but none at pronoun. Should it ask for nouns?
# - A pronoun alone says nothing of living things, so the second number of its row is 0.
# %% cases
from helpers.data import examples

title = "what “it” asks for"
blank = True
tolerance = 1e-6
steps = (
    (
        "the row of pronoun",
        "The row of pronoun is not right: how much does a pronoun ask for a noun, and how much for "
        "something living?",
    ),
    (
        "the row of living",
        "The row of living is not right: how much does a living thing ask for a noun, and how much "
        "for something living?",
    ),
)


def reference():
    return [examples.TOO_TIRED.W_Q[examples.TOY_FEATURES.index(x)] for x in ("pronoun", "living")]


# fmt: off
# %% mistake
# Your pronoun asks for living things and for no noun: even with the right row of living, “it” would
# score itself as high as “animal”. The first number is about nouns.
two_rows = [[0, 2], [..., ...]]
# %% mistake
# With a minus, a pronoun turns away from nouns: even with the right row of living, “it” would look
# at itself.
two_rows = [[-2, 0], [..., ...]]
# %% mistake
# Your pronoun asks for a noun, but no more than a living thing does for living things. Its strength
# is 2.
two_rows = [[1, 0], [..., ...]]
# %% mistake
# This is what a pronoun answers, its row of W_K. W_Q says what it asks for: a minus turns it away
# from nouns.
two_rows = [[-1, 0], [..., ...]]
# %% mistake
# This is the whole query of “it”. It is living, too, and so the row of living is added to yours.
two_rows = [[2, 1], [..., ...]]
# %% mistake
# Your pronoun asks for places as well: even with the right row of living, “it” would score “street”
# as high as “animal”.
two_rows = [[2, -1], [..., ...]]
# %% mistake
# A pronoun that asks for nothing: even with the right row of living, “it” would score itself as high
# as “animal”.
two_rows = [[0, 0], [..., ...]]
# %% mistake
# This is what a living thing asks for. A pronoun asks for a noun. Have the rows changed places?
two_rows = [[0, 1], [..., ...]]
# %% mistake
# Your pronoun asks for something living as well. That is the question of the row of living.
two_rows = [[1, 1], [..., ...]]
# %% mistake
# Your pronoun asks for something living as well. That is the question of the row of living.
two_rows = [[2, 2], [..., ...]]
# %% mistake
# Your living thing asks for nouns: “it” scores “street” as high as “animal”. The second number is
# about living things.
two_rows = [[2, 0], [1, 0]]
# %% mistake
# This is the row of place: with it, “it” looks at “street”.
two_rows = [[2, 0], [0, -1]]
# %% mistake
# “It” looks at “animal”, but life matters to it as much as a noun does. Here the strength is 1.
two_rows = [[2, 0], [0, 2]]
# %% mistake
# A living thing that asks for nothing: “it” scores “street” as high as “animal”.
two_rows = [[2, 0], [0, 0]]
# %% mistake
# This is the whole query of “it”. Here it is only living: the pronoun's row has asked for the noun.
two_rows = [[2, 0], [2, 1]]
# %% mistake
# Your living thing asks for nouns, too: so would “animal”, which is living. Only a pronoun asks for a noun.
two_rows = [[2, 0], [1, 1]]
# %% mistake
# This is the row of pronoun once more: “it” scores “street” as high as “animal”.
two_rows = [[2, 0], [2, 0]]
# %% wrong: The row of pronoun is not right
two_rows = [[3, 0], [..., ...]]
# %% wrong: Right so far: the row of pronoun. Next: the row of living.
two_rows = [[2, 0], [..., ...]]
# %% wrong: The row of living is not right
two_rows = [[2, 0], [0, 3]]
# %% wrong: Expected 2 numbers in the row of pronoun, got [0, 2, 0, 0, 0, 0].
two_rows = [[0, 2, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
# %% wrong: Expected a list of 2 rows
two_rows = [2, 0, 0, 1]
# %% right
two_rows = [[2.0, 0.0], [0.0, 1.0]]
# %% right
two_rows = np.array([[2, 0], [0, 1]])
