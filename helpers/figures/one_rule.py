"""One hidden number of an MLP that asks for two features: its question as a line in their plane,
then relu, then what it adds to the stream."""

import numpy as np

from helpers.drawing.axes import Axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.labels import spare, word_at
from helpers.drawing.numbers import bracketed, plain, significant
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Area, Arrow, Dot, Line, Word, text_width
from helpers.drawing.steps import box

LEFT, TOP, SIDE = 24, 60, 240  # of the sheet: where the plane is, and how large
LOW, HIGH = -0.35, 1.55  # the ends of its axes, in lengths of the largest number
ACROSS, APART, DOWN = 192, 64, 27  # the width of relu's part, from part to part, from box to box
ROOM, PLACE = 404, 107  # beside another rule: for the longest question and the longest product
RING = 11  # the radius of the plus sign


def one_rule(title, tokens, asks, bias, adds, features, beside=None, wanted=None):
    """The hidden number h = relu(x · asks + bias), which adds h · adds to a token.

    tokens {name: x (d,)}; asks (d,): a column of W_1, two numbers of which are not 0; adds (d,): a
    row of W_2; features: d names. On the right is the token with the largest h. beside: (asks,
    bias) of another rule, whose line is dotted; asks may then be 0 where that asks. wanted: the
    names of the tokens that should be beyond the line; those on the wrong side are crossed. Beside
    another rule, the sheet has one size for each question and bias with two digits.
    """
    features, X = list(features), np.array([*tokens.values()], float)  # (n, d)
    asks, adds = np.asarray(asks, float), np.asarray(adds, float)
    if not X.shape[1:] == asks.shape == adds.shape == (len(features),):
        shapes = f"{X.shape}, {asks.shape}, {adds.shape} and {len(features)} names"
        raise ValueError(f"tokens, asks, adds, features: given {shapes}, needed d of each")
    asked = np.flatnonzero(asks if beside is None else beside[0])
    if len(asked) != 2:
        raise ValueError(f"asks: given {len(asked)} numbers that are not 0, needed two")
    answers, names = (X @ asks + bias).round(9), list(tokens)  # (n,)
    best = int(answers.argmax())
    h = max(answers[best], 0.0)
    sides = [features[i] for i in asked]
    question = _question(asks[asked], sides)
    gains = [f"{features[i]} {_product(h, adds[i])}" for i in np.flatnonzero(adds)] if h else []
    words = _described(sides, question, bias, dict(zip(names, answers, strict=True)))
    words += f"; {_added(names[best], gains)}"
    wrong = []
    if wanted is not None:
        passed = zip(names, answers > 0, strict=True)
        wrong = [name for name, beyond in passed if beyond != (name in wanted)]
        words += f" On the wrong side: {', '.join(wrong) or 'none'}."
    other = None
    if beside:
        other = np.asarray(beside[0], float)[asked], beside[1]
        words += f" Dotted: the line where {_question(other[0], sides)} is {_short(-other[1])}."
    heading, height = f"it asks: {question} {_signed(bias)}", TOP + SIDE + 44
    shapes = [
        Word(LEFT, 14, heading, QUERY, "start", bold=True),
        *_plane(_same_place(names, X[:, asked]), asks[asked], bias, *sides, other, wrong),
    ]
    relu = LEFT + max(ROOM if beside else SIDE + APART, text_width(heading) + 24)
    least = PLACE if beside else 0
    end, added = _stream(relu + ACROSS + APART, names[best], h, adds, features, least)
    shapes += [*_relu(relu, answers), *added]
    return Drawing(title, words, end, max(height, TOP + DOWN * len(features) + 50), tuple(shapes))


def _described(sides, question, bias, answers):
    passed = ", ".join(name for name, answer in answers.items() if answer > 0)
    each = ", ".join(f"{name} {_short(answer)}" for name, answer in answers.items())
    words = f"In the plane of {' and '.join(sides)}, a line where {question} is {_short(-bias)}. "
    words += f"Beyond it: {passed or 'none'}. With the bias {_short(bias)}, the answers are {each}"
    return words


def _added(name, gains):
    words = "relu replaces those below 0 by 0. "
    return words + (f"To {name} it adds {', '.join(gains)}." if gains else "So it adds nothing.")


def _plane(points, asks, bias, right, up, other, wrong):
    """What it asks: the line on which the answer is 0, and the side beyond it. other: None, or
    (asks, bias). wrong: names of points to cross."""
    most = max(np.abs([p for _, p in points]).max(), 1e-9)
    ends = LOW * most, HIGH * most
    axes = Axes(LEFT, TOP, LEFT + SIDE, TOP + SIDE, ends, ends)
    beyond, edge = _cut(ends, asks, bias)
    shapes = [Area(axes.at(*np.transpose(beyond)), QUERY, 0.1)] if beyond else []
    shapes.append(Word(axes.right, axes.bottom + 16, f"{right} →", anchor="end"))
    shapes.append(Word(axes.left, axes.top - 16, f"↑ {up}", anchor="start"))
    lines = [Line(axes.at(ends, 0), "faint", 1.5), Line(axes.at(0, ends), "faint", 1.5)]
    if other and (its_edge := _cut(ends, *other)[1]):
        lines.append(Line(axes.at(*np.transpose(its_edge)), QUERY, 2, "dotted"))
    if edge:
        line = axes.at(*np.transpose(edge))
        lines.append(Line(line, QUERY, 3))
        way = 24 * asks / np.linalg.norm(asks) * [1, -1]  # on the sheet, y grows downward
        starts = [line[0] + share * (line[1] - line[0]) for share in (0.12, 0.88)]
        lines += [Arrow(start, start + way, QUERY, 2.5) for start in starts]
    shapes += lines
    taken = [(*(x.points if isinstance(x, Line) else (x.start, x.end)), 3) for x in lines]
    taken += [((x, axes.top), (x, axes.bottom), 0) for x in (4, axes.right + APART - 12)]
    spots = [axes.at(*p) for _, p in points]
    if wrong:
        shapes.append(Word(axes.left, axes.bottom + 32, "× on the wrong side", anchor="start"))
    taken += [(spot, spot, 6) for spot in spots]
    for (name, p), spot in zip(points, spots, strict=True):
        tone = WEIGHT if (p @ asks + bias).round(9) > 0 else "ink"
        half = text_width(name) / 2
        places = [(dx * (half + 10), dy) for dy in (-18, 18, 0) for dx in (1, -1, 0) if dx or dy]
        place = max(spot + np.array(places), key=lambda at: min(spare(*at, name, taken), 5))
        shapes += [Dot(*spot, tone, 6), Word(*place, name, tone, bold=tone == WEIGHT)]
        if set(wrong) & set(name.split(", ")):
            for way in ((9, 9), (9, -9)):
                shapes.append(Line([spot - way, spot + way], "ink", 3))
        taken.append(word_at(*place, name))
    return shapes


def _relu(left, answers):
    """The answers to the right, what relu makes of them upward, both to one scale."""
    low, high = min(answers.min(), 0), max(answers.max(), 0)
    span = 1.25 * max(high - low, 1e-9)
    x = low - 0.125 * span, high + 0.125 * span
    unit = ACROSS / (x[1] - x[0])
    level = TOP + SIDE / 2 + 30  # where 0 is
    shapes = [Word(left, 14, "relu", WEIGHT, "start", bold=True)]

    def at(a, h):
        return left + (a - x[0]) * unit, level - h * unit

    shapes.append(Line([at(x[0], 0), at(x[1], 0)], "faint", 1.5))
    shapes.append(Line([at(0, 0), at(0, high + 0.125 * span)], "faint", 1.5))
    shapes.append(Line([at(x[0], 0), at(0, 0), at(x[1], x[1])], WEIGHT, 3))
    for a in answers:
        shapes.append(Dot(*at(a, max(a, 0)), WEIGHT if a > 0 else "ink", 6))
    for a in sorted({low, high} - {0}):
        shapes.append(Word(at(a, 0)[0], level + 20, _short(a)))
    shapes.append(Word(left + ACROSS, level + 44, "answer →", anchor="end"))
    if high:
        shapes.append(Line([at(high, 0), at(high, high), at(0, high)], WEIGHT, 1.5, "dotted"))
        shapes.append(Word(at(0, high)[0] - 8, at(0, high)[1], _short(high), WEIGHT, "end"))
    return shapes


def _stream(left, name, h, adds, features, least):
    """The stream of one token, and the vector that is added to it; returns also where it ends."""
    texts = [_product(h, weight) if h else "0" for weight in adds]
    wide, across = (max(map(text_width, words)) for words in (features, texts))
    across = max(across, least) + 18
    middle = left + wide + 10 + across / 2
    end = max(middle + across / 2, left + text_width(name)) + 40
    line, first = TOP + 8, TOP + 74
    shapes = [
        Word(left, 14, "it adds", VALUE, "start", bold=True),
        Word(left, line - 26, name, WEIGHT if h else "ink", "start", bold=bool(h)),
        Line([(left, line), (middle - RING, line)], "ink", 4),
        Arrow((middle + RING, line), (end - 8, line), "ink", 4),
        *box(middle, line, 2 * RING, 2 * RING, "+", "plain", VALUE),
        Arrow((middle, first - DOWN / 2 - 2), (middle, line + RING + 3), VALUE if h else "faint"),
    ]
    for i, (feature, text, weight) in enumerate(zip(features, texts, adds, strict=True)):
        look = "lit" if h and weight else "faint"
        y = first + DOWN * i
        shapes.append(Word(middle - across / 2 - 8, y, feature, anchor="end"))
        shapes += box(middle, y, across, DOWN - 5, text, look, VALUE)
    return end, shapes


def _same_place(names, points):
    """[(names, point)]: those that stand on one point are one."""
    places = {}
    for name, point in zip(names, points, strict=True):
        places.setdefault(tuple(point.round(6)), []).append(name)
    return [(", ".join(group), np.array(point)) for point, group in places.items()]


def _cut(ends, asks, bias):
    """The part of a square with asks · p + bias > 0: its corners, and the ends of its new edge."""
    beyond, edge = [], []
    low, high = ends
    corners = [(low, low), (high, low), (high, high), (low, high)]
    for k in range(4):
        a, b = corners[k - 1], corners[k]
        of_a, of_b = (np.dot(asks, corner) + bias for corner in (a, b))
        if (of_a > 0) != (of_b > 0):
            crossing = np.add(a, np.subtract(b, a) * of_a / (of_a - of_b))
            beyond.append(crossing)
            edge.append(crossing)
        if of_b > 0:
            beyond.append(np.array(b))
    return beyond, edge


def _short(x):
    return significant(x) if abs(x) >= 0.001 else "0"


def _question(asks, sides):
    """the − 2 · “on” seen"""
    first, second = asks
    sign = "−" if second < 0 else "+"
    return f"{_times(first)}{sides[0]} {sign} {_times(abs(second))}{sides[1]}"


def _times(weight):
    return "" if weight == 1 else f"{bracketed(plain(weight))} · "


def _signed(x):
    return f"{'−' if x < 0 else '+'} {_short(abs(x))}"


def _product(h, weight):
    """0.8 · 8 = 6.4"""
    return f"{_short(h)} · {bracketed(plain(weight))} = {_short(h * weight)}" if weight else "0"
