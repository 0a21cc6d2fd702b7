"""A window in a published model: what it saves of the cache, and what it costs (notebook 14)."""

import numpy as np

from helpers.experiments.windows import EVERY, FIRST, TOKENS, WINDOWS, cache_bytes, recorded
from helpers.figures import bars
from helpers.labs.engine.controls import Choice
from helpers.labs.engine.lab import Challenge, Lab, Preset, View

LONG = 8192  # tokens: the longest text that the model was trained on
SIZE = 490, 230
ALL = TOKENS, 0, 0


def mean_loss(w, first, every):
    """Of the three texts."""
    return float(np.mean([*recorded(w, first, every).values()]))


def share(w, first, every):
    """Of the whole cache, for a text of LONG tokens."""
    return cache_bytes(LONG, w, first, every) / cache_bytes(LONG, *ALL)


def show(w, first, every):
    trained, now = recorded(*ALL), recorded(w, first, every)
    megabytes = [cache_bytes(LONG, *seen) / 1e6 for seen in (ALL, (w, first, every))]
    losses = bars(
        "Loss of the last 128 of 256 tokens",
        [*trained],
        {"all keys": [*trained.values()], "these keys": [*now.values()]},
        up="loss",
        across="text",
        y_range=(0, 9),
        size=SIZE,
    )
    cache = bars(
        f"Cache of a text of {LONG:,} tokens, in MB",
        ["all keys", "these keys"],
        {"MB": megabytes},
        up="MB",
        digits=1,
        size=SIZE,
    )
    spoken = (
        f"The mean loss is {mean_loss(w, first, every):.2f}, with all keys {mean_loss(*ALL):.2f}; "
        f"the cache of a long text takes {megabytes[1]:.1f} of {megabytes[0]:.1f} megabytes."
    )
    return View({"losses": losses, "cache": cache}, spoken)


today = Lab(
    name="today",
    title="a window in a published model",
    controls=(
        Choice("w", "Last keys seen (256: all)", WINDOWS, 64),
        Choice("first", "First tokens kept", FIRST, 1),
        Choice("every", "All keys in each … layer (0: in none)", EVERY, 0),
    ),
    show=show,
    presets=(
        Preset("A window", "The last 64 keys alone: the loss rises in each text.", {"first": 0}),
        Preset("And the first", "With the first token besides, most of the rise is gone."),
        Preset(
            "5 to 1",
            "All keys in every sixth layer: the loss falls a little, the cache grows.",
            {"every": 6},
        ),
        Preset(
            "Half of the layers",
            "All keys in every second layer, 8 and the first in the others: more loss than with 64 "
            "in all, and half of the cache is back.",
            {"w": 8, "every": 2},
        ),
    ),
    challenges=(
        Challenge(
            "Bring the cache of a long text below a fiftieth, and the mean loss no more than "
            "0.2 above that with all keys.",
            lambda v: share(**v) < 0.02 and mean_loss(**v) < mean_loss(*ALL) + 0.2,
        ),
        Challenge(
            "Find a window of 16 keys or fewer with a lower loss than 64 keys without the first.",
            lambda v: v["w"] <= 16 and mean_loss(**v) < mean_loss(64, 0, 0),
        ),
    ),
)
