"""How many minutes cells take, counted from what is in them: for who works through them alone, and
for a class to which they are shown.

`make notebooks` writes the first beside each heading and at the top of a notebook, and TEACHING.md
has the prices: nobody types minutes."""

import math
import re
from dataclasses import dataclass

FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)  # read as one word
WORD = re.compile(r"\w[\w’'-]*")
BLANK = re.compile(
    r"(^ *|[=*:] \[?|return )\.\.\.", re.MULTILINE
)  # in given code, left to the reader
NO_TEXT = re.compile(r"<details>.*|\]\([^)]*\)|\*(Deeper, )?\d+ minutes?\.\*", re.DOTALL)


@dataclass(frozen=True)
class Pace:
    """words of text and open lines of code a minute; minutes for each guess, question, exercise,
    blank (given code in which the reader writes a line or some) and lab."""

    words: int
    lines: int
    guess: float
    question: float
    exercise: float
    blank: float
    lab: float


ALONE = Pace(words=180, lines=10, guess=1, question=2, exercise=6, blank=3, lab=5)
# A class hears each text and looks at each line; votes and labs are counted apart (teaching.py).
IN_CLASS = Pace(words=110, lines=6, guess=1, question=1, exercise=0, blank=0, lab=0)


def minutes(cells, pace=ALONE):
    """A number with a fraction."""
    return math.fsum(of_cell(cell, pace) for cell in cells)  # the same with each Python


def of_cell(cell, pace):
    if cell.is_code:
        if cell.kind == "check":
            if not cell.is_exercise:
                return pace.question
            return pace.blank if cell.entry.blank else pace.exercise
        if cell.kind == "lab":
            return pace.lab
        is_read = not cell.is_folded and not cell.entry  # predict(…) is part of the guess
        lines = len([x for x in cell.source.splitlines() if x.strip()])
        return is_read * (lines / pace.lines + bool(BLANK.search(cell.source)) * pace.blank)
    if cell.is_exercise and not pace.exercise:  # left to the class's own time
        return 0
    guess = pace.guess if cell.kind == "predict" else 0
    return words(cell.source) / pace.words + guess


def words(source):
    return len(WORD.findall(NO_TEXT.sub("", FORMULA.sub(" x ", source))))
