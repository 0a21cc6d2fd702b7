"""The attention part of a layer: Q, K and V, a sheet for each head, all side by side, and W_O."""

from helpers.checking import is_whole
from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Area, Arrow, Boxes, Line, Word
from helpers.drawing.steps import looks, tone

STEPS = {  # name: what stands above its stage
    "project": "project",
    "split": "split",
    "attend": "attend",
    "concat": "concatenate",
    "output": "",
}
THREE = {"Q": QUERY, "K": KEY, "V": VALUE}
BLOCK = 100, 92  # X, the outputs side by side and the output, on the sheet
WIDTH, ROW, BETWEEN = 92, 36, 12  # Q, K and V, one below the other
HEIGHT = 3 * ROW + 2 * BETWEEN
SHEET = 84, 66  # a head's sheet
OFF, DEEP = 12, 48  # from one sheet to the next, at most, and all together
DRAWN = 12  # sheets, at most
BEFORE = {"project": 92, "split": 48, "attend": 48, "concat": 48, "output": 78}  # the arrow's room
EDGE, TOP = 14, 44
FILL = {"lit": 0.5, "plain": 0.3, "faint": 0.06}  # how strong colours are
GREY = {"lit": 0.14, "plain": 0.08, "faint": 0.02}  # and those of X and of the output


def sheets(title, h, step=None, d_model=None, d_k=None):
    """X → Q, K and V → a sheet for each of h heads → their outputs side by side → times W_O.

    step: the step that is lit, "project", "split", "attend", "concat" or "output"; None: all are
    plain. d_model, d_k: the width of X and of one head, written below; None: as letters.
    """
    for name, value in {"h": h, "d_model": d_model, "d_k": d_k}.items():
        if (value is not None or name == "h") and (not is_whole(value) or value < 1):
            raise ValueError(f"{name}: given {value!r}, needed a whole number from 1 on")
    look = {"X": "faint" if step else "plain"} | looks(STEPS, step)
    width, width_of_head = d_model or "d_model", d_k or "d_k"
    all_of = h * d_k if d_k else "h · d_k"
    depth = min(DEEP, OFF * (min(h, DRAWN) - 1))  # of a stack of sheets
    middle, stacked = TOP + HEIGHT / 2, SHEET[0] + depth
    stages = {  # name: (width, what draws it, the size below it)
        "X": (BLOCK[0], _block, f"n × {width}"),
        "project": (WIDTH, _three, f"n × {all_of} each"),
        "split": (stacked, _stack, f"{h} × (n × {width_of_head})"),
        "attend": (stacked, _stack, f"{h} × (n × {width_of_head})"),
        "concat": (BLOCK[0], _strips, f"n × {all_of}"),
        "output": (BLOCK[0], _block, f"n × {width}"),
    }
    shapes, x = [], EDGE
    for name, (across, draw, size) in stages.items():
        ink_tone, bold = tone(look[name]), look[name] == "lit"
        if name != "X":
            shapes += _arrows(x, middle, name, ink_tone, bold)
            x += BEFORE[name]
        above = Word(x + across / 2, 18, STEPS.get(name, ""), ink_tone, bold=look[name] != "faint")
        below = Word(x + across / 2, TOP + HEIGHT + 20, size, ink_tone)
        shapes += [above, below, *draw(x, middle, h, depth, look[name], name)]
        x += across
    text = (
        f"X times W_Q, W_K and W_V gives Q, K and V, each {all_of} wide. These are split into {h} "
        f"heads, each {width_of_head} wide. Each head attends by itself. The outputs of all heads "
        f"are put side by side, {all_of} wide. Times W_O they are the output, {width} wide."
    )
    return Drawing(title, text, x + EDGE, TOP + HEIGHT + 36, tuple(shapes), step=step)


def _arrows(x, middle, name, ink_tone, bold):
    """What leads to a stage: from X an arrow to each of Q, K and V, otherwise one arrow."""
    end, step = x + BEFORE[name], ROW + BETWEEN
    words = {middle: "· W_O" if name == "output" else ""}  # above the arrow at this height
    if name == "project":
        words = {middle + k * step: f"· W_{letter}" for k, letter in enumerate(THREE, -1)}
    shapes = []
    for y, word in words.items():
        shapes.append(Arrow((x + 7, y), (end - 7, y), ink_tone, 2.5))
        if word:
            shapes.append(Word((x + end) / 2, y - 16, word, ink_tone, bold=bold))
    return shapes


def _three(x, middle, h, depth, look, name):
    """Q, K and V of all heads, one below the other."""
    shapes = []
    for k, (letter, colour) in enumerate(THREE.items(), -1):
        y = middle + k * (ROW + BETWEEN)
        frame = [(x, y - ROW / 2, WIDTH, ROW)]
        shapes.append(Boxes(frame, colour, FILL[look]))
        shapes.append(Boxes(frame, _edge(look, colour), outline=3 if look == "lit" else 1.5))
        shapes.append(Word(x + WIDTH / 2, y, letter, tone(look), bold=look == "lit"))
    return shapes


def _stack(x, middle, h, depth, look, name):
    """The sheets of the heads, the first in front; of the others two edges are in sight. Before
    they attend, each holds a Q, a K and a V."""
    (a, b), drawn = SHEET, min(h, DRAWN)
    off = depth / max(1, drawn - 1)
    left, top = x, middle + depth / 2 - b / 2
    behind = [(0, off), (0, 0), (a, 0), (a, b), (a - off, b), (a - off, off)]
    shapes = []
    parts, rest = ({"head 1": WEIGHT}, WEIGHT) if name == "attend" else (THREE, "faint")
    for k in range(1, drawn):
        corners = [(left + k * off + x, top - k * off + y) for x, y in behind]
        shapes.append(Area(corners, rest, FILL[look] if name == "attend" else GREY[look]))
        shapes.append(Line([*corners, corners[0]], _edge(look, rest), 1.5))
    for k, (text, colour) in enumerate(parts.items()):
        front = [(left, top + k * b / len(parts), a, b / len(parts))]
        shapes.append(Boxes(front, colour, FILL[look]))
        shapes.append(Boxes(front, _edge(look, colour), outline=1.5))
        y = front[0][1] + b / len(parts) / 2
        shapes.append(Word(left + a / 2, y, text, tone(look), bold=look == "lit"))
    return shapes


def _strips(x, middle, h, depth, look, name):
    """The outputs of the heads side by side, with their numbers if there is room."""
    (across, down), shapes = BLOCK, []
    width = across / h
    for k in range(h):
        strip = [(x + k * width, middle - down / 2, width, down)]
        shapes.append(Boxes(strip, WEIGHT, FILL[look]))
        if width > 4:
            shapes.append(Boxes(strip, _edge(look, WEIGHT), outline=1.5))
        if width > 24:
            place = x + (k + 0.5) * width, middle
            shapes.append(Word(*place, str(k + 1), tone(look), bold=look == "lit"))
    frame = [(x, middle - down / 2, across, down)]
    return [*shapes, Boxes(frame, _edge(look, WEIGHT), outline=3 if look == "lit" else 1.5)]


def _block(x, middle, h, depth, look, name):
    """X, which has room for three arrows, or the output: of no head."""
    down = HEIGHT if name == "X" else BLOCK[1]
    frame = [(x, middle - down / 2, BLOCK[0], down)]
    outline = Boxes(frame, _edge(look, "ink"), outline=3 if look == "lit" else 1.5)
    text = Word(x + BLOCK[0] / 2, middle, name, tone(look), bold=look == "lit")
    return [Boxes(frame, "ink", GREY[look]), outline, text]


def _edge(look, colour):
    return "faint" if look == "faint" else colour
