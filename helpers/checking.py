"""Checks the arguments of the helpers' functions, before their mathematics begins.

    @takes(Q="… n d_k", K="… m d_k", mask="mask n m", scale=number)

says what each argument must be. They are checked in this order, and a wrong one raises a ValueError
that names it, what was given and what is needed:

    "… n d_k"    an array of real numbers with the axes n and d_k, after any number of leading axes;
                 without the dots, an array with only these axes
    "2·pairs"    as the last axis, one of even size
    a named tuple of such texts: the argument is one too, or as many arrays in this order
    "mask n m"   a boolean or float array that broadcasts against (…, n, m)
    number       a function that is called with the argument's name, its value and all arguments,
                 those before it checked; it returns the value to use

An axis that is named twice has the same size both times, and all leading axes broadcast. "h·d_v"
is the product of two sizes that are known by then, so W_V stands before W_O.
"""

import functools
import inspect

import numpy as np


def takes(**needs):
    """Decorates a function so that it gets checked arguments, its arrays in one floating dtype.

    Integers and booleans become float64. An argument left at its default is passed on as it is. An
    array that fits already is the caller's own: the function must not write into it.
    """

    def decorate(function):
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*positional, **named):
            bound = signature.bind(*positional, **named)
            bound.apply_defaults()
            arguments = bound.arguments
            axes, arrays = Axes(), []
            for name, need in needs.items():
                value = arguments[name]
                if value is signature.parameters[name].default:
                    continue
                if callable(need):
                    arguments[name] = need(name, value, arguments)
                elif isinstance(need, tuple):
                    arguments[name] = axes.named(name, value, need)
                    arrays.append(name)
                elif need.startswith("mask "):
                    arguments[name] = axes.mask(name, value, need.split()[1:])
                else:
                    arguments[name] = axes.array(name, value, need.split())
                    arrays.append(name)
            in_one_dtype(arguments, arrays)
            return function(*bound.args, **bound.kwargs)

        return checked

    return decorate


def computes_float16_in_float32(function):
    """Decorates a function that takes arrays and returns an array or a named tuple of arrays.

    The first argument's dtype decides: `takes` has given it to all arrays but the mask.
    """

    @functools.wraps(function)
    def widened(first, *others):
        if first.dtype != np.float16:
            return function(first, *others)
        wide = [x.astype(np.float32) if is_float16(x) else x for x in (first, *others)]
        results = function(*wide)
        if isinstance(results, np.ndarray):
            return results.astype(np.float16)
        return type(results)(*(x.astype(np.float16) for x in results))

    return widened


def is_float16(x):
    return isinstance(x, np.ndarray) and x.dtype == np.float16


class Axes:
    """The axes of one call's arrays so far: the sizes of those with a name, the leading shape."""

    def __init__(self):
        self.sizes = {}
        self.leading = ()

    def array(self, name, value, axes):
        """The value as an array of real numbers with these axes, "…" for the leading ones."""
        x = as_array(name, value, "biuf", "real numbers")
        if "h·d_v" in axes:
            self.sizes["h·d_v"] = self.sizes["h"] * self.sizes["d_v"]
        if x.size == 0 or not self._fits(x.shape, axes):
            needed = ", ".join(map(self._needed, axes))
            more = "" if x.size else ", and no axis of size 0"
            raise ValueError(f"{name}: given shape {x.shape}, needed ({needed}){more}")
        named = [axis for axis in axes if axis != "…"]
        split = x.ndim - len(named)
        self.sizes |= zip(named, x.shape[split:], strict=True)
        self.leading = broadcast(f"{name}'s leading axes", x.shape[:split], self.leading)
        return x

    def _needed(self, axis):
        """An axis as a message names it, with its size if that is known."""
        if axis == "2·pairs":
            return "an even number"
        return f"{axis} = {self.sizes[axis]}" if axis in self.sizes else axis

    def _fits(self, shape, axes):
        """Whether an array of this shape has these axes, each of its known size."""
        named = [axis for axis in axes if axis != "…"]
        split = len(shape) - len(named)
        if split < 0 or (split > 0 and "…" not in axes):
            return False
        sizes = dict(zip(named, shape[split:], strict=True))
        if sizes.get("2·pairs", 0) % 2:
            return False
        return all(self.sizes.get(axis, size) == size for axis, size in sizes.items())

    def named(self, name, value, needs):
        """The value as a named tuple of arrays like `needs`, which has the axes of each."""
        fields = ", ".join(needs._fields)
        if not isinstance(value, tuple | list):
            given = type(value).__name__
            raise ValueError(f"{name}: given {given}, needed {len(needs)} arrays: {fields}")
        fits = len(value) == len(needs)
        require(fits, f"{name}: given {len(value)} arrays, needed {len(needs)}: {fields}")
        each = zip(needs._fields, value, needs, strict=True)
        arrays = [self.array(f"{name}.{field}", x, axes.split()) for field, x, axes in each]
        return type(needs)(*arrays)

    def mask(self, name, value, axes):
        """The value as an array that broadcasts to the scores without adding queries or keys."""
        kinds = "boolean (True = may attend) or float (added to the scores)"
        x = as_array(name, value, "bf", kinds)
        shape = (*self.leading, *(self.sizes[axis] for axis in axes))
        fits = x.size > 0 and broadcast(name, x.shape, shape)[-2:] == shape[-2:]
        require(fits, f"{name}: given {x.shape}, needed (…, {', '.join(axes)}) = {shape}")
        return np.atleast_2d(x)


def as_array(name, value, kinds, needed):
    """The value as an array whose dtype is of one of these kinds (NumPy's letters; b is bool)."""
    try:
        x = np.asarray(value)
    except ValueError:
        ragged = f"{name}: given ragged rows, needed a full array of {needed}"
        raise ValueError(ragged) from None
    masked = np.ma.isMaskedArray(value)
    if masked or x.dtype.kind not in kinds:
        given = f"{'masked ' if masked else ''}dtype {x.dtype}"
        raise ValueError(f"{name}: given {given}, needed {needed}")
    return x


def in_one_dtype(arguments, names):
    """Give the arrays of these names, alone or in named tuples, the widest floating dtype."""
    found = [arguments[name] for name in names]
    arrays = [x for each in found for x in (each if isinstance(each, tuple) else [each])]
    dtypes = [x.dtype if x.dtype.kind == "f" else np.float64 for x in arrays]
    widest = np.result_type(np.float16, *dtypes)
    for name, each in zip(names, found, strict=True):
        if isinstance(each, tuple):
            arguments[name] = type(each)(*(x.astype(widest, copy=False) for x in each))
        else:
            arguments[name] = each.astype(widest, copy=False)


def broadcast(name, shape, others):
    """The shape to which both broadcast."""
    if shape == others:
        return shape
    sizes = zip(reversed(shape), reversed(others), strict=False)
    fits = all(a == b or 1 in (a, b) for a, b in sizes)
    require(fits, f"{name}: given {shape}, needed to broadcast against {others}")
    return np.broadcast_shapes(shape, others)


def number(name, value, _):
    """One finite number, as a Python float, which does not change the dtype of an array."""
    x = as_array(name, value, "iuf", "real numbers")
    require(x.ndim == 0 and np.isfinite(x), f"{name}: given {x}, needed one finite number")
    return float(x)


def positive(name, value, arguments):
    x = number(name, value, arguments)
    require(x > 0, f"{name}: given {x:g}, needed a number above 0")
    return x


def whole(name, value, _):
    require(is_whole(value), f"{name}: given {value!r}, needed a whole number")
    return int(value)


def count(name, value, _):
    fits = is_whole(value) and value >= 1
    require(fits, f"{name}: given {value!r}, needed a whole number of at least 1")
    return int(value)


def even(name, value, _):
    fits = is_whole(value) and value >= 2 and value % 2 == 0
    require(fits, f"{name}: given {value!r}, needed an even number of at least 2")
    return int(value)


def truth(name, value, _):
    fits = isinstance(value, bool | np.bool_)
    require(fits, f"{name}: given {value!r}, needed True or False")
    return bool(value)


def function(name, value, _):
    require(callable(value), f"{name}: given {value!r}, needed a function")
    return value


def one_for_each_row(name, value, arguments):
    n = arguments["x"].shape[-2]
    x = as_array(name, value, "iuf", "real numbers")
    fits = x.shape == (n,) and np.isfinite(x).all()
    require(fits, f"{name}: given {x}, needed a finite number for each of the {n} rows of x")
    return x


def divisor_of_width(name, value, arguments):
    shape = arguments["x"].shape
    h = count(name, value, arguments)
    needed = f"a divisor of the last axis of x, whose shape is {shape}"
    require(shape[-1] % h == 0, f"{name}: given {h}, needed {needed}")
    return h


def axis_of_scores(name, value, arguments):
    x = arguments["scores"]
    fits = is_whole(value) and -x.ndim <= value < x.ndim
    require(fits, f"{name}: given {value!r}, needed an axis of scores, whose shape is {x.shape}")
    return int(value)


def lengths_up_to_m(name, value, arguments):
    m = arguments["m"]
    x = as_array(name, value, "iu", "whole numbers")
    fits = x.ndim == 1 and x.size > 0 and x.min() >= 0 and x.max() <= m
    require(fits, f"{name}: given {x}, needed shape (b,), whole numbers from 0 to m = {m}")
    return x


def is_whole(value):
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def require(holds, message):
    if not holds:
        raise ValueError(message)
