"""The steps of a diagram: one is highlighted (lit), the others are faint, or all are plain."""

from helpers.drawing.shapes import Boxes, Word


def looks(steps, step):
    """How each step looks: {name: "lit", "faint" or "plain"}. step: the lit one, or None."""
    if step is not None and step not in steps:
        raise ValueError(
            f"step: given {step!r}, needed None or one of {', '.join(map(repr, steps))}"
        )
    return {name: "plain" if step is None else "lit" if name == step else "faint" for name in steps}


def tone(look):
    return "faint" if look == "faint" else "ink"


def box(x, y, across, down, text, look, colour="blue"):
    """A box with rounded corners around (x, y) and a text inside."""
    place = [(x - across / 2, y - down / 2, across, down)]
    outline, width, opacity = {
        "lit": (colour, 3, 0.24),
        "plain": (colour, 2, 0.1),
        "faint": ("faint", 1, 0),
    }[look]
    return [
        *([Boxes(place, colour, opacity, corner=8)] if opacity else []),
        Boxes(place, outline, outline=width, corner=8),
        Word(x, y, text, tone(look), bold=look == "lit"),
    ]
