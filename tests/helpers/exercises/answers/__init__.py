"""Answers to the exercises, each a cell as a student typed it, one file a notebook.

The files are read, not imported. A file begins with what its notebook has defined before the
exercises. Then each answer follows a line that says what it is:

    # --- exercise: wrong: a piece of what must be said
    # --- exercise: right

Most of the wrong ones came from people who had read only the task. All are kept as they came, and
run as a cell of their notebook.

For each exercise's name, WRONG holds [(answer, a piece of what must be said)], RIGHT [answer], and
SCOPES the names that the notebook has defined before the exercise.
"""

import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from helpers.exercises import CHECKED, FILES
from tools.notebook.run import run

HEADER = re.compile(r"# --- (\w+): (?:right|wrong: (.+))\n")

WRONG, RIGHT = defaultdict(list), defaultdict(list)
SCOPES = {}


def ran(code, name, file=""):
    """Run a cell in its notebook; what is then handed to the check."""
    scope = dict(SCOPES[name])
    run(code, scope, file)
    return scope[CHECKED[name].answer]


def read(path):
    """Run every answer of a file. An error in one of them names its line in the file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    heads = [i for i, line in enumerate(lines) if line.startswith("# --- ")]
    scope = {}
    exec(compile("".join(lines[: (heads or [None])[0]]), path, "exec"), scope)
    SCOPES.update({entry.name: scope for entry in FILES[path.stem[1:]].CHECKED})
    for head, end in pairwise([*heads, len(lines)]):
        place = f"{path.name}, line {head + 1}"
        header = HEADER.fullmatch(lines[head])
        if not header or header[1] not in CHECKED:
            import pytest  # not above: the book's Python reads these files without it

            raise pytest.Collector.CollectError(  # of which pytest shows the message alone
                f"{place}: {lines[head].rstrip()!r} does not say which answer follows; needed "
                "# --- EXERCISE: right, or # --- EXERCISE: wrong: a piece of what must be said"
            )
        name, piece = header.groups()
        try:
            answer = ran("".join(lines[head + 1 : end]), name, f"<{place}>")
        except Exception as error:
            error.add_note(f"This is the answer in {place}.")
            raise
        if piece is None:
            RIGHT[name].append(answer)
        else:
            WRONG[name].append((answer, piece))


for _path in sorted(Path(__file__).parent.glob("n*.py")):
    read(_path)
