"""The Markdown of a notebook as its blocks, and the minutes that a section says it takes.

The slides and the handouts are made of these blocks (slides_pieces.py, lessons.py)."""

import re
from itertools import pairwise

PREDICT = "**Predict.**"
QUESTION = "**Question.**"
ITEM = re.compile(r"([-*]|\d+\.) ")
MINUTES = re.compile(r"\*(?:Deeper, )?(\d+ minutes?)\.\*\s*")


def blocks(source):
    """Headings, paragraphs, formulas, tables, and each item of a list, without the minutes."""
    found, lines, formula = [], [], False
    for line in [*source.split("\n"), ""]:
        begins = ITEM.match(line) or "#" in (line[:1], "".join(lines)[:1])
        if lines and not formula and (begins or not line.strip()):
            found.append("\n".join(lines))
            lines = []
        if line.strip():
            lines.append(line)
        if line.count("$$") == 1:
            formula = not formula
    found = [MINUTES.sub("", block).strip() for block in found]
    return [block for block in found if block]


def joined(found):
    """Blocks as the source of one cell: the items of a list stay together."""
    source = found[0]
    for before, block in pairwise(found):
        together = ITEM.match(before) and ITEM.match(block)
        source += ("\n" if together else "\n\n") + block
    return source


def minutes(source):
    """What a section says about its time, as "5 minutes", or nothing."""
    found = MINUTES.search(source)
    return found[1] if found else ""
