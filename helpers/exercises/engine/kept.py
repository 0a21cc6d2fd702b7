"""my_functions.py: the functions that checks accepted, kept beside the notebooks.

It is the reader's own file, a plain module with a piece for each function. A piece runs by itself,
after what stands above the first piece: so one that is broken leaves the others as they are.
"""

import ast
import contextlib
import functools
import io
import linecache
import os
import re
import sys
import time
import traceback
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from helpers.exercises.engine.deadline import is_over, limited
from helpers.exercises.engine.in_kind import in_kind
from helpers.exercises.engine.run import quiet, shortened
from helpers.exercises.engine.self_contained import NotKept, self_contained

NAME = "my_functions.py"
try:
    FOLDER = Path.cwd()  # the notebook's, wherever %cd leads the reader later
except OSError:  # it is gone
    FOLDER = Path()
BEGINNING = '''"""Your functions, as your checks accepted them. Later notebooks use them.

You may change them here: each is checked again before it is used. A function that a check accepts
takes the place of the one before.
"""'''
HEADING = re.compile(r"^# --- \S+: (\w+)[ \t]*$", re.MULTILINE)
LARGEST = 10**6  # bytes of a file that is read
SECONDS = 2  # for what stands in the file: to run a piece and to check its function
WAIT, STALE = 2, 20  # seconds: for another notebook that writes; until its lock is of no more use

in_check = {}  # part whose function is being loaded and checked → whether that asks for mine.part


def in_a_notebook():
    """Whether a reader runs this, in Jupyter or in the browser: not tests, not make grade."""
    ipython = sys.modules.get("IPython")
    return sys.platform == "emscripten" or (ipython and ipython.get_ipython() is not None)


def place():
    """The path of the file, in the notebook's folder."""
    return FOLDER / NAME


# --- reading ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """Some lines of the file, of a part; without one, those above the first heading. above: how
    many lines stand above them."""

    part: str
    text: str
    above: int


def read(path):
    """The text of the file, nothing if there is none. OSError or ValueError if it is no text."""
    if not path.exists():
        return ""
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise ValueError("it is not a small file of text")
    return path.read_text(encoding="utf-8-sig")


def pieces(text):
    """The file, cut at its headings."""
    headings = [*HEADING.finditer(text)]
    parts = ["", *(heading[1] for heading in headings)]
    cuts = [0, *(heading.start() for heading in headings), len(text)]
    return [
        Piece(part, text[start:end], text.count("\n", 0, start))
        for part, (start, end) in zip(parts, pairwise(cuts), strict=True)
    ]


def accepted(text, entry):
    """The function of an entry's part in the file's text, if there is one and its check accepts it,
    or None; and what goes wrong, in sentences."""
    in_check[entry.part] = False
    try:
        with limited(SECONDS):
            function, problems = load(text, entry.part, entry.answer)
            feedback = None if function is None else entry.judge(function)
    except KeyboardInterrupt:
        if is_over():
            raise
        why = f"running and checking {entry.answer} takes longer than {SECONDS} seconds."
        return None, [f"{NAME}: {why}"]
    finally:
        asked = in_check.pop(entry.part)
    if asked:
        problems = [f"{NAME}: {entry.answer} uses mine.{entry.part}, which is this function."]
        return None, problems
    if feedback and not feedback.passed:
        why = feedback.message.splitlines()[0]
        problems.append(f"{NAME}: {entry.answer} no longer passes its check. {why}")
        function = None
    return function and in_kind(function, entry), problems


def load(text, part, name):
    """The function `name` of a part in the file's text, or None, and what goes wrong there, in
    sentences. above() says what goes wrong above the first heading."""
    file = f"<{NAME}, {hash(text)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file  # for checks
    beginning, *others = pieces(text)
    names, _ = above(beginning.text)
    names, problems = dict(names), []
    for piece in others:
        if piece.part == part:
            problems += execute(piece, names, file)
    return names.get(name), problems


@functools.lru_cache(maxsize=1)
def above(text):
    """What stands above the first heading, run once for all parts: its names, and what goes wrong
    there, in sentences."""
    file = f"<{NAME}, {hash(text)}, above>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"__name__": Path(NAME).stem}
    return names, execute(Piece("", text, 0), names, file)


def execute(piece, names, file):
    """Run a piece, statement by statement; what goes wrong in it, in sentences. Each may take half
    of the time that is left, so that after one that does not end the others run; imports may take
    longer."""
    try:
        with quiet():
            tree = ast.parse("\n" * piece.above + piece.text, file)
    except Exception as error:  # of what may stand in a file: SyntaxError, null bytes, deep nesting
        line = getattr(error, "lineno", None) or piece.above + 1
        return [problem(line, error)]
    problems, left = [], SECONDS
    for statement in tree.body:
        is_import = isinstance(statement, ast.Import | ast.ImportFrom)
        begin = time.monotonic()
        try:
            with (
                limited(None if is_import else left / 2),
                quiet(),
                contextlib.redirect_stdout(io.StringIO()),
            ):
                exec(compile(ast.Module([statement], []), file, "exec"), names)
        except BaseException as error:  # SystemExit and KeyboardInterrupt, too
            if is_over():  # the time of a limit around this one
                raise
            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno for frame in frames if frame.filename == file]
            problems.append(problem(lines[-1] if lines else statement.lineno, error))
        if not is_import:
            left = max(left - (time.monotonic() - begin), SECONDS / 100)
    return problems


def problem(line, error):
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    message = f"{type(error).__name__}: {message}".removesuffix(": ").rstrip(".")
    if isinstance(error, KeyboardInterrupt):
        message = "stopped, because it did not end"
    return f"{NAME}, line {line}: {shortened(message)}."


# --- writing ------------------------------------------------------------------------------------


def keep(entry, notebook, function, parts):
    """Keep a function that a check has accepted; a line that says so, or why not, or nothing where
    no reader is. parts: the names of all, in the order of the series."""
    if not in_a_notebook():
        return ""
    try:
        with quiet():
            source = self_contained(function, entry.answer)
        piece = f"# --- {notebook}: {entry.part}\n{source}\n"
        write(entry, piece, parts)
    except NotKept as error:
        return f"Not kept for later notebooks: {error}"
    except Exception as error:  # of the file or the folder: it is no fault of the answer
        reason = shortened(getattr(error, "strerror", None) or str(error)).rstrip(".")
        return f"Not kept for later notebooks: {NAME} cannot be written ({reason})."
    return f"Kept in {NAME} for later notebooks: mine.{entry.part}."


def write(entry, piece, parts):
    """Put a piece into the file, if it passes its check there."""
    path = place()
    text = merged(read(path), entry.part, piece, parts)
    function, problems = accepted(text, entry)
    if function is None:
        raise NotKept(reason(entry, problems))
    with locked(path):
        before = read(path)
        after = merged(before, entry.part, piece, parts)
        if after != before:
            replace(path, after)


def reason(entry, problems):
    """Why a function that is right in its notebook is not accepted by itself."""
    first = problems[0].removeprefix(f"{NAME}: {entry.answer} ")
    if first.startswith("no longer passes its check"):
        return "without the rest of the notebook, it is not right."
    return f"it {first}" if first != problems[0] else first


def merged(text, part, piece, parts):
    """The file's text with this piece in its place, in the order of the series. What else stands in
    it stays."""
    order = {name: i for i, name in enumerate(["", *parts])}
    others = [x for x in pieces(text or BEGINNING) if x.part != part]
    others.append(Piece(part, piece, 0))
    others.sort(key=lambda x: order.get(x.part, len(order)))
    return "\n\n\n".join(x.text.strip("\n") for x in others if x.text.strip()) + "\n"


def replace(path, text):
    """Write the file as a whole: whoever reads it finds the old or the new one."""
    new = path.with_name(f".{NAME}.new")
    try:
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


@contextlib.contextmanager
def locked(path):
    """While it is entered, no other notebook writes to the file."""
    lock = path.with_name(f".{NAME}.lock")
    end = time.monotonic() + WAIT
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            with contextlib.suppress(FileNotFoundError):
                if time.time() - lock.stat().st_mtime > STALE:
                    lock.unlink()
                    continue
            if time.monotonic() > end:
                raise TimeoutError("another notebook is writing to it") from None
            time.sleep(0.02)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.unlink()
