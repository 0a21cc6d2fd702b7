"""What is special about the arguments of a call: what they hold, and their shapes."""

import numpy as np

SPECIAL = {  # what may be special about an array
    "is in float32": lambda x: x.dtype == np.float32,
    "holds whole numbers (dtype int64)": lambda x: x.dtype == np.int64,
    "holds numbers above 100": lambda x: np.any(np.abs(x) > 100),
    "holds numbers closer to 0 than 0.01": lambda x: np.any((x != 0) & (np.abs(x) < 0.01)),
    "holds a number twice": lambda x: len(np.unique(x)) < x.size,
    "has a size of 1": lambda x: 1 in x.shape,
    "has more than two axes": lambda x: x.ndim > 2,
    "has more rows than columns": lambda x: x.ndim > 1 and x.shape[-2] > x.shape[-1],
    "has a row that is all False": lambda x: x.dtype == bool and not x.any(axis=-1).all(),
}


def special(names, arguments):
    """Everything special about these arguments, as clauses: "K is in float32", or of two matrices
    "Q has more rows than K"."""
    arrays = {x: y for x, y in zip(names, arguments, strict=True) if isinstance(y, np.ndarray)}
    said = [f"{name} {what}" for what in SPECIAL for name in arrays if SPECIAL[what](arrays[name])]
    said += [f"an argument {what}" for what in SPECIAL if any(map(SPECIAL[what], arrays.values()))]
    rows = {name: x.shape[-2] for name, x in arrays.items() if x.ndim > 1}
    pairs = [(x, y) for x in rows for y in rows if rows[x] > rows[y]]
    return said + [f"{x} has more rows than {y}" for x, y in pairs]
