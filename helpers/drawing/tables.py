"""Matrices as tables: real headers, a number in every cell, readable without colour."""

import html
import re
from functools import partial

import numpy as np

from helpers.drawing.numbers import all_whole, number
from helpers.drawing.palette import FRAME, RULE, shading
from helpers.drawing.picture import CAPTION, Picture

CELL = f"border:1px solid {RULE};padding:5px 10px;font-size:16px;text-align:right"


def matrix(
    title,
    values,
    rows=None,
    columns=None,
    *,
    axes=("queries", "keys"),
    digits=3,
    write=None,
    shade=False,
    mark=(),
    wrong=False,
):
    """A matrix (n, m) as a table.

    rows, columns: its n and m labels, numbers from 1 by default.
    axes: what runs down and what runs across; scores and weights are ("queries", "keys").
    digits: decimals, unless every number is whole; booleans are ✓ (may attend) and – (may not).
    write: turns a number into text, in place of that.
    shade: blue behind numbers from 0 to 1, the stronger the larger.
    mark: cells (i, j) to frame. wrong: says WRONG above the table and frames it with dashes.
    """
    values = np.asarray(values)
    if values.ndim != 2 or not values.size:
        raise ValueError(f"values: given shape {values.shape}, needed a matrix (n, m)")
    if values.dtype.kind not in "biuf":
        raise ValueError(f"values: given {values.dtype}, needed real numbers or booleans")
    write = write or partial(number, decimals=0 if all_whole(values) else digits)
    rows = _labels("rows", rows, values.shape[0])
    columns = _labels("columns", columns, values.shape[1])
    cells = [[write(x) for x in row] for row in values]
    fills = [[shading(x) if shade and np.isfinite(x) else None for x in row] for row in values]
    marks = [[(i, j) in mark for j in range(len(columns))] for i in range(len(rows))]
    title = f"WRONG: {title}" if wrong else title
    return grid(title, f"{axes[0]} ↓ {axes[1]} →", rows, columns, cells, fills, marks, wrong)


def grid(title, corner, rows, columns, cells, fills, marks, wrong=False):
    """A table of ready texts. fills: (background, text colour) or None; marks: whether to frame."""
    styles = [
        [_cell_style(fill, marked) for fill, marked in zip(*row, strict=True)]
        for row in zip(fills, marks, strict=True)
    ]
    return _table(title, corner, rows, columns, cells, styles, wrong)


def table(title, columns, rows, *, wrong=False):
    """A table of words and numbers: `columns` are the heads, and each row begins with its name.

    A cell of two strings, (text, address), is a link, relative or to https://. wrong: as of matrix.
    """
    heads, names = list(columns), [str(row[0]) for row in rows]
    for row in rows:
        if len(row) != len(heads):
            raise ValueError(f"rows: given a row of {len(row)}, needed {len(heads)}: one a column")
        for _, address in filter(_is_link, row):
            before = re.split("[/?#]", address)[0]  # a scheme ends in a colon before any of these
            if ":" in before and before != "https:":
                raise ValueError(f"rows: given a link to {address!r}, needed relative or https://")
    cells = [[x if _is_link(x) else str(x) for x in row[1:]] for row in rows]
    style = CELL.replace("right", "left")
    styles = [[style] * len(row) for row in cells]
    title = f"WRONG: {title}" if wrong else title
    return _table(title, heads[0], names, heads[1:], cells, styles, wrong, head=style)


def _table(title, corner, rows, columns, cells, styles, wrong, head=CELL):
    def th(scope, text):
        return f'<th scope="{scope}" style="{head};font-weight:bold">{html.escape(text)}</th>'

    body = "".join(
        "<tr>"
        + th("row", row)
        + "".join(
            f'<td style="{style}">{_inside(cell)}</td>'
            for cell, style in zip(line, line_styles, strict=True)
        )
        + "</tr>"
        for row, line, line_styles in zip(rows, cells, styles, strict=True)
    )
    frame = f"border:3px dashed {FRAME}" if wrong else "border:0"
    caption = f'<caption style="{CAPTION}">{html.escape(title)}</caption>'
    heads = th("col", corner) + "".join(th("col", column) for column in columns)
    markup = (
        f'<table style="border-collapse:collapse;margin:4px 0;{frame}">{caption}'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )
    return Picture(markup, _as_text(title, corner, rows, columns, cells))


def _is_link(cell):
    return isinstance(cell, tuple) and [type(part) for part in cell] == [str, str]


def _inside(cell):
    if _is_link(cell):
        text, address = map(html.escape, cell)
        return f'<a href="{address}">{text}</a>'
    return html.escape(cell)


def _as_text(title, corner, rows, columns, cells):
    cells = [[x[0] if _is_link(x) else x for x in line] for line in cells]
    grid = [[corner, *columns], *([row, *line] for row, line in zip(rows, cells, strict=True))]
    widths = [min(40, max(map(len, column))) for column in zip(*grid, strict=True)]
    lines = [
        "  ".join(text.rjust(w) for text, w in zip(line, widths, strict=True)) for line in grid
    ]
    return "\n".join([title, *lines])


def _labels(name, labels, count):
    labels = [str(i + 1) for i in range(count)] if labels is None else [str(x) for x in labels]
    if len(labels) != count:
        raise ValueError(f"{name}: given {len(labels)} labels, needed {count}")
    return labels


def _cell_style(fill, marked):
    style = CELL
    if fill:
        background, text = fill
        style += f";background-color:{background}"
        if text:
            style += f";color:{text}"
    if marked:
        style += f";border:3px solid {FRAME};font-weight:bold"
    return style
