"""What is special about the arguments of a call: what they hold, and their shapes."""

import numpy as np

TRAITS = {  # what may be special about an array
    "is in float32": lambda x: x.dtype == np.float32,
    "holds whole numbers (dtype int64)": lambda x: x.dtype == np.int64,
    "holds numbers above 100": lambda x: np.any(np.abs(x) > 100),
    "holds numbers closer to 0 than 0.01": lambda x: np.any((x != 0) & (np.abs(x) < 0.01)),
    "holds a number twice": lambda x: len(np.unique(x)) < x.size,
    "has a size above 10": lambda x: max(x.shape, default=0) > 10,
    "has a size of 1": lambda x: 1 in x.shape,
    "has more than two axes": lambda x: x.ndim > 2,
    "has more rows than columns": lambda x: x.ndim > 1 and x.shape[-2] > x.shape[-1],
    "has a row that is all False": lambda x: x.dtype == bool and not x.any(axis=-1).all(),
}


def traits(names, arguments):
    """Everything special about these arguments, as clauses: "K is in float32", or of two matrices
    "Q has more rows than K"."""
    named = dict(zip(names, arguments, strict=True))
    arrays = {name: value for name, value in named.items() if isinstance(value, np.ndarray)}
    of_sizes = [f"{name} is above 10" for name, x in named.items() if type(x) is int and x > 10]
    of_one = [
        f"{name} {trait}" for trait in TRAITS for name in arrays if TRAITS[trait](arrays[name])
    ]
    of_any = [
        f"an argument {trait}" for trait in TRAITS if any(map(TRAITS[trait], arrays.values()))
    ]
    rows = {name: array.shape[-2] for name, array in arrays.items() if array.ndim > 1}
    of_two = [f"{x} has more rows than {y}" for x in rows for y in rows if rows[x] > rows[y]]
    return of_sizes + of_one + of_any + of_two
