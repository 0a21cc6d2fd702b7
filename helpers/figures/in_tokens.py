"""A text in its tokens: a coloured box for each, with its number below."""

import re
from html import escape

from helpers.drawing.palette import SERIES, TONES
from helpers.drawing.picture import Picture, caption

ROW = "display:flex;flex-wrap:wrap;gap:4px 3px;text-align:center;line-height:1.35"
BOX = "padding:1px 4px;min-width:14px;max-width:100%;white-space:pre-wrap;overflow-wrap:anywhere"
SEEN = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥"})


def in_tokens(title, tokens):
    """tokens: of each, its bytes and its number. A space is ␣, and bytes that are no whole
    characters stand as numbers."""
    boxes, said = [], []
    for k, (piece, number) in enumerate(tokens):
        text, colour = seen(piece), TONES[SERIES[k % len(SERIES)]][0]
        style = f"{BOX};background:{colour}33;border-bottom:3px solid {colour}"
        below = f'<div style="font-size:13px">{number}</div>'
        boxes.append(f'<div style="{style}">{escape(text)}{below}</div>')
        said.append(f"{text}: {number}")
    row = f'<div dir="ltr" style="{ROW};font-size:16px">{"".join(boxes)}</div>'
    return Picture(caption(title) + row, f"{title}\n{' | '.join(said)}")


def seen(piece):
    """The bytes of a token as a reader sees them."""
    text = piece.decode(errors="surrogateescape").translate(SEEN)
    return re.sub("[\udc80-\udcff]+", in_numbers, text).strip()


def in_numbers(found):
    """Bytes that are no whole character."""
    numbers = [str(ord(x) - 0xDC00) for x in found[0]]
    return " ".join(["", "bytes" if len(numbers) > 1 else "byte", *numbers])
