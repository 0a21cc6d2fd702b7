"""The five documents: how each writes things, every number it prints, and where it slips.

Quotes are verbatim but for white space. `rosetta`, `numbers` and `errata` give the tables of
notebook 90; every number in them is recomputed by the function that stands beside it.
"""

from helpers.documents.errata import ERRATA, KINDS, errata
from helpers.documents.names import ROSETTA, rosetta
from helpers.documents.printed import NUMBER, PRINTED, Printed, numbers
from helpers.documents.recompute import reach
from helpers.documents.tex import plain

__all__ = [
    "ERRATA",
    "KINDS",
    "NUMBER",
    "PRINTED",
    "ROSETTA",
    "TITLES",
    "Printed",
    "errata",
    "numbers",
    "plain",
    "reach",
    "rosetta",
]

TITLES = {
    "000": "Transformer's Self-Attention: Why Is Attention All You Need?",
    "001": "From Attention to Self-Attention and Transformers: a Mathematical Introduction",
    "002": "Intuition Behind Self-Attention in Transformers (Offsiteteam)",
    "003": "Illustrated Self-Attention",
    "004": 'Lecture 23: "Attention is All You Need", Mark Hasegawa-Johnson, ECE 537, Fall 2022, '
    "CC BY 4.0",
}
