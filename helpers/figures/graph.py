"""A computation as a graph: values run forward along its edges, the slopes of the loss run back."""

import math

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, exact
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Word, text_width

FORWARD, BACK = WEIGHT, QUERY  # the tones of values and of slopes
HEIGHT, LINE = 56, 12  # of a box, and from its middle to each of its two lines
COLUMN, ROW = 92, 100  # the paper between two boxes; from one row to the next
ASIDE = 7  # from an edge's middle line to its arrow forward and to its arrow back
EDGE, UNDER = 14, 18  # the paper around everything, and from a box to the slope under it
NEAR = 0.36  # where a factor stands on its way back, from the start of the edge


def graph(title, nodes, edges, slopes=None):
    """What is computed from what, from left to right, and which slopes run back.

    nodes: {name: (column, row, text, value)}; text says how it is computed, such as "u = w · x".
    edges: {(start, end): how fast the end grows with the start}. slopes: {name: ∂loss/∂name}, of
    the nodes that they have reached. Values, slopes and factors are numbers or texts, and a factor
    may be None, where nothing is carried back.
    """
    slopes = slopes or {}
    unknown = {name for pair in edges for name in pair} | set(slopes)
    unknown -= set(nodes)
    if unknown:
        raise ValueError(f"edges, slopes: given {sorted(unknown)}, which nodes does not name")
    values = {name: _text(value) for name, (_, _, _, value) in nodes.items()}
    across = 28 + max(
        max(text_width(text), text_width(values[name])) for name, (_, _, text, _) in nodes.items()
    )
    places = {
        name: (
            EDGE + across / 2 + column * (across + COLUMN),
            EDGE + HEIGHT / 2 + row * ROW,
        )
        for name, (column, row, _, _) in nodes.items()
    }
    shapes, factors, ways = [], [], []
    for (start, end), factor in edges.items():
        back = start in slopes and factor is not None
        shapes += _edge(places[start], places[end], across / 2, back)
        if back:
            text = f"· {bracketed(_text(factor))}"
            factors.append(_factor(places[start], places[end], across / 2, text))
            ways.append(f"from {end} to {start} {text}")
    said = []
    for name, (_, _, text, _) in nodes.items():
        x, y = places[name]
        frame = [(x - across / 2, y - HEIGHT / 2, across, HEIGHT)]
        shapes += [
            Boxes(frame, FORWARD, 0.12, corner=8),
            Boxes(frame, FORWARD, outline=2, corner=8),
        ]
        shapes.append(Word(x, y - LINE * bool(values[name]), text))
        shapes.append(Word(x, y + LINE, values[name], FORWARD, bold=True))
        said.append(f"{text} is {values[name]}" if values[name] else text)
        if name in slopes:
            slope = _text(slopes[name])
            shapes.append(Word(x, y + HEIGHT / 2 + UNDER, slope, BACK, bold=True, halo=True))
            said[-1] += f", slope {slope}"
    words = f"From left to right: {'; '.join(said)}."
    if ways:
        words += f" Slopes run back, {', '.join(ways)}."
    width = max(x for x, _ in places.values()) + across / 2 + EDGE
    height = max(y for _, y in places.values()) + HEIGHT / 2 + UNDER + EDGE
    return Drawing(title, words, width, height, (*shapes, *factors))


def _text(value):
    return value if isinstance(value, str) else exact(value, 4)


def _ends(start, end, half):
    """Where the middle line of an edge leaves a box and where it arrives, and its direction."""
    (x0, y0), (x1, y1) = (start[0] + half + 5, start[1]), (end[0] - half - 5, end[1])
    length = math.hypot(x1 - x0, y1 - y0)
    return (x0, y0), (x1, y1), ((x1 - x0) / length, (y1 - y0) / length)


def _edge(start, end, half, back):
    """An arrow forward and, where a slope is carried, one back beside it."""
    (x0, y0), (x1, y1), (right, down) = _ends(start, end, half)
    if not back:
        return [Arrow((x0, y0), (x1, y1), "faint", 2)]
    left, up = ASIDE * down, -ASIDE * right  # across the edge
    there = Arrow((x0 + left, y0 + up), (x1 + left, y1 + up), "faint", 2)
    return [there, Arrow((x1 - left, y1 - up), (x0 - left, y0 - up), BACK, 2.5)]


def _factor(start, end, half, text):
    """The factor of an edge, beside its way back."""
    (x0, y0), (x1, y1), (right, down) = _ends(start, end, half)
    x, y = x0 + NEAR * (x1 - x0) - ASIDE * down, y0 + NEAR * (y1 - y0) + ASIDE * right
    return Word(x, y + 13 - 4 * abs(down), text, BACK, halo=True)
