"""What an output is where there is little room, as on a phone: one that is stored, or one of a cell
that has just run."""

import re

WHOLE = 600  # a sheet that is no wider a phone shows whole
SMALLEST = 0.72  # of a wider one's own size: its text is then 12 pixels high, and it is scrolled
SMALLEST_WHOLE = 0.58  # on the smallest of them
# Rows of a matrix, longer than a phone's line, or what points at a place in the line above.
TABLE = re.compile(r"\]\n *\[.{40}|^ *\^+$", re.MULTILINE)


def image_tag(drawing):
    """What the image of a drawing (its Fields) begins with: as large as the page allows, but no
    smaller than can be read."""
    smallest = SMALLEST_WHOLE if drawing.units <= WHOLE else SMALLEST
    least = min(drawing.width, round(smallest * drawing.units))
    size = f'width="{drawing.width}" height="{drawing.height}" style="min-width:{least}px"'
    if drawing.focus is not None:
        size += f' data-focus="{drawing.focus}"'
    return f'<img alt="{drawing.alt}" {size} src="{drawing.source}'


def is_table(printed):
    """Whether wrapping would break what is printed: its lines are scrolled."""
    return bool(TABLE.search(printed))
