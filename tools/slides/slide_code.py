"""A cell whose code teaches, divided by turns: statements that compute, and that only show."""

import ast
from itertools import groupby

from tools.notebook.outputs import Output

PLOTTING = "plt."
SHOWING = {"show", "predict"}  # put something on the page


def turns(source):
    """The turns of a cell's code: pairs (number of the first line, counted from 0, whether it only
    shows). What only shows may print and check what it shows."""
    if PLOTTING in source:  # a figure that is open where a cell ends is gone
        return [(0, False)]
    body = ast.parse(source).body
    pairs = []  # (statement, whether it belongs to what only shows)
    for showing, same in groupby(body, lambda statement: calls_at_once(statement, SHOWING)):
        run = list(same)
        checks = next((i for i, node in enumerate(run[::-1]) if not is_check(node)), len(run))
        computes = 0 if showing else len(run) - checks  # how many statements at the beginning
        only_prints = all(is_check(node) or calls_at_once(node, {"print"}) for node in run)
        serves_checks = checks and not any(calls(node, {"print"}) for node in run)
        if pairs and (only_prints or serves_checks):  # of what was shown before
            computes = 0
        pairs += [(node, i >= computes) for i, node in enumerate(run)]
    computing = [node for node, shows in pairs if not shows]
    if any(calls(node, SHOWING) for node in computing if not isinstance(node, ast.FunctionDef)):
        return [(0, False)]  # shown in a loop: nobody knows how often
    first = [next(same) for _, same in groupby(pairs, lambda pair: pair[1])]
    return [(node.lineno - 1, shows) for node, shows in first]


def share_outputs(cell, parts):
    """Give each part of a cell its outputs. Returns whether they can be told apart: what two parts
    print is one output."""
    printed = [output for output in cell.outputs if Output(output).kind == "text"]
    others = [output for output in cell.outputs if Output(output).kind != "text"]
    codes = [ast.parse(part.source) for part in parts]
    printing = [i for i, code in enumerate(codes) if calls(code, {"print"})]
    counts = [sum(calls_at_once(node, SHOWING) for node in code.body) for code in codes]
    if len(printing) > 1 or sum(counts) != len(others) or len(printed) > len(printing):
        return False
    for i, (part, count) in enumerate(zip(parts, counts, strict=True)):
        of_part, others = others[:count], others[count:]
        of_part += printed if i in printing else []
        part.outputs = [output for output in cell.outputs if output in of_part]
    return True


def last_statement(source):
    """The number of the line with which its last statement begins, counted from 0."""
    return ast.parse(source).body[-1].lineno - 1


def calls(node, names):
    """Whether a function with one of these names is called in it."""
    called = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    return any(isinstance(function, ast.Name) and function.id in names for function in called)


def calls_at_once(statement, names):
    """Whether a statement is such a call."""
    value = getattr(statement, "value", None)
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") in names


def is_check(statement):
    if isinstance(statement, ast.For):
        return all(is_check(inner) for inner in statement.body)
    return isinstance(statement, ast.Assert)
