"""Multi-head attention: a sheet for each head, all of them side by side, and W_O."""

from helpers.checking import is_whole
from helpers.figures.drawing import Drawing
from helpers.figures.palette import SERIES
from helpers.figures.shapes import Area, Arrow, Boxes, Line, Word
from helpers.figures.steps import lit, looks, tone

STEPS = "split", "attend", "concat", "project"
HEADS = "split", "attend", "concatenate", "project"  # what stands above the steps
BLOCK = 128, 92  # X, the outputs side by side and the output, on the sheet
SHEET = 92, 64  # a head's sheet
OFF, DEEP = 13, 60  # from one sheet to the next, at most, and all together
DRAWN = 12  # sheets, at most
COLOURED = 4  # so many heads have colours of their own
APART = 56  # from one stage to the next
TOP = 48
EDGE = 16


def sheets(title, h, step=None, d_model=None, d_k=None):
    """X → a sheet for each of h heads → their outputs side by side → times W_O.

    step: the step that is lit, "split", "attend", "concat" or "project"; None: all are plain.
    d_model, d_k: the width of X and of one head, written below; None: as letters.
    """
    for name, given in {"h": h, "d_model": d_model, "d_k": d_k}.items():
        if (given is not None or name == "h") and (not is_whole(given) or given < 1):
            raise ValueError(f"{name}: given {given!r}, needed a whole number from 1 on")
    look = looks(STEPS, step)
    wide, each = d_model or "d_model", d_k or "d_k"
    all_of = h * d_k if d_k else "h · d_k"
    depth = min(DEEP, OFF * (min(h, DRAWN) - 1))
    middle = TOP + (max(BLOCK[1], SHEET[1] + depth)) / 2
    stacked = SHEET[0] + depth
    stages = [  # (step, what stands above, width, what is below)
        (None, "", BLOCK[0], f"n × {wide}"),
        ("split", HEADS[0], stacked, f"{h} × (n × {each})"),
        ("attend", HEADS[1], stacked, f"{h} × (n × {each})"),
        ("concat", HEADS[2], BLOCK[0], f"n × {all_of}"),
        ("project", HEADS[3], BLOCK[0], f"n × {wide}"),
    ]
    shapes, x = [], EDGE
    below = middle + max(BLOCK[1], SHEET[1] + depth) / 2 + 22
    for stage, above, across, size in stages:
        each_look = look.get(stage, "faint" if step else "plain")
        dark, bold = tone(each_look), each_look == "lit"
        if stage:
            gap = APART + 34 * (stage == "project")
            shapes.append(Arrow((x + 8, middle), (x + gap - 8, middle), dark, 2.5))
            if stage == "project":
                shapes.append(Word(x + gap / 2, middle - 20, "· W_O", dark, bold=bold))
            x += gap
        centre = x + across / 2
        shapes.append(Word(centre, 20, above, dark, bold=each_look != "faint"))
        shapes.append(Word(centre, below, size, dark))
        if stage in ("split", "attend"):
            shapes += _stack(x, middle, h, depth, each_look)
            text = "Q, K, V" if stage == "split" else "head 1"
            place = x + SHEET[0] / 2, middle + depth / 2
            shapes.append(Word(*place, text, dark, bold=bold))
        elif stage == "concat":
            shapes += _strips(x, middle, h, each_look)
        else:
            shapes += _block(x, middle, each_look)
            shapes.append(Word(centre, middle, "output" if stage else "X", dark, bold=bold))
        x += across
    words = (
        f"X is split over {h} heads, each with its own Q, K and V, {each} wide; each head attends "
    )
    words += (
        f"by itself; the {h} outputs are put side by side, {all_of} wide; times W_O they are the "
    )
    words += f"output, {wide} wide."
    return Drawing(title, lit(words, step), x + EDGE, below + 16, tuple(shapes))


FILL = {"lit": 0.5, "plain": 0.3, "faint": 0.04}


def _colour(k, h):
    return SERIES[k] if h <= COLOURED else "blue"


def _outline(look, colour):
    return "faint" if look == "faint" else colour


def _stack(x, middle, h, depth, look):
    """The sheets of the heads, the first in front; of the others an edge is in sight."""
    (across, down), drawn = SHEET, min(h, DRAWN)
    off = depth / max(1, drawn - 1)
    left, top = x, middle + depth / 2 - down / 2
    shapes = []
    for k in range(drawn):
        colour = _colour(k, h)
        if k == 0:
            corners = [(0, 0), (across, 0), (across, down), (0, down)]
        else:
            a, b = across, down
            corners = [(0, off), (0, 0), (a, 0), (a, b), (a - off, b), (a - off, off)]
        corners = [(left + k * off + dx, top - k * off + dy) for dx, dy in corners]
        shapes.append(Area(corners, colour, FILL[look]))
        width = 2.5 if look == "lit" and h <= COLOURED else 1.2
        shapes.append(Line([*corners, corners[0]], _outline(look, colour), width))
    return shapes


def _strips(x, middle, h, look):
    """The outputs of the heads side by side."""
    (across, down), shapes = BLOCK, []
    wide = across / h
    for k in range(h):
        colour = _colour(k, h)
        strip = [(x + k * wide, middle - down / 2, wide, down)]
        shapes.append(Boxes(strip, colour, FILL[look]))
        if wide >= 4:
            shapes.append(Boxes(strip, _outline(look, colour), outline=1.2))
        if wide >= 24:
            name = Word(x + (k + 0.5) * wide, middle, str(k + 1), tone(look), bold=look == "lit")
            shapes.append(name)
    frame = [(x, middle - down / 2, across, down)]
    shapes.append(Boxes(frame, _outline(look, "ink"), outline=2.5 if look == "lit" else 1.2))
    return shapes


def _block(x, middle, look):
    (across, down), colour = BLOCK, "ink"
    frame = [(x, middle - down / 2, across, down)]
    return [
        Boxes(frame, colour, {"lit": 0.14, "plain": 0.08, "faint": 0.02}[look]),
        Boxes(frame, _outline(look, colour), outline=3 if look == "lit" else 1.2),
    ]
