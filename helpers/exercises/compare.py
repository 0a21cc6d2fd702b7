"""Whether a result is right and, if not, what is wrong with it: its kind, its shape, its numbers,
and which known mistake gives the same."""

from numbers import Real

import numpy as np

from helpers.exercises.beside import beside, pair, place
from helpers.exercises.feedback import given
from helpers.exercises.run import MANY, call

ABSOLUTE = 1e-5  # with a share of 1e-4, float32 is near enough and a wrong scale is not


def compared(exercise, case, outcome, expected):
    """(what is wrong, pictures of it); ("", ()) if nothing is."""
    if outcome.error:
        return f"Your code stops with an error.\n{outcome.error}", ()
    if outcome.changed:
        names = exercise.parameters()
        changed = " and ".join(names[i] for i in outcome.changed)
        return (
            f"Your function changes its argument {changed}. Work on a copy or on a new array.",
            (),
        )
    if outcome.result is None and not case.arguments:
        return "None was handed in, needed a value: print shows one, and gives None.", ()
    if outcome.result is None:
        return "Your result is None. Does the function end in a line with return?", ()
    if isinstance(expected, str):
        return _words(case, outcome.result, expected)
    expected = np.asarray(expected)
    yours, problem = array_of(outcome.result, expected.dtype == bool)
    if problem:
        return problem, ()
    if yours.shape != expected.shape:
        return _shapes(yours, expected), beside(exercise, yours, expected)
    off = ~close(yours, expected, exercise.near)
    if not off.any():
        return "", ()
    if case.arguments and (coarse := _coarse(yours, expected)):
        return coarse, ()
    says = case.says(yours) if callable(case.says) else case.says
    started = np.argwhere(np.isnan(yours) & ~np.isnan(expected)) if yours.dtype.kind == "f" else []
    if len(started):
        at = f"begins at {place(started[0])}" if yours.ndim else "is what you have"
        return f"nan, not a number, {at}. {says}", beside(exercise, yours, expected, off)
    if not case.arguments:
        return f"{says} Yours is too {'large' if yours > expected else 'small'}.", ()
    return says, beside(exercise, yours, expected, off)


def _words(case, yours, expected):
    if not isinstance(yours, str):
        return f"Your result is {kind_of(yours)}, needed a word, a str.", ()
    if yours == expected:
        return "", ()
    return case.says, (pair(given(yours), given(expected)),)


def _coarse(yours, expected):
    """What to say of a result that is right but for its last digits."""
    whole = not (yours % 1).any()
    if whole and np.abs(yours).max() > 1 and (yours == np.trunc(expected)).all():
        return "Right but for the fractions: whole numbers, as of dtype int, cut them off."
    if whole or yours.dtype.kind != "f":  # ones and zeros alone are another mistake
        return ""
    if yours.dtype == np.float16 and np.allclose(yours, expected, rtol=1e-3):
        return "Right to the few digits that float16 has: compute in float64."
    for n in range(2, 6):
        if np.allclose(yours, np.round(expected, n), rtol=0, atol=1e-9):
            return f"Right to {n} decimals: return the numbers without rounding them."
    return ""


def close(a, b, near):
    """Entry by entry, whether a is b."""
    return np.isclose(a, b, rtol=near, atol=ABSOLUTE, equal_nan=True)


def named(exercise, cases, outcomes, i):
    """The line of the known mistake that gives what the student's function gives: on every case or,
    if it also breaks down on some, on all the others, of which case i is one."""
    near = exercise.near if cases[0].arguments else max(1e-4, rounding(outcomes[i].result))
    every = range(len(cases))
    sound = [k for k in every if _is_sound(outcomes[k].result)]
    for places in (every, sound) if i in sound else (every,):
        for mistake in exercise.mistakes:
            made = (call(mistake.does, cases[k].arguments) for k in places)
            if all(alike(m, outcomes[k], near) for m, k in zip(made, places, strict=True)):
                return mistake.says
    return ""


def rounding(value):
    """How far off a number that was typed in may be, as a share: half a unit of its last digit."""
    if not isinstance(value, float | np.floating) or not value:
        return 0
    digits = len(str(value).partition(".")[2])
    return min(0.5 * 10.0**-digits / abs(value), 0.012)


def _is_sound(result):
    """Whether a call gave something, and no nan."""
    yours, problem = array_of(result)
    return not problem and not np.isnan(yours).any()


def alike(one, two, near=1e-4):
    """Whether two outcomes are the same: the same error, with its sizes, or nearly the numbers, or
    the same for which they are none."""
    if one.error or two.error:
        return one.error.rpartition("\n")[2] == two.error.rpartition("\n")[2]
    a, b = one.result, two.result
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return type(a) is type(b) and a == b
    (a, one), (b, two) = array_of(a), array_of(b)
    if one or two:
        return one == two
    return a.shape == b.shape and bool(close(a, b, near).all())


def constant(outcomes):
    """What to say of a function that gives the same for all input: its result is typed in."""
    first, *others = outcomes
    fixed = not first.error and not isinstance(first.result, bool | np.bool_)
    if not fixed or not all(alike(first, other) for other in others):
        return ""
    return "Your function gives the same for different input: the result must follow from it."


def array_of(result, truths=None):
    """(the result as an array, what keeps it from being one of numbers, or of truths)."""
    needed = "True or False" if truths else "numbers"
    numbers = f"Your result is {kind_of(result)}, needed {needed}."
    if isinstance(result, str | bytes | np.ma.MaskedArray):
        return None, numbers
    try:
        if not isinstance(result, np.ndarray) and hasattr(result, "__len__") and len(result) > MANY:
            return None, f"Your result has {len(result)} entries: too many to look at."
        yours = np.asarray(result)
        if yours.dtype == object and all(isinstance(x, Real) for x in yours.flat):
            yours = yours.astype(float)  # fractions, or 2**70
    except Exception:  # rows of different lengths, or an object of their own
        if isinstance(result, tuple):
            return None, f"Your function returns {len(result)} things, needed one array."
        if isinstance(result, list):
            return None, "Your result has rows of different lengths, needed an array."
        return None, numbers
    if yours.size > MANY:
        return None, f"Your result has shape {yours.shape}: too many numbers to look at."
    if yours.dtype.kind not in "biuf":
        return None, numbers
    if truths is not None and truths != (yours.dtype == bool):
        kinds = {True: "True and False", False: "numbers"}
        held, needed = kinds[yours.dtype == bool], kinds[truths]
        return None, f"Your result holds {held} (dtype {yours.dtype}), needed {needed}."
    return yours, ""


def _shapes(yours, expected):
    said = f"Your result has shape {yours.shape}, needed {expected.shape}"
    if yours.ndim == 2 and yours.shape == expected.shape[::-1]:
        return f"{said}: its axes are the other way round."
    if yours.size == expected.size and yours.ndim < expected.ndim:
        row = ", a row is not yet a matrix" if yours.ndim == 1 else ""
        return f"{said}: an axis is missing{row}."
    if yours.size == expected.size and yours.ndim > expected.ndim:
        return f"{said}: there is an axis too many."
    if sorted(yours.shape) == sorted(expected.shape):
        return f"{said}: the axes stand in another order."
    return f"{said}."


def kind_of(x):
    if x is None:
        return "None"
    if type(x) is np.ndarray:
        return f"an array of dtype {x.dtype}"
    kind = type(x).__name__
    return f"{'an' if kind[:1] in tuple('aeiouAEIOU') else 'a'} {kind}"
