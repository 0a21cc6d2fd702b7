"""The Markdown of a cell as its blocks, and what stands in them by agreement: headings, minutes,
and the bold words with which a prediction or a question begins."""

import re
from itertools import pairwise

PREDICT = "**Predict.**"
QUESTION = "**Question.**"
ITEM = re.compile(r"([-*]|\d+\.) ")
HEADING = re.compile(r"(?m)^ {0,3}(#+) +(.*)$")
MINUTES = re.compile(r"\*(Deeper, )?(\d+ minutes?)\.\*\s*")


def blocks(source):
    """Headings, paragraphs, formulas, tables, and each item of a list, without the minutes."""
    texts, lines, in_formula = [], [], False
    for line in [*source.split("\n"), ""]:
        begins = ITEM.match(line) or any(HEADING.match(text) for text in (line, *lines[:1]))
        if lines and not in_formula and (begins or not line.strip()):
            texts.append("\n".join(lines))
            lines = []
        if line.strip():
            lines.append(line)
        if line.count("$$") == 1:
            in_formula = not in_formula
    texts = [MINUTES.sub("", text).strip() for text in texts]
    return [text for text in texts if text]


def joined(texts):
    """Blocks as the source of one cell: the items of a list stay together."""
    source = texts[0]
    for before, text in pairwise(texts):
        together = ITEM.match(before) and ITEM.match(text)
        source += ("\n" if together else "\n\n") + text
    return source


def headings(source):
    """[(level, text)] of the headings outside code."""
    without_code = re.sub(r"(?s)```.*?```", "", source)
    return [(len(signs), text.strip()) for signs, text in HEADING.findall(without_code)]


def with_minutes(source, minutes, deeper=False):
    """A section's first cell, which says its minutes below the heading."""
    heading, _, text = source.partition("\n\n")
    said = f"*{'Deeper, ' * deeper}{in_words(minutes)}.* "
    return f"{heading}\n\n{said}{MINUTES.sub('', text, count=1)}".rstrip()


def in_words(minutes):
    return f"{minutes} minute{'s' * (minutes != 1)}"
