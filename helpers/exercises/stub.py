"""Whether a function is still to be written: the stub as it was given, or dots left in it."""

import ast
import copy
import inspect
import re
import textwrap
import types

from helpers.exercises.compare import array_of
from helpers.exercises.run import apart


def is_stub(stub, answer):
    """Whether a function reads as it was given; brackets that change nothing are an attempt."""
    return _bare(_source(answer)) == _bare(stub)


def _source(function):
    """The text of a function; of what is none, or was not typed into a cell, nothing."""
    try:
        return textwrap.dedent(inspect.getsource(function))
    except Exception:
        return ""


def _bare(source):
    return re.sub(r"#.*|\s", "", source)


def waits(function, arguments):
    """Whether a function's dots are used as what is to stand in their place: it is run on copies
    of the arguments, with Dots for them."""
    source = _source(function) if isinstance(function, types.FunctionType) else ""
    if "..." not in source:
        return False
    try:
        tree = ast.parse(source)
    except Exception:  # a piece that cannot be read alone
        return False
    if not isinstance(tree.body[0], ast.FunctionDef):
        return False
    names = {**function.__globals__, "Dots": Dots()}
    code = compile(ast.fix_missing_locations(WithDots().visit(tree)), "dots", "exec")
    try:
        with apart():
            exec(code, names)
            array_of(names[tree.body[0].name](*copy.deepcopy(arguments)))
    except Unwritten:
        return True
    except KeyboardInterrupt:
        raise
    except BaseException:  # it stops before any dots
        return False
    return False


class WithDots(ast.NodeTransformer):
    """Puts Dots in the place of dots, but not of those of an index, as in x[..., 0]."""

    def visit_Constant(self, node):
        return ast.Name("Dots", ast.Load()) if node.value is ... else node

    def visit_Subscript(self, node):
        node.value = self.visit(node.value)
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for place in places:
            if not isinstance(place, ast.Constant):
                self.visit(place)
        return node


class Unwritten(BaseException):  # which a student's `except Exception` lets pass
    """Dots were met."""


class Dots:
    """Stands where dots stood, until something is done with it."""


def _meet(*_, **__):
    raise Unwritten


SIGNS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or"]
TURNS = ["array", "bool", "float", "int", "index", "len", "iter", "neg", "invert"]
OTHERS = ["call", "getattr", "getitem", "setitem", "lt", "le", "gt", "ge"]
for _use in [*SIGNS, *(f"r{sign}" for sign in SIGNS), *TURNS, *OTHERS]:
    setattr(Dots, f"__{_use}__", _meet)
