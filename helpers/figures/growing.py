"""A curve that grows while its losses are computed, in place of one that is drawn at the end."""

import numpy as np
from IPython.display import DisplayHandle

from helpers.drawing.picture import output, show
from helpers.figures.curves import curves

BETWEEN = 10  # losses from one drawing to the next
NOTHING = {"text/html": "", "text/plain": ""}


def growing(title, steps):
    """A function `watch(losses)`, which draws all losses so far in the place of its last drawing.

    steps: how many there will be. Each point is the mean of ten numbers, to two decimals. The last
    drawing is an output of its own, so that what is stored does not depend on how the page updates.
    """
    page = DisplayHandle()

    def watch(losses):
        if len(losses) == 1:
            page.display(NOTHING, raw=True)
        if len(losses) % BETWEEN or len(losses) < 2 * BETWEEN:
            return
        points = np.reshape(losses, (-1, BETWEEN)).mean(axis=1).round(2)
        drawn = curves(
            f"{title}: {len(losses)} of {steps} steps",
            BETWEEN * np.arange(1, len(points) + 1),
            {"loss": points},
            across="step",
            up="loss",
            x_range=(0, steps),
            y_range=(0, 1.08 * max(points)),
            size=(560, 220),
        )
        if len(losses) < steps:
            page.update(output(drawn), raw=True)
        else:
            page.update(NOTHING, raw=True)
            show(drawn)

    return watch
