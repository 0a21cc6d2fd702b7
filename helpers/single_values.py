"""What `takes` asks of an argument that is no array to compute with: a number, a choice, a length.

    @takes(Q="… n d_k", K="… m d_k", scale=number)

Each check is called with the argument's name, its value and the `Call` (checking.py). It returns
the value to use, or raises a ValueError that names the argument, what was given and what is needed.
"""

import numpy as np

from helpers.checking import as_array, error


def is_whole(value):
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def number(name, value, _):
    """One finite number, as a Python float, which does not change the dtype of an array."""
    x = as_array(name, value, "iuf", "real numbers")
    if x.ndim or not np.isfinite(x):
        raise error(name, x, "one finite number")
    return float(x)


def positive(name, value, call):
    x = number(name, value, call)
    if x <= 0:
        raise error(name, f"{x:g}", "a number above 0")
    return x


def that(is_so, needed):
    """The check that something is so of the value. A scalar of NumPy's becomes one of Python's."""

    def check(name, value, _):
        if not is_so(value):
            raise error(name, repr(value), needed)
        return value.item() if isinstance(value, np.generic) else value

    return check


def one_of(*choices):
    return that(lambda value: value in choices, f"one of {', '.join(map(repr, choices))}")


whole_number = that(is_whole, "a whole number")
count = that(lambda n: is_whole(n) and n >= 1, "a whole number of at least 1")
even = that(lambda n: is_whole(n) and n >= 2 and n % 2 == 0, "an even number of at least 2")
truth = that(lambda value: isinstance(value, bool | np.bool_), "True or False")
function = that(callable, "a function")


# --- values that fit another argument, which is checked before them


def axis_of(array):
    def check_axis(name, value, call):
        x = call.arguments[array]
        if not is_whole(value) or not -x.ndim <= value < x.ndim:
            raise error(name, repr(value), f"an axis of {array}, whose shape is {x.shape}")
        return int(value)

    return check_axis


def divisor_of_width_of(array):
    def check_divisor(name, value, call):
        shape, divisor = call.arguments[array].shape, count(name, value, call)
        if shape[-1] % divisor:
            needed = f"a divisor of the last axis of {array}, whose shape is {shape}"
            raise error(name, divisor, needed)
        return divisor

    return check_divisor


def one_for_each_row_of(array):
    def check_numbers(name, value, call):
        n = call.arguments[array].shape[-2]
        x = as_array(name, value, "iuf", "real numbers")
        if x.shape != (n,) or not np.isfinite(x).all():
            raise error(name, x, f"a finite number for each of the {n} rows of {array}")
        return x

    return check_numbers


def lengths_up_to(largest):
    def check_lengths(name, value, call):
        most = call.arguments[largest]
        x = as_array(name, value, "iu", "whole numbers")
        if x.ndim != 1 or x.size == 0 or x.min() < 0 or x.max() > most:
            raise error(name, x, f"shape (b,), whole numbers from 0 to {largest} = {most}")
        return x

    return check_lengths
