"""Texts of a drawing that touch one another, texts and boxes that leave its sheet, and what is
where in it."""

import re
from itertools import combinations

from helpers.drawing.shapes import Boxes, Keyed, Word, text_width

BOLD = 1.07  # how much wider a bold text is


def crowded(drawing, slack=0, bold=BOLD):
    """What is wrong with a drawing, a line each. slack: by how much its texts may touch."""
    boxes = [(word.text, around(word, bold)) for word in words_of(drawing.shapes) if word.text]
    faults = []
    for (text, a), (other, b) in combinations(boxes, 2):
        across, down = (min(a[k + 2], b[k + 2]) - max(a[k], b[k]) for k in (0, 1))
        if min(across, down) > slack:
            faults.append(f"{text} touches {other}")
    filled = [
        ("a box", (x, y, x + across, y + down))
        for shape in of_kind(Boxes, drawing.shapes)
        for x, y, across, down in shape.boxes
    ]
    for text, (left, top, right, bottom) in [*boxes, *filled]:
        beyond = max(-left, -top, right - drawing.width, bottom - drawing.height)
        if beyond > slack:
            faults.append(f"{text} leaves the sheet")
    return faults


def words_of(shapes):
    """The words of shapes, of keyed ones too."""
    return of_kind(Word, shapes)


def of_kind(kind, shapes):
    """Those of a kind, keyed ones too."""
    for shape in shapes:
        if isinstance(shape, Keyed):
            yield from of_kind(kind, shape.shapes)
        elif isinstance(shape, kind):
            yield shape


def keyed(drawing, name=""):
    """{the rest of its key: the shapes} of all that has a key that begins so."""
    found = [s for s in drawing.shapes if isinstance(s, Keyed) and s.key.startswith(name)]
    return {shape.key.removeprefix(name): shape.shapes for shape in found}


def around(word, bold=1):
    """The box (left, top, right, bottom) that a word takes at most; a lowered letter hangs down."""
    text, lowered = re.subn(r"\b([A-Za-z])_(?=\w)", r"\1", word.text)
    width = text_width(text) * (bold if word.bold else 1)
    if word.upward:
        return word.x - 8, word.y - width, word.x + 8, word.y
    left = word.x - width * {"start": 0, "middle": 0.5, "end": 1}[word.anchor]
    return left, word.y - 8, left + width, word.y + (12 if lowered else 8)
