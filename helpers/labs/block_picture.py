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
ROOM = 0.3  # of a block's width, for the widest arrow
DEPTHS = 25  # stops that every picture has, so that strands can move


def picture(name, length, i, written, alike):
    """Each token a strand: the thicker the longer, as far from the others as it differs from them.
    What the parts add to it are arrows, as thick as a strand of that length, if there is room.

    length: (blocks + 1, n), of the tokens before block 1 and after each; i: the token called name.
    written: (blocks, 2), how long what attention and the MLP add to it is. alike: (blocks + 1,),
    the mean cosine of two tokens.
    """
    blocks, n = len(written), length.shape[1]
    stops = np.minimum(np.arange(DEPTHS), blocks)
    x = LEFT + (RIGHT - LEFT) * stops / blocks
    spread = APART * np.sqrt(np.clip(1 - alike[stops], 0, 1))
    shapes = [*legend(name, n > 1)]
    for j in sorted(range(n), key=lambda j: j == i):
        middle = MIDDLE + spread * (2 * j / max(1, n - 1) - 1)
        half = thickness(length[stops, j]) / 2
        corners = np.concatenate(
            [np.stack([x, middle - half], 1), np.stack([x, middle + half], 1)[::-1]]
        )
        tone, opacity = (WEIGHT, 0.9) if j == i else ("faint", 0.35)
        shapes.append(Keyed(f"strand {j}", (Area(corners, tone, opacity),)))
        if j == i:
            top, bottom = middle - half, middle + half
    for k, of_block in enumerate(written, 1):
        at = LEFT + (RIGHT - LEFT) * (k - 0.5) / blocks
        for part, long, start, end, aside in (
            ("attention", of_block[0], 40, top[k - 1], -0.16),
            ("MLP", of_block[1], HEIGHT - 46, bottom[k - 1], 0.16),
        ):
            if long:
                across = at + aside * (RIGHT - LEFT) / blocks
                width = min(thickness(long), ROOM * (RIGHT - LEFT) / blocks)
                end = end - 3 if start < end else end + 3
                tone = VALUE if part == "attention" else "ink"
                arrow = Arrow((across, start), (across, end), tone, width)
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


def thickness(length):
    """Of a strand or an arrow."""
    return np.clip(THICK * np.log10(1 + length), 0.8, THICKEST)


def legend(name, has_others):
    """The colours, above all, and what thickness says."""
    entries = [("attention adds", VALUE), ("the MLP adds", "ink"), (name, WEIGHT)]
    if has_others:
        entries.append(("other tokens", "faint"))
    yield Word(
        LEFT, HEIGHT - 8, "thickness: the logarithm of the length of a vector", anchor="start"
    )
    x = LEFT
    for text, tone in entries:
        yield Line([(x, 14), (x + 24, 14)], tone, 5)
        yield Word(x + 32, 14, text, tone, "start")
        x += 205


def described(name, length, i, alike):
    """The picture in words."""
    text = f"{name} as a strand through {len(length) - 1} blocks, the thicker the longer: "
    text += f"{significant(length[0, i])} at first, {significant(length[-1, i])} at the end."
    if length.shape[1] == 1:
        return text
    return (
        f"{text} The other tokens beside it, the closer the more they are alike: mean cosine "
        f"{significant(alike[0])} at first, {significant(alike[-1])} at the end."
    )
