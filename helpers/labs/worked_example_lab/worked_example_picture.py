"""The picture of the lab worked_example: a query lights rows, and their values add up."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number, plain, vector
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Boxes, Keyed, Line, Ribbon, Word
from helpers.labs.worked_example_lab.worked_example_numbers import EXACT, decimals, is_self
from helpers.labs.worked_example_lab.worked_example_steps import (
    ALL,
    INPUTS,
    MATRIX,
    PROJECT,
    SCORES,
    SOFTMAX,
    STEPS,
    SUM,
    TIMES,
    known_numbers,
)

WIDTH, HEIGHT = 470, 272  # so low that a page shows it at its largest
NAME, INPUT, ASKS, ASKED, GIVES, OUT = 4, 78, 138, 286, 344, 420  # where the columns begin
ASIDE = 108  # in step 1 names and inputs stand in the middle
INPUTS_WIDE, WIDE, BROAD = 52, 42, 120  # a row of bars: of an input, of what is made, in step 1
GRID, DEEP = 24, 48  # where the weight matrices begin, and how far down they go
LARGE = (150, 258, 366), 84, 34, 192  # in step 2: where they stand, how wide, from where, how deep
ONE = 187, 8  # the whole that is shared out: where it stands, and how wide it is
ABOVE, BETWEEN = 18, 8  # room for a number above a bar, and from a row to the next
FLOW = 12  # as broad as a whole value
FAINT = 0.25


class Bars:
    """Bars of one scale for rows of numbers (k, d) of one kind, with room for `tall`."""

    def __init__(self, arrays, tall):
        low = min(0, *(array.min() for array in arrays))
        high = max(low + 1e-9, *(array.max() for array in arrays))
        self.unit = tall / (high - low)
        self.zero = tall / 2 + low * self.unit  # below the middle of a row
        self.short = all(len(plain(x)) == 1 for array in arrays for x in array.flat)

    def box(self, x, y, number, across, start=0.0):
        """A bar at (x, y), a row's middle, that begins where `start` ends."""
        ends = [y + self.zero - self.unit * at for at in (start, start + number)]
        return x, min(ends), across - 2, abs(ends[0] - ends[1])

    def row(self, key, x, y, numbers, tone, opacity=1.0, wide=WIDE):
        """Bars, and their numbers above them where these are digits and find room."""
        step = wide / len(numbers)
        boxes = [self.box(x + step * f, y, a, step) for f, a in enumerate(numbers)]
        ground = y + self.zero
        base = Line([(x, ground), (x + wide - 2, ground)], tone, 1, opacity=opacity)
        written = []
        if self.short and step >= 12 and opacity > FAINT:
            written = [
                Word(left + across / 2, top - 9, plain(a), tone)
                for (left, top, across, _), a in zip(boxes, numbers, strict=True)
            ]
        return Keyed(key, (*(Boxes([box], tone, opacity) for box in boxes), base, *written))


def picture(case, values):
    """case: the numbers; values: those of the lab's controls."""
    step, i = values["step"], values["query"] - 1
    n, m = len(case.queries), len(case.keys)
    top = 94 if step == PROJECT else 24 if values["weights"] == EXACT else 40
    named = 0 if is_self(values) else 18  # room for the name of a key
    above, room = ABOVE + named, (HEIGHT - top) / max(n, m)
    tall = room - above - BETWEEN
    asking, asked = places(n, top, above), places(m, top, above)
    inputs = Bars([case.X, case.Y], tall)
    ready = given = Bars([case.Q, case.K, case.V], tall)  # one scale: 4 is half of 8
    aside, wide = (ASIDE, BROAD) if step == INPUTS and not named else (0, INPUTS_WIDE)
    middle = INPUT + aside + wide / 2
    shapes = [*headings(step, values["weights"], middle), asks(i, asking[i], tall, aside, wide)]
    if step == INPUTS:
        shapes += to_come(asking[i], asked, ASKED + INPUTS_WIDE if named else INPUT + aside + wide)
    if step in (MATRIX, PROJECT):
        shapes += matrices(case, step, i)
    known = known_numbers(case, values)["A"].all(axis=1)
    seen = [a for a in range(n) if known[a] and (step == ALL or a == i)]
    if SOFTMAX <= step < ALL and i in seen:
        shapes += [lit(j, y, case.A[i, j], tall, above) for j, y in enumerate(asked)]
    for a, y in enumerate(asking):
        name = Word(NAME + aside, y, case.queries[a], "ink", "start", bold=a == i)
        shapes.append(Keyed(f"name {a}", (name,)))
        shapes.append(inputs.row(f"x {a}", INPUT + aside, y, case.Y[a], "ink", 0.7, wide))
        if step >= PROJECT:
            opacity = 1.0 if a == i or step == ALL else FAINT
            shapes.append(ready.row(f"q {a}", ASKS, y, case.Q[a], QUERY, opacity))
    for j, y in enumerate(asked):
        if named:
            at = ASKED - 4, y - tall / 2 - (22 if inputs.short else 12)
            name = Word(*at, case.keys[j], anchor="start", halo=True)
            shapes.append(Keyed(f"name of key {j}", (name,)))
            if step < PROJECT:
                shapes.append(inputs.row(f"k {j}", ASKED, y, case.X[j], "ink", 0.7, INPUTS_WIDE))
        if step >= PROJECT:
            shapes.append(ready.row(f"k {j}", ASKED, y, case.K[j], KEY))
            opacity = FAINT if step >= TIMES else 1.0
            shapes.append(given.row(f"v {j}", GIVES, y, case.V[j], VALUE, opacity))
    if step == SCORES:
        shapes += scored(case, i, asking, asked, room)
    if step >= SOFTMAX:
        shapes += shares(case.A, seen, asking, asked, step, i, room)
    if SOFTMAX <= step < ALL and i in seen:
        digits = min(2, decimals(case, values)["A"])
        shapes += figures([number(a, digits) for a in case.A[i]], case.A[i], asking[i], asked, room)
    if step == TIMES and i in seen:
        at, digits = GIVES + WIDE + 8, min(2, decimals(case, values)["A"])
        texts = [f"× {number(a, digits)}" for a in case.A[i]]
        shapes += [Word(at, y, text, WEIGHT, "start") for y, text in zip(asked, texts, strict=True)]
    if step >= TIMES:
        shapes += [shape for a in seen for shape in pieces(case, a, i, asking, asked, given, step)]
    if step >= SUM and values["weights"] != EXACT:
        shapes += [shape for a in seen for shape in exact(case, a, asking[a], given)]
    return Drawing(
        title(case, values, i in seen), described(case, step, i), WIDTH, HEIGHT, tuple(shapes)
    )


def title(case, values, is_seen):
    """The step's name; of the sum, its numbers too, for which bars have no room."""
    step, digits = values["step"], min(2, decimals(case, values)["Z"])
    name, _, _ = STEPS[step]
    result = f", {vector(case.Z[values['query'] - 1], digits)}" if step == SUM and is_seen else ""
    return f"Step {step}: {name}{result}"


def places(count, top, above):
    """The middle of the bars of each of so many rows."""
    down = HEIGHT - top
    return [top + down * (k + 0.5) / count + (above - BETWEEN) / 2 for k in range(count)]


def headings(step, weights, middle):
    """The names of the columns, in their colours, from the step on that makes them. middle: of the
    inputs."""
    columns = [ASKS + 20, ASKED + 20, GIVES + 20]
    if step == MATRIX:
        starts, wide, _, _ = LARGE
        columns = [x + wide / 2 for x in starts]
    query, key, value = columns
    names = (
        ("input", middle, "ink", INPUTS),
        ("query", query, QUERY, MATRIX),
        ("weights" if step > SCORES else "scores", 232, WEIGHT, SCORES),
        ("key", key, KEY, MATRIX),
        ("value", value, VALUE, MATRIX),
        ("output", OUT + 21, WEIGHT, SUM),
    )
    shapes = [
        Keyed(f"heading {at}", (Word(x, 12, name, tone, bold=True),))
        for at, (name, x, tone, since) in enumerate(names)
        if step >= since or (name == "output" and step == INPUTS)
    ]
    if step == TIMES:
        shapes.append(Word(GIVES + 52, 12, "× weight", WEIGHT, "start"))
    if step >= SUM and weights != EXACT:
        shapes += [Line([(404, 32), (418, 32)], "ink", 3), Word(424, 32, "exact", anchor="start")]
    return shapes


def asks(i, y, tall, aside, wide):
    """A light ground behind the row that asks."""
    box = (aside, y - tall / 2 - ABOVE - 2, INPUT + wide, tall + ABOVE + 6)
    return Keyed("asks", (Boxes([box], QUERY, 0.2, corner=6),))


def to_come(y, asked, x):
    """From each row that is asked, at x, as much as is still to be found goes into an output."""
    for j, start in enumerate(asked):
        yield Keyed(f"to come {j}", (Line([(x + 12, start), (OUT - 8, y)], "faint", 2, "dashed"),))
    yield Boxes([(OUT, y - 20, WIDE, 40)], WEIGHT, outline=1.5, dash="dashed", corner=6)
    yield Word(OUT + WIDE / 2, y, "?", WEIGHT, bold=True)


def lit(j, y, weight, tall, above):
    """A row's key and value in the light of their weight."""
    box = (ASKED - 6, y - tall / 2 - above - 2, OUT - ASKED - 22, tall + above + 6)
    return Keyed(f"lit {j}", (Boxes([box], WEIGHT, 0.5 * min(1, weight), corner=6),))


def matrices(case, step, i):
    """W_Q, W_K and W_V as grids, in step 2 with their numbers where these are digits; in step 3
    the rows that an input's numbers pick stand out."""
    starts, wide, top, deep = LARGE if step == MATRIX else ((ASKS, ASKED, GIVES), WIDE, GRID, DEEP)
    sources = case.Y[i], *[case.X[min(i, len(case.X) - 1)]] * 2
    every = [case.W_Q, case.W_K, case.W_V]
    short = all(len(plain(a)) == 1 for W in every for a in W.flat)
    shapes = []
    for name, x, tone, W, source in zip(
        ("W_Q", "W_K", "W_V"), starts, (QUERY, KEY, VALUE), every, sources, strict=True
    ):
        most, down, across = max(1e-9, np.abs(W).max()), deep / len(W), wide / W.shape[1]
        for (r, c), a in np.ndenumerate(W):
            left, upper = x + across * c, top + down * r
            share = 0.12 + 0.88 * abs(a) / most
            share *= 0.5 if step == MATRIX else 1 if source[r] != 0 else FAINT
            box = Boxes([(left, upper, across - 2, down - 2)], tone, share, 1.5 if a < 0 else 0)
            shapes.append(Keyed(f"{name} {r} {c}", (box,)))
            if short and step == MATRIX:
                shapes.append(Word(left + across / 2 - 1, upper + down / 2 - 1, plain(a)))
        shapes.append(Word(x + wide / 2, top + deep + 10, name, tone, halo=True))
        if step == PROJECT:  # the input, upright beside the rows that its numbers pick
            for r, a in enumerate(source):
                box = (x - 14, top + down * r, 9, down - 2)
                share = 0.12 + 0.7 * abs(a) / max(1e-9, np.abs(source).max())
                shapes.append(Keyed(f"pick {name} {r}", (Boxes([box], "ink", share),)))
    if any((W < 0).any() for W in every):
        shapes += (
            [
                Boxes([(192, GRID + 8, 10, 10)], "ink", outline=1.5),
                Word(208, GRID + 13, "below 0", anchor="start"),
            ]
            if step == PROJECT
            else [
                Boxes([(150, HEIGHT - 15, 10, 10)], "ink", outline=1.5),
                Word(166, HEIGHT - 10, "below 0", anchor="start"),
            ]
        )
    return shapes


def scored(case, i, asking, asked, room):
    """A beam from the query to each key, as broad as its score; a pale one is below 0."""
    S = case.S[i]
    unit = broadest(room) / max(1e-9, np.abs(S).sum())
    widths = unit * np.abs(S)
    start = asking[i] - widths.sum() / 2
    for j, y in enumerate(asked):
        yield beam(f"beam {j}", start, y - widths[j] / 2, widths[j], shade(j) if S[j] > 0 else 0.2)
        start += widths[j]
    yield from figures(
        [plain(s, 2) for s in S], np.abs(S) * unit / broadest(room), asking[i], asked, room
    )


def shares(A, seen, asking, asked, step, i, room):
    """The weights of the rows seen as beams, side by side in a frame as high as a weight of 1; of
    all rows, those of row i are lit."""
    whole = broadest(room)
    into = A[seen].sum(axis=0)  # what each key gets in all
    if step == ALL:
        whole = min(whole, (room - 6) / max(1e-9, into.max()))
    ends = [y - whole * total / 2 for y, total in zip(asked, into, strict=True)]
    for a in seen:
        top = start = asking[a] - whole / 2
        for j in range(len(asked)):
            width = whole * A[a, j]
            key = f"beam {j}" if a == i else f"beam {a} {j}"
            yield beam(key, start, ends[j], width, shade(j) if a == i else 0.15)
            start += width
            ends[j] += width
        x, across = ONE
        tone = "ink" if a == i else "faint"
        yield Keyed(f"whole {a}", (Boxes([(x, top, across, whole)], tone, outline=1.5),))


def broadest(room):
    """All beams of a query together, or a weight of 1."""
    return min(60, room - 12)


def shade(j):
    """Neighbours in a stack are told apart."""
    return 0.75 - 0.15 * (j % 2)


def beam(key, start, end, width, opacity):
    """From y = start, where the query is, down so far as it is wide, to y = end. One that goes far
    leaves first, out of the way of the others."""
    (x, across), steep = ONE, max(0.1, 0.66 - abs(end - start) / 180)
    ends = [(x, start + width / 2), (ASKED - 6, end + width / 2)]
    return Keyed(key, (Ribbon(*ends, WEIGHT, width, opacity, across, steep),))


def figures(texts, shares, start, asked, room):
    """The number of each beam beside its end, on the side from which it does not come; in it, if
    it fills its row."""
    whole = broadest(room)
    start -= whole * shares.sum() / 2
    for j, (text, y) in enumerate(zip(texts, asked, strict=True)):
        width = whole * shares[j]
        side = 1 if start + width / 2 <= y else -1
        beside = side * (width / 2 + 11)
        word = Word(ASKED - 10, y + beside, text, WEIGHT, "end", halo=True)
        if abs(beside) + 8 > room / 2 and width > 22:
            word = Word(ASKED - 10, y, text, "ink", "end", bold=True)
        yield Keyed(f"figure {j}", (word,))
        start += width


def pieces(case, a, i, asking, asked, bars, step):
    """Every value times its weight: in its row, or, from step 7 on, stacked as the output."""
    d_v = case.V.shape[1]
    stacks, across = np.zeros((2, d_v)), WIDE / d_v  # above 0, and below
    for j, y in enumerate(asked):
        for f, amount in enumerate(case.A[a, j] * case.V[j]):
            below = int(amount < 0)
            box = bars.box(GIVES + across * f, y, amount, across)
            if step >= SUM:
                box = bars.box(OUT + across * f, asking[a], amount, across, stacks[below, f])
            stacks[below, f] += amount
            key = f"piece {j} {f}" if a == i else f"piece {a} {j} {f}"
            yield Keyed(key, (Boxes([box], VALUE, 1 - 0.3 * (j % 2)),))
        if step >= SUM:
            key = f"flow {j}" if a == i else f"flow {a} {j}"
            way, width = [(GIVES + WIDE + 4, y), (OUT - 6, asking[a])], FLOW * case.A[a, j]
            yield Keyed(key, (Line(way, VALUE, width, opacity=0.4 if a == i else 0.12),))
    if step >= SUM:
        ground = asking[a] + bars.zero
        yield Line([(OUT, ground), (OUT + WIDE - 2, ground)], WEIGHT, 1)


def exact(case, a, y, bars):
    """How high the output would be with exact weights."""
    step = WIDE / case.V.shape[1]
    for f, amount in enumerate(case.exact[a] @ case.V):
        x, top, across, down = bars.box(OUT + step * f, y, amount, step)
        level = top if amount >= 0 else top + down
        yield Line([(x - 1, level), (x + across + 1, level)], "ink", 2)


def described(case, step, i):
    """The picture in words."""
    name = case.queries[i]
    rows = f"{len(case.queries)} rows ask, and {len(case.keys)} are asked; numbers are bars. "
    if step < SCORES:
        return rows + ("Beside each: its query, key and value." if step == PROJECT else "")
    if step == SCORES:
        return f"{rows}Beams from {name} to each key, as broad as its score."
    if step == ALL:
        return f"{rows}Beams as broad as the weights from all to all, and every output."
    where = "are stacked as its output" if step == SUM else "stand in their rows"
    shown = f" The values, shrunk to their weights, {where}." if step >= TIMES else ""
    return f"{rows}Beams from {name} as broad as its weights.{shown}"
