"""A notebook as slides: writes the copy of a notebook on which the show runs (make slides).

python -m tools.slides.slides NOTEBOOK FOLDER

The copy's metadata has the slides, each with the pieces of cells that it shows.
"""

import shutil
import sys
from dataclasses import replace
from functools import cache
from itertools import count, groupby, pairwise
from pathlib import Path

import nbformat

from tools.notebook.blocks import joined
from tools.slides.slide_heights import HEIGHT, Table, boxes, height
from tools.slides.slide_pieces import take_apart

SETTINGS = Path(__file__).parent / "labextensions" / "show" / "settings"
SIZES = range(30, 15, -1)  # pixels: the sizes of text, largest first
SHRINKS = (1, 0.9, 0.8, 0.7)  # of outputs, where a slide is full
GOOD = 28  # a size of text that is large enough
SLIDE = 90  # what one slide more costs
LEAD = 150  # pixels: as tall are words that only lead to a task
ROOM = 18  # the size of text at which the rows of a long table fill a slide
TOO_FULL = 1e6


def show(notebook):
    """The copy of a notebook on which the show runs."""
    cells, pieces = take_apart(notebook)
    pieces = question_last([part for piece in pieces for part in cut(piece)])
    found = slides([piece for piece in pieces if piece.shown])
    place = {id(piece): number for number, slide in enumerate(found) for piece in slide}
    copy = notebook.copy()
    copy.cells, names = [], {}  # names: of each piece, the id of its cell in the copy

    def cell_of(piece):  # text is one cell a slide, so that a slide shows whole cells of text
        return piece.cell, piece.part == "text" and place.get(id(piece))

    for (number, _), same in groupby(pieces, cell_of):
        group, cell = list(same), cells[number].copy()
        taken = [each.id for each in copy.cells]
        if group[0].part == "text":
            cell.source = joined([piece.text for piece in group])
            if cell.id in taken:
                cell.id = next(f"{cell.id}-{n}" for n in count(2) if f"{cell.id}-{n}" not in taken)
        if cell.id not in taken:
            copy.cells.append(cell)
        names.update({id(piece): cell.id for piece in group})
    copy.metadata = {**notebook.metadata, "show": described(found, names)}
    return copy


def described(found, names):
    """What the page needs to know of each slide: protocol.d.ts."""
    described, section = [], ""
    for slide in found:
        heading = next((piece for piece in slide if piece.heading), None)
        if heading:
            section = ", ".join(filter(None, [heading.text.lstrip("# "), heading.minutes]))
        parts, step = [], 0
        for piece in slide:
            step = max(step, piece.step - slide[0].step)  # what follows an answer comes with it
            part = {"cell": names[id(piece)], "part": piece.part, "step": step}
            if piece.part == "output":
                part |= {"index": piece.index, "box": piece.box, "rows": piece.rows}
            if part not in parts:
                parts.append(part)
        described.append({"section": section, "kind": slide[-1].kind, "pieces": parts})
    return described


# --- which pieces share a slide -----------------------------------------------------------------


def slides(pieces):
    """Shown pieces in groups, each group a slide."""
    found = []
    for run in with_leads(runs(pieces)):
        found += [run] if run[-1].kind else divided(run)
    return found


def runs(pieces):
    """Pieces in groups that may share slides. A new group begins with a section, where the kind
    changes, and with each task and lab."""
    found = [[]]
    for before, piece in pairwise([None, *pieces]):
        begins = before and (0 < piece.heading < 3 or piece.kind != before.kind or piece.task)
        if begins:
            found.append([])
        found[-1].append(piece)
    return found


def with_leads(runs):
    """The same runs, but a few words that only lead to a task share its slide."""
    found = []
    for run in runs:
        before = found[-1] if found else []
        words = before and all(piece.part == "text" and not piece.kind for piece in before)
        if words and run[0].task and sum(height(each, GOOD) for each in before) <= LEAD:
            found[-1] = [*before, *run]
        else:
            found.append(run)
    return found


def divided(run):
    """The division of a run into slides that costs least."""

    @cache
    def best(first):
        """(cost, ends of the slides) of the pieces from `first` on."""
        if first == len(run):
            return 0, ()
        options = []
        for end in range(first + 1, len(run) + 1):
            cost, ends = best(end)
            here = slide_cost(run[first:end])
            apart = break_cost(run[end - 1], run[end]) if end < len(run) else 0
            options.append((here + apart + cost, (end, *ends)))
            if here >= 2 * TOO_FULL:
                break
        return min(options)

    _, ends = best(0)
    return [run[a:b] for a, b in pairwise((0, *ends))]


def slide_cost(pieces):
    """What it costs to show these pieces on one slide.

    Small text and shrunk outputs cost a little, a slide that is too full costs much. Nothing costs
    more than an output, code or another question after a prediction's answer, since it would appear
    together with the answer.
    """
    answer = next((i for i, piece in enumerate(pieces) if piece.step), len(pieces))
    if any(not each.step and (each.part != "text" or each.asks) for each in pieces[answer:]):
        return 10 * TOO_FULL
    for size in SIZES:
        for shrink in SHRINKS:
            if sum(height(piece, size, shrink) for piece in pieces) <= HEIGHT:
                return SLIDE + 3 * max(0, GOOD - size) ** 2 + 400 * (1 - shrink)
    tall = sum(height(piece, SIZES[-1], SHRINKS[-1]) for piece in pieces)
    return TOO_FULL * tall / HEIGHT


def break_cost(before, after):
    """What it costs to part two pieces."""
    if before.heading or (before.asks and after.step):
        return TOO_FULL / 10
    if before.part == "text":
        if before.text.endswith(":"):
            return 250
        if before.item and after.item:
            return 150
        if after.asks:
            return 100
        if after.part != "text" or after.item or after.text.startswith("$$"):
            return 60
        return 15
    if before.part == "source":
        return 50 if "text/html" in (after.output or {}).get("data", {}) else 120
    if after.part == "text":
        return 0 if after.asks else 40
    return 20


def question_last(pieces):
    """Code between the question of a prediction and its answer goes before the question."""
    found = list(pieces)
    for piece in [each for each in pieces if each.asks]:
        at = found.index(piece)
        after = found[at + 1 :]
        between = next((i for i, each in enumerate(after) if each.step), 0)
        if all(each.part != "text" and not each.kind for each in after[:between]):
            found[at:] = [*after[:between], piece, *after[between:]]
    return found


def cut(piece):
    """A piece; or the boxes of an output that is taller than a slide; or its table, by rows."""
    html = (piece.output or {}).get("data", {}).get("text/html", "")
    if not html or height(piece, ROOM, 0.8) <= HEIGHT:
        return [piece]
    found = boxes(html)
    if len(found) > 1:
        return [part for i in range(len(found)) for part in cut(replace(piece, box=i))]
    if not isinstance(found[0], Table):
        return [piece]
    pieces, first, rows = [], 0, len(found[0].rows) - 1
    for end in range(1, rows + 1):
        if end == rows or height(replace(piece, rows=(first, end + 1)), ROOM) > HEIGHT - 40:
            pieces.append(replace(piece, rows=(first, end)))
            first = end
    return pieces


# --- the command --------------------------------------------------------------------------------


def write(path, folder):
    """Copy the notebooks' folder into `folder`, with the show in the place of the notebook."""
    path, folder = Path(path), Path(folder)
    shutil.copytree(path.parent, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(SETTINGS, folder / ".settings", dirs_exist_ok=True)
    nbformat.write(show(nbformat.read(path, as_version=4)), folder / path.name)


if __name__ == "__main__":
    write(*sys.argv[1:])
