"""A plane with arrows from the origin; some can be dragged in a browser."""

import math
from functools import lru_cache

import numpy as np

from helpers.drawing.axes import Axes, multiples, step_of
from helpers.drawing.drawing import Drawing
from helpers.drawing.labels import beside, spare, word_at
from helpers.drawing.numbers import pair
from helpers.drawing.palette import line_style
from helpers.drawing.shapes import Area, Arrow, Dot, Keyed, Line, Word, text_width

SIDE = 420  # of the sheet
MARGIN = 30  # around the grid: a handle at its edge is whole
RING, AROUND = 36, 54  # widths of a handle, and of one that lies around another


def plane(
    title,
    vectors,
    *,
    project=None,
    named="",
    angle="",
    limit=None,
    handles=(),
    side=SIDE,
    axes=("", ""),
    moves=None,
):
    """Arrows from the origin: {label: (x, y)}. project=(a, b) drops the end of a onto b's line;
    what falls there may be named.

    angle: the letter of the angle between the first two. limit: the plane goes from −limit to
    limit, by default as far as the arrows need. handles: the labels of at most two arrows to drag,
    each the name of a control; in such a plane what changes moves. axes: what a point says to the
    right and upwards. moves (2, 2): a matrix with which the grid moves; the arrows are as given.
    """
    names = axes
    vectors = {label: np.asarray(v, float) for label, v in vectors.items()}
    for name, labels in (("project", project or ()), ("handles", handles)):
        if len(labels) > 2 or not {*labels} <= {*vectors}:
            raise ValueError(f"{name}: given {labels!r}, needed at most two of {[*vectors]}")
    if angle and len(vectors) < 2:
        raise ValueError(f"angle: given {angle!r} and {len(vectors)} arrows, needed two arrows")
    words = [f"{label} = {pair(v)}" for label, v in vectors.items()]
    between = list(vectors.values())[:2] if angle else []
    if angle and np.any(between, axis=1).all():
        words.append(f"{math.degrees(abs(turn(*between))):.2f}° between them")
    a, b = (vectors[label] for label in project) if project else (None, np.zeros(2))
    foot = shadow(a, b)
    if b.any():
        words.append(f"{project[0]} falls onto the line of {project[1]} at {pair(foot)}")

    axes = square(*around([*vectors.values(), foot], limit), side)
    origin, tips = axes.at(0, 0), {label: axes.at(*v) for label, v in vectors.items()}
    rings = rings_around(tips, handles)
    shapes = [*grid(axes), *(moved(axes, np.asarray(moves, float)) if moves is not None else ())]
    taken = [((x, axes.top), (x, axes.bottom), 0) for x in (axes.left, axes.right)]
    taken += [(origin, tip, 0) for tip in tips.values()]  # no letter may stand there
    taken += [(tips[label], tips[label], across / 2) for label, across in rings.items()]
    if b.any():
        shapes += same(fall(axes, a, b, foot), handles, "fall")
        taken.append((axes.at(*a), axes.at(*foot), 0))
    arrows, letters = [], []
    for i, (label, tip) in enumerate(tips.items()):
        tone, _ = line_style(i)
        name = label if vectors[label].any() else f"{label} = 0"
        x, y = beside(origin, tip, free_side(label, vectors), name, taken)
        taken.append(word_at(x, y, name))
        arrows.append(Arrow(origin, tip, tone))
        letters.append(Word(x, y, name, tone, bold=True, halo=True))
    if angle:
        bow = arc(axes, *between, angle, taken)
        taken += [word_at(s.x, s.y, s.text) for s in bow if isinstance(s, Word)]
        shapes += same(bow, handles, "angle")
    longest_first = sorted(  # a short one stays in sight
        zip(tips, arrows, strict=True), key=lambda pair: -math.dist(pair[1].start, pair[1].end)
    )
    for label, arrow in longest_first:
        shapes += same([arrow], handles, f"arrow {label}")
    for label, letter in zip(tips, letters, strict=True):
        shapes += same([letter], handles, f"name {label}")
    if named and foot.any():
        away = -1 if turn(a, foot) > 0 else 1  # from a
        x, y = beside(origin, axes.at(*foot), away, named, taken)
        shapes += same([Word(x, y, named, "green", halo=True)], handles, "shadow")
    grips = [
        handle(axes, label, vectors[label], letter.tone, rings[label])
        for label, letter in zip(tips, letters, strict=True)
        if label in rings
    ]
    description = f"Arrows from the origin: {'; '.join(words)}."
    height = axes.bottom + MARGIN
    if any(names):
        right, up = names
        shapes.append(Word(axes.right, axes.bottom + 38, f"{right} →", anchor="end"))
        shapes.append(Word(axes.left, axes.top - 16, f"↑ {up}", anchor="start"))
        description += f" To the right: {right}; upwards: {up}."
        height += 20
    return Drawing(title, description, side, height, tuple(shapes), tuple(grips))


def same(shapes, handles, key):
    """The shapes, each with a key where arrows are dragged."""
    return [Keyed(f"{key} {i}", (x,)) for i, x in enumerate(shapes)] if handles else shapes


def rings_around(tips, handles):
    """{label: how wide its handle is}: all are alike, but where two tips meet, the second one lies
    around the first, so that both are in reach."""
    rings = dict.fromkeys(handles, RING)
    if len(handles) == 2 and math.dist(*(tips[label] for label in handles)) < RING / 2:
        rings[handles[1]] = AROUND
    return rings


def handle(axes, label, vector, tone, across):
    """What a browser needs to drag the end of an arrow: a point is origin + scale × vector."""
    origin = axes.at(0, 0)
    return {
        "control": label,
        "at": axes.at(*vector).round(2).tolist(),
        "label": f"{label}, {pair(vector)}",
        "tone": tone,
        "across": across,
        "scale": float(axes.at(1, 0)[0] - origin[0]),
        "origin": origin.tolist(),
    }


def shadow(a, b):
    """Where the end of a falls onto the line of b: (a · b / b · b) b."""
    return (a @ b) / (b @ b) * b + 0.0 if b.any() else np.zeros(2)


def turn(a, b):
    """The angle from b to a, from −π to π, positive when a lies left of b."""
    return math.remainder(math.atan2(a[1], a[0]) - math.atan2(b[1], b[0]), math.tau)


def free_side(label, vectors):
    """The side of an arrow that is away from its neighbour: 1 left, −1 right."""
    turns = [turn(v, vectors[label]) for other, v in vectors.items() if other != label]
    return 1 if not turns or min(turns, key=abs) < 0 else -1


# --- the plane itself


def around(points, limit=None):
    """Ranges of x and y, equally long, with the origin and all points well inside."""
    if limit:
        return (-limit, limit), (-limit, limit)
    points = np.vstack([np.zeros(2), *points])
    low, high = points.min(axis=0), points.max(axis=0)
    step = step_of((high - low).max() or 1, 8)
    low, high = np.floor(low / step - 0.3), np.ceil(high / step + 0.3)
    missing = (high - low).max() - (high - low)
    low, high = low - missing // 2, high + (missing + 1) // 2
    return tuple(zip(low * step, high * step, strict=True))


def square(x, y, side):
    """Square axes that leave room for the numbers at the left."""
    widest = max(map(text_width, multiples(*y, 12).values()))
    left, right = max(MARGIN, widest + 8), side - MARGIN
    return Axes(left, MARGIN, right, MARGIN + right - left, x, y)


@lru_cache
def grid(axes):
    """A line at each step, and a number: only at every second one where they stand close."""
    x_ticks, y_ticks = multiples(*axes.x, 12), multiples(*axes.y, 12)
    if (axes.right - axes.left) / len(x_ticks) < 30:
        for ticks in (x_ticks, y_ticks):
            ticks |= dict.fromkeys(list(ticks)[1::2], "")
    (x, y) = axes.at(0, 0)
    cross = [[(axes.left, y), (axes.right, y)], [(x, axes.top), (x, axes.bottom)]]
    lines = [Line(points, "faint", 1) for points in cross]
    return (*axes.frame(x_ticks, y_ticks, grid=True), *lines, Dot(x, y, radius=3))


def moved(axes, moves):
    """Where a matrix carries the lines of the grid, as far as the frame, and its first square."""
    corners = [(0, 0), moves[0], moves[0] + moves[1], moves[1]]
    yield Area(axes.at(*np.transpose(corners)), opacity=0.15)
    for along, step in (moves, moves[::-1]):
        for i in range(-20, 21) if along.any() else ():  # a row of zeros has no line
            yield from across(axes, i * step, along, "ink", 1, opacity=0.4)


# --- what is drawn between two arrows


def dotted(axes, b):
    """The line of b, from side to side."""
    (line,) = across(axes, np.zeros(2), b, "faint", 1.5, "dotted")
    return line


def across(axes, start, b, *look, **more):
    """The line through start along b, from side to side: none if it misses the frame."""
    lows, highs = zip(axes.x, axes.y, strict=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        reached = (np.array([lows, highs]) - start) / b  # how often b fits until it meets each side
    first, last = np.nanmax(reached.min(axis=0)), np.nanmin(reached.max(axis=0))
    if first < last:
        yield Line(axes.at(*np.transpose([start + first * b, start + last * b])), *look, **more)


def fall(axes, a, b, foot):
    """The line of b, the shadow of a on it, and the way from the end of a down to it."""
    thick = Line([axes.at(0, 0), axes.at(*foot)], "green", 9, opacity=0.45)
    way = foot - a
    length, corner = math.hypot(*way), 0.3 * (axes.x[1] - axes.x[0]) / 12
    shapes = [dotted(axes, b), thick, Line([axes.at(*a), axes.at(*foot)], "ink", 1.5, "dashed")]
    if length > 3 * corner:  # the sign of the right angle, on the side of the origin
        up, along = -way / length * corner, np.array([way[1], -way[0]]) / length * corner
        along = along if along @ foot <= 0 else -along
        ends = np.transpose([foot + along, foot + along + up, foot + up])
        shapes.append(Line(axes.at(*ends), "ink", 1.5))
    return shapes


def arc(axes, a, b, letter, taken):
    """The arc from b to a, and the letter beyond its middle; where there is no room for it, farther
    out, between the longer one and the line of the other."""
    shorter, longer = sorted((math.hypot(*a), math.hypot(*b)))
    if not shorter:
        return []
    unit = (axes.x[1] - axes.x[0]) / 12
    angles = math.atan2(b[1], b[0]) + turn(a, b) * np.linspace(0, 1, 13)
    directions = np.array([np.cos(angles), np.sin(angles)])  # (2, 13)
    near = min(0.9 * unit, shorter / 2)
    for radius in (near, 0.6 * longer):
        for beyond in (0.4, 0.65, 0.9):
            x, y = axes.at(*(directions[:, 6] * (radius + beyond * unit)))
            if spare(x, y, letter, taken) > 2:
                bow = Line(axes.at(*(directions * radius)), "ink", 1.5)
                return [bow, Word(x, y, letter)]
    return [Line(axes.at(*(directions * near)), "ink", 1.5)]
