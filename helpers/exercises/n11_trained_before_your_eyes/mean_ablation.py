# %% task [markdown]
# **Exercise** (*Deeper*). `outputs` `(b, h, n, d_v)` is what `h` heads give in `b` texts of `n`
# places. Return a new array in which the output of head `head`, counted from 1, is replaced at each
# place by its mean over all texts. The other heads' outputs stay as they were. `outputs =
# [[[[1.0]]], [[[3.0]]]]` and `head = 1` give `[[[[2.0]]], [[[2.0]]]]`.
# %% stub
def my_ablation(outputs, head):
    return ...  # about 3 lines


# %% solution
def my_ablation(outputs, head):
    result = outputs.copy()
    result[:, head - 1] = outputs[:, head - 1].mean(axis=0)
    return result


# %% why [markdown]
# The texts run along the first axis, so the mean over them has the shape (n, d_v). Broadcasting
# puts it into every text.
# %% hints [markdown]
# - outputs[:, head - 1] is what this head gives in all texts: (b, n, d_v).
# - The mean over the texts runs along axis 0 and leaves (n, d_v).
# - Begin with a copy of outputs, and assign the mean to the head's part of it.
# %% cases
import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case

title = "mean ablation"
deeper = True
axes = ("places", "features")
new = True


def reference(outputs, head):
    result = outputs.astype(float)
    result[:, head - 1] = outputs[:, head - 1].mean(axis=0)
    return result


def draw(rng):
    b, h, n, d_v = sizes(rng, 4)
    return rng.standard_normal((b, h, n, d_v)), int(rng.integers(1, h + 1))


ONE_HEAD = np.array([[[[1.0], [4.0]]], [[[3.0], [8.0]]]])  # (b, h, n, d_v) = (2, 1, 2, 1)
TWO_HEADS = np.array(
    [[[[1.0], [4.0]], [[5.0], [7.0]]], [[[3.0], [8.0]], [[9.0], [1.0]]]]
)  # (2, 2, 2, 1)

cases = (
    Case(
        "one head, one place",
        (np.array([[[[1.0]]], [[[3.0]]]]), 1),
        "The head gives 1 in one text and 3 in the other: both become 2.",
    ),
    Case(
        "two places",
        (ONE_HEAD, 1),
        "Each place has a mean of its own: 2 at the first, 6 at the second.",
    ),
    Case(
        "head 1 of two",
        (TWO_HEADS, 1),
        "Head 1 becomes its mean, head 2 stays as it was.",
    ),
)


# fmt: off
# %% mistake
# You put zeros in the head's place. Put its mean there.
def my_ablation(outputs, head):
    result = outputs.copy()
    result[:, head - 1] = 0
    return result
# %% mistake
# Your mean runs over the places of one text. It has to run over the texts.
def my_ablation(outputs, head):
    result = outputs.copy()
    result[:, head - 1] = outputs[:, head - 1].mean(axis=1, keepdims=True)
    return result
# %% mistake
# You subtract the mean. That leaves what is special to each text, which is what has to go.
def my_ablation(outputs, head):
    result = outputs.copy()
    result[:, head - 1] = outputs[:, head - 1] - outputs[:, head - 1].mean(axis=0)
    return result
# %% mistake
# You take the mean of the next head. head counts from 1, and Python from 0.
def my_ablation(outputs, head):
    result = outputs.copy()
    result[:, head] = outputs[:, head].mean(axis=0)
    return result
# %% mistake
# You return the mean alone. Put it into the outputs of all texts.
def my_ablation(outputs, head):
    return outputs[:, head - 1].mean(axis=0)
