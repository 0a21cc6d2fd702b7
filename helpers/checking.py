"""Checks the arguments of the helpers' functions, before their mathematics begins.

    @takes(Q="… n d_k", K="… m d_k", mask="mask n m", scale=number)

says what each argument must be. They are checked in this order, and a wrong one raises a ValueError
that names it, what was given and what is needed:

    "… n d_k"    an array of real numbers with the axes n and d_k, after any number of leading axes;
                 without the dots, an array with only these axes
    "… n even"   an axis called even has an even size
    "mask n m"   a boolean or float array that broadcasts against (…, n, m); below leading axes, it
                 has no axis for heads, whose number h is known if weights are checked before it
    Norm         a kind of `named_arrays`: the argument is one, or as many arrays in this order
    number       a function that is called with the argument's name, its value and the `Call`, whose
                 earlier arguments are checked; it returns the value to use

An axis that is named twice has the same size both times, and all leading axes broadcast. "h·d_v"
is the product of two sizes if both are known by then, so W_V stands before W_O.
"""

import functools
import inspect
import math
from collections import namedtuple
from contextvars import ContextVar

import numpy as np

_inside = ContextVar("a checked function is running", default=False)


def takes(**needs):
    """Decorates a function so that it gets checked arguments, its arrays in one floating dtype.

    It is the widest of their dtypes, float64 for integers and booleans; the results have it, too.
    But float16 is computed in float32. An argument left at its default is passed on as it is. An
    array that fits already is the caller's own: the function must not write into it.

    A checked function that is called while another one runs is not checked again.
    """
    checks = {name: as_check(need) for name, need in needs.items()}
    array_names = [name for name, need in needs.items() if holds_arrays(need)]

    def decorate(function):
        signature = inspect.signature(function)
        defaults = {name: value.default for name, value in signature.parameters.items()}

        @functools.wraps(function)
        @np.errstate(under="ignore")  # what is too small for the dtype is 0
        def checked(*positional, **named):
            if _inside.get():
                return function(*positional, **named)
            call = Call(defaults | signature.bind(*positional, **named).arguments)
            for name, check in checks.items():
                value = call.arguments[name]
                if value is not defaults[name]:
                    call.arguments[name] = check(name, value, call)
            dtype = call.computing_dtype()
            for name in array_names:
                call.arguments[name] = in_dtype(call.arguments[name], dtype)
            outside = _inside.set(True)
            try:
                results = function(**call.arguments)
            finally:
                _inside.reset(outside)
            return results if call.dtype is None else in_dtype(results, call.dtype)

        return checked

    return decorate


def as_check(need):
    """What `takes` is told of an argument, as a function of its name, its value and the `Call`."""
    if isinstance(need, str):
        kind, *axes = need.split()
        if kind == "mask":
            return functools.partial(check_mask, axes=axes)
        return functools.partial(check_array, leading=kind == "…", axes=need.strip("… ").split())
    if hasattr(need, "checks"):
        return functools.partial(check_named_arrays, kind=need)
    return need


def holds_arrays(need):
    """Whether it is the need of an array or of named arrays; a mask has a dtype of its own."""
    return hasattr(need, "checks") or (isinstance(need, str) and not need.startswith("mask"))


class Call:
    """One call while it is checked: what its arguments have shown so far."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.sizes = {}  # of the axes with a name
        self.leading = ()  # the shape to which all leading axes broadcast
        self.dtype = None  # the widest of the arrays' floating dtypes

    def computing_dtype(self):
        return np.dtype(np.float32) if self.dtype == np.float16 else self.dtype


def in_dtype(value, dtype):
    """An array in this dtype, a named tuple with its arrays in it; anything else as it is."""
    if isinstance(value, np.ndarray):
        return value.astype(dtype, copy=False)
    if hasattr(value, "_fields"):
        return value._make([in_dtype(item, dtype) for item in value])
    return value


# --- arrays


def as_array(name, value, kinds, needed):
    """The value as an array whose dtype is of one of these kinds (NumPy's letters; b is bool)."""
    try:
        x = np.asarray(value)
    except ValueError:
        ragged = f"{name}: given ragged rows, needed a full array of {needed}"
        raise ValueError(ragged) from None
    masked = isinstance(value, np.ma.MaskedArray)
    if masked or x.dtype.kind not in kinds:
        description = f"{'masked ' if masked else ''}dtype {x.dtype}"
        raise ValueError(f"{name}: given {description}, needed {needed}")
    return x


def check_array(name, value, call, leading, axes):
    """An array of real numbers with these axes, after any number of others if `leading`."""
    x = as_array(name, value, "biuf", "real numbers")
    shape, known = x.shape, call.sizes
    for axis in axes:
        if "·" in axis:
            multiply(axis, known)
    split = len(shape) - len(axes)
    sizes = dict(zip(axes, shape[split:], strict=True)) if split >= 0 else {}
    fits = (split == 0 or (leading and split > 0)) and 0 not in shape
    if not fits or not agree(sizes, known):
        needed = ", ".join([*["…"] * leading, *(with_size(axis, known) for axis in axes)])
        more = ", and no axis of size 0" if 0 in shape else ""
        raise ValueError(f"{name}: given shape {shape}, needed ({needed}){more}")
    known.update(sizes)
    if split:
        call.leading = broadcast(f"{name}'s leading axes", shape[:split], call.leading)
    dtype = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    call.dtype = np.result_type(dtype, call.dtype or dtype)
    return x


def multiply(axis, known):
    """An axis such as "h·d_v" is known if the sizes of its factors are."""
    factors = axis.split("·")
    if all(factor in known for factor in factors):
        known[axis] = math.prod(known[factor] for factor in factors)


def agree(sizes, known):
    """Whether each axis has the size that it is known to have."""
    if sizes.get("even", 0) % 2:
        return False
    return all(known.get(axis, size) == size for axis, size in sizes.items())


def with_size(axis, known):
    """An axis as a message names it, with its size if that is known."""
    if axis == "even":
        return "an even number"
    return f"{axis} = {known[axis]}" if axis in known else axis


def check_mask(name, value, call, axes):
    """An array that broadcasts to the scores without adding queries or keys."""
    x = as_array(name, value, "bf", "boolean (True = may attend) or float (added to the scores)")
    shape = (*call.leading, *(call.sizes[axis] for axis in axes))
    of_heads = [(*call.leading, heads) for heads in (1, call.sizes.get("h"))]
    if "h" in call.sizes and call.leading and x.shape[:-2] in of_heads:
        needed = f"(…, {', '.join(axes)}) = {shape}, the same mask for every head"
        raise ValueError(f"{name}: given {x.shape}, needed {needed}")
    if x.size == 0 or broadcast(name, x.shape, shape)[-2:] != shape[-2:]:
        raise ValueError(f"{name}: given {x.shape}, needed (…, {', '.join(axes)}) = {shape}")
    if x.dtype != bool:
        with np.errstate(over="ignore"):  # in float32, −1e300 is −∞, as it should be
            x = x.astype(call.computing_dtype(), copy=False)
    return np.atleast_2d(x)


def broadcast(name, shape, others):
    """The shape to which both broadcast."""
    if shape == others:
        return shape
    sizes = zip(reversed(shape), reversed(others), strict=False)
    if not all(a == b or 1 in (a, b) for a, b in sizes):
        raise ValueError(f"{name}: given {shape}, needed to broadcast against {others}")
    return np.broadcast_shapes(shape, others)


# --- named tuples of arrays


def named_arrays(kind, **needs):
    """A kind of named tuple that `takes` checks: each field with its axes, or of such a kind.

    Norm = named_arrays("Norm", gain="d", shift="d")
    Norm.of({"gain": [1, 1], "shift": [0, 0]})  # from a dictionary, as a file holds it
    """
    kind = namedtuple(kind, needs)
    kind.needs = needs
    kind.checks = [as_check(need) for need in needs.values()]
    kind.of = classmethod(from_dictionary)
    return kind


def from_dictionary(kind, values):
    fields = {}
    for field, need in kind.needs.items():
        value = values[field]
        fields[field] = np.array(value) if isinstance(need, str) else need.of(value)
    return kind(**fields)


def check_named_arrays(name, value, call, kind):
    """A named tuple of this kind, from one or from as many arrays in this order."""
    is_row = isinstance(value, tuple | list)
    if not is_row or len(value) != len(kind._fields):
        description = f"{len(value)} fields" if is_row else type(value).__name__
        fields = ", ".join(kind._fields)
        raise ValueError(
            f"{name}: given {description}, needed {len(kind._fields)} fields: {fields}"
        )
    items = zip(kind._fields, value, kind.checks, strict=True)
    return kind(*(check(f"{name}.{field}", item, call) for field, item, check in items))


# --- single values


def number(name, value, _):
    """One finite number, as a Python float, which does not change the dtype of an array."""
    x = as_array(name, value, "iuf", "real numbers")
    if x.ndim or not np.isfinite(x):
        raise ValueError(f"{name}: given {x}, needed one finite number")
    return float(x)


def positive(name, value, call):
    x = number(name, value, call)
    if x <= 0:
        raise ValueError(f"{name}: given {x:g}, needed a number above 0")
    return x


def whole_number(name, value, _):
    if not is_whole(value):
        raise ValueError(f"{name}: given {value!r}, needed a whole number")
    return int(value)


def count(name, value, _):
    if not is_whole(value) or value < 1:
        raise ValueError(f"{name}: given {value!r}, needed a whole number of at least 1")
    return int(value)


def even(name, value, _):
    if not is_whole(value) or value < 2 or value % 2:
        raise ValueError(f"{name}: given {value!r}, needed an even number of at least 2")
    return int(value)


def truth(name, value, _):
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}: given {value!r}, needed True or False")
    return bool(value)


def one_of(*choices):
    def check_choice(name, value, _):
        if value not in choices:
            needed = ", ".join(map(repr, choices))
            raise ValueError(f"{name}: given {value!r}, needed one of {needed}")
        return value

    return check_choice


def function(name, value, _):
    """A function of the caller's: what it calls is checked, wherever it runs."""
    if not callable(value):
        raise ValueError(f"{name}: given {value!r}, needed a function")

    def from_outside(*arguments, **named):
        inside = _inside.set(False)
        try:
            return value(*arguments, **named)
        finally:
            _inside.reset(inside)

    return from_outside


# --- values that fit another argument, which is checked before them


def axis_of(array):
    def check_axis(name, value, call):
        x = call.arguments[array]
        if not is_whole(value) or not -x.ndim <= value < x.ndim:
            needed = f"an axis of {array}, whose shape is {x.shape}"
            raise ValueError(f"{name}: given {value!r}, needed {needed}")
        return int(value)

    return check_axis


def divisor_of_width_of(array):
    def check_divisor(name, value, call):
        shape = call.arguments[array].shape
        divisor = count(name, value, call)
        if shape[-1] % divisor:
            needed = f"a divisor of the last axis of {array}, whose shape is {shape}"
            raise ValueError(f"{name}: given {divisor}, needed {needed}")
        return divisor

    return check_divisor


def one_for_each_row_of(array):
    def check_numbers(name, value, call):
        n = call.arguments[array].shape[-2]
        x = as_array(name, value, "iuf", "real numbers")
        if x.shape != (n,) or not np.isfinite(x).all():
            needed = f"a finite number for each of the {n} rows of {array}"
            raise ValueError(f"{name}: given {x}, needed {needed}")
        return x

    return check_numbers


def lengths_up_to(largest):
    def check_lengths(name, value, call):
        most = call.arguments[largest]
        x = as_array(name, value, "iu", "whole numbers")
        if x.ndim != 1 or x.size == 0 or x.min() < 0 or x.max() > most:
            needed = f"shape (b,), whole numbers from 0 to {largest} = {most}"
            raise ValueError(f"{name}: given {x}, needed {needed}")
        return x

    return check_lengths


def is_whole(value):
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
