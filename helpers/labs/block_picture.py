"""The picture of the lab block: a stream of tokens through a stack of blocks."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import significant
from helpers.drawing.palette import VALUE, WEIGHT
from helpers.drawing.shapes import Area, Arrow, Keyed, Line, Word

WIDTH, HEIGHT = 860, 350
LEFT, RIGHT, MIDDLE = 30, 770, 185  # where strands begin and end, and their middle
APART = 62  # from the middle to the outermost strand, of tokens at right angles
THICK, THICKEST = 10, 56  # a strand of length 9, and the thickest
WRITES, WIDEST = 18, 26  # an arrow of what is as long as the stream, and the widest
ROOM = 0.3  # of a block's width, for an arrow of what is as long as the stream
DEPTHS = 25  # stops that every picture has, so that strands can move


def picture(name, length, i, shares, alike):
    """Each token a strand: as thick as it is long, as far from the others as it differs from them.

    length: (blocks + 1, n), of the tokens before block 1 and after each; i: the token called name.
    shares: (blocks, 2), what attention and the MLP write for it, in lengths of it. alike:
    (blocks + 1,), the mean cosine of two tokens.
    """
    blocks, n = len(shares), length.shape[1]
    stops = np.minimum(np.arange(DEPTHS), blocks)
    x = LEFT + (RIGHT - LEFT) * stops / blocks
    spread = APART * np.sqrt(np.clip(1 - alike[stops], 0, 1))
    shapes = [*legend(name, n > 1)]
    for j in sorted(range(n), key=lambda j: j == i):
        middle = MIDDLE + spread * (2 * j / max(1, n - 1) - 1)
        half = np.minimum(THICKEST, np.maximum(0.8, THICK * np.log10(1 + length[stops, j]))) / 2
        corners = np.concatenate(
            [np.stack([x, middle - half], 1), np.stack([x, middle + half], 1)[::-1]]
        )
        tone, opacity = (WEIGHT, 0.9) if j == i else ("faint", 0.35)
        shapes.append(Keyed(f"strand {j}", (Area(corners, tone, opacity),)))
        if j == i:
            top, bottom = middle - half, middle + half
    for k, of_block in enumerate(shares, 1):
        at = LEFT + (RIGHT - LEFT) * (k - 0.5) / blocks
        for part, share, start, end, aside in (
            ("attention", of_block[0], 40, top[k - 1], -0.16),
            ("MLP", of_block[1], HEIGHT - 46, bottom[k - 1], 0.16),
        ):
            if share:
                across = at + aside * (RIGHT - LEFT) / blocks
                room = min(WRITES, ROOM * (RIGHT - LEFT) / blocks)
                width = room * min(share, WIDEST / WRITES)
                end = end - 3 if start < end else end + 3
                tone = VALUE if part == "attention" else "ink"
                arrow = Arrow((across, start), (across, end), tone, max(0.8, width))
                shapes.append(Keyed(f"{part} {k}", (arrow,)))
        if blocks <= 12 or k % 4 == 0:
            shapes.append(Keyed(f"block {k}", (Word(at, HEIGHT - 30, str(k)),)))
    shapes.append(Word(RIGHT + 20, HEIGHT - 30, "block", anchor="start"))
    return Drawing(
        "The stream through the blocks",
        described(name, length, i, alike),
        WIDTH,
        HEIGHT,
        tuple(shapes),
    )


def legend(name, has_others):
    """The colours, above and below all."""
    entries = [("attention writes", VALUE), (name, WEIGHT), ("MLP writes", "ink")]
    if has_others:
        entries.insert(2, ("other tokens", "faint"))
    x = LEFT
    for text, tone in entries:
        yield Line([(x, 14), (x + 24, 14)], tone, 5)
        yield Word(x + 32, 14, text, tone, "start")
        x += 205


def described(name, length, i, alike):
    """The picture in words."""
    text = f"{name} as a strand through {len(length) - 1} blocks, as thick as it is long: "
    text += f"{significant(length[0, i])} at first, {significant(length[-1, i])} at the end."
    if length.shape[1] == 1:
        return text
    return (
        f"{text} The other tokens beside it, the closer the more they are alike: mean cosine "
        f"{significant(alike[0])} at first, {significant(alike[-1])} at the end."
    )
