"""Scaled dot-product attention as a flow: from Q, K and V to the output, a box for each step."""

from helpers.figures.drawing import Drawing
from helpers.figures.shapes import Arrow, Line, Word
from helpers.figures.steps import box, lit, looks, tone

STEPS = {  # name: (what its box does, what comes out, the box's width on the sheet)
    "scores": ("Q Kᵀ", "raw scores", 84),
    "scale": ("÷ √d_k", "scores", 84),
    "mask": ("mask", "hidden: −∞", 84),
    "softmax": ("softmax", "weights", 100),
    "output": ("weights · V", "output", 124),
}
TALL, SMALL = 52, 44  # a box, and those of Q, K, V
APART = 56  # from box to box
MIDDLE = 72  # the line of the steps


def flow(title, step=None, mask=False):
    """Q, K → Q Kᵀ → ÷ √d_k → (mask) → softmax → · V → output, from left to right.

    step: the step that is lit, "scores", "scale", "mask", "softmax" or "output"; None: all are
    plain. mask: whether there is a mask.
    """
    steps = {name: each for name, each in STEPS.items() if mask or name != "mask"}
    look = looks(steps, step)
    x = 40 + SMALL
    shapes = []
    return Drawing(title, "", x, 200, tuple(shapes))
