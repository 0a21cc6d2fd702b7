"""The block of 2017 above a block of today, with what is new in it lit."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Line, Word
from helpers.drawing.steps import box

SUM = ("+", (), 26, None)
OLD = (  # what its box says, the lines below it, its width, its colour
    ("attention", ("8 heads", "8 heads of keys"), 130, WEIGHT),
    SUM,
    ("layer norm", (), 110, QUERY),
    ("MLP", ("relu",), 130, VALUE),
    SUM,
    ("layer norm", (), 110, QUERY),
)
NEW = (
    ("RMS norm", ("1",), 110, QUERY),
    ("attention", ("3 rotary positions", "4 nine heads, 3 of keys"), 130, WEIGHT),
    SUM,
    ("RMS norm", ("1",), 110, QUERY),
    ("gated MLP", ("2 silu",), 130, VALUE),
    SUM,
)
NAMED = {"2017: positions are added before the first block": OLD, "2024: this model": NEW}
APART, HEIGHT, RISE, EDGE, ROW = 34, 42, 44, 16, 174


def two_blocks(title):
    """Two rows of boxes, from left to right; a line above them carries the stream past each part.
    What the lower one has in place of the upper one's is lit and numbered."""
    shapes, widths = [], []
    for row, (name, parts) in enumerate(NAMED.items()):
        y = 92 + ROW * row
        shapes.append(Word(EDGE, y - 74, name, "ink", "start", bold=True))
        shapes.append(Word(EDGE, y, "x", "ink", "start", bold=True))
        x = start = EDGE + 18
        for part, lines, width, colour in parts:
            middle = x + APART + width / 2
            shapes.append(Arrow((x, y), (x + APART - 4, y), "ink", 3))
            if part == "+":
                above = [(start, y), (start, y - RISE), (middle, y - RISE)]
                shapes.append(Line(above, "ink", 3))
                shapes.append(Arrow((middle, y - RISE), (middle, y - 17), "ink", 3))
                shapes += box(middle, y, width, width, part, "plain")
            else:
                shapes += box(middle, y, width, HEIGHT, part, "lit" if row else "plain", colour)
            shapes += [Word(middle, y + 36 + 20 * i, line, "faint") for i, line in enumerate(lines)]
            x += APART + width
            if part == "+":
                start = x + APART / 3
        shapes.append(Arrow((x, y), (x + APART, y), "ink", 3))
        widths.append(x + APART + EDGE)
    text = (
        "Above, the block of 2017: attention with 8 heads of queries and 8 of keys, its sum with "
        "the stream, layer norm, an MLP with relu, its sum with the stream, layer norm. Below, a "
        "block of 2024, what is new numbered: 1 RMS norm, before each part; attention with 3 "
        "rotary positions and 4 nine heads of queries that share three of keys; 2 a gated MLP "
        "with silu. The stream runs past each part and is only added to."
    )
    return Drawing(title, text, max(widths), 92 + ROW + 62, tuple(shapes))
