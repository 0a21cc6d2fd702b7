"""Scaled dot-product attention as a flow: from Q, K and V to the output, a box for each step."""

from helpers.figures.drawing import Drawing
from helpers.figures.palette import KEY, QUERY, VALUE
from helpers.figures.shapes import Arrow, Word
from helpers.figures.steps import box, looks, tone, with_step

STEPS = {  # name: (what its box does, what comes out, the box's width on the sheet)
    "scores": ("Q Kᵀ", "raw scores", 84),
    "scale": ("÷ √d_k", "scores", 84),
    "mask": ("mask", "hidden: −∞", 84),
    "softmax": ("softmax", "weights", 104),
    "output": ("weights · V", "output", 124),
}
TALL, SMALL = 56, 48  # a box, and those of Q, K, V
APART = 40  # from box to box
MIDDLE, OFF = 66, 36  # the line of the steps; Q is above it and K below
UNDER = MIDDLE + TALL / 2  # the lower edge of the boxes


def flow(title, step=None, mask=False):
    """Q, K → Q Kᵀ → ÷ √d_k → (mask) → softmax → · V → output, from left to right.

    step: the step that is lit, "scores", "scale", "mask", "softmax" or "output"; None: all are
    plain. mask: whether there is a mask.
    """
    steps = [name for name in STEPS if mask or name != "mask"]
    look = looks(steps, step)
    x, shapes = 16 + SMALL, []
    for off, name, colour in ((-OFF, "Q", QUERY), (OFF, "K", KEY)):
        shapes += box(x - SMALL / 2, MIDDLE + off, SMALL, SMALL, name, look["scores"], colour)
        tip = (x + APART - 5, MIDDLE + off / 4)
        shapes.append(Arrow((x + 5, MIDDLE + off), tip, tone(look["scores"]), 2.5))
    for name in steps:
        does, gives, wide = STEPS[name]
        dark = tone(look[name])
        if name != "scores":
            shapes.append(_right(x, dark))
        x += APART + wide
        shapes += box(x - wide / 2, MIDDLE, wide, TALL, does, look[name])
        if name != "output":
            shapes.append(Word(x - wide / 2, UNDER + 16, gives, dark))
    middle = x - wide / 2  # of the last box, into which V leads
    shapes += box(middle, UNDER + APART + SMALL / 2, SMALL, SMALL, "V", look["output"], VALUE)
    shapes.append(Arrow((middle, UNDER + APART - 5), (middle, UNDER + 5), dark, 2.5))
    output = Word(x + APART, MIDDLE, gives, dark, "start", bold=look["output"] == "lit")
    shapes += [_right(x, dark), output]
    words = [f"{STEPS[name][0]} gives the {STEPS[name][1]}" for name in steps if name != "mask"]
    if mask:
        words.insert(2, "the mask sets hidden scores to −∞")
    text = f"Attention from left to right: {', then '.join(words)}."
    return Drawing(
        title, with_step(text, step), x + APART + 74, UNDER + APART + SMALL + 8, tuple(shapes)
    )


def _right(x, tone):
    """An arrow from a box that ends at x to the next one."""
    return Arrow((x + 5, MIDDLE), (x + APART - 5, MIDDLE), tone, 2.5)
