"""The stored outputs of a cell: what each shows, as HTML and in words, and the fields that the
helpers write beside it (helpers/drawing/picture.py, helpers/labs/engine/live.py)."""

from base64 import b64decode
from dataclasses import dataclass

from helpers.drawing.drawing import PNG, SVG, Fields
from helpers.drawing.picture import FIELDS
from helpers.labs.engine.live import STATE, frame, opening

SUFFIXES = {SVG: ".svg", PNG: ".png"}


@dataclass(frozen=True)
class Output:
    """An output, by name. stored: as nbformat reads it."""

    stored: dict

    @property
    def kind(self):
        """text: what is printed; error; or picture: HTML, and the same in words."""
        return {"stream": "text", "error": "error"}.get(self.stored["output_type"], "picture")

    @property
    def text(self):
        """What is printed, or what a picture shows in words."""
        if self.kind == "error":
            return f"{self.stored['ename']}: {self.stored['evalue']}"
        return self.stored["text"] if self.kind == "text" else self._data.get("text/plain", "")

    @property
    def html(self):
        return self._data.get("text/html", "")

    @property
    def is_aside(self):
        """Whether it is for the one who runs the cell alone (helpers/drawing/picture.py)."""
        return self._fields.get("aside", False)

    @property
    def lab(self):
        """The name of the lab whose still it is, or nothing."""
        return self._fields.get("lab", "")

    @property
    def drawings(self):
        """The fields of each drawing in it: title, description, width, height, units."""
        return [Fields(**drawing) for drawing in self._fields.get("drawings", [])]

    @property
    def has_figure(self):
        """Whether it has a drawing or is a lab's still; a table alone is neither."""
        return bool(self.lab or self.drawings)

    def files(self):
        """Pairs (suffix, bytes) of an SVG or PNG file for each of its drawings."""
        files, rest = [], self.html
        for drawing in self.drawings:
            _, rest = _parted(rest, drawing.tag)
            files.append((SUFFIXES[drawing.mime], b64decode(rest.partition('"')[0])))
        return files

    def html_with(self, tag_of=lambda drawing: drawing.tag, state=STATE, frame_of=frame):
        """Its HTML for another page than JupyterLab's. tag_of(drawing): what an image begins with;
        state: what the line of a lab's still ends with; frame_of(name): what the still is in."""
        html, rest = "", self.html
        if self.lab:
            html = opening(frame_of(self.lab), f"{self._fields['line']} {state}".strip())
            rest = rest[self._fields["before"] :]
        for drawing in self.drawings:
            before, rest = _parted(rest, drawing.tag)
            html += before + tag_of(drawing)
        return html + rest

    @property
    def _data(self):
        return self.stored.get("data", {})

    @property
    def _fields(self):
        return self.stored.get("metadata", {}).get(FIELDS, {})


def _parted(html, part):
    """What stands before and after a part of the HTML, which the output's fields say is there."""
    before, there, after = html.partition(part)
    if not there:
        raise ValueError(f"{part[:80]!r} is not in the HTML of its output: run make notebooks")
    return before, after
