"""The picture of the lab query_key_value: words in a plane, of which one asks and then moves."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arc, Arrow, Boxes, Dot, Keyed, Line, Word, strokes, text_width

WIDTH, HEIGHT = 470, 308
ORIGIN = 84, 230  # on the sheet
UNIT = 205, 110  # of furry to the right, of paved upward
RIGHT, LINES = 462, (12, 34)  # where the sentence ends, and its two lines
NEAR = 16  # from a word's dot to where an arrow begins or ends
BESIDE = 7  # what is asked and what comes back run side by side
THIN, THICK = 1.5, 9  # arrows that come back, for the worst match or a weight of 0, and the best
LOOP = 46  # how far from its dot a word's arrow to itself runs
BAR = 420, 84, 30, 116  # a weight of 1: left, top, across, down
LINE = 23  # from a name beside it to the next at least
ASK, ANSWER, MATCH, SHARE, TAKE, MOVE = range(1, 7)
COLOURS = {  # what each step shows
    ASK: (("query", QUERY),),
    ANSWER: (("query", QUERY), ("key", KEY)),
    MATCH: (("query", QUERY), ("key", KEY), ("score", WEIGHT)),
    SHARE: (("weight", WEIGHT),),
    TAKE: (("value", VALUE),),
    MOVE: (("value × weight", VALUE), ("their sum", "ink")),
}
DOES = {SHARE: "shares out a weight of 1", TAKE: "takes values", MOVE: "moves"}  # before: it asks


def picture(step, words, row, case, asks, keys, values, sentence):
    """What is seen at a step. words: of m words, row asks; case: the numbers, with `at` (m, 2),
    where each word is, `raw` and `weights` (m,) and V (m, 2); asks: its question; keys and
    values: what each word answers and hands over, in a few words; sentence: its two lines, and
    then its last word, and whether that one is marked."""
    places = [place(x) for x in case.at]
    shapes = [*axes(), *written_out(*sentence), *legend(step)]
    shares = case.weights if step >= SHARE else fit(case.raw)
    tone = VALUE if step >= TAKE else WEIGHT
    for j, word in enumerate(words):
        shapes += asking(word, places[row], places[j], step)
        if step in (MATCH, SHARE, TAKE):
            width = THIN + (THICK - THIN) * shares[j]
            back = Arrow(*between(places[j], places[row], BESIDE), tone, width)
            if j == row:
                back = loop(places[row], tone, width)
            shapes.append(Keyed(f"back {word}", (back,)))
    if step == MOVE:
        shapes += moving(words, row, case, places[row])
    for j, word in enumerate(words):
        has_moved = j == row and step == MOVE
        at = place(case.after) if has_moved else places[j]
        shapes.append(named(word, at, QUERY if j == row else "ink", has_moved))
        said = keys[j] if ANSWER <= step <= MATCH else values[j] if step == TAKE else ""
        if said:
            said_in = KEY if step <= MATCH else VALUE
            shapes.append(tag(word, places[j], said, said_in))
    if step <= MATCH:
        x, y = places[row]
        ahead = RIGHT - 1.07 * text_width(asks) - (x + 26)  # room to its right; it is bold
        x, y = (x + 26, y - 40) if ahead >= 0 else (x + 26 + ahead, y - 64)
        question = Word(x, y, asks, QUERY, "start", bold=True, halo=True)
        shapes.append(Keyed("question", (question,)))
    if step == SHARE:
        shapes += shared(words, case.weights)
    if step == TAKE:
        shapes += measured(words, places, values, case.weights)
    title = f"“{words[row]}” {DOES.get(step, 'asks')}"
    return Drawing(title, described(step, words, row, case), WIDTH, HEIGHT, tuple(shapes))


def legend(step):
    """What the colours mean; a key is no arrow, but words in its colour."""
    named = strokes(COLOURS[step], 20, 294, 5, 56)
    return [shape for shape in named if not (isinstance(shape, Line) and shape.tone == KEY)]


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
        Word(x - 16, y + 22, "0", anchor="end"),
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


def between(start, end, aside, share=1.0, near=NEAR):
    """From near one dot to near another, a little to the left; share: how far of the way."""
    (x0, y0), (x1, y1) = start, end
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    u, v = (x1 - x0) / length, (y1 - y0) / length
    a, b = v * aside, -u * aside
    until = near + (length - 2 * near) * share
    return (x0 + u * near + a, y0 + v * near + b), (x0 + u * until + a, y0 + v * until + b)


def asking(word, start, end, step):
    """The query on its way to a word, then there, then answered."""
    if step > MATCH or start == end:
        return []
    share = 0.4 if step == ASK else 1.0
    return [Keyed(f"ask {word}", (Arrow(*between(start, end, BESIDE, share), QUERY, 3),))]


def loop(at, tone, width):
    """Below a word, or, where an arrow runs there, above it."""
    x, y = at
    side = 1 if y == ORIGIN[1] else -1
    return Arc((x + 9, y + 13 * side), (x - 9, y + 13 * side), -LOOP * 0.75 * side, tone, width)


def named(word, at, tone, has_moved):
    """A word at its place, its name above where it has moved to, else away from the arrows."""
    x, y = at
    where, anchor = ((x, y - 22), "middle") if has_moved else name_at(at)
    text = Word(*where, word, anchor=anchor, bold=True, halo=True)
    return Keyed(f"word {word}", (Dot(x, y, tone, 8), text))


def name_at(at):
    """Where a word's name is at its place, and which part of it."""
    x, y = at
    return ((x - 16, y), "end") if x == ORIGIN[0] else ((x + 16, y + 24), "start")


def tag(word, at, said, tone):
    """What a word says, beside it."""
    return Keyed(f"tag {word}", (Word(*tag_at(at), said, tone, "start", bold=True, halo=True),))


def tag_at(at):
    """Where that begins: away from the arrows, which run above the origin."""
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
    """The parts of that bar, each beside the value of which it says how much is taken."""
    _, _, across, down = BAR
    for word, at, value, weight in zip(words, places, values, weights, strict=True):
        x, y = tag_at(at)
        high = max(1.0, down * weight - 3)
        part = (x + 1.07 * text_width(value) + 8, y + 8 - high, across, high)  # it is bold
        yield Keyed(f"share {word}", (Boxes([part], VALUE, 0.75),))


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
    what = {
        ASK: "Arrows go out from it to the others.",
        ANSWER: "Its arrows have reached them, and each word shows its key.",
        MATCH: "Arrows come back, the thicker the better the key fits.",
        SHARE: "The arrows back are as thick as the weights, into which a bar is divided.",
        TAKE: "Its part of the bar stands beside what a word is made of; arrows carry that back.",
    }[step]
    return f"{text}“{words[row]}” asks. {what}"


def written(point):
    furry, paved = point
    return f"({furry:.2g}, {paved:.2g})"
