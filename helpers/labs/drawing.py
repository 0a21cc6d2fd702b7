"""Drawings of lines, dots and words on a sheet, live (SVG) and still (matplotlib), from one list.

A sheet is measured in units of which 16 are the height of a letter's line; x grows to the right and
y downward. plane.py, curve.py and links.py make drawings from what they are about.
"""

from dataclasses import dataclass

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from helpers.figures.picture import drawn

COLOURS = {"ink": "#000000", "faint": "#8a8a8a", "blue": "#0072b2", "orange": "#b34e00"}
COLOURS |= {"green": "#007a59", "pink": "#a8457f"}
DASHES = {"solid": "-", "dashed": (0, (6, 4)), "dotted": (0, (1.5, 3))}
DASHES |= {"dashdot": (0, (8, 3, 2, 3))}


@dataclass(frozen=True)
class Drawing:
    """title; description, the same in words; width and height of the sheet; shapes, made by line,
    arrow, areas, boxes, dot and word; handles: {control: what a browser needs to drag it}, made by
    plane."""

    title: str
    description: str
    width: float
    height: float
    shapes: tuple
    handles: tuple = ()

    def data(self):
        return {
            "kind": "drawing",
            "title": self.title,
            "description": self.description,
            "width": self.width,
            "height": self.height,
            "shapes": list(self.shapes),
            "handles": list(self.handles),
        }

    def still(self):
        with matplotlib.rc_context({"font.size": 11.5, "savefig.dpi": 150}):
            figure = Figure(figsize=(self.width / 100, self.height / 100))
            ax = figure.add_axes((0, 0, 1, 1))
            ax.set(xlim=(0, self.width), ylim=(self.height, 0))
            ax.axis("off")
            for shape in self.shapes:
                _draw(ax, shape)
            return drawn(figure, self.title, self.description)


def line(points, tone="ink", width=2, dash="solid", opacity=1.0, kind="line"):
    """A line through points (k, 2)."""
    look = {"tone": tone, "width": round(float(width), 2), "dash": dash}
    points = np.round(np.asarray(points, float), 1).tolist()
    return {"kind": kind, "points": points, "opacity": round(float(opacity), 3), **look}


def arrow(start, end, tone):
    return line([start, end], tone, 3, kind="arrow")


def areas(corners, tone="ink", opacity=1.0):
    """Filled polygons: corners (polygons, k, 2)."""
    corners = np.round(np.asarray(corners, float), 1).tolist()
    return {"kind": "areas", "corners": corners, "tone": tone, "opacity": round(float(opacity), 3)}


def boxes(places, tone="ink", opacity=1.0, outline=0, dash="solid"):
    """Boxes (x, y, across, down), filled, or as outlines so wide."""
    look = {"tone": tone, "opacity": opacity, "width": outline, "dash": dash}
    return {"kind": "boxes", "boxes": [list(place) for place in places], **look}


def dot(x, y, tone="ink", radius=5):
    return {
        "kind": "dot",
        "at": [round(float(x), 2), round(float(y), 2)],
        "tone": tone,
        "r": radius,
    }


def word(x, y, text, tone="ink", anchor="middle", bold=False):
    """A text on the sheet, its middle line at y."""
    at = [round(float(x), 2), round(float(y), 2)]
    return {
        "kind": "word",
        "at": at,
        "text": str(text),
        "tone": tone,
        "anchor": anchor,
        "bold": bold,
    }


def _draw(ax, shape):
    colour = COLOURS[shape["tone"]]
    if shape["kind"] == "word":
        side = {"start": "left", "middle": "center", "end": "right"}[shape["anchor"]]
        weight = "bold" if shape["bold"] else "normal"
        look = {"color": colour, "ha": side, "va": "center", "weight": weight}
        ax.text(*shape["at"], shape["text"].replace("$", r"\$"), **look)
    elif shape["kind"] == "dot":
        ax.plot(*shape["at"], "o", color=colour, markersize=shape["r"] * 1.44, zorder=3)
    elif shape["kind"] == "areas":
        for corners in shape["corners"]:
            ax.fill(*zip(*corners, strict=True), color=colour, alpha=shape["opacity"], lw=0)
    elif shape["kind"] == "boxes":
        outline = {"lw": shape["width"] * 0.72, "linestyle": DASHES[shape["dash"]]}
        look = {"alpha": shape["opacity"], "edgecolor": colour, "facecolor": colour, **outline}
        for x, y, across, down in shape["boxes"]:
            ax.add_patch(Rectangle((x, y), across, down, fill=not shape["width"], **look))
    else:
        look = {"color": colour, "alpha": shape["opacity"], "lw": shape["width"] * 0.72}
        if shape["kind"] == "arrow":
            start, end = shape["points"]
            style = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "mutation_scale": 14}
            ax.annotate("", end, start, arrowprops=style | look)
        else:
            style = {"linestyle": DASHES[shape["dash"]], "solid_capstyle": "butt"}
            ax.plot(*zip(*shape["points"], strict=True), **style, **look)
