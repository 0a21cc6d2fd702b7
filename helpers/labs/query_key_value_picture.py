"""The picture of the lab query_key_value: words in a plane, of which one asks and then moves."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arc, Arrow, Boxes, Dot, Keyed, Line, Word, strokes

WIDTH, HEIGHT = 470, 340
ORIGIN = 84, 270  # on the sheet
UNIT = 196, 145  # of furry to the right, of paved upward
NEAR = 16  # from a word's dot to where an arrow begins or ends
BESIDE = 7  # what is asked and what comes back run side by side
THIN, THICK = 1.5, 9  # arrows that come back, for the worst match or a weight of 0, and the best
LOOP = 46  # how far below its dot a word's arrow to itself runs
BAR = 420, 44, 30, 180  # a weight of 1: left, top, across, down
COLOURS = ("query", QUERY), ("key", KEY), ("weight", WEIGHT), ("value", VALUE)
ASK, ANSWER, MATCH, SHARE, TAKE, MOVE = range(1, 7)


def picture(step, words, row, case, asks, keys, values):
    """What is seen at a step. words: of m words, row asks; case: the numbers, with `at` (m, 2),
    where each word is, `raw` and `weights` (m,) and V (m, 2); asks: its question; keys and
    values: what each word answers and hands over, in a few words."""
    places = [place(x) for x in case.at]
    shapes = axes()
    shares = case.weights if step >= SHARE else fit(case.raw)
    tone = {ANSWER: KEY, MATCH: KEY, SHARE: WEIGHT}.get(step, VALUE)
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
        tone_of_word = QUERY if j == row and step < MOVE else "ink"
        shapes.append(named(word, at, tone_of_word, has_moved))
        said = keys[j] if ANSWER <= step <= MATCH else values[j] if step == TAKE else ""
        if said:
            shapes.append(tag(word, places[j], said, tone, j == row))
    if step <= MATCH:
        x, y = places[row]
        question = Word(x + 26, y - 40, asks, QUERY, "start", bold=True, halo=True)
        shapes.append(Keyed("question", (question,)))
    if step in (SHARE, TAKE):
        shapes += shared(words, case.weights)
    return Drawing(
        f"“{words[row]}” asks", described(step, words, row, case), WIDTH, HEIGHT, tuple(shapes)
    )


def place(point):
    """A point (furry, paved) on the sheet."""
    furry, paved = point
    return ORIGIN[0] + UNIT[0] * furry, ORIGIN[1] - UNIT[1] * paved


def fit(raw):
    """How well each key fits, from 0 to 1."""
    return (raw - raw.min()) / (raw.max() - raw.min())


def axes():
    x, y = ORIGIN
    right, top = 460, 22
    return [
        Line([(x, y), (right, y)], "faint", 1),
        Line([(x, y), (x, top)], "faint", 1),
        Word(right, y + 18, "furry →", "faint", "end"),
        Word(x - 10, top, "paved ↑", "faint", "end"),
        *legend(),
    ]


def legend():
    """The colours, below the plane."""
    return strokes(COLOURS, 20, 324, 5, 56)


def between(start, end, aside, share=1.0):
    """From near one dot to near another, a little to the left; share: how far of the way."""
    (x0, y0), (x1, y1) = start, end
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    u, v = (x1 - x0) / length, (y1 - y0) / length
    a, b = v * aside, -u * aside
    until = NEAR + (length - 2 * NEAR) * share
    return (x0 + u * NEAR + a, y0 + v * NEAR + b), (x0 + u * until + a, y0 + v * until + b)


def asking(word, start, end, step):
    """The query on its way to a word, then there, then answered."""
    if step > MATCH or start == end:
        return []
    share = 0.4 if step == ASK else 1.0
    return [Keyed(f"ask {word}", (Arrow(*between(start, end, BESIDE, share), QUERY, 3),))]


def loop(at, tone, width):
    x, y = at
    return Arc((x + 9, y + 13), (x - 9, y + 13), -LOOP * 0.75, tone, width)


def named(word, at, tone, has_moved):
    """A word at its place, its name above where it has moved to, else away from the arrows."""
    x, y = at
    if has_moved:
        place, anchor = (x, y - 24), "middle"
    elif x == ORIGIN[0]:
        place, anchor = (x - 16, y), "end"
    else:
        place, anchor = (x, y + 26), "middle"
    text = Word(*place, word, anchor=anchor, bold=True, halo=True)
    return Keyed(f"word {word}", (Dot(x, y, tone, 8), text))


def tag(word, at, said, tone, asks_itself):
    """What a word says, beside it."""
    x, y = at
    below = 34 if asks_itself else -18
    text = Word(x + 22, y + below, said, tone, "start", bold=True, halo=True)
    return Keyed(f"tag {word}", (text,))


def shared(words, weights):
    """A weight of 1 as a bar, of which each word has its part."""
    left, top, across, down = BAR
    shapes = [Word(left + across, top - 20, "a weight of 1", WEIGHT, "end")]
    for word, weight in zip(words, weights, strict=True):
        part = (left, top, across, max(1.0, down * weight - 3))
        shapes.append(Keyed(f"share {word}", (Boxes([part], WEIGHT, 0.75),)))
        middle = top + max(down * weight, 16) / 2
        shapes.append(Keyed(f"share of {word}", (Word(left - 8, middle, word, anchor="end"),)))
        top += down * weight
    return shapes


def moving(words, row, case, start):
    """What it takes from each word, end to end, and the way from where it was."""
    shapes = [Dot(*start, "faint", 5)]
    at = case.at[row].astype(float)
    for word, weight, value in zip(words, case.weights, case.V, strict=True):
        ahead = at + weight * value
        if any(ahead != at):
            arrow = Arrow(place(at), place(ahead), VALUE, THIN + (THICK - THIN) * weight)
            shapes.append(Keyed(f"back {word}", (arrow,)))
        at = ahead
    _, end = between(start, place(case.after), 0)
    return [*shapes, Keyed("move", (Arrow(start, end, WEIGHT, 4),))]


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
        TAKE: "The arrows back carry what each word is made of.",
    }[step]
    return f"{text}“{words[row]}” asks. {what}"


def written(point):
    furry, paved = point
    return f"({furry:.2g}, {paved:.2g})"
