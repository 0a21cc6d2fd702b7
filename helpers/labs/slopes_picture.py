"""The picture of the lab slopes: values run forward, and slopes run back in arrows as wide as they
are large."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, exact
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Keyed, Line, Word

WIDTH, HEIGHT = 860, 340
ACROSS, DOWN = 166, 62  # of a box
THIN, WIDEST = 2, 26  # arrows back
FORWARD, BACK = WEIGHT, QUERY  # the tones of values and of slopes
ASIDE = 9  # from the middle between two boxes to the arrow forward, and to that back


def picture(nodes, edges, slopes, unit, nudged=(), focus=0, has_factors=True):
    """What is computed from what, from left to right, and what has come back.

    nodes: {name: (column, row, text, value)}, column and row from 0 to 1; a value that is still to
    come is None. edges: {(start, end): how fast the end grows with the start}. slopes:
    {name: ∂loss/∂name} of those that the way back has reached. unit: the width of a slope of 1.
    nudged: the names of those that move a little. focus: as in a Drawing. has_factors: whether how
    fast each grows is written at its arrow.
    """
    at = {name: place(column, row) for name, (column, row, *_) in nodes.items()}
    shapes = list(legend())
    for (start, end), factor in edges.items():
        tail, tip = between(at[start], at[end])
        is_known = nodes[end][-1] is not None
        ahead = Arrow(*aside(tail, tip), FORWARD if is_known else "faint", 2.5)
        shapes.append(Keyed(f"forward {start} {end}", (ahead,)))
        if start in slopes and slopes[end] * factor != 0:
            back = slopes[end] * factor
            width = min(WIDEST, max(THIN, unit * abs(back)))
            start_of, end_of = aside(tip, tail, ASIDE + width / 2)
            shapes.append(Keyed(f"back {start} {end}", (Arrow(start_of, end_of, BACK, width),)))
            if not has_factors:
                continue
            text = f"· {bracketed(exact(factor, 3))}"
            by = ASIDE + width + 13 + abs((tip - tail)[1] / np.linalg.norm(tip - tail)) * 20
            (x0, y0), (x1, y1) = aside(tip, tail, by)
            factor_text = Word((x0 + x1) / 2, (y0 + y1) / 2, text, BACK, halo=True)
            shapes.append(Keyed(f"factor {start} {end}", (factor_text,)))
    for name, (_, _, text, value) in nodes.items():
        shapes += box(name, at[name], text, value, slopes.get(name), name in nudged)
    return Drawing(
        "Values run forward, slopes run back",
        described(nodes, edges, slopes),
        WIDTH,
        HEIGHT,
        tuple(shapes),
        focus=focus,
    )


def place(column, row):
    """The middle of a box."""
    x = 20 + ACROSS / 2 + column * (WIDTH - 40 - ACROSS)
    return np.array([x, 52 + DOWN / 2 + row * (HEIGHT - 90 - DOWN)])


def between(start, end):
    """From the right side of a box to the left side of another."""
    half = np.array([ACROSS / 2 + 6, 0])
    spread = np.array([0, np.clip(0.12 * (end - start)[1], -16, 16)])  # along the sides
    return start + half + spread, end - half - spread


def aside(tail, tip, by=ASIDE):
    """The same way, left of its own direction."""
    right, down = (tip - tail) / np.linalg.norm(tip - tail)
    step = by * np.array([down, -right])
    return tuple(tail + step), tuple(tip + step)


def box(name, middle, text, value, slope, is_nudged):
    x, y = middle
    frame = [(x - ACROSS / 2, y - DOWN / 2, ACROSS, DOWN)]
    is_known = value is not None
    tone = FORWARD if is_known else "faint"
    yield Keyed(
        f"box {name}",
        (
            Boxes(frame, tone, 0.3 if is_nudged else 0.1, corner=8),
            Boxes(frame, tone, outline=4 if is_nudged else 2, corner=8),
            Word(x, y - 12, text),
        ),
    )
    if is_known:
        yield Keyed(f"value {name}", (Word(x, y + 13, exact(value, 3), FORWARD, bold=True),))
    if slope is not None:
        said = Word(x, y + DOWN / 2 + 17, f"slope {exact(slope, 3)}", BACK, bold=True)
        yield Keyed(f"slope {name}", (said,))


def legend():
    """The two colours, above all."""
    for x, text, tone in (
        (20, "values forward", FORWARD),
        (230, "slopes back, as wide as they are large", BACK),
    ):
        yield Line([(x, 14), (x + 26, 14)], tone, 5)
        yield Word(x + 34, 14, text, tone, "start")


def described(nodes, edges, slopes):
    """The picture in words."""
    phrases = []
    for name, (_, _, text, value) in nodes.items():
        is_value = f" is {exact(value, 3)}" if value is not None else ", still to come"
        slope = f", slope {exact(slopes[name], 3)}" if name in slopes else ""
        phrases.append(f"{text}{is_value}{slope}")
    ways = [
        f"from {end} to {start} · {bracketed(exact(factor, 3))}"
        for (start, end), factor in edges.items()
        if start in slopes
    ]
    words = f"From left to right: {'; '.join(phrases)}."
    return f"{words} Slopes run back: {', '.join(ways)}." if ways else words
