"""Axes on a sheet: where a number lies, the frame, its ticks, and the key to the lines."""

import math
from dataclasses import dataclass, replace

import numpy as np

from helpers.drawing.numbers import plain, significant
from helpers.drawing.shapes import Boxes, Line, Word, text_width

SIZE = 600, 320  # of a sheet with one frame
RIGHT = 26  # its margin


@dataclass(frozen=True)
class Axes:
    """A frame on the sheet. x and y: the numbers (low, high) at its sides; log: "x", "y" or "xy",
    the axes that are logarithmic."""

    left: float
    top: float
    right: float
    bottom: float
    x: tuple
    y: tuple
    log: str = ""

    def __post_init__(self):
        check_range("x", *self.x)
        check_range("y", *self.y)

    def at(self, x, y):
        """Points (..., 2) of the sheet. Those outside the frame are moved to its edge."""
        across, up = self._share("x", self.x, x), self._share("y", self.y, y)
        place = (
            self.left + across * (self.right - self.left),
            self.bottom - up * (self.bottom - self.top),
        )
        return np.stack(np.broadcast_arrays(*place), axis=-1)

    def _share(self, side, ends, values):
        low, high = ends
        values = np.clip(np.asarray(values, float), low, high)
        if side in self.log:
            low, high, values = np.log(low), np.log(high), np.log(values)
        return (values - low) / (high - low)

    def ticks_x(self):
        across = self.right - self.left
        return (
            powers(*self.x, 2, across / 36) if "x" in self.log else multiples(*self.x, across / 46)
        )

    def ticks_y(self):
        up = self.bottom - self.top
        return powers(*self.y, 10, up / 34) if "y" in self.log else multiples(*self.y, up / 34)

    def frame(self, x_ticks, y_ticks, across="", grid=False):
        """Lines across at the ticks {value: text} of y, and below the frame those of x."""
        shapes = []
        for (x, y), text in zip(self.at(self.x[0], [*y_ticks]), y_ticks.values(), strict=True):
            shapes.append(Line([(x, y), (self.right, y)], "faint", 1, opacity=0.35))
            shapes.append(Word(x - 6, y, text, anchor="end"))
        for (x, y), text in zip(self.at([*x_ticks], self.y[0]), x_ticks.values(), strict=True):
            up = Line([(x, y), (x, self.top)], "faint", 1, opacity=0.35)
            shapes.append(up if grid else Line([(x, y), (x, y + 5)], "faint", 1))
            shapes.append(Word(x, y + 17, text))
        shapes.append(Word((self.left + self.right) / 2, self.bottom + 38, across))
        return shapes


def check_range(name, low, high):
    if not -math.inf < low < high < math.inf:
        raise ValueError(f"{name}: given {low}, {high}, needed a low and a higher number")


def multiples(low, high, most):
    """Ticks {value: text} at multiples of 1, 2 or 5 times a power of ten: at most `most` steps."""
    check_range("low, high", low, high)
    step = step_of(high - low, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return {k * step: plain(k * step, 10) for k in range(first, last + 1)}


def step_of(span, most):
    """The smallest 1, 2 or 5 times a power of ten that fits at most `most` times into a span."""
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(k * power for k in (1, 2, 5, 10) if span <= most * k * power * (1 + 1e-9))


def powers(low, high, base, most):
    """Ticks {value: text} at every power of the base, or every second, third …: at most `most`."""
    first = math.ceil(math.log(low, base) - 1e-9)
    last = math.floor(math.log(high, base) + 1e-9)
    every = max(1, math.ceil((last - first + 1) / most))
    exponents = (k for k in range(first, last + 1) if k % every == 0)
    return {float(base) ** k: significant(float(base) ** k, 6) for k in exponents}


def key(looks, up, width):
    """What stands above a frame: `up`, the name of the y axis, then each label with its look,
    {label: (tone, dash, is_filled)}. Returns the shapes and their height."""
    shapes = [Word(4, 12, up, anchor="start")]
    x, y = 4 + (text_width(up) + 20 if up else 0), 12
    for label, (tone, dash, is_filled) in looks.items():
        across = 38 + text_width(label)
        if x + across > width and x > 4:
            x, y = 4, y + 22
        if is_filled:
            shapes += filled([(x + 4, y - 7, 22, 14)], tone, dash)
        else:
            shapes.append(Line([(x, y), (x + 28, y)], tone, 3, dash))
        shapes.append(Word(x + 34, y, label, tone, anchor="start"))
        x += across + 14
    return shapes, y + 24


def keyed_axes(x, y, looks, across, up, size, log=""):
    """The key, if there are several looks, and axes that leave room for it and all numbers."""
    shapes, top = key(looks if len(looks) > 1 else {}, up, size[0])
    axes = Axes(0, top, size[0] - RIGHT, size[1] - below(across), x, y, log)
    return shapes, replace(axes, left=14 + max(map(text_width, axes.ticks_y().values())))


def below(across):
    """The margin for the numbers below the frame and the name of the x axis."""
    return 50 if across else 32


def filled(boxes, tone, dash):
    """Pale boxes with an outline, whose dash tells them apart without colour."""
    return [Boxes(boxes, tone, opacity=0.4), Boxes(boxes, tone, outline=2, dash=dash)]
