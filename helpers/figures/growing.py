"""A curve that grows while its numbers are computed, in place of one that is drawn at the end."""

import numpy as np
from IPython.display import DisplayHandle

from helpers.figures.curves import curves
from helpers.figures.picture import output, show

BETWEEN = 10  # numbers from one drawing to the next
NOTHING = {"text/html": "", "text/plain": ""}


def growing(title, steps, *, across="step", up="loss"):
    """A function `watch(numbers)`, which draws all numbers so far in the place of its last drawing.

    steps: how many there will be. Each point is the mean of ten numbers, to two decimals. The last
    drawing is an output of its own, so that what is stored does not depend on how the page updates.
    """
    page = DisplayHandle()

    def watch(numbers):
        if len(numbers) == 1:
            page.display(NOTHING, raw=True)
        if len(numbers) % BETWEEN or len(numbers) < 2 * BETWEEN:
            return
        points = np.reshape(numbers, (-1, BETWEEN)).mean(axis=1).round(2)
        drawn = curves(
            f"{title}: {len(numbers)} of {steps} steps",
            BETWEEN * np.arange(1, len(points) + 1),
            {up: points},
            across=across,
            up=up,
            x_range=(0, steps),
            y_range=(0, 1.08 * max(points)),
            size=(560, 220),
        )
        if len(numbers) < steps:
            page.update(output(drawn), raw=True)
        else:
            page.update(NOTHING, raw=True)
            show(drawn)

    return watch
