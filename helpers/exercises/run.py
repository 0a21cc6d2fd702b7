"""Running what a student wrote: on copies, its prints kept, its errors told in its own terms."""

import ast
import contextlib
import copy
import inspect
import io
import linecache
import re
import textwrap
import traceback
import types
import warnings
from collections import Counter
from dataclasses import dataclass

import numpy as np

MANY = 10**6  # numbers in a result that is looked at
LONG = 400  # characters of what is printed, or of an error's message


@dataclass(frozen=True)
class Outcome:
    """What one call gave. error: the line that failed and its message; dots: the error is about
    `...`; changed: positions of arguments that are no longer what they were."""

    result: object = None
    printed: str = ""
    error: str = ""
    dots: bool = False
    changed: tuple = ()


class Prints(io.StringIO):
    """Keeps the beginning alone: a loop that does not end may print all the time."""

    def write(self, text):
        super().write(text[: max(0, LONG + 1 - self.tell())])
        return len(text)


def call(function, arguments):
    """The outcome of function(*copies of arguments). KeyboardInterrupt passes through."""
    given, prints = copy.deepcopy(arguments), Prints()
    try:
        with contextlib.redirect_stdout(prints), quiet():
            result = _kept(function(*given))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a student's code does ends here
        dots = bool(re.search("'ellipsis'|of type ellipsis", _message(error)))
        return Outcome(printed=_cut(prints.getvalue()), error=_told(error, function), dots=dots)
    changed = tuple(
        i for i, (a, b) in enumerate(zip(arguments, given, strict=True)) if differ(a, b)
    )
    return Outcome(result, _cut(prints.getvalue()), changed=changed)


@contextlib.contextmanager
def quiet():
    """No warnings, and no errors made of them, whatever the reader has set."""
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        yield


def _kept(result):
    """A copy, since the next call may write into the same list or array."""
    array = isinstance(result, np.ndarray) and result.size <= MANY
    return copy.copy(result) if array or isinstance(result, list) else result


def differ(a, b):
    """Whether an argument was changed by the call."""
    if isinstance(a, np.ndarray):
        same = a.shape == b.shape and a.dtype == b.dtype
        return not (same and np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    try:
        return bool(a != b)
    except ValueError:  # arrays were put into a list
        return True


def _told(error, function):
    """The student's own line and the error's message, as Python would end its traceback."""
    file = function.__code__.co_filename if isinstance(function, types.FunctionType) else None
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    ]
    told = f"{type(error).__name__}: {_message(error)}".removesuffix(": ")
    if not frames:
        return told
    line = linecache.getline(file, frames[-1].lineno).strip()
    return f"line {frames[-1].lineno}: {line}\n{told}" if line else told


def _message(error):
    try:
        return _cut(str(error))
    except Exception:  # an error of their own
        return ""


def _cut(text):
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def is_stub(source, answer):
    """Whether a function is still the stub, byte for byte of its code."""
    if not isinstance(answer, types.FunctionType):
        return False
    return any(_same(answer.__code__, stub) for stub in _codes(source))


def _codes(source):
    module = compile(source, "stub", "exec")
    return [constant for constant in module.co_consts if hasattr(constant, "co_code")]


def _same(one, other):
    def parts(code):
        constants = [c for c in code.co_consts if not hasattr(c, "co_code")]
        return code.co_name, code.co_code, code.co_names, code.co_varnames, repr(constants)

    inner = [[c for c in code.co_consts if hasattr(c, "co_code")] for code in (one, other)]
    return parts(one) == parts(other) and len(inner[0]) == len(inner[1]) and all(map(_same, *inner))


def waits(function, unknown):
    """Whether dots in a function's code still stand for what is to be written there: not as an
    index, nor for a name that gets a value elsewhere. `unknown`, where its code cannot be read."""
    try:
        nodes = list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))))
    except Exception:  # no function, no source, or a piece of it that cannot be read alone
        return unknown
    values = Counter(ast.unparse(node) for node in nodes if _is_stored(node))
    settled = [node.slice for node in nodes if isinstance(node, ast.Subscript)]
    settled += [node for node in nodes if isinstance(node, ast.Expr)]
    settled += [
        node
        for node in nodes
        if isinstance(node, ast.Assign) and all(values[ast.unparse(t)] > 1 for t in node.targets)
    ]
    dots = {node for node in nodes if isinstance(node, ast.Constant) and node.value is ...}
    return bool(dots.difference(*map(ast.walk, settled)))


def _is_stored(node):
    return isinstance(getattr(node, "ctx", None), ast.Store)
