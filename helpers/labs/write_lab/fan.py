"""A name as it is written: at each place the likeliest letters fan out, and one is drawn."""

from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import number
from helpers.drawing.palette import WEIGHT
from helpers.drawing.shapes import Boxes, Keyed, Line, Word

OPEN, SHOWN = 7, 4  # letters of the place that is being written, and of each place of a whole name
LEFT, APART = 18, 34  # of the sheet: the country, and from place to place
WIDTH, HEIGHT, MIDDLE, ROW = 470, 160, 80, 22
REACH = 44  # from a letter to the middles of the discs that fan out from it
THIN, THICK = 0.75, 12  # arms, for a weight of 0 and of 1
OPENED, NAMED = 26, 12  # radius of a disc of weight 1, fanned out and in a name; areas show weights
FOLDED = 0.1  # the radius of a disc that is still to come: too small to be seen
BESIDE = 11  # from the widest disc of a fan to the middles of its letters
LOW = 17  # the least height of a letter's row
NEAR, WIDE = 11, 17  # from the middle of a letter to its arm, and from that of a country or “end”
SEEN = 0.005  # what is less likely has no arm


def fan(title, country, letters, weights, names, given, until):
    """letters: the m that were written, as indices of `names`; weights: of every letter at every
    place, (m, words); given: how many of the first were typed; until: places that are seen. The
    name runs along the middle, and from its end letters fan out. Around a whole name those of all
    places are seen: what was likelier than its letter is above it, the rest below."""
    shapes, words, end = [], [], (LEFT, MIDDLE)  # end: the disc of the letter before
    is_whole = until > len(letters)
    for place in range(min(len(letters), until + 1)):  # the next one is still folded up
        here = LEFT + APART * place
        is_last = place >= until - 1 and not is_whole
        found = choices(letters[place], weights[place], place < given, OPEN if is_last else SHOWN)
        if is_last:
            discs = fanned(here, found)
        else:
            discs = [
                (here + APART, MIDDLE + ROW * rank, NAMED * weight**0.5)
                for rank, _, weight in found
            ]
        beside = here + REACH + max(r for *_, r in discs) + BESIDE
        if place >= until:  # folded up where the letter before is
            discs = [(*end, FOLDED)] * len(found)
        start = (here, MIDDLE) if place < until else end
        for (rank, i, weight), (x, y, r) in zip(found, discs, strict=True):
            is_drawn = not rank
            if is_drawn:
                end = (x, y)
            if not (is_drawn or is_whole or is_last):
                continue
            key = f"{place} {rank}"
            tone = "faint" if not is_drawn or place < given else WEIGHT
            near = r if is_last else WIDE if names[i] == "end" else NEAR
            way = between(start, (x, y), NEAR if place else WIDE, near)
            arm = Line(way, tone, THIN + (THICK - THIN) * weight, opacity=0.9 if is_drawn else 0.5)
            disc = Boxes(
                [(x - r, y - r, 2 * r, 2 * r)],
                WEIGHT,
                0.5 if is_drawn and is_last else 0.35 if is_drawn or is_whole else 0.2,
                corner=r,
            )
            shapes.insert(0, Keyed(f"arm {key}", (arm,)))
            shapes.append(Keyed(f"disc {key}", (disc,)))
            if place < until:
                small = not is_last and r < 6  # behind a letter it would look like a stroke in it
                word = Word(beside if is_last else x, y, names[i], bold=is_drawn, halo=small)
                if is_last and names[i] == "end":
                    word = Word(beside - 5, y, "end", anchor="start", bold=is_drawn)
                shapes.append(Keyed(f"letter {key}", (word,)))
                how = "typed" if place < given else "drawn" if is_drawn else "not drawn"
                words.append(f"{names[i]} {how}, weight {number(weight, 2)}")
    shapes.append(Word(LEFT, MIDDLE, country, "green", bold=True))
    text = f"From {country} on, the likeliest letters at each place: {'; '.join(words)}."
    return Drawing(title, text, WIDTH, HEIGHT, tuple(shapes))


def fanned(here, found):
    """The discs of the letters that fan out from one, (x, y, r) each, the likeliest at the top:
    as high above its level as below."""
    radii = [OPENED * weight**0.5 for _, _, weight in found]
    rows = [max(LOW, 2 * r + 1) for r in radii]
    y, discs = MIDDLE - sum(rows) / 2, []
    for r, row in zip(radii, rows, strict=True):
        discs.append((here + REACH, y + row / 2, r))
        y += row
    return discs


def between(start, end, away, near):
    """From beside one letter to the edge of the disc of the next, as far as they are apart: away
    from the middle of the one, near that of the other."""
    (x0, y0), (x1, y1) = start, end
    length = max(1, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    u, v = (x1 - x0) / length, (y1 - y0) / length
    return [(x0 + away * u, y0 + away * v), (x1 - near * u, y1 - near * v)]


def choices(letter, weights, is_given, most):
    """The likeliest letters of a place with the one that was written: (rank from it, letter,
    weight), each."""
    best = [i for i in (-weights).argsort(kind="stable")[:most].tolist() if weights[i] >= SEEN]
    if letter not in best:
        best[most - 1 :] = [letter]
    if is_given:
        best = [letter]
    return [(k - best.index(letter), i, float(weights[i])) for k, i in enumerate(best)]
