"""The block of 2017 above a block of today, with what is new in it lit."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Line, Word
from helpers.drawing.steps import box

OLD = (  # what its box says, what stands below it, its width, its colour
    ("attention", "8 heads, 8 of keys", 130, WEIGHT),
    ("+", "", 26, None),
    ("layer norm", "", 110, QUERY),
    ("MLP", "relu", 130, VALUE),
    ("+", "", 26, None),
    ("layer norm", "", 110, QUERY),
)
NEW = (
    ("RMS norm", "1", 110, QUERY),
    ("attention", "3 rotary · 4: 9 heads, 3 of keys", 130, WEIGHT),
    ("+", "", 26, None),
    ("RMS norm", "1", 110, QUERY),
    ("gated MLP", "2 silu", 130, VALUE),
    ("+", "", 26, None),
)
APART, HEIGHT, RISE, EDGE, ROW = 34, 42, 44, 16, 150


def two_blocks(title):
    """Two rows of boxes, from left to right; a line above them carries the stream past each part.
    What the lower one has in place of the upper one's is lit and numbered."""
    shapes, widths = [], []
    for row, (name, parts) in enumerate((("2017, positions added before", OLD), ("2024", NEW))):
        y = 92 + ROW * row
        shapes.append(Word(EDGE, y - 74, name, "ink", "start", bold=True))
        shapes.append(Word(EDGE, y, "x", "ink", "start", bold=True))
        x = start = EDGE + 18
        for part, below, width, colour in parts:
            middle = x + APART + width / 2
            shapes.append(Arrow((x, y), (x + APART - 4, y), "ink", 3))
            look = "lit" if row and part != "+" else "plain"
            if part == "+":
                above = [(start, y), (start, y - RISE), (middle, y - RISE)]
                shapes.append(Line(above, "ink", 3))
                shapes.append(Arrow((middle, y - RISE), (middle, y - 17), "ink", 3))
                shapes += box(middle, y, width, width, part, look)
            else:
                shapes += box(middle, y, width, HEIGHT, part, look, colour)
            shapes.append(Word(middle, y + 36, below, "faint"))
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
