"""A cell of a notebook, by name: what kind it is, what it asks or answers, what it shows.

All this is read from the cell's tags, from its metadata `entry`, the name of the exercise, question
or prediction in helpers.exercises that it asks or answers, and `browser_minutes`, and from what the
helpers write beside its outputs. Its words are read for what stands in them by agreement only
(blocks.py)."""

import re
from dataclasses import dataclass
from functools import cached_property

from helpers.exercises import CHECKED, PREDICTED
from helpers.exercises.engine.exercise import Exercise
from tools.notebook import blocks
from tools.notebook.outputs import Output

TAGS = {
    "deeper": "can be skipped",
    "setup": "imports what the notebook uses",
    "predict": "asks for a guess",
    "prediction": "answers it, closed",
    "lab": "puts a lab on the page",
    "drawing": "only what it shows matters, not its code",
    "hide-input": "is folded: exported pages leave its code out (written by make notebooks)",
    "recap": "the lesson in a few lines, and its formula",
    "yours": "goes on with the reader's function, and shows a solution, closed",
    "payoff": "the reader's own functions on real numbers",
    "jupyter": "is about Jupyter, of no use in the book",
    "model": "needs the published model of make model, which no browser has",
    "recorded": "shows what was recorded where make model has not run, as in a browser",
    "widget": "puts a slider or field of ipywidgets on the page, which works in JupyterLab alone",
    "nbval-ignore-output": "a widget, which nbval compares wrongly; make test compares its still",
}
# A line of code with its shape in letters: Z = A @ V  # (n, m) @ (m, d_v) -> (n, d_v)
SHAPED = re.compile(
    r"^ *(?!print|def |for )(?:return )?(\S.*?)  # (\([a-z][\w·]*, .*)$", re.MULTILINE
)


@dataclass(frozen=True)
class Cell:
    """stored: the cell as nbformat reads it; place: its number in the notebook, from 0."""

    stored: dict
    place: int

    @property
    def id(self):
        return self.stored["id"]

    @property
    def source(self):
        return self.stored["source"]

    @property
    def is_code(self):
        return self.stored["cell_type"] == "code"

    @property
    def tags(self):
        return self.stored["metadata"].get("tags", [])

    @property
    def deeper(self):
        """Whether it stands in a part that can be skipped."""
        return "deeper" in self.tags

    @property
    def needs_model(self):
        """Whether it computes with the published model, which not every computer has."""
        return "model" in self.tags

    @property
    def entry(self):
        """The Exercise, Question or Prediction that it asks or answers, or None."""
        name = self.stored["metadata"].get("entry")
        if name is None:
            return None
        if name in CHECKED:
            return CHECKED[name]
        if name in PREDICTED:
            return PREDICTED[name]
        raise ValueError(f"cell {self.id}: no file of helpers/exercises has the entry {name!r}")

    @property
    def is_exercise(self):
        """Whether it asks for code, or checks it."""
        return isinstance(self.entry, Exercise)

    @property
    def kind(self):
        """Of Markdown: text, predict (it asks for a guess) or task (an exercise or a question).
        Of code: setup, check (of a task), prediction, lab, yours, payoff, drawing or, where the
        code is what teaches, code."""
        if self.stored["metadata"].get("entry") in CHECKED:
            return "check" if self.is_code else "task"
        if not self.is_code:
            return "predict" if "predict" in self.tags else "text"
        kinds = ("setup", "prediction", "lab", "yours", "payoff", "drawing")
        return next((kind for kind in kinds if kind in self.tags), "code")

    @property
    def teaches(self):
        """Whether its code is worth showing, and not only what it shows."""
        return self.kind in ("code", "prediction") and "drawing" not in self.tags

    @property
    def is_folded(self):
        """Whether its code is out of sight: it imports, or only what it shows matters, and it asks
        for nothing."""
        return bool({"drawing", "setup"} & {*self.tags}) and "entry" not in self.stored["metadata"]

    @property
    def is_checked(self):
        """Whether it ends with Feedback: to an answer, to a guess, or on the progress."""
        return self.kind in ("check", "payoff") or (self.kind == "prediction" and bool(self.entry))

    @property
    def on_stage(self):
        """What it is on the slides, in Jupyter's own words: "slide" or "subslide", which begins a
        slide; "fragment", which Page Down opens with what follows on its slide; "-", which goes
        on; "skip" or "notes", which no slide shows."""
        return self._slideshow.get("slide_type", "-")

    @property
    def outputs_on_stage(self):
        """The same of each output, where one is parted from its code or from the one before it;
        Jupyter knows no word for that: it is our field `outputs` beside `slide_type`."""
        return [*self._slideshow.get("outputs", []), *("-" for _ in self.outputs)]

    @property
    def _slideshow(self):
        return self.stored["metadata"].get("slideshow", {})

    # --- Markdown -------------------------------------------------------------------------------

    @cached_property
    def blocks(self):
        """Its headings, paragraphs, formulas, tables and items of lists, without the minutes."""
        return blocks.blocks(self.source)

    @property
    def heading(self):
        """(level, text) of the heading that it begins with, or None."""
        match = None if self.is_code else blocks.HEADING.match(self.source)
        return match and (len(match[1]), match[2].strip())

    @property
    def leading(self):
        """The blocks before what it asks the reader to predict."""
        return self.blocks[: self._begin]

    @property
    def asked(self):
        """The blocks of what it asks the reader to predict."""
        return self.blocks[self._begin :]

    @property
    def _begin(self):
        begins = [block.startswith(blocks.PREDICT) for block in self.blocks]
        return begins.index(True) if "predict" in self.tags else len(begins)

    # --- code -----------------------------------------------------------------------------------

    def solved(self):
        """Its code, with what is right in the place of the dots if it answers something."""
        if self.kind == "check":
            return self.entry.solved()
        if not self.entry:
            return self.source
        call = f'predict("{self.entry.name}", '
        return self.source.replace(f"{call}...)", f"{call}{self.entry.truth()!r})")

    @property
    def shapes(self):
        """Pairs (line of code, its shape in letters), for the lines that say theirs."""
        return SHAPED.findall(self.source) if self.is_code else []

    @cached_property
    def outputs(self):
        return [Output(output) for output in self.stored.get("outputs", [])]

    @property
    def is_cleared(self):
        """Whether what it shows is not stored: it has not run, or its outputs were cleared."""
        if not self.is_code or not self.source:
            return False
        shows = self.lab if self.kind == "lab" else self.outputs or self.kind in ("setup", "code")
        return self.stored.get("execution_count") is None or not shows

    @property
    def browser_minutes(self):
        """About how many minutes it takes in a browser, or 0 where it takes less than one."""
        return self.stored["metadata"].get("browser_minutes", 0)

    @property
    def lab(self):
        """The name of the lab that it puts on the page, or nothing."""
        return next((output.lab for output in self.outputs if output.lab), "")
