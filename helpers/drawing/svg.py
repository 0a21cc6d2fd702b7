"""Shapes as SVG: the same markup on a lab's page and in a still, coloured by classes."""

import math
import re
from dataclasses import replace
from functools import lru_cache
from html import escape

import numpy as np

from helpers.drawing import pixels
from helpers.drawing.palette import DASHES, GROUNDS, TONES
from helpers.drawing.shapes import (
    Arc,
    Area,
    Arrow,
    Boxes,
    Cells,
    Dot,
    Keyed,
    Line,
    Pixels,
    Ribbon,
    Word,
)

HEAD = 15  # of an arrow, in units of the sheet; at least so many
SHADES = 12  # of cells; the cells of the least share are left out
SUBSCRIPT = re.compile(r"\b([A-Za-z])_([^\Wᵀ]+)")  # d_k, W_O, not the ᵀ of W_Oᵀ


def markup(shapes):
    """The inside of an <svg>. Tones are classes: tone-blue; ink is the colour of the sheet."""
    return "".join(WRITERS[type(shape)](shape) for shape in shapes)


def document(shapes, title, width, height, scale):
    """A whole picture on paper, `scale` times as large as its sheet: the text of a file.

    It is dark where the page around it says that it is dark, as JupyterLab's dark theme does.
    """
    inside = markup(shapes)
    style = "svg{font:16px sans-serif;fill:currentColor}.halo{stroke-width:5;paint-order:stroke}"
    style += _colours(inside, 0) + f"@media (prefers-color-scheme:dark){{{_colours(inside, 1)}}}"
    size = f'width="{round(width * scale)}" height="{round(height * scale)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {coordinate(width)} '
        f'{coordinate(height)}" role="img" aria-label="{escape(title)}"><style>{style}</style>'
        f'<rect class="paper" width="100%" height="100%"/>{inside}</svg>'
    )


def _colours(inside, page):
    """The rules for the tones used, on a light page (0) or a dark one (1)."""
    colours = {name: pair[page] for name, pair in (TONES | GROUNDS).items()}
    used = [name for name in TONES if f"tone-{name}" in inside]
    paper = colours["paper"]
    rules = [f"svg{{color:{colours['ink']}}}.paper{{fill:{paper}}}.halo{{stroke:{paper}}}"]
    return "".join([*rules, *(f".tone-{name}{{color:{colours[name]}}}" for name in used)])


@lru_cache(maxsize=20_000)  # from a picture to the next, most stay
def coordinate(x):
    """A coordinate, to one decimal."""
    return f"{round(float(x), 1) + 0.0:g}"


def _line(shape):
    return _path(_joined(shape.points), shape, _stroke(shape.width, shape.dash))


def _arc(shape):
    (x0, y0), (x1, y1) = shape.start, shape.end
    spread = 0.9 * shape.height * (x0 == x1)  # from a point to itself: a loop
    top = min(y0, y1) - 4 / 3 * shape.height
    d = f"M{coordinate(x0)},{coordinate(y0)}C{coordinate(x0 - spread)},{coordinate(top)} "
    d += f"{coordinate(x1 + spread)},{coordinate(top)} {coordinate(x1)},{coordinate(y1)}"
    return _path(d, shape, _stroke(shape.width, "solid"))


def _ribbon(shape):
    (x0, y0), (x1, y1) = shape.start, shape.end
    bends = x0 + shape.lead
    middle = coordinate(bends + shape.steep * (x1 - bends))
    d = f"M{coordinate(x0)},{coordinate(y0)}H{coordinate(bends)}C{middle},{coordinate(y0)} "
    d += f"{middle},{coordinate(y1)} {coordinate(x1)},{coordinate(y1)}"
    return _path(d, shape, _stroke(shape.width, "solid"))


def _arrow(shape):
    """A shaft and a head, which is smaller where the arrow is very short."""
    (x0, y0), (x1, y1) = shape.start, shape.end
    head = max(HEAD, 2.5 * shape.width)
    angle, length = math.atan2(y1 - y0, x1 - x0), min(head, math.hypot(x1 - x0, y1 - y0))

    def back(size, turn):  # from the tip
        return x1 - size * math.cos(angle + turn), y1 - size * math.sin(angle + turn)

    shaft = Line([shape.start, back(0.8 * length, 0)], shape.tone, shape.width)
    head = Area([back(length, 0.4), shape.end, back(length, -0.4)], shape.tone)
    return _line(shaft) + _area(head)


def _area(shape):
    return _path(_joined(shape.corners) + "Z", shape, {})


def _boxes(shape):
    d = "".join(_box(*box, shape.corner) for box in shape.boxes)
    return _path(d, shape, _stroke(shape.outline, shape.dash) if shape.outline else {})


def _box(x, y, across, down, corner):
    if not corner:
        sides = f"h{coordinate(across)}v{coordinate(down)}h{coordinate(-across)}"
        return f"M{coordinate(x)},{coordinate(y)}{sides}Z"
    turn = f"a{coordinate(corner)},{coordinate(corner)} 0 0 1 "
    r, straight_across, straight_down = (
        coordinate(corner),
        coordinate(across - 2 * corner),
        coordinate(down - 2 * corner),
    )
    corners = (f"{r},{r}", f"-{r},{r}", f"-{r},-{r}", f"{r},-{r}")
    sides = (
        f"h{straight_across}",
        f"v{straight_down}",
        f"h-{straight_across}",
        f"v-{straight_down}",
    )
    way = "".join(side + turn + to for side, to in zip(sides, corners, strict=True))
    return f"M{coordinate(x + corner)},{coordinate(y)}{way}Z"


def _cells(shape):
    """A path for each shade, in units of one cell; cells side by side are one stroke."""
    shades = np.rint(np.clip(shape.shares, 0, 1) * SHADES).astype(int)
    paths = []
    for shade in range(1, SHADES + 1):
        strokes = "".join(_strokes(shades == shade))
        if strokes:
            opacity = {"stroke-opacity": f"{shade / SHADES:g}"}
            paths.append(_tag("path", opacity | {"d": f"M0,.5{strokes}"}))
    at = f"translate({coordinate(shape.x)},{coordinate(shape.y)})"
    place = f"{at} scale({shape.across:.4g},{shape.down:.4g})"
    look = _class(shape) | {"fill": "none", "stroke": "currentColor", "transform": place}
    return _tag("g", look, "".join(paths))


def _strokes(filled):
    """The runs of cells of a grid, each as a move from the end of the one before and a stroke."""
    x = y = 0
    edges = np.diff(np.pad(filled.astype(int), ((0, 0), (1, 1))))  # 1: a run begins, −1: it ended
    starts, ends = np.argwhere(edges > 0).tolist(), np.argwhere(edges < 0).tolist()
    for (row, start), (_, end) in zip(starts, ends, strict=True):
        yield f"m{start - x},{row - y}h{end - start}"
        x, y = end, row


def _pixels(shape):
    rows, columns = np.shape(shape.shades)
    x, y = coordinate(shape.x), coordinate(shape.y)
    size = coordinate(columns * shape.side), coordinate(rows * shape.side)
    place = {"x": x, "y": y, "width": size[0], "height": size[1]}
    look = {"style": "image-rendering:pixelated", "href": pixels.address(shape.shades)}
    return _tag("image", place | look)


def _dot(shape):
    place = {"cx": coordinate(shape.x), "cy": coordinate(shape.y), "r": coordinate(shape.radius)}
    return _tag("circle", _class(shape) | place)


def _keyed(shape):
    return _tag("g", {"data-key": escape(shape.key)}, markup(shape.shapes))


def _word(shape):
    if shape.text == "":
        return ""
    place = {"x": coordinate(shape.x), "y": coordinate(shape.y + 5.5), "text-anchor": shape.anchor}
    if shape.upward:
        x, y = coordinate(shape.x + 5.5), coordinate(shape.y)
        place |= {"x": x, "y": y, "transform": f"rotate(-90,{x},{y})"}
    weight = {"font-weight": "bold"} if shape.bold else {}
    look = _class(shape) | place | weight
    text = SUBSCRIPT.sub(_lowered, escape(str(shape.text)))
    if shape.halo and "<tspan" in text:  # whose rim would cover the letter before it
        rim = look | {"aria-hidden": "true"}
        look = _class(replace(shape, halo=False)) | place | weight
        return _tag("text", rim, text) + _tag("text", look, text)
    return _tag("text", look, text)


def _lowered(name):
    """d_k with a lowered k; what follows stands on the line again."""
    back = '<tspan dy="-4">\u200b</tspan>'
    return f'{name[1]}<tspan dy="4" font-size="14">{name[2]}</tspan>{back}'


WRITERS = {
    Line: _line,
    Arc: _arc,
    Ribbon: _ribbon,
    Arrow: _arrow,
    Area: _area,
    Boxes: _boxes,
    Cells: _cells,
    Dot: _dot,
    Pixels: _pixels,
    Keyed: _keyed,
    Word: _word,
}


def _path(d, shape, stroke):
    opacity = {} if getattr(shape, "opacity", 1) == 1 else {"opacity": f"{shape.opacity:g}"}
    return _tag("path", _class(shape) | stroke | opacity | {"d": d})


def _stroke(width, dash):
    pattern = {"stroke-dasharray": DASHES[dash]} if DASHES[dash] else {}
    width = {"stroke-width": f"{round(float(width), 2):g}"}
    return {"fill": "none", "stroke": "currentColor"} | width | pattern


def _class(shape):
    names = []
    if shape.tone != "ink":
        names.append(f"tone-{shape.tone}")
    if isinstance(shape, Word) and shape.halo:
        names.append("halo")
    return {"class": " ".join(names)} if names else {}


def _joined(points):
    return "M" + "L".join(f"{coordinate(x)},{coordinate(y)}" for x, y in points)


def _tag(name, attributes, text=None):
    written = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{written}/>" if text is None else f"<{name}{written}>{text}</{name}>"
