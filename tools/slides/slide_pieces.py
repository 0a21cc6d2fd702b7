"""A notebook taken apart into what a show has of it: blocks of text, code, outputs.

Left out is what is not for a wall: the parts marked Deeper, exercises, what is about Jupyter, code
that only draws, sliders of the reader's own, what checks answer, hints, minutes, what a reader
needs, may skip, stop or try, what is said or computed of the reader's own functions, and the folded
lines about the documents. They stay in the copy of the notebook, and are not shown.
"""

import ast
import re
from copy import deepcopy
from dataclasses import dataclass, replace
from string import ascii_lowercase

from helpers import figures
from helpers.exercises.engine.exercise import Exercise
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question
from helpers.labs.engine.live import STATE
from tools.notebook.blocks import HEADING, ITEM, joined
from tools.notebook.cell import Cell
from tools.notebook.outputs import Output

NOT_SHOWN = {"jupyter", "widget"}  # tags; a slider of ipywidgets takes no keys
# How paragraphs begin that are for those who read.
LEFT_OUT = (
    "<details>",
    "**You need**",
    "**Short way.**",
    "**Time**",
    "**Documents**",
    "**Play.**",
    "**Skip.**",
    "**Stop.**",
    "**Try it.**",
    "**Yours.**",
)
WORDS = (ast.Constant, ast.JoinedStr, ast.Tuple)
DRAWS = {"matrix", "arcs"}  # functions whose second argument is a matrix
MOST = 4  # lines that print, above what they print, where it stands apart from its code
FORMULA = re.compile(r"(√?)\b([A-Za-z])_([A-Za-z]+|\d+)\b")  # of answers, in plain text


@dataclass(frozen=True)
class Piece:
    cell: dict  # in the copy
    part: str  # "text", "source" or "output"
    text: str = ""  # a block of text
    index: int = 0  # which of the cell's blocks of text or outputs
    step: int = 0  # 0: seen with the slide; 1: one Page Down later
    kind: str = ""  # "lab" or "question": it does not share a slide with another kind
    shown: bool = True
    section: str = ""  # of a heading: what stands below the slides from here on
    title: str = ""  # of the section that it is in
    is_task: bool = False  # a question begins with it
    asks: bool = False  # it is the question of a prediction, or one of its options
    hidden: tuple = ()  # the numbers of the lines of code that only show what was computed, from 1
    made_in: tuple = ()  # of an output: the numbers of the lines that compute or print it

    @property
    def heading(self):
        """The level of a heading, or 0."""
        match = HEADING.match(self.text)
        return len(match[1]) if match else 0

    @property
    def heading_text(self):
        return HEADING.match(self.text)[2].strip()

    @property
    def is_item(self):
        """Whether it is an item of a list."""
        return bool(ITEM.match(self.text))

    @property
    def is_empty(self):
        """Whether it is an output that shows something only while its cell runs."""
        return (
            self.part == "output"
            and not self.kind
            and Output(self.cell.outputs[self.index]).is_empty
        )


def take_apart(lesson):
    """The pieces of all cells in their order; of each cell at least one, so that the cell has its
    place in the copy."""
    pieces = []
    options = {
        asking.id: options_of(answering.entry)
        for section in lesson.sections
        for asking, answering in section.predictions
        if isinstance(answering.entry, OneOf)
    }
    for cell in lesson.cells:
        left_out = cell.deeper or NOT_SHOWN & {*cell.tags} or isinstance(cell.entry, Exercise)
        left_out = left_out or is_for_readers(cell, lesson)
        text = pieces_of_text(cell, options=options.get(cell.id, []))
        for piece in pieces_of_code(cell) if cell.is_code else text:
            pieces.append(replace(piece, shown=piece.shown and not left_out))
    return pieces


def is_for_readers(cell, lesson):
    """Whether it stands between the recap and what comes next: there a reader's own functions run
    on a model's numbers."""
    return bool(lesson.recap) and lesson.recap.place < cell.place < lesson.cells[-1].place


def changed(cell, **values):
    """A copy of a stored cell with other values."""
    copy = cell.copy()
    copy.update(values)
    return copy


# --- text ---------------------------------------------------------------------------------------


def options_of(prediction):
    """What a class votes on, with its letters: blocks of Markdown."""
    return [
        f"- **{letter}** {option}"
        for letter, option in zip(ascii_lowercase, prediction.options, strict=False)
    ]


def pieces_of_text(cell, step=0, options=()):
    """A piece for each block. What asks for a guess is a cell of its own, so that code can come
    before it. options: blocks below what asks."""
    ids = (cell.id, f"{cell.id}-asked" if cell.leading else cell.id)
    for name, texts in zip(ids, (cell.leading, [*cell.asked, *options]), strict=True):
        copy = changed(cell.stored, id=name, source=joined(texts)) if texts else None
        for index, text in enumerate(texts):
            piece = block_of(cell, copy, index, text, step)
            yield replace(piece, asks=texts is not cell.leading and bool(cell.asked))


def block_of(cell, copy, index, text, step):
    heading = HEADING.match(text)
    return Piece(
        copy,
        "text",
        text,
        index,
        step=step,
        kind="question" if isinstance(cell.entry, Question) else "",
        shown=not text.startswith(LEFT_OUT),
        section=heading[2] if heading else "",
        is_task=cell.kind == "task" and index == 0 and not step,
    )


def answer_of(cell):
    """The pieces of the right answer of a question and why, then why each of the others is wrong;
    they come one Page Down later."""
    answer = changed(
        cell.stored,
        id=f"answer-{cell.entry.name}",
        cell_type="markdown",
        source=with_formulas(cell.entry.explained()),
    )
    del answer["outputs"], answer["execution_count"]
    return pieces_of_text(Cell(answer, cell.place), step=1)


def with_formulas(text):
    """Markdown whose names with an index, and roots of them, are set as formulas: √d_k."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [FORMULA.sub(as_formula, part) for part in parts[::2]]
    return "".join(parts)


def as_formula(match):
    root, letter, index = match.groups()
    name = f"{letter}_{{{index}}}"
    return rf"$\sqrt{{{name}}}$" if root else f"${name}$"


# --- code ---------------------------------------------------------------------------------------


def pieces_of_code(cell):
    if cell.kind == "check":
        yield from pieces_of_check(cell)
    elif cell.kind == "lab":
        yield Piece(with_still(cell), "output", kind="lab")
    else:
        copy = changed(cell.stored, source=spaced(cell.source))
        teaches = cell.teaches and not only_plots(cell)
        yield from pieces_of_cell(cell, copy, teaches)


def with_still(cell):
    """The cell of a lab, whose still does not say how to make it move."""
    outputs = deepcopy(cell.stored["outputs"])
    for output in outputs:
        data = output.get("data", {})  # an error has none
        if "text/html" in data:
            data["text/html"] = data["text/html"].replace(f" {STATE}", "")
    return changed(cell.stored, outputs=outputs)


def only_plots(cell):
    """Whether its code is there for a picture: it draws with matplotlib, defines no function."""
    return "plt." in cell.source and "def " not in cell.source


def pieces_of_cell(cell, copy, teaches):
    """The code and the outputs of a cell, but for asides. An answer comes before its code."""
    step = int(cell.kind in ("prediction", "yours"))
    source = source_of(copy, teaches)
    if not step:
        yield source
    for index, stored in enumerate(copy.outputs):
        output = Output(stored)
        lines = lines_that_print if output.kind == "text" else lines_of_result
        made_in = lines(copy.source) if source.shown else ()
        yield Piece(
            copy, "output", index=index, step=step, shown=not output.is_aside, made_in=made_in
        )
    if step:
        yield source


def source_of(copy, shown):
    """The code of a cell, without the lines of `show(...)` and `answer(...)`, with what is made for
    them alone, those that plot, and those of `predict(...)` and `mine.report(...)`, which are for
    the reader alone; nothing where no others are left."""
    lines = copy.source.split("\n")
    statements = ast.parse(copy.source).body if shown else []
    hidden = {
        line
        for statement in statements
        if only_shows(statement) or plots(statement) or is_for_a_picture(statement, statements)
        for line in range(statement.lineno, statement.end_lineno + 1)
    }
    left = [n for n, line in enumerate(lines, 1) if line.strip() and n not in hidden]
    first, last = (left[0], left[-1]) if left else (0, 0)
    hidden |= {n for n in range(1, len(lines) + 1) if not first <= n <= last}  # empty lines there
    is_left = shown and bool(left)
    return Piece(copy, "source", shown=is_left, hidden=tuple(sorted(hidden)))


def lines_of_result(source):
    """The numbers of the last two lines that give names to matrices that the code draws."""
    drawn = {
        node.id
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in DRAWS and len(call.args) > 1
        for node in ast.walk(call.args[1])
        if isinstance(node, ast.Name)
    }
    lines = [
        statement.lineno
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign) and statement.lineno == statement.end_lineno
        if drawn & {node.id for node in ast.walk(statement) if is_given(node)}
    ]
    return tuple(lines[-2:])


def lines_that_print(source):
    """The numbers of the lines of the last statements that print: of each all lines, of a loop its
    header, too; at most MOST lines, or one statement."""
    lines = []
    for statement in reversed(ast.parse(source).body):
        more = printing(statement)
        if lines and len(more + lines) > MOST:
            break
        lines = more + lines
    return tuple(lines)


def printing(statement):
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return [*range(statement.lineno, statement.end_lineno + 1)]
        case ast.For() | ast.If() | ast.With():
            inner = [line for each in statement.body for line in printing(each)]
            header = range(statement.lineno, statement.body[0].lineno)
            return [*header, *inner] if inner else []
    return []


def is_given(node):
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def is_for_a_picture(statement, statements):
    """Whether it names words or pictures that only `show(...)` among the statements uses."""
    if not isinstance(statement, ast.Assign):
        return False
    parts = [node for node in ast.walk(statement.value) if isinstance(node, ast.Constant)]
    is_computed = any(isinstance(node, ast.Call) for node in ast.walk(statement.value))
    is_words = isinstance(statement.value, WORDS) and not is_computed
    is_words = is_words and all(isinstance(x.value, str) for x in parts)
    match statement.value:
        case ast.Call(func=ast.Name(id=name)) if name in figures.__all__:
            is_words = True
    names = {node.id for node in ast.walk(statement) if is_given(node)}
    users = [other for other in statements if names & used_in(other)]
    return is_words and bool(users) and all(map(only_shows, users))


def used_in(statement):
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    return {node.id for node in names if not is_given(node)}


def only_shows(statement):
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))):
            return name in ("show", "answer", "predict", "report")
    return False


def plots(statement):
    """Whether it draws with matplotlib, or gets it for that."""
    if isinstance(statement, ast.FunctionDef):
        return False
    named = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return "plt" in named or ast.unparse(statement) == "import matplotlib.pyplot as plt"


def pieces_of_check(cell):
    """Of a question its answer."""
    yield Piece(cell.stored, "source", shown=False)
    if isinstance(cell.entry, Question):
        yield from answer_of(cell)


def spaced(source):
    """Code with single empty lines, to save room."""
    return re.sub(r"\n{3,}", "\n\n", source).strip()
