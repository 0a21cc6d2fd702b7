"""A curve that grows while its losses are computed, in place of one that is drawn at the end."""

from dataclasses import replace

import numpy as np
from IPython.display import DisplayHandle

from helpers.drawing.drawing import LARGE
from helpers.drawing.palette import TONES
from helpers.drawing.picture import Bundle, Picture, output, show
from helpers.drawing.tables import table
from helpers.figures.curves import curves

FEWEST = 10  # losses from one drawing to the next; of many steps, a fortieth of them
KEPT = 1, 100, 300, 1000  # the steps whose words stay
CORNER = "step ↓ written\u00a0→"  # no arrow stands alone on a line
SIZE = 480, 200  # of the curve: a phone shows it whole
WIDE = 960, 200  # of the same on a slide
BAR = (  # it takes no room, so that nothing moves when it goes
    f"display:block;width:100%;max-width:{round(LARGE * SIZE[0])}px;height:6px;margin-bottom:-6px;"
    f"accent-color:{TONES['blue'][0]}"
)
NOTHING = Bundle({"text/html": "", "text/plain": ""})
_before = {}  # title → the whole curve (x, losses) that was drawn last in this kernel


def growing(title, steps, words=None, levels=None):
    """A function `watch(losses)`, which draws all losses so far in the place of its last drawing.

    steps: how many there will be. Each point is the mean of ten numbers or more, to two decimals;
    before there are so many, the mean of those that there are.
    words: a function without arguments; what it returns, {head: word}, is a row of the table above
    the curve, and the rows of the steps in KEPT stay. They are there from the first drawing on,
    empty as yet, so that the curve stays in its place. If the same title has been drawn to its end
    before, that curve stays faint behind. A thin bar above says how far the steps are.
    levels: {label: y}, level lines to compare with.
    A loss that is no number raises a ValueError that says the step.
    The last drawing is an output of its own, without the bar, so that what is stored does not
    depend on how the page updates.
    """
    page, kept = DisplayHandle(), []
    between = max(FEWEST, steps // 40)

    def watch(losses):
        step = len(losses)
        if not np.isfinite(losses[-1]):
            raise ValueError(
                f"losses: a number is needed, and at step {step} the loss is {losses[-1]}. Are the "
                "steps too large, or do they go with the slopes?"
            )
        is_drawn = step % (between if step > between else FEWEST) == 0
        if words and (is_drawn or step in KEPT):
            row = {CORNER: step, **words()}
            kept[:] = [earlier for earlier in kept if earlier[CORNER] in KEPT] + [row]
        written = [table_of(with_empty(kept, steps))] if kept else []
        if step == 1:  # what is displayed first is what nbval compares, so it is nothing
            page.display(NOTHING, raw=True)
        if step > 1 and not is_drawn:
            return
        so_far = min(step, between)
        points = np.reshape(losses, (-1, so_far)).mean(axis=1).round(2)
        x = so_far * np.arange(1, len(points) + 1)
        before = _before.get((title, steps))
        highest = max(points) if before is None else max(*points, *before[1])
        narrow, wide = (
            curves(
                f"{title}: {step} of {steps} steps",
                x,
                {"loss": points},
                across="step",
                up="loss",
                before=before,
                levels=levels,
                x_range=(0, steps),
                y_range=(0, 1.08 * highest),
                size=size,
            )
            for size in (SIZE, WIDE)
        )
        curve = replace(narrow, wide=wide)
        if step < steps:
            first, *others = [*written, curve]
            page.update(output(with_bar(step, steps, first), *others), raw=True)
        else:
            page.update(NOTHING, raw=True)
            show(*written, curve)
            _before[title, steps] = x, points

    return watch


def with_empty(rows, steps):
    """The rows so far, and an empty one for each step of KEPT to come, in order. Where the last row
    stays, the row of the last step holds the place of the next."""
    last = rows[-1][CORNER]
    to_come = {*KEPT, steps} if last in KEPT else KEPT
    empty = [
        dict.fromkeys(rows[0], "") | {CORNER: step}
        for step in sorted(to_come)
        if last < step <= steps
    ]
    return [*rows, *empty]


def table_of(rows):
    return table("Written on the way", list(rows[0]), [list(row.values()) for row in rows])


def with_bar(step, steps, drawn):
    """A picture below a thin bar, which says how far the steps are."""
    words = f"{step} of {steps} steps"
    bar = f'<progress aria-label="{words}" max="{steps}" value="{step}" style="{BAR}"></progress>'
    return Picture(bar + drawn.html, drawn.text)
