"""What a lab shows beside drawings: matrices and lines of text, live (`data`), still (`still`)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape

import numpy as np

from helpers.drawing.numbers import all_whole, number
from helpers.drawing.palette import shading
from helpers.drawing.tables import grid
from helpers.figures import Picture


@dataclass(frozen=True)
class Matrix:
    """A matrix (n, m) with its labels.

    digits: decimals, unless all are whole; write: turns a number into text, in place of that.
    min_chars: every cell has room for this many characters, so that a longer number does not widen
    the table. known: where False, a dot stands for a number to come.
    shade: blue behind numbers from 0 to 1. mark: cells to frame. tones: {(i, j): tone}.
    control: the name of the Pick, Toggles or Numbers that the cells set. flip: its pair is
    (column, row).
    """

    title: str
    values: object
    rows: tuple
    columns: tuple
    axes: tuple = ("queries", "keys")
    digits: int = 3
    write: Callable = None
    min_chars: int = 0
    known: object = True
    shade: bool = False
    mark: tuple = ()
    tones: dict = None
    control: str = ""
    flip: bool = False
    wrong: bool = False

    def data(self):
        """What the browser draws: every text is ready, colours are chosen."""
        values = np.asarray(self.values)
        tones = self.tones or {}
        known = np.broadcast_to(self.known, values.shape)
        shade = known & (values.dtype.kind == "f" and self.shade)
        return {
            "kind": "matrix",
            "title": f"WRONG: {self.title}" if self.wrong else self.title,
            "corner": f"{self.axes[0]} ↓ {self.axes[1]} →",
            "rows": list(map(str, self.rows)),
            "columns": list(map(str, self.columns)),
            "cells": self._texts(values, known),
            "fills": [
                [list(shading(x)) if shaded else None for x, shaded in zip(*row, strict=True)]
                for row in zip(values.tolist(), shade, strict=True)
            ],
            "marks": [[(i, j) in self.mark for j in range(len(r))] for i, r in enumerate(values)],
            "tones": [[tones.get((i, j)) for j in range(len(r))] for i, r in enumerate(values)],
            "control": self.control,
            "flip": self.flip,
            "min_chars": self.min_chars,
            "wrong": self.wrong,
        }

    def still(self):
        data = self.data()
        data["columns"] = [column.replace("\n", " ") for column in data["columns"]]
        names = ("title", "corner", "rows", "columns", "cells", "fills", "marks", "wrong")
        return grid(**{name: data[name] for name in names})

    def _texts(self, values, known):
        write = self.write or partial(number, decimals=0 if all_whole(values) else self.digits)
        texts = [[write(x) for x in row] for row in values.tolist()]
        return [
            [text if there else _dot(text) for text, there in zip(*row, strict=True)]
            for row in zip(texts, known, strict=True)
        ]


def _dot(text):
    """A dot in the middle of as much space as the number will take."""
    spaces = len(text) - 1
    return "\u2007" * (spaces - spaces // 2) + "·" + "\u2007" * (spaces // 2)


@dataclass(frozen=True)
class Lines:
    """Lines of text under a title; a line is a string, or pieces (text, tone) of one.

    notebook: the file to which the title is a link, such as 01_dot_product.ipynb.
    """

    title: str
    lines: tuple
    notebook: str = ""

    def data(self):
        lines = [
            [[line, None]] if isinstance(line, str) else [list(piece) for piece in line]
            for line in self.lines
        ]
        return {"kind": "lines", "title": self.title, "lines": lines, "notebook": self.notebook}

    def still(self):
        texts = ["".join(piece for piece, _ in line) for line in self.data()["lines"]]
        body = "".join(f'<div style="font-size:16px">{escape(text)}</div>' for text in texts)
        title = escape(self.title)
        if self.notebook:
            title = f'<a href="{escape(self.notebook)}">{title}</a>'
        title = f'<div style="font-size:16px;font-weight:bold">{title}</div>'
        return Picture(title + body, "\n".join([self.title, *texts]))
