"""A drawing: shapes on a sheet with a title and a description, on a lab's page or as a still."""

import base64
from dataclasses import dataclass
from functools import cached_property
from html import escape

from helpers.drawing import svg
from helpers.drawing.picture import CAPTION, Picture

LARGE = 1.3  # the scale in a notebook's cell: a line of text is 21 pixels high
WIDEST = 1000  # pixels, on a page: what is wider has a smaller scale


@dataclass(frozen=True)
class Drawing:
    """title; description, the same in words; width and height of the sheet; shapes, bottom first;
    handles: what a browser needs to drag a point (plane.py); grid: boxes to click on (maps.py)."""

    title: str
    description: str
    width: float
    height: float
    shapes: tuple
    handles: tuple = ()
    grid: dict = None

    @cached_property
    def markup(self):
        return svg.markup(self.shapes)

    def data(self):
        """What a lab's page shows."""
        return {
            "kind": "drawing",
            "title": self.title,
            "description": self.description,
            "width": self.width,
            "height": self.height,
            "svg": self.markup,
            "handles": list(self.handles),
            "grid": self.grid,
        }

    def still(self, scale=1):
        """A picture of its own: an SVG image under the title, with the description as alt text."""
        image = svg.document(self.shapes, self.title, self.width, self.height, scale)
        data = base64.b64encode(image.encode()).decode()
        stop = "" if self.title.endswith("?") else "."
        alt = escape(f"{self.title}{stop} {self.description}")
        html = (
            f'<div style="{CAPTION}">{escape(self.title)}</div>'
            f'<img alt="{alt}" width="{round(self.width * scale)}" '
            f'style="max-width:100%;height:auto" src="data:image/svg+xml;base64,{data}">'
        )
        return Picture(html, self.text)

    @property
    def html(self):
        return self.still(min(LARGE, WIDEST / self.width)).html

    @property
    def text(self):
        return f"{self.title}\n{self.description}"
