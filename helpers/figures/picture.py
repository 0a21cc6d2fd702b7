"""A picture is HTML and the text that stands for it; this file shows both together."""

import base64
import gc
import html
import io
from dataclasses import dataclass

from IPython.display import display
from PIL import Image

SUMMARY = "Answer: guess first, open, then read on"
CAPTION = "font-size:16px;text-align:left;padding:4px 0"


@dataclass(frozen=True)
class Picture:
    """Something to look at (`html`) and the same for a reader who cannot see it (`text`)."""

    html: str
    text: str


def show(*pictures):
    """Show pictures and strings side by side, as one output. Returns None."""
    display(output(*pictures), raw=True)


def output(*pictures):
    """Pictures and strings side by side, as what a notebook stores: {mime type: text}."""
    parts = [_as_picture(picture) for picture in pictures]
    inside = "".join(f"<div>{part.html}</div>" for part in parts)
    style = "display:flex;flex-wrap:wrap;gap:8px 32px;align-items:flex-start"
    return {
        "text/html": f'<div style="{style}">{inside}</div>',
        "text/plain": "\n\n".join(part.text for part in parts),
    }


def answer(*pictures):
    """Show pictures and strings closed, until the reader opens them. Returns None."""
    parts = [_as_picture(picture) for picture in pictures]
    inside = "".join(f'<div style="margin:8px 0">{part.html}</div>' for part in parts)
    style = "border:1px solid rgba(128,128,128,.6);padding:8px 12px;font-size:16px"
    summary = f'<summary style="cursor:pointer">{SUMMARY}</summary>'
    text = "\n".join(["Answer:", *(part.text for part in parts)])
    show(Picture(f'<details style="{style}">{summary}{inside}</details>', text))


def drawn(figure, title, description):
    """A matplotlib figure as a Picture: its title, and a small PNG with the description as alt."""
    raw, small = io.BytesIO(), io.BytesIO()
    figure.savefig(raw, format="png", facecolor="white", metadata={"Software": None})
    figure.clear()
    gc.collect()  # a figure's parts refer to each other, and several figures fill the memory
    image = Image.open(raw).convert("RGB").quantize(64, dither=Image.Dither.NONE)
    image.save(small, format="png", optimize=True)
    data = base64.b64encode(small.getvalue()).decode()
    width = round(figure.get_figwidth() * 100)  # CSS pixels: the PNG has more, for sharp text
    stop = "" if title.endswith("?") else "."
    alt = html.escape(f"{title}{stop} {description}", quote=True)
    picture = (
        f'<div style="{CAPTION}">{html.escape(title)}</div>'
        f'<img alt="{alt}" width="{width}" style="max-width:100%;height:auto" '
        f'src="data:image/png;base64,{data}">'
    )
    return Picture(picture, f"{title}\n{description}")


def _as_picture(picture):
    if isinstance(picture, Picture):
        return picture
    if isinstance(picture, str):
        return Picture(f'<div style="{CAPTION}">{html.escape(picture)}</div>', picture)
    kind = type(picture).__name__
    raise ValueError(f"pictures: given a {kind}, needed a Picture or a string")
