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
import numpy as np

from helpers import attention

title = "a weight after padding"
deeper = True
near = 0.0007
unit = "of 1"


def about(value):
    if value in (0.7, 0.73):
        return "Rounded too far: give three decimals."
    if value > 1:
        return "A weight is a share of 1: at most 1, and not per cent."
    return "This is not the share of “animal” among the keys that both masks leave."


def reference():
    return attention.softmax(np.array([2.0, 1.0]))[0]


# fmt: off
# %% mistake
# You divided by √2 first. These are the scores as the softmax gets them.
front_weight = attention.softmax(np.array([2, 1]) / math.sqrt(2))[0]
# %% mistake
# Your hidden scores are 0, and e⁰ is 1: all three still take a share.
front_weight = attention.softmax(np.array([0, 0, 2, 1, 0]))[2]
# %% mistake
# The padding still takes weight: to the causal mask alone, these are earlier keys.
front_weight = attention.softmax(np.array([4, 3, 2, 1]))[2]
# %% mistake
# “it” still takes weight: it lies ahead of “street”.
front_weight = attention.softmax(np.array([2, 1, 5]))[0]
# %% mistake
# All five keys are in the sum: nothing was hidden, or only after the softmax.
front_weight = attention.softmax(np.array([4, 3, 2, 1, 5]))[2]
# %% mistake
# You let only “animal” be seen. The causal mask is j ≤ i: “street” sees itself too.
front_weight = 1
# %% mistake
# You hide the last two places. Here the padding is in front.
front_weight = attention.softmax(np.array([4, 3, 2]))[2]
# %% mistake
# This is what the lower of two scores gets. Which two keys are left, and is “animal” the lower
# one?
front_weight = attention.softmax(np.array([2, 1]))[1]
# %% mistake
# You hide “animal”, which is earlier. The causal mask hides what lies ahead.
front_weight = 0
# %% mistake
# These are shares of the scores. Softmax takes e to the power of each score first.
front_weight = 2 / 3
# %% wrong: A weight is a share of 1:
front_weight = 73.1
# %% wrong: Rounded too far:
front_weight = 0.7
# %% wrong: This is not the share of “animal” among the keys that both masks leave.
front_weight = round(10**2 / (10**2 + 10**1), 3)
# %% right
front_weight = 0.731
