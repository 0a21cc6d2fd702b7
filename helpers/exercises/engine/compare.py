"""Whether a result is right and, if not, what is wrong with it: kind, shape or numbers."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from functools import cache, partial

import numpy as np

from helpers.exercises.engine.run import MANY, Outcome, call

MILLIONTH = 1e-6  # ten roundings of float32
ROUNDINGS = 8  # of a right formula, on the way to one entry
LARGE = 1000  # what is larger makes them no larger: right formulas subtract it first
NEARLY_NOTHING = 1e-300  # as good as 0: exp(−700) is 1e-304


class FaultKind(Enum):
    """What is looked at, in this order: the first that is wrong is the fault."""

    ERROR = auto()
    CHANGED = auto()  # an argument
    TYPE = auto()
    SHAPE = auto()
    NUMBERS = auto()


class Content(StrEnum):
    """What an array holds, in words."""

    NUMBERS = "numbers"
    TRUTHS = "True or False"
    TEXT = "text"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Fault:
    """What is wrong with the outcome of a case. kind: its FaultKind;
    message: what is wrong, if the outcome is enough to say it (numbers need a diagnosis); yours:
    the result as an array; differs: where it is not as expected."""

    kind: FaultKind
    message: str
    case: object
    outcome: Outcome
    expected: object
    yours: object = None
    differs: object = None


def fault_of(exercise, case, outcome):
    """The Fault of an outcome, or None."""
    expected = computed(exercise.reference, case).result
    fault = partial(Fault, case=case, outcome=outcome, expected=expected)
    if outcome.error:
        return fault(FaultKind.ERROR, "Your code stops with an error.")
    if outcome.changed:
        *others, last = (exercise.parameters[i] for i in outcome.changed)
        changed = f"arguments {', '.join(others)} and {last}" if others else f"argument {last}"
        message = f"Your function changes its {changed}."
        return fault(FaultKind.CHANGED, f"{message} Work on a copy or on a new array.")
    yours, problem = array_or_problem(outcome.result)
    if problem:
        return fault(FaultKind.TYPE, problem)
    if outcome.shared and getattr(exercise, "new", False):
        same = exercise.parameters[outcome.shared[0]]
        kind = "list" if isinstance(outcome.result, list) else "array"
        message = (
            f"What your function returns is {same} itself, or a part of it: expected a new {kind}."
        )
        return fault(FaultKind.CHANGED, message)
    if content(yours) != content(expected):
        message = f"Your result holds {content(yours)}, expected {content(expected)}."
        if content(yours) == Content.NUMBERS and content(expected) == Content.TRUTHS:
            message += " A comparison gives these, and so does an array with dtype=bool."
        return fault(FaultKind.TYPE, message)
    if yours.shape != expected.shape:
        return fault(FaultKind.SHAPE, _about_shapes(outcome.result, yours, expected), yours=yours)
    differs = ~exercise.is_close(yours, case)
    if differs.any():
        return fault(FaultKind.NUMBERS, "", yours=yours, differs=differs)
    return None


def _about_shapes(result, yours, expected):
    """How the shape of a result differs from what is expected, in sentences."""
    if yours.ndim == expected.ndim == 1:
        kind = type(result).__name__ if isinstance(result, list | tuple) else "result"
        count = "1 entry" if len(yours) == 1 else f"{len(yours)} entries"
        return f"Your {kind} has {count}, expected {len(expected)}{difference(yours, expected)}"
    message = f"Your result has shape {yours.shape}, expected {expected.shape or 'one value'}."
    if yours.ndim == 2 and yours.shape == expected.shape[::-1]:
        in_order = is_equal(yours.reshape(expected.shape), expected, MILLIONTH).all()
        if in_order and not is_equal(yours.T, expected, MILLIONTH).all():
            message += " Its numbers are right, one after the other: reshape puts them into rows."
        else:
            message += " Its axes are the other way round."
    if isinstance(result, tuple) and yours.ndim > expected.ndim:
        message += f" It is a tuple of {len(result)} results: return one alone."
    return message


def difference(yours, expected):
    """Where two lists or texts first differ: the end of a sentence about how long they are."""
    shared = min(len(yours), len(expected))
    same = [bool(is_equal(a, b, MILLIONTH)) for a, b in zip(yours, expected, strict=False)]
    if not all(same):
        at = same.index(False)
        return (
            f". They first differ at index {at}: {said(yours[at])}, expected {said(expected[at])}."
        )
    if shared < 2:
        return "; the first is right." if shared else "."
    return f"; the first {shared} are right."


def said(x):
    """A single number, truth or text of a result."""
    return repr(str(x)) if isinstance(x, str) else f"{x:.6g}" if x.dtype.kind == "f" else str(x)


@cache
def computed(function, case):
    """The outcome of a function of ours on a case, computed once; its result is read-only."""
    outcome = call(function, case.arguments)
    result, problem = array_or_problem(outcome.result)
    if problem:
        return outcome
    result.setflags(write=False)
    return replace(outcome, result=result)


@cache
def tolerance(function, case, dtype):
    """How far off a right result may be, entry by entry: as far as it moves when each given number
    is changed by about a millionth of itself. So the tolerance grows with the numbers that are
    added up, and float32 and any order of summation are accepted. A right formula may also add
    and subtract what is given, or 1: x(1 + tanh(x/2))/2 has rounded numbers of 1e-16 where
    x/(1 + exp(−x)) has 1e-79."""
    expected = computed(function, case).result
    rng = np.random.default_rng(0)
    moved = [call(function, tuple(_moved(x, rng, dtype) for x in case.arguments)) for _ in range(8)]
    distances = [np.abs(outcome.result - expected) for outcome in moved if not outcome.error]
    distances = [np.nan_to_num(distance, posinf=0) for distance in distances]
    largest = min(_largest(case.arguments), LARGE)
    rounded = ROUNDINGS * np.finfo(float).eps * largest * (expected != 0)  # 0 is exact
    nothing = max(np.finfo(dtype).tiny, NEARLY_NOTHING)
    return np.max(distances, axis=0, initial=0) + np.maximum(rounded, nothing)


def _largest(arguments):
    """The largest size of a finite number in these arrays."""
    arrays = [x for x in arguments if isinstance(x, np.ndarray) and x.dtype.kind in "iuf"]
    return max((np.abs(x[np.isfinite(x)]).max(initial=0) for x in arrays), default=0)


def _moved(x, rng, dtype):
    if not isinstance(x, np.ndarray) or x.dtype.kind not in "if":
        return x
    return (x * (1 + MILLIONTH * rng.standard_normal(x.shape))).astype(dtype)


def is_near(yours, function, case, terms=None):
    """Entry by entry, whether yours is what a function of ours gives on a case: text, whole numbers
    and truths exactly, others as near as that function can be computed. terms: as in exercise.py.
    """
    expected = computed(function, case).result
    if expected.dtype.kind != "f":
        return is_equal(yours, expected)
    near = is_equal(yours, expected, MILLIONTH)
    if near.all():
        return near
    dtypes = [x.dtype for x in (yours, *case.arguments) if isinstance(x, np.ndarray)]
    dtype = np.float32 if np.float32 in dtypes else np.float64
    limit = tolerance(function, case, dtype)
    if terms:
        limit = limit + ROUNDINGS * np.finfo(dtype).eps * terms(*case.arguments)
    return near | (np.abs(yours - expected) <= limit)


def is_equal(a, b, share=1e-9):
    """Entry by entry, whether two results differ by no more than this share; text must be equal."""
    same = np.equal(a, b)
    if same.all() or np.asarray(a).dtype.kind == "U":
        return same
    return np.isclose(a, b, rtol=share, atol=0, equal_nan=True)


def gives_the_same(function, case, outcome):
    """Whether a function of ours gives the outcome that a student's function gave."""
    ours = computed(function, case)
    return same_outcome(outcome, ours, lambda yours, _: is_near(yours, function, case))


def same_outcome(one, two, close=is_equal):
    """Whether two outcomes are the same error, close results, or refused for the same reason."""
    if one.error or two.error:
        return _error(one) == _error(two)
    a, problem_a = array_or_problem(one.result)
    b, problem_b = array_or_problem(two.result)
    if problem_a or problem_b:
        return problem_a == problem_b
    return a.shape == b.shape and content(a) == content(b) and bool(close(a, b).all())


def _error(outcome):
    """The words of an error; a * b and b * a, whose shapes do not fit, give them in any order."""
    words = outcome.error.split(" ")
    return sorted(words) if "broadcast together" in outcome.error else words


def array_or_problem(result):
    """(the result as an array of numbers, truths or text, None), or (None, why it cannot be
    compared, in a sentence about what it is)."""
    if result is None:
        return None, "Your result is None."
    if isinstance(result, tuple) and hasattr(result, "weights"):
        return None, "Your result is the output and the weights of attention: take .output."
    try:
        yours = np.asarray(result)
    except ValueError:  # several results, or rows of different lengths
        return None, "Your result has parts of different shapes, expected one array."
    if yours.size > MANY:
        return None, f"Your result has shape {yours.shape}: too many numbers to look at."
    if yours.dtype == object and yours.ndim and any(map(callable, yours.flat)):
        return None, "Your result holds a function, expected what it returns: call it."
    if isinstance(result, np.ma.MaskedArray) or yours.dtype.kind not in "biufU":
        return None, f"Your result is {kind_of(result)}, which the check cannot compare."
    return yours, None


def content(array):
    """The Content of an array."""
    if not array.size:
        return Content.NOTHING
    return {"b": Content.TRUTHS, "U": Content.TEXT}.get(array.dtype.kind, Content.NUMBERS)


def kind_of(x):
    if type(x) is np.ndarray:
        return f"an array of dtype {x.dtype}"
    kind = type(x).__name__
    return "None" if x is None else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
