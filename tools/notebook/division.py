"""The slides of a lesson: where one begins and what comes with Page Down, each cell says in its
metadata (slideshow.slide_type, as Jupyter has it)."""

from base64 import b64encode
from dataclasses import dataclass, field

from helpers.exercises.engine.question import Question
from tools.notebook.blocks import joined
from tools.notebook.slide_pieces import changed, pieces_of, pieces_of_text
from tools.published import book_address, qr_code

NEXT = "Next: "  # how the last words of a notebook begin
BREAKS = ("slide", "subslide")  # what a cell is on stage where a slide begins (Cell.on_stage)
AWAY = ("skip", "notes")


@dataclass
class Slide:
    """title: of the section that it is in; section: the heading above it; kind: "lab",
    "question", "end" or nothing; pieces: [(Piece, the Page Down with which it comes, from 0)]."""

    title: str
    section: str
    kind: str = ""
    pieces: list = field(default_factory=list)
    steps: int = 0


def slides_of(lesson):
    """The slides of a lesson, which its cells divide: a Slide for each."""
    answers = {
        asking.id: answering for part in lesson.sections for asking, answering in part.predictions
    }
    slides, title, section = [], "", ""
    for cell in lesson.cells:
        if cell.on_stage in AWAY:
            continue
        level, heading = cell.heading or (0, "")
        title = heading if 0 < level < 3 else title
        section = heading or section
        if cell.on_stage in BREAKS or not slides:
            slides.append(Slide(title, section))
        slide = slides[-1]
        slide.kind = slide.kind or kind_of(cell, lesson)
        slide.steps += cell.on_stage == "fragment"
        is_end = slide.kind == "end"
        pieces = ending(cell, lesson) if is_end else pieces_of(cell, answers.get(cell.id))
        for piece in pieces:
            kind = cell.outputs_on_stage[piece.index] if piece.part == "output" else "-"
            slide.steps += kind == "fragment"
            if kind in BREAKS:
                slide = Slide(title, section)
                slides.append(slide)
            slide.pieces.append((piece, slide.steps))
    return slides


def kind_of(cell, lesson):
    if isinstance(cell.entry, Question):
        return "question"
    if cell is lesson.cells[-1] and cell.source.startswith(NEXT):
        return "end"
    return "lab" if cell.kind == "lab" else ""


def ending(cell, lesson):
    """What comes next stands below the title, and with the address of the lesson's page in the
    book, where that is published: Pieces."""
    texts = [f"# {lesson.title}", *cell.blocks, *in_the_book(book_address(lesson.stem))]
    return pieces_of_text(changed(cell.stored, source=joined(texts)), texts)


def in_the_book(address):
    """Blocks of Markdown, none if there is no address."""
    if not address:
        return []
    code = b64encode(qr_code(address).encode()).decode()
    return [f"To read it again: {address}", f"![Its address](data:image/svg+xml;base64,{code})"]
