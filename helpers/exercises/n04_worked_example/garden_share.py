# %% task [markdown]
# **Exercise** (*Deeper*; use it on new numbers). Let garden's vector grow from `[2, 0, 0]` to `[6,
# 0, 0]`, while the other words stay as they are. The scores are scaled, as above. What weight does
# Apple now give to garden? Put it into `share`, to two decimals. It was 0.00002.
# %% stub
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
share = ...  # about 2 lines
# %% solution
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
weights_longer = attention.softmax(longer @ longer.T / math.sqrt(3))
share = weights_longer[0, 3]
# %% why [markdown]
# Apple's raw score for garden is now 30, and 29 for itself. Garden wins because its vector is
# longer; its angle is as before.
# %% hints [markdown]
# - What are Apple's raw scores for garden and for itself now?
# - Apple's row of scores is longer[0] @ longer.T / math.sqrt(3). Garden is its entry 3.
# %% cases
import math

from helpers.exercises.engine.exercise import Mistake

from .shared import APPLE, FIVE, GARDEN, PHONE, softmax

title = "Apple's row with a longer garden"
deeper = True
near = 0.01
unit = "of 1"


def longer():
    """The five words with garden at [6, 0, 0]: their raw scores (5, 5)."""
    X = FIVE.copy()
    X[GARDEN] = [6, 0, 0]
    return X @ X.T


def row_of_apple(divide):
    return softmax(longer()[APPLE] / divide)


def reference():
    return row_of_apple(math.sqrt(3))[GARDEN]


def about(share):
    return (
        "This is not Apple's weight for garden: print the whole row of Apple, and its sum."
        if 0 <= share <= 1
        else "A weight lies between 0 and 1."
    )


# fmt: off
# %% mistakes
mistakes = (
    Mistake(
        lambda: row_of_apple(1)[GARDEN],
        "These are the weights of the raw scores: divide by √d_k, where d_k is 3.",
    ),
    Mistake(
        lambda: row_of_apple(3)[GARDEN],
        "You divide the raw scores by 3, by d_k itself: divide by its root.",
    ),
    Mistake(
        lambda: row_of_apple(math.sqrt(5))[GARDEN],
        "You divide by √5: there are 5 words, but each vector has 3 features.",
    ),
    Mistake(
        lambda: row_of_apple(math.sqrt(3))[APPLE],
        "This is what Apple gives to itself, or to all others than garden together.",
    ),
    Mistake(
        lambda: row_of_apple(math.sqrt(3))[PHONE],
        "This is what Apple gives to phone. Garden is entry 3, counted from 0.",
    ),
    Mistake(
        lambda: softmax(longer() / math.sqrt(3))[GARDEN, APPLE],
        "This is what garden gives to Apple: row and column are exchanged, or the softmax runs "
        "down the columns.",
    ),
    Mistake(
        lambda: softmax(longer() / math.sqrt(3))[GARDEN, GARDEN],
        "This is what garden gives to itself. Apple's row is the first.",
    ),
    Mistake(
        lambda: longer()[APPLE, GARDEN] / math.sqrt(3),
        "This is the score. A weight is what the softmax of Apple's row makes of it.",
    ),
    Mistake(
        lambda: longer()[APPLE, GARDEN] / longer()[APPLE].sum(),
        "You divide the score by the sum of its row. The softmax takes exponentials first.",
    ),
    Mistake(
        lambda: softmax(FIVE @ FIVE.T / math.sqrt(3))[APPLE, GARDEN],
        "This is the old weight: compute the scores from longer, not from E.",
    ),
    Mistake(
        lambda: 100 * row_of_apple(math.sqrt(3))[GARDEN],
        "This is in per cent. A weight is a share of 1: leave out the factor 100.",
    ),
)
# %% wrong: These are the weights of the raw scores: divide by √d_k,
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T)[0, 3]
# %% wrong: This is the old weight: compute the scores from longer, not
share = attention.softmax(E @ E.T / math.sqrt(3))[0, 3]
# %% wrong: This is what garden gives to Apple: row and column are
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[3, 0]
# %% wrong: This is what Apple gives to itself, or to all others than
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = attention.softmax(scaled)[0, 0]
# %% wrong: This is not Apple's weight for garden: print the whole row
share = 3 * 0.00002
# %% wrong: You divide the raw scores by 3, by d_k itself: divide by its root.
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T / 3)[0, 3]
# %% wrong: This is in per cent. A weight is a share of 1: leave out
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = 100 * attention.softmax(scaled)[0, 3]
# %% wrong: This is the score. A weight is what the softmax of Apple's
longer = E.copy()
longer[3] = [6, 0, 0]
scaled = longer @ longer.T / math.sqrt(3)
share = scaled[0, 3]
# %% wrong: You divide by √5: there are 5 words, but each vector has 3
longer = E.copy()
longer[3] = [6, 0, 0]
share = attention.softmax(longer @ longer.T / math.sqrt(5))[0, 3]
# %% wrong: You divide the score by the sum of its row. The softmax
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
s = longer @ longer[apple] / math.sqrt(3)
share = s[3] / s.sum()
# %% wrong: This is what Apple gives to phone. Garden is entry 3,
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
share = attention.softmax(longer @ longer.T / math.sqrt(3))[apple, 2]
# %% wrong: A weight lies between 0 and 1. Yours is too large.
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
share = attention.softmax(E @ E.T / math.sqrt(3))[apple, 3] * math.exp(4 * E[apple][0])
# %% wrong: This is what garden gives to itself. Apple's row is the
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
share = attention.softmax(longer @ longer.T / math.sqrt(3))[3, 3]
# %% right
share = 0.64
# %% right
longer = E.copy()
longer[3] = [6, 0, 0]  # garden
apple = np.abs(attention.softmax(E @ E.T / math.sqrt(3))[:, 3] - 0.00002).argmin()
e = [math.exp(longer[apple] @ v / math.sqrt(3)) for v in longer]
share = e[3] / sum(e)
