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
                 earlier arguments are checked; it returns the value to use (single_values.py)

An axis that two arguments name has the same size in both, and all leading axes broadcast. "h·d_v"
is the product of two sizes if both are known by then, so W_V stands before W_O.
"""

import functools
import inspect
import math
from collections import namedtuple

import numpy as np


def takes(**needs):
    """Decorates a function so that it gets checked arguments, its arrays in one floating dtype.

    It is the widest of their dtypes, float64 for integers and booleans; the results have it, too.
    But float16 is computed in float32. A mask of floats is cast; it does not count. An argument
    left at its default is passed on as it is. An array that fits already is the caller's own: the
    function must not write into it. Where the arguments are checked already, as within another
    function that `takes` decorates, scores.plain(Q, K) is scores(Q, K) without the checks.
    """
    checks = {name: as_check(need) for name, need in needs.items()}
    cast = [name for name, need in needs.items() if isinstance(need, str) or has_fields(need)]

    def decorate(function):
        signature = inspect.signature(function)
        defaults = {name: value.default for name, value in signature.parameters.items()}

        @functools.wraps(function)
        @np.errstate(under="ignore")  # what is too small for the dtype is 0
        def checked(*positional, **named):
            call = Call(defaults | signature.bind(*positional, **named).arguments)
            for name, check in checks.items():
                value = call.arguments[name]
                if value is not defaults[name]:
                    call.arguments[name] = check(name, value, call)
            if not call.dtypes:
                return function(**call.arguments)
            dtype = np.result_type(*call.dtypes)
            computing = np.float32 if dtype == np.float16 else dtype
            with np.errstate(over="ignore"):  # in float32, a mask's −1e300 is −∞, as it should be
                for name in cast:
                    call.arguments[name] = in_dtype(call.arguments[name], computing)
            return in_dtype(function(**call.arguments), dtype)

        checked.plain = function
        return checked

    return decorate


class Call:
    """One call while it is checked: its arguments, and what they have shown so far."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.sizes = {}  # of the axes with a name
        self.leading = ()  # the shape to which all leading axes broadcast
        self.dtypes = []  # of the arrays, which may differ

    def size(self, axis):
        """The size of an axis such as "n" or "h·d_v", or None as long as it is not known."""
        factors = [self.sizes.get(factor) for factor in axis.split("·")]
        return None if None in factors else math.prod(factors)

    def agrees(self, axis, size):
        return size % 2 == 0 if axis == "even" else self.size(axis) in (None, size)

    def describe(self, axis):
        """An axis as a message names it, with its size if that is known."""
        if axis == "even":
            return "an even number"
        return axis if self.size(axis) is None else f"{axis} = {self.size(axis)}"


def as_check(need):
    """What `takes` is told of an argument, as a function of its name, its value and the `Call`."""
    if has_fields(need):
        return functools.partial(check_fields, kind=need)
    if callable(need):
        return need
    axes = need.split()
    if axes[0] == "mask":
        return functools.partial(check_mask, axes=axes[1:])
    return functools.partial(check_array, axes=axes)


def error(name, given, needed):
    return ValueError(f"{name}: given {given}, needed {needed}")


# --- arrays, and named tuples of them


def as_array(name, value, kinds, needed):
    """The value as an array whose dtype is of one of these kinds (NumPy's letters; b is bool)."""
    try:
        x = np.asarray(value)
    except ValueError:
        raise error(name, "ragged rows", f"a full array of {needed}") from None
    masked = isinstance(value, np.ma.MaskedArray)
    if masked or x.dtype.kind not in kinds:
        raise error(name, f"{'masked ' if masked else ''}dtype {x.dtype}", needed)
    return x


def check_array(name, value, call, axes):
    """An array of real numbers with these axes, after any number of others if the first is "…"."""
    x = as_array(name, value, "biuf", "real numbers")
    named = [axis for axis in axes if axis != "…"]
    split = x.ndim - len(named)
    fits = split == 0 or (split > 0 and len(named) < len(axes))
    sizes = dict(zip(named, x.shape[split:], strict=True)) if fits else {}
    agrees = fits and all(call.agrees(axis, size) for axis, size in sizes.items())
    if not agrees or 0 in x.shape:
        needed = f"({', '.join(map(call.describe, axes))})"
        more = ", and no axis of size 0" if 0 in x.shape else ""
        raise error(name, f"shape {x.shape}", needed + more)
    call.sizes.update(sizes)
    call.leading = broadcast(f"{name}'s leading axes", x.shape[:split], call.leading)
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    call.dtypes.append(x.dtype)
    return x


def check_mask(name, value, call, axes):
    """An array that broadcasts to the scores without adding queries or keys."""
    x = as_array(name, value, "bf", "boolean (True = may attend) or float (added to the scores)")
    shape = (*call.leading, *map(call.size, axes))
    needed = f"(…, {', '.join(axes)}) = {shape}"
    of_heads = [(*call.leading, heads) for heads in (1, call.size("h"))]
    if call.size("h") and call.leading and x.shape[:-2] in of_heads:
        raise error(name, x.shape, f"{needed}, the same mask for every head")
    if x.size == 0 or broadcast(name, x.shape, shape)[-2:] != shape[-2:]:
        raise error(name, x.shape, needed)
    return np.atleast_2d(x)


def broadcast(name, shape, others):
    """The shape to which both broadcast."""
    if shape == others:  # as nearly always: much faster
        return shape
    try:
        return np.broadcast_shapes(shape, others)
    except ValueError:
        raise error(name, shape, f"to broadcast against {others}") from None


def in_dtype(value, dtype):
    """An array of numbers in this dtype, a named tuple with its arrays in it; all else as it is."""
    if isinstance(value, np.ndarray) and value.dtype != bool:
        return value.astype(dtype, copy=False)
    return value._make(in_dtype(x, dtype) for x in value) if has_fields(value) else value


def named_arrays(kind, **needs):
    """A kind of named tuple that `takes` checks: each field with its axes, or of such a kind.

    Norm = named_arrays("Norm", gain="d", shift="d")
    """
    kind = namedtuple(kind, needs)
    kind.needs = needs
    kind.checks = [as_check(need) for need in needs.values()]
    return kind


def has_fields(value):
    """Whether it is a named tuple, or a kind of them."""
    return hasattr(value, "_fields")


def check_fields(name, value, call, kind):
    """A named tuple of this kind, from one or from as many arrays in this order."""
    is_row, fields = isinstance(value, tuple | list), kind._fields
    if not is_row or len(value) != len(fields):
        given = f"{len(value)} fields" if is_row else type(value).__name__
        raise error(name, given, f"{len(fields)} fields: {', '.join(fields)}")
    items = zip(fields, value, kind.checks, strict=True)
    return kind(*(check(f"{name}.{field}", item, call) for field, item, check in items))
