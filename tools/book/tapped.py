"""What a reader may tap or fill in, in place of typing it into a cell: the options of a question,
the choices of a prediction, a number."""

import json
from dataclasses import dataclass, replace

from helpers.exercises.engine.exercise import ValueExercise
from helpers.exercises.engine.prediction import Number, OneOf
from helpers.exercises.engine.question import LETTERS, Question

WAITING = {
    "one": "Choose one.",
    "number": "Type a number.",
    "code": "Type a number, or put your code in place of the dots and run the cell.",
}  # said below them until there is an answer
SHARES = {1: "of 1", 100: "per cent"}  # the units of a share, by what it is a share of
PERCENT = "%|per cent"  # a pattern of what may follow a share


@dataclass(frozen=True)
class Choice:
    """value: as code has it; html: what the reader reads; verdict: the Feedback to it as HTML, and
    passed, whether it is right."""

    value: str
    html: str
    verdict: str = ""
    passed: bool = False


@dataclass(frozen=True)
class Choices:
    """kind: one (of them), or number, which has no choices but a field. unit: what is written
    behind the field."""

    kind: str
    choices: tuple = ()
    unit: str = ""

    @property
    def pattern(self):
        """What may be typed behind the number, as a pattern: its unit, or what it is a share of."""
        is_share = self.unit in ("", *SHARES.values())
        return PERCENT if is_share else self.unit


def choices_of(entry, inline):
    """The Choices of an entry, or None where an answer is code. inline(text): Markdown as HTML."""
    if isinstance(entry, Question):
        texts = [
            f"**{letter}** {text}" for letter, (text, _) in zip(LETTERS, entry.options, strict=True)
        ]
        return Choices("one", tuple(map(judged(entry), LETTERS, map(inline, texts))))
    if isinstance(entry, OneOf):
        return Choices("one", tuple(map(judged(entry), entry.options, map(inline, entry.options))))
    if isinstance(entry, Number):
        return Choices("number", unit=SHARES.get(entry.share_of, entry.unit.strip()))
    if isinstance(entry, ValueExercise):
        return Choices("number", unit=entry.unit)
    return None


def waiting(entry, kind):
    """What the cell of a question or a prediction shows until it is answered, as HTML."""
    return shown(replace(entry.judge(...), verdict=WAITING[kind]))


def shown(feedback):
    return feedback._repr_mimebundle_()["text/html"]


def judged(entry):
    """value, html → the Choice with the Feedback that its cell would show."""

    def choice(value, html):
        feedback = entry.judge(value)
        return Choice(json.dumps(value), html, shown(feedback), feedback.passed)

    return choice
