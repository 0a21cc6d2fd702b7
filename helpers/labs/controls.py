"""What a hand can move: each control has a name, a start, and `clean`, which checks a new value.

`clean(value, before)` returns the value to keep (JSON, so that it can travel) or raises ValueError
with a message for the reader. `trials(before)` are the values that a test tries.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """One of `options`. kind: "slider", "steps" (with back, next and play) or "select"."""

    name: str
    label: str
    options: tuple
    start: object
    texts: tuple = ()  # what is read for each option: the option itself by default
    kind: str = "slider"

    def spec(self):
        texts = [str(text) for text in self.texts or self.options]
        return {"kind": self.kind, "options": list(self.options), "texts": texts}

    def clean(self, value, before):
        if isinstance(value, bool) or value not in self.options:
            raise ValueError(f"{self.label}: {_short(value)} is not one of the choices")
        return self.options[self.options.index(value)]

    def trials(self, before):
        return list(self.options)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    name: str
    label: str
    start: bool = False

    def spec(self):
        return {"kind": "switch"}

    def clean(self, value, before):
        if not isinstance(value, bool):
            raise ValueError(f"{self.label}: {_short(value)} is neither on nor off")
        return value

    def trials(self, before):
        return [True, False]


@dataclass(frozen=True)
class Text:
    """A line to type, of 1 to `most` words."""

    name: str
    label: str
    start: str
    most: int = 8

    def spec(self):
        return {"kind": "text"}

    def clean(self, value, before):
        typed = value if isinstance(value, str) else ""
        words = "".join(c for c in typed if c.isprintable() or c.isspace()).split()
        if not 1 <= len(words) <= self.most:
            raise ValueError(f"{self.label}: {len(words)} words; from 1 to {self.most} fit here")
        if longest := next((word for word in words if len(word) > 16), None):
            raise ValueError(f"{self.label}: {_short(longest)} has more than 16 letters")
        return " ".join(words)

    def trials(self, before):
        return ["a", "one two three", "<b>bold</b> & so", " ".join("abcdefgh"[: self.most])]


@dataclass(frozen=True)
class Point:
    """A point (x, y) in a plane, from −limit to limit, dragged or moved by the arrow keys."""

    name: str
    label: str
    start: tuple
    limit: float = 5.0
    step: float = 0.1

    def spec(self):
        return {"kind": "point", "limit": self.limit, "step": self.step}

    def clean(self, value, before):
        pair = [_number(x, self.label, self.limit) for x in _listed(value, self.label, 2)]
        return [round(round(x / self.step) * self.step, 6) + 0.0 for x in pair]

    def trials(self, before):
        edge = self.limit
        return [[0, 0], [edge, -edge], [-edge, edge], [1.234, 0.5], [0, self.step]]


@dataclass(frozen=True)
class Pick:
    """One cell (row, column) of a matrix in view, chosen by pointer or arrow keys."""

    name: str
    label: str
    start: tuple

    def spec(self):
        return {"kind": "pick"}

    def clean(self, value, before):
        pair = _listed(value, self.label, 2)
        if not all(isinstance(x, int) and not isinstance(x, bool) and x >= 0 for x in pair):
            raise ValueError(f"{self.label}: {_short(value)} is not a cell")
        return list(pair)

    def trials(self, before):
        return [[0, 0], [1, 2], [7, 7]]


@dataclass(frozen=True)
class Toggles:
    """A matrix of on and off, in the size that it has."""

    name: str
    label: str
    start: tuple

    def spec(self):
        return {"kind": "toggles"}

    def clean(self, value, before):
        rows = _listed(value, self.label, len(before))
        rows = [_listed(row, self.label, len(before[0])) for row in rows]
        if not all(isinstance(x, bool) for row in rows for x in row):
            raise ValueError(f"{self.label}: {_short(value)} is not all on and off")
        return [list(row) for row in rows]

    def trials(self, before):
        flipped = [list(row) for row in before]
        flipped[-1][0] = not flipped[-1][0]
        inverted = [[not x for x in row] for row in before]
        return [flipped, inverted, *([[on] * len(row) for row in before] for on in (False, True))]


@dataclass(frozen=True)
class Numbers:
    """A matrix of numbers, in the size that it has; typed cells arrive as text, 1/3 too."""

    name: str
    label: str
    start: tuple
    limit: float = 1000.0

    def spec(self):
        return {"kind": "numbers"}

    def clean(self, value, before):
        rows = _listed(value, self.label, len(before))
        rows = [_listed(row, self.label, len(before[0])) for row in rows]
        return [
            [self._clean(x, f"{self.label}, row {i}, column {j}") for j, x in enumerate(row, 1)]
            for i, row in enumerate(rows, 1)
        ]

    def _clean(self, value, label):
        above, line, below = value.partition("/") if isinstance(value, str) else (value, "", "")
        if not line:
            return _number(value, label, self.limit)
        try:
            quotient = _number(above, label, math.inf) / _number(below, label, math.inf)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{label}: {_short(value)} is not a number") from None
        return _number(quotient, label, self.limit)

    def trials(self, before):
        other = [list(row) for row in before]
        other[0][-1] = "-2.5"
        return [other, [[0] * len(row) for row in before], [[1e-3] * len(row) for row in before]]


NONSENSE = [None, "", "abc", "1e999", "nan", "<img src=x onerror=alert(1)>", -1, 10**400, [], {}]
NONSENSE += [[None, None], [[]], [["x"]], True, [1, 2, 3], "१२ ३", [float("nan"), 0], [10**400, 0]]


def _number(value, label, limit):
    """A finite number from −limit to limit, from a number or from what was typed."""
    typed = value.strip().replace("−", "-").replace(",", ".") if isinstance(value, str) else value
    try:
        number = math.nan if isinstance(typed, bool) else float(typed)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{label}: {_short(value)} is not a number")
    if abs(number) > limit:
        raise ValueError(f"{label}: {_short(value)} is beyond ±{limit:g}")
    return int(number) if number.is_integer() else number


def _listed(value, label, length):
    if not isinstance(value, list | tuple) or len(value) != length:
        raise ValueError(f"{label}: {_short(value)}, needed {length} entries")
    return list(value)


def _short(value):
    text = repr(value) if not isinstance(value, str) else f"“{value}”"
    return text if len(text) <= 24 else text[:22] + "…"
