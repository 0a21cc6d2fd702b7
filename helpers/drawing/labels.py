"""Where a label stands so that it touches nothing.

taken: what is there already, each as (start, end, distance to keep), a line on the sheet.
"""

import math
from itertools import product

import numpy as np

from helpers.drawing.shapes import text_width

LETTER = 8  # half of a letter's height
LOWERED = 4  # how far the k of d_k hangs below it


def beside(start, end, side, text, taken):
    """Where an arrow's label stands: the first place with room, or else the one with most."""
    taken = [(*np.array(ends).tolist(), off) for *ends, off in taken]  # floats: far faster
    way = np.subtract(end, start)
    length = math.hypot(*way)
    across = np.array([way[1], -way[0]]) / length if length else np.array([0.0, -1.0])
    half = abs(across[0]) * text_width(text) / 2 + abs(across[1]) * LETTER
    shares = 0.5, 0.68, 0.32, 0.6, 0.4, 0.86, 0.14
    places = [
        (start + share * way + sign * (half + off) * across).tolist()
        for off, sign, share in product((6, 16, 26, 36), (side, -side), shares)
    ]
    for place in places:
        if spare(*place, text, taken) > 3:
            return place
    return max(places, key=lambda place: spare(*place, text, taken))


def word_at(x, y, text):
    """The place that a word takes: the ends of its middle line, and the distance to keep."""
    half = max(0, text_width(text) / 2 - LETTER)
    hangs = LOWERED / 2 if "_" in text else 0
    return (x - half, y + hangs), (x + half, y + hangs), LETTER + hangs


def spare(x, y, text, taken):
    """How far a word would be from the places taken; below 0 they overlap."""
    (left, middle), (right, _), keep = word_at(x, y, text)
    parts = np.linspace(left, right, 1 + math.ceil((right - left) / LETTER)).tolist()
    return min(gap((part, middle), *ends) - off - keep for part in parts for *ends, off in taken)


def gap(point, start, end):
    """The distance from a point to the line from start to end."""
    (x, y), (x0, y0), (x1, y1) = point, start, end
    way = max((x1 - x0) ** 2 + (y1 - y0) ** 2, 1e-12)
    share = min(max(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / way, 0), 1)
    return math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))
