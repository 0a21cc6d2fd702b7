"""Every head of a real model: where it looks, and what moves when it is switched off.

Part of the heads lab (notebook 06).
"""

from dataclasses import replace
from functools import lru_cache

from helpers.data import recorded
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.shapes import Boxes, Word
from helpers.figures import arcs, thumbnails
from helpers.figures.arcs import LINE, in_a_row
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.sentences import read

LAYERS, HEADS = range(1, recorded.LAYERS + 1), range(1, recorded.HEADS + 1)
ALL = "all"
RISE = 0.16  # of the arcs: flat, so that they fit below all heads
TALLEST = 0.65  # the bar of the output that moves most, in any sentence that was recorded


def real_heads(text, layer, head, query, off):
    """All heads, and of the chosen one the arcs or, when it is off, what this moves.

    text: of a sentence that was recorded, or any if the model is there. query: the index of a
    token, or ALL.
    """
    if off:
        picture, sentences = what_moves(read(text), layer, head)
    else:
        picture, sentences = where_it_looks(read(text), layer, head, query)
    parts = {
        "all": all_heads(text),
        "words": Lines("In words", sentences),
        "one": picture,
    }
    texts = [ALL, *(f"{k} {token}" for k, token in enumerate(read(text).tokens, 1))]
    closed = ("query", "cuts", "stage") if off else ("cuts", "stage")
    return View(parts, " ".join(sentences), {"query": texts}, closed, main=("one", "words"))


@lru_cache
def all_heads(text):
    return thumbnails("All 72 heads, to pick from", read(text).every_weight(), pick="head")


def where_it_looks(sentence, layer, head, query):
    """The arcs of a head; in words, how much it writes and what would move without it."""
    tokens, name = sentence.tokens, f"{layer}.{head}"
    weights, written = sentence.weights(layer, head), sentence.written(layer, head)
    moved = sentence.moved(layer, head)
    if query == ALL:
        picture = arcs(f"Head {name}: where all tokens look", weights, tokens, rise=RISE)
        sentences = (
            f"Head {name} writes a vector of length {number(written.mean(), 2)} for a token, on "
            f"average.",
            f"Without it the final output of a token would move by {number(moved.mean(), 2)} of "
            f"its length, on average.",
        )
    else:
        token = f"“{tokens[query]}”"
        picture = arcs(f"Head {name}: where {token} looks", weights, tokens, query, RISE)
        sentences = (
            f"Head {name} writes a vector of length {number(written[query], 2)} for {token}.",
            f"Without it the final output of {token} would move by {number(moved[query], 2)} of "
            f"its length.",
        )
    height = in_a_row(tokens, RISE).height  # so that nothing below jumps
    return replace(picture, height=height), sentences


def what_moves(sentence, layer, head):
    """A bar over each word: how far its final output moves without the head."""
    tokens, name = sentence.tokens, f"{layer}.{head}"
    moved = sentence.moved(layer, head)
    places, _, width, height = in_a_row(tokens, RISE)
    line = height - 2.5 * LINE
    foot, scale = line - LINE / 2, (line - 2 * LINE) / max(TALLEST, moved.max())
    boxes = [(x - 11, foot - scale * m, 22, scale * m) for x, m in zip(places, moved, strict=True)]
    words = [Word(x, line, token) for x, token in zip(places, tokens, strict=True)]
    words += [
        Word(x, foot - scale * m - 12, number(m, 2), "blue")
        for x, m in zip(places, moved, strict=True)
    ]
    title = f"Head {name} is off: how far the final outputs move, as a share of their length"
    values = ", ".join(f"{token} {number(m, 2)}" for token, m in zip(tokens, moved, strict=True))
    description = f"A bar over each token: {values}."
    sentences = (
        f"Without head {name} the final outputs move by {number(moved.mean(), 2)} of their length "
        f"on average, and by {number(moved.max(), 2)} at most (“{tokens[moved.argmax()]}”).",
    )
    shapes = (Boxes(boxes, "blue", 0.8), *words)
    return Drawing(title, description, width, height, shapes), sentences
