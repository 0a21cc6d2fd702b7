"""The picture of the lab worked_example: a query lights rows, and their values add up."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Boxes, Keyed, Line, Word
from helpers.labs.worked_example_lab.worked_example_numbers import EXACT, is_self
from helpers.labs.worked_example_lab.worked_example_steps import (
    ALL,
    MATRIX,
    PROJECT,
    SCORES,
    SOFTMAX,
    STEPS,
    SUM,
    TIMES,
    known_numbers,
)

WIDTH, HEIGHT = 470, 340
INPUT, ASKS, ASKED, GIVES, OUT = 77, 130, 274, 334, 414  # where the columns begin
NARROW, BAR = 8, 10  # from one bar to the next, of an input and of what is made from it
TOP, DOWN = 98, 238  # of the rows
GRID, DEEP = 26, 56  # where the weight matrices begin, and how far down they go
BEAM = 36  # as wide as a weight of 1
THIN, THICK = 1.5, 13  # beams of the lowest score and of the highest
FAINT = 0.25


class Bars:
    """Bars of one scale for rows of numbers (k, d) of one kind, with room for `tall`."""

    def __init__(self, arrays, tall):
        low = min(0, *(array.min() for array in arrays))
        high = max(low + 1e-9, *(array.max() for array in arrays))
        self.unit = tall / (high - low)
        self.zero = tall / 2 + low * self.unit  # below the middle of a row

    def box(self, x, y, number, start=0.0):
        """A bar at (x, y), a row's middle, that begins where `start` ends."""
        ends = [y + self.zero - self.unit * at for at in (start, start + number)]
        return x, min(ends), BAR - 2, abs(ends[0] - ends[1])

    def row(self, key, x, y, numbers, tone, opacity=1.0, step=BAR):
        bars = [self.box(x + step * f, y, number) for f, number in enumerate(numbers)]
        bars = [(left, top, step - 2, down) for left, top, _, down in bars]
        shapes = tuple(Boxes([bar], tone, opacity) for bar in bars)
        ground = y + self.zero
        base = Line([(x, ground), (x + step * len(bars) - 2, ground)], tone, 1, opacity=opacity)
        return Keyed(key, (*shapes, base))


def picture(case, values):
    """case: the numbers; values: those of the lab's controls."""
    step, i = values["step"], values["query"] - 1
    n, m = len(case.queries), len(case.keys)
    asking, asked = places(n), places(m)
    tall = min(56, DOWN / max(n, m) - (16 if is_self(values) else 26))
    inputs = Bars([case.X, case.Y], tall)
    ready, given = Bars([case.Q, case.K], tall), Bars([case.V], tall)
    shapes = [*headings(step, values["weights"]), asks(i, asking[i], tall)]
    if step >= MATRIX:
        shapes += matrices(case, step, i)
    beams = known_numbers(case, values)["A"].all(axis=1)
    seen = [a for a in range(n) if beams[a] and (step == ALL or a == i)]
    if SOFTMAX <= step < ALL and i in seen:
        shapes += [lit(j, y, case.A[i, j], tall) for j, y in enumerate(asked)]
    for a, y in enumerate(asking):
        shapes.append(Word(2, y, case.queries[a], "ink", "start", bold=a == i))
        shapes.append(inputs.row(f"x {a}", INPUT, y, case.Y[a], "ink", 0.7, NARROW))
        if step >= PROJECT:
            opacity = 1.0 if a == i or step == ALL else FAINT
            shapes.append(ready.row(f"q {a}", ASKS, y, case.Q[a], QUERY, opacity))
    for j, y in enumerate(asked):
        if not is_self(values):
            shapes.append(
                Word(ASKED - 4, y - tall / 2 - 12, case.keys[j], anchor="start", halo=True)
            )
            if step < PROJECT:
                shapes.append(inputs.row(f"k {j}", ASKED, y, case.X[j], "ink", 0.7, NARROW))
        if step >= PROJECT:
            shapes.append(ready.row(f"k {j}", ASKED, y, case.K[j], KEY))
            opacity = FAINT if step >= TIMES else 1.0
            shapes.append(given.row(f"v {j}", GIVES, y, case.V[j], VALUE, opacity))
    if step == SCORES:
        shapes += scored(case, i, asking, asked)
    if step >= SOFTMAX:
        shapes += [shape for a in seen for shape in shares(case.A, a, asking, asked, step, i)]
    if step >= TIMES:
        shapes += [shape for a in seen for shape in pieces(case, a, i, asking, asked, given, step)]
    if step >= SUM and values["weights"] != EXACT:
        shapes += [shape for a in seen for shape in exact(case, a, asking[a], given)]
    name, _, _ = STEPS[step]
    return Drawing(f"Step {step}: {name}", described(case, step, i), WIDTH, HEIGHT, tuple(shapes))


def places(count):
    """The middle of each of so many rows."""
    return [TOP + DOWN * (k + 0.5) / count for k in range(count)]


def headings(step, weights):
    """The names of the columns, in their colours, from the step on that makes them."""
    names = (
        ("input", INPUT + 10, "ink", 0),
        ("query", ASKS + 20, QUERY, MATRIX),
        ("weights" if step > SCORES else "scores", 222, WEIGHT, SCORES),
        ("key", ASKED + 16, KEY, MATRIX),
        ("value", GIVES + 22, VALUE, MATRIX),
        ("output", 438, WEIGHT, SUM),
    )
    shapes = [Word(x, 12, name, tone, bold=True) for name, x, tone, since in names if step >= since]
    if step >= SUM and weights != EXACT:
        shapes += [Line([(410, 36), (422, 36)], "ink", 3), Word(426, 36, "exact", anchor="start")]
    return shapes


def asks(i, y, tall):
    """A light ground behind the row that asks."""
    box = (0, y - tall / 2 - 6, INPUT + 49, tall + 12)
    return Keyed("asks", (Boxes([box], QUERY, 0.2, corner=6),))


def lit(j, y, weight, tall):
    """A row's key and value in the light of their weight."""
    box = (ASKED - 6, y - tall / 2 - 6, OUT - ASKED - 8, tall + 12)
    return Keyed(f"lit {j}", (Boxes([box], WEIGHT, 0.5 * min(1, weight), corner=6),))


def matrices(case, step, i):
    """W_Q, W_K and W_V as grids; in step 3 the rows that an input's numbers pick stand out."""
    shapes = []
    for name, x, tone in (("W_Q", ASKS, QUERY), ("W_K", ASKED, KEY), ("W_V", GIVES, VALUE)):
        W = getattr(case, name)
        most, down = max(1e-9, np.abs(W).max()), min(14, DEEP / len(W))
        source = case.Y[i] if name == "W_Q" else case.X[min(i, len(case.X) - 1)]
        for r, row in enumerate(W):
            strong = step == MATRIX or (step == PROJECT and source[r] != 0)
            for c, number in enumerate(row):
                box = (x + BAR * c, GRID + down * r, BAR - 2, down - 2)
                share = (0.12 + 0.88 * abs(number) / most) * (1 if strong else FAINT)
                outline = 1.5 if number < 0 else 0
                shape = Boxes([box], tone, share, outline=outline)
                shapes.append(Keyed(f"{name} {r} {c}", (shape,)))
        if step <= PROJECT:
            below = GRID + down * len(W) + 8
            shapes.append(Word(x + BAR * W.shape[1] / 2, below, name, tone, halo=True))
    return shapes


def scored(case, i, asking, asked):
    """A beam from the query to each key, the broader the higher its score."""
    S = case.S[i]
    fit = (S - S.min()) / max(1e-9, np.ptp(S))
    for j, y in enumerate(asked):
        width = THIN + (THICK - THIN) * fit[j]
        yield beam(f"beam {j}", asking[i], y, width, 0.7)


def shares(A, a, asking, asked, step, i):
    """The weights of row a as beams, which leave it side by side, as wide as a weight of 1."""
    start = asking[a] - BEAM / 2
    opacity = 0.45 if step >= TIMES else 0.7
    for j, y in enumerate(asked):
        width = BEAM * A[a, j]
        key = f"beam {j}" if a == i else f"beam {a} {j}"
        yield beam(key, start + width / 2, y, width, opacity)
        start += width
    frame = (ASKS + 45, asking[a] - BEAM / 2, 6, BEAM)
    yield Boxes([frame], "ink", outline=1.5)


def beam(key, start, end, width, opacity):
    points = [(ASKS + 50, start), (ASKED - 8, end)]
    return Keyed(key, (Line(points, WEIGHT, width, opacity=opacity),))


def pieces(case, a, i, asking, asked, bars, step):
    """Every value times its weight: in its row, or, from step 7 on, stacked as the output."""
    stacks = np.zeros((2, case.V.shape[1]))  # above 0, and below
    for j, y in enumerate(asked):
        for f, number in enumerate(case.A[a, j] * case.V[j]):
            below = int(number < 0)
            box = bars.box(GIVES + BAR * f, y, number)
            if step >= SUM:
                box = bars.box(OUT + BAR * f, asking[a], number, stacks[below, f])
            stacks[below, f] += number
            key = f"piece {j} {f}" if a == i else f"piece {a} {j} {f}"
            yield Keyed(key, (Boxes([box], VALUE, 1 - 0.3 * (j % 2)),))
        if step >= SUM:
            way = [(GIVES + 54, y), (OUT - 6, asking[a])]
            key = f"flow {j}" if a == i else f"flow {a} {j}"
            yield Keyed(key, (Line(way, VALUE, 12 * case.A[a, j], opacity=0.4),))
    if step >= SUM:
        ground = asking[a] + bars.zero
        yield Line([(OUT, ground), (OUT + BAR * case.V.shape[1] - 2, ground)], WEIGHT, 1)


def exact(case, a, y, bars):
    """How high the output would be with exact weights."""
    for f, number in enumerate(case.exact[a] @ case.V):
        x, top, across, down = bars.box(OUT + BAR * f, y, number)
        level = top if number >= 0 else top + down
        yield Line([(x - 1, level), (x + across + 1, level)], "ink", 2)


def described(case, step, i):
    """The picture in words."""
    name = case.queries[i]
    rows = f"{len(case.queries)} rows ask, and {len(case.keys)} are asked; numbers are bars. "
    if step < SCORES:
        return rows + ("Beside each: its query, key and value." if step == PROJECT else "")
    if step == SCORES:
        return f"{rows}Beams from {name} to each key, the broader the higher the score."
    if step == ALL:
        return f"{rows}Beams as broad as the weights from all to all, and every output."
    where = "are stacked as its output" if step == SUM else "stand in their rows"
    shown = f" The values, shrunk to their weights, {where}." if step >= TIMES else ""
    return f"{rows}Beams from {name} as broad as its weights.{shown}"
