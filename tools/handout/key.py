"""The key for teachers: each exercise with its solution, each question and prediction with what is
right and why, in the order of the notebooks (make key).

python -m tools.handout.key

Nothing in it is typed: solutions and reasons come from helpers.exercises, the truth of a prediction
is computed there, and where a prediction has no entry, the key has the answer that the notebook
stores, in words.
"""

import re

import nbformat

from helpers.exercises import CHECKED
from helpers.exercises.engine.prediction import Prediction
from helpers.exercises.engine.question import Question
from tools.notebook.blocks import PREDICT, blocks, joined
from tools.notebook.entries import entry_of
from tools.repository import PATHS, ROOT

FILE = ROOT / "handouts" / "key.md"
HEADING = re.compile("(#+) (.*)")
TOP = "# The key\n\nThe solutions are examples: a function that gives the same is right, too."


def key(notebook):
    """The key of a notebook: pieces of Markdown, each answer below the heading of its section."""
    found, asked, section = [], "", ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            asked = asked_in(cell.source)
            section = heading(cell) or section
        elif said := answered(cell, asked):
            found += [section, said] if section else [said]
            section = ""  # said once
    return found


def heading(cell):
    """The heading of a section, as a piece of the key; nothing if no section begins here."""
    found = HEADING.match(cell.source)
    deeper = " (Deeper)" if "deeper" in cell.metadata.get("tags", []) else ""
    return f"### {found[2]}{deeper}" if found and found[1] != "#" else ""


def asked_in(source):
    """What a cell asks for a prediction, or nothing."""
    found = blocks(source)
    at = next((i for i, block in enumerate(found) if block.startswith(PREDICT)), None)
    return "" if at is None else joined(found[at:])


def answered(cell, asked):
    """What is right in a cell of code, below what is asked; nothing if it answers nothing."""
    entry = entry_of(cell)
    if isinstance(entry, Prediction):
        return f"{asked}\n\n**Computed:** {entry.shown()}. {entry.why}"
    if entry:
        said = entry.explained() if isinstance(entry, Question) else solved(entry)
        return f"{entry.task}\n\n{said}"
    if "prediction" in cell.metadata.get("tags", []):
        return f"{asked}\n\n```text\n{stored(cell)}\n```"
    return ""


def solved(exercise):
    return f"```python\n{exercise.solution.strip()}\n```\n\n**Why:** {exercise.why}"


def stored(cell):
    """The answer of a prediction as the notebook stores it, in words."""
    return "\n".join(output.data["text/plain"] for output in cell.outputs).strip()


def text():
    """The whole key."""
    parts = [TOP]
    for path in PATHS:
        notebook = nbformat.read(path, as_version=4)
        title = HEADING.match(notebook.cells[0].source)[2]
        found = key(notebook)
        parts += [f"## {path.name[:2]} {title}", *found] if found else []
    return "\n\n".join(parts) + "\n"


def main():
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), "utf-8")
    print(f"{FILE.relative_to(ROOT)}: the key to {len(CHECKED)} exercises and questions")


if __name__ == "__main__":
    main()
