"""Whether a function is still to be written: the stub as it was given, or dots left in it."""

import ast
import inspect
import re
import textwrap

from helpers.exercises.engine.run import RemoteFunction


def is_stub(stub, answer):
    """Whether a function is the stub but for comments and spaces."""
    return _code_alone(source_of(answer)) == _code_alone(stub)


def is_unfinished(function):
    """Whether dots stand where code should, in a function or in a class that it names: not in an
    index, as in x[..., 0]."""
    names = getattr(getattr(function, "__code__", None), "co_names", ())
    named = [function.__globals__.get(name) for name in names]
    methods = [x for some in named if isinstance(some, type) for x in vars(some).values()]
    trees = [tree_of(x) for x in (function, *methods)]
    nodes = [node for tree in filter(None, trees) for node in ast.walk(tree)]
    indices = [node.slice for node in nodes if isinstance(node, ast.Subscript)]
    in_indices = [part for index in indices for part in ast.walk(index)]
    dots = [node for node in nodes if isinstance(node, ast.Constant) and node.value is ...]
    return any(node not in in_indices for node in dots)


def tree_of(function):
    """The parsed source of a function, or None if it was not typed as a def."""
    try:
        (tree,) = ast.parse(source_of(function)).body
    except (SyntaxError, ValueError):  # a lambda in the middle of a line, or no source
        return None
    return tree if isinstance(tree, ast.FunctionDef) else None


def source_of(function):
    """The code of a function, or nothing if it was not typed into a cell or file."""
    if isinstance(function, RemoteFunction):
        return function.source
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return ""


def _code_alone(source):
    return re.sub(r"#.*|\s", "", source)
