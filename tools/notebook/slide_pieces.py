"""A cell as what a show has of it: blocks of text, code, outputs.

Whether a cell is shown, it says itself (Cell.on_stage). Left out of those that are is what is not
for a wall: code that only draws, what checks answer, hints, minutes, what a reader needs, may skip,
stop or try.
"""

import ast
import re
from copy import deepcopy
from dataclasses import dataclass
from string import ascii_lowercase

from helpers import figures
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question
from helpers.labs.engine.live import STATE
from tools.notebook.blocks import joined
from tools.notebook.cell import Cell
from tools.notebook.outputs import Output

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
FORMULA = re.compile(r"(√?)\b([A-Za-z])_([A-Za-z]+|\d+)\b")  # of answers, in plain text


@dataclass(frozen=True)
class Piece:
    cell: dict  # in the copy
    part: str  # "text", "source" or "output"
    text: str = ""  # a block of text
    index: int = 0  # which of the cell's blocks of text or outputs
    asks: bool = False  # it is the question of a prediction, or one of its options
    hidden: tuple = ()  # the numbers of the lines of code that only show what was computed, from 1


def changed(cell, **values):
    """A copy of a stored cell with other values."""
    copy = cell.copy()
    copy.update(values)
    return copy


def pieces_of(cell, answering=None):
    """What is shown of a cell, in order: Pieces, whose cell is the one in the copy. answering: the
    cell that answers what it asks for, if it does."""
    if cell.kind == "check":
        return answer_of(cell)
    if cell.is_code:
        return pieces_of_code(cell)
    options = (
        options_of(answering.entry) if answering and isinstance(answering.entry, OneOf) else []
    )
    copy = changed(cell.stored, source=joined([*cell.blocks, *options]))
    asked = len(cell.leading) if cell.asked else None
    return pieces_of_text(copy, [*cell.blocks, *options], asked)


# --- text ---------------------------------------------------------------------------------------


def options_of(prediction):
    """What a class votes on, with its letters: blocks of Markdown."""
    return [
        f"- **{letter}** {option}"
        for letter, option in zip(ascii_lowercase, prediction.options, strict=False)
    ]


def pieces_of_text(copy, texts, asked=None):
    """A piece for each block that is not for readers alone. asked: the first that asks for a
    guess, if one does."""
    return [
        Piece(copy, "text", text, index, asks=asked is not None and index >= asked)
        for index, text in enumerate(texts)
        if not text.startswith(LEFT_OUT)
    ]


def answer_of(cell):
    """Of a question the right answer and why, then why each of the others is wrong."""
    if not isinstance(cell.entry, Question):
        return []
    source = with_formulas(cell.entry.explained())
    answer = changed(cell.stored, id=answer_id(cell), cell_type="markdown", source=source)
    del answer["outputs"], answer["execution_count"]
    return pieces_of_text(answer, Cell(answer, cell.place).blocks)


def answer_id(cell):
    """Of the cell in the copy that has it, below the one that checks."""
    return f"answer-{cell.id}"


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
    """The code and the outputs of a cell, but for asides; of a lab itself, which has its still."""
    if cell.kind == "lab":
        return [Piece(with_still(cell), "output")]
    copy = changed(cell.stored, source=spaced(cell.source))
    hidden = hidden_lines(copy.source)
    count = len(copy.source.split("\n"))
    is_shown = cell.teaches and not only_plots(cell) and len(hidden) < count
    return [
        *([Piece(copy, "source", hidden=hidden)] if is_shown else []),
        *(
            Piece(copy, "output", index=index)
            for index, stored in enumerate(copy.outputs)
            if not Output(stored).is_aside
        ),
    ]


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


def hidden_lines(source):
    """The numbers of the lines of `show(...)` and `answer(...)`, with what is made for them alone,
    of those that plot, and of `predict(...)` and `mine.report(...)`, which are for the reader
    alone, with the empty lines before and after what is left."""
    lines = source.split("\n")
    statements = ast.parse(source).body
    hidden = {
        line
        for statement in statements
        if only_shows(statement) or plots(statement) or is_for_a_picture(statement, statements)
        for line in range(statement.lineno, statement.end_lineno + 1)
    }
    left = [n for n, line in enumerate(lines, 1) if line.strip() and n not in hidden]
    first, last = (left[0], left[-1]) if left else (0, 0)
    hidden |= {n for n in range(1, len(lines) + 1) if not first <= n <= last}
    return tuple(sorted(hidden))


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


def spaced(source):
    """Code with single empty lines, to save room."""
    return re.sub(r"\n{3,}", "\n\n", source).strip()
