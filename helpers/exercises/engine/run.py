"""Run a student's function on copies of its arguments; keep what it printed and how it failed."""

import contextlib
import copy
import io
import linecache
import traceback
import warnings
from dataclasses import dataclass

import numpy as np

MANY = 10**5  # numbers; a larger result is not looked at
LONG = 400  # characters; what is printed, or an error's message, is cut there


@dataclass(frozen=True)
class Outcome:
    """What one call gave. error: its type and message; line: the student's line that failed;
    changed: the positions of the arguments that the call changed."""

    result: object = None
    printed: str = ""
    error: str = ""
    line: str = ""
    changed: tuple = ()


class Elsewhere:
    """A student's function that runs in another process (tools/grading/sandbox.py): its source, the
    names of its notebook, and what asks that process for the outcome of a call."""

    def __init__(self, source, names, ask):
        self.source, self.__globals__, self.ask = source, names, ask

    def __call__(self, arguments):
        return self.ask(arguments)


def call(function, arguments):
    """The outcome of one call, on copies of the arguments. KeyboardInterrupt passes through."""
    if isinstance(function, Elsewhere):
        return function(arguments)
    given = copy.deepcopy(arguments)
    prints = Prints()
    try:
        with contextlib.redirect_stdout(prints):
            result = snapshot(function(*given))
    except (Exception, SystemExit) as error:
        message = shortened(f"{type(error).__name__}: {error}".removesuffix(": "))
        return Outcome(None, shortened(prints.getvalue()), message, own_line(error))
    changed = [i for i, (a, b) in enumerate(zip(arguments, given, strict=True)) if differ(a, b)]
    return Outcome(result, shortened(prints.getvalue()), changed=tuple(changed))


class Prints(io.StringIO):
    """Keeps only the beginning, since an endless loop may print."""

    def write(self, text):
        super().write(text[: max(0, LONG + 1 - self.tell())])
        return len(text)


@contextlib.contextmanager
def quiet():
    """No warnings, and none turned into errors, whatever the reader has set."""
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        yield


def snapshot(result):
    """A copy, since the next call may write into the same list or array. A huge array keeps only
    its shape, which takes no memory."""
    if isinstance(result, list):
        return result[:]
    if isinstance(result, np.ndarray):
        return result.copy() if result.size <= MANY else np.broadcast_to(np.nan, result.shape)
    return result


def differ(a, b):
    """Whether a call changed the argument a to b."""
    try:
        return not (np.shape(a) == np.shape(b) and np.all((a == b) | (a != a)))  # nan is not nan
    except ValueError:  # arrays were put into a list
        return True


def own_line(error):
    """The last line of the student's cell that the error came through."""
    _, *frames = traceback.extract_tb(error.__traceback__)  # the first is in call, above
    own = [frame.lineno for frame in frames if frame.filename == frames[0].filename]
    line = linecache.getline(frames[0].filename, own[-1]).strip() if own else ""
    return f"line {own[-1]}: {line}" if line else ""


def shortened(text):
    return text if len(text) <= LONG else f"{text[:LONG]}…"
