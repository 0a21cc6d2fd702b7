"""The block of 2017 beside a block of today, bottom to top, with what is new in it lit."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Line, Word
from helpers.drawing.steps import box

SUM = ("+", (), None)
OLD = (  # what its box says, the lines below that, its colour; the lowest box first
    ("attention", ("8 heads", "8 heads of keys"), WEIGHT),
    SUM,
    ("layer norm", (), QUERY),
    ("MLP", ("relu",), VALUE),
    SUM,
    ("layer norm", (), QUERY),
)
NEW = (
    ("(1) RMS norm", (), QUERY),
    ("attention", ("(3) rotary positions", "(4) nine heads, 3 of keys"), WEIGHT),
    SUM,
    ("(1) RMS norm", (), QUERY),
    ("(2) gated MLP", ("silu",), VALUE),
    SUM,
)
BLOCKS = {"2017": (OLD, ("positions are added", "before the first block")), "2024": (NEW, ())}
EDGE, WIDTH, ASIDE, APART = 14, 214, 18, 22  # ASIDE: from the boxes to the line past them
LINE, ROOM, RING = 20, 17, 26  # of a box: the height of a line, and around them; of a sum
BOTTOM = 466  # the height of x


def two_blocks(title):
    """Two columns of boxes, from bottom to top; a line beside them carries the stream past each
    part. What the right one has in place of the left one's is lit and numbered."""
    shapes, x = [], EDGE
    for name, (parts, below) in BLOCKS.items():
        middle = x + ASIDE + WIDTH / 2
        shapes.append(Word(middle, 14, name, "ink", bold=True))
        shapes.append(Word(middle, BOTTOM, "x", "ink", bold=True))
        shapes += [
            Word(middle, BOTTOM + LINE * i, line, "faint") for i, line in enumerate(below, 1)
        ]
        y = start = BOTTOM - 12  # the upper edge of what is below
        for text, lines, colour in parts:
            height = RING if text == "+" else ROOM + LINE * (1 + len(lines))
            top = y - APART - height
            shapes.append(Arrow((middle, y), (middle, top + height + 4), "ink", 3))
            if text == "+":
                at = top + RING / 2
                past = [(middle, start), (x, start), (x, at), (middle - RING, at)]
                shapes.append(Line(past, "ink", 3))
                shapes.append(Arrow((x, at), (middle - RING / 2 - 4, at), "ink", 3))
                shapes += box(middle, at, RING, RING, text, "plain")
            else:
                look = "lit" if name == "2024" else "plain"
                shapes += box(middle, top + height / 2, WIDTH, height, "", look, colour)
                first = top + (ROOM + LINE) / 2
                shapes.append(Word(middle, first, text, "ink", bold=look == "lit"))
                shapes += [Word(middle, first + LINE * i, line) for i, line in enumerate(lines, 1)]
            if text in ("+", "layer norm"):  # here the stream is whole again
                start = top - 6
            y = top
        shapes.append(Arrow((middle, y), (middle, y - APART), "ink", 3))
        x += ASIDE + WIDTH + 2 * ASIDE
    text = (
        "From bottom to top. Left, the block of 2017: attention with 8 heads of queries and 8 of "
        "keys, its sum with the stream, layer norm, an MLP with relu, its sum with the stream, "
        "layer norm; positions are added before the first block. Right, a block of 2024, what is "
        "new numbered: (1) RMS norm, before each part; attention with (3) rotary positions and (4) "
        "nine heads of queries that share three of keys; (2) a gated MLP with silu. The stream "
        "runs past each part and is only added to."
    )
    return Drawing(title, text, x - ASIDE, BOTTOM + 2 * LINE + 14, tuple(shapes))
