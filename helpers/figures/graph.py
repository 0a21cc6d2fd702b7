"""A computation as a graph: values run forward along its edges, the slopes of the loss run back."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.labels import beside, word_at
from helpers.drawing.numbers import bracketed, exact
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Word, text_width

FORWARD, BACK = WEIGHT, QUERY  # the tones of values and of slopes
HEIGHT, LINE = 56, 12  # of a box, and from its middle to each of its two lines
COLUMN, ROW = 84, 100  # the paper between two boxes; from one row to the next
GAP = 5  # between a box and an arrow
ASIDE = 6  # from an edge to its arrow forward, and to its arrow back
PORT = 22  # from one edge to the next, where several meet at a side of a box
EDGE, UNDER = 14, 18  # the paper around everything, and from a box to the slope under it


def graph(title, nodes, edges, slopes=None, *, order=()):
    """What is computed from what, from left to right, and the slopes that run back.

    nodes: {name: (column, row, text, value)}; the text says how it is computed, as "u = w · x".
    edges: {(start, end): how fast the end grows with the start, a number; or a text of what comes
    back}. slopes: {name: ∂loss/∂name} of the nodes that the way back has reached; none: there are
    only arrows forward. Values and slopes are numbers or texts. order: names, numbered from 0 in
    the corners of their boxes.
    """
    slopes = slopes or {}
    unknown = {name for pair in edges for name in pair} | {*slopes, *order}
    unknown -= set(nodes)
    if unknown:
        raise ValueError(
            f"edges, slopes, order: given {sorted(unknown)}, needed names that nodes has"
        )
    values = {name: _text(value) for name, (*_, value) in nodes.items()}
    texts = {name: text for name, (_, _, text, _) in nodes.items()}
    across = 20 + max(map(text_width, [*values.values(), *texts.values()]))
    across += 2 * LINE * bool(order)
    middles = {
        name: np.array(
            [EDGE + across / 2 + column * (across + COLUMN), EDGE + HEIGHT / 2 + row * ROW]
        )
        for name, (column, row, *_) in nodes.items()
    }
    boxes, taken = [], []
    for name, (x, y) in middles.items():
        frame = [(x - across / 2, y - HEIGHT / 2, across, HEIGHT)]
        boxes += [Boxes(frame, FORWARD, 0.08, corner=8), Boxes(frame, FORWARD, outline=2, corner=8)]
        boxes.append(Word(x, y - LINE * bool(values[name]), texts[name]))
        boxes.append(Word(x, y + LINE, values[name], FORWARD, bold=True))
        if name in order:
            corner = x - across / 2 + LINE, y - HEIGHT / 2 + LINE
            boxes.append(Word(*corner, str(order.index(name)), bold=True))
        half = across / 2 - HEIGHT / 2
        taken.append(((x - half, y), (x + half, y), HEIGHT / 2))
        for level in (y - HEIGHT / 2, y + HEIGHT / 2):
            taken.append(((x - across / 2, level), (x + across / 2, level), 2))
        if name in slopes:
            place = x, y + HEIGHT / 2 + UNDER
            boxes.append(Word(*place, _text(slopes[name]), BACK, bold=True))
            taken.append(word_at(*place, _text(slopes[name])))
    forward, back = [], {}
    for pair, (start, end) in _ends(middles, edges, across).items():
        aside = np.zeros(2)
        if pair[0] in slopes:
            (right, down) = (end - start) / np.linalg.norm(end - start)
            aside = ASIDE * np.array([down, -right])
            back[pair] = end - aside, start - aside
        forward.append(Arrow(start + aside, end + aside, "faint", 2))
    taken += [(arrow.start, arrow.end, 2) for arrow in forward]
    taken += [(start, end, 2) for start, end in back.values()]
    factors = []
    for pair, (start, end) in back.items():
        text = _factor(edges[pair])
        place = beside(start, end, 1, text, taken)
        factors.append(Word(*place, text, BACK, halo=True))
        taken.append(word_at(*place, text))
    arrows = [*forward, *(Arrow(start, end, BACK, 2.5) for start, end in back.values())]
    right, bottom = np.max([*middles.values()], axis=0)
    words = _words(texts, values, slopes, {pair: edges[pair] for pair in back})
    if order:
        words += f" Numbered from 0 in this order: {', '.join(order)}."
    size = right + across / 2 + EDGE, bottom + HEIGHT / 2 + UNDER + EDGE
    return Drawing(title, words, *size, (*boxes, *arrows, *factors))


def _text(value):
    return value if isinstance(value, str) else exact(value, 3)


def _factor(edge):
    """What stands at an arrow back: a number as a factor, a text as it is."""
    return edge if isinstance(edge, str) else f"· {bracketed(exact(edge, 3))}"


def _ends(middles, edges, across):
    """Where each edge leaves one box and meets the other: {(start, end): two points}.

    Edges that meet at the same side of a box are spread along it, in the order in which they come.
    """
    half = np.array([across / 2 + GAP, 0])
    ends = {}
    for pair in edges:
        start, end = pair
        leaving = [other for first, other in edges if first == start]
        arriving = [other for other, second in edges if second == end]
        ends[pair] = (
            middles[start] + half + _port(middles, start, leaving, end),
            middles[end] - half + _port(middles, end, arriving, start),
        )
    return ends


def _port(middles, box, others, this):
    """How far from the middle of a box's side the edge to `this` meets it: (0, down)."""
    rises = [
        (middles[other] - middles[box])[1] / abs(middles[other] - middles[box])[0]
        for other in others
    ]
    place = np.argsort(np.argsort(rises, kind="stable"), kind="stable")[others.index(this)]
    return np.array([0, PORT * (place - (len(others) - 1) / 2)])


def _words(texts, values, slopes, factors):
    """The picture in words."""
    phrases = []
    for name, text in texts.items():
        value = f" is {values[name]}" if values[name] else ""
        slope = f", slope {_text(slopes[name])}" if name in slopes else ""
        phrases.append(f"{text}{value}{slope}")
    words = f"From left to right: {'; '.join(phrases)}."
    ways = [
        f"from {end} to {start}{':' if isinstance(factor, str) else ''} {_factor(factor)}"
        for (start, end), factor in factors.items()
    ]
    return f"{words} Slopes run back: {', '.join(ways)}." if ways else words
