"""A lab on the page: a still picture, then the live widget; only one of the two is seen.

The still is an output of its own: it is there in a fresh clone, in exported HTML, and the morning
after, when the kernel that the widget needs is gone.
"""

from pathlib import Path

import anywidget
import traitlets
from IPython.display import display

from helpers.drawing import palette
from helpers.drawing.picture import ROW, Bundle, caption, fields, output
from helpers.labs.engine.scripts import as_one
from helpers.labs.engine.session import Session, as_numpy_begins

HERE = Path(__file__).parent
# Ends its line. In Jupyter, too, a reader sees it: where the kernel has not run the first cell yet.
STATE = "A still picture of this lab. In Jupyter: run the first cell, then this one, and it moves."
# The still hides while a live lab follows; a widget without a kernel ("model not found") hides.
SWITCH = """<style>
.jp-OutputArea-child:has(.lab-still):has(+ .jp-OutputArea-child [data-lab]) { display: none; }
.jp-OutputArea-child:has(.lab-still) + .jp-OutputArea-child:not(:has([data-lab])) { display: none; }
</style>"""

# The classes of shapes, of pieces of text and of cells in a tone.
TONES = "".join(f".lab .tone-{tone} {{ color: var(--{tone}); }}\n" for tone in palette.TONES)
TONES += "".join(
    f".lab .fill-{tone} {{ background: var(--fill-{tone}); }}\n" for tone in palette.SERIES
)


class Live(anywidget.AnyWidget):
    """One copy of a lab in the browser: a change comes in as a message, the answer goes out as the
    trait `answer`, what it would be as a message. protocol.d.ts says what is in them."""

    _esm = as_one(HERE / "view.js")
    _css = palette.variables() + TONES + (HERE / "lab.css").read_text("utf-8")
    lab = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def __init__(self, lab):
        self.session = Session(lab)
        super().__init__(lab=lab.spec(), answer=self.session.answer())
        self.on_msg(self._on_change)

    def _on_change(self, _, message, buffers):
        if not message:  # nudge in session.js sends an empty one
            return
        answer = self.session.change(message)
        if "ahead" in answer:
            self.send(answer)
        else:
            self.answer = answer


def display_lab(lab):
    widget = Live(lab)
    data, metadata = still(lab)
    display(data, metadata=metadata, raw=True)  # the widget's view is the second output
    view = {"model_id": widget.model_id, "version_major": 2, "version_minor": 0}
    display(Bundle({"application/vnd.jupyter.widget-view+json": view}), raw=True)


@as_numpy_begins
def still(lab):
    """One setting of the lab, where the way through it ends, as an output that needs no kernel:
    {mime type: text}, metadata.

    line: what stands above the pictures, without STATE; before: how many characters of the HTML
    come before them. So another page can put its own words and its own frame there."""
    preset = lab.presets[lab.pictured]
    values = lab.way(preset)[-1]
    view = lab.show(**values)
    parts = [view.parts[name] for name in lab.main(preset, view) or view.parts]
    pictures = [as_picked(lab, part, values).still() for part in parts]
    line = f"Lab: {lab.title}. {view.sentence or preset.sentence}"
    data = output(f"{line} {STATE}", *pictures)
    data["text/html"] = f"{SWITCH}{frame(lab.name)}{data['text/html']}</div>"
    before = len(SWITCH + opening(frame(lab.name), f"{line} {STATE}"))
    return data, fields(*pictures, lab=lab.name, line=line, before=before)


def as_picked(lab, part, values):
    """A part of a view, with the frame that the page draws around the box that is picked."""
    grid = getattr(part, "grid", None)
    kinds = {control.name: control.spec()["kind"] for control in lab.controls}
    if grid and kinds[grid["control"]] == "pick":
        return part.framed(*values[grid["control"]])
    return part


def frame(name):
    """What the HTML of a lab's still is in."""
    return f'<div class="lab-still lab-still-{name}">'


def opening(frame, line):
    """What comes before the pictures in a still's HTML."""
    return f"{frame}{ROW}<div>{caption(line)}</div>"
