"""What to say of a wrong function: only what is true of it on every case."""

import ast
import builtins
import math
import re
import types
from collections import Counter
from dataclasses import dataclass

import numpy as np

from helpers.exercises.engine.compare import (
    MILLIONTH,
    Content,
    FaultKind,
    computed,
    content,
    difference,
    fault_of,
    gives_the_same,
    is_equal,
    said,
    same_outcome,
)
from helpers.exercises.engine.run import call_on
from helpers.exercises.engine.traits import traits
from helpers.exercises.engine.unwritten import tree_of

REMEMBERS = (
    "Called again with the same arguments, your function gives something else. Does it keep "
    "something, say a list, from one call to the next, or use random numbers?"
)
NEARLY = (
    "All your numbers are nearly right. Is something rounded or cut off on the way, or a small "
    "number added?"
)
ADVICE = (  # a pattern in the error, one in the student's code, and what the error means
    (
        "axis -?\\d+ is out of bounds",
        "",
        "There are fewer axes than that; axis=-1 is always the last.",
    ),
    (
        "'numpy.ndarray' object has no attribute 'append'",
        "",
        "Lists have append, arrays do not: np.append makes a new array with one more number, "
        "np.vstack one with one more row.",
    ),
    (
        "mismatch|not aligned|given shape",
        r"\bnp\.append\([^(),]+, [^(),]+\)",
        "np.append without an axis makes one long row of all numbers: np.vstack keeps the rows.",
    ),
    (
        "matmul: .* mismatch",
        "",
        "The sizes that meet at @ differ: print the shapes on both sides of it.",
    ),
    (
        "Integers to negative integer powers",
        "",
        "A whole number to a negative power is a fraction: write 10000.0, or divide by / and not "
        "by //.",
    ),
    (
        "arrays can be converted to Python scalars",
        r"\bmath\.",
        "The functions of math take one number; those of NumPy, such as np.sqrt, take arrays.",
    ),
    (
        "too many values to unpack",
        r"(?m)= \w+\.shape$",
        "An array may have further axes in front: n, d = x.shape[-2:] takes the last two.",
    ),
    (
        "could not be broadcast together",
        r"\b(sum|max|mean|norm)\(",
        "These shapes do not fit entry by entry: print both. keepdims=True keeps the axis of a "
        "sum, a mean, a maximum or a norm.",
    ),
    (
        "could not be broadcast together",
        "",
        "These shapes do not fit entry by entry: print both.",
    ),
    (
        "input array from shape \\(\\d+,\\d+,\\d+\\)",
        r"\w\[:, \d?::2\]",
        "x[:, 0::2] takes the second of three axes; x[..., 0::2] takes the last.",
    ),
    (
        "could not broadcast input array",
        "",
        "What stands right of = has another shape than its place on the left: print both.",
    ),
    (
        "must have same number of dimensions",
        r"\bconcatenate\(\[[^\]]*\]\)",
        "One of them has an axis less than the other: np.vstack takes it as one more row.",
    ),
    (
        "truth value of an array",
        "",
        "For arrays write &, | and ~ instead of and, or and not, or turn them into one True or "
        "False with .any() or .all().",
    ),
    (
        "inhomogeneous shape",
        r"(?s)\battention\((?!.*\.output)",
        "attention.attention gives output and weights: take .output.",
    ),
    (
        "name '(d_k|d_v|n|m|h|d)' is not defined",
        "",
        "This name is not defined here. If it is a size, take it from the shape of an argument: "
        "Q.shape[-1], say, is the width of Q.",
    ),
    (
        "cannot access local variable",
        "",
        "No line that ran before this one has given this name a value: mind their order.",
    ),
    (
        "Cannot cast ufunc",
        "",
        "An array of whole numbers cannot hold fractions: make it of floats, or write x = x / y or "
        "x = x + y. (x /= y and x += y write into x, which the caller may still need.)",
    ),
    (
        "axes don't match array",
        r"\btranspose\(",
        "NumPy's transpose takes all axes in their new order. swapaxes exchanges two of them.",
    ),
    (
        "math range error",
        "",
        "math.exp stops above 709, where np.exp gives inf. In a softmax, subtract the largest "
        "score first.",
    ),
    ("bitwise_xor|for \\^", "", "In Python ^ is not a power: the square of x is x**2."),
    (
        "'(int|float|numpy\\.\\w+)' object is not callable",
        "",
        "A number or an array stands before a bracket, as if it were a function. A product needs "
        "its sign: 4 * (d + 1).",
    ),
    (
        "invalid index to scalar variable",
        r"\b(sum|max|mean|var|std|norm)\(",
        "This is a single number here, without axes. keepdims=True keeps the axis of a sum, a mean "
        "or a maximum.",
    ),
    (
        "is out of bounds for axis|list index out of range",
        r"\bin range\(\d+\)",
        "A range with a number in it fits one size. Take the number from the shape or the length "
        "of an argument.",
    ),
    (
        "Cannot interpret '\\d+' as a data type",
        r"\bnp\.(zeros|ones|empty)\(",
        "A shape is one argument, in brackets of its own: np.zeros((n, m)).",
    ),
    (
        "tuple index out of range",
        r"\.shape\[",
        "There are fewer axes than that; shape[-1] is always the size of the last.",
    ),
    (
        "'numpy.float64' object is not iterable|'numpy.float64' has no len",
        r"\bfor\b",
        "A loop over an array with one axis gives numbers, not rows.",
    ),
    (
        "max\\(\\) (arg is an empty sequence|iterable argument is empty)",
        "",
        "What max is given is empty: nothing was counted or collected before.",
    ),
    (
        "cannot unpack non-iterable (function|method|Part) object",
        "",
        "This is the function itself. Brackets after its name call it.",
    ),
    (
        "arrays used as indices must be|only integers, slices",
        r"\bfor \w+ in (?!range|enumerate)",
        "A loop over an array gives its parts, not their places: for i in range(len(…)).",
    ),
    (
        "cannot reshape array",
        r"\breshape\([^()]*\b([2-9]|\d\d)",
        "A number in reshape fits one size. Take it from the shape of an argument.",
    ),
    (
        "'module' object is not callable",
        "",
        "A module is no function: attention.attention(Q, K, V), with a point, is one.",
    ),
    ("name 'softmax' is not defined", "", "After notebook 03 it is attention.softmax."),
    ("unhashable type: 'list'", "", "What a dictionary counts is a tuple, not a list: tuple(…)."),
    ("name 'inf' is not defined", "", "It is np.inf, and −∞ is -np.inf."),
    ("name 'relu' is not defined", "", "relu has no name in NumPy: say in code what it does."),
    ("name 'silu' is not defined", "", "silu has no name in NumPy: say in code what it does."),
    (
        "name 'math' is not defined",
        "",
        "math is not imported here. NumPy has its functions for arrays: np.exp, np.sqrt, np.log.",
    ),
    (
        "name 'my_\\w+' is not defined",
        "",
        "What you wrote in another notebook is not known here by its name. What a check has kept "
        "is in mine: from helpers import mine, and then mine.softmax, say.",
    ),
)
CHANGES = "append|extend|insert|remove|sort|reverse|update"  # a list or a dictionary, in place
DATA = np.ndarray | int | float | list  # what a function may take from the notebook by mistake
IMPORTS = {  # of modules whose names are soon given to something else
    "np": "import numpy as np",
    "math": "import math",
    "attention": "from helpers import attention",
    "block": "from helpers import block",
    "positions": "from helpers import positions",
}


@dataclass(frozen=True)
class Diagnosis:
    """verdict: what is wrong; explanation: what may help to find out why, in sentences."""

    verdict: str
    explanation: tuple = ()


def diagnose(exercise, function, cases, fault):
    """The Diagnosis of a student's function. fault: the first one on these cases."""
    verdict = fault.message or _about_numbers(fault)
    try:
        outcomes = {case: call_on(case, function) for case in cases}
        faults = {case: fault_of(exercise, case, outcomes[case]) for case in cases}
        if same_outcome(outcomes[fault.case], fault.outcome):
            wrong = [fault for fault in faults.values() if fault]
            cause = _mistake(exercise, outcomes, fault) or _nearly(wrong)
        else:
            cause = REMEMBERS
    except KeyboardInterrupt:  # a slow function: what is known is said
        return Diagnosis(verdict)
    if cause and fault.kind not in (FaultKind.ERROR, FaultKind.CHANGED):
        return Diagnosis(cause)
    shared = _what_draws_share(exercise, fault, faults)
    clues = (cause,) if cause else _clues(exercise, function, fault, faults)
    return Diagnosis(verdict, tuple(filter(None, (shared, *clues))))


def _mistake(exercise, outcomes, fault):
    """The line of the known mistake that gives what the student's function gives on every case."""
    cases = (fault.case, *outcomes)  # most mistakes differ at the first at once
    for mistake in exercise.mistakes:
        if all(gives_the_same(mistake.function, case, outcomes[case]) for case in cases):
            return mistake.message
    return ""


def _nearly(faults):
    """What is said if all wrong numbers are the right ones rounded, or close to the right ones."""
    for fault in faults:
        if fault.kind != FaultKind.NUMBERS or content(fault.expected) != Content.NUMBERS:
            return ""
    is_zero = not any(fault.yours[fault.differs].any() for fault in faults)  # cut off, not rounded
    for decimals in range(1, 7):
        if not is_zero and all(_is_rounded(fault, decimals) for fault in faults):
            ending = "" if decimals == 1 else "s"
            return f"Right to {decimals} decimal{ending}: return the numbers without rounding them."
    return NEARLY if all(_is_close(fault) for fault in faults) else ""


def _times(exercise, faults):
    """That on all cases the numbers are the right ones times another number, always the same."""
    ratios = []
    for case, fault in faults.items():
        expected = fault.expected if fault else computed(exercise.reference, case).result
        if fault and (fault.kind != FaultKind.NUMBERS or content(expected) != Content.NUMBERS):
            return ""
        counts = expected != 0
        if not fault and counts.any():
            return ""
        if fault:
            if (fault.yours != 0)[~counts].any():
                return ""
            ratios.extend(fault.yours[counts] / expected[counts])
    if len(ratios) < 3 or not ratios[0] or not is_equal(ratios, ratios[0], MILLIONTH).all():
        return ""
    if is_equal(ratios[0], -1, MILLIONTH):
        return "All your numbers have the wrong sign."
    return f"All your numbers are the right ones times {ratios[0]:.4g}."


def _is_rounded(fault, decimals):
    yours = fault.yours[fault.differs]
    expected = fault.expected[fault.differs]
    half_a_unit = 0.51 * 10.0**-decimals
    is_cut = is_equal(yours, yours.round(decimals))
    return (is_cut & (np.abs(yours - expected) <= half_a_unit)).all()


def _is_close(fault):
    largest = np.abs(fault.expected).max()
    return (np.abs(fault.yours - fault.expected) <= 1e-3 * largest).all()


def _what_draws_share(exercise, fault, faults):
    """What is special about all random inputs with a fault, and about few of those without one."""
    if fault.case in exercise.cases:
        return ""
    draws = [case for case in faults if case not in exercise.cases]
    traits_of = {case: traits(exercise.parameters, case.arguments) for case in draws}
    wrong = [traits_of[case] for case in draws if faults[case]]
    right = [traits_of[case] for case in draws if not faults[case]]
    shared = [trait for trait in wrong[0] if all(trait in others for others in wrong)]
    among_right = Counter(trait for others in right for trait in others)
    best = min(shared, key=lambda trait: among_right[trait], default=None)
    if best is None or len(wrong) < 2 or not among_right[best] < len(wrong) <= len(right):
        return ""
    return f"Wrong on {len(wrong)} of {len(draws)} random inputs: {best} in each of them."


def _about_numbers(fault):
    message = fault.case.message
    places = np.argwhere(fault.yours != fault.yours)  # nan is not nan
    if not len(places):
        return message
    at = f"The first nan (not a number) is at [{', '.join(map(str, places[0]))}]."
    nan = at if fault.yours.ndim else "Your result is nan (not a number)."
    return f"{nan} {message}"


def _clues(exercise, function, fault, faults):
    """Facts about the code or its results that may help to find the cause, if there are any."""
    chooses = any(map(callable, fault.case.arguments))  # a test chooses its own arrays
    twice = _counted_twice(function)
    if fault.kind == FaultKind.ERROR:
        unused, outside = ((), ()) if chooses else _not_from_arguments(function, exercise.solution)
        instead = ""
        if unused and outside:
            instead = f"You never use {unused[0]}, but {_of_the_notebook(outside)}"
        return (
            instead,
            _name_given_away(function, fault)
            or _name_taken(function, fault.outcome)
            or ("NoneType" in fault.outcome.error and _returns_none(function))
            or _of_rows(function, fault.outcome)
            or ("IndexError" in fault.outcome.error and twice)
            or _advice(function, fault.outcome.error),
        )
    if fault.kind == FaultKind.TYPE and fault.outcome.result is None:
        return (_returns_none(function) or "Does the function end in a line with return?",)
    if chooses:
        return ()
    return (
        twice
        or _pairs_all(function, fault)
        or _clue_in_code(function, exercise.solution)
        or _times(exercise, faults)
        or _clue_in_result(fault),
    )


def _counted_twice(function):
    """That a loop inside another changes what the outer one counts with, or nothing."""
    loops = [x for x in ast.walk(tree_of(function) or ast.Module([], [])) if isinstance(x, ast.For)]
    for outer in loops:
        for inner in loops:
            twice = _names_in(outer.target) & _names_in(inner.target) - {"_"}
            if twice and inner in ast.walk(ast.Module(outer.body, [])):
                return (
                    f"The inner loop puts other values into {min(twice)} of the outer one: give "
                    "each a name of its own."
                )
    return ""


def _names_in(target):
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _pairs_all(function, fault):
    """What np.dot does with the axes in front, if the result has more axes than expected."""
    code = ast.unparse(tree_of(function) or ast.Module([], []))
    more = fault.kind == FaultKind.SHAPE and fault.yours.ndim > fault.expected.ndim > 2
    if more and re.search(r"\bnp\.dot\(|\.dot\(", code):
        return (
            "np.dot multiplies each matrix of the first array by each of the second. @ takes them "
            "in pairs."
        )
    return ""


def _name_given_away(function, fault):
    """That the code gives the name of a function that it was given to something else, if the line
    that stops calls it; or nothing."""
    code, line = tree_of(function), fault.outcome.line
    if code is None or line is None or "not callable" not in fault.outcome.error:
        return ""
    nodes = [node for node in ast.walk(code) if isinstance(node, ast.Name)]
    assigned = {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
    for argument, given in zip(code.args.args, fault.case.arguments, strict=False):
        name = argument.arg
        if callable(given) and name in assigned and re.search(rf"(?<![\w.]){name}\(", line.text):
            return (
                f"Your code gives the name {name} to a result, so the function is gone: choose "
                "another name for the result."
            )
    return ""


def _returns_none(function):
    """That a method which returns None stands where its result is used, or nothing."""
    code = ast.unparse(tree_of(function) or ast.Module([], []))
    found = re.search(rf"(?:=|return) ((?!np\.)\w+)\.({CHANGES})\(", code)
    if not found:
        return ""
    name, method = found.groups()
    return f"{method} changes {name} and returns None: write {name}.{method}(…) alone on its line."


def _name_taken(function, outcome):
    """What brings back a function of Python or a module whose name a cell of the notebook has given
    to something else, if the line that stops needs it; or nothing."""
    line = outcome.line.text if outcome.line else ""
    for name, value in getattr(function, "__globals__", {}).items():
        called = "not callable" in outcome.error and re.search(rf"(?<![\w.]){name}\(", line)
        looked_into = "AttributeError" in outcome.error and re.search(rf"\b{name}\.", line)
        if called and callable(getattr(builtins, name, None)) and not callable(value):
            return (
                f"{name} is no longer Python's function: a cell has called something else {name}. "
                f"Run del {name}, and give that another name."
            )
        if looked_into and name in IMPORTS and not isinstance(value, types.ModuleType):
            return (
                f"{name} is no longer the module: a cell has called something else {name}. "
                f"Run {IMPORTS[name]}, and give that another name."
            )
    return ""


def _of_rows(function, outcome):
    """That Python's max or min cannot order rows, if the line that stops calls it on some."""
    line = outcome.line.text if outcome.line else ""
    called = re.search(r"(?<![\w.])(max|min)\(", line)
    decides = re.search(r"\b(if|while|and|or|not)\b", line)  # what else asks for one truth
    names = getattr(function, "__globals__", {})
    if "truth value of an array" not in outcome.error or not called or decides:
        return ""
    name = called[1]
    if name in names:
        return ""
    return (
        f"Python's {name} compares whole rows and cannot tell which is larger: np.{name} takes an "
        f"axis, and np.{name}imum works entry by entry."
    )


def _advice(function, error):
    """What an error of Python or NumPy means, or nothing."""
    code = ast.unparse(tree_of(function) or ast.Module([], []))
    for in_error, in_code, advice in ADVICE:
        if re.search(in_error, error) and re.search(in_code, code):
            return advice
    return ""


def _clue_in_result(fault):
    yours, expected = fault.yours, fault.expected
    if fault.kind != FaultKind.NUMBERS:
        return ""
    if content(yours) == Content.TEXT:
        return _clue_in_text(yours, expected)
    if yours.dtype.kind in "iu" and (expected % 1).any():
        return f"Your result holds whole numbers (dtype {yours.dtype}), but fractions are expected."
    if yours.ndim > 1 and _are_same(yours) and not _are_same(expected):
        count = math.prod(yours.shape[: max(1, yours.ndim - 2)])
        parts = "rows" if yours.ndim == 2 else "matrices"
        return f"{'Both' if count == 2 else f'All {count}'} {parts} of your result are the same."
    return ""


def _are_same(array):
    """Whether all rows of a matrix are the same, or all matrices of more axes."""
    parts = array.reshape(-1, *array.shape[max(1, array.ndim - 2) :])
    return len(parts) > 1 and (parts == parts[0]).all()


def _clue_in_text(yours, expected):
    """Where a text, or a list of texts, is not as expected."""
    if yours.ndim:
        at = tuple(np.argwhere(yours != expected)[0])
        where = at[0] if len(at) == 1 else list(map(int, at))
        return (
            f"It first differs at index {where}: {said(yours[at])}, expected {said(expected[at])}."
        )
    mine, right = yours.item(), expected.item()
    if len(mine) == len(right):
        return _clue_in_text(np.array(list(mine)), np.array(list(right)))
    count = "1 character" if len(mine) == 1 else f"{len(mine)} characters"
    return f"Your text has {count}, expected {len(right)}{difference(mine, right)}"


def _not_from_arguments(function, solution):
    """The arguments that the solution uses and the code does not, and the names of arrays and
    numbers of the notebook that it uses."""
    code = tree_of(function)
    if code is None:
        return (), ()
    nodes = [node for node in ast.walk(code) if isinstance(node, ast.Name)]
    used = {node.id for node in nodes}
    assigned = {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
    parameters = [argument.arg for argument in code.args.args]
    needed = {node.id for node in ast.walk(ast.parse(solution)) if isinstance(node, ast.Name)}
    scope = getattr(function, "__globals__", {})  # NumPy's own functions have none
    others = sorted(used - assigned - {*parameters})
    outside = [name for name in others if isinstance(scope.get(name), DATA)]
    return [name for name in parameters if name in needed - used], outside


def _of_the_notebook(outside):
    return f"{outside[0]} of the notebook, which is the same in every call."


def _clue_in_code(function, solution):
    """A clue in the code: an argument that the solution uses and the code does not, an array or a
    number of the notebook, one list for all rows."""
    code = tree_of(function)
    if code is None:
        return ""
    unused, outside = _not_from_arguments(function, solution)
    if outside:
        begin = f"You never use {unused[0]}, but" if unused else "You use"
        return f"{begin} {_of_the_notebook(outside)}"
    if unused:
        return f"You never use {unused[0]}."
    if re.search(r" \^ \d", ast.unparse(code)):
        return "In Python ^ is not a power: the square of d is d**2."
    if re.search(r"\[\[.*\]( \* [^][]+)?\] \* ", ast.unparse(code)):  # [[0] * m] * n
        return "[[…]] * n holds the same list n times: changing one row changes every row."
    return ""
