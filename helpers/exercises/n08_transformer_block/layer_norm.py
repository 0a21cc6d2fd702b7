# %% task [markdown]
# **Exercise.** Write the layer norm: in each token of `x` `(…, d)`, subtract the mean of its `d`
# numbers and divide by the root of (their variance + 1e-5). Then multiply by `gain` `(d,)` and add
# `shift` `(d,)`. `x` has any number of axes, of which the features are the last. `x = [[1, 3], [5,
# 5]]`, `gain = [1, 2]`, `shift = [0, 7]` give about `[[-1, 9], [0, 7]]`. {how to stop}
# %% stub
def my_layer_norm(x, gain, shift):
    return ...  # about 3 lines


# %% solution
def my_layer_norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gain + shift


# %% why [markdown]
# axis=-1 is the features of one token, whatever stands before it. keepdims keeps that axis, so that
# the mean can be subtracted from every feature.
# %% hints [markdown]
# - The mean and the variance belong to one token. Which axis holds its numbers?
# - x.mean(axis=-1, keepdims=True) has shape (…, 1), so it can be subtracted from x.
# - The variance is the mean of the squares of what is left. Divide by np.sqrt(variance + 1e-5),
#   then times gain, plus shift.
# %% cases
import numpy as np

from helpers import block
from helpers.exercises.engine.draws import leading, numbers, sizes
from helpers.exercises.engine.exercise import Case, each_alone

title = "layer norm"
part = "layer_norm"
axes = ("tokens", "features")


def reference(x, gain, shift):
    return block.layer_norm(x, gain, shift)


def draw(rng):
    shape = (*leading(rng), *sizes(rng, 1))
    return numbers(rng, *shape), numbers(rng, shape[-1]), numbers(rng, shape[-1])


TWO_SENTENCES = np.array([[[1.0, 3.0, 8.0], [2.0, 2.0, 9.0]], [[0.0, 5.0, 1.0], [7.0, 1.0, 1.0]]])

cases = (
    Case(
        "one token",
        (np.array([1.0, 3.0]), np.array([1.0, 1.0]), np.array([0.0, 0.0])),
        "The mean is 2 and the variance 1, so 1 becomes (1 − 2) / √1.00001, and 3 becomes "
        "(3 − 2) / √1.00001.",
    ),
    Case(
        "one token with three features",
        (np.array([1.0, 3.0, 8.0]), np.array([1.0, 1.0, 1.0]), np.array([0.0, 0.0, 0.0])),
        "The mean is 4. The variance is the mean of the squares 9, 1 and 16, that is 26 / 3.",
    ),
    Case(
        "gain and shift",
        (np.array([1.0, 3.0]), np.array([2.0, 3.0]), np.array([10.0, 20.0])),
        "−1 and 1 are first multiplied by the gain, 2 and 3; then the shift is added.",
    ),
    Case(
        "two tokens",
        (
            np.array([[1.0, 3.0, 8.0], [10.0, 20.0, 90.0]]),
            np.array([1.0, 1.0, 1.0]),
            np.array([0.0, 0.0, 0.0]),
        ),
        "Each of the two tokens has a mean and a variance of its own: 4 and 26 / 3, 40 and "
        "3800 / 3.",
    ),
    *each_alone(
        *((x, np.array([1.0, 1.0, 1.0]), np.array([0.0, 0.0, 0.0])) for x in TWO_SENTENCES)
    ),
    Case(
        "two sentences of two tokens",
        (TWO_SENTENCES, np.array([1.0, 1.0, 1.0]), np.array([0.0, 0.0, 0.0])),
        "Right for a matrix, wrong for three axes: the features stand on the last axis.",
    ),
)


# fmt: off
# %% mistake
# You normalize each feature over the tokens. Layer norm takes one token at a time, over its
# features: axis=-1.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=0)
    var = x.var(axis=0)
    return (x - mean) / np.sqrt(var + 1e-5) * gain + shift
# %% mistake
# You divide by the variance. Divide by its root, so that the result has variance 1.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / (var + 1e-5) * gain + shift
# %% mistake
# You add 1e-5 to the root. It belongs under the root: np.sqrt(variance + 1e-5).
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True)
    return (x - mean) / (std + 1e-5) * gain + shift
# %% mistake
# Your 1e-5 is missing: a token whose numbers are all the same gives 0/0.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var) * gain + shift
# %% mistake
# You divide the squares by d − 1, as for a sample. Here take their mean: divide by d.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True, ddof=1)
    return (x - mean) / np.sqrt(var + 1e-5) * gain + shift
# %% mistake
# You divide by the length of the centred token. Divide by the root of the mean square.
def my_layer_norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / (np.linalg.norm(centred, axis=-1, keepdims=True) + 1e-5) * gain + shift
# %% mistake
# You do not subtract the mean: this is the RMS norm.
def my_layer_norm(x, gain, shift):
    rms = np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
    return x / rms * gain + shift
# %% mistake
# Your variance is the mean of the squares of x. Subtract the mean before you square.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = (x**2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-5) * gain + shift
# %% mistake
# / and * come before −, so only the mean is divided. Put x − mean into brackets.
def my_layer_norm(x, gain, shift):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return x - mean / np.sqrt(var + 1e-5) * gain + shift
# %% wrong: Right for a matrix, wrong for three axes:
def my_layer_norm(x, gain, shift):
    axis = 0 if x.ndim == 1 else 1
    centred = x - x.mean(axis=axis, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=axis, keepdims=True) + 1e-5) * gain + shift
