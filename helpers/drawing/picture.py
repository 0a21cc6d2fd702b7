"""A picture is HTML and a text that says the same; both are shown together."""

import html
from dataclasses import dataclass

from IPython.display import display

from helpers.drawing.palette import RULE

SUMMARY = "Answer: guess first, open, then read on"
MORE = "More of the answer: open it after the one above"
ROW = '<div style="display:flex;flex-wrap:wrap;gap:8px 32px;align-items:flex-start">'
CAPTION = "font-size:16px;text-align:left;padding:4px 0"
FIELDS = "self_attention"  # the key of what the helpers write into the metadata of an output


@dataclass(frozen=True)
class Picture:
    """Something to look at (`html`), and the same in words for a reader who cannot see (`text`)."""

    html: str
    text: str
    drawings: tuple = ()  # the fields of each drawing in it (drawing.py)


class Bundle(dict):
    """An output as a notebook stores it, {mime type: text}. Outside Jupyter and IPython, where
    display prints what it is given, it is its words."""

    def __str__(self):
        return self.get("text/plain", "")


def show(*pictures):
    """Show pictures and strings side by side, as one output. Returns None."""
    display(output(*pictures), metadata=fields(*pictures), raw=True)


def output(*pictures):
    """Pictures and strings side by side, as a Bundle."""
    parts = [_as_picture(picture) for picture in pictures]
    inside = "".join(f"<div>{part.html}</div>" for part in parts)
    text = "\n\n".join(part.text for part in parts)
    return Bundle({"text/html": f"{ROW}{inside}</div>", "text/plain": text})


def fields(*pictures, **more):
    """The metadata of such an output: what tools need to know of its drawings, and whatever more
    there is to say of the output. Empty if there is nothing."""
    drawings = [drawing for part in map(_as_picture, pictures) for drawing in part.drawings]
    known = {**more, "drawings": drawings} if drawings else more
    return {FIELDS: known} if known else {}


def answer(*pictures, more=False):
    """Show pictures and strings closed, until the reader opens them. more: it stands below another
    answer to the same prediction, and says so. Returns None."""
    parts = [_as_picture(picture) for picture in pictures]
    inside = "".join(f'<div style="margin:8px 0">{part.html}</div>' for part in parts)
    style = f"border:1px solid {RULE};padding:8px 12px;font-size:16px"
    summary = f'<summary style="cursor:pointer">{MORE if more else SUMMARY}</summary>'
    text = "\n".join(["Answer:", *(part.text for part in parts)])
    drawings = tuple(drawing for part in parts for drawing in part.drawings)
    show(Picture(f'<details style="{style}">{summary}{inside}</details>', text, drawings))


def aside(*pictures):
    """Show pictures and strings to the one who runs the cell, as one output, which slides and
    handouts leave out. Returns None."""
    display(output(*pictures), metadata=fields(*pictures, aside=True), raw=True)


def caption(text):
    """A line of text as it stands in an output."""
    return f'<div style="{CAPTION}">{html.escape(text)}</div>'


def _as_picture(picture):
    if isinstance(picture, str):
        return Picture(caption(picture), picture)
    if hasattr(picture, "html") and hasattr(picture, "text"):  # a Picture, or a Drawing has both
        return picture
    raise ValueError(f"pictures: given {type(picture)}, needed a picture or a string")
