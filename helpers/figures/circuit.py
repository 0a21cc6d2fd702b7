"""Two layers that look something up: layer 1 leaves notes, and layer 2 asks for one of them."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arc, Arrow, Boxes, Word, text_width

SLOT, GAP, SIDE = 38, 18, 24  # the least width of a token's place, between two, and the margin
LINE, BOX = 28, 26  # the height of a line of words, and of a note
RISE, WIDTH = 0.2, 16  # how high an arc rises for each unit across; an arc of weight 1
LINK = 30  # how deep the link of a query and its note hangs
LEAST = 0.05  # smaller weights are not drawn


def circuit(title, tokens, notes, query, score, first, second):
    """The tokens in a row; below, what layer 1 writes; above, where layer 2 looks from the query.

    tokens: the n tokens, the last of them the query. notes: {place: whose note stands there}.
    query: whose note is asked for. score: that of this query and this note.
    first, second: the weights of the two layers, (n, n) each.
    """
    first, second, n = np.asarray(first, float), np.asarray(second, float), len(tokens)
    for name, weights in (("first", first), ("second", second)):
        if weights.shape != (n, n):
            raise ValueError(f"{name}: given shape {weights.shape}, needed {n, n}, as {n} tokens")
    labels = {place: f"note: {name}" for place, name in notes.items()}
    asks = len(tokens) - 1
    labels[asks] = f"asks for: {query}"
    slots = [
        max(SLOT, text_width(token), text_width(labels.get(place, "")))
        for place, token in enumerate(tokens)
    ]
    places = SIDE + np.cumsum(np.add(slots, GAP)) - GAP - np.divide(slots, 2)
    top = 2 * LINE + RISE * (places[-1] - places[0])  # of the words' line
    below = top + 2.6 * LINE  # of the notes
    shapes = [
        Word(x, top, token, bold=place in labels)
        for place, (x, token) in enumerate(zip(places, tokens, strict=True))
    ]
    for place, label in labels.items():
        tone = QUERY if place == asks else KEY
        x, across = places[place], slots[place] + 8
        box = [(x - across / 2, below - BOX / 2, across, BOX)]
        shapes += [Boxes(box, tone, 0.16, corner=6), Boxes(box, tone, outline=2, corner=6)]
        shapes.append(Word(x, below, label))
    carried = []
    for place, name in notes.items():
        source = int(first[place].argmax())
        start, end = (places[source], top + LINE / 2), (places[place] - 6, below - BOX / 2 - 4)
        shapes.append(Arrow(start, end, VALUE, 3 + 4 * first[place, source]))
        weight = number(first[place, source], 2)
        middle = (start[0] + end[0]) / 2 - 8, (start[1] + end[1]) / 2 + 6
        shapes.append(Word(*middle, weight, VALUE, "end"))
        carried.append(f"{tokens[place]} takes the note of {name} from {tokens[source]}, {weight}")
    deepest = below + BOX / 2
    joins = f"score {number(score, 0)}"
    for place in [place for place, name in notes.items() if name == query]:
        shapes.append(Arc((places[asks], deepest), (places[place], deepest), -LINK, QUERY, 3))
        middle = (places[asks] + places[place]) / 2
        shapes.append(Word(middle, deepest + LINK + LINE / 2, joins, QUERY))
    looks = [j for j in range(asks) if second[asks, j] >= LEAST]
    for j in looks:
        (x, to), foot = (places[asks], places[j]), top - LINE / 2
        height, across = LINE + RISE * abs(x - to), WIDTH * second[asks, j]
        shapes.append(Arc((x, foot), (to, foot), height, WEIGHT, across, 0.8))
    looked = ", ".join(f"{tokens[j]} {number(second[asks, j], 2)}" for j in looks)
    lines = (
        f"layer 2: {tokens[asks]} looks at {looked}",
        "layer 1: from a name to the city after it",
    )
    shapes.append(Word(SIDE, LINE / 2, lines[0], WEIGHT, "start"))
    shapes.append(Word(SIDE, deepest + LINK + 1.5 * LINE, lines[1], VALUE, "start"))
    text = f"Layer 1: {'; '.join(carried)}. "
    text += f"Layer 2: {tokens[asks]} asks for the note of {query}, {joins}, and looks at {looked}."
    width = max(places[-1] + slots[-1] / 2, *(SIDE + text_width(line) for line in lines)) + SIDE
    return Drawing(title, text, width, deepest + LINK + 2.2 * LINE, tuple(shapes))
