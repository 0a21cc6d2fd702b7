"""A lab on the page: a still picture, then the live widget, and which of the two is seen when.

The still is an output of its own, so that it is there in a fresh clone, in exported HTML, and the
morning after, when the kernel that the widget needs is gone. lab.js draws, views' files beside it.
"""

from pathlib import Path

import anywidget
import traitlets
from IPython.display import display

from helpers.figures.picture import output
from helpers.labs.lab import Session

HERE = Path(__file__).parent
SCRIPTS = ["matrix.js", "drawing.js", "lines.js", "controls.js", "lab.js"]  # the last exports
STATE = "A still picture of this lab. Run this cell in Jupyter, and it moves."
# While a live lab follows, the still hides; a widget without a kernel ("model not found") hides.
SWITCH = """<style>
.jp-OutputArea-child:has(.lab-still):has(+ .jp-OutputArea-child [data-lab]) { display: none; }
.jp-OutputArea-child:has(.lab-still) + .jp-OutputArea-child:not(:has([data-lab])) { display: none; }
</style>"""


class Live(anywidget.AnyWidget):
    """One copy of a lab in the browser: a change comes in as a message, and what has changed of
    `shown` goes out as one. The trait is there for a view that begins later."""

    _esm = "\n".join((HERE / name).read_text("utf-8") for name in SCRIPTS)
    _css = (HERE / "lab.css").read_text("utf-8")
    lab = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, lab):
        self.session = Session(lab)
        super().__init__(lab=described(lab), shown=self.session.answer)
        self.on_msg(self._on_change)

    def _on_change(self, _, message, buffers):
        if not message:  # see nudge in lab.js
            return
        before, self.shown = self.shown, self.session.change(message)
        self.send(difference(before, self.shown))

    def notify_change(self, change):
        if change.name != "shown":  # the difference is sent, which is much smaller than the whole
            super().notify_change(change)


def difference(before, after, depth=4):
    """What turns one JSON value into another: {"=": new}, or {key or index: difference}.

    `depth` stops at whole shapes and rows: drawing.js tells a new shape by its being new."""
    if before == after:
        return {}
    if depth and isinstance(before, dict) and isinstance(after, dict) and [*before] == [*after]:
        pairs = ((key, before[key], after[key]) for key in after)
    elif (
        depth and isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
    ):
        pairs = zip(range(len(after)), before, after, strict=True)
    else:
        return {"=": after}
    return {key: difference(old, new, depth - 1) for key, old, new in pairs if old != new}


def described(lab):
    """What of a lab never changes, for the browser."""
    controls = [
        {"name": control.name, "label": control.label, **control.spec()} for control in lab.controls
    ]
    return {
        "name": lab.name,
        "title": lab.title,
        "controls": controls,
        "presets": [preset.name for preset in lab.presets],
        "challenges": [challenge.task for challenge in lab.challenges],
    }


def display_lab(lab):
    widget = Live(lab)
    display(still(lab), raw=True)
    view = {"model_id": widget.model_id, "version_major": 2, "version_minor": 0}
    display({"application/vnd.jupyter.widget-view+json": view}, raw=True)


def still(lab):
    """One setting of the lab, as an output that needs no kernel: {mime type: text}."""
    preset = lab.presets[lab.pictured]
    shown = lab.show(**lab.at(preset))
    pictures = [part.still() for part in shown.parts.values()]
    data = output(f"Lab: {lab.title}. {preset.sentence} {STATE}", *pictures)
    data["text/html"] = (
        SWITCH + f'<div class="lab-still lab-still-{lab.name}">{data["text/html"]}</div>'
    )
    return data
