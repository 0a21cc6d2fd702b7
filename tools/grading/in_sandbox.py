"""What runs in the sandbox: the cells of one student's notebook. sandbox.py puts this file in the
place of helpers/exercises/__init__.py, so `check` hands an answer in and no solution is there.

Requests come as pickles, answers go as lines of JSON: of what they say, nothing is run outside."""

import __future__

import ast
import base64
import builtins
import ctypes
import io
import itertools
import json
import linecache
import os
import pickle
import platform
import re
import sys
from functools import cache
from types import SimpleNamespace

import numpy as np

from helpers.exercises.engine.compare import array_or_problem
from helpers.exercises.engine.run import Outcome, call, quiet
from helpers.exercises.engine.unwritten import source_of

# bytes of the process, seconds of the processor, bytes of a file, of what is left of a crash
LIMITS = {"AS": 2**31, "CPU": 600, "FSIZE": 2**24, "CORE": 0}
PROCESSES = 24  # with threads
FUTURE = __future__.annotations.compiler_flag  # of what is imported for all cells below
INSTALLS = re.compile(r"^([ \t]*)[%!] ?pip\b.*", re.MULTILINE)  # as a page alone does, on Colab
PARTS = {}  # as in helpers.exercises, for helpers.mine: those of earlier notebooks
_names = {"__name__": "__main__"}  # the notebook's variables
_numbers = itertools.count()
_channel = SimpleNamespace(requests=None, answers=None, flags=0)


# --- what helpers.exercises has for a notebook ---------------------------------------------------


def check(name, answer, *more):
    """Hand an answer in. What it returns says only whether it passed."""
    answer = (answer, *more) if more else answer
    function = callable(answer)
    source = source_of(answer) if function else ""
    variables = getattr(answer, "__globals__", {})
    numbers = [x for x, y in variables.items() if isinstance(y, np.ndarray | int | float)]
    _send(check=name, function=function, source=source, numbers=numbers)
    return _questioned(answer)


predict = check


def yours(name, function):
    return function


def whose(*names):
    return None


def solution(name):
    return None


def progress():
    return None


def _questioned(answer):
    """Answer what is asked about an answer, until there is a verdict."""
    while True:
        kind, given = pickle.load(_channel.requests)
        match kind:
            case "value":
                _send(value=_packed(answer))
            case "call":
                _send(**_outcome(answer, given))
            case "passed":
                return SimpleNamespace(passed=given, verdict="", message="")


def _outcome(function, arguments):
    try:
        with quiet():
            outcome = call(function, pickle.loads(arguments))
        result = _packed(outcome.result)
    except BaseException as error:  # KeyboardInterrupt; a result that cannot be sent
        outcome, result = Outcome(error=_said(error)), None
    line = vars(outcome.line) if outcome.line else None
    return vars(outcome) | {"result": result, "line": line}


# --- the notebook --------------------------------------------------------------------------------


class _Hidden:
    """Finds none of these modules, whether they are installed or not."""

    def __init__(self, names):
        self.names = {*names}

    def find_spec(self, name, path=None, target=None):
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def serve(hidden=()):
    """Run what is asked, until the requests end. hidden: modules that are not to be there."""
    sys.meta_path.insert(0, _Hidden(hidden))
    _take_the_channel()
    _die_first()
    _leave_keyring()
    sys.path.insert(0, "")  # the notebook's folder
    builtins.display = _display
    builtins.get_ipython = _shell
    while True:
        try:
            kind, given = pickle.load(_channel.requests)
        except EOFError:
            return
        match kind:
            case "limits":
                _limit(given)
            case "parts":
                PARTS.update(pickle.loads(given))
            case "names":
                _define(given)
            case "cell":
                _send(end=_run(given))


def _take_the_channel():
    """Keep the ends of the channel; what is printed goes nowhere. A forked process has neither."""
    _channel.requests, _channel.answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_leave_the_channel)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _leave_the_channel():
    _channel.requests, _channel.answers = io.BytesIO(), io.BytesIO()


def _die_first():
    """If memory is short, this process is to be ended, not the one that judges."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:  # not Linux
        return


def _leave_keyring():
    """Linux's keys of the teacher's session are inherited by every process, also in a sandbox: go
    on with a keyring that is new and empty (keyctl(2), which has no name in Python or the C
    library)."""
    number = {"x86_64": 250, "aarch64": 219}.get(platform.machine())
    if sys.platform == "linux" and number:
        join_session_keyring = 1
        ctypes.CDLL(None).syscall(number, join_session_keyring, None)


def _limit(sandboxed):
    """Limit memory, time and files; in a sandbox, whose processes are its own, their number."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, most in (LIMITS | {"NPROC": PROCESSES} if sandboxed else LIMITS).items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def _define(pickles):
    """Give the notebook these variables. What needs an answer of the student's finds theirs."""
    for name, pickled in pickles.items():
        try:
            _names[name] = _Loader(io.BytesIO(pickled)).load()
        except Exception:  # it needs what is not there: who uses it gets a NameError
            _names.pop(name, None)


class _Loader(pickle.Unpickler):
    def persistent_load(self, name):
        def theirs(*arguments, **options):
            return _names[name](*arguments, **options)

        theirs.__name__ = name
        return theirs


def _run(source):
    """Run a cell as Jupyter does. Its error in a line, or nothing."""
    try:
        file = f"<cell {next(_numbers)}>"
        try:
            _compiled(source, file, "exec")
        except SyntaxError:  # it may have magics
            source = _shell().transform_cell(INSTALLS.sub(r"\1pass", source))
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
        try:
            _compiled(source, file, "exec")
        except SyntaxError:  # it may await something
            _shell().run_cell(source).raise_error()
            return ""
        return _run_statements(ast.parse(source, file).body, file)
    except BaseException as error:
        return _said(error)


def _run_statements(statements, file):
    """Run the statements of a cell. An import of what is not here is passed over: the others may do
    without. So is an error among answers to several exercises: in the notebook, the page's
    functions stood in for those that are missing. The last such error in a line, or nothing."""
    missing, several = "", len({*map(_answered, statements)} - {None}) > 1
    for statement in statements:
        try:
            if statement is statements[-1] and isinstance(statement, ast.Expr):
                value = eval(_compiled(ast.Expression(statement.value), file, "eval"), _names)
                _names["_"] = value
            else:
                exec(_compiled(ast.Module([statement], []), file, "exec"), _names)
        except Exception as error:
            is_import = isinstance(statement, ast.Import | ast.ImportFrom)
            if not several and not (is_import and isinstance(error, ModuleNotFoundError)):
                raise
            missing = _said(error)
    return missing


def _answered(statement):
    """The exercise of a statement check("…", …) or predict("…", …), or None."""
    match statement:
        case ast.Expr(ast.Call(ast.Name("check" | "predict"), [ast.Constant(name), *_])):
            return name
    return None


def _compiled(source, file, mode):
    """Compiled, with `from __future__ import annotations` if a cell above has said so."""
    code = compile(source, file, mode, _channel.flags, dont_inherit=True)
    _channel.flags |= code.co_flags & FUTURE
    return code


@cache
def _shell():
    """IPython, in these variables: it takes a moment, and few cells need it."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):
        def enable_gui(self, gui=None):
            """For %matplotlib: there are no windows."""

    return Shell.instance(user_ns=_names, config=Config({"HistoryManager": {"enabled": False}}))


def _display(*_, **__):
    """Nobody looks."""


def _said(error):
    try:
        if isinstance(error, SyntaxError):
            return f"{type(error).__name__}: {error.msg} (line {error.lineno})"
        return f"{type(error).__name__}: {error}".removesuffix(": ")[:400]
    except Exception:  # a student's own error may fail to say what it is
        return type(error).__name__


# --- values on their way -------------------------------------------------------------------------


def _send(**message):
    _channel.answers.write(json.dumps(message).encode() + b"\n")
    _channel.answers.flush()


def _packed(x):
    """A value as JSON can hold it: an array as its bytes, what is no number or text as the name of
    its kind."""
    if isinstance(x, int) and not isinstance(x, bool):
        return x if abs(x) < 2**63 else {"int": hex(x)}
    if x is None or isinstance(x, bool | float | str):
        return x
    if isinstance(x, tuple) and hasattr(x, "weights"):
        return {"kind": "Attended"}
    if isinstance(x, list | tuple):
        return [_packed(item) for item in x]
    array, problem = array_or_problem(x)
    if problem:
        shape = x.shape if isinstance(x, np.ndarray) else ()
        kind = "function" if callable(x) else type(x).__name__
        return {"kind": kind, "shape": shape, "dtype": str(getattr(x, "dtype", ""))}
    data = base64.b64encode(array.tobytes()).decode()
    return {"dtype": array.dtype.str, "shape": array.shape, "data": data}
