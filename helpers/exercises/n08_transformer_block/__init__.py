"""Exercises of notebook 08: the MLP, layer norm, the block, and how many numbers it learns."""

import numpy as np

from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import OneOf

CHECKED = read(
    __file__,
    "mlp",
    "layer_norm",
    "norm_before",
    "count_model",
)


def leaking_norm():
    """Which of two norms moves token 1 when a number of token 3 changes."""
    before = np.array([[1.0, 3.0, 8.0], [5.0, 5.0, 2.0], [0.0, 9.0, 3.0]])  # (n, d)
    after = before.copy()
    after[2, 0] = 30
    moved = []
    for name, axis in {"each token for itself": -1, "over the tokens": 0}.items():
        centred = [x - x.mean(axis, keepdims=True) for x in (before, after)]
        one, other = (x / x.std(axis, keepdims=True) for x in centred)
        moved += [name] if (one != other)[0].any() else []
    return moved[0] if len(moved) == 1 else "both" if moved else "neither"


def farthest_from_90(seed):
    """In degrees, of all pairs among 2,000 random directions of 576 numbers."""
    D = np.random.default_rng(seed).normal(size=(2000, 576))
    D /= np.linalg.norm(D, axis=1, keepdims=True)
    cosines = np.abs(D @ D.T)
    np.fill_diagonal(cosines, 0)
    return np.degrees(np.arcsin(cosines.max()))


def worst_pair():
    """How far two of 2,000 random directions are from a right angle at most."""
    off = farthest_from_90(seed=1)
    return "below 20 degrees" if off < 20 else "20 to 60" if off < 60 else "above 60"


PREDICTED = (
    OneOf(
        name="leaking_norm",
        title="a norm in two ways",
        truth=leaking_norm,
        why="A mean over the tokens includes token 3, and so does a variance.",
        options=("neither", "each token for itself", "over the tokens", "both"),
    ),
    OneOf(
        name="worst_pair",
        title="2,000 directions in 576 dimensions",
        truth=worst_pair,
        why="12 or 13 degrees, with each of three seeds. In 2 dimensions, two of them hardly differ.",
        options=("below 20 degrees", "20 to 60", "above 60"),
        deeper=True,
    ),
)
