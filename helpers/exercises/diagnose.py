"""What to say of a function that is wrong: nothing that is not true of it on every case."""

import ast
import re

import numpy as np

from helpers.exercises.compare import as_array, gives_the_same, same_outcome
from helpers.exercises.run import call, limited, quiet
from helpers.exercises.unwritten import tree_of

REMEMBERS = (
    "Called again with the same arguments, your function gives something else: it keeps something "
    "from one call to the next, or leaves it to chance."
)
CONSTANT = "Your function gives the same for different input: the result must follow from it."
NEARLY = (
    "Your numbers are nowhere off by much: is something rounded or cut off on the way, or a small "
    "number added?"
)
ADVICE = {  # what an error of NumPy says → what it means to someone who meets it for the first time
    "axis -?\\d+ is out of bounds": "There are fewer axes than that; axis=-1 is always the last.",
    "matmul: .* mismatch": "The sizes that meet at @ differ: print the shapes on both sides of it.",
    "could not be broadcast together": "These shapes do not fit entry by entry: print both. "
    "keepdims=True keeps the axis of a sum or a maximum.",
    "Cannot cast ufunc": "An array of whole numbers cannot take fractions: make it of floats, or "
    "write x = x / y instead of x /= y.",
    "math range error": "math.exp overflows above 709: subtract the largest score first.",
}


def diagnose(exercise, function, cases, fault):
    """The lines that a student is told; `fault` is the first on these cases."""
    found = fault.said or _of_numbers(fault)
    try:
        with limited(), quiet():
            outcomes = [call(function, case.arguments) for case in cases]
            if not same_outcome(call(function, fault.case.arguments), fault.outcome):
                cause = REMEMBERS
            else:
                cause = matching_mistake(exercise, cases, outcomes, fault)
                if fault.kind == "numbers":
                    cause = cause or _nearly(exercise, cases, outcomes)
            clue = "" if cause else _clue(function, outcomes, fault)
    except KeyboardInterrupt:  # a slow function: what is known is said
        return found
    if cause and fault.kind not in ("error", "changed"):
        return cause
    return "\n".join(line for line in (found, cause, clue) if line)


def matching_mistake(exercise, cases, outcomes, fault):
    """The line of the known mistake that gives what the student's function gives on every case."""
    pairs = list(zip(cases, outcomes, strict=True))
    pairs.sort(key=lambda pair: pair[0] is not fault.case)  # most mistakes differ there at once
    known = [(mistake.does, mistake.says) for mistake in exercise.mistakes]
    if np.any(fault.yours):  # of zeros alone nothing was cut off
        known += careless(exercise.reference)
    for does, says in known:
        if all(gives_the_same(does, case.arguments, outcome) for case, outcome in pairs):
            return says
    return ""


def _nearly(exercise, cases, outcomes):
    """What to say of numbers that are nowhere far off."""
    for case, outcome in zip(cases, outcomes, strict=True):
        yours, problem = as_array(outcome.result)
        expected = np.asarray(exercise.reference(*case.arguments))
        if problem or expected.dtype.kind not in "iuf" or yours.shape != expected.shape:
            return ""
        if not (np.abs(yours - expected) <= 1e-3 * np.abs(expected).max(initial=0)).all():
            return ""
    return NEARLY


def careless(reference):
    """Mistakes with the last digits, of any exercise."""

    def rounded(decimals):
        return lambda *arguments: np.round(reference(*arguments), decimals)

    cut = "Right but for the fractions: whole numbers, as of dtype int, cut them off."
    short = "Right to the few digits that float16 has: compute in float64."
    long = "Right to {} decimals: return the numbers without rounding them."
    return [
        (lambda *arguments: np.trunc(reference(*arguments)), cut),
        (lambda *arguments: np.float16(reference(*arguments)), short),
        *((rounded(decimals), long.format(decimals)) for decimals in range(1, 7)),
    ]


def _of_numbers(fault):
    says = fault.case.says or "Right on the small cases, wrong on this one."
    if isinstance(fault.yours, np.ndarray) and np.isnan(fault.yours).any():
        if not fault.yours.ndim:
            return f"Your result is nan, not a number. {says}"
        place = ", ".join(map(str, np.argwhere(np.isnan(fault.yours))[0]))
        return f"nan, not a number, begins at [{place}]. {says}"
    return says


def _clue(function, outcomes, fault):
    """Something that is certain of this code or its results, whatever the cause is."""
    if fault.kind == "error":
        advice = (line for said, line in ADVICE.items() if re.search(said, fault.outcome.error))
        return next(advice, "")
    if code := _clue_in(tree_of(function).body[0], function):
        return code
    yours, expected = fault.yours, fault.expected
    if not isinstance(yours, np.ndarray):
        return ""
    if all(same_outcome(outcomes[0], outcome) for outcome in outcomes):
        return CONSTANT
    if fault.kind != "numbers":
        return ""
    if yours.dtype.kind in "iu" and (expected % 1).any():
        return f"Your result holds whole numbers (dtype {yours.dtype}), the right one does not."
    if yours.ndim > 1 and (yours == yours[0]).all() and not (expected == expected[0]).all():
        parts = "rows" if yours.ndim == 2 else "matrices"
        return f"All {len(yours)} {parts} of your result are the same."
    return ""


def _clue_in(code, function):
    """The same of its code alone, a def."""
    if not isinstance(code, ast.FunctionDef):
        return ""
    nodes = list(ast.walk(code))
    found = [node for node in nodes if isinstance(node, ast.Name)]
    names, own = {x.id for x in found}, {x.id for x in found if isinstance(x.ctx, ast.Store)}
    parameters = [argument.arg for argument in code.args.args]
    unused = [name for name in parameters if name not in names]
    others = sorted(names - own - {*parameters})
    scope = getattr(function, "__globals__", {})  # NumPy's own functions have none
    arrays = [x for x in others if isinstance(scope.get(x), np.ndarray)]
    if arrays:
        never = f"You never use {unused[0]}, but " if unused else "You use "
        return f"{never}{arrays[0]} of the notebook, which is the same in every call."
    if unused:
        return f"You never use {unused[0]}."
    if any(map(_repeats_a_list, nodes)):
        return "[[…]] * n holds one and the same list n times: a change of one row changes all."
    return ""


def _repeats_a_list(node):
    """Whether this is a product like [[0] * m] * n."""
    rows = _repeated_list(node)
    return bool(rows) and any(isinstance(x, ast.List) or _repeated_list(x) for x in rows.elts)


def _repeated_list(node):
    """The list in a product like [0] * m, or None."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return None
    return next((x for x in (node.left, node.right) if isinstance(x, ast.List)), None)
