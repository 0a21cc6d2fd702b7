"""The Feedback to an answer: what is said, the call that shows it, yours beside expected."""

from functools import partial

import numpy as np

from helpers.drawing.numbers import exact
from helpers.exercises.engine.compare import content
from helpers.exercises.engine.feedback import Feedback, Fold, given
from helpers.figures import matrix, table

MOST = 36  # entries of an argument that is written out
WIDE = 8  # rows and columns of a table, at most


def not_yet(exercise):
    said = "This is the code as it was given: find the bug and fix it."
    if "..." in exercise.stub:
        said = "Put your code in place of the dots and run the cell again."
    head = f"Not yet: {exercise.title}"
    return Feedback(False, said, folds=hints(exercise), head=head, untouched=True)


def passed(exercise, said):
    solution = Fold("A solution", exercise.why, exercise.solution.strip())
    return Feedback(True, said, folds=(solution,), head=f"Passed: {exercise.title}")


def wrong(exercise, said, fault=None):
    """fault: what is wrong with a function's result, shown with the call that gave it."""
    lines, pictures = [said], ()
    if fault:
        lines.append(f"Case: {fault.case.what}. {called(exercise, fault.case)}")
        if fault.outcome.printed.strip():
            lines.append(f"Your code printed: {fault.outcome.printed.strip()}")
        pictures = side_by_side(fault, exercise.axes)
    head = f"Not right yet: {exercise.title}"
    return Feedback(False, "\n".join(lines), pictures, hints(exercise), head)


def solution(exercise):
    head = f"A solution: {exercise.title}"
    return Feedback(False, exercise.why, head=head, code=exercise.solution.strip())


def called(exercise, case):
    """The call of a case: small arguments to four digits, large ones by their shape."""
    names = exercise.parameters()
    values = [f"{name} = {written(x)}" for name, x in zip(names, case.arguments, strict=True)]
    return f"{exercise.answer} was called with {'; '.join(values)}."


def written(x):
    if isinstance(x, np.ndarray):
        if x.size > MOST:
            return f"an array of shape {x.shape}"
        kind = " in float32" if x.dtype == np.float32 else ""
        return f"{written(x.tolist())}{kind}"
    return repr(_rounded(x))


def _rounded(x):
    if isinstance(x, list | tuple):
        return type(x)(map(_rounded, x))
    return float(f"{x:.4g}") if isinstance(x, float) else x


def hints(exercise):
    """Folds, each inside the one before: to see the second hint one opens the first. The innermost
    says how to see a solution, and does not show it."""
    how = f'To see a solution, run solution("{exercise.name}") in any cell.'
    folds = (Fold("Show a solution", how),)
    for number, text in reversed([*enumerate(exercise.hints, start=1)]):
        folds = (Fold(f"Hint {number}", text, inside=folds),)
    return folds


def side_by_side(fault, axes):
    """Yours and expected, as tables; with more than two axes, the first matrices that differ."""
    yours, expected, off = fault.yours, fault.expected, fault.off
    if yours is None or (yours.ndim and content(yours) == "text"):
        return ()
    if yours.ndim == expected.ndim == 0:
        rows = [["yours", _single(yours)], ["expected", _single(expected)]]
        return (table("Side by side", ["whose", "result"], rows),)
    digits = 4
    while digits < 12 and off is not None and _look_alike(yours[off], expected[off], digits):
        digits += 2
    if off is None:  # the shapes differ: each one's first matrix, and nothing is framed
        mine = _table("Yours", yours, ("rows", "columns"), digits)
        right = _table("Expected", expected, axes, digits)
    else:
        at = tuple(np.argwhere(off)[0][:-2])
        mine = _table("Yours", yours, axes, digits, at, off[at])
        right = _table("Expected", expected, axes, digits, at)
    return tuple(picture for picture in (mine, right) if picture)


def _look_alike(yours, expected, digits):
    pairs = zip(yours, expected, strict=True)
    return all(exact(a, digits) == exact(b, digits) for a, b in pairs)


def _table(title, values, axes, digits, at=None, framed=False):
    """The matrix at this place of the leading axes, by default the first. framed: which entries."""
    if not values.size:
        return None
    at = at or (0,) * (values.ndim - 2)
    shown = np.atleast_2d(values[at])[:WIDE, :WIDE]
    marks = [tuple(cell) for cell in np.argwhere(np.atleast_2d(framed))]
    rows, columns = map(range, shown.shape)
    if values.ndim < 2:
        axes, rows = ("result", axes[-1]), [title.lower()]
    where = f", at [{', '.join(map(str, at))}]" if at else ""
    part = ", top left corner" if max(values.shape, default=0) > WIDE else ""
    caption = f"{title}{where}, shape {values.shape}{part}"
    write = partial(exact, digits=digits)
    return matrix(caption, shown, rows, columns, axes=axes, write=write, mark=marks)


def _single(x):
    return exact(x.item(), 6) if content(x) == "numbers" else given(x.item())
