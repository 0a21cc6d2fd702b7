"""The key for teachers: each exercise with its solution, each question and prediction with what is
right and why, in the order of the notebooks (make key).

Nothing in it is typed: solutions and reasons come from helpers.exercises, the truth of a prediction
is computed there, and where a prediction has no entry, the key has the answer that the notebook
stores, in words, and the paragraph that follows it there.
"""

import re
from string import ascii_lowercase

from helpers.exercises import CHECKED
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question
from tools.notebook.blocks import HEADING, joined
from tools.notebook.media import JUPYTERLAB
from tools.repository import ROOT

FILE = ROOT / "handouts" / "key.md"
TOP = "# The key\n\nThe solutions are examples: a function that gives the same is right, too."


def key(lesson, places=None):
    """The key of a lesson: pieces of Markdown, each answer below the heading of its section.
    places: where its slides are, if that is known."""
    pieces, asking, section = [], None, ""
    for cell in lesson.cells:
        if cell.kind == "predict":
            asking = cell
        section = heading(cell) or section
        if answer := answered(lesson, cell, asking):
            pieces += [section, slide_of(cell, asking, places), answer]
            section = ""  # said once
        if cell.kind == "prediction":
            asking = None  # further answers show the same
    return [piece for piece in pieces if piece]


def slide_of(cell, asking, places):
    """Which slide asks what this cell answers; nothing if none does."""
    if places is None:
        return ""
    if cell.kind == "check":
        slide = places.entries.get(cell.entry.name)
    else:
        slide = places.asked.get(asking.id)
    return f"*Slide {slide}*" if slide else ""


def heading(cell):
    """The heading of a section, as a piece of the key; nothing if no section begins here."""
    level, text = cell.heading or (0, "")
    deeper = " (Deeper)" if cell.deeper else ""
    return f"### {text}{deeper}" if level > 1 else ""


def answered(lesson, cell, asking):
    """What is right in a cell of code, below what is asked; nothing if it answers nothing.
    asking: the cell above that asks for a guess, if it is not yet answered."""
    if cell.kind == "check":
        return f"{JUPYTERLAB.task(cell.entry)}\n\n{solved(cell.entry)}"
    if cell.kind != "prediction" or not asking:
        return ""
    question = joined(asking.asked)
    if cell.entry:
        truth = f"{letter(cell.entry)}{cell.entry.shown()}"
        return f"{question}\n\n**Computed:** {truth}. {cell.entry.why}"
    answer = "\n".join(output.text for output in cell.outputs).strip()
    return f"{question}\n\n```text\n{answer}\n```\n\n{said_below(lesson, cell)}".strip()


def letter(prediction):
    """That of the right option, as slide and handout have it; nothing where none are named."""
    if not isinstance(prediction, OneOf):
        return ""
    return f"{ascii_lowercase[prediction.options.index(prediction.truth())]}, "


def said_below(lesson, cell):
    """What the notebook says to an answer: the paragraph below it, without what leads on."""
    below = (other for other in lesson.cells[cell.place + 1 :] if other.kind == "text")
    block = next(below).blocks[0]
    said = re.sub(r"[^.?!]*:$", "", block).strip()
    return "" if HEADING.match(block) or said.endswith("?") else said


def solved(entry):
    """What is right, and why."""
    if isinstance(entry, Question):
        return entry.explained()
    return f"```python\n{entry.solution.strip()}\n```\n\n**Why:** {entry.why}"


def text(lessons, places):
    """The whole key. places: {number of a lesson: its Places}, of those that are known."""
    sections = [(f"{x.number} {x.title}", key(x, places.get(x.number))) for x in lessons]
    keys = {title: pieces for title, pieces in sections if pieces}
    contents = [f"- [{title}](#{anchor(title)})" for title in keys]
    parts = [TOP, "\n".join(contents)]
    for title, pieces in keys.items():
        parts += [f"## {title}", *pieces]
    return "\n\n".join(parts) + "\n"


def anchor(title):
    """What a link to a heading says, where Markdown is read."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def write(lessons, places):
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(lessons, places), "utf-8")
    return f"{FILE.relative_to(ROOT)}: the key to {len(CHECKED)} exercises and questions"
