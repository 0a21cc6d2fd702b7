"""Every colour and every dash: for stills, for the labs' style sheet, for shaded cells."""

from functools import lru_cache

import numpy as np

TONES = {  # name: (on a light page, on a dark page); all can be read as text
    "ink": ("#000000", "#f0f0f0"),
    "faint": ("#707070", "#a8a8a8"),
    "blue": ("#0072b2", "#5cb8ee"),
    "orange": ("#b34e00", "#f2a154"),
    "green": ("#007a59", "#43cfa4"),
    "pink": ("#a8457f", "#e9a2cb"),
}
GROUNDS = {  # behind text, and between cells
    "paper": ("#ffffff", "#111111"),
    "line": ("#8a8a8a", "#8a8a8a"),
    "fill-blue": ("#cfe6f5", "#0b3f60"),
    "fill-orange": ("#fbdcc2", "#5e2c04"),
    "fill-green": ("#c9ecdf", "#06493a"),
    "fill-pink": ("#f5d7e8", "#5a2045"),
}
FRAME = "#d55e00"  # around marked cells and wrong tables, on a light page or a dark one
RULE = "rgba(128,128,128,.6)"  # a thin line, on a light page or a dark one
DASHES = {"solid": "", "dashed": "8 5", "dotted": "2 4", "dashdot": "10 4 2 4"}
SERIES = ("blue", "orange", "green", "pink")  # told apart by colour-blind readers


def look(i):
    """The tone and the dash of line i: no two of the first twenty are the same."""
    tones = (*SERIES, "ink")
    return tones[i % len(tones)], list(DASHES)[i % len(DASHES)]


def variables():
    """The tones and grounds as variables of the labs' style sheet, for both kinds of page."""
    light, dark = (
        " ".join(f"--{name}: {pair[page]};" for name, pair in (TONES | GROUNDS).items())
        for page in (0, 1)
    )
    return f'.lab {{ {light} }}\n[data-jp-theme-light="false"] .lab {{ {dark} }}\n'


def shading(weight):
    """(background, text) colours for a number from 0 to 1: cividis, light for large, readable."""
    return _shades()[min(int(np.clip(weight, 0, 1) * 256), 255)]


@lru_cache
def _shades():
    """The 256 colours of cividis as (background, text)."""
    from matplotlib import colormaps, colors  # only where something is shaded: it takes a moment

    colours = colormaps["cividis"](np.arange(256))[:, :3]
    light = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    luminance = light @ (0.2126, 0.7152, 0.0722)  # as WCAG defines it: 0.179 splits the range
    texts = np.where(luminance > 0.179, "#000000", "#ffffff").tolist()
    return list(zip(map(colors.to_hex, colours), texts, strict=True))
