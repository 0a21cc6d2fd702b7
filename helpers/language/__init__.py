"""A published language model, on the functions of the series. `make model` fetches a 4-bit copy.

`files` says where the models are, `tokens` cuts a text into tokens, `smollm2` is the model,
`block_functions` what it is computed with, `writing` lets it write; `blanks` is left to a reader.
"""

from helpers.language.block_functions import Parts
from helpers.language.files import is_installed
from helpers.language.smollm2 import END, load, origin
from helpers.language.writing import chat, draw, lines, losses, write

__all__ = [
    "END",
    "Parts",
    "chat",
    "draw",
    "is_installed",
    "lines",
    "load",
    "losses",
    "origin",
    "write",
]
