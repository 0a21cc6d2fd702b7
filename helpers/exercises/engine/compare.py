"""Whether a result is right and, if not, what is wrong with it: kind, shape or numbers."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial

import numpy as np

from helpers.exercises.engine.run import MANY, Outcome, call

MILLIONTH = 1e-6  # ten roundings of float32


class Content(StrEnum):
    """What an array holds, in words."""

    NUMBERS = "numbers"
    TRUTHS = "True or False"
    TEXT = "text"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Fault:
    """What is wrong with the outcome of a case. kind: error, changed, type, shape or numbers;
    message: what is wrong, if the outcome is enough to say it (numbers need a diagnosis); yours:
    the result as an array; differs: where it is not as expected."""

    kind: str
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
        return fault("error", "Your code stops with an error.")
    if outcome.changed:
        changed = " and ".join(exercise.parameters[i] for i in outcome.changed)
        message = f"Your function changes its argument {changed}."
        return fault("changed", f"{message} Work on a copy or on a new array.")
    yours, problem = as_array(outcome.result)
    if problem:
        return fault("type", problem)
    if content(yours) != content(expected):
        message = f"Your result holds {content(yours)}, expected {content(expected)}."
        if content(yours) == Content.NUMBERS and content(expected) == Content.TRUTHS:
            message += " A comparison gives these, and so does an array with dtype=bool."
        return fault("type", message)
    if yours.shape != expected.shape:
        message = f"Your result has shape {yours.shape}, expected {expected.shape or 'one value'}."
        if yours.ndim == 2 and yours.shape == expected.shape[::-1]:
            message += " Its axes are the other way round."
        return fault("shape", message, yours=yours)
    differs = ~exercise.is_close(yours, case)
    return fault("numbers", "", yours=yours, differs=differs) if differs.any() else None


@cache
def computed(function, case):
    """The outcome of a function of ours on a case, computed once; its result is read-only."""
    outcome = call(function, case.arguments)
    result, problem = as_array(outcome.result)
    if problem:
        return outcome
    result.setflags(write=False)
    return replace(outcome, result=result)


@cache
def tolerance(function, case, dtype):
    """How far off a right result may be, entry by entry: as far as it moves when each given number
    is changed by about a millionth of itself. So the tolerance grows with the numbers that are
    added up, and float32 and any order of summation are accepted."""
    expected = computed(function, case).result
    rng = np.random.default_rng(0)
    moved = [call(function, tuple(_moved(x, rng, dtype) for x in case.arguments)) for _ in range(8)]
    distances = [np.abs(outcome.result - expected) for outcome in moved if not outcome.error]
    distances = [np.nan_to_num(distance, posinf=0) for distance in distances]
    return np.max(distances, axis=0, initial=0) + np.finfo(dtype).tiny


def _moved(x, rng, dtype):
    if not isinstance(x, np.ndarray) or x.dtype.kind not in "if":
        return x
    return (x * (1 + MILLIONTH * rng.standard_normal(x.shape))).astype(dtype)


def is_near(yours, function, case):
    """Entry by entry, whether yours is what a function of ours gives on a case: text, whole numbers
    and truths exactly, others as near as that function can be computed."""
    expected = computed(function, case).result
    if expected.dtype.kind != "f":
        return is_equal(yours, expected)
    near = is_equal(yours, expected, MILLIONTH)
    if near.all():
        return near
    dtypes = [x.dtype for x in (yours, *case.arguments) if isinstance(x, np.ndarray)]
    dtype = np.float32 if np.float32 in dtypes else np.float64
    return near | (np.abs(yours - expected) <= tolerance(function, case, dtype))


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
        return one.error == two.error
    (a, problem_a), (b, problem_b) = as_array(one.result), as_array(two.result)
    if problem_a or problem_b:
        return problem_a == problem_b
    return a.shape == b.shape and content(a) == content(b) and bool(close(a, b).all())


def as_array(result):
    """(the result as an array of numbers, truths or text, ""), or (None, why it is none)."""
    if result is None:
        return None, "Your result is None. Does the function end in a line with return?"
    if isinstance(result, tuple) and hasattr(result, "weights"):
        return None, "Your result is the output and the weights of attention: take .output."
    try:
        yours = np.asarray(result)
    except ValueError:  # several results, or rows of different lengths
        return None, "Your result has parts of different shapes, expected one array."
    if yours.size > MANY:
        return None, f"Your result has shape {yours.shape}: too many numbers to look at."
    if yours.dtype.kind not in "biufU":
        return None, f"Your result is {kind_of(result)}, which cannot be compared with numbers."
    return yours, ""


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
