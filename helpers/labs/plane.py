"""A plane with arrows from the origin, some of which can be dragged."""

import math
from functools import lru_cache
from itertools import product

import numpy as np

from helpers.labs.drawing import Drawing, arrow, dot, line, word

SIDE = 352  # of the sheet
MARGIN = 30  # around the grid: room for a handle at its edge
RINGS = (28, 46)  # across the handles: where two tips meet, one lies in the other, both in reach
NOWHERE = [(0, 0), (0, 0)]  # a path that is not seen


def plane(title, description, arrows, *, limit, paths, fall, angle, handles):
    """arrows: {label: ((x, y), tone, side)}, the label left (side 1) or right (−1) of the arrow;
    paths: ((points, tone, dash, width), ...) under them; fall: the two ends of a perpendicular;
    angle: the letter of the angle between the first two arrows;
    handles: {control: label of its arrow}, at most two, see controls.Point."""
    scale = scale_of(limit)

    def at(points):  # (..., 2) of the plane → of the sheet
        return SIDE / 2 + np.asarray(points, float) * (scale, -scale)

    looks = list(zip(handles.items(), RINGS, strict=False))
    rings = [(arrows[label][0], across / scale) for (_, label), across in looks]
    places = {label: beside(tip, side, rings, scale) for label, (tip, _, side) in arrows.items()}
    shapes = [*grid(limit)]
    for points, tone, dash, width in paths:
        shapes.append(line(at(points), tone, width, dash, opacity=0.45 if width > 4 else 1))
    shapes.append(line(at(fall), "ink", 1.5, "dashed"))
    shapes.append(line(at(corner(*fall)), "ink", 1.5))
    a, b = [tip for tip, _, _ in arrows.values()][:2]
    bow, place = arc(a, b, fall, [*rings, *((p, 17 / scale) for p in places.values())], scale)
    shapes.append(line(at(bow), "ink", 1.5))
    shapes.append(word(*at((0, 0) if place is None else place), "" if place is None else angle))
    for label, (tip, tone, _) in arrows.items():
        shapes.append(arrow(at((0, 0)), at(tip), tone))
        shapes.append(word(*at(places[label]), label, tone, bold=True))
    grips = [
        {
            "control": control,
            "at": np.round(at(arrows[label][0]), 2).tolist(),
            "label": f"{label}, {pair(arrows[label][0])}",
            "tone": arrows[label][1],
            "across": across,
            "scale": scale,
            "origin": SIDE / 2,
        }
        for (control, label), across in looks
    ]
    return Drawing(title, description, SIDE, SIDE, tuple(shapes), tuple(grips))


def scale_of(limit):
    """Units of the sheet in one of the plane."""
    return (SIDE / 2 - MARGIN) / limit


@lru_cache
def grid(limit):
    """Lines at the whole numbers, every second of them named below and at the left."""
    scale, middle = scale_of(limit), SIDE / 2
    shapes = [dot(middle, middle, radius=3)]
    for k in range(-int(limit), int(limit) + 1):
        opacity = 0.9 if k == 0 else 0.25
        low, high, here = MARGIN, SIDE - MARGIN, middle + k * scale
        shapes.append(line([(here, low), (here, high)], "faint", 1, opacity=opacity))
        shapes.append(line([(low, here), (high, here)], "faint", 1, opacity=opacity))
        if k % 2 == 0:
            shapes.append(word(middle + k * scale, SIDE - MARGIN / 2 + 3, signed(k), "faint"))
            shapes.append(word(MARGIN - 5, middle - k * scale, signed(k), "faint", anchor="end"))
    return tuple(shapes)


def beside(tip, side, rings, scale):
    """Where an arrow's label stands: at the side of its middle if that is clear of all rings
    (centre, diameter), or else the nearest place that is."""
    length = math.hypot(*tip)
    across = np.array([-tip[1], tip[0]]) / length if length else np.array([0.0, 1.0])
    for off, share in product((14, 24, 34, 44), (0.5, 0.68, 0.32)):
        place = np.array(tip) * share + side * off / scale * across
        if clear(place, rings, 9 / scale):
            break
    return place


def clear(place, rings, room):
    return all(math.hypot(*(place - centre)) > across / 2 + room for centre, across in rings)


def edge_to_edge(v, limit):
    """The line of v across the plane."""
    largest = max(map(abs, v))
    end = np.array(v) * (limit / largest) if largest else np.zeros(2)
    return [-end, end]


def corner(tip, foot):
    """The sign of the right angle where a perpendicular from `tip` stands, if there is room."""
    fall = np.subtract(foot, tip)
    length = math.hypot(*fall)
    if length < 0.9:
        return NOWHERE
    up, along = -fall / length * 0.3, np.array([fall[1], -fall[0]]) / length * 0.3
    along = along if along @ foot <= 0 else -along  # towards the origin
    return [foot + along, foot + along + up, foot + up]


def turn(a, b):
    """The angle from b to a, from −π to π, positive when a lies left of b."""
    return math.remainder(math.atan2(a[1], a[0]) - math.atan2(b[1], b[0]), math.tau)


def arc(a, b, fall, rings, scale):
    """The arc from b to a (13, 2), and where on its middle line a letter stands free of arrows,
    perpendicular and rings: (x, y), or None."""
    shorter = min(math.hypot(*a), math.hypot(*b))
    if not shorter:
        return NOWHERE, None
    start, swing = math.atan2(b[1], b[0]), turn(a, b)
    angles = start + swing * np.linspace(0, 1, 13)
    directions = np.column_stack([np.cos(angles), np.sin(angles)])  # (13, 2)
    radius = min(0.9, shorter / 2)
    for beyond in (0.4, 0.65, 0.9):
        place = directions[6] * (radius + beyond)
        lines = ((0, 0), a), ((0, 0), b), fall
        if clear(place, rings, 9 / scale) and all(gap(place, *ends) > 11 / scale for ends in lines):
            break
    else:
        place = None
    return directions * radius, place


def gap(point, start, end):
    """The distance from a point to a line between two."""
    way, here = np.subtract(end, start), np.subtract(point, start)
    share = min(max(here @ way / max(way @ way, 1e-12), 0), 1)
    return math.hypot(*(here - share * way))


def signed(x):
    """A number as it is written: 0.5, −2."""
    return f"{round(x, 2) + 0.0:g}".replace("-", "−")


def pair(v):
    return f"({signed(v[0])}, {signed(v[1])})"
