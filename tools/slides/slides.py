"""A notebook as slides: writes the copy of a notebook on which the show runs (make slides).

python -m tools.slides.slides NOTEBOOK FOLDER

The copy's metadata has all pieces of cells that are shown, in order, with what is to be known of
breaks between them. Which of them share a slide is decided on the page, which can measure
(labextensions/show/static/fill.js).
"""

import shutil
import sys
from itertools import pairwise
from pathlib import Path

import nbformat

from tools.notebook.lesson import read
from tools.published import book_address, qr_code
from tools.repository import LARGEST
from tools.slides.slide_pieces import take_apart
from tools.vote.asked import asked

EXTENSION = Path(__file__).parent / "labextensions"
SETTINGS = EXTENSION / "show" / "settings"
NEVER = 100_000  # costs more than any other break


def show(lesson, room=None):
    """The copy of a notebook on which the show runs. room: {control, address} of a vote by phones
    (tools/vote), if there is one."""
    pieces = question_last(take_apart(lesson))
    shown = [piece for piece in pieces if piece.shown]
    described = [describe(before, piece) for before, piece in pairwise([None, *shown])]
    copy = lesson.notebook.copy()
    cells = {piece.cell.id: piece.cell for piece in pieces}
    copy.cells = [nbformat.from_dict({**cell, "metadata": seen(cell)}) for cell in cells.values()]
    copy.metadata = {**lesson.notebook.metadata, "show": described, "votes": votes(lesson, room)}
    return copy


def votes(lesson, room):
    """What the page needs to know of what a class votes on: Votes in protocol.d.ts."""
    room = room and {**room, "code": qr_code(room["address"])}
    return {"room": room, "asked": {ask.cell: vote(ask, lesson) for ask in asked(lesson)}}


def vote(ask, lesson):
    address = book_address(lesson.stem, ask.name)
    code = qr_code(address) if address else ""
    return {"name": ask.name, "letters": ask.letters, "right": ask.right, "code": code}


def seen(cell):
    """A cell's metadata, but for what collapses its code in JupyterLab: the show hides it whole."""
    return {name: value for name, value in cell.metadata.items() if name != "jupyter"}


def question_last(pieces):
    """Code between the question of a prediction and its answer goes before the question."""
    ordered = list(pieces)
    for question in [piece for piece in pieces if piece.asks]:
        at = ordered.index(question)
        after = ordered[at + 1 :]
        answer = next((i for i, piece in enumerate(after) if piece.step), 0)
        between = after[:answer]
        if all(piece.part != "text" and not piece.kind for piece in between):
            ordered[at:] = [*between, question, *after[answer:]]
    return ordered


def describe(before, piece):
    """What the page needs to know of a piece: Piece in protocol.d.ts."""
    return {
        "cell": piece.cell.id,
        "part": piece.part,
        "index": piece.index,
        "kind": piece.kind,
        "step": piece.step,
        "begins": begins_slide(before, piece),
        "apart": break_cost(before, piece) if before else 0,
        "asks": piece.asks,
        "section": piece.section,
        "box": None,
        "rows": None,
    }


def begins_slide(before, piece):
    """Whether a slide begins with it: a section, a task, a lab, what follows one of these."""
    return not before or 0 < piece.heading < 3 or piece.kind != before.kind or piece.is_task


def break_cost(before, after):
    """What it costs to part two pieces, in the unit of fill.js."""
    if before.heading or (before.asks and after.step) or before.is_empty:
        return NEVER
    if before.part == "text":
        if before.text.endswith(":"):
            return 250
        if before.is_item and after.is_item:
            return 150
        if after.asks:
            return 100
        if after.part != "text" or after.is_item or after.text.startswith("$$"):
            return 60
        return 15
    if before.part == "source":
        return 50 if after.is_picture else 120
    if after.part == "text":
        return 0 if after.asks else 40
    return 20


def write(path, folder, room=None):
    """Copy the notebooks' folder into `folder`, with the show in the place of the notebook, and
    beside it JupyterLab's settings and the extension that shows it. room: as for show."""
    path, folder = Path(path), Path(folder)
    shutil.copytree(path.parent, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(SETTINGS, folder / ".settings", dirs_exist_ok=True)
    shutil.copytree(EXTENSION, folder / ".labextensions", dirs_exist_ok=True)
    shutil.copy(LARGEST, folder / ".labextensions" / "show" / "static")
    nbformat.write(show(read(path), room), folder / path.name)


if __name__ == "__main__":
    write(*sys.argv[1:])
