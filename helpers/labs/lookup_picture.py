"""The picture of the lab lookup: a query weighs keys, and their values draw the answer to them."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Dot, Keyed, Line, Word, strokes

WIDTH, HEIGHT = 470, 340
ASKS, KEYS, RULER = 22, 122, 236  # how far down they are
LEFT, UNIT = 30, 2.05  # where the ruler begins, and a km/h on it
COLOURS = ("query", QUERY), ("key", KEY), ("weight", WEIGHT), ("value", VALUE)
FULL = 24  # as wide as a weight of 1


def picture(query, values, weights, answer):
    """query: a word; values: {key: km/h}; weights: (m,), of the keys; answer, in km/h."""
    shapes = [
        Line([(LEFT, RULER), (WIDTH - 20, RULER)], "faint", 2),
        Word(WIDTH - 20, RULER + 42, "top speed, km/h", "faint", "end"),
    ]
    for speed in (0, 100, 200):
        x = LEFT + UNIT * speed
        shapes.append(Line([(x, RULER), (x, RULER + 6)], "faint", 2))
        shapes.append(Word(x, RULER + 18, str(speed), "faint"))
    top = (WIDTH / 2, ASKS + 24)
    for j, (key, value) in enumerate(values.items()):
        x, at, width = 70 + 110 * j, LEFT + UNIT * value, FULL * weights[j]
        to_key, to_value = [top, (x, KEYS - 16)], [(x, KEYS + 16), (at, RULER)]
        shapes += [Line(to_key, "faint", 1), Line(to_value, "faint", 1)]
        shapes.append(Keyed(f"weight {key}", (Line(to_key, WEIGHT, width),)))
        shapes.append(Keyed(f"value {key}", (Line(to_value, VALUE, width),)))
        shapes += [Dot(at, RULER, VALUE, 6), Word(x, KEYS, key, KEY, bold=True, halo=True)]
    x = LEFT + UNIT * answer
    needle = Line([(x, RULER - 16), (x, RULER + 32)], WEIGHT, 4)
    text = Word(x, RULER + 44, "answer", WEIGHT, bold=True, halo=True)
    shapes += [Keyed("answer", (needle, text))]
    shapes += [
        Word(WIDTH / 2, ASKS, f"{query}?", QUERY, bold=True, halo=True),
        *strokes(COLOURS, 20, 324, 5, 56),
    ]
    shares = ", ".join(f"{key} {w:.2f}" for key, w in zip(values, weights, strict=True))
    described = (
        f"“{query}” at the top, a band to each key as wide as its weight ({shares}), and from each "
        f"key one as wide to its value on a ruler, on which the answer is at {answer:.0f} km/h."
    )
    return Drawing(f"How fast is a {query}?", described, WIDTH, HEIGHT, tuple(shapes))
