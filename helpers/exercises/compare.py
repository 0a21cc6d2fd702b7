"""Whether a result is right and, if not, what is wrong with it: kind, shape or numbers."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from helpers.exercises.run import MANY, Outcome, call

MILLIONTH = 1e-6  # ten roundings of float32


@dataclass(frozen=True)
class Fault:
    """What is wrong with the outcome of a case. kind: error, changed, type, shape or numbers; said:
    what the outcome alone says of it; yours: the result as an array; off: where it differs."""

    kind: str
    said: str
    case: object
    outcome: Outcome
    expected: object
    yours: object = None
    off: object = None


def fault_of(exercise, case, outcome):
    """The Fault of an outcome, or None."""
    expected = exercise.reference(*case.arguments)
    fault = partial(Fault, case=case, outcome=outcome, expected=expected)
    if outcome.error:
        lines = ["Your code stops with an error.", outcome.line, outcome.error]
        return fault("error", "\n".join(line for line in lines if line))
    if outcome.changed:
        names = exercise.parameters()
        changed = " and ".join(names[i] for i in outcome.changed)
        said = f"Your function changes its argument {changed}. Work on a copy or on a new array."
        return fault("changed", said)
    if outcome.result is None:
        return fault("type", "Your result is None. Does the function end in a line with return?")
    if isinstance(expected, str):
        return _word_fault(fault, outcome.result, expected)
    expected = np.asarray(expected)
    wanted = "True or False" if expected.dtype == bool else "numbers"
    yours, problem = as_array(outcome.result, wanted)
    if problem:
        return fault("type", problem)
    if yours.shape != expected.shape:
        said = f"Your result has shape {yours.shape}, expected {expected.shape or 'one value'}."
        if yours.ndim == 2 and yours.shape == expected.shape[::-1]:
            said += " Its axes are the other way round."
        return fault("shape", said, expected=expected, yours=yours)
    if (yours.dtype == bool) != (expected.dtype == bool):
        return fault("type", f"Your result has dtype {yours.dtype}, expected {wanted}.")
    off = ~exercise.is_close(yours, expected, case.arguments)
    return fault("numbers", "", expected=expected, yours=yours, off=off) if off.any() else None


def _word_fault(fault, yours, expected):
    if not isinstance(yours, str):
        return fault("type", f"Your result is {kind_of(yours)}, expected a word, a str.")
    return None if yours == expected else fault("numbers", "", yours=yours)


def is_near_computed(yours, expected, function, arguments):
    """Entry by entry, whether yours is what `function` gives of `arguments`: whole numbers and
    truths exactly, others as near as that function can be computed."""
    if expected.dtype.kind != "f":
        return is_equal(yours, expected)
    near = is_equal(yours, expected, MILLIONTH)
    if near.all():
        return near
    return near | (np.abs(yours - expected) <= tolerance(yours, expected, function, arguments))


def is_equal(a, b, share=1e-9):
    return np.isclose(a, b, rtol=share, atol=0, equal_nan=True)


def rounding(value):
    """How far off a typed number may be, as a share of it: half a unit of its last digit, but no
    less than 0.0001 and no more than 0.012."""
    digits = len(str(value).partition(".")[2])
    return min(max(1e-4, 0.5 * 10.0**-digits / abs(value)), 0.012) if value and digits else 1e-4


def tolerance(yours, expected, function, arguments):
    """How far off a right result may be, entry by entry: as far as it moves when each given number
    is changed by about a millionth of itself. So the tolerance grows with the numbers that are
    added up, and float32 and any order of summation are accepted."""
    dtypes = [x.dtype for x in (yours, *arguments) if isinstance(x, np.ndarray)]
    dtype = np.dtype(np.float32 if np.float32 in dtypes else np.float64)
    rng = np.random.default_rng(0)
    moved = [call(function, tuple(_moved(x, rng, dtype) for x in arguments)) for _ in range(8)]
    far = [np.abs(outcome.result - expected) for outcome in moved if not outcome.error]
    far = np.max([np.nan_to_num(x, posinf=0) for x in far], axis=0, initial=0)
    return far + np.finfo(dtype).tiny


def _moved(x, rng, dtype):
    if not isinstance(x, np.ndarray) or x.dtype.kind not in "if":
        return x
    return (x * (1 + MILLIONTH * rng.standard_normal(x.shape))).astype(dtype)


def gives_the_same(function, arguments, outcome):
    """Whether a function gives the outcome that a student's function gave."""
    made = call(function, arguments)
    return same_outcome(made, outcome, lambda a, b: is_near_computed(b, a, function, arguments))


def same_outcome(one, two, close=is_equal):
    """Whether two outcomes are the same error, the same word, close numbers, or results that are
    refused for the same reason."""
    if one.error or two.error:
        return one.error == two.error
    a, b = one.result, two.result
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return type(a) is type(b) and a == b
    (a, problem_a), (b, problem_b) = as_array(a), as_array(b)
    if problem_a or problem_b:
        return problem_a == problem_b
    same_kind = a.shape == b.shape and (a.dtype == bool) == (b.dtype == bool)
    return same_kind and bool(close(a, b).all())


def as_array(result, wanted="numbers"):
    """(the result as an array of numbers or truths, or None; what is wrong with it, or "")."""
    problem = f"Your result is {kind_of(result)}, expected {wanted}."
    if isinstance(result, str | bytes):
        return None, problem
    try:
        yours = np.asarray(result)
    except ValueError:  # rows of different lengths
        if isinstance(result, tuple):
            problem = f"Your function returns {len(result)} things, expected one array."
        if isinstance(result, list):
            problem = "Your result has rows of different lengths, expected an array."
        return None, problem
    if yours.size > MANY:
        return None, f"Your result has shape {yours.shape}: too many numbers to look at."
    if yours.dtype.kind in "US":
        problem = f"Your result holds text, expected {wanted}."
    return (yours, "") if yours.dtype.kind in "biuf" else (None, problem)


def kind_of(x):
    if type(x) is np.ndarray:
        return f"an array of dtype {x.dtype}"
    kind = type(x).__name__
    return "None" if x is None else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
