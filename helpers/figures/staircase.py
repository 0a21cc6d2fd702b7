"""How a decoder writes: a row for each step, with the tokens that it sees and the one it adds."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, WEIGHT
from helpers.drawing.shapes import Arrow, text_width
from helpers.drawing.steps import box

HEIGHT, DOWN, APART, EDGE = 32, 46, 12, 12
ARROW = 24  # the new token stands so much farther to the right


def staircase(title, tokens):
    """A row for each token after the first: what stood there before it was written, and itself."""
    widths = [max(HEIGHT, text_width(token) + 16) for token in tokens]
    left = [EDGE + sum(widths[:i]) + i * APART for i in range(len(tokens))]
    shapes, phrases = [], []
    for row, new in enumerate(range(1, len(tokens))):
        y = EDGE + HEIGHT / 2 + row * DOWN
        for i in range(new):
            shapes += box(left[i] + widths[i] / 2, y, widths[i], HEIGHT, tokens[i], "plain", KEY)
        seen_to = left[new - 1] + widths[new - 1]
        start = left[new] + ARROW
        shapes.append(Arrow((seen_to + 4, y), (start - 4, y), "ink", 2.5))
        shapes += box(start + widths[new] / 2, y, widths[new], HEIGHT, tokens[new], "lit", WEIGHT)
        phrases.append(f"{' '.join(tokens[:new])} → {tokens[new]}")
    width = left[-1] + widths[-1] + ARROW + EDGE
    height = 2 * EDGE + HEIGHT + (len(tokens) - 2) * DOWN
    text = "From top to bottom, what the decoder sees and the token that it adds: "
    text += f"{'; '.join(phrases)}."
    return Drawing(title, text, width, height, tuple(shapes))
