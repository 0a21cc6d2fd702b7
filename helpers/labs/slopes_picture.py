"""The picture of the lab slopes: values run forward, and slopes run back in arrows as wide as they
are large."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import bracketed, exact
from helpers.drawing.palette import QUERY, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Keyed, Line, Word, text_width

WIDTH, HEIGHT = 860, 340
ACROSS, DOWN = 166, 62  # of a box
THIN, WIDEST = 2.5, 20  # arrows; those back are as wide as slopes
FORWARD, BACKWARD = WEIGHT, QUERY  # the tones of values and of slopes
AHEAD, BACK = 0, 1  # of two boxes, the arrow forward is above that back
BETWEEN = 9  # from arrow to arrow at the side of a box


def picture(nodes, edges, slopes, unit, nudged=(), focus=0, has_factors=True, sent=None):
    """What is computed from what, from left to right, and what has come back.

    nodes: {name: (column, row, text, value)}, column and row from 0 to 1; a value that is still to
    come is None. edges: {(start, end): how fast the end grows with the start}. slopes:
    {name: ∂loss/∂name} of those that the way back has reached, a number or a text. unit: the width
    of a slope of 1. nudged: the names of those that stand out. focus: as in a Drawing. has_factors:
    whether how fast each grows is written at its arrow. sent: {(start, end): (the slope that has
    gone back, what is written at it)} where a loop decides, not the edges.
    """
    at = {name: place(column, row) for name, (column, row, *_) in nodes.items()}
    if sent is None:
        sent = {
            (start, end): (slopes[end] * factor, f"· {bracketed(exact(factor, 3))}")
            for (start, end), factor in edges.items()
            if start in slopes
        }
    back = {edge: slope for edge, (slope, _) in sent.items()}
    widths = {(*edge, AHEAD): THIN for edge in edges}
    widths |= {
        (*edge, BACK): min(WIDEST, max(THIN, unit * abs(slope)))
        for edge, slope in back.items()
        if slope
    }
    shapes = list(legend())
    for (start, end, kind), (tail, tip) in ways(at, widths).items():
        width = widths[start, end, kind]
        if kind == AHEAD:
            tone = FORWARD if nodes[end][-1] is not None else "faint"
            shapes.append(Keyed(f"forward {start} {end}", (Arrow(tail, tip, tone, width),)))
            continue
        shapes.append(Keyed(f"back {start} {end}", (Arrow(tip, tail, BACKWARD, width),)))
        text = sent[start, end][1]
        if has_factors and text:
            x, y = np.add(tail, tip) / 2 + beside(tail, tip, width, text)
            factor = Word(x, y, text, BACKWARD, halo=True)
            shapes.append(Keyed(f"factor {start} {end}", (factor,)))
    for name, (_, _, text, value) in nodes.items():
        shapes += box(name, at[name], text, value, slopes.get(name), name in nudged)
    return Drawing(
        "Values run forward, slopes run back",
        described(nodes, slopes, sent),
        WIDTH,
        HEIGHT,
        tuple(shapes),
        focus=focus,
    )


def place(column, row):
    """The middle of a box."""
    x = 20 + ACROSS / 2 + column * (WIDTH - 40 - ACROSS)
    return np.array([x, 52 + DOWN / 2 + row * (HEIGHT - 90 - DOWN)])


def ways(at, widths):
    """{arrow: its left or upper end, the other}: from the right side of a box to the left side of
    another, or from under the slope of one to the top of another below it. At a side arrows are one
    beside the other, in the order of the boxes where they go, so that none lies on another.

    at: {name: the middle of its box}; widths: {(start, end, AHEAD or BACK): of an arrow}."""
    ends = {arrow: [] for arrow in widths}
    for side, toward in ((0, 1), (1, -1)):  # of the start and of the end
        for box, middle in at.items():
            for is_below in (False, True):
                here = [
                    arrow
                    for arrow in widths
                    if arrow[side] == box and (at[arrow[0]][0] == at[arrow[1]][0]) == is_below
                ]
                here.sort(key=lambda arrow: (at[arrow[1 - side]][1], arrow[2]))
                along = -sum(widths[arrow] + BETWEEN for arrow in here) / 2
                for arrow in here:
                    along += (widths[arrow] + BETWEEN) / 2
                    out = DOWN / 2 + (34 if side == 0 else 6) if is_below else ACROSS / 2 + 6
                    step = (-along, toward * out) if is_below else (toward * out, along)
                    ends[arrow].append(tuple(middle + step))
                    along += (widths[arrow] + BETWEEN) / 2
    return ends


def beside(tail, tip, width, text):
    """From the middle of an arrow back to that of the text at it, below it or left of it."""
    right, down = np.subtract(tip, tail) / np.linalg.norm(np.subtract(tip, tail))
    return (width / 2 + 12 + text_width(text) / 2 * abs(down)) * np.array([-down, right])


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
        text = slope if isinstance(slope, str) else f"slope {exact(slope, 3)}"
        said = Word(x, y + DOWN / 2 + 17, text, BACKWARD, bold=True)
        yield Keyed(f"slope {name}", (said,))


def legend():
    """The two colours, above all."""
    for x, text, tone in (
        (20, "values forward", FORWARD),
        (230, "slopes back, as wide as they are large", BACKWARD),
    ):
        yield Line([(x, 14), (x + 26, 14)], tone, 5)
        yield Word(x + 34, 14, text, tone, "start")


def described(nodes, slopes, sent):
    """The picture in words."""
    phrases = []
    for name, (_, _, text, value) in nodes.items():
        is_value = f" is {exact(value, 3)}" if value is not None else ", still to come"
        slope = slopes.get(name, "")
        is_number = slope != "" and not isinstance(slope, str)
        known = f"slope {exact(slope, 3)}" if is_number else slope
        phrases.append(f"{text}{is_value}{', ' * bool(known)}{known}")
    ways = [f"from {end} to {start} {text}" for (start, end), (_, text) in sent.items() if text]
    words = f"From left to right: {'; '.join(phrases)}."
    return f"{words} Slopes run back: {', '.join(ways)}." if ways else words
