"""What Python has elsewhere and not in a page of the book: a sentence on what to do instead."""

NAMES = {
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "−": "-",
    "–": "-",
    "×": "*",
    "\u00a0": " ",
}
JUPYTER = (
    "{} is a command to Jupyter, which is not in this page. Open in the workbench, at the top of "
    "the page, has it."
)
FIRST = {  # what a line of no Python begins with
    "%": JUPYTER,
    "!": "{} is a command to a computer, and a page has none.",
    "?": "{} is Jupyter's way to ask for help. In a page, help(…) prints the same.",
    "pip ": "Nothing can be installed in a page: it has NumPy and matplotlib.",
}
MEMORY = "The memory that a page may have is full. The variables from before are still there."
MATPLOTLIB = "The page loads it when a line of this cell says: import matplotlib.pyplot as plt"


def advice(error, source):
    """What to do about an error of the cell `source`: a sentence, or nothing."""
    if isinstance(error, SyntaxError):
        return of_a_line(source.splitlines()[error.lineno - 1 : error.lineno], error.offset or 1)
    if isinstance(error, ModuleNotFoundError) and error.name:
        name = error.name.partition(".")[0]
        if name == "matplotlib":
            return MATPLOTLIB
        return f"{name} is not in this page: it has NumPy, matplotlib and Python's own modules."
    if isinstance(error, MemoryError):
        return MEMORY
    if isinstance(error, FileNotFoundError):
        return "The files of your computer are not in this page."
    return ""


def of_a_line(lines, offset):
    """What is in a line that is no Python. lines: it alone, or none; offset: from 1, where."""
    line = "".join(lines)
    sign = line[offset - 1 : offset]
    if sign in NAMES and sign:
        name = "a space of another kind" if sign == "\u00a0" else sign
        return f"Python does not know {name}: type {NAMES[sign]!r} in its place."
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
