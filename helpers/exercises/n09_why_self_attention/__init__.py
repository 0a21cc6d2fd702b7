"""Exercises of notebook 09: the cache, what layers cost, the online softmax."""

from helpers.exercises.engine.files import read
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.experiments import distance

CHECKED = read(
    __file__,
    "append_and_attend",
    "why_not_queries",
    "online_update",
    "exact_or_not",
)


def twice_the_text():
    """How many times as many scores, and multiplications of an MLP, where n tokens become 2 n."""
    n, d = 1000, 512
    scores, in_the_mlp = (2 * n) ** 2 / n**2, 2 * n * 8 * d**2 / (n * 8 * d**2)
    return f"{scores:g} and {in_the_mlp:g}"


def rows_again():
    """How many times as many rows of keys and values are computed without a cache, of 1,000."""
    n = 1000
    return sum(range(1, n + 1)) / n


def bytes_of_it():
    """What a token takes in the cache of Llama 2 7B: layers, heads, width, key and value, bytes."""
    return 32 * 32 * 128 * 2 * 2


def same_multiplications():
    """n at which the attention core and a convolution with k = 3 and d = 64 cost the same."""
    d, k = 64, 3
    return k * d / 2  # 2 n² d = k n d²


def best_at_64():
    """Which model answers best with 64 letters of noise."""
    accuracy = {name: distance.medians(runs)[-1] for name, runs in distance.recorded().items()}
    return max(accuracy, key=accuracy.get)


PREDICTED = (
    OneOf(
        name="twice_the_text",
        title="a text twice as long",
        truth=twice_the_text,
        why="Twice as many tokens each ask twice as many: n · n scores become four times as many. "
        "The MLP takes each token once, so its work doubles.",
        options=("2 and 2", "4 and 2", "4 and 4"),
    ),
    Number(
        name="rows_again",
        title="1,000 tokens without a cache",
        truth=rows_again,
        why="Without a cache, 1 + 2 + … + 1000 = 500,500 rows are computed; with one, 1,000. The "
        "factor is (n + 1) / 2, so it grows with the text.",
        near=0.05,
        unit=" times",
        digits=4,
    ),
    Number(
        name="bytes_of_it",
        title="the bytes of one token",
        truth=bytes_of_it,
        why="A key and a value of 128 numbers each, in 32 heads of each of 32 layers: "
        "2 · 128 · 32 · 32 = 262,144 numbers of two bytes. Attention weights are not kept, so the "
        "cache grows with n. The work of writing grows with n² all the same: each new query meets "
        "all keys.",
        near=0.05,
        unit=" bytes",
        digits=6,
    ),
    Number(
        name="break_even",
        title="where attention and convolution cost the same",
        deeper=True,
        truth=same_multiplications,
        why="2 n² d = k n d² holds at n = k d / 2.",
        near=0.05,
        unit=" tokens",
    ),
    OneOf(
        name="sees_64",
        title="64 letters of noise",
        truth=best_at_64,
        why="Four heads find the capital at every distance that was tried.",
        options=("attention, 4 heads", "gated recurrence", "convolutions, see 27"),
        deeper=True,
    ),
)
