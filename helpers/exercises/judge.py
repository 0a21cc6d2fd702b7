"""How an answer is judged: type and shape, then the cases from the smallest up, then the name of
the mistake, if one is known that gives the same on every case."""

import ast

import numpy as np

from helpers.exercises.feedback import Feedback, Fold, hints
from helpers.exercises.run import call, is_stub
from helpers.figures import matrix, table

ABSOLUTE = 1e-5  # with a share of 1e-4, float32 is near enough and a wrong scale is not
ROUNDED = 0.01  # a share: a value that is typed in may be rounded
MOST = 36  # entries of an argument that are written out
INTERRUPTED = (
    "Stopped: your code had not returned when it was interrupted. Look for a loop that does not "
    "end. The cells below still run."
)


def judged(exercise, answer):
    """The Feedback to an answer of a student."""
    takes = len(exercise.cases[0].arguments)
    if answer is ... or (callable(answer) and is_stub(exercise.stub, answer)):
        return not_yet(exercise)
    if takes and not callable(answer):
        return wrong(
            exercise,
            f"What was handed in is {_kind(answer)}, needed the function itself: "
            f'check("{exercise.name}", {exercise.answer}), no brackets behind the name.',
        )
    if not takes and callable(answer):
        return wrong(exercise, "A function was handed in, needed a value: what the function gives.")
    function = answer if takes else lambda: answer
    try:
        return _judged(exercise, function)
    except KeyboardInterrupt:
        return wrong(exercise, INTERRUPTED)


def _judged(exercise, function):
    earlier = []
    for case in exercise.all_cases():
        outcome = call(function, case.arguments)
        if outcome.unfinished:
            return not_yet(exercise)
        expected = exercise.reference(*case.arguments)
        problem, pictures = compared(exercise, case, outcome, expected)
        if problem:
            mistake = named(exercise, function, outcome)
            if outcome.error:
                said = f"{problem}\n{mistake}".strip()  # their own line stays
            else:
                said = mistake or constant(earlier, outcome) or problem
            given_away = not case.arguments  # a value to find is not shown
            return wrong(exercise, said, case, outcome, () if given_away else pictures)
        earlier.append(outcome.result)
    return Feedback(
        True,
        exercise.why,
        folds=(Fold("A solution", code=exercise.solution.strip()),),
        head=f"Passed: {exercise.title}",
    )


def not_yet(exercise):
    return Feedback(
        False,
        "Put your code in the place of the dots and run the cell again."
        if "..." in exercise.stub
        else "This is still the code as it was given. Find what is wrong in it and mend it.",
        folds=hints(exercise.hints),
        head=f"Not yet: {exercise.title}",
    )


def wrong(exercise, said, case=None, outcome=None, pictures=()):
    lines = [said]
    if case and case.arguments:
        lines.append(f"Case: {case.what}. {called(exercise, case)}")
    if outcome and outcome.printed.strip():
        lines.append(f"Printed on the way: {outcome.printed.strip()[:400]}")
    solution = Fold("Solution", exercise.why, exercise.solution.strip())
    head = f"Not right yet: {exercise.title}"
    return Feedback(False, "\n".join(lines), pictures, (*hints(exercise.hints), solution), head)


# --- comparing ----------------------------------------------------------------------------------


def compared(exercise, case, outcome, expected):
    """(what is wrong, pictures of it); ("", ()) if nothing is."""
    if outcome.error:
        return f"Your code stops with an error.\n{outcome.error}", ()
    if outcome.changed:
        names = _parameters(exercise)
        changed = " and ".join(names[i] for i in outcome.changed)
        return (
            f"Your function changes its argument {changed}. Work on a copy or on a new array.",
            (),
        )
    if isinstance(expected, str):
        if outcome.result is None:
            return _array(None, None)[1], ()
        if not isinstance(outcome.result, str):
            return f"Your result is {_kind(outcome.result)}, needed a word, a str.", ()
        if outcome.result == expected:
            return "", ()
        return case.says, (_pair(repr(outcome.result), repr(expected)),)
    yours, problem = _array(outcome.result, np.asarray(expected))
    if problem:
        return problem, ()
    expected = np.asarray(expected)
    if yours.shape != expected.shape:
        return _shapes(yours, expected), beside(exercise, yours, expected)
    started = np.argwhere(np.isnan(yours) & ~np.isnan(expected)) if yours.dtype.kind == "f" else []
    if len(started):
        place = f" at {_place(started[0])}" if yours.ndim else ""
        return f"nan, not a number, begins{place}. {case.says}", beside(exercise, yours, expected)
    if equal(yours, expected, exercise.near):
        return "", ()
    if not case.arguments:
        side = "large" if yours > expected else "small"
        return f"{case.says} Yours is too {side}.", ()
    return case.says, beside(exercise, yours, expected)


def close(a, b, near):
    """Entry by entry, whether a is b."""
    return np.isclose(a, b, rtol=near, atol=ABSOLUTE, equal_nan=True)


def equal(a, b, near):
    return a.shape == b.shape and bool(close(a, b, near).all())


def named(exercise, function, outcome):
    """The line of the known mistake that gives what the student's function gives: on every case or,
    if it also breaks down on some, on all the others, of which `outcome` is one."""
    cases = list(exercise.all_cases())
    results = [call(function, case.arguments).result for case in cases]
    near = exercise.near if cases[0].arguments else max(exercise.near, ROUNDED)
    every = range(len(cases))
    sound = [i for i in every if _is_sound(results[i])] if _is_sound(outcome.result) else every
    for places in (every, sound):
        for mistake in exercise.mistakes:
            given = (call(mistake.does, cases[i].arguments).result for i in places)
            if all(_alike(a, results[i], near) for a, i in zip(given, places, strict=True)):
                return mistake.says
    return ""


def _is_sound(result):
    """Whether a call gave something, and no nan."""
    yours, problem = _array(result, None) if result is not None else (None, "")
    return yours is not None and not problem and not np.isnan(yours).any()


def _alike(a, b, near=1e-4):
    """Whether two results, or two failures (None), are the same."""
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return type(a) is type(b) and a == b
    (a, one), (b, two) = _array(a, None), _array(b, None)
    return not (one or two) and equal(a, b, near)


def constant(earlier, outcome):
    """What to say of a function that gives the same for all input: its result is typed in."""
    result = outcome.result
    if not earlier or result is None or isinstance(result, bool | np.bool_):
        return ""
    if not all(_alike(result, before) for before in earlier):
        return ""
    return "Your function gives the same for different input: the result must follow from it."


def _array(result, expected):
    """(the result as an array, what keeps it from being one)."""
    if result is None:
        return None, "Your result is None. Does the function end in a line with return?"
    try:
        yours = np.asarray(result)
    except ValueError:
        if isinstance(result, tuple):
            return None, f"Your function returns {len(result)} things, needed one array."
        return None, "Your result has rows of different lengths, needed an array."
    if isinstance(result, np.ma.MaskedArray) or yours.dtype.kind not in "biuf":
        return None, f"Your result is {_kind(result)}, needed numbers."
    if expected is not None and (expected.dtype == bool) != (yours.dtype == bool):
        kinds = {True: "True and False", False: "numbers"}
        given, needed = kinds[yours.dtype == bool], kinds[expected.dtype == bool]
        return None, f"Your result holds {given} (dtype {yours.dtype}), needed {needed}."
    return yours, ""


def _shapes(yours, expected):
    given = f"Your result has shape {yours.shape}, needed {expected.shape}"
    if yours.ndim == 2 and yours.shape == expected.shape[::-1]:
        return f"{given}: its axes are the other way round."
    if yours.size == expected.size and yours.ndim < expected.ndim:
        return f"{given}: an axis is missing, a row is not yet a matrix."
    if yours.size == expected.size and yours.ndim > expected.ndim:
        return f"{given}: there is an axis too many."
    if sorted(yours.shape) == sorted(expected.shape):
        return f"{given}: the axes stand in another order."
    return f"{given}."


# --- showing ------------------------------------------------------------------------------------


def beside(exercise, yours, expected):
    """Yours and expected, as tables; of more than two axes, the first matrices that differ."""
    if yours.ndim == expected.ndim == 0:
        return (_pair(_number(yours), _number(expected)),)
    same = yours.shape == expected.shape
    at = ()
    if same and expected.ndim > 2:
        at = tuple(np.argwhere(~close(yours, expected, exercise.near))[0][:-2])
    where = f", at {_place(at)}" if at else ""
    off = ~close(yours, expected, exercise.near) if same else None
    pictures = []
    for title, values in (("Yours", yours), ("Expected", expected)):
        shown = values[at] if at else values[(0,) * max(values.ndim - 2, 0)]
        shape = shown.shape
        while shown.ndim < 2:
            shown = shown[None]
        if not shown.size:
            continue
        marked = off[at] if off is not None and title == "Yours" else np.zeros(shape, bool)
        cells = [tuple(cell) for cell in np.argwhere(marked.reshape(shown.shape))]
        axes = exercise.axes if len(shape) == 2 else ("", exercise.axes[-1])
        rows = None if len(shape) == 2 else [title.lower()]
        caption = f"{title}{where}, shape {values.shape}"
        axes = (axes[0] or "result", axes[1])
        pictures.append(matrix(caption, shown, rows, axes=axes, digits=4, mark=cells))
    return tuple(pictures)


def called(exercise, case):
    """The call of a case, as one could type it."""
    names = _parameters(exercise)
    given = [f"{name} = {written(x)}" for name, x in zip(names, case.arguments, strict=True)]
    return f"{exercise.answer} was called with {'; '.join(given)}."


def written(x):
    """An argument in full, if it is small, or by its shape."""
    if isinstance(x, np.ndarray):
        if x.size > MOST:
            return f"an array of shape {x.shape}"
        return repr(_rounded(x.tolist()))
    return repr(_rounded(x)) if not isinstance(x, str) else repr(x)


def _rounded(x):
    if isinstance(x, list | tuple):
        return type(x)(map(_rounded, x))
    return float(f"{x:.4g}") if isinstance(x, float) else x


def _parameters(exercise):
    """The names of the arguments, as the student sees them in the stub."""
    statements = ast.walk(ast.parse(exercise.stub))
    function = next(line for line in statements if isinstance(line, ast.FunctionDef))
    return [argument.arg for argument in function.args.args]


def _pair(yours, expected):
    return table("Side by side", ["", "result"], [["yours", yours], ["expected", expected]])


def _place(index):
    return f"[{', '.join(map(str, index))}]"


def _number(x):
    return f"{x.item():.6g}" if x.dtype.kind == "f" else str(x.item())


def _kind(x):
    kind = type(x).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
