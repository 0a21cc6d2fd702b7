"""Every colour and every dash: for stills, for the labs' style sheet, for shaded cells."""

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
SHADE, WHITE_FROM = "0,114,178", 0.88  # behind a weight of 1: blue; where its text becomes white
BELOW, ABOVE = (0, 114, 178), (213, 94, 0)  # pixels of numbers, on a light page or a dark one
DASHES = {"solid": "", "dashed": "8 5", "dotted": "2 4", "dashdot": "10 4 2 4"}
SERIES = ("blue", "orange", "green", "pink")  # told apart by colour-blind readers
QUERY, KEY, VALUE, WEIGHT = "orange", "green", "pink", "blue"  # scores and outputs are blue, too


def line_style(i):
    """The tone and the dash of line i: no two of the first twenty are the same."""
    tones = (*SERIES, "ink")
    return tones[i % len(tones)], list(DASHES)[i % len(DASHES)]


def variables(of=".lab"):
    """The tones and grounds as variables of a style sheet, by default the labs', for both kinds of
    page. of: what has them."""
    on_light, on_dark = (
        " ".join(f"--{name}: {pair[page]};" for name, pair in (TONES | GROUNDS).items())
        for page in (0, 1)
    )
    return f'{of} {{ {on_light} }}\n[data-jp-theme-light="false"] {of} {{ {on_dark} }}\n'


def shading(weight):
    """(background, text) of a cell for a weight from 0 to 1: from the page itself to blue.

    The page shines through, so it may be light or dark. text is "", the page's own colour, or white
    where black would be hard to read. Between the two one shade is left out, in the middle of which
    neither could be read.
    """
    if weight < WHITE_FROM:
        return f"rgba({SHADE},{0.97 * max(weight, 0):.3f})", ""
    return f"rgba({SHADE},{1 - 0.65 * (1 - min(weight, 1)):.3f})", "#ffffff"
