"""What a show has of a notebook: its cells, taken apart into pieces, and what is left out.

A piece is a block of text, the code of a cell or one of its outputs. Left out are the parts marked
Deeper, code that only draws, hints, what checks answer, minutes and the folded lines about documents.
"""

import ast
import re
from dataclasses import dataclass, replace

from helpers.exercises import CHECKED
from helpers.exercises.question import LETTERS, Question

MINUTES = re.compile(r"\*(Deeper, )?\d+ minutes?\.\*\s*")
ITEM = re.compile(r"([-*]|\d+\.) ")
LEFT_OUT = ("<details>", "**Time**", "**Documents**", "**Play.**")  # how such paragraphs begin
QUIET = {"show", "answer", "print", "check", "predict", "progress"}  # calls that teach nothing
COMPUTING = {"np", "math", "attention"}  # modules whose calls teach something
LAB = re.compile(r"labs\.\w+\(\)")


@dataclass(frozen=True)
class Piece:
    """cell: the number of the cell that it is from. alone: what its slide is, if it is a slide of
    its own. step: whether it appears with the slide (0) or by one more Page Down (1)."""

    cell: int
    part: str  # "text", "source" or "output"
    text: str = ""  # a block of text, or code
    output: dict = None
    index: int = 0  # which of the cell's outputs
    rows: tuple = None  # of a table in the output: from, to
    shown: bool = True
    alone: str = ""  # "lab", "question" or "exercise"
    step: int = 0

    @property
    def heading(self):
        """The level of a heading, or 0."""
        marks = re.match("#+ ", self.text) if self.part == "text" else None
        return len(marks[0]) - 1 if marks else 0

    @property
    def item(self):
        return self.part == "text" and bool(ITEM.match(self.text))

    @property
    def asks(self):
        """Whether it is the question of a prediction."""
        return self.part == "text" and self.text.startswith("**Predict.**")


def take_apart(notebook):
    """The cells of the copy on which the show runs, and all pieces in their order."""
    cells, pieces = [], []
    drawing = set()  # names of functions that draw
    for cell in notebook.cells:
        for part in divide(cell):
            found = list(pieces_of(part, len(cells), drawing))
            deeper = "deeper" in cell.metadata.get("tags", [])
            pieces += [replace(each, shown=each.shown and not deeper) for each in found]
            cells.append(part)
    return cells, pieces


def divide(cell):
    """A cell as the cells that the copy has in its place.

    The call that checks an exercise gets a cell of its own, below what students write; a question
    gets its answer."""
    kind, _, name = cell.id.partition("-")
    entry = CHECKED.get(name)
    if kind != "check" or entry is None:
        return [cell]
    if isinstance(entry, Question):
        answer = cell.copy()
        answer.update(id=f"answer-{name}", cell_type="markdown", source=answered(entry))
        for key in ("outputs", "execution_count"):
            answer.pop(key)
        return [cell, answer]
    lines = cell.source.splitlines()
    first = ast.parse(cell.source).body[-1].lineno - 1
    stub, check = cell.copy(), cell.copy()
    stub.update(id=f"stub-{name}", source="\n".join(lines[:first]).strip(), outputs=[])
    check.update(source="\n".join(lines[first:]))
    return [stub, check]


def answered(question):
    """The right answer of a question and why, then why each of the others is wrong: Markdown."""
    says = dict(zip(LETTERS, (said for _, said in question.options), strict=True))
    wrong = [f"- **{letter}** {said}" for letter, said in says.items() if letter != question.right]
    return "\n".join([f"**Answer: {question.right}.** {says[question.right]}", "", *wrong])


def pieces_of(cell, number, drawing):
    kind, _, name = cell.id.partition("-")
    if cell.cell_type == "markdown":
        alone, step = "", 0
        if kind in ("task", "answer") and name in CHECKED:
            alone = "question" if isinstance(CHECKED[name], Question) else "exercise"
            step = int(kind == "answer")
        for text in blocks(cell.source):
            shown = not text.startswith(LEFT_OUT)
            yield Piece(number, "text", text, shown=shown, alone=alone, step=step)
        return
    if cell.cell_type != "code":
        return
    code = ast.parse(cell.source)
    drawing.update(drawing_names(code, drawing))
    called = {name_of(node) for node in ast.walk(code) if isinstance(node, ast.Call)}
    if LAB.fullmatch(cell.source.strip()):
        yield Piece(number, "output", alone="lab")
    elif kind == "stub":
        # a stub that is only a signature says no more than its task
        yield Piece(number, "source", cell.source, alone="exercise", shown=len(code.body[0].body) > 1 if hasattr(code.body[0], "body") else False)
    elif "prediction" in cell.metadata.get("tags", []):
        shown = "predict" in called and teaches(code, drawing)
        yield Piece(number, "source", cell.source, shown=shown, step=1)
        yield from outputs(cell, number, step=1)
    elif "check" not in called:
        yield Piece(number, "source", cell.source, shown=teaches(code, drawing))
        spoken = name_of(getattr(code.body[-1], "value", None)) if code.body else ""
        for piece in outputs(cell, number):
            result = piece.output["output_type"] == "execute_result"
            yield replace(piece, shown=not (spoken == "progress" and result))


def outputs(cell, number, **options):
    for index, output in enumerate(cell.outputs):
        yield Piece(number, "output", output=output, index=index, **options)


def blocks(source):
    """Markdown as its blocks: headings, paragraphs, formulas, tables, and the items of lists."""
    found, lines = [], []
    formula = False
    for line in [*source.splitlines(), ""]:
        begins = ITEM.match(line) or (found_heading := line.startswith("#"))
        if not formula and lines and (not line.strip() or begins):
            found.append("\n".join(lines))
            lines = []
        if line.strip():
            lines.append(line)
        if line.count("$$") == 1:
            formula = not formula
    found = [MINUTES.sub("", block).strip() for block in found]
    return [block for block in found if block]


def drawing_names(code, known):
    """What a cell imports to draw, and the functions in it that use it."""
    names = set()
    for node in code.body:
        if isinstance(node, ast.ImportFrom) and node.module == "helpers.figures":
            names.update(alias.name for alias in node.names)
        if isinstance(node, ast.FunctionDef) and draws(node, known):
            names.add(node.name)
    return names - QUIET


def draws(node, drawing):
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(name_of(call) in drawing for call in calls)


def teaches(code, drawing):
    """Whether code computes something that a reader should see, beside what it draws."""
    own = {each.name for each in ast.walk(code) if isinstance(each, ast.FunctionDef)}
    for node in code.body:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert) or draws(node, drawing):
            continue
        for each in ast.walk(node):
            if isinstance(each, ast.BinOp) and not isinstance(each.op, ast.Mod | ast.BitOr):
                return True
            if isinstance(each, ast.FunctionDef | ast.For | ast.While | ast.Try):
                return True
            if isinstance(each, ast.Call) and (
                root_of(each) in COMPUTING or (isinstance(each.func, ast.Name) and each.func.id not in QUIET and each.func.id not in dir(__builtins__) and each.func.id not in own)
            ):
                return True
    return False


def name_of(node):
    """The name of the function that is called, without its module."""
    function = getattr(node, "func", None)
    return getattr(function, "id", getattr(function, "attr", ""))


def root_of(call):
    """The first name of a call: np in np.linalg.norm(x)."""
    node = call.func
    while isinstance(node, ast.Attribute):
        node = node.value
    return getattr(node, "id", "")
