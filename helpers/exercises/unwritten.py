"""Whether a function is still to be written: the stub as it was given, or dots left in it."""

import ast
import inspect
import re
import textwrap


def is_stub(stub, answer):
    """Whether a function reads as it was given; brackets that change nothing are an attempt."""
    return _bare(_source(answer)) == _bare(stub)


def is_unfinished(function):
    """Whether dots stand in a function where code should: not as an index, as in x[..., 0], nor
    alone in a block, as in a class that is to be empty."""
    nodes = list(ast.walk(tree_of(function)))
    meant = []
    for node in nodes:
        if isinstance(node, ast.Subscript):
            meant += [node.slice, *getattr(node.slice, "elts", ())]
        elif node is not nodes[1] and isinstance(getattr(node, "body", None), list):
            meant += [node.body[0].value] if isinstance(node.body[0], ast.Expr) else []
    dots = [node for node in nodes if isinstance(node, ast.Constant) and node.value is ...]
    return any(node not in meant for node in dots)


def tree_of(function):
    """The parsed source of a function; of what was not typed as a def, an empty module."""
    try:
        tree = ast.parse(_source(function))
    except SyntaxError:  # a lambda in the middle of a line
        tree = ast.parse("")
    return tree if tree.body and isinstance(tree.body[0], ast.FunctionDef) else ast.parse("0")


def _source(function):
    try:
        return textwrap.dedent(inspect.getsource(function))
    except Exception:  # it was not typed into a cell or file
        return ""


def _bare(source):
    return re.sub(r"#.*|\s", "", source)
