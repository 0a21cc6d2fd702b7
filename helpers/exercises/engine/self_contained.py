"""A function typed into a cell, with all that it needs, as a text that runs by itself."""

import ast
import inspect
import linecache
import re
import sys
import types

from helpers.exercises.engine.deadline import is_typed
from helpers.names_in_code import bound, used

COMMENT = re.compile(r"#(?! ---)")  # but no heading of the file in which the function is kept


class NotKept(Exception):
    """Why a function does not run by itself, in words that go on after a colon."""


def self_contained(function, name):
    """What its cell has to say for the function to run by itself, as `name`: imports first, those
    of other cells among them, then the functions of other cells that it calls, then its helper
    functions and constants, then the function.

    NotKept if it needs what else other cells define."""
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is not None and code.co_filename == "<timed exec>":  # IPython keeps no lines of it
        raise NotKept("its cell begins with %%time. Run it once without that line.")
    if code is None or not is_typed(code.co_filename):
        raise NotKept("it was not typed into a cell as a function.")
    statements = statements_of(code)
    in_cell = {bound for statement in statements for bound in statement.binds}
    root = next((x for x in (function.__name__, name) if x in in_cell), None)
    if root is None:
        raise NotKept(f"it has no name in its cell. Begin it with def {name}.")
    statements = without_dead(statements)
    imports, others, chosen, names = [], [], [], [root]
    for needed in names:  # which grows
        if needed in in_cell:
            binding = [x for x in statements if needed in x.binds and x not in chosen]
            chosen += binding
            uses = {word for statement in binding for word in statement.uses()}
            names += sorted(uses.difference(names))
        elif needed in function.__globals__:
            value = function.__globals__[needed]
            definition = definition_of(needed, value)
            if definition:
                others.append(definition.text)
                names += sorted(definition.uses().difference(names))
            else:
                imports.append(import_of(needed, value))
    imports += [x.text for x in statements if x in chosen and x.is_import]
    imports.sort(key=lambda line: (line.startswith("from"), line))
    pieces = others + [x.text for x in statements if x in chosen and not x.is_import]
    if root != name:
        pieces.append(f"{name} = {root}")
    blank = "\n\n\n"
    return "".join(["\n" + "\n".join(imports) if imports else "", *(blank + x for x in pieces)])


def without_dead(statements):
    """The statements, without definitions that another replaces before they are used."""
    alive = []
    for place, statement in enumerate(statements):
        later = [x for x in statements[place + 1 :] if statement.binds & (x.binds | x.uses())]
        is_replaced = later and later[0].is_def and later[0].binds == statement.binds
        if not (statement.is_def and is_replaced):
            alive.append(statement)
    return alive


class Statement:
    """A statement of a cell. binds: the names that it gives a value, on any of its lines; is_def:
    whether it is the definition of a function, without decorators."""

    def __init__(self, node, text):
        self.text = text
        self.is_import = isinstance(node, ast.Import | ast.ImportFrom)
        self.is_def = isinstance(node, ast.FunctionDef) and not node.decorator_list
        self.binds = bound(text)

    def uses(self):
        """The names of the cell and of the notebook that it mentions."""
        return self.binds | used(self.text)


def definition_of(name, value):
    """The Statement of its cell that defines a function of this name, or None if that is no plain
    def."""
    code = getattr(value, "__code__", None)
    if code is None or not is_typed(code.co_filename):
        return None
    found = [x for x in statements_of(code) if x.is_def and x.binds == {name}]
    return found[-1] if found else None


def statements_of(code):
    """The statements of the cell of this code, each with the comments right above it."""
    cell = "".join(linecache.getlines(code.co_filename))
    try:
        nodes = ast.parse(cell).body
    except (SyntaxError, ValueError):
        raise NotKept("its cell is not Python alone.") from None
    lines = cell.splitlines()
    statements, end = [], 0
    for node in nodes:
        first = min(x.lineno for x in [node, *getattr(node, "decorator_list", [])]) - 1
        shared = first < end or any(
            other is not node and other.lineno == node.end_lineno for other in nodes
        )
        while first > end and COMMENT.match(lines[first - 1]):
            first -= 1
        text = ast.unparse(node) if shared else "\n".join(lines[first : node.end_lineno])
        statements.append(Statement(node, text))
        end = node.end_lineno
    return statements


def import_of(name, value):
    """The import that gives a name of the notebook its value."""
    if isinstance(value, types.ModuleType) and value.__name__ in sys.modules:
        package, _, module = value.__name__.rpartition(".")
        if name == value.__name__:
            return f"import {name}"
        if name == module:
            return f"from {package} import {name}"
        return f"import {value.__name__} as {name}"
    module, original = (getattr(value, key, None) for key in ("__module__", "__name__"))
    home = sys.modules.get(module) if module not in (None, "__main__") else None
    if home is None or getattr(home, str(original), None) is not value:
        raise NotKept(
            f"it uses {name} of another cell. Define {name} above it, in its own cell, too."
        )
    return f"from {module} import {original}" + (f" as {name}" if name != original else "")
