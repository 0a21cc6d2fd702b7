"""A loop back of notebook 10, such as its reader's, watched on the graph of the pictures: which box
it takes when, and what it puts into which slopes."""

from dataclasses import dataclass

import numpy as np

from helpers.training import tape

MOST = 1000  # reads and writes of a loop that are watched: it may not end
NAMES = "w", "x", "u", "y", "−7", "e", "loss"


def computed(nudges):
    """What each box holds if they are nudged by these."""
    w, x, constant = 4 + nudges[0], 2 + nudges[1], -7 + nudges[4]
    u = w * x + nudges[2]
    y = u + x + nudges[3]
    e = y + constant + nudges[5]
    return w, x, u, y, constant, e, e * e + nudges[6]


VALUES = computed([0.0] * len(NAMES))
PATHS = {  # of each box that is made: the boxes that it came from, and its local slopes
    2: ((0, 2.0), (1, 4.0)),
    3: ((2, 1.0), (1, 1.0)),
    5: ((3, 1.0), (4, 1.0)),
    6: ((5, 3.0), (5, 3.0)),
}


def faulty(is_added=True, is_from_the_loss=True):
    """The loop of the page, with a fault."""

    def back(loss):
        order = tape.order_of(loss)
        for value in order:
            value.slope = 0.0
        loss.slope = 1.0
        for value in reversed(order) if is_from_the_loss else order:
            for before, local in value.paths:
                earlier = before.slope if is_added else 0
                before.slope = earlier + value.slope * local

    return back


replacing = faulty(is_added=False)  # = in place of +=
from_the_first = faulty(is_from_the_loss=False)


def nudged(box):
    """The slope of the loss with respect to a box, by a nudge up and down."""
    nudge = 1e-5 * np.eye(len(NAMES))[box]
    return float(computed(nudge)[-1] - computed(-nudge)[-1]) / 2e-5


@dataclass(frozen=True)
class Sent:
    """A slope that a loop writes. is_added: whether it has read what was there before."""

    to: int
    before: float
    after: float
    is_added: bool


@dataclass(frozen=True)
class Turn:
    """A box that a loop takes, what it sends, and the slopes of all boxes then."""

    box: int
    sent: tuple
    slopes: tuple


class Watched:
    """A box of the tape that says in a log when its paths are read and what its slope becomes.

    read: the boxes whose slopes have been read since one was written."""

    def __init__(self, box, before, log, read):
        self.x, self._box, self._log, self._read = VALUES[box], box, log, read
        self._paths = [(before[i], local) for i, local in PATHS.get(box, ())]
        self._slope = 0.0

    def _say(self, entry):
        if len(self._log) == MOST:
            raise OverflowError("This loop does not end.")
        self._log.append(entry)

    @property
    def paths(self):
        if self._paths:
            self._say(self._box)
        return self._paths

    @property
    def slope(self):
        self._read.add(self._box)
        return self._slope

    @slope.setter
    def slope(self, slope):
        before, self._slope = self._slope, float(slope)
        self._say(Sent(self._box, before, self._slope, self._box in self._read))
        self._read.clear()


def turns(loop):
    """The turns of a loop, the first one before it takes a box, which is −1 then; none if it raises
    an error, or cannot be watched: it does not begin with a slope of 1 at the loss, or sends to
    others than a box came from."""
    log, read, boxes, last = [], set(), [], len(NAMES) - 1
    for box in range(len(NAMES)):
        boxes.append(Watched(box, boxes, log, read))
    try:
        loop(boxes[-1])
    except (Exception, KeyboardInterrupt):  # the latter of a reader whose loop does not end
        return ()
    begun = [isinstance(x, Sent) and (x.to, x.after) == (last, 1) for x in log]
    if True not in begun:
        return ()
    found = [Turn(-1, (), (*[0.0] * last, 1.0))]
    for entry in log[begun.index(True) + 1 :]:
        now = found[-1]
        if not isinstance(entry, Sent):
            if entry != now.box:
                found.append(Turn(entry, (), now.slopes))
        elif entry.to not in dict(PATHS.get(now.box, ())):
            return ()
        else:
            slopes = [entry.after if i == entry.to else x for i, x in enumerate(now.slopes)]
            found[-1] = Turn(now.box, (*now.sent, entry), tuple(slopes))
    return tuple(found)


_kept = []  # the turns of the reader's loop


def follow(loop):
    """Keep the turns of the reader's loop for the lab slopes, and say whose loop it shows."""
    _kept[:] = [] if loop is tape.back else turns(loop)
    whose = "your" if _kept else "the series' own"
    return f"The lab below steps through {whose} loop."


def readers():
    """The turns of the reader's loop; none if there is none that can be watched."""
    return tuple(_kept)
