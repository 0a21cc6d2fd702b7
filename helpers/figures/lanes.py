"""Tokens as parallel lanes: in attention they meet, in the MLP each stays by itself."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Dot, Line, Word, text_width
from helpers.drawing.steps import box

APART, TOP, EDGE = 66, 62, 18  # from lane to lane, above the first, around all
GAP, CROSS, MLP = 34, 110, 62  # across: between the parts, attention, an MLP
HEIGHT = 36  # of an MLP
BLOCK = 2 * GAP + CROSS + MLP
BLOCKS = 2


def lanes(title, tokens):
    """A lane for each token, from left to right through two blocks. In each block, attention
    leads from every lane to every lane; then an MLP stands on each."""
    tokens = [str(token) for token in tokens]
    if not tokens:
        raise ValueError("tokens: given none, needed one at least")
    ys = [TOP + APART * i for i in range(len(tokens))]
    x = EDGE + max(map(text_width, tokens)) + 12
    shapes = [
        Word(x - 10, y, token, bold=True, anchor="end") for token, y in zip(tokens, ys, strict=True)
    ]
    for i in range(BLOCKS):
        shapes += _block(x, ys, f"block {i + 1}")
        x += BLOCK
    shapes += [Arrow((x, y), (x + GAP, y), "ink", 4) for y in ys]
    text = f"{len(tokens)} lanes run from left to right: {', '.join(tokens)}. In each of {BLOCKS} "
    text += "blocks, attention leads from every lane to every lane; then an MLP stands on each lane"
    text += " by itself."
    return Drawing(title, text, x + GAP + EDGE, ys[-1] + APART, tuple(shapes))


def _block(x, ys, name):
    """A block that begins at x."""
    left, right, mlp = x + GAP, x + GAP + CROSS, x + 2 * GAP + CROSS
    shapes = [Line([(x, y), (mlp, y)], "ink", 4) for y in ys]
    shapes += [Line([(left, y), (right, to)], WEIGHT, 1.5) for y in ys for to in ys if y != to]
    shapes += [Dot(at, y, WEIGHT) for at in (left, right) for y in ys]
    for y in ys:
        shapes += box(mlp + MLP / 2, y, MLP, HEIGHT, "MLP", "plain", VALUE)
    shapes.append(Word((left + right) / 2, TOP - 40, "attention", WEIGHT, bold=True))
    shapes.append(Word((left + mlp + MLP) / 2, ys[-1] + 45, name, "faint"))
    return shapes
