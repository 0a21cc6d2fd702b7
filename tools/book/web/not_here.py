"""What Python has elsewhere and not in a page of the book: a sentence on what to do instead."""

import re
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
INVISIBLE = "There is an invisible character in this line: type the line again."
MATPLOTLIB = "The page loads it when a line of this cell says: import matplotlib.pyplot as plt"


def advice(error, source):
    """What to do about an error of the cell `source`: a sentence, or nothing."""
    prompt = PROMPT.search(source)
    if prompt and isinstance(error, SyntaxError | NameError):
        return f"Leave out {prompt[1]} and the like: they stand before code and are none."
    if isinstance(error, TabError):
        return "Tabs and spaces are mixed: indent with spaces only."
    if "\0" in source:  # an error without a line
        return INVISIBLE
    if isinstance(error, SyntaxError):
        return of_a_line(source.splitlines()[error.lineno - 1 : error.lineno], error.offset or 1)
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.partition(".")[0]
        if name == "matplotlib":
            return MATPLOTLIB
        return f"{name} is not in this page: it has NumPy, matplotlib and most of Python's own."
    if isinstance(error, MemoryError):
        return MEMORY
    if isinstance(error, FileNotFoundError):
        return "The files of your computer are not in this page."
    for frame, _ in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "").partition(".")[0]
        if module in BEYOND:
            return BEYOND[module]
    return ""


def of_a_line(lines, offset):
    """What is in a line that is no Python. lines: it alone, or none; offset: from 1, where."""
    line = "".join(lines)
    sign = line[offset - 1 : offset]
    plain = NAMES.get(sign) or unicodedata.normalize("NFKC", sign)
    if not sign.isascii() and unicodedata.category(sign) == "Cf":
        return INVISIBLE
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
