# %% task [markdown]
# **Exercise** (*Deeper*; use it on new numbers). A sentence has five places: PAD, PAD, animal,
# street, it. The query “street” has the scores `[4, 3, 2, 1, 5]`, already scaled. What weight does
# it give to “animal” under the causal and the padding mask together? Give three decimals or more.
# %% stub
front_weight = ...  # a number, by hand or by code
# %% solution
seen = np.array([False, False, True, True, False])
front_weight = masked_softmax(np.array([4.0, 3.0, 2.0, 1.0, 5.0]), seen)[2]
# %% why [markdown]
# Two keys are left, with the scores 2 and 1. “animal” is ahead by 1, so it gets e times as much.
# %% hints [markdown]
# - Which of the five keys does the padding mask hide, and which does “street” not see yet?
# - What is left is “animal” and “street”, with the scores 2 and 1.
# - The softmax of [2, 1], its first weight.
# %% cases
import math

import numpy as np

from helpers import attention
from helpers.exercises.engine.exercise import Mistake

from .shared import masked

title = "a weight after padding"
deeper = True
near = 0.0007
unit = "of 1"

PLACES = np.array([4.0, 3.0, 2.0, 1.0, 5.0])  # PAD PAD animal street it, scored by "street"
PADDING, AHEAD = (0, 1), 4


def weight_of_animal(*hidden, key=2):
    seen = np.isin(np.arange(5), hidden, invert=True)
    return masked(PLACES, seen)[key]


def about(value):
    if value in (0.7, 0.73):
        return "Rounded too far: give three decimals."
    if value > 1:
        return "A weight is a share of 1: at most 1, and not per cent."
    return "This is not the share of “animal” among the keys that both masks leave."


def reference():
    return weight_of_animal(*PADDING, AHEAD)


# fmt: off
# %% mistakes
mistakes = (
    Mistake(
        lambda: attention.softmax(np.array([2.0, 1.0]) / math.sqrt(2))[0],
        "You divided by √2 first. These are the scores as the softmax gets them.",
    ),
    Mistake(
        lambda: attention.softmax(np.array([0.0, 0.0, 2.0, 1.0, 0.0]))[2],
        "Your hidden scores are 0, and e⁰ is 1: all three still take a share.",
    ),
    Mistake(
        lambda: weight_of_animal(AHEAD),
        "The padding still takes weight: to the causal mask alone, these are earlier keys.",
    ),
    Mistake(
        lambda: weight_of_animal(*PADDING),
        "“it” still takes weight: it lies ahead of “street”.",
    ),
    Mistake(
        weight_of_animal,
        "All five keys are in the sum: nothing was hidden, or only after the softmax.",
    ),
    Mistake(
        lambda: weight_of_animal(*PADDING, AHEAD, 3),
        "You let only “animal” be seen. The causal mask is j ≤ i: “street” sees itself too.",
    ),
    Mistake(
        lambda: weight_of_animal(3, 4),
        "You hide the last two places. Here the padding is in front.",
    ),
    Mistake(
        lambda: weight_of_animal(*PADDING, AHEAD, key=3),
        "This is what the lower of two scores gets. Which two keys are left, and is “animal” "
        "the lower one?",
    ),
    Mistake(
        lambda: weight_of_animal(*PADDING, 2),
        "You hide “animal”, which is earlier. The causal mask hides what lies ahead.",
    ),
    Mistake(
        lambda: 2 / 3,
        "These are shares of the scores. Softmax takes e to the power of each score first.",
    ),
)
# %% wrong: The padding still takes weight:
front_weight = 0.087
# %% wrong: “it” still takes weight:
front_weight = 0.047
# %% wrong: All five keys are in the sum:
front_weight = 0.032
# %% wrong: You let only “animal” be seen.
front_weight = 1.0
# %% wrong: Your hidden scores are 0, and e⁰ is 1:
front_weight = 0.564
# %% wrong: You hide the last two places.
front_weight = 0.09
# %% wrong: These are shares of the scores.
front_weight = round(2 / (2 + 1), 3)
# %% wrong: A weight is a share of 1:
front_weight = 73.1
# %% wrong: Rounded too far:
front_weight = 0.7
# %% wrong: You divided by √2 first.
front_weight = round(1 / (1 + math.exp(-1 / math.sqrt(2))), 3)
# %% wrong: This is not the share of “animal” among the keys that both masks leave.
front_weight = round(10**2 / (10**2 + 10**1), 3)
# %% wrong: You hide “animal”, which is earlier.
front_weight = 0.0
# %% wrong: This is what the lower of two scores gets.
s = np.array([3.0, 2.0])
front_weight = round(float(np.exp(2) / np.exp(s).sum()), 3)
# %% right
front_weight = 0.731
