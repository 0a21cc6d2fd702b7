"""What a drawing is made of, on a sheet: lines, arcs, ribbons, arrows, areas, boxes, cells,
pixels, dots, words.

A line of text is 16 units of the sheet high; x grows to the right and y downward. A shape has a
tone of palette.py, and svg.py writes it.
"""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Line:
    """A line through points (k, 2)."""

    points: object
    tone: str = "ink"
    width: float = 2
    dash: str = "solid"
    opacity: float = 1


@dataclass(frozen=True)
class Arc:
    """A curve that leaves start straight upward, rises by `height` and comes down at end."""

    start: object
    end: object
    height: float
    tone: str = "ink"
    width: float = 2
    opacity: float = 1


@dataclass(frozen=True)
class Ribbon:
    """A band from start to end, level where it begins and ends, and of one width all along: a
    steep one is no thinner. lead: so far it goes straight before it bends; steep: where between
    there and its end it is steepest, from 0 to 1."""

    start: object
    end: object
    tone: str = "ink"
    width: float = 2
    opacity: float = 1
    lead: float = 0
    steep: float = 0.5


@dataclass(frozen=True)
class Arrow:
    """An arrow from start to end, each (x, y)."""

    start: object
    end: object
    tone: str = "ink"
    width: float = 3


@dataclass(frozen=True)
class Area:
    """A filled polygon with corners (k, 2)."""

    corners: object
    tone: str = "ink"
    opacity: float = 1


@dataclass(frozen=True)
class Boxes:
    """Boxes (x, y, across, down), filled, or with `outline`, a width, as outlines. corner: the
    radius of their corners."""

    boxes: tuple
    tone: str = "ink"
    opacity: float = 1
    outline: float = 0
    dash: str = "solid"
    corner: float = 0


@dataclass(frozen=True)
class Cells:
    """A grid of cells with its corner at (x, y), each cell across × down: the nearer its share
    (rows, columns) is to 1, the stronger it is."""

    x: float
    y: float
    across: float
    down: float
    shares: object
    tone: str = "blue"


@dataclass(frozen=True)
class Pixels:
    """A grid of squares with its corner at (x, y): shades (rows, columns), as pixels.py has them,
    where each has `side` units. One image, however many they are."""

    x: float
    y: float
    side: float
    shades: object


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    tone: str = "ink"
    radius: float = 5


@dataclass(frozen=True)
class Word:
    """A text with its middle line at y, and d_k in it with a lowered k. anchor: which part of it is
    at x. halo: a rim of paper, for a text among lines. upward: it runs upward from y, with its
    middle line at x."""

    x: float
    y: float
    text: str
    tone: str = "ink"
    anchor: str = "middle"  # or "start", "end"
    bold: bool = False
    halo: bool = False
    upward: bool = False


@dataclass(frozen=True)
class Keyed:
    """Shapes that are the same thing in every state of a drawing in which they have this key, no
    others there. A lab's page keeps them, and what changes moves."""

    key: str
    shapes: tuple


WIDTHS = {5.5: "iIjlt.,:;|!()[]' ", 13.5: "mwMW→−+=~%@…"}
WIDTH_OF = {letter: width for width, letters in WIDTHS.items() for letter in letters}


@cache
def text_width(text):
    """About how wide a text is on the sheet in a wide font."""
    return sum(WIDTH_OF.get(letter, 10) for letter in text)


def strokes(entries, x, y, width, apart):
    """A legend: a stroke and a name for each (name, tone), side by side from x; apart: from a name
    to the next one, the stroke included."""
    shapes = []
    for name, tone in entries:
        shapes += [Line([(x, y), (x + 24, y)], tone, width), Word(x + 32, y, name, tone, "start")]
        x += apart + text_width(name)
    return shapes
