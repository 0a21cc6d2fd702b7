"""Scaled dot-product attention as a flow: from Q, K and V to the output, a box for each step."""

from helpers.figures.drawing import Drawing
from helpers.figures.shapes import Arrow, Word
from helpers.figures.steps import box, lit, looks, tone

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


def flow(title, step=None, mask=False):
    """Q, K → Q Kᵀ → ÷ √d_k → (mask) → softmax → · V → output, from left to right.

    step: the step that is lit, "scores", "scale", "mask", "softmax" or "output"; None: all are
    plain. mask: whether there is a mask.
    """
    steps = [name for name in STEPS if mask or name != "mask"]
    look = looks(steps, step)
    given = {name: "faint" if step else "plain" for name in ("scores", "output")}
    given |= {name: "lit" for name in given if look[name] == "lit"}
    x = 16 + SMALL / 2
    shapes = box(x, MIDDLE - OFF, SMALL, SMALL, "Q", given["scores"], "orange")
    shapes += box(x, MIDDLE + OFF, SMALL, SMALL, "K", given["scores"], "green")
    edge = x + SMALL / 2
    for name in steps:
        does, gives, wide = STEPS[name]
        left, dark = edge + APART, tone(look[name])
        starts = (-OFF, OFF) if name == "scores" else (0,)
        for off in starts:
            ends = (edge + 5, MIDDLE + off), (left - 5, MIDDLE + off / 4)
            shapes.append(Arrow(*ends, dark, 2.5))
        middle, edge = left + wide / 2, left + wide
        shapes += box(middle, MIDDLE, wide, TALL, does, look[name])
        if name == "output":
            below = MIDDLE + TALL / 2
            shapes += box(middle, below + 40 + SMALL / 2, SMALL, SMALL, "V", given[name], "pink")
            shapes.append(Arrow((middle, below + 36), (middle, below + 5), dark, 2.5))
            shapes.append(Arrow((edge + 5, MIDDLE), (edge + APART - 5, MIDDLE), dark, 2.5))
            edge += APART
            bold = look[name] == "lit"
            shapes.append(Word(edge, MIDDLE, gives, dark, "start", bold=bold))
        else:
            shapes.append(Word(middle, MIDDLE + TALL / 2 + 16, gives, dark))
    words = [f"{STEPS[name][0]} gives the {STEPS[name][1]}" for name in steps if name != "mask"]
    if mask:
        words.insert(2, "the mask sets hidden scores to −∞")
    text = f"Attention from left to right: {', then '.join(words)}."
    return Drawing(title, lit(text, step), edge + 74, MIDDLE + TALL / 2 + 100, tuple(shapes))
