"""The picture of the lab masks: weights behind blinds, and how far the colour of a nudge runs."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, WEIGHT
from helpers.drawing.shapes import Boxes, Dot, Keyed, Line, Word, strokes

WIDTH, HEIGHT = 470, 340
LEFT, TOP, CELL, STEP = 100, 84, (46, 42), (56, 52)  # of the matrix
ROLL = 68  # where a blind is that is up
SLATS, SLAT = 6, 5.6  # in front of a cell, and how high each is
BAR, OUTPUT = (328, 74), 438  # a row's weights, up to 1, and its output
LEAK = "orange"
COLOURS = ("weight", WEIGHT), ("nudged", KEY), ("leak", LEAK), ("hidden", "faint")


def picture(names, mask, weights, token, reached, leak, by_query, off):
    """mask and weights (n, n); token: the nudged one, or None; of each row: whether its output is
    reached, by a leak, by its own query, and whether its weights miss 1."""
    n = len(names)
    centres = [TOP + STEP[1] * i + CELL[1] / 2 for i in range(n)]
    columns = [LEFT + STEP[0] * j for j in range(n)]
    shapes = [
        Word(LEFT - 8, 34, "keys →", "faint", "end"),
        Word(LEFT - 8, 58, "queries ↓", "faint", "end"),
        Word(BAR[0] + BAR[1] / 2, 58, "weights", WEIGHT),
        Word(OUTPUT, 58, "output"),
        *strokes(COLOURS, 24, 322, 6, 58),
    ]
    for j, (name, x) in enumerate(zip(names, columns, strict=True)):
        is_nudged = j == token
        middle = x + CELL[0] / 2
        shapes.append(Word(middle, 46, name, KEY if is_nudged else "ink", bold=is_nudged))
        cells = [(x, y - CELL[1] / 2, *CELL) for y in centres]
        for i, cell in enumerate(cells):
            shade = Boxes([cell], WEIGHT, 0.95 * min(weights[i][j], 1))
            shapes.append(Keyed(f"weight {i} {j}", (shade,)))
        shapes.append(Boxes(cells, "faint", outline=1))
    if token is not None:
        x = columns[token] + CELL[0] / 2
        shapes.append(Keyed("nudge", (Line([(x, 58), (x, centres[-1] + CELL[1] / 2)], KEY, 6),)))
    for j, x in enumerate(columns):
        shapes.append(Boxes([(x - 3, ROLL - 3, CELL[0] + 6, 8)], "faint", corner=4))
        for i, y in enumerate(centres):
            shapes.append(Keyed(f"blind {i} {j}", (blind(x, y, mask[i][j]),)))
    for i, (name, y) in enumerate(zip(names, centres, strict=True)):
        shapes.append(Word(LEFT - 8, y, name, anchor="end"))
        shapes += shares(i, y, weights[i], off[i])
        tone = LEAK if leak[i] else KEY if reached[i] else "faint"
        if reached[i]:
            start = (LEFT - 30, y + 12) if by_query[i] else (columns[token] + CELL[0] / 2, y)
            shapes.append(Keyed(f"run {i}", (run(*start, y, tone),)))
        shapes.append(Keyed(f"output {i}", (Dot(OUTPUT, y + 6, tone, 9 if reached[i] else 5),)))
        if leak[i]:
            shapes.append(Keyed(f"leak {i}", (Word(OUTPUT, y - 13, "LEAK", LEAK, bold=True),)))
    text = described(names, mask, token, reached, leak)
    return Drawing(
        "Blinds before hidden keys", text, WIDTH, HEIGHT, tuple(shapes), grid=grid(names)
    )


def blind(x, y, is_up):
    """In front of the cell at x with the middle y, or rolled up above its column."""
    top, apart, high = (ROLL, 0, 0.1) if is_up else (y - STEP[1] / 2, STEP[1] / SLATS, SLAT)
    slats = [(x - 1, top + apart * k, CELL[0] + 2, high) for k in range(SLATS)]
    return Boxes(slats, "faint", 0.9)


def shares(i, y, weights, is_off):
    """The weights of a row, end to end, in a frame as long as 1."""
    (x, across), shapes = BAR, []
    frame = (x, y - 9, across, 18)
    for j, weight in enumerate(weights):
        piece = (x, y - 9, max(0, across * weight - 1), 18)
        shapes.append(Keyed(f"share {i} {j}", (Boxes([piece], WEIGHT, 0.8),)))
        x += across * weight
    return [*shapes, Boxes([frame], LEAK if is_off else "faint", outline=2 if is_off else 1)]


def run(x, y, middle, tone):
    """The way from a cell, or from a query, below the row to its output."""
    below = middle + STEP[1] / 2
    return Line([(x, y), (x, below), (OUTPUT, below), (OUTPUT, middle + 6)], tone, 5)


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
    runs = f"The colour of {names[token]}, which is nudged, runs to the output of"
    return f"{text} {runs} {listed(reached)}; leaks: {listed(leak)}."
