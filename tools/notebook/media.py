"""What the same lesson says in its own way where it is read: in JupyterLab, in JupyterLab in the
browser (the workbench), in the book, on paper."""

from dataclasses import dataclass, field

from helpers.exercises.engine.exercise import STOP
from helpers.labs.engine.live import STATE


@dataclass(frozen=True)
class Medium:
    """stop: how to stop a loop that does not end. still: what a lab's still says of itself.
    others: what stands in a notebook, for JupyterLab, and what is said here in its place."""

    stop: str
    still: str
    others: dict = field(default_factory=dict)

    def task(self, entry):
        """The text of an exercise or a question, with its slot filled."""
        return entry.task.replace(STOP, self.stop)

    def text(self, source):
        """A text of a notebook as it reads here."""
        for there, here in self.others.items():
            source = source.replace(there, here)
        return source


INTERRUPT = "In JupyterLab, *Kernel > Interrupt Kernel* stops"
KEPT = ", and the model keeps what it has learned."
# No browser has the language model.
RUNS = "What you wrote on the pages before runs in all"
THERE = "On your own computer, what you wrote on the pages before runs in all"
ASKS = "Type a question and press Enter. Press a word to see what else was likely, and to go on "
ASKS += "from there."
ASKED = "The model does not run in a browser: below is one answer, recorded, with a bar for the "
ASKED += "probability of each word."
JUPYTERLAB = Medium("If a cell does not end, choose *Kernel > Interrupt Kernel*.", STATE)
# Nothing interrupts Python in a browser.
WORKBENCH = Medium(
    "If a cell does not end, choose *Kernel > Restart Kernel*.",
    STATE,
    {
        INTERRUPT: "*Kernel > Restart Kernel* stops",
        KEPT: ". All variables are then gone, and with them what the model has learned.",
        RUNS: THERE,
        ASKS: f"{ASKED} Run the first cell and then `ask_it()`, and you can choose among three.",
    },
)
BOOK = Medium(
    "If a cell does not end, press *Stop* below it.",
    "A still picture of this lab.",
    {
        INTERRUPT: "The button below its cell stops",
        KEPT: ". All variables are then gone, and with them what the model has learned.",
        "Type a beginning, click": "The model does not run here, so this lab has only the texts "
        "of its settings. Choose one, click",
        RUNS: THERE,
        ASKS: ASKED,
        # A page has no folder: what it gives away is a link.
        "whole program goes into one file, *my_transformer.py*,": "whole program is in one file "
        "that you can download below, *my_transformer.py*,",
        "and learns a list of your own, too.": "and learns a list of words of your own, such as "
        "[names.txt](notebooks/names.txt), which this model read.",
        "Put the document on one half of the screen and this notebook on the other. ": "",
    },
)
PAPER = Medium("", "")
