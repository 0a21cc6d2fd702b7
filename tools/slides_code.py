"""What of a cell's code a show needs to show: the part that computes, not the part that draws."""

import ast
import builtins

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


def display_begins(code):
    """The line at which a cell stops computing and only shows and asserts, counted from 0; None if
    it does not stop, or does nothing else."""
    body = code.body
    at = len(body)
    while at and _displays(body[at - 1]):
        at -= 1
    shows = [i for i in range(at, len(body)) if calls(body[i]) & DISPLAY]
    last = shows[0] if shows else len(body)
    while at < last and any(calls(body[i]) & {"print"} for i in range(at, last)):
        at += 1  # what is printed before stays with what it prints
    before = [node for node in body[:at] if not isinstance(node, ast.FunctionDef)]
    if not 0 < at < len(body) or any(calls(node) & DISPLAY for node in before):
        return None
    return body[at].lineno - 1


def _displays(statement):
    if isinstance(statement, ast.Assert):
        return True
    call = getattr(statement, "value", None)
    return isinstance(call, ast.Call) and name_of(call) in {*DISPLAY, "print"}


def calls(node):
    """The names of all functions that are called in it, without their modules."""
    return {name_of(each) for each in ast.walk(node) if isinstance(each, ast.Call)}


def name_of(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))
