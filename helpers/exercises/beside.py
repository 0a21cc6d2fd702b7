"""What is yours beside what was expected, as tables, and the call that shows it."""

import numpy as np

from helpers.figures import matrix, table

MOST = 36  # entries of an argument that are written out
WIDE = 8  # rows and columns of a table, at most


def beside(exercise, yours, expected, off=None):
    """Yours and expected, as tables; of more than two axes, the first matrices that differ.

    off: where they differ, if they have one shape."""
    if yours.ndim == expected.ndim == 0:
        return (pair(_number(yours), _number(expected)),)
    at = () if off is None or off.ndim < 3 else tuple(np.argwhere(off)[0][:-2])
    where = f", at {place(at)}" if at else ""
    pictures = []
    for title, values in (("Yours", yours), ("Expected", expected)):
        if not values.size:
            continue
        shown = values[at or (0,) * max(values.ndim - 2, 0)]
        axes = exercise.axes if off is not None or values is expected else ("rows", "columns")
        row = shown.ndim < 2
        axes, shown = ("result", axes[-1]) if row else axes, np.atleast_2d(shown)
        rows = [title.lower()] if row else range(len(shown))
        shown, rows = shown[:WIDE, :WIDE], rows[:WIDE]
        framed = np.atleast_2d(off[at])[:WIDE, :WIDE] if off is not None and values is yours else []
        cells = [tuple(cell) for cell in np.argwhere(framed)]
        columns = range(shown.shape[1])
        part = ", its first corner" if max(values.shape, default=0) > WIDE else ""
        caption = f"{title}{where}, shape {values.shape}{part}"
        pictures.append(matrix(caption, shown, rows, columns, axes=axes, digits=4, mark=cells))
    return tuple(pictures)


def called(exercise, case):
    """The call of a case: small arguments in full, large ones by their shape."""
    names = exercise.parameters()
    given = [f"{name} = {written(x)}" for name, x in zip(names, case.arguments, strict=True)]
    return f"{exercise.answer} was called with {'; '.join(given)}."


def written(x):
    if isinstance(x, np.ndarray):
        if x.size > MOST:
            return f"an array of shape {x.shape}"
        x = x.tolist()
    return repr(_rounded(x))


def _rounded(x):
    if isinstance(x, list | tuple):
        return type(x)(map(_rounded, x))
    return float(f"{x:.4g}") if isinstance(x, float) else x


def pair(yours, expected):
    return table("Side by side", ["whose", "result"], [["yours", yours], ["expected", expected]])


def place(index):
    return f"[{', '.join(map(str, index))}]"


def _number(x):
    return f"{x.item():.6g}" if x.dtype.kind == "f" else str(x.item())
