"""What a room can vote on: a notebook's questions, and its predictions that name their options."""

import html
import re
from dataclasses import dataclass
from string import ascii_lowercase

from nbconvert.filters.markdown_mistune import MarkdownWithMath

from helpers.documents.tex import readable
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question
from tools.notebook.blocks import PREDICT, joined
from tools.notebook.markdown import Renderer


@dataclass(frozen=True)
class Asked:
    """name: of its entry; cell: the id of the cell of the show that asks it; ask and options:
    Markdown; right: the letter of the right option."""

    name: str
    cell: str
    ask: str
    options: tuple
    right: str

    @property
    def letters(self):
        return ascii_lowercase[: len(self.options)]

    def seen(self):
        """What a phone shows of it: {name, ask, options}, with HTML."""
        options = [as_html(option) for option in self.options]
        return {"name": self.name, "ask": as_html(self.ask), "options": options}


def asked(lesson):
    """All Asked of the core of a lesson, in its order."""
    found, asking = [], None
    for cell in lesson.cells:
        if cell.kind == "predict":
            asking = cell
        if cell.deeper:
            continue
        if cell.kind == "task" and isinstance(cell.entry, Question):
            found.append(of_question(cell))
        if cell.kind == "prediction" and isinstance(cell.entry, OneOf):
            found.append(of_prediction(asking, cell.entry))
    return found


def of_question(cell):
    question = cell.entry
    options = tuple(option for option, _ in question.options)
    return Asked(question.name, cell.id, question.ask, options, question.right)


def of_prediction(asking, prediction):
    """asking: the cell above that asks for the guess."""
    ask = joined(asking.asked).removeprefix(PREDICT).strip()
    right = ascii_lowercase[prediction.options.index(prediction.truth())]
    return Asked(prediction.name, asking.id, ask, prediction.options, right)


class PhoneRenderer(Renderer):
    """Markdown as HTML, with formulas in plain signs: they stand on the wall, too."""

    def inline_math(self, body):
        self.before = "$"
        text = html.escape(readable(body))
        return re.sub(r"([_^])(\w+)", lambda match: SCRIPTS[match[1]].format(match[2]), text)

    def block_math(self, body):
        return f"<p>{self.inline_math(body)}</p>"


SCRIPTS = {"_": "<sub>{}</sub>", "^": "<sup>{}</sup>"}


def as_html(source):
    return MarkdownWithMath(renderer=PhoneRenderer()).render(source).strip()
