"""Still pictures: tables of matrices and matplotlib figures, each with its description.

`show(...)` puts pictures on the page, `answer(...)` puts them there closed; the other functions
make them. Nothing here computes attention.
"""

from helpers.figures.levels import levels
from helpers.figures.picture import Picture, answer, show
from helpers.figures.plots import bars, curves, histograms, links, plane
from helpers.figures.tables import matrix, table

__all__ = [
    "Picture",
    "answer",
    "bars",
    "curves",
    "histograms",
    "levels",
    "links",
    "matrix",
    "plane",
    "show",
    "table",
]
