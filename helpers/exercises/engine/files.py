"""Reads the exercises and the questions of a notebook from its folder.

softmax.py is the exercise "softmax". It is a text in cells, as editors with notebooks show it:

    # %% task [markdown]     what stands above the reader's cell
    # %% stub                that cell; the last name that it defines is handed to the check
    # %% solution
    # %% why [markdown]
    # %% hints [markdown]    a list
    # %% cases               Python: the other fields of a FunctionExercise, if that name is one of
                             a function, of a StepsExercise, if of a list, else of a ValueExercise
    # fmt: off               what is typed stays as it is
    # %% mistake             a comment, the line that is said, and a cell as a student types it
    # %% wrong: a piece of what must be said      # %% right      as typed, for the tests

The cells down to "cases" stand once, in this order. Of the mistakes that give what an answer gives,
the first is told, so their order counts, too. What is typed may use the names in scope.py, which
the notebook has defined by then. shared.py has what the cells "cases" of several exercises import,
questions.md the questions.
"""

import ast
import difflib
import importlib
import re
from dataclasses import MISSING, dataclass
from functools import cache, cached_property
from pathlib import Path

from helpers.exercises.engine.exercise import (
    FunctionExercise,
    Mistake,
    StepsExercise,
    ValueExercise,
)
from helpers.exercises.engine.question import LETTERS, Question

HEAD = re.compile(r"^[ \t]*#[ \t]*%.*\n?", re.MULTILINE)  # or what was meant as one
FORM = re.compile(r"# %% (\w+)( \[markdown\])?(?:: (.+))?")
ONCE = ("task", "stub", "solution", "why", "hints", "cases")
MARKDOWN = ("task", "why", "hints")
TYPED = ("mistake", "wrong", "right")
KINDS = (*ONCE, *TYPED)
CLASSES = {"function": FunctionExercise, "list": StepsExercise, "value": ValueExercise}
OTHERS = ("__init__.py", "scope.py", "shared.py")
DEEPER = " (Deeper)"
QUESTION = (
    "needed # name: title, the question, and four options, one of them [x]: - [ ] option, and "
    "below it   > comment"
)


@dataclass(frozen=True)
class FileCell:
    """kind: one of KINDS; piece: what stands behind a colon in its head; line: that of its head;
    text: what follows the head."""

    path: Path
    kind: str
    piece: str
    line: int
    text: str

    @property
    def place(self):
        return f"{self.path.parent.name}/{self.path.name}, line {self.line}"

    @cached_property
    def comment(self):
        """The lines of comment with which it begins."""
        return re.match(r"(?:#.*\n?)*", self.text)[0]

    @cached_property
    def said(self):
        """That comment, as Markdown."""
        return joined(re.sub(r"^# ?", "", self.comment, flags=re.MULTILINE))

    @cached_property
    def tree(self):
        """Its code, parsed, with the lines numbered as in the file."""
        return ast.parse("\n" * self.line + self.text, str(self.path))

    def run(self, names):
        """Run its code in these names. → names"""
        exec(compile(self.tree, str(self.path), "exec"), names)
        return names


def read(package, *names):
    """The exercises and questions of a notebook, in this order. package: the __file__ of its
    __init__.py. ValueError if the names are not those of the files and the questions."""
    folder = Path(package).parent
    paths = [path for path in folder.glob("*.py") if path.name not in OTHERS]
    entries = [*map(exercise, paths), *questions(folder)]
    found = {entry.name: entry for entry in entries}
    unknown, absent = sorted({*names} - {*found}), sorted({*found} - {*names})
    twice = sorted({name for name in names if names.count(name) > 1})
    complaints = [f"given {unknown}, needed names of files or questions"] if unknown else []
    complaints += [f"not given {absent}; needed all"] if absent else []
    complaints += [f"given {twice} twice; needed once"] if twice else []
    if len(found) < len(entries):
        doubles = sorted({x.name for x in entries if sum(y.name == x.name for y in entries) > 1})
        complaints.append(f"{doubles} are the names of two files or questions; needed one each")
    if complaints:
        raise ValueError(f"{folder.name}/__init__.py, read: {'. '.join(complaints)}")
    return tuple(found[name] for name in names)


def cells(path):
    """The FileCells of a file. ValueError for a head that does not say what it is, and for a cell
    that says nothing where something must be said."""
    text = path.read_text("utf-8")
    heads = list(HEAD.finditer(text))
    above = text[: heads[0].start()] if heads else text
    if above.strip() or not heads:
        raise ValueError(
            f"{path.parent.name}/{path.name}: given {above.strip()[:40]!r} above the first cell, "
            "needed its head first, # %% and what it is"
        )
    ends = [*(head.start() for head in heads[1:]), len(text)]
    made = []
    for head, end in zip(heads, ends, strict=True):
        line = text.count("\n", 0, head.start()) + 1
        given = head[0].removesuffix("\n")
        form = FORM.fullmatch(given)
        kind, markdown, piece = form.groups() if form else (None, None, None)
        cell = FileCell(path, kind, piece or "", line, text[head.end() : end])
        if kind not in KINDS or bool(piece) != (kind == "wrong"):
            raise ValueError(
                f"{cell.place}: given {given!r}, needed # %% and one of {', '.join(KINDS)}; after "
                "wrong a colon and a piece of what must be said"
            )
        if bool(markdown) != (kind in MARKDOWN):
            needed = "[markdown]" if kind in MARKDOWN else "no [markdown]"
            raise ValueError(f"{cell.place}: given {given!r}, needed {needed} after {kind}")
        code = cell.text.removeprefix(cell.comment).strip()
        if kind in MARKDOWN and (code or not cell.said):
            raise ValueError(
                f"{cell.place}: given {code[:40]!r}, needed a comment and nothing else"
            )
        if kind == "mistake" and not (code and cell.said):
            raise ValueError(f"{cell.place}: needed a comment, the line that is said, and code")
        made.append(cell)
    return made


def exercise(path):
    """The exercise of a file. Any error in it gets a note that names the file."""
    try:
        return made_of(cells(path), path)
    except Exception as error:
        error.add_note(f"This is the exercise in {path.parent.name}/{path.name}.")
        raise


def made_of(made, path):
    """The exercise of these FileCells. ValueError for a cell that is missing or stands twice."""
    kinds = [cell.kind for cell in made]
    for kind in ONCE:
        if kinds.count(kind) != 1:
            raise ValueError(
                f"{path.parent.name}/{path.name}: given {kinds.count(kind)} cells {kind!r}, needed "
                "one"
            )
    one = {cell.kind: cell for cell in made if cell.kind in ONCE}
    package = f"helpers.exercises.{path.parent.name}"
    names = one["cases"].run({"__name__": f"{package}.{path.stem}", "__package__": package})
    *_, (answer, kind) = defined_by(one["stub"])
    if kind == "function":
        refuse_other_names(made, answer)
    known = CLASSES[kind].__dataclass_fields__
    others = {name for other in CLASSES.values() for name in other.__dataclass_fields__}
    for name, _ in defined_by(one["cases"]):
        if name in others and name not in known:
            needed = f"needed none, as the stub's last name, {answer}, is that of a {kind}"
            raise ValueError(f"{one['cases'].place}: given {name}, {needed}")
        if name in known:
            continue
        if near := difflib.get_close_matches(name, known, n=1, cutoff=0.75):
            raise ValueError(f"{one['cases'].place}: given {name}, perhaps for {near[0]}")
    fields = {name: names[name] for name in known if name in names} | {
        "name": path.stem,
        "task": one["task"].said,
        "answer": answer,
        "stub": one["stub"].text.strip(),
        "solution": one["solution"].text.strip(),
        "why": one["why"].said,
        "hints": tuple(one["hints"].said.removeprefix("- ").split("\n- ")),
        "mistakes": tuple(
            Mistake(typed(cell, answer), cell.said) for cell in made if cell.kind == "mistake"
        ),
    }
    required = {name for name, field in known.items() if field.default is MISSING}
    if required - {*fields}:
        raise ValueError(f"{one['cases'].place}: not given {sorted(required - {*fields})}")
    return CLASSES[kind](**fields)


def refuse_other_names(made, answer):
    """ValueError for an answer of the file that does not define what is handed to the check."""
    begins = f"\ndef {answer}(", f"\n{answer} = "  # of a line; a parser would take longer
    for cell in made:
        defines = any(begin in f"\n{cell.text}" for begin in begins)
        if cell.kind in ("solution", *TYPED) and not defines:
            raise ValueError(f"{cell.place}: needed code that defines {answer}, as the stub does")


def defined_by(cell):
    """The names that a cell defines, in order, each with its kind: function, list or value."""
    found = []
    for statement in cell.tree.body:
        if isinstance(statement, ast.FunctionDef):
            found.append((statement.name, "function"))
        if isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            kind = "list" if isinstance(statement.value, ast.List) else "value"
            found += [(name, kind) for name in names]
    if not found:
        raise ValueError(f"{cell.place}: needed code that defines a name")
    return found


def typed(cell, answer):
    """A function that gives what a typed function gives, or a list that was typed. Its cell is run
    at the first call."""

    @cache
    def handed_in():
        return cell.run(scope(cell.path.parent))[answer]

    def given(*arguments):
        return handed_in()(*arguments) if callable(handed_in()) else handed_in()

    return given


def scope(folder):
    """The names that a notebook has defined before what is typed."""
    names = vars(importlib.import_module(f"helpers.exercises.{folder.name}.scope"))
    return {name: value for name, value in names.items() if not name.startswith("__")}


def questions(folder):
    """The Questions of questions.md, if there is one. ValueError for another form."""
    path = folder / "questions.md"
    text = path.read_text("utf-8") if path.exists() else ""
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        name, _, title = head.partition(": ")
        ask, *options = re.split(r"^- (?=\[[ x]\] )", body, flags=re.MULTILINE)
        pairs = [option[4:].partition("\n  > ")[::2] for option in options]
        right = [letter for letter, x in zip(LETTERS, options, strict=False) if x[1] == "x"]
        if not title or len(pairs) != 4 or len(right) != 1 or not all(all(x) for x in pairs):
            raise ValueError(
                f"{path.parent.name}/{path.name}: given # {head}, with {len(options)} options, "
                f"{len(right)} of them [x], {QUESTION}"
            )
        yield Question(
            name=name,
            title=title.removesuffix(DEEPER),
            ask=joined(ask),
            options=tuple(
                (joined(x), joined(comment.replace("\n  >", "\n"))) for x, comment in pairs
            ),
            right=right[0],
            deeper=title.endswith(DEEPER),
        )


def joined(text):
    """Lines of a text as Markdown reads them: joined, but for paragraphs and items of lists."""
    lines = "\n".join(line.strip() for line in text.strip().splitlines())
    return re.sub(r"(?<!\n)\n(?!\n|- )", " ", lines)
