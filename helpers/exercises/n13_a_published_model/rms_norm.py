# %% task [markdown]
# **Exercise** (*Deeper*; write a function). Write the RMS norm: divide each token of `x` `(…, d)`
# by the root of (the mean of its `d` squares + 1e-5), and multiply by `gain` `(d,)`. `x` has any
# number of axes, of which the features are the last. `x = [[1, 7], [0, 0]]` and `gain = [1, 2]`
# give about `[[0.2, 2.8], [0, 0]]`.
# %% stub
def my_rms_norm(x, gain):
    return ...  # about 2 lines


# %% solution
def my_rms_norm(x, gain):
    mean_square = (x**2).mean(axis=-1, keepdims=True)
    return x / np.sqrt(mean_square + 1e-5) * gain


# %% why [markdown]
# It is a layer norm without two steps: no mean is subtracted, and no shift is added. The
# division changes a token's length, but not its direction; the gain may change both.
# %% hints [markdown]
# - Root, mean, square: read RMS from right to left.
# - (x**2).mean(axis=-1, keepdims=True) has shape (…, 1): one number for each token.
# - np.sqrt of (mean square + 1e-5), then x divided by it, then times gain.
# %% cases
import numpy as np

from helpers import block
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case, each_alone

title = "RMS norm"
part = "rms_norm"
deeper = True
axes = ("tokens", "features")


def reference(x, gain):
    return block.rms_norm(x, gain)


def draw(rng):
    shape = (*leading(rng), *sizes(rng, 1))
    return numbers(rng, *shape), numbers(rng, shape[-1])


ONES_2, ONES_3 = np.ones(2), np.ones(3)
TWO_SENTENCES = np.array([[[1.0, 3.0, 8.0], [2.0, 2.0, 9.0]], [[0.0, 5.0, 1.0], [7.0, 1.0, 1.0]]])

cases = (
    Case(
        "one token",
        (np.array([1.0, 7.0]), ONES_2),
        "The squares are 1 and 49, their mean is 25: 1 and 7 are divided by 5.",
    ),
    Case(
        "one token of zeros",
        (np.array([0.0, 0.0]), ONES_2),
        "Only the 1e-5 keeps this from being 0/0: the result is 0.",
    ),
    Case(
        "one token with tiny numbers",
        (np.array([0.001, 0.003]), ONES_2),
        "The mean of the squares is 5e-6, so here the 1e-5 counts most. It is added to the "
        "mean, under the root.",
    ),
    Case(
        "a gain",
        (np.array([1.0, 7.0]), np.array([10.0, -1.0])),
        "0.2 and 1.4 times the gain, 10 and −1.",
    ),
    Case(
        "two tokens",
        (np.array([[1.0, 7.0], [10.0, 70.0]]), ONES_2),
        "Each token has a mean square of its own, 25 and 2500: both become [0.2, 1.4].",
    ),
    *each_alone(*((x, ONES_3) for x in TWO_SENTENCES)),
    Case(
        "two sentences of two tokens",
        (TWO_SENTENCES, ONES_3),
        "Right for a matrix, wrong for three axes: the features stand on the last axis.",
    ),
)


# fmt: off
# %% mistake
# You take the mean over the tokens. An RMS norm takes one token at a time: axis=-1.
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).mean(axis=0) + 1e-5) * gain
# %% mistake
# You add 1e-5 to the root. It belongs under the root: np.sqrt(mean_square + 1e-5).
def my_rms_norm(x, gain):
    return x / (np.sqrt(np.mean(x**2, axis=-1, keepdims=True)) + 1e-5) * gain
# %% mistake
# You divide by the length of the token, the root of the sum. It is the root of the mean: np.mean,
# not np.sum.
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + 1e-5) * gain
# %% mistake
# Without keepdims=True the tokens' means lie beside each other, and each divides a feature: divide
# each token by the root of its own.
def my_rms_norm(x, gain):
    return x / np.sqrt((x**2).mean(axis=-1) + 1e-5) * gain
# %% mistake
# You divide by the standard deviation, in which the mean is subtracted. Here the mean plays no
# part.
def my_rms_norm(x, gain):
    return x / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) * gain
# %% mistake
# You subtract the mean: this is layer norm. The RMS norm leaves the mean alone.
def my_rms_norm(x, gain):
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5) * gain
# %% mistake
# len(x) is the size of the first axis. The mean is over the last one.
def my_rms_norm(x, gain):
    mean_square = np.sum(x**2, axis=-1, keepdims=True) / len(x)
    return x / np.sqrt(mean_square + 1e-5) * gain
# %% mistake
# This is a standard deviation, for which the mean is subtracted first. Here it is not.
def my_rms_norm(x, gain):
    return x / np.std(x, axis=-1, keepdims=True) * gain
# %% wrong: Right for a matrix, wrong for three axes
def my_rms_norm(x, gain):
    if x.ndim == 1:
        return x / np.sqrt((x**2).mean() + 1e-5) * gain
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-5) * gain
# %% right
def my_rms_norm(x, gain):
    size = np.einsum("...i,...i->...", x, x) / x.shape[-1]
    return x * gain * (np.expand_dims(size, -1) + 1e-5) ** -0.5
# %% wrong: It is added to the mean, under the root.
def my_rms_norm(x, gain):
    return x * np.sqrt(x.shape[-1]) / np.sqrt((x**2).sum(-1, keepdims=True) + 1e-5) * gain
