"""A sentence of the reader's own at the door of head 4.2: where a page lets its reader type one.

    own = own_sentence.read("The wombat dug because it was cold.", "it")
    own.tokens, own.at                 the tokens, and where "it" stands among them
    own.X @ head.W_Q + head.b_Q        the queries of head 4.2, (n, 32)

Where the model is not there, a line says so, and a recorded sentence takes its place.
"""

import sys
from typing import NamedTuple

import numpy as np

from helpers.data import recorded, word_pieces
from helpers.drawing.picture import aside
from helpers.language import minilm

MOST = 24  # tokens, so that a picture has room for them
INSTEAD = recorded.SHORT["dog barked"]
NAMES = {text: name for name, text in recorded.SHORT.items()}
NAMES |= {recorded.SENTENCES[name]: name for name in recorded.COMPUTABLE}
NEEDED = "Run make model once, in a terminal, and the model reads any sentence."
if sys.platform == "emscripten":
    NEEDED = "If a lab of this page reads any sentence, the model is loaded below it."
if "pyodide_kernel" in sys.modules:  # the workbench
    NEEDED = "To load it: from helpers.language import minilm; minilm.fetch()"


class Own(NamedTuple):
    text: str
    tokens: recorded.Tokens  # n of them, [CLS] first, [SEP] last
    at: int  # where the word stands that asks
    X: np.ndarray  # (n, 384), the input of layer 4


def read(text, word):
    """What head 4.2 reads in a sentence, and where a word stands in it.

    ValueError if the sentence is too long or has no such token."""
    text = " ".join(str(text).split())
    if text not in NAMES and not minilm.is_installed():
        aside(f"“{text}” needs the model; here is “{INSTEAD}” instead. {NEEDED}")
        text, word = INSTEAD, "it"
    tokens = recorded.Tokens(word_pieces.tokens(text))
    if len(tokens) > MOST:
        raise ValueError(f"text: given {len(tokens)} tokens, needed {MOST} at most")
    return Own(text, tokens, tokens.index(word.lower()), inputs(text))


def inputs(text):
    """The input of layer 4, as it was recorded or as the model computes it: (n, 384)."""
    if text not in NAMES:
        return minilm.load().run(text, blocks=3)[-1].output.astype(float)
    name = NAMES[text]
    if name in recorded.SHORT:
        return recorded.input_of_layer_4(name)
    return recorded.head_4_2(name).X
