"""What each output needs: tokens below, layers above, and the shortest way from end to end."""

from itertools import pairwise

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY
from helpers.drawing.shapes import Arrow, Dot, Line, Word

ACROSS, UP = 30, 46  # from one token to the next, and from one layer to the next
EDGE, HEAD, BETWEEN = 18, 52, 30
COLUMNS = 2


def paths(title, panels):
    """A panel for each {name: (graph, way)}, two beside each other.

    graph: {node: the nodes that it needs}, a node is (level, place). way: nodes, from the output
    down to a token, which are joined by thick arrows, upward.
    """
    shapes, phrases, y, right = [], [], 0, 0
    names = [*panels]
    for first in range(0, len(names), COLUMNS):
        x, deepest = 0, 0
        row = names[first : first + COLUMNS]
        for name in row:
            graph, way = panels[name]
            deepest = max(deepest, max(level for level, _ in graph))
        for name in row:
            graph, way = panels[name]
            floor = y + HEAD + deepest * UP
            width = max(place for _, place in graph) * ACROSS
            steps = f"{len(way) - 1} step{'s' if len(way) > 2 else ''}"
            over = floor - max(level for level, _ in graph) * UP - 30
            shapes.append(Word(x + EDGE, over, f"{name}: {steps}", "ink", "start", bold=True))
            shapes += _panel(graph, way, x + EDGE, floor)
            phrases.append(f"{name}, {steps}: {_in_words(way)}")
            x += width + 2 * EDGE + BETWEEN
            right = max(right, x - BETWEEN)
        y += HEAD + deepest * UP + EDGE
    text = "Tokens are dots in the lowest row, outputs in the highest; lines join each dot to those"
    text += " that it needs. Thick arrows show the shortest way from the first token to the last"
    return Drawing(title, f"{text} output. {'; '.join(phrases)}.", right, y, tuple(shapes))


def _panel(graph, way, left, floor):
    def at(node):
        level, place = node
        return left + place * ACROSS, floor - level * UP

    shapes = [
        Line([at(below), at(node)], "faint", 1, opacity=0.6)
        for node, needed in graph.items()
        for below in needed
    ]
    nodes = {*graph, *(node for needed in graph.values() for node in needed)}
    shapes += [Dot(*at(node), "faint", 5) for node in sorted(nodes)]
    for above, below in pairwise(way):
        shapes.append(Arrow(at(below), at(above), QUERY, 3))
    shapes += [Dot(*at(node), QUERY, 6) for node in way]
    return shapes


def _in_words(way):
    """The way in words, from the token up."""
    places = []
    for level, place in way[::-1]:
        places.append(f"{place + 1} in layer {level}" if level else f"token {place + 1}")
    return " to ".join(places)
