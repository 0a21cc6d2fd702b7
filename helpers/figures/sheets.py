"""Multi-head attention: a sheet for each head, all of them side by side, and W_O."""

from helpers.checking import is_whole
from helpers.figures.drawing import Drawing
from helpers.figures.palette import SERIES
from helpers.figures.shapes import Area, Arrow, Boxes, Line, Word
from helpers.figures.steps import lit, looks, tone

STEPS = {"split": "split", "attend": "attend", "concat": "concatenate", "project": "project"}
BLOCK = 128, 92  # X, the outputs side by side and the output, on the sheet
SHEET = 92, 64  # a head's sheet
OFF, DEEP = 13, 60  # from one sheet to the next, at most, and all together
DRAWN = 12  # sheets, at most
COLOURED = 4  # so many heads have colours of their own
APART, WIDER = 56, 34  # from one stage to the next, and more of it where W_O is written
EDGE, TOP = 16, 48
FILL = {"lit": 0.5, "plain": 0.3, "faint": 0.04}  # how strong the colour of a head is
GREY = {"lit": 0.14, "plain": 0.08, "faint": 0.02}  # and that of X and of the output


def sheets(title, h, step=None, d_model=None, d_k=None):
    """X → a sheet for each of h heads → their outputs side by side → times W_O.

    step: the step that is lit, "split", "attend", "concat" or "project"; None: all are plain.
    d_model, d_k: the width of X and of one head, written below; None: as letters.
    """
    for name, given in {"h": h, "d_model": d_model, "d_k": d_k}.items():
        if (given is not None or name == "h") and (not is_whole(given) or given < 1):
            raise ValueError(f"{name}: given {given!r}, needed a whole number from 1 on")
    look = {"X": "faint" if step else "plain"} | looks(STEPS, step)
    wide, each = d_model or "d_model", d_k or "d_k"
    all_of = h * d_k if d_k else "h · d_k"
    depth = min(DEEP, OFF * (min(h, DRAWN) - 1))  # of a stack of sheets
    down = max(BLOCK[1], SHEET[1] + depth)
    middle, stacked = TOP + down / 2, SHEET[0] + depth
    stages = {  # name: (width, what draws it, the text in it, the size below it)
        "X": (BLOCK[0], _block, "X", f"n × {wide}"),
        "split": (stacked, _stack, "Q, K, V", f"{h} × (n × {each})"),
        "attend": (stacked, _stack, "head 1", f"{h} × (n × {each})"),
        "concat": (BLOCK[0], _strips, "", f"n × {all_of}"),
        "project": (BLOCK[0], _block, "output", f"n × {wide}"),
    }
    shapes, x = [], EDGE
    for name, (across, draw, text, size) in stages.items():
        dark, bold = tone(look[name]), look[name] == "lit"
        if name != "X":
            gap = APART + WIDER * (name == "project")
            shapes.append(Arrow((x + 8, middle), (x + gap - 8, middle), dark, 2.5))
            if name == "project":
                shapes.append(Word(x + gap / 2, middle - 20, "· W_O", dark, bold=bold))
            x += gap
        above = Word(x + across / 2, 20, STEPS.get(name, ""), dark, bold=look[name] != "faint")
        below = Word(x + across / 2, TOP + down + 22, size, dark)
        shapes += [above, below, *draw(x, middle, h, depth, look[name])]
        front = (
            (x + SHEET[0] / 2, middle + depth / 2) if draw == _stack else (x + across / 2, middle)
        )
        shapes.append(Word(*front, text, dark, bold=bold))
        x += across
    said = (
        f"X is split over {h} heads, each with its own Q, K and V, {each} wide. Each head attends "
    )
    said += f"by itself. The outputs of all heads are put side by side, {all_of} wide. "
    said += f"Times W_O they are the output, {wide} wide."
    return Drawing(title, lit(said, step), x + EDGE, TOP + down + 38, tuple(shapes))


def _stack(x, middle, h, depth, look):
    """The sheets of the heads, the first in front; of the others two edges are in sight."""
    (a, b), drawn = SHEET, min(h, DRAWN)
    off = depth / max(1, drawn - 1)
    left, top = x, middle + depth / 2 - b / 2
    front = [(0, 0), (a, 0), (a, b), (0, b)]
    behind = [(0, off), (0, 0), (a, 0), (a, b), (a - off, b), (a - off, off)]
    shapes = []
    for k in range(drawn):
        corners = [(left + k * off + x, top - k * off + y) for x, y in (behind if k else front)]
        colour = _colour(k, h)
        shapes.append(Area(corners, colour, FILL[look]))
        shapes.append(Line([*corners, corners[0]], _edge(look, colour), 1.5))
    return shapes


def _strips(x, middle, h, depth, look):
    """The outputs of the heads side by side, with their numbers if there is room."""
    (across, down), shapes = BLOCK, []
    wide = across / h
    for k in range(h):
        strip, colour = [(x + k * wide, middle - down / 2, wide, down)], _colour(k, h)
        shapes.append(Boxes(strip, colour, FILL[look]))
        if wide > 4:
            shapes.append(Boxes(strip, _edge(look, colour), outline=1.5))
        if wide > 24:
            place = x + (k + 0.5) * wide, middle
            shapes.append(Word(*place, str(k + 1), tone(look), bold=look == "lit"))
    frame = [(x, middle - down / 2, across, down)]
    return [*shapes, Boxes(frame, _edge(look, "ink"), outline=3 if look == "lit" else 1.5)]


def _block(x, middle, h, depth, look):
    """X or the output: of no head."""
    frame = [(x, middle - BLOCK[1] / 2, *BLOCK)]
    outline = Boxes(frame, _edge(look, "ink"), outline=3 if look == "lit" else 1.5)
    return [Boxes(frame, "ink", GREY[look]), outline]


def _colour(k, h):
    return SERIES[k] if h <= COLOURED else "blue"


def _edge(look, colour):
    return "faint" if look == "faint" else colour
