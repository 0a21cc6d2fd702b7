"""One hidden number of a trained model: where it is largest, and the words that it adds."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import QUERY, VALUE, WEIGHT
from helpers.drawing.shapes import Arrow, Boxes, Word, text_width
from helpers.drawing.steps import box

LINE, EDGE = 30, 12  # of the sheet: the height of a line, and what stays free around things
BAR, ARROW = 70, 60  # the longest bar, and the arrow from the bars to the words
BEFORE = 34  # letters of a text, at most


def one_number(title, places, words):
    """places: [(the text before a token, the token, the hidden number there)], on the left; words:
    on the right, those that its row makes likeliest."""
    most = max(h for *_, h in places)
    places = [(_end_of(text), token, h) for text, token, h in places]
    text, token = (max(text_width(place[k]) for place in places) for k in (0, 1))
    left, bar = EDGE + text + EDGE, EDGE + text + token + 3 * EDGE  # where boxes and bars begin
    end = bar + BAR + EDGE + text_width(number(most, 1))
    tip, bottom = end + ARROW, LINE * (1 + max(len(places), len(words)))
    middle = (LINE + bottom) / 2
    shapes = [
        Word(left + EDGE / 2 + token, LINE / 2, "it is largest at", QUERY, "end", bold=True),
        Word(end, LINE / 2, "hidden", WEIGHT, "end", bold=True),
        Word(tip, LINE / 2, "it adds", VALUE, "start", bold=True),
        Arrow((end + EDGE, middle), (tip - EDGE, middle), VALUE),
    ]
    for y, (before, name, h) in zip(_lines(len(places), middle), places, strict=True):
        across = text_width(name) + EDGE
        shapes += [
            Word(left - EDGE / 2, y, before, "faint", "end"),
            *box(left + across / 2, y, across, LINE - 6, name, "plain", QUERY),
            Boxes([(bar, y - LINE / 2 + 5, BAR * h / most, LINE - 10)], WEIGHT, 0.4),
            Word(end, y, number(h, 1), WEIGHT, "end"),
        ]
    for y, word in zip(_lines(len(words), middle), words, strict=True):
        shapes.append(Word(tip, y, word, VALUE, "start"))
    said = "; ".join(f"“{before} {name}” {number(h, 1)}" for before, name, h in places)
    said = f"It is largest at the last token of {said}. It makes likelier: {', '.join(words)}."
    width = tip + max(map(text_width, ["it adds", *words])) + EDGE
    return Drawing(title, said, width, bottom, tuple(shapes))


def _end_of(text):
    """The last words of a text that is too long, behind “…”."""
    return text if len(text) <= BEFORE else "… " + text[-BEFORE:].partition(" ")[2]


def _lines(count, middle):
    """The heights of `count` lines around the middle."""
    return [middle + LINE * (k - (count - 1) / 2) for k in range(count)]
