"""What to say of a wrong function: only what is true of it on every case."""

import ast
import re

import numpy as np

from helpers.exercises.compare import as_array, gives_the_same, same_outcome
from helpers.exercises.run import call, limited, quiet
from helpers.exercises.unwritten import tree_of

REMEMBERS = (
    "Called again with the same arguments, your function gives something else. Does it keep "
    "something, say a list, from one call to the next, or use random numbers?"
)
NEARLY = (
    "All your numbers are nearly right. Is something rounded or cut off on the way, or a small "
    "number added?"
)
ADVICE = {  # a pattern in NumPy's error → what it means to someone who meets it for the first time
    "axis -?\\d+ is out of bounds": "There are fewer axes than that; axis=-1 is always the last.",
    "matmul: .* mismatch": "The sizes that meet at @ differ: print the shapes on both sides of it.",
    "could not be broadcast together": "These shapes do not fit entry by entry: print both. "
    "keepdims=True keeps the axis of a sum or a maximum.",
    "Cannot cast ufunc": "An array of whole numbers cannot hold fractions: make it of floats, or "
    "write x = x / y instead of x /= y.",
    "math range error": "math.exp overflows above 709: subtract the largest score first.",
}


def diagnose(exercise, function, cases, fault):
    """The lines that a student is told. fault: the first one on these cases."""
    found = fault.said or _about_numbers(fault)
    try:
        with limited(), quiet():
            outcomes = [call(function, case.arguments) for case in cases]
            if not same_outcome(call(function, fault.case.arguments), fault.outcome):
                cause = REMEMBERS
            else:
                cause = matching_mistake(exercise, cases, outcomes, fault)
                if fault.kind == "numbers":
                    cause = cause or _nearly(exercise, cases, outcomes)
            clue = "" if cause else _clue(function, fault)
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
    if np.any(fault.yours):  # zeros alone are no rounded result
        known += [_rounded_to(decimals, exercise.reference) for decimals in range(1, 7)]
    for does, says in known:
        if all(gives_the_same(does, case.arguments, outcome) for case, outcome in pairs):
            return says
    return ""


def _nearly(exercise, cases, outcomes):
    """NEARLY, if all numbers of all results are close to the right ones."""
    for case, outcome in zip(cases, outcomes, strict=True):
        yours, problem = as_array(outcome.result)
        expected = np.asarray(exercise.reference(*case.arguments))
        if problem or expected.dtype.kind not in "iuf" or yours.shape != expected.shape:
            return ""
        if not (np.abs(yours - expected) <= 1e-3 * np.abs(expected).max(initial=0)).all():
            return ""
    return NEARLY


def _rounded_to(decimals, reference):
    """The mistake of rounding a result: (the function that does so, what is said of it)."""
    ending = "" if decimals == 1 else "s"
    says = f"Right to {decimals} decimal{ending}: return the numbers without rounding them."
    return lambda *arguments: np.round(reference(*arguments), decimals), says


def _about_numbers(fault):
    says = fault.case.says or "Right on the small cases, wrong on this one."
    if isinstance(fault.yours, np.ndarray) and np.isnan(fault.yours).any():
        if not fault.yours.ndim:
            return f"Your result is nan (not a number). {says}"
        place = ", ".join(map(str, np.argwhere(np.isnan(fault.yours))[0]))
        return f"The first nan (not a number) is at [{place}]. {says}"
    return says


def _clue(function, fault):
    """A fact about the code or its results that may help to find the cause, or nothing."""
    if fault.kind == "error":
        advice = (line for said, line in ADVICE.items() if re.search(said, fault.outcome.error))
        return next(advice, "")
    if found := _clue_in_code(function):
        return found
    yours, expected = fault.yours, fault.expected
    if fault.kind != "numbers" or isinstance(yours, str):
        return ""
    if yours.dtype.kind in "iu" and (expected % 1).any():
        return f"Your result holds whole numbers (dtype {yours.dtype}), but fractions are expected."
    if yours.ndim > 1 and (yours == yours[0]).all() and not (expected == expected[0]).all():
        parts = "rows" if yours.ndim == 2 else "matrices"
        return f"All {len(yours)} {parts} of your result are the same."
    return ""


def _clue_in_code(function):
    """A clue in the code: an unused argument, an array of the notebook, one list for all rows."""
    code = tree_of(function)
    if code is None:
        return ""
    used = [node for node in ast.walk(code) if isinstance(node, ast.Name)]
    names, own = {x.id for x in used}, {x.id for x in used if isinstance(x.ctx, ast.Store)}
    parameters = [argument.arg for argument in code.args.args]
    unused = [name for name in parameters if name not in names]
    others = sorted(names - own - {*parameters})
    scope = getattr(function, "__globals__", {})  # NumPy's own functions have none
    arrays = [x for x in others if isinstance(scope.get(x), np.ndarray)]
    if arrays:
        uses = f"You never use {unused[0]}, but" if unused else "You use"
        return f"{uses} {arrays[0]} of the notebook, which is the same in every call."
    if unused:
        return f"You never use {unused[0]}."
    if re.search(r"\[\[.*\]( \* [^][]+)?\] \* ", ast.unparse(code)):  # [[0] * m] * n
        return "[[…]] * n holds the same list n times: changing one row changes every row."
    return ""
