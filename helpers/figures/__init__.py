"""Pictures: tables of matrices and drawings, each with its description.

`show(...)` puts pictures on the page, `answer(...)` puts them there closed; the other functions
make them. Nothing here computes attention.
"""

from helpers.figures.arcs import arcs
from helpers.figures.curves import bars, curves, histograms
from helpers.figures.levels import levels
from helpers.figures.links import links
from helpers.figures.picture import Picture, answer, show
from helpers.figures.plane import plane
from helpers.figures.tables import matrix, table
from helpers.figures.thumbnails import thumbnails

__all__ = [
    "Picture",
    "answer",
    "arcs",
    "bars",
    "curves",
    "histograms",
    "levels",
    "links",
    "matrix",
    "plane",
    "show",
    "table",
    "thumbnails",
]
