"""A name as it is written: at each place the likeliest letters fan out, and one is drawn."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Keyed, Line, Word

SHOWN = 4  # letters at each place
LEFT, APART = 22, 36  # of the sheet: the country, and from place to place
WIDTH, HEIGHT, MIDDLE, ROW = 470, 160, 80, 22
THIN, THICK = 1.5, 8  # arms, for a weight of 0 and of 1
SMALL, LARGE = 5, 12  # the radii of the letters' discs
PILL = 17  # half as wide as what is around “end” at least
NEAR = 11  # from the middle of a letter to where its arm ends
SEEN = 0.005  # what is less likely has no arm


def fan(title, country, letters, weights, names, given, until):
    """letters: the m that were written, as indices of `names`; weights: of every letter at every
    place, (m, words); given: how many of the first were typed; until: places that are seen. The
    name runs along the middle; what was likelier than its letter is above it, the rest below."""
    shapes, words = [], []
    for place in range(min(len(letters), until + 1)):  # the next one is still folded up
        is_folded = place >= until
        here = LEFT + APART * place
        for rank, i, weight in choices(letters[place], weights[place], place < given):
            is_drawn = i == letters[place]
            at = (here, MIDDLE) if is_folded else (here + APART, MIDDLE + ROW * rank)
            key = f"{place} {rank}"
            tone = "faint" if not is_drawn or place < given else WEIGHT
            way = between((here, MIDDLE), at)
            arm = Line(way, tone, THIN + (THICK - THIN) * weight, opacity=0.9 if is_drawn else 0.5)
            r = 0.5 if is_folded else SMALL + (LARGE - SMALL) * weight**0.5
            half = max(r, PILL) if names[i] == "end" and not is_folded else r
            r = r if half == r else max(r, PILL / 2)
            disc = (at[0] - half, at[1] - r, 2 * half, 2 * r)
            shapes.insert(0, Keyed(f"arm {key}", (arm,)))
            shapes.append(Keyed(f"disc {key}", (Boxes([disc], WEIGHT, 0.35, corner=r),)))
            if not is_folded:
                word = Word(*at, names[i], bold=is_drawn)
                shapes.append(Keyed(f"letter {key}", (word,)))
                how = "typed" if place < given else "drawn" if is_drawn else "not drawn"
                words.append(f"{names[i]} {how}, weight {number(weight, 2)}")
    shapes.append(Word(LEFT, MIDDLE, country, "green", bold=True))
    text = f"From {country} on, the likeliest letters at each place: {'; '.join(words)}."
    return Drawing(title, text, WIDTH, HEIGHT, tuple(shapes))


def between(start, end):
    """From beside one letter to beside the next, as far as they are apart."""
    (x0, y0), (x1, y1) = start, end
    length = max(1, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    u, v = NEAR * (x1 - x0) / length, NEAR * (y1 - y0) / length
    return [(x0 + u, y0 + v), (x1 - u, y1 - v)]


def choices(letter, weights, is_given):
    """The likeliest letters of a place with the one that was written: (rank from it, letter,
    weight), each."""
    best = [i for i in (-weights).argsort(kind="stable")[:SHOWN].tolist() if weights[i] >= SEEN]
    if letter not in best:
        best[SHOWN - 1 :] = [letter]
    if is_given:
        best = [letter]
    return [(k - best.index(letter), i, float(weights[i])) for k, i in enumerate(best)]
