"""A curve that grows while its numbers are computed, in place of one that is drawn at the end."""

import numpy as np
from IPython.display import display

from helpers.figures.curves import curves
from helpers.figures.picture import output

BETWEEN = 10  # numbers from one drawing to the next


def growing(title, steps, *, across="step", up="loss"):
    """Show an empty curve and return `watch(numbers)`, which draws it anew with all numbers so far.

    steps: how many there will be. Each point is the mean of ten numbers, to two decimals.
    """
    ends = np.arange(BETWEEN, steps + 1, BETWEEN)
    page = None

    def watch(numbers):
        nonlocal page
        if len(numbers) % BETWEEN:
            return
        points = np.reshape(numbers, (-1, BETWEEN)).mean(axis=1).round(2)
        padded = np.full(len(ends), np.nan)
        padded[: len(points)] = points
        drawn = curves(
            f"{title}: {len(numbers)} of {steps} steps",
            ends,
            {up: padded},
            across=across,
            up="",
            y_range=(0, max(points) * 1.08),
            size=(560, 240),
        )
        if page is None:
            page = display(output(drawn), raw=True, display_id=True)
        else:
            page.update(output(drawn), raw=True)

    return watch
