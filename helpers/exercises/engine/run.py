"""Run a student's function on copies of its arguments; keep what it printed and how it failed."""

import contextlib
import copy
import io
import linecache
import sys
import traceback
import warnings
from dataclasses import dataclass

import numpy as np

MANY = 10**5  # numbers; a larger result is not looked at
LONG = 400  # characters; what is printed, or an error's message, is cut there


@dataclass(frozen=True)
class Line:
    """A line of the student's cell."""

    number: int
    text: str


@dataclass(frozen=True)
class Outcome:
    """What one call gave. error: its type and message; line: the student's Line that failed, or
    None; changed: the positions of the arguments that the call changed; shared: of those that are
    the result, or whose memory its array shares."""

    result: object = None
    printed: str = ""
    error: str = ""
    line: object = None
    changed: tuple = ()
    shared: tuple = ()


class RemoteFunction:
    """A student's function that runs in another process (tools/grading/sandbox.py): its source, the
    names of its notebook, and outcome_on(case), which gets the Outcome of a call from there."""

    def __init__(self, source, names, outcome_on):
        self.source = source
        self.__globals__ = names
        self.outcome_on = outcome_on


def is_function(answer):
    return callable(answer) or isinstance(answer, RemoteFunction)


def call_on(case, function):
    """The Outcome of a student's function on a case."""
    if isinstance(function, RemoteFunction):
        return function.outcome_on(case)
    return call(function, case.arguments)


def call(function, arguments):
    """The Outcome of one call, on copies of the arguments. KeyboardInterrupt passes through."""
    each = [x.copy() if isinstance(x, np.ndarray) else x for x in arguments]  # one given twice, too
    copies = copy.deepcopy(each)
    output = ShortOutput()
    try:
        with contextlib.redirect_stdout(output), displays_printed():
            given = function(*copies)
            result = snapshot(given)
    except (Exception, SystemExit) as error:
        message = shortened(f"{type(error).__name__}: {error}".removesuffix(": "))
        return Outcome(None, shortened(output.getvalue()), message, failed_line(error))
    pairs = zip(arguments, copies, strict=True)
    changed = tuple(i for i, (before, after) in enumerate(pairs) if differ(before, after))
    shared = tuple(i for i, x in enumerate(copies) if is_shared(given, x))
    printed = shortened(output.getvalue())
    return Outcome(result, printed, changed=changed, shared=shared)


class ShortOutput(io.StringIO):
    """Keeps only the beginning of what is printed, since an endless loop may print."""

    def write(self, text):
        super().write(text[: max(0, LONG + 1 - self.tell())])
        return len(text)


@contextlib.contextmanager
def displays_printed():
    """Of what the reader's function displays, such as plots, the text is printed: many calls would
    fill the page. Only in Jupyter."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        yield
        return
    before, shell.display_pub = shell.display_pub, Printing()
    try:
        yield
    finally:
        shell.display_pub = before


class Printing:
    """Takes the place of what IPython publishes with."""

    is_publishing = False

    def publish(self, data, *given, **named):
        print(data.get("text/plain", ""))

    def clear_output(self, *given):
        pass


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


def is_shared(result, argument):
    """Whether a list or an array that was given is the result, or shares its memory."""
    if isinstance(result, np.ndarray) and isinstance(argument, np.ndarray):
        return bool(np.may_share_memory(result, argument))
    return isinstance(argument, list) and result is argument


def differ(before, after):
    """Whether a call changed an argument."""
    if before is after:  # a number, a text: its copy is itself
        return False
    if _is_same_array(before, after):  # the quick way, which most go
        return False
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        return len(before) != len(after) or any(map(differ, before, after))
    try:
        same = (before == after) | (before != before)  # nan is not nan
        return not (np.shape(before) == np.shape(after) and np.all(same))
    except ValueError:  # arrays were put into a list
        return True


def _is_same_array(before, after):
    """Whether two arrays are the same to the last bit."""
    if not (isinstance(before, np.ndarray) and isinstance(after, np.ndarray)):
        return False
    same_kind = before.shape == after.shape and before.dtype == after.dtype
    return same_kind and before.dtype != object and before.tobytes() == after.tobytes()


def failed_line(error):
    """The last Line of the student's cell that the error came through, or None."""
    _, *frames = traceback.extract_tb(error.__traceback__)  # the first is in call, above
    numbers = [frame.lineno for frame in frames if frame.filename == frames[0].filename]
    text = linecache.getline(frames[0].filename, numbers[-1]).strip() if numbers else ""
    return Line(numbers[-1], text) if text else None


def shortened(text):
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def one_line(message):
    """A message in one line of what can be printed: parts of it may be the student's."""
    return shortened("".join(filter(str.isprintable, " ".join(message.split()))))
