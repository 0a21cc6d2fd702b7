"""Every head of a real model: where it looks, and what moves when it is switched off.

Part of the heads lab (notebook 06).
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from helpers.data import recorded
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Area, Boxes, Keyed, Line, Word, text_width
from helpers.figures import thumbnails
from helpers.labs.engine.lab import View
from helpers.labs.engine.matrix_and_lines import Lines
from helpers.labs.sentences import read

LAYERS, HEADS = range(1, recorded.LAYERS + 1), range(1, recorded.HEADS + 1)
ALL = "all"
WIDTH, HEIGHT, TOP, LINE = 270, 328, 12, 22  # of the sheet; a word's line, where there is room
AT, REACH = 104, 145  # where arcs begin, right of the words, and how far they go at most
WIDE, THIN = 16, 5  # an arc of weight 1: of one query, and where all have theirs
LEAST = 0.01, 0.05  # smaller weights have no arc: of one query, of all
TIP = 9  # an arrowhead, where all have arcs
LONGEST = 0.3  # the bar of an output that moves so far, unless one moves further
TURN = np.linspace(0, np.pi, 17)


def real_heads(text, layer, head, query, off):
    """The chosen head's arcs or, when it is off, what this moves; beside it, all heads.

    text: of a sentence that was recorded, or any if the model is there. query: the index of a
    token, or ALL.
    """
    sentence, name = read(text), f"{layer}.{head}"
    if off:
        picture = what_moves(sentence, layer, head)
    else:
        picture = where_it_looks(sentence, layer, head, query)
    lines = numbers(sentence, layer, head, ALL if off else query)
    parts = {
        "one": picture,
        "all": crossed(all_heads(text), layer, head) if off else all_heads(text),
        "words": Lines(f"Numbers of head {name}", lines),
    }
    texts = [ALL, *(f"{k} {token}" for k, token in enumerate(sentence.tokens, 1))]
    closed = ("query", "cuts", "stage", "step") if off else ("cuts", "stage", "step")
    return View(parts, " ".join(lines), {"query": texts}, closed, main=("one", "all"))


@lru_cache
def all_heads(text):
    return thumbnails("All 72 heads, to pick from", read(text).every_weight(), pick="head")


def crossed(drawing, layer, head):
    """The small pictures, that of a head that is off crossed out."""
    grid = drawing.grid
    (left, top), (right, down), (across, high) = grid["corner"], grid["step"], grid["size"]
    x, y = left + right * (head - 1), top + down * (layer - 1)
    lines = (
        Line([(x, y), (x + across, y + high)], "ink", 3),
        Line([(x + across, y), (x, y + high)], "ink", 3),
    )
    return replace(drawing, shapes=(*drawing.shapes, *lines))


def where_it_looks(sentence, layer, head, query):
    """The words in a column, and arcs from a query, or from all, to their keys."""
    tokens, weights = sentence.tokens, sentence.weights(layer, head)
    places = rows(len(tokens))
    if query == ALL:
        shapes, who = arcs_of_all(weights, places), "all tokens look"
        seen = np.full(len(tokens), True)
        most = [
            f"{token} at {tokens[row.argmax()]}" for token, row in zip(tokens, weights, strict=True)
        ]
        said = f"Arcs from each word to its keys. Most: {', '.join(most)}."
    else:
        row = weights[query]
        shapes = [
            Keyed(
                f"arc {k}", (Line(arc(places[query], y), WEIGHT, max(0.8, WIDE * w), opacity=0.8),)
            )
            for k, (y, w) in enumerate(zip(places, row, strict=True))
            if w >= LEAST[0]
        ]
        across = text_width(tokens[query]) + 12
        box = (AT - 2 - across, places[query] - 11, across, 22)
        shapes.append(Keyed("query", (Boxes([box], QUERY, 0.25, corner=6),)))
        seen, who = row >= LEAST[1], f"“{tokens[query]}” looks"
        largest = ", ".join(f"{tokens[k]} {number(row[k], 2)}" for k in np.argsort(-row) if seen[k])
        said = f"Arcs from “{tokens[query]}” to its keys, as wide as their weights: {largest}."
        seen = seen | (np.arange(len(tokens)) == query)
    shapes = [*shapes, *words(tokens, places, seen, query)]
    title = f"Head {layer}.{head}: where {who}"
    return Drawing(title, said, WIDTH, height(places), tuple(shapes))


def what_moves(sentence, layer, head):
    """A bar beside each word: how far its final output moves without the head."""
    tokens, moved = sentence.tokens, sentence.moved(layer, head)
    places, scale = rows(len(tokens)), REACH / max(LONGEST, moved.max())
    foot = places[-1] + 26
    shapes = []
    for share in (0, 0.1, 0.2, 0.3):
        x = AT + scale * share
        text = number(100 * share, 0) + (" %" if share == 0.3 else "")
        shapes.append(Keyed(f"line {share}", (Line([(x, TOP - 10), (x, foot - 12)], "faint", 1),)))
        shapes.append(Keyed(f"share {share}", (Word(x, foot, text, "faint"),)))
    shapes += [
        Keyed(f"bar {k}", (Boxes([(AT, y - 7, scale * m, 14)], WEIGHT, 0.8),))
        for k, (y, m) in enumerate(zip(places, moved, strict=True))
    ]
    shapes += words(tokens, places, np.full(len(tokens), True), ALL)
    values = ", ".join(f"{token} {number(m, 2)}" for token, m in zip(tokens, moved, strict=True))
    title = f"Without head {layer}.{head}: what moves"
    return Drawing(
        title, f"A bar beside each token: {values}.", WIDTH, max(HEIGHT, foot + 12), tuple(shapes)
    )


def rows(count):
    """How far down the sheet the words stand: (count,)."""
    each = min(LINE, max(16, (HEIGHT - 2 * TOP) / max(1, count - 1)))
    return TOP + each * np.arange(count, dtype=float)


def height(places):
    return max(HEIGHT, places[-1] + TOP)


def arc(start, end, at=AT):
    """From one level to another, out to the right and back: (17, 2); a loop to itself."""
    middle, half = (start + end) / 2, (end - start) / 2
    out = min(REACH, 24 + 0.42 * abs(end - start))
    down = 7 * np.sin(2 * TURN) if start == end else -half * np.cos(TURN)
    return np.stack([at + out * np.sin(TURN), middle + down], axis=1)


def arcs_of_all(weights, places):
    """Arcs of all queries; an arrowhead at a key is as wide as the widest arc that ends there."""
    shapes, widest = [], {}
    for (i, j), weight in np.ndenumerate(weights):
        if weight >= LEAST[1]:
            aside = 5 * np.sign(places[j] - places[i])
            way, end = arc(places[i] + aside, places[j] - aside), places[j] - aside
            way[-1, 0] += TIP
            width = max(0.8, THIN * weight)
            shapes.append(Keyed(f"arc {i} {j}", (Line(way, WEIGHT, width, opacity=0.45),)))
            widest[end] = max(width, widest.get(end, 0))
    for y, width in widest.items():
        half = TIP / 4 + width / 2
        shapes.append(Area([(AT + TIP, y - half), (AT + TIP, y + half), (AT, y)], WEIGHT))
    return shapes


def words(tokens, places, seen, query):
    return [
        Keyed(f"word {k}", (Word(AT - 8, y, token, "ink" if s else "faint", "end", k == query),))
        for k, (token, y, s) in enumerate(zip(tokens, places, seen, strict=True))
    ]


def numbers(sentence, layer, head, query):
    """What a head writes and what moves without it, of one query or of all."""
    tokens, name = sentence.tokens, f"{layer}.{head}"
    written, moved = sentence.written(layer, head), sentence.moved(layer, head)
    if query == ALL:
        return (
            f"Head {name} writes a vector of length {number(written.mean(), 2)} for a token, on "
            f"average.",
            f"Without it the final outputs move by {number(moved.mean(), 2)} of their length on "
            f"average, and by {number(moved.max(), 2)} at most (“{tokens[moved.argmax()]}”).",
        )
    token, row = f"“{tokens[query]}”", sentence.weights(layer, head)[query]
    largest = [k for k in np.argsort(-row, kind="stable") if row[k] >= LEAST[1]]
    weights = ", ".join(f"{tokens[k]} {number(row[k], 2)}" for k in largest)
    return (
        f"Weights of {token}: {weights or 'none large'}.",
        f"Head {name} writes a vector of length {number(written[query], 2)} for {token}.",
        f"Without it the final output of {token} would move by {number(moved[query], 2)} of "
        f"its length.",
    )
