"""The picture of the lab query_key_value, from its second step on: words in a plane, of which one
asks and then moves."""

import numpy as np

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import (
    Arc,
    Area,
    Arrow,
    Boxes,
    Dot,
    Keyed,
    Line,
    Word,
    strokes,
    text_width,
)

WIDTH, HEIGHT = 470, 308
ORIGIN = 84, 200  # on the sheet
UNIT = 205, 100  # of furry to the right, of paved upward
RIGHT, LINES = 462, (12, 34)  # where the sentence ends, and its two lines
NEAR = 16  # from a word's dot to where an arrow begins or ends
BESIDE, BOW = 7, 0.15  # what is asked and what comes back run side by side; how bent the one is
THIN, THICK = 1.5, 9  # arrows that come back, for the worst match or a weight of 0, and the best
BACK, OUT = (9, 25), (17, 33)  # a word's arrow to itself: half as wide, and deep; its query's
BAR = 430, 78, 20, 100  # a weight of 1: left, top, across, down
LINE = 23  # from a name beside it to the next at least
SMALL = 26  # a unit of a small plane, of queries and keys: a noun to the right, alive upward
FRAME = -1.2, -1.15, 2.2, 1.15  # of it, from its 0: left, bottom, right, top
MAKE, ANSWER, MATCH, SHARE, TAKE, MOVE = range(1, 7)
COLOURS = {  # what each step shows
    ANSWER: (("query", QUERY), ("key", KEY)),
    MATCH: (("query", QUERY), ("key", KEY), ("score", WEIGHT)),
    SHARE: (("weight", WEIGHT),),
    TAKE: (("value × weight", VALUE),),
    MOVE: (("value × weight", VALUE), ("their sum", "ink")),
}
DOES = {SHARE: "shares out a weight of 1", TAKE: "takes values", MOVE: "moves"}  # before: it asks


def picture(step, words, row, case, asks, keys, values, sentence, other=None):
    """What is seen at a step. words: of m words, row asks; case: the numbers, with `at` (m, 2),
    where each word is, Q, K and V (m, 2), `raw` and `weights` (m,); asks: its question; keys and
    values: what each word answers and hands over, in a few words; sentence: its two lines, and
    then its last word, and whether that one is marked; other: how another sentence ends, and where
    the word moves in it."""
    places = [place(x) for x in case.at]
    shapes = [*axes(), *written_out(*sentence), *legend(step)]
    shares = case.weights if step >= SHARE else fit(case.raw)
    tone = VALUE if step >= TAKE else WEIGHT
    for j, word in enumerate(words):
        shapes += asking(word, places[row], places[j], step)
        if step in (MATCH, SHARE, TAKE):
            width = THIN + (THICK - THIN) * shares[j]
            back = (Arrow(*between(places[j], places[row], -BESIDE), tone, width),)
            if j == row:
                back = loop(places[row], BACK, tone, width)
            shapes.append(Keyed(f"back {word}", back))
    if step <= MATCH:
        shapes += compared(step, words, case.Q[row], case.K, places)
    if step == MOVE:
        if other:
            shapes += moved_before(*other, case.at[row])
        shapes += moving(words, row, case, places[row])
    for j, word in enumerate(words):
        has_moved = j == row and step == MOVE
        at = place(case.after) if has_moved else places[j]
        shapes.append(named(word, at, QUERY if j == row else "ink", has_moved))
        if step <= MATCH:
            shapes.append(tag(word, key_at(places[j]), keys[j], KEY))
        if step == TAKE:
            shapes.append(tag(word, value_at(places[j]), values[j], VALUE))
    if step <= MATCH:
        x, y = key_at(places[row])
        y += 20 if places[row][1] < ORIGIN[1] else -20
        x = min(x, RIGHT - 1.07 * text_width(asks))  # it is bold
        question = Word(x, y, asks, QUERY, "start", bold=True, halo=True)
        shapes.append(Keyed("question", (question,)))
    if step == SHARE:
        shapes += shared(words, case.weights)
    if step == TAKE:
        shapes += measured(words, places, values, case.weights)
    title = f"“{words[row]}” {DOES.get(step, 'asks')}"
    return Drawing(title, described(step, words, row, case), WIDTH, HEIGHT, tuple(shapes))


def legend(step):
    """What the colours mean, and the directions in the small planes."""
    shapes = strokes(COLOURS[step], 4, 294, 5, 46)
    if step <= MATCH:
        shapes.append(Word(RIGHT, 294, "→ noun, ↑ alive, ↓ place", "faint", "end"))
    return shapes


def place(point):
    """A point (furry, paved) on the sheet."""
    furry, paved = point
    return ORIGIN[0] + UNIT[0] * furry, ORIGIN[1] - UNIT[1] * paved


def fit(raw):
    """How well each key fits, from 0 to 1."""
    return (raw - raw.min()) / (raw.max() - raw.min())


def axes():
    x, y = ORIGIN
    return [
        Line([(x, y), (RIGHT, y)], "faint", 1.5),
        Line([(x, y), (x, 22)], "faint", 1.5),
        Word(RIGHT, y + 20, "furry →", anchor="end"),
        Word(x - 10, 22, "paved ↑", anchor="end"),
    ]


def written_out(first, second, last, is_marked):
    """The sentence in two lines, its last word marked where it is another."""
    across = text_width(last) + 4
    x = RIGHT - across
    shapes = [
        Word(RIGHT, LINES[0], first, anchor="end"),
        Word(x - 5, LINES[1], second, anchor="end"),
        Word(x, LINES[1], last, anchor="start", bold=is_marked),
    ]
    if is_marked:
        shapes.append(Line([(x, LINES[1] + 12), (RIGHT, LINES[1] + 12)], "ink", 3))
    return shapes


def between(start, end, aside, near=NEAR):
    """From near one dot to near another, so far above the line between them, or left of it."""
    along, across = directions(start, end)
    beside = aside * across
    return tuple(start + near * along + beside), tuple(end - near * along + beside)


def directions(start, end):
    """From start to end, and from there upward, or to the left."""
    way = np.subtract(end, start)
    u, v = way / max(1.0, np.hypot(*way))
    return np.array([u, v]), np.array([v, -u]) * (-1 if u < 0 or (u == 0 < v) else 1)


def asking(word, start, end, step):
    """The query's way to a word."""
    if step > MATCH:
        return []
    if start == end:
        return [Keyed(f"ask {word}", loop(start, OUT, QUERY, 3))]
    return [Keyed(f"ask {word}", bowed(*between(start, end, BESIDE)))]


def bowed(start, end):
    """The query's arrow in a bow, so that it is not taken for an axis."""
    t = np.linspace(0, 1, 13)[:, None]
    high = BOW * np.hypot(*np.subtract(end, start)) * directions(start, end)[1]
    way = start + t * np.subtract(end, start) + 4 * t * (1 - t) * high
    return Arrow(way[-3], way[-1], QUERY, 3), Line(way[:-2], QUERY, 3)


def loop(at, size, tone, width):
    """From a word to itself: below it, or, where an arrow runs there, above it."""
    (x, y), (half, deep) = at, size
    side = 1 if y == ORIGIN[1] else -1
    left, tip, across = x - half, y + 12 * side, max(5, 0.75 * width)
    curve = Arc((x + half, tip), (left, tip + 8 * side), -deep * side, tone, width)
    foot = tip + 11 * side
    return curve, Area([(left - across, foot), (left, tip), (left + across, foot)], tone)


def small(at):
    """Where 0 is in the small plane beside a word: away from the arrows, which run above the
    origin and along the axes."""
    x, y = at
    return x + 51, y + (48 if at == ORIGIN else -32 if x == ORIGIN[0] else -43)


def compared(step, words, q, K, places):
    """A small plane beside each word, with its key and the query that has come to it, and the
    shadow of the one on the other."""
    for word, k, at in zip(words, K, places, strict=True):
        here = small(at)
        yield Keyed(f"plane {word}", plane(at, here))
        foot = q * (q @ k) / (q @ q) if step == MATCH else 0 * q
        tip, end = inside(here, k), inside(here, foot)
        down = Line([tip, end if step == MATCH else tip], "faint", 1.5, "dotted")
        tone = KEY if q @ k > 0 else "faint"  # behind the query
        fallen = Line([here, end], tone, 11, opacity=0.45)
        yield Keyed(f"shadow {word}", (fallen, down))
        yield Keyed(f"query {word}", (Arrow(here, inside(here, q), QUERY, 2.5),))
        yield Keyed(f"key {word}", (Arrow(here, inside(here, k), KEY, 2.5),))


def plane(at, here):
    """A small plane, tied to its word."""
    (x, y), (left, bottom, right, top) = here, [SMALL * side for side in FRAME]
    box = (x + left, y - top, right - left, top - bottom)
    tied = (x + left, min(max(at[1], y - top), y - bottom))
    return (
        Line([at, tied], "faint", 1),
        Boxes([box], "faint", outline=1, corner=6),
        Line([(x + left + 5, y), (x + right - 5, y)], "faint", 1, opacity=0.5),
        Line([(x, y - bottom - 5), (x, y - top + 5)], "faint", 1, opacity=0.5),
    )


def inside(here, point):
    """A point (noun, alive) of a small plane, whose 0 is here."""
    noun, alive = point
    return here[0] + SMALL * noun, here[1] - SMALL * alive


def named(word, at, tone, has_moved):
    """A word at its place, its name above where it has moved to, else away from the arrows."""
    x, y = at
    where, anchor = ((x, y - 22), "middle") if has_moved else name_at(at)
    text = Word(*where, word, anchor=anchor, bold=True, halo=True)
    return Keyed(f"word {word}", (Dot(x, y, tone, 8), text))


def name_at(at):
    """Where a word's name is at its place, and which part of it."""
    x, y = at
    return ((x - 16, y), "end") if x == ORIGIN[0] else ((x + 22, y + 20), "start")


def tag(word, at, said, tone):
    """What a word says."""
    return Keyed(f"tag {word}", (Word(*at, said, tone, "start", bold=True, halo=True),))


def key_at(at):
    """Where it says its key: to the right of the small plane, or above it. Its question stands
    a line above, that of a word high up a line below."""
    x, y = small(at)
    left, _, right, top = (SMALL * side for side in FRAME)
    if at[0] != ORIGIN[0]:
        return x + left, y - top - 9
    return x + right + 8, y + (13 if at == ORIGIN else -7)


def value_at(at):
    """Where it says its value."""
    x, y = at
    return x + 22, y + (34 if at == ORIGIN else -18)


def shared(words, weights):
    """A weight of 1 as a bar, of which each word has its part."""
    left, top, across, down = BAR
    shapes = [Word(left + across, top - 20, "a weight of 1", WEIGHT, "end")]
    middle = top - LINE
    for word, weight in zip(words, weights, strict=True):
        part = (left, top, across, max(1.0, down * weight - 3))
        shapes.append(Keyed(f"share {word}", (Boxes([part], WEIGHT, 0.75),)))
        middle = max(middle + LINE, top + down * weight / 2)
        shapes.append(Keyed(f"share of {word}", (Word(left - 8, middle, word, anchor="end"),)))
        top += down * weight
    return shapes


def measured(words, places, values, weights):
    """The parts of that bar, laid down behind the value of which they say how much is taken."""
    _, _, across, down = BAR
    for word, at, value, weight in zip(words, places, values, weights, strict=True):
        x, y = value_at(at)
        left = x + 1.07 * text_width(value) + 8  # it is bold
        part = (left, y - across / 2, max(1.0, down * weight - 3), across)
        yield Keyed(f"share {word}", (Boxes([part], VALUE, 0.75),))


def moved_before(ends, after, before):
    """Where it moves in another sentence."""
    start, end = place(before), place(after)
    x, y = end
    return [
        Line([start, end], "faint", 1.5, "dashed"),
        Dot(x, y, "faint", 6),
        Word(x, y - 20, ends, "faint", halo=True),
    ]


def moving(words, row, case, start):
    """What it takes from each word, end to end, and the way from where it was, to which its sum
    leads."""
    where, anchor = name_at(start)
    shapes = [Dot(*start, "faint", 5), Word(*where, words[row], "faint", anchor)]
    at = case.at[row].astype(float)
    for word, weight, value in zip(words, case.weights, case.V, strict=True):
        ahead = at + weight * value
        if any(ahead != at):
            arrow = Arrow(place(at), place(ahead), VALUE, THIN + (THICK - THIN) * weight)
            shapes.append(Keyed(f"back {word}", (arrow,)))
        at = ahead
    _, end = between(start, place(case.after), 0, near=10)
    return [*shapes, Keyed("move", (Arrow(start, end, "ink", 3),))]


def described(step, words, row, case):
    """The picture in words."""
    where = ", ".join(f"{word} at {written(x)}" for word, x in zip(words, case.at, strict=True))
    text = f"Words in a plane, furry to the right and paved upward: {where}. "
    if step == MOVE:
        return f"{text}{words[row]} has moved to {written(case.after)}."
    directions = "a noun to the right, alive upward, a place downward"
    what = {
        ANSWER: "Its query has come to every word, into a small plane where the word's key is: "
        f"{directions}.",
        MATCH: "In a small plane beside each word, its key casts a shadow on the query; arrows "
        "come back, the thicker the further that shadow reaches along the query.",
        SHARE: "The arrows back are as thick as the weights, into which a bar is divided.",
        TAKE: "Its part of the bar stands beside what a word is made of; arrows carry that back.",
    }[step]
    return f"{text}“{words[row]}” asks. {what}"


def written(point):
    furry, paved = point
    return f"({furry:.2g}, {paved:.2g})"
