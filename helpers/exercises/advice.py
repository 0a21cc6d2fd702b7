"""What the most frequent errors of NumPy mean to someone who meets them for the first time."""

import re

ADVICE = {  # what the error says → what to look for
    "only (0-dimensional|length-1|size-1) arrays": "Functions of math take one number, those of np "
    "whole arrays.",
    "as a data type": "np.zeros and np.ones take the shape as one tuple: np.zeros((n, m)).",
    "object is not iterable": "A single number cannot be gone through or summed; range(n) counts "
    "up to it.",
    "axis -?\\d+ is out of bounds": "There are fewer axes than that; axis=-1 is always the last.",
    "matmul: .* mismatch": "The sizes that meet at @ differ: print the shapes on both sides of it.",
    "could not be broadcast together": "Shapes that meet number by number do not fit: print both. "
    "keepdims=True keeps the axis of a sum.",
    "truth value of an array": "if, and, or, max and min ask for one truth; np.where, &, | and "
    "np.maximum go number by number.",
    "cannot reshape array": "reshape keeps all numbers: the sizes given must multiply to as many.",
}


def advice(error):
    """A line on an error's last line, or nothing."""
    last = error.rpartition("\n")[2]
    return next((line for said, line in ADVICE.items() if re.search(said, last)), "")
