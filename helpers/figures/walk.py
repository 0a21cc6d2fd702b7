"""A walk along the two axes, and what each of its steps casts as a shadow on the line of q."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.labels import beside, word_at
from helpers.drawing.numbers import pair, plain
from helpers.drawing.palette import QUERY
from helpers.drawing.shapes import Arrow, Dot, Line, Word
from helpers.figures.plane import MARGIN, dotted, grid, square

TONES = "blue", "green"  # of steps along the first axis, and along the second
THICK = {"width": 9, "opacity": 0.45}  # a shadow


def walk(title, q, counts, *, mirror=False, side=300):
    """q (2,), of length 1. counts: how many steps of length 1 to the right, and then upwards. Their
    shadows lie on the line of q, end to end; beside each group stands its length.

    mirror: of a single step; also the shadow of q on its axis, and the mirror that swaps both."""
    q, counts = np.asarray(q, float), [int(n) for n in counts]
    if not np.isclose(q @ q, 1) or min(counts) < 0 or not any(counts):
        raise ValueError(f"q, counts: given {pair(q)} and {counts}, needed length 1 and steps")
    steps = np.repeat(np.eye(2), counts, axis=0)
    places = np.vstack([np.zeros(2), steps]).cumsum(axis=0)  # (1 + steps, 2)
    feet = (places @ q)[:, None] * q
    ends = (-0.4, 1.2) if mirror else (-1, max(counts) + 1)
    axes = square(ends, ends, side)
    way, below, origin, tip = axes.at(*places.T), axes.at(*feet.T), axes.at(0, 0), axes.at(*q)
    shapes, names = [*grid(axes), dotted(axes, q)], []
    left = -1 if mirror and counts[1] else 1  # the side of q's line that is free
    falls = [*zip(way[1:], below[1:], strict=True)]
    if mirror:
        on_axis = axes.at(*(q * (np.array(counts) > 0)))
        falls.append((tip, on_axis))
        shapes.append(replace(dotted(axes, q + steps[0]), tone="ink", dash="dashdot"))
        shapes.append(Line([origin, on_axis], QUERY, **THICK))
        names.append((plain(q[np.argmax(counts)]), QUERY, -left, origin, on_axis))
    shapes += [Line(ends, "ink", 1, "dashed") for ends in falls]
    start = 0
    for n, own, tone in zip(counts, q, TONES, strict=True):
        if n:
            end = start + n
            shapes.append(Line(below[[start, end]], tone, **THICK))
            shapes += [Dot(*foot, tone, 3.5) for foot in below[start + 1 : end + 1]]
            shapes += [Arrow(way[i], way[i + 1], tone) for i in range(start, end)]
            length = f"{n} · {plain(own)}" if sum(counts) > 1 else plain(own)
            names.append((length, tone, left, below[start], below[end]))
            start = end
    shapes.append(Arrow(origin, tip, QUERY))
    names.append(("q", QUERY, left, origin, tip))
    taken = [(*ends, 0) for ends in [*falls, *pairwise(way), (origin, below[-1])]]
    shapes += written(names, taken)
    sum_of = " + ".join(text for text, tone, *_ in names if tone in TONES)
    said = f"{said_of(counts)}, and the shadow of each step on the line of q {pair(q)}: {sum_of}"
    said += f", in all {plain(q @ counts)}." if sum(counts) > 1 else "."
    if mirror:
        said += f" The shadow of q on the axis: {names[0][0]}."
    return Drawing(title, said, side, axes.bottom + MARGIN, tuple(shapes))


def written(names, taken):
    """Each name (text, tone, side, start, end) beside its line, where there is room."""
    words = []
    for text, tone, side, *ends in names:
        x, y = beside(*ends, side, text, [*taken, *(word_at(s.x, s.y, s.text) for s in words)])
        words.append(Word(x, y, text, tone, bold=text == "q", halo=True))
    return words


def said_of(counts):
    """The steps in words."""
    ways = [f"{n} {way}" for n, way in zip(counts, ("to the right", "up"), strict=True) if n]
    return f"Steps of length 1: {', then '.join(ways)}"
