"""The key for teachers: each exercise with its solution, each question and prediction with what is
right and why, in the order of the notebooks (make key).

python -m tools.handout.key

Nothing in it is typed: solutions and reasons come from helpers.exercises, the truth of a prediction
is computed there, and where a prediction has no entry, the key has the answer that the notebook
stores, in words.
"""

from helpers.exercises import CHECKED
from helpers.exercises.engine.question import Question
from tools.notebook.blocks import joined
from tools.notebook.lesson import read_all
from tools.notebook.media import JUPYTERLAB
from tools.repository import ROOT

FILE = ROOT / "handouts" / "key.md"
TOP = "# The key\n\nThe solutions are examples: a function that gives the same is right, too."


def key(lesson):
    """The key of a lesson: pieces of Markdown, each answer below the heading of its section."""
    pieces, asking, section = [], None, ""
    for cell in lesson.cells:
        if cell.kind == "predict":
            asking = cell
        section = heading(cell) or section
        if answer := answered(cell, asking):
            pieces += [section, answer] if section else [answer]
            section = ""  # said once
    return pieces


def heading(cell):
    """The heading of a section, as a piece of the key; nothing if no section begins here."""
    level, text = cell.heading or (0, "")
    deeper = " (Deeper)" if cell.deeper else ""
    return f"### {text}{deeper}" if level > 1 else ""


def answered(cell, asking):
    """What is right in a cell of code, below what is asked; nothing if it answers nothing.
    asking: the last cell above that asks for a guess."""
    if cell.kind == "check":
        return f"{JUPYTERLAB.task(cell.entry)}\n\n{solved(cell.entry)}"
    if cell.kind != "prediction":
        return ""
    question = joined(asking.asked)
    if cell.entry:
        return f"{question}\n\n**Computed:** {cell.entry.shown()}. {cell.entry.why}"
    answer = "\n".join(output.text for output in cell.outputs).strip()
    return f"{question}\n\n```text\n{answer}\n```"


def solved(entry):
    """What is right, and why."""
    if isinstance(entry, Question):
        return entry.explained()
    return f"```python\n{entry.solution.strip()}\n```\n\n**Why:** {entry.why}"


def text():
    """The whole key."""
    parts = [TOP]
    for lesson in read_all():
        pieces = key(lesson)
        parts += [f"## {lesson.number} {lesson.title}", *pieces] if pieces else []
    return "\n\n".join(parts) + "\n"


def main():
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), "utf-8")
    print(f"{FILE.relative_to(ROOT)}: the key to {len(CHECKED)} exercises and questions")


if __name__ == "__main__":
    main()
