"""What of a cell's code a show needs to show: the part that computes, not the part that draws."""

import ast
import builtins
from itertools import groupby

DISPLAY = {"show", "answer", "predict", "progress"}  # put something on the page
QUIET = {*DISPLAY, "print", "check", *dir(builtins)}  # calls that teach nothing
TEACHING = {"np", "math", "attention"}  # modules whose calls teach something


def drawing_names(code, known):
    """The functions that a cell imports for drawing, and those that it makes of them."""
    names = set()
    for node in code.body:
        if isinstance(node, ast.ImportFrom) and node.module == "helpers.figures":
            names.update(alias.name for alias in node.names)
        if isinstance(node, ast.FunctionDef) and calls(node) & known:
            names.add(node.name)
    return names - DISPLAY


def teaches(code, drawing):
    """Whether code computes something that a reader should see, beside what it draws."""
    own = {node.name for node in code.body if isinstance(node, ast.FunctionDef)}
    for statement in code.body:
        if isinstance(statement, ast.Import | ast.ImportFrom | ast.Assert):
            continue
        if calls(statement) & drawing:
            continue
        if any(_computes(node, own) for node in ast.walk(statement)):
            return True
    return False


def _computes(node, own):
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name):
            return function.id not in QUIET | own
        while isinstance(function, ast.Attribute):
            function = function.value
        return isinstance(function, ast.Name) and function.id in TEACHING
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, ast.BitOr)  # which joins dictionaries
    return isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.Try)


def parts(code):
    """The parts of a cell, which by turns compute and only show: pairs (number of the first line,
    counted from 0, whether it only shows). What only shows may print and check what it shows."""
    found = []  # pairs (statement, whether it belongs to what only shows)
    for showing, same in groupby(code.body, _shows):
        run = list(same)
        checks = next((i for i, node in enumerate(run[::-1]) if not _checks(node)), len(run))
        computes = 0 if showing else len(run) - checks
        if found and all(_checks(node) or _prints(node) for node in run):
            computes = 0
        elif found and checks and not any("print" in calls(node) for node in run):
            computes = 0  # after a picture, it all serves the check
        found += [(node, i >= computes) for i, node in enumerate(run)]
    hidden = any(calls(node) & DISPLAY for node, shows in found if not shows and not _defines(node))
    if hidden:  # shown in a loop: nobody knows how often
        return [(0, False)]
    turns = [next(same) for _, same in groupby(found, lambda pair: pair[1])]
    return [(node.lineno - 1, shows) for node, shows in turns]


def count_shown(code):
    """How many outputs a cell shows, beside what it prints."""
    return sum(map(_shows, code.body))


def _shows(statement):
    return _calls_at_once(statement, DISPLAY)


def _prints(statement):
    return _calls_at_once(statement, {"print"})


def _calls_at_once(statement, names):
    call = getattr(statement, "value", None)
    return isinstance(call, ast.Call) and name_of(call) in names


def _defines(statement):
    return isinstance(statement, ast.FunctionDef)


def _checks(statement):
    if isinstance(statement, ast.For):
        return all(_checks(each) for each in statement.body)
    return isinstance(statement, ast.Assert)


def calls(node):
    """The names of all functions that are called in it, without their modules."""
    return {name_of(each) for each in ast.walk(node) if isinstance(each, ast.Call)}


def name_of(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))
