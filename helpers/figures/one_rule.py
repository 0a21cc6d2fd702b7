"""One hidden number of an MLP: what it asks of a token, what comes out, and what it adds."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Word, text_width
from helpers.drawing.steps import box

HEIGHT, DOWN, EDGE = 36, 48, 12
TOP = 32
SEEN = 0.005  # a smaller number reads 0.00 and counts as 0
ARROW, MIDDLE = 54, 110  # the length of an arrow, and the width of the hidden number's box
TIPS = 12  # from one arrowhead to the next, where they meet the hidden number


def one_rule(title, x, asks, bias, adds, features):
    """The hidden number h = relu(x · asks + bias), which adds h · adds to the token.

    x (d,): the token; asks (d,): a column of W_1; adds (d,): a row of W_2; features: d names. Only
    what is not 0 is drawn: on the left what is asked, on the right what is added.
    """
    x, asks, adds = (np.asarray(vector, float) for vector in (x, asks, adds))
    features = list(features)
    if not x.shape == asks.shape == adds.shape == (len(features),):
        shapes = f"{x.shape}, {asks.shape}, {adds.shape} and {len(features)} names"
        raise ValueError(f"x, asks, adds, features: given {shapes}, needed as many numbers in each")
    before = float(x @ asks + bias)
    h = before if before >= SEEN else 0.0
    asked = [(features[i], f"{number(x[i], 2)} · {_times(asks[i])}") for i in np.flatnonzero(asks)]
    asked += [("always", number(bias, 0))] * bool(bias)
    added = [(features[i], f"{number(h, 2)} · {_times(adds[i])}") for i in np.flatnonzero(adds)]
    name_in, text_in, name_out, text_out = (
        max(text_width(pair[column]) for pair in pairs) + 20
        for pairs in (asked, added)
        for column in (0, 1)
    )
    start = EDGE + name_in + text_in
    centre = start + ARROW + MIDDLE / 2
    end = start + 2 * ARROW + MIDDLE
    bottom = TOP + DOWN * max(len(asked), len(added))
    middle = (TOP + bottom) / 2
    shapes = [
        Word(EDGE, 16, "it asks for", QUERY, "start", bold=True),
        Word(centre, 16, "hidden", WEIGHT, bold=True),
        Word(end, 16, "it adds", VALUE, "start", bold=True),
    ]
    tips = _places(len(asked), middle, TIPS)
    for y, tip, (name, text) in zip(_places(len(asked), middle), tips, asked, strict=True):
        shapes += box(EDGE + name_in / 2, y, name_in, HEIGHT, name, "plain", QUERY)
        shapes.append(Word(EDGE + name_in + text_in / 2, y, text, QUERY))
        shapes.append(Arrow((start, y), (centre - MIDDLE / 2 - 4, tip), "faint", 2))
    look, tone = ("lit", VALUE) if h else ("faint", "faint")
    result = f"{number(before, 2)} → 0" if before <= -SEEN else number(h, 2)
    shapes += box(centre, middle, MIDDLE, HEIGHT, result, look, WEIGHT)
    for y, (name, text) in zip(_places(len(added), middle), added, strict=True):
        shapes.append(Arrow((centre + MIDDLE / 2 + 4, middle), (end - 4, y), tone, 2))
        shapes.append(Word(end + text_out / 2, y, text, tone))
        shapes += box(end + text_out + name_out / 2, y, name_out, HEIGHT, name, look, VALUE)
    terms = ", ".join(f"{name}: {text}" for name, text in asked)
    gains = ", ".join(
        f"{name}: {text} = {number(h * adds[features.index(name)], 2)}" for name, text in added
    )
    words = f"The hidden number adds up {terms}. That gives {number(before, 2)}"
    words += f", and it adds {gains}." if h else ", so it adds nothing."
    size = end + text_out + name_out + EDGE, bottom + EDGE
    return Drawing(title, words, *size, tuple(shapes))


def _times(weight):
    return number(weight, 0) if weight >= 0 else f"({number(weight, 0)})"


def _places(count, middle, apart=DOWN):
    """So many heights around the middle, by default those of boxes."""
    return middle + apart * (np.arange(count) - (count - 1) / 2)
