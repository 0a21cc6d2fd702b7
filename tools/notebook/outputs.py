"""The stored outputs of a cell: what each shows, as HTML and in words, and the fields that the
helpers write beside it (helpers/drawing/picture.py, helpers/labs/engine/live.py)."""

from base64 import b64decode
from dataclasses import dataclass

from helpers.drawing.drawing import Fields
from helpers.drawing.picture import FIELDS, caption
from helpers.labs.engine.live import STATE, SWITCH, frame


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

    def svgs(self):
        """The text of an SVG file for each of its drawings."""
        return [b64decode(after.partition('"')[0]).decode() for _, _, after in self._images()]

    def html_with(self, tag_of=lambda drawing: drawing.tag, state=STATE, frame_of=frame):
        """Its HTML for another page than JupyterLab's. tag_of(drawing): what an image begins with;
        state: what the line of a lab's still ends with; frame_of(name): what the still is in."""
        parts = [f"{before}{tag_of(drawing)}" for drawing, before, _ in self._images()]
        html = "".join(parts) + self._images()[-1][2] if parts else self.html
        if self.lab:
            line = self._fields["line"]
            html = html.removeprefix(SWITCH)
            html = html.replace(caption(f"{line} {STATE}"), caption(f"{line} {state}".strip()), 1)
            html = html.replace(frame(self.lab), frame_of(self.lab), 1)
        return html

    def _images(self):
        """For each drawing its fields, the HTML between it and the one before, and all that follows
        the beginning of its image."""
        images, rest = [], self.html
        for drawing in self.drawings:
            before, tag, rest = rest.partition(drawing.tag)
            if not tag:
                raise ValueError(
                    f"The image of {drawing.title!r} is not in the HTML of its output."
                )
            images.append((drawing, before, rest))
        return images

    @property
    def _data(self):
        return self.stored.get("data", {})

    @property
    def _fields(self):
        return self.stored.get("metadata", {}).get(FIELDS, {})
