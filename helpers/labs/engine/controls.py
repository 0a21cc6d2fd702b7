"""The controls of a lab. Each has a name, a start, and `parse`, which checks a new value.

`parse(value, before)` returns the value to keep, as JSON has it, or raises a ValueError with a
message for the reader.
"""

import math
import re
from dataclasses import dataclass

WORDS = 8  # in a line to type, at most, unless a lab says otherwise
STEP = 0.1  # from one place of a point to the next


@dataclass(frozen=True)
class Choice:
    """One of `options`. kind: "slider", "run" or "select".

    A slider of kind "run" has a button with the text `action`. Once it is pressed, each answer that
    is painted asks for the next option, until the last one, a pause or another setting. stride: by
    so many options it goes on at most, where each takes little time; a hand goes by so many.
    """

    name: str
    label: str
    options: tuple
    start: object
    texts: tuple = ()  # for each option, by default the option itself
    kind: str = "slider"
    action: str = ""
    stride: int = 1

    def __post_init__(self):
        if self.start not in self.options:
            raise ValueError(
                f"start of the control {self.name!r}: given {self.start!r}, "
                f"needed one of its options, {self.options}"
            )

    def spec(self):
        texts = [str(text) for text in self.texts or self.options]
        spec = {"kind": self.kind, "options": list(self.options), "texts": texts}
        run = {"action": self.action, "stride": self.stride}
        return spec | (run if self.kind == "run" else {})

    def parse(self, value, before):
        if isinstance(value, bool) or value not in self.options:
            raise ValueError(f"{self.label}: {_given(value)} is not one of the choices")
        return self.options[self.options.index(value)]


@dataclass(frozen=True)
class Switch:
    """On or off."""

    name: str
    label: str
    start: bool = False

    def spec(self):
        return {"kind": "switch"}

    def parse(self, value, before):
        if not isinstance(value, bool):
            raise ValueError(f"{self.label}: {_given(value)} is neither on nor off")
        return value


@dataclass(frozen=True)
class Text:
    """A line to type, of `least` to `most` words."""

    name: str
    label: str
    start: str
    most: int = WORDS
    least: int = 1

    def spec(self):
        return {"kind": "text", "size": round(3.75 * self.most)}

    def parse(self, value, before):
        words = words_in(value)
        if not isinstance(value, str) or not self.least <= len(words) <= self.most:
            fit = f"from {self.least} to {self.most} fit here"
            raise ValueError(f"{self.label}: {len(words)} words; {fit}")
        if longest := next((word for word in words if len(word) > 16), None):
            raise ValueError(f"{self.label}: {_given(longest)} has more than 16 letters")
        return " ".join(words)


@dataclass(frozen=True)
class Point:
    """A point (x, y) in a plane, from −limit to limit, dragged or moved by the arrow keys."""

    name: str
    label: str
    start: tuple
    limit: float
    step: float = STEP

    def spec(self):
        return {"kind": "point", "limit": self.limit, "step": self.step}

    def parse(self, value, before):
        pair = [_number(x, self.label, self.limit) for x in _listed(value, self.label, 2)]
        return [round(round(x / self.step) * self.step, 6) + 0.0 for x in pair]


@dataclass(frozen=True)
class Pick:
    """One cell (row, column) of a matrix in view, chosen by pointer or arrow keys."""

    name: str
    label: str
    start: tuple

    def spec(self):
        return {"kind": "pick"}

    def parse(self, value, before):
        pair = _listed(value, self.label, 2)
        if not all(isinstance(x, int) and not isinstance(x, bool) and x >= 0 for x in pair):
            raise ValueError(f"{self.label}: {_given(value)} is not a cell")
        return list(pair)


@dataclass(frozen=True)
class Toggles:
    """A matrix of on and off, whose size stays."""

    name: str
    label: str
    start: tuple

    def spec(self):
        return {"kind": "toggles"}

    def parse(self, value, before):
        rows = _rows(value, self.label, before)
        if not all(isinstance(x, bool) for row in rows for x in row):
            raise ValueError(f"{self.label}: {_given(value)} is not all on and off")
        return rows


@dataclass(frozen=True)
class Numbers:
    """A matrix of numbers, whose size stays; a typed cell arrives as text, such as 1/3."""

    name: str
    label: str
    start: tuple
    limit: float

    def spec(self):
        return {"kind": "numbers"}

    def parse(self, value, before):
        rows = _rows(value, self.label, before)
        return [
            [
                self._parse_cell(x, f"{self.label}, row {i}, column {j}")
                for j, x in enumerate(row, 1)
            ]
            for i, row in enumerate(rows, 1)
        ]

    def _parse_cell(self, value, label):
        above, line, below = value.partition("/") if isinstance(value, str) else (value, "", "")
        if not line:
            return _number(value, label, self.limit)
        try:
            quotient = _number(above, label, math.inf) / _number(below, label, math.inf)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{label}: {_given(value)} is not a number") from None
        return _number(quotient, label, self.limit)


def words_in(value):
    """What was typed, without signs that cannot be seen, cut at spaces; of no text, no words."""
    typed = value if isinstance(value, str) else ""
    return "".join(c for c in typed if c.isprintable() or c.isspace()).split()


def _number(value, label, limit):
    """A finite number from −limit to limit, from a number or from what was typed."""
    if isinstance(value, str) and re.search(r",\d{3}(?!\d)", value):
        raise ValueError(f"{label}: {_given(value)} may mean thousands: write a point, or no comma")
    typed = value.replace("−", "-").replace(",", ".") if isinstance(value, str) else value
    try:
        odd = isinstance(typed, bool) or "_" in str(typed)  # Python reads True as 1, 1_0 as 10
        number = math.nan if odd else float(typed)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{label}: {_given(value)} is not a number")
    if abs(number) > limit:
        raise ValueError(f"{label}: {_given(value)} is beyond ±{limit:g}")
    return int(number) if number.is_integer() else number


def _rows(value, label, before):
    """The rows of a matrix as lists, as many and as long as those before."""
    return [_listed(row, label, len(before[0])) for row in _listed(value, label, len(before))]


def _listed(value, label, length):
    if not isinstance(value, list | tuple) or len(value) != length:
        raise ValueError(f"{label}: {_given(value)}, needed {length} entries")
    return list(value)


def _given(value):
    text = repr(value) if not isinstance(value, str) else f"“{value}”"
    return text if len(text) <= 24 else text[:22] + "…"
