"""What the same lesson says in its own way where it is read: in JupyterLab, in JupyterLab in the
browser (the workbench), in the book, on paper."""

from dataclasses import dataclass

from helpers.exercises.engine.exercise import STOP
from helpers.labs.engine.live import STATE


@dataclass(frozen=True)
class Medium:
    """stop: how to stop a loop that does not end. still: what a lab's still says of itself."""

    stop: str
    still: str

    def task(self, entry):
        """The text of an exercise or a question, with its slot filled."""
        return entry.task.replace(STOP, self.stop)


JUPYTERLAB = Medium("If a cell does not end, choose *Kernel > Interrupt Kernel*.", STATE)
# Nothing interrupts Python in a browser.
WORKBENCH = Medium("If a cell does not end, choose *Kernel > Restart Kernel*.", STATE)
BOOK = Medium("If a cell does not end, press *Stop* below it.", "A still picture of this lab.")
PAPER = Medium("", "")
