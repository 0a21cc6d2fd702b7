"""Answers to the exercises, each a cell as a student types it (helpers.exercises.engine.files).

Most of the wrong ones came from people who had read only the task; a known mistake is a wrong
answer, too. All run as a cell of their notebook.

For each exercise's name, WRONG holds [(answer, a piece of what must be said)], RIGHT [answer], of
which the last is the solution, and FOLDERS where its notebook's files are.
"""

from collections import defaultdict
from pathlib import Path

from helpers.exercises import CHECKED, EXERCISES, FILES
from helpers.exercises.engine.files import TYPED, cells, scope
from tools.notebook.run import run

WRONG, RIGHT = defaultdict(list), defaultdict(list)
FOLDERS = {x.name: Path(file.__file__).parent for file in FILES.values() for x in file.CHECKED}


def ran(code, name, file=""):
    """Run a cell in its notebook; what is then handed to the check."""
    names = scope(FOLDERS[name])
    run(code, names, file)
    return names[CHECKED[name].answer]


def read(name):
    """Run every answer to an exercise. An error in one of them names its line in the file."""
    made = cells(FOLDERS[name] / f"{name}.py")
    for cell in [x for kind in (*TYPED, "solution") for x in made if x.kind == kind]:
        try:
            answer = ran(cell.text, name, f"<{cell.place}>")
        except Exception as error:
            error.add_note(f"This is the answer in {cell.place}.")
            raise
        if cell.kind in ("right", "solution"):
            RIGHT[name].append(answer)
        else:
            WRONG[name].append((answer, cell.piece or cell.said))


for _name in EXERCISES:
    read(_name)
