"""One block as a flow: the residual stream, and what attention and the MLP read from it and add."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Dot, Line, Word
from helpers.drawing.steps import box, looks, tone

STEPS = "attention", "mlp", "norm", "add"
NORMS = "before", "after"
TOP, BOTTOM = 56, 160  # the heights of the stream and of the parts
HEIGHT, NARROW = 44, 54  # a box, and the width of a norm's
WIDTH = {"attention": 92, "mlp": 62}
NAMES = {"attention": "attention", "mlp": "MLP"}
COLOURS = {"attention": WEIGHT, "mlp": VALUE}
RING = 13  # the radius of a plus sign
APART = 20


def stream(title, step=None, norm="after"):
    """x → + → + → the next block's x, from left to right, with attention and the MLP below.

    step: the step that is lit, "attention", "mlp", "norm" or "add"; None: all are plain. norm:
    "before" each part, or "after" each sum.
    """
    if norm not in NORMS:
        raise ValueError(f"norm: given {norm!r}, needed 'before' or 'after'")
    look = looks(STEPS, step)
    paths = {name: tone(_brightest(look[name], look["add"])) for name in NAMES}
    line = tone(look["add"])
    shapes, x = [Word(14, TOP, "x", "ink", "start", bold=True)], 34
    for name in NAMES:
        shapes.append(Dot(x + APART, TOP, paths[name], 4))  # here the part reads the stream
        start, left = x, x + APART
        across = left + 6
        shapes.append(Line([(left, TOP), (left, BOTTOM), (across, BOTTOM)], paths[name], 2.5))
        if norm == "before":
            shapes += [
                Arrow((across, BOTTOM), (across + APART - 4, BOTTOM), paths[name], 2.5),
                *box(
                    across + APART + NARROW / 2, BOTTOM, NARROW, HEIGHT, "norm", look["norm"], QUERY
                ),
            ]
            across += APART + NARROW
        shapes.append(Arrow((across, BOTTOM), (across + APART - 4, BOTTOM), paths[name], 2.5))
        across += APART
        width = WIDTH[name]
        middle = across + width / 2
        shapes += box(middle, BOTTOM, width, HEIGHT, NAMES[name], look[name], COLOURS[name])
        plus = across + width + APART
        corner = [(across + width, BOTTOM), (plus, BOTTOM)]
        shapes.append(Line(corner, paths[name], 2.5))
        shapes.append(Arrow((plus, BOTTOM), (plus, TOP + RING + 3), paths[name], 2.5))
        shapes.append(Arrow((start, TOP), (plus - RING - 3, TOP), line, 4))
        shapes += box(plus, TOP, 2 * RING, 2 * RING, "+", look["add"])
        x = plus + RING
        if norm == "after":
            shapes.append(Arrow((x, TOP), (x + APART - 4, TOP), line, 4))
            x += APART
            shapes += box(x + NARROW / 2, TOP, NARROW, HEIGHT, "norm", look["norm"], QUERY)
            x += NARROW
    end = x + APART + 8
    shapes.append(Arrow((x, TOP), (end, TOP), line, 4))
    shapes.append(Word(end, 18, "next block", "ink", "end"))
    shapes.append(Word(14, 18, "residual stream", line, "start", bold=look["add"] == "lit"))
    text = "The residual stream runs from left to right. "
    if norm == "before":
        text += "Attention reads a normalized copy of x, and what it writes is added to x; then the"
        text += " MLP reads a normalized copy of the sum, and what it writes is added."
    else:
        text += "What attention writes is added to x, and the sum is normalized; then what the MLP"
        text += " writes is added, and the sum is normalized again."
    return Drawing(title, text, end + 14, BOTTOM + 36, tuple(shapes), step=step)


def _brightest(*looks):
    return next((look for look in ("lit", "plain") if look in looks), "faint")
