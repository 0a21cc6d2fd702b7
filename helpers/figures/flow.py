"""Scaled dot-product attention as a flow: from Q, K and V to the output, a box for each step."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE
from helpers.drawing.shapes import Arrow, Word
from helpers.drawing.steps import box, looks, tone

STEPS = {  # name: (what its box does, what comes out, the box's width on the sheet)
    "turn": ("turn", "", 64),
    "scores": ("Q Kᵀ", "raw scores", 84),
    "scale": ("÷ √d_k", "scores", 84),
    "mask": ("mask", "hidden: −∞", 84),
    "softmax": ("softmax", "weights", 104),
    "output": ("weights · V", "output", 124),
}
SAID = {  # of the steps that only some have
    "turn": "each query and each key is turned by its position",
    "mask": "the mask sets hidden scores to −∞",
}
HEIGHT, SMALL = 56, 48  # a box, and those of Q, K, V
APART = 40  # from box to box
MIDDLE, OFF = 66, 36  # the line of the steps; Q is above it and K below
UNDER = MIDDLE + HEIGHT / 2  # the lower edge of the boxes


def flow(title, step=None, mask=False, rotary=False):
    """Q, K → (turn) → Q Kᵀ → ÷ √d_k → (mask) → softmax → · V → output, from left to right.

    step: the step that is lit, "turn", "scores", "scale", "mask", "softmax" or "output"; None: all
    are plain. mask: whether there is a mask. rotary: whether queries and keys are turned.
    """
    steps = [name for name in STEPS if {"mask": mask, "turn": rotary}.get(name, True)]
    look = looks(steps, step)
    x, shapes = 16 + SMALL, []
    for off, name, colour in ((-OFF, "Q", QUERY), (OFF, "K", KEY)):
        y, end = MIDDLE + off, x
        shapes += box(x - SMALL / 2, y, SMALL, SMALL, name, look[steps[0]], colour)
        if rotary:
            does, _, width = STEPS["turn"]
            shapes.append(_right(x, tone(look["turn"]), y))
            end = x + APART + width
            shapes += box(end - width / 2, y, width, SMALL, does, look["turn"], colour)
        tip = (end + APART - 5, MIDDLE + off / 4)
        shapes.append(Arrow((end + 5, y), tip, tone(look["scores"]), 2.5))
    x = end
    for name in steps[rotary:]:
        does, gives, width = STEPS[name]
        ink_tone = tone(look[name])
        if name != "scores":
            shapes.append(_right(x, ink_tone))
        x += APART + width
        shapes += box(x - width / 2, MIDDLE, width, HEIGHT, does, look[name])
        if name != "output":
            shapes.append(Word(x - width / 2, UNDER + 16, gives, ink_tone))
    middle = x - width / 2  # of the last box, into which V leads
    shapes += box(middle, UNDER + APART + SMALL / 2, SMALL, SMALL, "V", look["output"], VALUE)
    shapes.append(Arrow((middle, UNDER + APART - 5), (middle, UNDER + 5), ink_tone, 2.5))
    output = Word(x + APART, MIDDLE, gives, ink_tone, "start", bold=look["output"] == "lit")
    shapes += [_right(x, ink_tone), output]
    words = {name: f"{STEPS[name][0]} gives the {STEPS[name][1]}" for name in steps}
    words |= {name: line for name, line in SAID.items() if name in steps}
    text = f"Attention from left to right: {', then '.join(words.values())}."
    return Drawing(title, text, x + APART + 74, UNDER + APART + SMALL + 8, tuple(shapes), step=step)


def _right(x, tone, y=MIDDLE):
    """An arrow from a box that ends at x to the next one."""
    return Arrow((x + 5, y), (x + APART - 5, y), tone, 2.5)
