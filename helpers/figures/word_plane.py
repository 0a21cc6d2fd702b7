"""Words as points of a plane, with names where there is room, arrows, and shadows."""

import numpy as np

from helpers.drawing.axes import Axes
from helpers.drawing.drawing import Drawing
from helpers.drawing.numbers import pair
from helpers.drawing.shapes import Arrow, Boxes, Dot, Keyed, Line, Word, text_width

WIDTH, HEIGHT = 470, 330  # of the sheet
DOT = 2.6  # the side of a word's point
LINE = 18  # a name's height
NAMED = 40  # words, besides the marked ones


def word_plane(
    title,
    words,
    places,
    *,
    middle=(0, 0),
    reach,
    marked=None,
    arrows=None,
    feet=None,
    axes=("", ""),
):
    """A dot for each of m words at `places` (m, 2), from `reach` below the middle to `reach` above
    it, in the unit of the places.

    marked: {name: ((x, y), tone)}, larger dots, named first; then the words from the last to the
    first, not too many: each where its name touches no other and no line. arrows: {key: (start,
    end, tone)}; one that ends outside is left out. feet: {name: (x, y)}, where the shadow of a
    marked word ends, first the longest. axes: what a place says to the right and upwards.
    """
    right, up = axes
    places, half = np.asarray(places, float), np.array([reach * WIDTH / HEIGHT, reach])
    low, high = np.array(middle) - half, np.array(middle) + half
    marked = {name: look for name, look in (marked or {}).items() if _within(look[0], low, high)}
    sheet = Axes(0, 0, WIDTH, HEIGHT, (low[0], high[0]), (low[1], high[1]))
    taken = np.zeros((HEIGHT, WIDTH), bool)  # by names
    over, dots, names, lines = [], [], [], []
    if right:
        far = WIDTH - int(text_width(right)) - 30
        ends = [sheet.at(*place) for place, _ in marked.values()]
        is_full = any(x > far and y > HEIGHT - 3 * LINE for x, y in ends)  # of marked words
        taken[-LINE - 4 :, slice(0, WIDTH - far) if is_full else slice(far, None)] = True
        taken[: LINE + 4, : int(text_width(up)) + 30] = True
        at, anchor = (6, "start") if is_full else (WIDTH - 6, "end")
        names.append(Word(at, HEIGHT - 12, f"{right} →", "faint", anchor, halo=True))
        names.append(Word(6, 12, f"↑ {up}", "faint", "start", halo=True))
    for key, (start, end, tone) in (arrows or {}).items():
        if _within(start, low, high) and _within(end, low, high):
            lines.append([sheet.at(*start), sheet.at(*end)])
            over.append(Keyed(f"arrow {key}", (Arrow(*lines[-1], tone, 3),)))
    for longest in list((feet or {}).values())[:1]:
        shadow = Line([sheet.at(0, 0), sheet.at(*longest)], "green", 9, opacity=0.45)
        over.insert(0, Keyed("shadow", (shadow,)))
    for name, foot in (feet or {}).items():
        if name in marked:
            lines.append([sheet.at(*marked[name][0]), sheet.at(*foot)])
            pieces = Line(lines[-1], "ink", 1.5, "dashed"), Dot(*lines[-1][1], "green", 4)
            over.append(Keyed(f"fall {name}", pieces))
    for place, _ in marked.values():
        x, y = map(int, sheet.at(*place))
        taken[max(y - 5, 0) : y + 5, max(x - 5, 0) : x + 5] = True
    ends = {name: (*sheet.at(*place), name, tone) for name, (place, tone) in marked.items()}
    for name, (x, y, _, tone) in ends.items():
        dots.insert(0, Keyed(f"dot {name}", (Dot(x, y, tone, 5),)))
    for word in _all_named(ends, taken):
        x, y, _, tone = ends[word.text]
        is_beside = abs(word.y - y) <= 1
        way = () if is_beside else (Line([(x, y), (word.x, word.y)], tone, 1),)
        names.append(Keyed(f"name {word.text}", (*way, word)))
    for line in lines:
        x, y = np.linspace(*line, 2 * WIDTH).astype(int).T
        taken[y.clip(0, HEIGHT - 1), x.clip(0, WIDTH - 1)] = True
    seen = _within(places, low, high)
    points = sheet.at(*places.T)
    others = []
    for i in reversed(np.flatnonzero(seen)):
        if words[i] not in marked and len(others) < NAMED:
            others += _named(*points[i].tolist(), words[i], "faint", taken)
    corners = (points - DOT / 2).clip(0, (WIDTH - DOT, HEIGHT - DOT))
    sides = np.where(seen, DOT, 0)  # what is outside stays there, unseen: all can move
    boxes = zip(*corners.T.tolist(), sides.tolist(), sides.tolist(), strict=True)
    below = [
        Boxes([(0, 0, WIDTH, HEIGHT)], "faint", outline=1),
        Keyed("words", (Boxes(tuple(boxes), "faint"),)),
    ]
    called = [f"{name} at {pair(place)}" for name, (place, _) in marked.items()]
    text = "; ".join([f"A plane with {seen.sum()} of {len(words)} words", *called]) + "."
    if right:
        text += f" To the right: {right}; upwards: {up}."
    return Drawing(title, text, WIDTH, HEIGHT, (*below, *others, *over, *names, *dots))


def _within(points, low, high):
    return ((points >= low) & (points <= high)).all(axis=-1)


def _all_named(ends, taken):
    """The names of marked words: one that finds no room goes first, and all are placed anew."""
    order, before = list(ends), taken.copy()
    for _ in ends:
        taken[:] = before
        words = {name: _named(*ends[name], taken) for name in order}
        without = [name for name in order if not words[name]]
        if not without:
            break
        order = [*without, *(name for name in order if name not in without)]
    return [word for name in ends for word in words[name]]


def _named(x, y, text, tone, taken):
    """The name of a point, right of it or left of it, a marked one's lower or higher, too, wherever
    the sheet has room: a list of one Word, or none. What it covers is `taken` (HEIGHT, WIDTH) from
    then on."""
    is_marked, width = tone != "faint", text_width(text)
    off = 9 if is_marked else 6
    for down in (0, LINE - 4, 4 - LINE, LINE + 4, -LINE - 4) if is_marked else (0,):
        top = int(min(max(y + down - LINE / 2, 0), HEIGHT - LINE))
        for anchor, left in (("start", x + off), ("end", x - off - width)):
            covered = taken[top : top + LINE, max(int(left) - 2, 0) : int(left + width) + 3]
            if left >= 0 and left + width <= WIDTH and not covered.any():
                covered[:] = True
                at = left if anchor == "start" else left + width
                return [Word(at, top + LINE / 2, text, tone, anchor, is_marked, True)]
    return []
