"""Copies of a piece of code with one small fault each: its mutants."""

import ast
import copy

SWAPS = {  # an operator → what may stand there by mistake
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Div, ast.Add],
    ast.Div: [ast.Mult],
    ast.MatMult: [ast.Mult],
    ast.Pow: [ast.Mult],
    ast.FloorDiv: [ast.Mod],
    ast.Mod: [ast.FloorDiv],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.GtE],
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
}
NAMES = {  # a method or function → another
    "max": ["min"],
    "min": ["max"],
    "sum": ["max", "mean"],
    "mean": ["sum"],
    "argmax": ["argmin"],
    "sqrt": ["square"],
    "exp": ["square"],
    "tril": ["triu"],
    "triu": ["tril"],
    "zeros": ["ones"],
    "ones": ["zeros"],
    "dot": ["outer"],
    "outer": ["dot"],
    "any": ["all"],
    "all": ["any"],
}


def mutants(source):
    """The sources of all mutants, each once."""
    tree = ast.parse(source)
    texts = {}
    for place, node in enumerate(ast.walk(tree)):
        for change in changes(node):
            mutant = copy.deepcopy(tree)
            target = list(ast.walk(mutant))[place]
            replacement = change(target)
            if replacement is not target:
                mutant = Replace(target, replacement).visit(mutant)
            text = ast.unparse(ast.fix_missing_locations(mutant))
            if text != ast.unparse(tree):
                texts[text] = None
    return list(texts)


class Replace(ast.NodeTransformer):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else super().visit(node)


def changes(node):
    """Functions that put a fault into this node and return the node that replaces it."""
    if isinstance(node, ast.BinOp):
        yield from (with_operator(swap) for swap in SWAPS.get(type(node.op), []))
        yield lambda n: n.left  # drops the second operand
        yield lambda n: n.right
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult):
            yield sides_exchanged
    elif isinstance(node, ast.BoolOp):
        yield from (with_operator(swap) for swap in SWAPS[type(node.op)])
    elif isinstance(node, ast.Compare):
        yield from (with_comparison(swap) for swap in SWAPS.get(type(node.ops[0]), []))
    elif isinstance(node, ast.UnaryOp):
        yield lambda n: n.operand  # drops the sign, or the not
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
        yield from (with_value(value) for value in values_beside(node.value))
    elif isinstance(node, ast.Attribute):
        yield from (with_name("attr", name) for name in NAMES.get(node.attr, []))
        if node.attr == "T":
            yield lambda n: n.value
    elif isinstance(node, ast.Name):
        yield from (with_name("id", name) for name in NAMES.get(node.id, []))
    elif isinstance(node, ast.Call):
        if len(node.args) > 1:
            yield with_first_two_swapped
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("swapaxes", "copy", "round"):
            yield lambda n: n.func.value if not is_module(n.func.value) else n.args[0]
        for index in range(len(node.keywords)):
            yield without_keyword(index)


def is_module(node):
    return isinstance(node, ast.Name) and node.id in ("np", "math")


def values_beside(value):
    if isinstance(value, bool):
        return [not value]
    return {-1: [0, -2], 0: [1, -1], 1: [0, 2], -2: [-1, 0]}.get(value, [value + 1, -value])


def with_operator(swap):
    def change(node):
        node.op = swap()
        return node

    return change


def with_comparison(swap):
    def change(node):
        node.ops[0] = swap()
        return node

    return change


def with_value(value):
    return lambda node: ast.Constant(value)


def with_name(field, name):
    def change(node):
        setattr(node, field, name)
        return node

    return change


def sides_exchanged(node):
    node.left, node.right = node.right, node.left
    return node


def with_first_two_swapped(node):
    node.args[0], node.args[1] = node.args[1], node.args[0]
    return node


def without_keyword(index):
    def change(node):
        del node.keywords[index]
        return node

    return change
