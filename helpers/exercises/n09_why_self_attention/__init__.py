"""Exercises of notebook 09: what layers cost, how far they see, the cache, the online softmax."""

import numpy as np

from helpers import decoding
from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.experiments import distance

CHECKED = read(
    __file__,
    "count_layer",
    "always_cheaper",
    "dilated_layers",
    "append_and_attend",
    "why_not_queries",
    "cache_size",
    "online_update",
    "exact_or_not",
)


def same_multiplications():
    """n at which the attention core and a convolution with k = 3 and d = 64 cost the same."""
    d, k = 64, 3
    return k * d / 2  # 2 n² d = k n d²


def best_at_64():
    """Which model answers best with 64 letters of noise."""
    accuracy = {name: distance.medians(runs)[-1] for name, runs in distance.recorded().items()}
    return max(accuracy, key=accuracy.get)


def bits():
    """Whether the logits with and without a cache are the same to the bit."""
    model = decoding.random_decoder(64)
    plain, kept = (
        decoding.write(model, 3, 64).logits,
        decoding.write_with_cache(model, 3, 64).logits,
    )
    return "all of them" if np.array_equal(plain, kept) else "not all of them"


PREDICTED = (
    Number(
        name="break_even",
        title="where attention and convolution cost the same",
        truth=same_multiplications,
        why="2 n² d = k n d² holds at n = k d / 2.",
        near=0.05,
    ),
    OneOf(
        name="sees_64",
        title="64 letters of noise",
        truth=best_at_64,
        why="Four heads find the capital at every distance that was tried.",
        options=("attention, 4 heads", "gated recurrence", "convolutions, see 27"),
    ),
    OneOf(
        name="to_the_bit",
        title="with and without a cache",
        truth=bits,
        why="The tokens are the same, and the logits differ in their last digits: NumPy "
        "computes a product of one row in another way than one of many rows.",
        options=("all of them", "not all of them"),
    ),
)
