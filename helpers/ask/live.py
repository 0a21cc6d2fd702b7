"""The box as a widget: the page's messages come in, replies go out."""

import threading
from pathlib import Path

import anywidget
import traitlets

from helpers.ask.answers import Answers
from helpers.drawing import palette

HERE = Path(__file__).parent


class Live(anywidget.AnyWidget):
    """One box in the browser. about: what it says (__init__.py); model: None if it is recorded."""

    _esm = (HERE / "ask.js").read_text("utf-8")
    _css = palette.variables(".ask") + (HERE / "ask.css").read_text("utf-8")
    about = traitlets.Dict().tag(sync=True)

    def __init__(self, about, model=None, parts=None):
        self.answers = Answers(model, parts)
        # JupyterLab may send to the kernel's main thread and to another.
        self.lock = threading.Lock()
        super().__init__(about=about)
        self.on_msg(self._on_message)

    def _on_message(self, _, message, buffers):
        if message:
            with self.lock:
                self.send(self.answers.reply(message))
