"""How numbers are written: with a true minus, in decimals or significant digits, in brackets."""

import numpy as np


def number(x, decimals):
    """With a fixed number of decimals: 2.50, −3, ∞, never −0.00. Booleans are ✓ and –."""
    if isinstance(x, bool | np.bool_):
        return "✓" if x else "–"
    if np.isinf(x):
        return "∞" if x > 0 else "−∞"
    text = f"{x:d}" if isinstance(x, int | np.integer) else f"{x:.{decimals}f}"
    return with_minus(text.removeprefix("-") if float(text) == 0 else text)


def plain(x, decimals=4):
    """With at most this many decimals, and no zeros at the end: 2.5 and 3."""
    return _trimmed(number(float(x), decimals))


def typed(x):
    """As a hand would type it: 0.333, or 4.5e−5 if it is very small."""
    return significant(x, 2) if 0 < abs(x) < 0.0005 else plain(x, 3)


def significant(x, digits=3):
    """Rounded to this many digits: 1100, 0.000977; very small or large, with a power of ten."""
    if x and not 1e-4 <= abs(x) < 1e12:
        return scientific(x, digits)
    text = np.format_float_positional(x + 0.0, digits, unique=False, fractional=False, trim="-")
    return with_minus(text)


def exact(x, digits):
    """A whole number in full, any other with so many significant digits."""
    value = float(x)  # of float16 too, to which 1e12 is infinite
    if not np.isfinite(value) or (value.is_integer() and abs(value) < 1e12):
        return number(x, 0)
    return significant(value, digits)


def short(x, digits=3):
    """In little space: the larger, the fewer decimals, and in the end a power of ten."""
    size = abs(x)
    if np.isinf(x) or size < 10:
        return number(x, digits)
    if size < 9_999.5:
        return number(x, max(0, digits - int(np.log10(size))))
    return scientific(x, digits - 1)


def scientific(x, digits):
    """With a power of ten: 4.5e−5."""
    factor, power = f"{x:.{digits - 1}e}".split("e")
    return with_minus(f"{_trimmed(factor)}e{int(power)}")


def with_sign(x):
    """A whole number with its sign: +1, −1, 0."""
    return with_minus(f"{x:+d}") if x else "0"


def bracketed(text):
    """A number's text within a product or a sum: in brackets if it is negative."""
    return f"({text})" if text.startswith("−") else text


def pair(point):
    """A point of the plane: (0.5, −2)."""
    return f"({plain(point[0], 3)}, {plain(point[1], 3)})"


def vector(x, decimals=None):
    """Numbers in square brackets, with this many decimals, or with as many as they need."""
    return f"[{', '.join(plain(a) if decimals is None else number(a, decimals) for a in x)}]"


def all_whole(values):
    """Whether every number of an array of floats is whole or infinite."""
    return values.dtype.kind == "f" and np.all(np.isinf(values) | (values == np.round(values)))


def with_minus(text):
    return text.replace("-", "−")


def _trimmed(text):
    return text.rstrip("0").rstrip(".") if "." in text else text
