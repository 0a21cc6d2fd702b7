"""Whether a backward pass is right: its slopes beside what nudges of single numbers do to the
loss, as in notebook 10."""

import numpy as np

from helpers.training.parts import cross_entropy

NUDGE = 1e-5


def compared(p, forward, backward, tokens, targets):
    """A text: for how many arrays of p the largest of their slopes is what a nudge measures, and
    which the others are.

    forward(tokens) → logits; backward(tokens, targets, logits) → {name: slopes}, after forward."""
    try:  # a loop of the reader's
        slopes = backward(tokens, targets, forward(tokens))
        if not isinstance(slopes, dict):
            given = "None" if slopes is None else f"the type {type(slopes).__name__}"
            return f"No slopes: backward returned {given}, needed a dict, name → slopes."
        slopes = {name: np.asarray(x, float) for name, x in slopes.items()}
    except Exception as error:
        return f"No slopes: {type(error).__name__} ({error})."

    def loss():
        return cross_entropy(forward(tokens), targets)[0]

    wrong = [name for name, x in p.items() if not is_slope(loss, x, slopes.get(name))]
    said = f"{len(p) - len(wrong)} of {len(p)}"
    said = f"One number of each array was nudged: its slope in backward is right for {said}."
    return f"{said} It is wrong for {', '.join(wrong)}." if wrong else said


def is_slope(loss, x, slopes):
    """Whether the largest slope of x is what nudges of its number measure."""
    if slopes is None or slopes.shape != x.shape:
        return False
    place = np.unravel_index(np.abs(slopes).argmax(), x.shape)
    before, losses = x[place], []
    try:
        for nudge in (NUDGE, -NUDGE):
            x[place] = before + nudge
            losses.append(loss())
    finally:  # also if the reader interrupts it
        x[place] = before
    slope = (losses[0] - losses[1]) / (2 * NUDGE)
    return bool(np.isclose(slopes[place], slope, rtol=1e-3, atol=1e-8))
