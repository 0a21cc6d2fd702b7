"""The picture of the lab masks: weights behind blinds, and how far the colour of a nudge runs."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Dot, Keyed, Line, Word, strokes

WIDTH, HEIGHT = 470, 308
LEFT, TOP, CELL, STEP = 90, 60, (50, 42), (62, 54)  # of the matrix
HEADS = 16, 38  # two lines above it
ROLL = TOP - 6  # where a blind is that is up
SLATS, SLAT = 6, 4.6  # in front of a cell, and how high each is; upright in front of PAD
BAR, OUTPUT = (340, 64), 440  # a row's weights, up to 1, and its output
BESIDE = 6  # left of a column: there what is changed runs down
CHANGED, LEAK = "ink", "orange"


def picture(names, mask, weights, token, reached, leak, by_query, off, padding):
    """mask and weights (n, n); token: the nudged one, or None; of each row: whether its output is
    reached, by a leak, by its own query, and whether its weights miss 1; padding: the columns that
    are hidden as they are no words."""
    n = len(names)
    centres = [TOP + STEP[1] * i + CELL[1] / 2 for i in range(n)]
    columns = [LEFT + STEP[0] * j for j in range(n)]
    middle = BAR[0] + BAR[1] / 2
    shapes = [
        Word(LEFT - 8, HEADS[0], "keys →", "faint", "end"),
        Word(LEFT - 8, HEADS[1], "queries ↓", "faint", "end"),
        Word(middle, HEADS[0], "the row's", WEIGHT),
        Word(middle, HEADS[1], "weights", WEIGHT),
        Word(OUTPUT, HEADS[1], "output"),
        *legend(mask, token, leak, padding),
    ]
    for j, (name, x) in enumerate(zip(names, columns, strict=True)):
        is_nudged = j == token
        middle = x + CELL[0] / 2
        shapes.append(Word(middle, HEADS[1], name, CHANGED if is_nudged else "ink", bold=is_nudged))
        cells = [(x, y - CELL[1] / 2, *CELL) for y in centres]
        for i, cell in enumerate(cells):
            shade = Boxes([cell], WEIGHT, 0.95 * min(weights[i][j], 1))
            shapes.append(Keyed(f"weight {i} {j}", (shade,)))
        shapes.append(Boxes(cells, "faint", outline=1))
    if token is not None:
        through = [
            y for y, it, own in zip(centres, reached, by_query, strict=True) if it and not own
        ]
        shapes.append(Keyed("nudge", (trunk(columns[token], through),)))
    for j, x in enumerate(columns):
        for i, y in enumerate(centres):
            shapes.append(Keyed(f"blind {i} {j}", (blind(x, y, mask[i][j], j in padding),)))
    for i, (name, y) in enumerate(zip(names, centres, strict=True)):
        shapes.append(Word(LEFT - 8, y, name, anchor="end"))
        shapes += shares(i, y, weights[i], off[i])
        tone = LEAK if leak[i] else CHANGED if reached[i] else "faint"
        if reached[i]:
            x = columns[token]
            start = (x - BESIDE, y), (x + CELL[0] / 2, y)
            if by_query[i]:
                start = (LEFT - BESIDE - 3, y + STEP[1] / 2), (LEFT - BESIDE, y + STEP[1] / 2)
            shapes.append(Keyed(f"run {i}", (run(*start, y, tone),)))
        if by_query[i]:
            shapes.append(Word(LEFT - 14, y + STEP[1] / 2, "its query", CHANGED, "end"))
            shapes.append(Dot(LEFT - BESIDE, y + STEP[1] / 2, CHANGED, 5))
        output = Dot(OUTPUT, y + 6, tone, 9 if reached[i] else 5)
        if not any(weights[i]):
            output = Word(OUTPUT, y + 4, "0")
        shapes.append(Keyed(f"output {i}", (output,)))
        if leak[i]:
            shapes.append(Keyed(f"leak {i}", (Word(OUTPUT, y - 13, "LEAK", LEAK, bold=True),)))
    text = described(names, mask, token, reached, leak)
    title = "Blinds hide keys" if hides(mask) else "Nothing is hidden"
    return Drawing(title, text, WIDTH, HEIGHT, tuple(shapes), grid=grid(names))


def hides(mask):
    return not all(map(all, mask))


def legend(mask, token, leak, padding):
    """The colours in sight, and a small blind of each kind."""
    is_ahead = any(not it for row in mask for j, it in enumerate(row) if j not in padding)
    kinds = [("ahead" if padding else "hidden", False, is_ahead), ("PAD", True, len(padding) > 0)]
    kinds = [(name, upright) for name, upright, is_shown in kinds if is_shown]
    entries = [("weight", WEIGHT, True), ("changed", CHANGED, token is not None)]
    entries += [("leak", LEAK, any(leak)), *((name, "faint", True) for name, _ in kinds)]
    shapes = strokes([entry for *entry, is_shown in entries if is_shown], 20, HEIGHT - 12, 6, 54)
    for at, (_, upright) in zip(range(-2 * len(kinds), 0, 2), kinds, strict=True):
        (x, y), _ = shapes[at].points
        if upright:
            slats = [(x + 9 * k, y - 9, SLAT, 19) for k in range(3)]
        else:
            slats = [(x, y - 9 + 7 * k, 24, SLAT) for k in range(3)]
        shapes[at] = Boxes(slats, "faint", 0.9)
    return shapes


def trunk(x, through):
    """From a column's head down beside it as far as what is changed goes through its cells, at
    these heights."""
    middle = x + CELL[0] / 2
    if not through:  # it ends at the first blind
        end = [(middle, TOP - 6), (x, TOP - 6), (x + CELL[0], TOP - 6)]
        return Line([(middle, HEADS[1] + 10), *end], CHANGED, 5)
    turn = HEADS[1] + 12
    return Line([(middle, turn), (x - BESIDE, turn), (x - BESIDE, through[-1])], CHANGED, 5)


def blind(x, y, is_up, is_upright):
    """In front of the cell at x with the middle y, or rolled up above its column."""
    if is_upright and not is_up:
        apart = (CELL[0] + 2) / SLATS
        slats = [(x - 1 + apart * k, y - CELL[1] / 2, SLAT, CELL[1]) for k in range(SLATS)]
        return Boxes(slats, "faint", 0.9)
    top, apart, high = (ROLL, 0, 0.1) if is_up else (y - CELL[1] / 2, CELL[1] / SLATS, SLAT)
    slats = [(x - 1, top + apart * k, CELL[0] + 2, high) for k in range(SLATS)]
    return Boxes(slats, "faint", 0 if is_up else 0.9)


def shares(i, y, weights, is_off):
    """The weights of a row, end to end, in a frame as long as 1."""
    (x, across), shapes = BAR, []
    top = y - 5  # room for a text above it
    frame = (x, top, across, 18)
    for j, weight in enumerate(weights):
        piece = (x, top, max(0, across * weight - 1), 18)
        shapes.append(Keyed(f"share {i} {j}", (Boxes([piece], WEIGHT, 0.8),)))
        x += across * weight
    if is_off:
        shapes.append(Word(BAR[0] + across / 2, top - 10, "sum < 1", LEAK))
    elif not any(weights):
        shapes.append(Word(BAR[0] + across / 2, top - 10, "no key"))
    return [*shapes, Boxes([frame], LEAK if is_off else "faint", outline=2 if is_off else 1)]


def run(start, cell, middle, tone):
    """The way into a cell of the row with this middle, or from its query, below the row to its
    output."""
    below = middle + STEP[1] / 2
    return Line(
        [start, cell, (cell[0], below), (OUTPUT, below), (OUTPUT, middle + 6)],
        tone,
        5,
    )


def grid(names):
    """The cells, each to be clicked on."""
    return {
        "control": "mask",
        "corner": [LEFT, TOP],
        "step": list(STEP),
        "size": list(CELL),
        "rows": list(names),
        "columns": list(names),
    }


def described(names, mask, token, reached, leak):
    """The picture in words."""

    def listed(chosen):
        return ", ".join(name for name, it in zip(names, chosen, strict=True) if it) or "nothing"

    sees = "; ".join(f"{name} sees {listed(row)}" for name, row in zip(names, mask, strict=True))
    text = f"A matrix of weights with blinds in front of hidden keys: {sees}."
    if token is None:
        return text
    runs = f"What is changed in {names[token]} runs to the output of"
    return f"{text} {runs} {listed(reached)}; leaks: {listed(leak)}."
