"""A notebook taken apart into what a show has of it: blocks of text, code, outputs.

Left out are the parts marked Deeper, code that only draws, what checks answer, hints, minutes and
the folded lines about the documents. They stay in the copy of the notebook, and are not shown.
"""

import ast
import re
from dataclasses import dataclass, replace

from helpers.exercises import CHECKED, FUNCTIONS
from helpers.exercises.engine.question import Question
from tools.notebook.blocks import ITEM, PREDICT, QUESTION, blocks, minutes
from tools.slides.slide_code import calls, count_shown, drawing_names, parts, teaches

LEFT_OUT = ("<details>", "**Time**", "**Documents**", "**Play.**")  # how such paragraphs begin


@dataclass(frozen=True)
class Piece:
    cell: dict  # in the copy
    part: str  # "text", "source" or "output"
    text: str = ""  # a block of text
    output: dict = None
    index: int = 0  # which of the cell's outputs
    step: int = 0  # 0: seen with the slide; 1: one Page Down later
    kind: str = ""  # "lab", "question" or "exercise": it does not share a slide with another kind
    shown: bool = True
    minutes: str = ""  # of a heading: what its section says about its time

    @property
    def heading(self):
        """The level of a heading, or 0."""
        marks = re.match("#+ ", self.text) if self.part == "text" else None
        return len(marks[0]) - 1 if marks else 0

    @property
    def section(self):
        """What stands below the slides of a section; nothing if it is no heading."""
        heading = self.text.lstrip("# ") if self.heading else ""
        return f"{heading}, {self.minutes}" if heading and self.minutes else heading

    @property
    def item(self):
        """Whether it is an item of a list."""
        return self.part == "text" and bool(ITEM.match(self.text))

    @property
    def task(self):
        """Whether a question or an exercise begins with it."""
        return self.part == "text" and self.text.startswith((QUESTION, "**Exercise"))

    @property
    def asks(self):
        """Whether it is the question of a prediction."""
        return self.part == "text" and self.text.startswith(PREDICT)

    @property
    def is_picture(self):
        """Whether it is an output with drawings or tables."""
        return self.part == "output" and "text/html" in (self.output or {}).get("data", {})


def take_apart(notebook):
    """The pieces of all cells in their order."""
    pieces = []
    drawing = set()
    for original in notebook.cells:
        deeper = "deeper" in original.metadata.get("tags", [])
        if original.cell_type == "code":
            drawing |= drawing_names(ast.parse(original.source), drawing)
        for cell, shows in divided(original):
            for piece in pieces_of(cell, drawing, shows):
                pieces.append(replace(piece, shown=piece.shown and not deeper))
    return pieces


# --- cells --------------------------------------------------------------------------------------


def divided(cell):
    """What the copy has in the place of a cell, and does the same: pairs (cell, whether it only
    shows)."""
    kind, _, name = cell.id.partition("-")
    if cell.cell_type != "code":
        return [(cell, False)]
    if kind == "check" and isinstance(CHECKED.get(name), Question):
        return [(cell, False), (answer_cell(cell, CHECKED[name]), False)]
    code = ast.parse(cell.source)
    if "yours" in calls(code):
        return [(solved_cell(cell), False), (cell, False)]
    if kind == "check":  # an exercise: what students write, and the call that checks it
        stub, check = split(cell, [0, code.body[-1].lineno - 1], [f"stub-{name}", cell.id])
        check.outputs = cell.outputs
        return [(stub, False), (check, False)]
    found = [] if "answer" in calls(code) else parts(code)
    names = [f"{cell.id}-code", *(f"{cell.id}-code-{n}" for n in range(2, len(found)))]
    cells = split(cell, [line for line, _ in found], [*names[: len(found) - 1], cell.id])
    if len(cells) < 2 or not share_outputs(cell, cells):
        return [(changed(cell, source=spaced(cell.source)), False)]
    return list(zip(cells, (shows for _, shows in found), strict=True))


def split(cell, begins, names):
    """Cells without outputs, one from each of these lines to the next, with these ids."""
    lines = cell.source.split("\n")
    ends = [*begins[1:], len(lines)]
    return [
        changed(cell, id=name, source=spaced("\n".join(lines[begin:end])), outputs=[])
        for begin, end, name in zip([0, *begins[1:]], ends, names, strict=False)
    ]


def share_outputs(cell, cells):
    """Give each part of a cell its outputs. Returns whether they can be told apart: what two parts
    print is one output."""
    printed = [output for output in cell.outputs if output.output_type == "stream"]
    others = [output for output in cell.outputs if output.output_type != "stream"]
    codes = [ast.parse(each.source) for each in cells]
    printing = [i for i, code in enumerate(codes) if "print" in calls(code)]
    counts = [count_shown(code) for code in codes]
    if len(printing) > 1 or sum(counts) != len(others) or len(printed) > len(printing):
        return False
    for i, (each, count) in enumerate(zip(cells, counts, strict=True)):
        mine, others = others[:count], others[count:]
        mine += printed if i in printing else []
        each.outputs = [output for output in cell.outputs if output in mine]
    return True


def changed(cell, **values):
    copy = cell.copy()
    copy.update(values)
    return copy


def spaced(source):
    """Code with single empty lines, to save room."""
    return re.sub(r"\n{3,}", "\n\n", source).strip()


def solved_cell(cell):
    """What students have written by now: the solutions of the exercises that a cell uses."""
    names = re.findall(r'yours\("(\w+)"', cell.source)
    source = "\n\n".join(FUNCTIONS[name].solution.strip() for name in names)
    return changed(cell, id=f"solved-{cell.id}", source=source, outputs=[])


def answer_cell(cell, question):
    """The right answer of a question and why, then why each of the others is wrong."""
    copy = changed(cell, id=f"answer-{question.name}", cell_type="markdown")
    copy.source = question.explained()
    del copy["outputs"], copy["execution_count"]
    return copy


# --- pieces -------------------------------------------------------------------------------------


def pieces_of(cell, drawing, shows):
    """At least one piece, so that the cell has its place in the copy."""
    if cell.cell_type == "code":
        yield from pieces_of_code(cell, drawing, shows)
        return
    begins, _, name = cell.id.partition("-")
    task = CHECKED.get(name) if begins in ("task", "answer") else None
    kind = kind_of(task)
    step = 1 if begins == "answer" else 0  # an answer comes one Page Down later
    for number, text in enumerate(blocks(cell.source), 1):
        block = changed(cell, source=text, id=cell.id if number == 1 else f"{cell.id}-{number}")
        shown = not text.startswith(LEFT_OUT)
        time = minutes(cell.source) if text.startswith("#") else ""
        yield Piece(block, "text", text, shown=shown, kind=kind, step=step, minutes=time)


def kind_of(task):
    if task is None:
        return ""
    return "question" if isinstance(task, Question) else "exercise"


def pieces_of_code(cell, drawing, shows):
    code = ast.parse(cell.source)
    called = calls(code)
    if re.fullmatch(r"labs\.\w+\(\)", cell.source):
        yield Piece(cell, "output", kind="lab")
    elif cell.id.startswith("stub-"):
        lines = len(getattr(code.body[-1], "body", [])) if code.body else 0
        # a stub of one line says no more than its task
        yield Piece(cell, "source", kind="exercise", shown=lines > 1)
    else:
        step = int("prediction" in cell.metadata.get("tags", []))
        seen = teaches(code, drawing) and not shows and not called & {"answer", "yours"}
        seen = seen and not cell.id.startswith("solved-")
        yield Piece(cell, "source", shown=seen, step=step)
        if "check" in called:
            return
        for index, output in enumerate(cell.outputs):
            progress = "progress" in called and output.output_type == "execute_result"
            yield Piece(cell, "output", output=output, index=index, step=step, shown=not progress)
