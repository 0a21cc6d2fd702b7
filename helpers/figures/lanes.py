"""Tokens as parallel lanes: in attention they meet, in the MLP each stays by itself."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Dot, Line, Word, text_width
from helpers.drawing.steps import box

APART, TOP = 66, 62  # from lane to lane, and above the first
CROSS, MLP, GAP = 110, 62, 34  # across: attention, an MLP, and between them
HEIGHT = 36  # of an MLP
EDGE = 18


def lanes(title, tokens, blocks=2):
    """A lane for each token, from left to right through so many blocks. In each block, attention
    leads from every lane to every lane; then an MLP stands on each."""
    tokens = [str(token) for token in tokens]
    if not tokens:
        raise ValueError("tokens: given none, needed one at least")
    ys = [TOP + APART * i for i in range(len(tokens))]
    start = EDGE + max(map(text_width, tokens)) + 12
    shapes, x, beneath = [], start, []
    for block in range(1, blocks + 1):
        left, right = x + GAP, x + GAP + CROSS
        mlp = right + GAP + MLP / 2
        shapes.append(Word((left + right) / 2, TOP - 40, "attention", WEIGHT, bold=True))
        below = ys[-1] + APART / 2 + 12
        beneath.append(Word((left + mlp + MLP / 2) / 2, below, f"block {block}", "faint"))
        for start_y in ys:
            for end_y in ys:
                if start_y != end_y:
                    shapes.append(Arrow((left, start_y), (right - 5, end_y), WEIGHT, 1.5))
            shapes.append(Dot(left, start_y, WEIGHT, 5))
        shapes += [Dot(right, y, WEIGHT, 5) for y in ys]
        x = mlp + MLP / 2
    end = x + GAP + 10
    for token, y in zip(tokens, ys, strict=True):
        shapes.insert(0, Line([(start, y), (end - 14, y)], "ink", 4))
        shapes.append(Arrow((end - 16, y), (end, y), "ink", 4))
        shapes.append(Word(start - 10, y, token, "ink", "end", bold=True))
    for block in range(blocks):
        middle = start + block * (2 * GAP + CROSS + MLP) + 2 * GAP + CROSS + MLP / 2
        for y in ys:
            shapes += box(middle, y, MLP, HEIGHT, "MLP", "plain", VALUE)
    text = f"{len(tokens)} lanes run from left to right: {', '.join(tokens)}. In each of {blocks} "
    text += "blocks, attention leads from every lane to every lane; then an MLP stands on each lane"
    text += " by itself."
    return Drawing(title, text, end + EDGE, ys[-1] + APART / 2 + 32, tuple(shapes + beneath))
