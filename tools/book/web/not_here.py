"""What Python has elsewhere and not in a page of the book: a sentence on what to do instead."""

import builtins
import re
import sys
import traceback
import unicodedata

NAMES = {  # signs that phones, word processors and books have for Python's
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚´`", "'"),
    **dict.fromkeys("−–—", "-"),
    "×": "*",
    "·": "*",
    "÷": "/",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "²": "**2",
    "³": "**3",
}
JUPYTER = (
    "{} is a command to Jupyter, which is not in this page. Open in the workbench, at the top of "
    "the page, has it."
)
FIRST = {  # what a line of no Python begins with
    "%": JUPYTER,
    "!": "{} is a command to a computer, and a page has none.",
    "?": "{} is Jupyter's way to ask for help. In a page, help(…) prints the same.",
}
INSTALL = "Nothing can be installed in a page: it has NumPy and matplotlib."
PROMPT = re.compile(r"^\s*(>>>|In ?\[\d*\]:|Out ?\[\d*\]:)", re.MULTILINE)
BEYOND = {  # a module that an error came through
    "threading": "A page has one thread: call the function itself.",
    "subprocess": "There are no other programs in a page.",
    **dict.fromkeys(("urllib", "http", "ssl", "socket"), "Python in a page reaches no network."),
}
MEMORY = (
    "The memory that a page may have is full. The variables from before are still there: delete "
    "large ones (del name), and run the cell again."
)
INVISIBLE = "There is an invisible character in {}: type the line again."
SHOWS = (
    "Of IPython, a page has only display. Open in the workbench, at the top of the page, has more."
)
AWAIT = (
    "In a page, await and async for stand only in a function that begins with async def. Open in "
    "the workbench, at the top of the page, has them everywhere."
)
OURS = "{0} has another value here than Python gives it. del {0} brings Python's back."
DEEPEST = 5000  # calls inside calls, for which a worker has room
MATPLOTLIB = "The page loads it when a line of this cell says: import matplotlib.pyplot as plt"


def advice(error, source):
    """What to do about an error of the cell `source`: a sentence, or nothing."""
    prompt = PROMPT.search(source)
    if prompt and isinstance(error, SyntaxError | NameError):
        return f"Leave out {prompt[1]} and the like: they stand before code and are none."
    if isinstance(error, TabError):
        return "Tabs and spaces are mixed: indent with spaces only."
    if "\0" in source:  # an error without a line
        line = source[: source.index("\0")].count("\n") + 1
        return INVISIBLE.format(f"line {line}")
    if isinstance(error, SyntaxError) and re.search("'(await|async \\w+)' outside", error.msg):
        return AWAIT
    if isinstance(error, SyntaxError):
        return of_a_line(source.splitlines()[error.lineno - 1 : error.lineno], error.offset or 1)
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "IPython":
        return SHOWS
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.partition(".")[0]
        if name == "matplotlib":
            return MATPLOTLIB
        return f"{name} is not in this page: it has NumPy, matplotlib and most of Python's own."
    if isinstance(error, MemoryError):
        return MEMORY
    if isinstance(error, FileNotFoundError):
        return "The files of your computer are not in this page."
    if isinstance(error, TypeError):
        return " ".join(map(OURS.format, taken(error)))
    for frame, _ in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "").partition(".")[0]
        if module in BEYOND:
            return BEYOND[module]
    return ""


def taken(error):
    """The names of Python's own functions that the code which raised this has for values that
    cannot be called."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return [
        name
        for name in frame.f_code.co_names
        if callable(getattr(builtins, name, None)) and not callable(frame.f_globals.get(name, id))
    ]


def of_a_line(lines, offset):
    """What is in a line that is no Python. lines: it alone, or none; offset: from 1, where."""
    line = "".join(lines)
    sign = line[offset - 1 : offset]
    plain = NAMES.get(sign) or unicodedata.normalize("NFKC", sign)
    if not sign.isascii() and unicodedata.category(sign) == "Cf":
        return INVISIBLE.format("this line")
    if plain != sign and plain.isascii():
        name = "a space of another kind" if plain == " " else sign
        return f"Python does not know {name}: type {plain!r} in its place."
    if " install " in line:
        return INSTALL
    word = line.split()[0] if line.split() else ""
    if word.endswith("?"):
        return FIRST["?"].format(word)
    for beginning, sentence in FIRST.items():
        if line.lstrip().startswith(beginning):
            return sentence.format(word)
    return ""


def ask(prompt=""):
    """In the place of input."""
    raise EOFError("input() cannot ask in a page: write the value into the code in its place.")


def set_recursion_limit(limit, real=sys.setrecursionlimit):
    """In the place of sys.setrecursionlimit: with more, Python ends after a long time."""
    if limit > DEEPEST:
        raise ValueError(f"A page has room for {DEEPEST} calls inside calls: give no more.")
    real(limit)
