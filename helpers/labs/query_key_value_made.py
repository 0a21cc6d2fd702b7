"""The first step of the lab query_key_value: three matrices make three arrows of each word's x."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.palette import KEY, QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Dot, Keyed, Line, Word, text_width
from helpers.labs.query_key_value_picture import HEIGHT, RIGHT, WIDTH, written_out

NAMES, NUMBERS = 58, 78  # of x: where the names of its features are, and its numbers
APART = 12  # between those names
TOP, DOWN = 112, 120  # of the planes
ACROSS = 154  # from one plane to the next
UNIT = 25  # of a vector: so that a query of length √5 stays inside, wherever it is turned
SCORES, FIRST, SLOT = 268, 60, 141  # the row of scores: where, from where, and of each word
NAME, LONG = 80, 14  # from there to a score's bar; a score of 1
KINDS = (
    ("query", "W_Q", QUERY, "→ noun, ↑ alive"),
    ("key", "W_K", KEY, "→ noun, ↑ alive"),
    ("value", "W_V", VALUE, "→ furry, ↑ paved"),
)


def picture(words, row, case, features, sentence, turn):
    """words: of m words, row is the one that asks; case: the numbers, with X, Q, K and V of all
    words, (m, …), and the raw scores (m,) of row; features: of X; sentence: its two lines, and then
    its last word, and whether that one is marked; turn: of W_Q, in degrees."""
    word = words[row]
    shapes = [*written_out(*sentence), *numbers(f"x of {word}", features, case.X[row])]
    for i, (kind, matrix, tone, directions) in enumerate(KINDS):
        middle = ACROSS * i + ACROSS / 2
        made = f"x {matrix}, turned" if turn and kind == "query" else f"{kind}: x {matrix}"
        shapes += [
            Line([(middle - 60, NUMBERS + 12), (middle - 60, TOP)], tone, 18, opacity=0.45),
            Word(middle - 44, TOP - 13, made, tone, "start", bold=True),
            Word(middle, TOP + DOWN + 12, directions, "faint"),
            Boxes([(middle - 74, TOP, 148, DOWN)], "faint", outline=1, corner=6),
            Line([(middle - 66, TOP + DOWN / 2), (middle + 66, TOP + DOWN / 2)], "faint", 1),
            Line([(middle, TOP + 6), (middle, TOP + DOWN - 6)], "faint", 1),
        ]
        vectors = (case.Q, case.K, case.V)[i]
        shapes += arrows(kind, tone, (middle, TOP + DOWN / 2), words, row, vectors)
    shapes += scores(words, row, case.raw)
    shapes.append(Word(4, 294, "thin: the other words", "faint", "start"))
    shapes.append(Word(RIGHT, 294, "hollow: below 0", "faint", "end"))
    said = [
        f"its {kind} is ({', '.join(f'{number:.2g}' for number in vectors[row])})"
        for (kind, *_), vectors in zip(KINDS, (case.Q, case.K, case.V), strict=True)
    ]
    described = (
        f"The numbers of x of “{word}”, and below them three planes, to each of which a matrix "
        f"leads: {', '.join(said)}. In each plane, thinner, the arrows of the other words. Below, "
        "the score of each key as a bar: "
    )
    described += ", ".join(f"{w} {s:.2g}" for w, s in zip(words, case.raw, strict=True)) + "."
    title = f"“{word}” gets a query, a key and a value"
    return Drawing(title, described, WIDTH, HEIGHT, tuple(shapes))


def numbers(name, features, x):
    """A word's vector: a box for each feature, with its number."""
    yield Word(4, NUMBERS, name, anchor="start")
    left = RIGHT - sum(text_width(feature) + APART for feature in features)
    for feature, number in zip(features, x, strict=True):
        across = text_width(feature) + APART
        middle, tone = left + across / 2, "ink" if number else "faint"
        yield Word(middle, NAMES, feature, tone)
        yield Boxes([(middle - 14, NUMBERS - 10, 28, 20)], "faint", outline=1)
        yield Word(middle, NUMBERS, f"{number:g}", tone, bold=bool(number))
        left += across


def arrows(kind, tone, at, words, row, vectors):
    """The vectors of all words in a plane with its 0 at `at`; that of the one that asks thicker.
    Its query is there once for each word to which it goes then."""
    for j, (word, vector) in enumerate(zip(words, vectors, strict=True)):
        asks = j == row
        arrow = Arrow(at, tuple(at + UNIT * vector * (1, -1)), tone, 5 if asks else 1.5)
        shape = arrow if vector.any() else Dot(*at, tone, 6 if asks else 3)
        keys = [f"{kind} {word}"]
        if kind == "query":
            keys = [f"query {other}" for other in words] if asks else [f"other query {word}"]
        yield from (Keyed(key, (shape,)) for key in keys)


def scores(words, row, raw):
    """Each word, and how well its key fits, as a bar, hollow below 0."""
    yield Word(4, SCORES, "q · k", WEIGHT, "start", bold=True)
    for j, (word, score) in enumerate(zip(words, raw, strict=True)):
        x, tone = FIRST + SLOT * j, QUERY if j == row else "ink"
        name = Word(x + 12, SCORES, word, tone, "start", bold=True)
        yield Keyed(f"word {word}", (Dot(x, SCORES, tone, 6), name))
        bar = [(x + NAME, SCORES - 8, LONG * abs(score), 16)]
        outline = 0 if score > 0 else 2
        yield Keyed(f"score {word}", (Boxes(bar, WEIGHT, outline=outline),))
