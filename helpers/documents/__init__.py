"""The five documents: how each writes things, every number it prints, and where it slips.

Quotes are verbatim but for white space. `rosetta`, `numbers` and `errata` give the tables of
notebook 90; every number in them is recomputed by the function that stands beside it.
"""

from helpers.documents.errata import ERRATA, errata
from helpers.documents.names import ROSETTA, rosetta
from helpers.documents.printed import PRINTED, numbers

__all__ = ["ERRATA", "PRINTED", "ROSETTA", "errata", "numbers", "rosetta"]
