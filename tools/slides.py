"""A notebook as slides: writes the copy of a notebook on which the show runs (make slides).

python tools/slides.py NOTEBOOK FOLDER

The copy's metadata has the slides, each with the pieces of cells that it shows.
"""

import math
import shutil
import sys
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path

import nbformat
from heights import HEIGHT, boxes, height
from pieces import take_apart

SETTINGS = Path(__file__).parent / "show" / "settings"
SIZES = range(30, 15, -1)  # pixels: the sizes of text, largest first
SHRINKS = (1, 0.9, 0.8, 0.7)  # of drawings, where a slide is full
GOOD = 26  # a size of text that is large enough
SLIDE = 90  # what one slide more costs
ROOM = 18  # the size of text at which the rows of a long table fill a slide


def show(notebook):
    """The copy of a notebook on which the show runs."""
    cells, pieces = take_apart(notebook)
    pieces = question_last([part for piece in pieces for part in cut(piece)])
    found = slides([piece for piece in pieces if piece.shown])
    place = {id(piece): number for number, slide in enumerate(found) for piece in slide}
    copy = notebook.copy()
    copy.cells, names = [], {}  # names: of each piece, the id of its cell in the copy

    def key(piece):
        return piece.cell, piece.part == "text" and place.get(id(piece))

    for (number, _), group in groupby(pieces, key):
        group = list(group)
        cell = cells[number].copy()
        taken = [each.id for each in copy.cells]
        if group[0].part == "text":
            cell.source = markdown(group)
            if cell.id in taken:
                cell.id = next(f"{cell.id}-{n}" for n in range(2, 99) if f"{cell.id}-{n}" not in taken)
        if cell.id not in taken:
            copy.cells.append(cell)
        names.update({id(piece): cell.id for piece in group})
    copy.metadata = {**notebook.metadata, "show": [described(slide, names) for slide in titled(found)]}
    return copy


def titled(found):
    """The slides, each with the heading of its section."""
    section = ""
    for slide in found:
        headings = [piece.text.lstrip("# ") for piece in slide if piece.heading]
        section = headings[0] if headings else section
        yield section, slide


def described(slide, names):
    """What the page needs to know of a slide."""
    section, pieces = slide
    first = min(piece.step for piece in pieces)
    parts = []
    for piece in pieces:
        part = {"cell": names[id(piece)], "part": piece.part, "step": piece.step - first}
        if piece.part == "output":
            part |= {"index": piece.index, "rows": piece.rows}
        if part not in parts:
            parts.append(part)
    return {"section": section, "kind": pieces[0].alone, "pieces": parts}


def markdown(pieces):
    """Blocks of text as the source of one cell."""
    text = pieces[0].text
    for before, piece in zip(pieces, pieces[1:], strict=False):
        text += ("\n" if before.item and piece.item else "\n\n") + piece.text
    return text


# --- which pieces share a slide -----------------------------------------------------------------


def slides(pieces):
    """Shown pieces in groups, each group a slide."""
    found = []
    for run in runs(pieces):
        found += [run] if run[0].alone else divided(run)
    return found


def runs(pieces):
    """Pieces that may share slides: a new run begins where a slide has to begin."""
    found, before = [], None
    for piece in pieces:
        begins = 0 < piece.heading < 3 or (before and before.step and not piece.step)
        if before and (piece.alone or before.alone):
            begins = piece.alone != before.alone or piece.alone == "lab" or begins_task(before, piece)
        if before is None or begins:
            found.append([])
        found[-1].append(piece)
        before = piece
    return found


def begins_task(before, piece):
    return piece.text.startswith(("**Question.**", "**Exercise"))


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
            here = slide_cost(tuple(run[first:end]))
            apart = break_cost(run[end - 1], run[end]) if end < len(run) else 0
            options.append((here + apart + cost, (end, *ends)))
            if here > 1e5:  # it is too full already
                break
        return min(options)

    _, ends = best(0)
    return [run[a:b] for a, b in zip((0, *ends), ends, strict=False)]


def slide_cost(pieces):
    """Small text and shrunk drawings cost; what does not fit at all costs most."""
    for size in SIZES:
        for shrink in SHRINKS:
            if sum(height(piece, size, shrink) for piece in pieces) <= HEIGHT:
                return SLIDE + 3 * max(0, GOOD - size) ** 2 + 200 * (1 - shrink)
    return 1e6 + min(1e5, sum(height(piece, SIZES[-1], SHRINKS[-1]) for piece in pieces))


def break_cost(before, after):
    """What it costs to part two pieces."""
    if before.heading or (before.asks and after.step):
        return 1e4
    if before.part == "text":
        if before.text.rstrip().endswith(":"):
            return 300
        if after.part != "text":
            return 60
        if before.item and after.item:
            return 60
        return 50 if after.text.startswith("$$") else 15
    if before.cell == after.cell:  # code and its output, or two outputs
        return 150 if before.part == "source" else 60
    return 30 if after.part == "text" and not after.asks else 0


def question_last(pieces):
    """Code between the question of a prediction and its answer goes before the question."""
    found = list(pieces)
    for piece in [each for each in pieces if each.asks]:
        at = found.index(piece)
        after = found[at + 1 :]
        answer = next((i for i, each in enumerate(after) if each.step), 0)
        if answer and not any(each.part == "text" or each.alone for each in after[:answer]):
            found[at:] = [*after[:answer], piece, *after[answer:]]
    return found


def cut(piece):
    """A piece, or if it is a table longer than a slide, pieces of some rows each."""
    html = (piece.output or {}).get("data", {}).get("text/html", "")
    if piece.alone or not html or height(piece, ROOM, SHRINKS[-1]) <= HEIGHT:
        return [piece]
    (table,) = boxes(html) if len(boxes(html)) == 1 else (None,)
    rows = len(getattr(table, "rows", [])) - 1
    if rows < 2:
        return [piece]
    found, first = [], 0
    for end in range(1, rows + 1):
        if end == rows or height(replace(piece, rows=(first, end + 1)), ROOM) > HEIGHT - 60:
            found.append(replace(piece, rows=(first, end)))
            first = end
    return found


# --- the command --------------------------------------------------------------------------------


def write(path, folder):
    """Copy the notebooks' folder into `folder`, with the show in the place of the notebook."""
    path, folder = Path(path), Path(folder)
    shutil.copytree(path.parent, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    shutil.copytree(SETTINGS, folder / ".settings", dirs_exist_ok=True)
    nbformat.write(show(nbformat.read(path, as_version=4)), folder / path.name)


if __name__ == "__main__":
    write(*sys.argv[1:])
