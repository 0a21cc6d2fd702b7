"""The transformer of 2017: an encoder and a decoder with their three attentions, bottom to top."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Line, Word
from helpers.drawing.steps import box, looks, tone

STEPS = "self", "masked", "cross"  # the three attentions
HEIGHT, APART = 40, 24
LEFT, RIGHT = 133, 384  # the middles of the encoder and of the decoder
WIDTH = {LEFT: 160, RIGHT: 196}  # of their boxes
FIRST = 362  # the height of the lowest boxes


def encoder_decoder(title, step=None):
    """X → encoder blocks; Y → decoder blocks, which look across → logits of all words.

    step: the attention that is lit, "self", "masked" or "cross"; None: all are plain.
    """
    look = looks(STEPS, step)
    rest = "faint" if step else "plain"
    encoder = [  # (what the box says, how it looks, its colour), bottom first
        ("word + position", rest, "ink"),
        ("self-attention", look["self"], WEIGHT),
        ("MLP", rest, VALUE),
    ]
    decoder = [
        ("word + position", rest, "ink"),
        ("masked self-attention", look["masked"], WEIGHT),
        ("cross-attention", look["cross"], QUERY),
        ("MLP", rest, VALUE),
        ("times E, transposed", rest, "ink"),
    ]
    shapes = _stack(LEFT, encoder, rest) + _stack(RIGHT, decoder, rest)
    (low, high), (low_y, high_y) = _frame(1, 2), _frame(1, 3)
    for middle, bottom, top in ((LEFT, low, high), (RIGHT, low_y, high_y)):
        width = WIDTH[middle]
        place = [(middle - width / 2 - 14, top, width + 28, bottom - top)]
        shapes.append(Boxes(place, "faint", outline=1.5, dash="dashed", corner=10))
    shapes.append(Word(LEFT - WIDTH[LEFT] / 2 - 22, (low + high) / 2, "6 ×", tone(rest), "end"))
    shapes.append(
        Word(RIGHT + WIDTH[RIGHT] / 2 + 22, (low_y + high_y) / 2, "6 ×", tone(rest), "start")
    )
    across, over = _height(2), high - 22  # from the encoder's top into the cross-attention
    ink_tone = tone(look["cross"])
    between = (LEFT + WIDTH[LEFT] / 2 + RIGHT - WIDTH[RIGHT] / 2) / 2
    way = [(LEFT, high), (LEFT, over), (between, over), (between, across)]
    shapes.append(Line(way, ink_tone, 2.5))
    shapes.append(Arrow((between, across), (RIGHT - WIDTH[RIGHT] / 2 - 5, across), ink_tone, 2.5))
    shapes.append(Word(between + 8, over - 14, "keys, values", ink_tone, "end"))
    for middle, letter, words in (
        (LEFT, "X", "the sentence"),
        (RIGHT, "Y", "BOS, and words so far"),
    ):
        shapes.append(
            Arrow((middle, FIRST + 54), (middle, FIRST + HEIGHT / 2 + 5), tone(rest), 2.5)
        )
        shapes.append(Word(middle, FIRST + 68, f"{letter}: {words}", "ink"))
    top = _height(4) - HEIGHT / 2
    shapes.append(Arrow((RIGHT, top - 4), (RIGHT, top - 28), tone(rest), 2.5))
    shapes.append(Word(RIGHT, top - 42, "a logit for every word", "ink"))
    text = "From bottom to top. Encoder: X, word plus position, then 6 blocks of self-attention and"
    text += " MLP. Decoder: Y, word plus position, then 6 blocks of masked self-attention,"
    text += " cross-attention, whose keys and values come from the encoder's output, and MLP; then"
    text += " times E transposed, a logit for every word of the vocabulary."
    return Drawing(title, text, RIGHT + WIDTH[RIGHT] / 2 + 54, FIRST + 84, tuple(shapes), step=step)


def _height(row):
    """The middle of the boxes in a row, counted from below."""
    return FIRST - row * (HEIGHT + APART) - (14 if row > 0 else 0) - (14 if row > 3 else 0)


def _frame(first, last):
    """The lower and the upper edge of the frame around these rows."""
    return _height(first) + HEIGHT / 2 + 12, _height(last) - HEIGHT / 2 - 12


def _stack(x, parts, rest):
    """Boxes above each other, with arrows upward between them."""
    shapes = []
    for row, (text, look, colour) in enumerate(parts):
        y = _height(row)
        shapes += box(x, y, WIDTH[x], HEIGHT, text, look, colour)
        if row:
            below = _height(row - 1) - HEIGHT / 2
            shapes.append(Arrow((x, below - 3), (x, y + HEIGHT / 2 + 4), tone(rest), 2.5))
    return shapes
