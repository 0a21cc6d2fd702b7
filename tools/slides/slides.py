"""A notebook as slides: writes the copy of a notebook on which the show runs, and opens it in
JupyterLab (make slides).

python -m tools.slides.slides NUMBER [--port PORT] [--short]

The copy's metadata has all pieces of cells that are shown, in order, with what is to be known of
breaks between them. Which of them share a slide is decided on the page, which can measure
(labextensions/show/static/fill.js).
"""

import argparse
import re
import shutil
import sys
import tempfile
from base64 import b64encode
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

import nbformat

from helpers.exercises.engine.question import Question
from tools.jupyterlab import choose_port, run_jupyterlab, show_options
from tools.notebook import teaching
from tools.notebook.asked import as_html, asked
from tools.notebook.blocks import joined
from tools.notebook.execute import with_outputs
from tools.notebook.lesson import read
from tools.published import book_address, qr_code, say_if_nowhere
from tools.repository import ROOT, choose_notebook
from tools.slides.slide_pieces import Piece, changed, take_apart

EXTENSION = Path(__file__).parent / "labextensions"
OF_LABS = [  # scripts that those of the show import
    ROOT / "helpers/labs/engine/lab_names.js",
    ROOT / "helpers/labs/engine/largest.js",
]
SETTINGS = EXTENSION / "show" / "settings"
MADE = re.compile(r"(?m)^(\w+) = ")  # the names that a cell gives
NEXT = "Next: "  # how the last words of a notebook begin
TRAINED = re.compile(r"training\.train\((\w+)|\badam\(")  # the model, or a page's own loop
NEVER = 100_000  # costs more than any other break
RESULT = 200  # what it costs to part code from what it shows: text of 20 px in place of 28
COLON = 250  # what it costs to part what ends with a colon from what follows; fill.js knows it, too
TOGETHER = 300  # what it costs to part an answer from its picture: text of 18 px in place of 28


def show(lesson, room=None, short=False):
    """The copy of a notebook on which the show runs. room: {control, address} of a vote by phones
    (tools/vote), if there is one. short: whether the show passes over what the short version
    leaves out."""
    pieces = with_end(question_last(take_apart(lesson)), lesson)
    shown = with_answers([piece for piece in with_titles(pieces) if piece.shown])
    voted = votes(lesson, room)
    trainings = trainings_of(lesson)
    described = [
        describe(before, piece, voted, trainings) for before, piece in pairwise([None, *shown])
    ]
    copy = lesson.notebook.copy()
    cells = {piece.cell.id: piece.cell for piece in pieces}
    copy.cells = [nbformat.from_dict({**cell, "metadata": seen(cell)}) for cell in cells.values()]
    told = {"show": described, "plan": plan(lesson, short), "votes": voted}
    copy.metadata = {**lesson.notebook.metadata, **told}
    return copy


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
    return {name: value for name, value in cell.metadata.items() if name != "jupyter"}


def question_last(pieces):
    """Code between the question of a prediction and its answer goes before the question."""
    ordered = list(pieces)
    for _, group in groupby([piece for piece in pieces if piece.asks], id_of_cell):
        question = list(group)
        at = ordered.index(question[0])
        after = ordered[at + len(question) :]
        answer = next((i for i, piece in enumerate(after) if piece.step), 0)
        between = after[:answer]
        if all(piece.part != "text" and not piece.kind for piece in between):
            ordered[at:] = [*between, *question, *after[answer:]]
    return ordered


def with_end(pieces, lesson):
    """What comes next is a slide of its own, below the title, and with the address of the lesson's
    page in the book, where that is published."""
    last = pieces[-1]
    if not last.text.startswith(NEXT):
        return pieces
    texts = [f"# {lesson.title}", last.text, *in_the_book(book_address(lesson.stem))]
    cell = changed(last.cell, source=joined(texts))
    end = [Piece(cell, "text", text, index, kind="end") for index, text in enumerate(texts)]
    return [*pieces[:-1], *end]


def in_the_book(address):
    """Blocks of Markdown, none if there is no address."""
    if not address:
        return []
    code = b64encode(qr_code(address).encode()).decode()
    return [f"To read it again: {address}", f"![Its address](data:image/svg+xml;base64,{code})"]


def with_answers(pieces):
    """What is computed right below an answer belongs to it, and comes with it; what is computed
    below a solution only uses it."""
    answered, result = False, []
    for before, piece in pairwise([None, *pieces]):
        belongs = answered and piece.part != "text" and not piece.kind
        belongs = belongs and not is_code_of_answer(before, piece)
        answered = belongs or (piece.step > 0 and not piece.kind and not is_solution(piece))
        result.append(replace(piece, step=1) if belongs else piece)
    return result


def is_solution(piece):
    return "yours" in piece.cell.metadata.get("tags", [])


def is_code_of_answer(before, piece):
    """Whether it is code that comes after what its cell answers."""
    return piece.part == "source" and before.part == "output" and before.cell is piece.cell


def id_of_cell(piece):
    return piece.cell.id


def with_titles(pieces):
    """Each with the title of the section that it is in."""
    title = ""
    for piece in pieces:
        if 0 < piece.heading < 3 and piece.kind != "end":
            title = piece.heading_text
        yield replace(piece, title=title)


def describe(before, piece, voted, trainings):
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
        "hidden": list(piece.hidden),
        "madeIn": list(piece.made_in),
        "trains": trainings.get(piece.cell.id, []) if piece.part == "output" else [],
        "votes": piece.cell.id in voted["asked"],
        "section": piece.section,
        "title": piece.title,
        "box": None,
        "rows": None,
        "place": 0,
    }


def begins_slide(before, piece):
    """Whether a slide begins with it: a section, a question, a lab, what follows one of these, or
    the recap."""
    if not before or 0 < piece.heading < 3 or piece.kind != before.kind or piece.is_task:
        return True
    if is_code_of_answer(before, piece):
        return True
    return piece.cell.id != before.cell.id and "recap" in before.cell.metadata.get("tags", [])


def opens(before, after):
    """Whether Page Down opens `after` below `before`: an answer below its question, a solution
    below what leads to it. On a slide of its own it would be there uninvited."""
    return after.step > 0 and (is_solution(after) or not before.step)


def break_cost(before, after):
    """What it costs to part two pieces, in the unit of fill.js."""
    if before.heading or (before.asks and after.asks) or opens(before, after) or before.is_empty:
        return NEVER
    if before.part == "text":
        if before.text.endswith(":"):
            return COLON
        if before.is_item and after.is_item:
            return 150
        if after.asks:
            return 100
        if after.part != "text" or after.is_item or after.text.startswith("$$"):
            return 60
        return 30 if before.text.startswith("$$") else 15  # what explains the formula
    is_answer = before.step and after.step
    if before.part == "source" and before.cell.id == after.cell.id:
        return RESULT + TOGETHER if is_answer else RESULT
    if is_answer and before.cell.id != after.cell.id:
        return TOGETHER
    if before.part == "source":
        return 120
    if after.part == "text":
        return 0 if after.asks else 40
    return 90 if before.cell.id == after.cell.id else 20


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
