"""A notebook as slides: writes the copy of a notebook on which the show runs, and opens it in
JupyterLab (make slides).

python -m tools.slides.slides NUMBER [--port PORT] [--short]

Where a slide begins, what comes with Page Down and what is left out, each cell says in its metadata
(slideshow.slide_type, as Jupyter has it). The copy's metadata has the slides with what is shown of
each cell; on the page each is made as large as fits (labextensions/show/static/text_size.js).
"""

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat

from helpers.exercises.engine.question import Question
from tools.jupyterlab import choose_port, run_jupyterlab, show_options
from tools.notebook import teaching
from tools.notebook.asked import as_html, asked
from tools.notebook.division import slides_of
from tools.notebook.execute import with_outputs
from tools.notebook.lesson import read
from tools.notebook.slide_pieces import answer_id
from tools.published import book_address, qr_code, say_if_nowhere
from tools.repository import ROOT, choose_notebook

EXTENSION = Path(__file__).parent / "labextensions"
OF_LABS = [  # scripts that those of the show import
    ROOT / "helpers/labs/engine/lab_names.js",
    ROOT / "helpers/labs/engine/largest.js",
]
SETTINGS = EXTENSION / "show" / "settings"
MADE = re.compile(r"(?m)^(\w+) = ")  # the names that a cell gives
TRAINED = re.compile(r"training\.train\((\w+)|\btraining_loop\(")  # the model, or a reader's loop


def show(lesson, room=None, short=False):
    """The copy of a notebook on which the show runs. room: {control, address} of a vote by phones
    (tools/vote), if there is one. short: whether the show passes over what the short version
    leaves out."""
    slides, voted, trainings = slides_of(lesson), votes(lesson, room), trainings_of(lesson)
    shown = {piece.cell.id: piece.cell for slide in slides for piece, _ in slide.pieces}
    copy = lesson.notebook.copy()
    copy.cells = [
        nbformat.from_dict({**shown.get(name, cell.stored), "metadata": seen(cell)})
        for cell in lesson.cells
        for name in (cell.id, answer_id(cell))
        if name == cell.id or name in shown
    ]
    told = {
        "show": [described(slide, voted, trainings) for slide in slides],
        "plan": plan(lesson, short),
        "votes": voted,
    }
    copy.metadata = {**lesson.notebook.metadata, **told}
    return copy


def described(slide, voted, trainings):
    """What the page needs to know of a slide: Slide in protocol.d.ts."""
    pieces = [
        {
            "cell": piece.cell.id,
            "part": piece.part,
            "index": piece.index,
            "step": step,
            "asks": piece.asks,
            "hidden": list(piece.hidden),
            "trains": trainings.get(piece.cell.id, []) if piece.part == "output" else [],
            "votes": piece.cell.id in voted["asked"],
        }
        for piece, step in slide.pieces
    ]
    return {"title": slide.title, "section": slide.section, "kind": slide.kind, "pieces": pieces}


def plan(lesson, short):
    """The minutes of the sections, and what a lecturer is told: PlanMetadata in protocol.d.ts."""
    lecture = teaching.lecture_of(lesson)
    core = [section for section in lesson.sections if not section.deeper]
    sections = [planned(lesson, section, lecture) for section in core]
    lab = as_html(lecture.notes.get("In the lab", ""))
    time = as_html(lecture.notes.get("Time", ""))
    return {"sections": sections, "short": short, "lab": lab, "time": time}


def planned(lesson, section, lecture):
    asks = lecture.asks_in(section.title)
    answers = lecture.answers_in(section.title)
    return {
        "title": section.title,
        "minutes": section.class_minutes,
        "more": teaching.VOTE * len(asks) + teaching.LAB * section.labs,
        "left_out": section.title in lecture.left_out,
        "asks": [
            {"cell": teaching.cell_asking(lesson, ask), **in_html(ask, "words", "right")}
            for ask in asks
        ],
        "answers": [in_html(answer, "they_say", "you_say") for answer in answers],
    }


def in_html(told, *names):
    """Some fields of what is told, from Markdown."""
    return {name: as_html(getattr(told, name)) for name in names}


def votes(lesson, room):
    """What the page needs of what a class votes on: VotesMetadata in protocol.d.ts."""
    room = room and {**room, "code": qr_code(room["address"])}
    return {"room": room, "asked": {ask.cell: vote(ask, lesson) for ask in asked(lesson)}}


def vote(ask, lesson):
    address = book_address(lesson.stem, ask.name)
    code = qr_code(address) if address else ""
    why = as_html(answer_in_words(ask, lesson))
    return {"name": ask.name, "letters": ask.letters, "right": ask.right, "code": code, "why": why}


def answer_in_words(ask, lesson):
    """What is right and why, for the speaker: Markdown."""
    (entry,) = {cell.entry for cell in lesson.cells if cell.entry and cell.entry.name == ask.name}
    if isinstance(entry, Question):
        return entry.explained()
    return f"**Answer {ask.right}:** {entry.why}"


def trainings_of(lesson):
    """{id of a cell whose curve grows as a model trains: the ids of the cells that train it anew},
    which are the cell that makes the model, if it is another one, and itself."""
    made_in, found = {}, {}
    for cell in lesson.code:
        trained = TRAINED.search(cell.source)
        made_in |= dict.fromkeys(MADE.findall(cell.source), cell.id)
        if trained and "growing(" in cell.source:
            found[cell.id] = list(dict.fromkeys([made_in[trained[1] or "model"], cell.id]))
    return found


def seen(cell):
    """A cell's metadata, but for what collapses its code in JupyterLab: the show hides it whole."""
    return {name: value for name, value in cell.stored["metadata"].items() if name != "jupyter"}


def write(path, folder, room=None, short=False):
    """Copy the notebooks' folder into `folder`, with the show in the place of the notebook, and
    beside it JupyterLab's settings and the extension that shows it. room, short: as for show."""
    path, folder = Path(path), Path(folder)
    shutil.copytree(path.parent, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(SETTINGS, folder / ".settings", dirs_exist_ok=True)
    shutil.copytree(EXTENSION, folder / ".labextensions", dirs_exist_ok=True)
    for script in OF_LABS:
        shutil.copy(script, folder / ".labextensions" / "show" / "static")
    lesson = with_outputs(read(path))
    nbformat.write(show(lesson, room, short), folder / path.name)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", default="")
    parser.add_argument("--port", type=int)
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args(arguments)
    path, port = choose_notebook(options.number), choose_port(options.port)
    say_if_nowhere()
    with tempfile.TemporaryDirectory() as folder:
        write(path, folder, short=options.short)
        return run_jupyterlab(port, folder, f"/doc/tree/{path.name}", *show_options(folder))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
