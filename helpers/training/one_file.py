"""my_transformer.py with a reader's functions in it: one file that trains a transformer and writes.

It is the file beside this module, in which functions give way to those of the same part that a
check accepted; what they need comes with them. One that needs more than NumPy stays out.
"""

import ast
import builtins
import contextlib
import io
import re
import sys
from pathlib import Path

from helpers.names_in_code import bound, used
from helpers.training.letters import PLACES

FILE = Path(__file__).with_name("my_transformer.py")
PARTS = (
    "softmax",
    "causal_mask",
    "split",
    "merge",
    "layer_norm",
    "mlp",
    "probabilities",
    "softmax_back",
    "loss_slope",
    "adam_step",
)
KNOWN = {*dir(builtins), "np", "math"}
# as a reader may call the series' own functions
OURS = re.compile(r"\b(?:attention|mine|block|positions)\.(\w+)")
MARK, OTHERS = "# yours\n", "  # the series' own\n"
# from the mark to what is not the reader's: another mark, a function of the series, a chapter
YOURS = re.compile(rf"(?ms)^({MARK}.*?\n)(?=\n+(?:{MARK}|def [^\n]*:{OTHERS}|# --- ))")


def written(texts):
    """The file's text, and why some functions are the series' own: {part: reason}.

    texts: {part: (name of the function, its text, as my_functions.py has it)}."""
    source, reasons = FILE.read_text("utf-8"), {}
    for part in PARTS:
        own = function_of(source, part)
        piece = own.replace(":\n", f":{OTHERS}", 1)
        if part in texts:
            try:
                piece = f"{MARK}{fitting(part, *texts[part])}"
            except ValueError as error:
                reasons[part] = str(error)
        source = source.replace(own, piece)
    return source, reasons


def heart(source):
    """The chapter in which the file trains: the loss, its slopes, and the loop of steps."""
    return re.search(r"(?ms)^# --- training.*?(?=\n+# --- )", source)[0]


def pieces(source):
    """The file in pieces, one after the other: [(text, whether it is the reader's)]."""
    return [(text, i % 2 == 1) for i, text in enumerate(YOURS.split(source)) if text]


def printed(source, *given):
    """The lines that the file prints when it is run with these words after its name."""
    module, told = {"__name__": FILE.stem}, io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(source, module)
        module["main"]([*map(str, given)])
    return told.getvalue().splitlines()


def names():
    """The text of names.txt, from which the file learns: a country and a name in each line."""
    return "".join(f"{kind} {name}\n" for kind, of in PLACES.training.items() for name in of)


def function_of(source, name):
    (node,) = [x for x in ast.parse(source).body if getattr(x, "name", "") == name]
    return "\n".join(source.split("\n")[node.lineno - 1 : node.end_lineno])


def fitting(part, name, text):
    """A reader's function and what it needs, under the name that the file has for it. ValueError
    says what it needs that the file has not."""
    if part in OURS.findall(text):
        raise ValueError(f"it calls the series' own {part}")
    alias = f"{name} = {part}" in map(ast.unparse, ast.parse(text).body)
    if name != part and part in bound(text) and not alias:  # they would have one name
        raise ValueError(f"its cell has another {part}, too")
    text = re.sub(rf"\b{name}\b", part, OURS.sub(in_the_file, text))
    body = ast.parse(text).body
    lines = text.split("\n")
    imports = [x for x in body if isinstance(x, ast.Import | ast.ImportFrom)]
    kept = [x for x in body if x not in imports or is_at_hand(x)]
    defined = bound(text) - {part, "np", "math"}
    if clash := sorted(defined & file_names()):
        raise ValueError(f"{clash[0]} is the name of something else in the file")
    pieces = ["\n".join(lines[start(x) - 1 : x.end_lineno]) for x in kept if not is_there(x, part)]
    if unknown := sorted(used("\n".join(pieces)) - KNOWN - file_names() - defined):
        raise ValueError(f"it needs {unknown[0]}, which the file has not")
    return "\n\n\n".join(pieces)


def in_the_file(match):
    return match[1] if match[1] in PARTS else match[0]


def start(node):
    decorators = [x.lineno for x in getattr(node, "decorator_list", [])]
    return min([node.lineno, *decorators])


def is_at_hand(node):
    """Whether an import needs Python or NumPy alone."""
    modules = [x.name for x in node.names] if isinstance(node, ast.Import) else [node.module or "."]
    roots = {module.partition(".")[0] for module in modules}
    return roots <= {"numpy", *sys.stdlib_module_names}


def is_there(node, part):
    """Whether the file has this already: an import, or the part under its own name."""
    return ast.unparse(node) in ("import numpy as np", "import math", f"{part} = {part}")


def file_names():
    return bound(FILE.read_text("utf-8"))
