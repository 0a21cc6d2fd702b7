"""A Feedback as a notebook shows and stores it: as HTML, and as a plain text that says the same."""

import html
import json
import sys
from dataclasses import dataclass
from functools import partial
from numbers import Number
from pathlib import Path

import numpy as np
from IPython import get_ipython

from helpers.drawing.numbers import exact
from helpers.drawing.palette import RULE, TONES
from helpers.drawing.picture import Picture, output
from helpers.exercises.engine.compare import Content, content, kind_of
from helpers.figures import matrix, table

MANY_ENTRIES = 36  # an argument with more is not written out
MOST_ROWS = 8  # and columns of a table
TEXT = "font-size:16px;white-space:pre-wrap;margin:4px 0"
CODE = "font-size:15px;white-space:pre;font-family:monospace;overflow-x:auto;margin:4px 0"
BUTTONS = (Path(__file__).parent / "choices.js").read_text("utf-8")
SOLUTION = (Path(__file__).parent / "solution.js").read_text("utf-8")
SIGNS = {True: ("✓", TONES["green"][0]), False: ("○", TONES["orange"][0])}


def bundle(feedback):
    """{mime type: text}."""
    _, colour = SIGNS[feedback.passed]
    border = f"1px solid {RULE}" if feedback.untouched else f"4px solid {colour}"
    style = f"border-left:{border};padding:2px 12px"
    parts = list(parts_of(feedback))
    return {
        "text/html": f'<div style="{style}">{"".join(part.html for part in parts)}</div>',
        "text/plain": "\n\n".join(part.text for part in parts if part.text),
    }


def parts_of(feedback):
    """What stands one below the other, each as a Picture: HTML, and the same in words."""
    sign, _ = SIGNS[feedback.passed]
    head = f"{sign} {feedback.head}" if feedback.head else ""
    words = text(feedback)
    if feedback.untouched:
        yield _part(TEXT, f"{head}. {words}")
    else:
        if head:
            yield _part(TEXT + ";font-weight:bold", head)
        if words:
            yield _part(TEXT, words)
    answer = feedback.answer
    if answer and answer.code and not answer.summary:
        yield _part(CODE, answer.code)
    pictures = side_by_side(feedback.case)
    if pictures:
        tables = output(*pictures)
        yield Picture(tables["text/html"], tables["text/plain"])
    if feedback.choices:
        yield Picture(buttons(feedback), "")
    if closed := folds(feedback):
        yield from (Picture(fold.html(), fold.plain()) for fold in closed)
        yield Picture(opening(feedback.solution), "")


def text(feedback):
    """All that stands open, in words."""
    lines = [feedback.verdict]
    if feedback.line:
        lines.append(f"line {feedback.line.number}: {feedback.line.text}")
    lines += [*feedback.explanation, feedback.error]
    case, answer = feedback.case, feedback.answer
    if case:
        lines.append(f"Case: {case.name}. {called(case)}")
        if case.printed.strip():
            lines.append(f"Your code printed: {case.printed.strip()}")
    if answer and not answer.summary:
        lines.append(answer.why)
    return "\n".join(filter(None, lines))


# --- the case -----------------------------------------------------------------------------------


def called(case):
    """The call of a case: small arguments to four digits, large ones by their shape."""
    values = [f"{name} = {written(value)}" for name, value in case.arguments.items()]
    return f"{case.function} was called with {'; '.join(values)}."


def written(x):
    if isinstance(x, np.ndarray):
        if x.size > MANY_ENTRIES:
            return f"an array of shape {x.shape}"
        kind = " in float32" if x.dtype == np.float32 else ""
        return f"{written(x.tolist())}{kind}"
    return repr(_rounded(x))


def _rounded(x):
    if isinstance(x, list | tuple):
        return type(x)(map(_rounded, x))
    return float(f"{x:.4g}") if isinstance(x, float) else x


def quoted(x):
    """What was handed in, as Python writes it, cut if it is long."""
    try:
        text = repr(x)
    except ValueError:  # Python writes no whole number that is longer
        long = f"a number of more than {sys.get_int_max_str_digits():,} digits"
        return long if isinstance(x, Number) else f"{kind_of(x)} with {long}"
    return text if len(text) <= 60 else f"{text[:57]}…"


def side_by_side(case):
    """Yours and expected, as tables; with more than two axes, the first matrices that differ."""
    if case is None or case.yours is None:
        return ()
    yours, expected, differs = case.yours, case.expected, case.differs
    if yours.ndim and content(yours) == Content.TEXT:
        return ()
    if yours.ndim == expected.ndim == 0:
        rows = [["yours", _single(yours)], ["expected", _single(expected)]]
        return (table("Side by side", ["whose", "result"], rows),)
    digits = 4
    while (
        digits < 12
        and differs is not None
        and _look_alike(yours[differs], expected[differs], digits)
    ):
        digits += 2
    if differs is None:  # the shapes differ: each one's first matrix, and nothing is framed
        mine = _table("Yours", yours, ("rows", "columns"), digits)
        right = _table("Expected", expected, case.axes, digits)
    else:
        at = tuple(np.argwhere(differs)[0][:-2])
        mine = _table("Yours", yours, case.axes, digits, at, differs[at])
        right = _table("Expected", expected, case.axes, digits, at)
    return tuple(picture for picture in (mine, right) if picture)


def _look_alike(yours, expected, digits):
    pairs = zip(yours, expected, strict=True)
    return all(exact(mine, digits) == exact(right, digits) for mine, right in pairs)


def _table(title, values, axes, digits, at=None, framed=False):
    """The matrix at this place of the leading axes, by default the first. framed: which entries."""
    if not values.size:
        return None
    at = at or (0,) * (values.ndim - 2)
    shown = np.atleast_2d(values[at])[:MOST_ROWS, :MOST_ROWS]
    marks = [tuple(cell) for cell in np.argwhere(np.atleast_2d(framed))]
    rows, columns = map(range, shown.shape)
    if values.ndim < 2:
        axes = ("result", axes[-1])
        rows = [title.lower()]
    where = f", at [{', '.join(map(str, at))}]" if at else ""
    part = ", top left corner" if max(values.shape, default=0) > MOST_ROWS else ""
    caption = f"{title}{where}, shape {values.shape}{part}"
    write = partial(exact, digits=digits)
    return matrix(caption, shown, rows, columns, axes=axes, write=write, mark=marks)


def _single(x):
    return exact(x.item(), 6) if content(x) == Content.NUMBERS else quoted(x.item())


# --- what stays closed until the reader opens it --------------------------------------------------


def folded(summary, inside, attributes=""):
    """HTML below a line that opens it."""
    line = f'<summary style="cursor:pointer">{html.escape(summary)}</summary>'
    style = "font-size:16px;margin:4px 0 4px 8px"
    return f'<details{attributes} style="{style}">{line}{inside}</details>'


@dataclass(frozen=True)
class Fold:
    """text, code, then folds inside. solution: the name of the exercise whose solution the book
    can show here."""

    summary: str
    text: str = ""
    code: str = ""
    inside: tuple = ()
    solution: str = ""

    def html(self):
        parts = [_div(TEXT, self.text)] if self.text else []
        parts += [_div(CODE, self.code)] if self.code else []
        parts += [fold.html() for fold in self.inside]
        offer = f' data-solution="{html.escape(self.solution)}"' if self.solution else ""
        return folded(self.summary, "".join(parts), offer)

    def plain(self):
        lines = [part for part in (f"{self.summary}:", self.text, self.code) if part]
        return "\n\n".join(["\n".join(lines), *map(Fold.plain, self.inside)])


def folds(feedback):
    """The answer, or the hints, each inside the one before: to see the second hint one opens the
    first. The innermost says how to see a solution, and does not show it."""
    answer = feedback.answer
    if answer and answer.summary:
        return (Fold(answer.summary, answer.why, answer.code),)
    if not feedback.solution:
        return ()
    name = feedback.solution.name
    how = f'To see a solution, run solution("{name}") in any cell.'
    inside = (Fold("Show a solution", how, solution=name),)
    for number, hint in reversed([*enumerate(feedback.hints, start=1)]):
        inside = (Fold(f"Hint {number}", hint, inside=inside),)
    return inside


def opening(solution=None):
    """What keeps the reader's place in JupyterLab when a fold is opened, and draws the button that
    shows a solution, if one is offered: where scripts run, as with `buttons`."""
    data = ""
    if solution:
        shown = html.escape(bundle(solution)["text/html"])
        code = html.escape(solution.answer.code)
        data = f' data-shown="{shown}" data-code="{code}"'
    return f"<script{data}>{SOLUTION}</script>"


def buttons(feedback):
    """What draws them where JupyterLab runs it: below a cell that has run. No page of ours, no
    stored notebook has it (tools/notebook/execute.py), and none that nobody trusts runs it."""
    data = {"name": feedback.name, "choices": json.dumps(feedback.choices), "kernel": kernel()}
    written = " ".join(f'data-{name}="{html.escape(value)}"' for name, value in data.items())
    return f"<script {written}>{BUTTONS}</script>"


def kernel():
    """What the Jupyter server calls this kernel, or nothing without a server."""
    config = getattr(get_ipython(), "config", {})
    file = config.get("IPKernelApp", {}).get("connection_file", "")
    return Path(str(file)).stem.removeprefix("kernel-")


def _part(style, text):
    return Picture(_div(style, text), text)


def _div(style, text):
    return f'<div style="{style}">{html.escape(text)}</div>'
