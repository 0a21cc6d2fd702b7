"""Pictures: tables of matrices and drawings, each with its description.

`show(...)` puts pictures on the page, `answer(...)` puts them there closed; the other functions
make them. Nothing here computes attention.
"""

from helpers.drawing.picture import Picture, answer, show
from helpers.drawing.tables import matrix, table
from helpers.figures.arcs import arcs
from helpers.figures.blocks import blocks
from helpers.figures.clocks import clocks
from helpers.figures.curves import bars, curves, histograms
from helpers.figures.encoder_decoder import encoder_decoder
from helpers.figures.flow import flow
from helpers.figures.growing import growing
from helpers.figures.heatmap import heatmap
from helpers.figures.levels import levels
from helpers.figures.maps import maps
from helpers.figures.paths import paths
from helpers.figures.plane import plane
from helpers.figures.query import one_query
from helpers.figures.score import one_score
from helpers.figures.sheets import sheets
from helpers.figures.shift import shift
from helpers.figures.staircase import staircase
from helpers.figures.stream import stream
from helpers.figures.thumbnails import thumbnails

__all__ = [
    "Picture",
    "answer",
    "arcs",
    "bars",
    "blocks",
    "clocks",
    "curves",
    "encoder_decoder",
    "flow",
    "growing",
    "heatmap",
    "histograms",
    "levels",
    "maps",
    "matrix",
    "one_query",
    "one_score",
    "paths",
    "plane",
    "sheets",
    "shift",
    "show",
    "staircase",
    "stream",
    "table",
    "thumbnails",
]
