# %% task [markdown]
# **Exercise** (*Deeper*; use it on new numbers). Divide the scores `s1 = [1, 2, 3, 4]` by a
# positive number `T`, the temperature. Find the `T`, to two decimals or more, at which the largest weight
# is 0.9; at `T = 1` it is 0.644.
# %% stub
T = ...  # a number: try some, or let a loop find it
# %% solution
for T in np.arange(2.0, 0.0, -0.01):
    if softmax(s1 / T).max() >= 0.9:
        break
# %% why [markdown]
# The smaller T, the larger the differences of the scores, and the sharper the weights.
# %% hints [markdown]
# - Print softmax(s1 / T).max() for a T above and for a T below 1.
# - A smaller T makes the largest weight larger. Start at 1 and lower T in steps of 0.01.
# %% cases
import numpy as np

from helpers import attention

title = "a temperature for a wanted weight"
deeper = True
near = 0.012


def temperature():
    """T at which the largest weight of softmax([1, 2, 3, 4] / T) is 0.9, by halving."""
    low, high = 0.05, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        largest = attention.softmax(np.array([1.0, 2.0, 3.0, 4.0]) / middle).max()
        low, high = (middle, high) if largest > 0.9 else (low, middle)
    return middle


def about(T):
    if T <= 0:
        return "T must be above 0."
    largest = attention.softmax(np.array([1.0, 2.0, 3.0, 4.0]) / T).max()
    return f"At this T the largest weight is {largest:.3f}, not 0.9."


reference = temperature

# fmt: off
# %% mistake
# This is what the scores must be multiplied by. T divides them: take 1 over it.
T = 2.30168
# %% mistake
# This counts only the largest and the second key. The other two take weight as well.
T = 1 / math.log(9)
# %% mistake
# 0.9 is the weight to reach, not the T that gives it.
T = 0.9
# %% wrong: T must be above 0.
T = -0.4345
# %% wrong: At this T the largest weight is 0.897, not 0.9.
T = 0.44
# %% right
T = 0.43
