"""A drawing: shapes on a sheet with a title and a description, on a lab's page or as a still."""

import base64
from dataclasses import dataclass, fields, replace
from functools import cached_property
from html import escape
from pathlib import Path

from helpers.drawing import svg
from helpers.drawing.picture import Picture, caption
from helpers.drawing.shapes import Boxes

LARGE = 1.3  # the scale in a notebook's cell: a line of text is 21 pixels high
WIDEST = 1000  # pixels, on a page: what is wider has a smaller scale
SVG, PNG = "image/svg+xml", "image/png"


@dataclass(frozen=True)
class Fields:
    """What tools read of a drawing in an output, from the output's metadata. width and height in
    pixels; units: the width of its sheet; step and focus: as in a Drawing; mime: of its image."""

    title: str
    description: str
    width: int
    height: int
    units: float
    step: str | None = None
    focus: float | None = None
    mime: str = SVG

    def stored(self):
        """What the metadata holds: all but what is as usual."""
        values = {field.name: (getattr(self, field.name), field.default) for field in fields(self)}
        return {name: value for name, (value, usual) in values.items() if value != usual}

    @property
    def alt(self):
        """The alt text of its image, escaped."""
        stop = "" if self.title.endswith("?") else "."
        return escape(f"{self.title}{stop} {with_step(self.description, self.step)}")

    @property
    def tag(self):
        """What its image begins with in the HTML of its output, up to the data."""
        style = "max-width:100%;height:auto"
        return f'<img alt="{self.alt}" width="{self.width}" style="{style}" src="{self.source}'

    @property
    def source(self):
        """What the address of its image begins with, up to the data."""
        return f"data:{self.mime};base64,"


@dataclass(frozen=True)
class Drawing:
    """title; description, the same in words; width and height of the sheet; shapes, bottom first;
    handles: what a browser needs to drag a point (plane.py); grid: boxes to click on (maps.py);
    places: where arrays of numbers are, {name: (x, y, across, down)} (machine.py);
    step: the one that is highlighted, of a diagram of several; focus: how far across the sheet is
    what it is about, from 0 to 1, which a narrow page shows first; wide: the same on a wider sheet,
    which slides show in its place."""

    title: str
    description: str
    width: float
    height: float
    shapes: tuple
    handles: tuple = ()
    grid: dict = None
    step: str | None = None
    focus: float | None = None
    wide: "Drawing | None" = None
    places: dict = None

    @cached_property
    def markup(self):
        return svg.markup(self.shapes)

    def data(self):
        """What a lab's page shows."""
        return {
            "kind": "drawing",
            "title": self.title,
            "description": self.words,
            "width": self.width,
            "height": self.height,
            "svg": self.markup,
            "handles": list(self.handles),
            "grid": self.grid,
            "focus": self.focus,
        }

    def framed(self, row, column):
        """The same with a frame around one box of its grid, as a page draws it around the box that
        is picked."""
        (left, top), (right, down), (across, high) = map(self.grid.get, ("corner", "step", "size"))
        frame = left + right * column - 3, top + down * row - 3, across + 6, high + 6
        shapes = *self.shapes, Boxes([frame], "orange", outline=3, corner=3)
        name = f"{self.grid['rows'][row]}, {self.grid['columns'][column]}"
        return replace(self, description=f"{self.description} Framed: {name}.", shapes=shapes)

    def still(self, scale=1):
        """A picture of its own: an SVG image under the title, with the description as alt text."""
        size = round(self.width * scale), round(self.height * scale)
        about = self.title, self.description
        fields = Fields(*about, *size, round(self.width, 1), self.step, self.focus)
        more = ""
        if self.wide:
            wide = round(self.wide.width * scale), round(self.wide.height * scale)
            data = f"{fields.source}{self.wide.encoded(scale)}"
            more = f' data-wide-size="{wide[0]} {wide[1]}" data-wide="{data}"'
        html = f'{caption(self.title)}{fields.tag}{self.encoded(scale)}"{more}>'
        return Picture(html, self.text, (fields.stored(),))

    def encoded(self, scale):
        image = svg.document(self.shapes, self.title, self.width, self.height, scale)
        return base64.b64encode(image.encode()).decode()

    def save(self, path):
        """Write it into a file of its own, an SVG."""
        image = svg.document(self.shapes, self.title, self.width, self.height, LARGE)
        Path(path).write_text(image, encoding="utf-8")

    @cached_property
    def picture(self):
        """The picture in a notebook's cell."""
        return self.still(min(LARGE, WIDEST / self.width))

    @property
    def html(self):
        return self.picture.html

    @property
    def drawings(self):
        return self.picture.drawings

    @property
    def text(self):
        return f"{self.title}\n{self.words}"

    @property
    def words(self):
        return with_step(self.description, self.step)


def with_step(description, step):
    """The description, and which step is highlighted."""
    return description + (f" The highlighted step: {step}." if step else "")
