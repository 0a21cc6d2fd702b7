"""How similarities compare: the points that score the same, one line through each key."""

import numpy as np

from helpers.drawing.axes import Axes, multiples
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import pair
from helpers.drawing.palette import DASHES, KEY, QUERY
from helpers.drawing.shapes import Arrow, Dot, Line, Word

PANEL, APART = 250, 10  # of the sheet: a panel's width, and the paper between two
POINTS = 60  # of a line, at most


def levels(title, similarities, query, keys):
    """A panel for each similarity {label: f}, where f(query (2,), points (m, 2)) → scores (m,).

    Shows the query's arrow, the keys {label: (x, y)}, a line through each key: the points that f
    scores like that key, and from each key a small arrow towards better scores.
    """
    query, points = np.asarray(query, float), np.array([*keys.values()], float)
    if not query.any():
        raise ValueError("query: given (0, 0), needed a query that is not 0")
    ends = np.vstack([points, query, np.zeros(2)])
    low, high = ends.min(axis=0), ends.max(axis=0)
    half = (high - low).max() * 0.68
    x, y = zip((low + high) / 2 - half, (low + high) / 2 + half, strict=True)
    shapes, words = [], [f"A query {pair(query)} and the keys {', '.join(keys)}"]
    for i, (name, similarity) in enumerate(similarities.items()):
        left = i * (PANEL + APART) + 30
        axes = Axes(left, 28, left + PANEL - 30, PANEL - 2, x, y)
        shapes.append(Word((axes.left + axes.right) / 2, 12, name, bold=True))
        shapes += axes.frame(multiples(*x, 6), multiples(*y, 6), grid=True)
        scores, better = similarity(query, points), _uphill(similarity, query, points)
        for j, (label, tip) in enumerate(zip(keys, points, strict=True)):
            dash = list(DASHES)[j % len(DASHES)]
            place = axes.at(*tip)
            for line in _equal(similarity, query, scores[j], axes):
                shapes.append(Line(line, KEY, 2.5, dash))
            shapes.append(Dot(*place, KEY, 6))
            shapes.append(Arrow(place, axes.at(*(tip + half / 4 * better[j])), KEY, 2.5))
            side = place - (better[j] * (19, -19))
            shapes.append(Word(*side, label, KEY, bold=True, halo=True))
        end = axes.at(*query)
        shapes.append(Arrow(axes.at(0, 0), end, QUERY))
        shapes.append(Word(end[0], end[1] + 19, "q", QUERY, bold=True, halo=True))
        ranked = [list(keys)[j] for j in np.argsort(-scores)]
        words.append(f"{name} ranks them {', '.join(ranked)}")
    words.append("at each key a small arrow points to the side that scores better")
    size = len(similarities) * (PANEL + APART), PANEL + 26
    return Drawing(title, "; ".join(words) + ".", *size, tuple(shapes))


def _equal(similarity, query, score, axes):
    """Lines of equal score, each as points (k, 2) of the sheet."""
    from contourpy import contour_generator  # imported only here: it takes a moment

    x, y = (np.linspace(*side, 150) for side in (axes.x, axes.y))
    grid = np.stack(np.meshgrid(x, y), axis=-1)  # (150, 150, 2)
    field = similarity(query, grid.reshape(-1, 2)).reshape(150, 150)
    lines = contour_generator(x, y, field).lines(score)
    return [axes.at(*np.vstack([c[:: len(c) // POINTS + 1], c[-1:]]).T) for c in lines]


def _uphill(similarity, query, points):
    """The unit vectors (m, 2) along which each point's score grows fastest."""
    gain = [similarity(query, points + h) - similarity(query, points - h) for h in np.eye(2) / 1e4]
    return np.transpose(gain) / np.linalg.norm(gain, axis=0)[:, None]
