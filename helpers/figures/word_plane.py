"""Words as points of a plane, with names where there is room, and arrows from point to point."""

import numpy as np

from helpers.drawing.axes import Axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import pair
from helpers.drawing.shapes import Arrow, Boxes, Dot, Word, text_width

WIDTH, HEIGHT = 340, 320  # of the sheet
DOT = 2.6  # the side of a word's point
LINE = 18  # a name's height


def word_plane(title, words, places, *, middle=(0, 0), reach, marked=None, arrows=()):
    """A dot for each of m words at `places` (m, 2), from `reach` below the middle to `reach` above
    it, in the unit of the places.

    marked: {name: ((x, y), tone)}, larger dots, named first; then the words from the last to the
    first: each where its name touches no other. arrows: (start, end, tone) each; one that ends
    outside is left out.
    """
    places, half = np.asarray(places, float), np.array([reach * WIDTH / HEIGHT, reach])
    low, high = np.array(middle) - half, np.array(middle) + half
    marked = {name: look for name, look in (marked or {}).items() if _within(look[0], low, high)}
    axes = Axes(0, 0, WIDTH, HEIGHT, (low[0], high[0]), (low[1], high[1]))
    inside = [i for i in np.flatnonzero(_within(places, low, high)) if words[i] not in marked]
    points = axes.at(*places[inside].T)
    taken = np.zeros((HEIGHT, WIDTH), bool)  # by names
    shapes, dots, names = [], [], []
    for start, end, tone in arrows:
        if _within(start, low, high) and _within(end, low, high):
            shapes.append(Arrow(axes.at(*start), axes.at(*end), tone, 2.5))
    for name, (place, tone) in marked.items():
        x, y = axes.at(*place)
        dots.insert(0, Dot(x, y, tone, 5))
        names += _named(x, y, name, tone, taken)
    others = []
    for i, (x, y) in reversed(list(zip(inside, points.tolist(), strict=True))):
        others += _named(x, y, words[i], "ink", taken)
    corners = [(x, y, DOT, DOT) for x, y in (points - DOT / 2).clip(0, (WIDTH - DOT, HEIGHT - DOT))]
    below = [Boxes([(0, 0, WIDTH, HEIGHT)], "faint", outline=1), Boxes(corners, "faint")]
    named = [f"{name} at {pair(place)}" for name, (place, _) in marked.items()]
    seen = f"A plane with {_within(places, low, high).sum()} of {len(words)} words"
    text = "; ".join([seen, *named]) + "."
    return Drawing(title, text, WIDTH, HEIGHT, (*below, *others, *shapes, *names, *dots))


def _within(points, low, high):
    return ((points >= low) & (points <= high)).all(axis=-1)


def _named(x, y, text, tone, taken):
    """The name of a point, right of it or left of it, wherever the sheet has room: a list of one
    Word, or none. What it covers is `taken` (HEIGHT, WIDTH) from then on."""
    is_marked, width = tone != "ink", text_width(text)
    off = 9 if is_marked else 6
    top = int(min(max(y - LINE / 2, 0), HEIGHT - LINE))
    for anchor, left in (("start", x + off), ("end", x - off - width)):
        covered = taken[top : top + LINE, max(int(left) - 2, 0) : int(left + width) + 3]
        if left >= 0 and left + width <= WIDTH and not covered.any():
            covered[:] = True
            at = left if anchor == "start" else left + width
            return [Word(at, top + LINE / 2, text, tone, anchor, is_marked, True)]
    return []
