"""A published language model, on the functions of the series. `make model` fetches a 4-bit copy.

`files` says where the models are, `tokens` cuts a text into tokens, `smollm2` is the model, `parts`
what it is computed with, `writing` lets it write.
"""

from helpers.language.files import there
from helpers.language.parts import Parts, repeat_heads
from helpers.language.smollm2 import ALL_HEADS, END, load
from helpers.language.writing import chat, draw, lines, losses, write

__all__ = [
    "ALL_HEADS",
    "END",
    "Parts",
    "chat",
    "draw",
    "lines",
    "load",
    "losses",
    "repeat_heads",
    "there",
    "write",
]
