"""Running what a student wrote: on copies, its prints kept, its errors told in its own terms."""

import contextlib
import copy
import io
import linecache
import traceback
import types
import warnings
from dataclasses import dataclass

import numpy as np

MANY = 10**6  # numbers in a result that is looked at
LONG = 400  # characters of what is printed, or of an error's message


@dataclass(frozen=True)
class Outcome:
    """What one call gave. error: the line that failed and its message; changed: positions of
    arguments that are no longer what they were."""

    result: object = None
    printed: str = ""
    error: str = ""
    changed: tuple = ()


def call(function, arguments):
    """The outcome of function(*copies of arguments). KeyboardInterrupt passes through."""
    given = copy.deepcopy(arguments)
    with apart() as prints:
        try:
            result, error = _kept(function(*given)), ""
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # whatever a student's code does ends here
            result, error = None, _told(problem, function)
    printed = _cut(prints.getvalue())
    if error:
        return Outcome(printed=printed, error=error)
    changed = tuple(
        i for i, (a, b) in enumerate(zip(arguments, given, strict=True)) if differ(a, b)
    )
    return Outcome(result, printed, changed=changed)


class Prints(io.StringIO):
    """Keeps the beginning alone, since a loop that does not end may print, and stays open."""

    def write(self, text):
        super().write(text[: max(0, LONG + 1 - self.tell())])
        return len(text)

    def close(self):
        pass


@contextlib.contextmanager
def apart():
    """Prints go to what it gives; the reader's settings for warnings do not count."""
    with contextlib.redirect_stdout(Prints()) as prints, quiet():
        yield prints


@contextlib.contextmanager
def quiet():
    """No warnings, and no errors made of them."""
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        yield


def _kept(result):
    """A copy, since the next call may write into the same list or array."""
    if isinstance(result, list):
        return result[:]
    return result.copy() if isinstance(result, np.ndarray) and result.size <= MANY else result


def differ(a, b):
    """Whether an argument was changed by the call."""
    if isinstance(a, np.ndarray):
        same = a.shape == b.shape and a.dtype == b.dtype
        return not (same and np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    try:
        return bool(a != b)
    except Exception:  # arrays, or objects of their own, were put into a list
        return True


def _told(error, function):
    """The student's own line and the error's message, as Python would end its traceback."""
    file = function.__code__.co_filename if isinstance(function, types.FunctionType) else None
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    ]
    kind, message = type(error).__name__, _message(error)
    told = f"{kind}: {message}" if message else kind
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
    """What of a text can be shown."""
    text = text.encode(errors="replace").decode()
    return text if len(text) <= LONG else f"{text[:LONG]}…"
