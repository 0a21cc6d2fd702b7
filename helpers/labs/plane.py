"""A plane with arrows from the origin, some of which can be dragged."""

import numpy as np

from helpers.labs.drawing import Drawing, arrow, dot, line, word

SIDE = 400  # of the sheet


def plane(title, description, arrows, *, limit=5.0, segments=(), handles=()):
    """arrows: {label: ((x, y), tone)}; segments: ((from, to, tone, dash, width), ...) under them;
    handles: names of controls (see controls.Point), each with its label: {name: label}."""
    scale = SIDE / 2 / (limit * 1.08)

    def at(x, y):
        return SIDE / 2 + x * scale, SIDE / 2 - y * scale

    shapes = []
    whole = np.arange(-np.floor(limit), np.floor(limit) + 1)
    for k in whole:
        opacity = 0.9 if k == 0 else 0.25
        shapes.append(line([at(k, -limit), at(k, limit)], "faint", 1, opacity=opacity))
        shapes.append(line([at(-limit, k), at(limit, k)], "faint", 1, opacity=opacity))
    for start, end, tone, dash, width in segments:
        opacity = 0.45 if width > 4 else 1
        shapes.append(line([at(*start), at(*end)], tone, width, dash, opacity=opacity))
    for label, (tip, tone) in arrows.items():
        shapes.append(arrow(at(0, 0), at(*tip), tone))
        length = np.hypot(*tip)
        beyond = np.array(tip) * (1 + 0.42 / length) if length > 1e-9 else np.array([0.3, 0.3])
        shapes.append(word(*at(*np.clip(beyond, -limit, limit)), label, tone, bold=True))
    shapes.append(dot(*at(0, 0), radius=3))
    grips = [
        {"control": name, "at": list(at(*arrows[label][0])), "label": f"{label}, {_pair(arrows[label][0])}"}
        for name, label in dict(handles).items()
    ]
    for grip in grips:
        grip["scale"], grip["origin"] = scale, SIDE / 2
    return Drawing(title, description, SIDE, SIDE, tuple(shapes), tuple(grips))


def _pair(v):
    return f"({v[0]:g}, {v[1]:g})".replace("-", "−")
