"""A box in which a reader asks the language model something.

    ask(model, mine.language)    # answers word by word, each with a bar of its probability
    ask()                        # without the model: three recorded answers

answers.py computes the answers, ask.js shows them, live.py is between the two. still.py is what
stands there without a kernel.
"""

import importlib

from IPython.display import display

from helpers.ask import still
from helpers.ask.answers import DRAWN_FROM, TEMPERATURES, readers
from helpers.drawing.picture import Bundle

__all__ = ["ask"]

OPENINGS = (
    "Name three animals.",
    "What is gravity?",
    "What is photosynthesis?",
    "Give me three tips for sleeping better.",
)
FAILS = "How many letters are in the word strawberry?"
WARNING = (
    "The bar below a word is its probability (at temperature 1). Above temperature 0 one of the "
    f"{DRAWN_FROM} likeliest is drawn. The writer is a 4-bit copy of a small model of 2024: it may "
    "sound sure of what is false, and it repeats itself."
)
RECORDED = (
    "These answers were recorded. In JupyterLab on your computer, type make model in a terminal, "
    "once: then it answers you, too."
)


def ask(model=None, parts=None):
    """Show the box. model: the language model, or None for recorded answers. parts: what it is
    computed with, by default the model's own."""
    names = readers(parts or getattr(model, "parts", None))
    display(still.output(), raw=True)
    try:
        live = importlib.import_module("helpers.ask.live")
    except ImportError:  # no widgets here, as in the book
        return
    widget = live.Live(about(names, recorded=not model), model, parts)
    view = {"model_id": widget.model_id, "version_major": 2, "version_minor": 0}
    display(Bundle({"application/vnd.jupyter.widget-view+json": view}), raw=True)


def about(names, recorded):
    """What the page says in the box."""
    return {
        "openings": OPENINGS,
        "fails": FAILS,
        "temperatures": TEMPERATURES,
        "line": RECORDED if recorded else whose(names),
        "warning": WARNING,
        "recorded": still.recorded() if recorded else None,
    }


def whose(names):
    """Whose functions answer, in a sentence."""
    if not names:
        return "It runs on the series' own functions."
    many = "one function" if len(names) == 1 else f"{len(names)} functions"
    return f"It runs on {many} of yours: {', '.join(names)}."
