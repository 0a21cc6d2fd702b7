"""What the tests ask about in the HTML that a notebook stores."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from helpers.drawing.picture import MORE, SUMMARY
from helpers.exercises.engine.prediction import DOTS

PICTURE = re.compile("data:image/(svg\\+xml|png);base64,[A-Za-z0-9+/=]+")


def without_pictures(text):
    """Without the bytes of its pictures, whose last digits differ between processors."""
    return PICTURE.sub("picture", text)


@dataclass
class Table:
    caption: str = ""
    heads: list = field(default_factory=list)  # the text of each <th>
    rows: list = field(default_factory=list)  # of each row the scopes of its <th>, "td" for a <td>

    def is_labelled(self):
        """A caption, a row of column heads, then rows that begin with their head; none empty."""
        width = len(self.rows[0]) if self.rows else 0
        rows = [["col"] * width] + [["row"] + ["td"] * (width - 1)] * (len(self.rows) - 1)
        texts = [self.caption, *self.heads]
        return len(rows) > 1 and self.rows == rows and all(text.strip() for text in texts)


class Markup(HTMLParser):
    """What the checks ask about in a piece of HTML."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.open = set(), Counter()
        self.alts, self.links, self.texts, self.tables = [], [], [], []
        self.answers = []  # the attributes of each <details>
        self.summary = self.outside = ""  # what is seen of answers before they are opened
        self.feed(source)
        self.close()

    def is_closed_answer(self, guessed=False):
        """guessed: it is predict()'s, with a line above it that says how to guess."""
        closed = len(self.answers) == 1 and "open" not in self.answers[0]
        outside = self.outside.strip()
        summaries = (SUMMARY,) if guessed else (SUMMARY, MORE)
        return closed and self.summary in summaries and (guessed == outside.endswith(DOTS))

    @property
    def is_closed_solution(self):
        """It is that of yours(), alone."""
        closed = len(self.answers) == 1 and "open" not in self.answers[0]
        return closed and self.summary == "One way" and not self.outside.strip()

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        self.tags.add(tag)
        self.links += [attributes[name] for name in ("href", "src") if name in attributes]
        if tag not in ("div", "details"):
            self.see(f"<{tag}>")
        if tag == "details":
            self.answers.append(attributes)
        elif tag == "img":
            self.alts.append(attributes.get("alt", ""))
        elif tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.tables[-1].rows.append([])
        elif tag in ("th", "td"):
            self.tables[-1].rows[-1].append("td" if tag == "td" else attributes.get("scope"))
            self.tables[-1].heads += [""] * (tag == "th")
        self.open[tag] += 1

    def handle_endtag(self, tag):
        self.open[tag] -= 1

    def handle_data(self, data):
        if self.open["style"]:
            return
        self.see(data)
        if not self.open["summary"]:
            self.texts.append(data)
        if self.open["caption"]:
            self.tables[-1].caption += data
        if self.open["th"]:
            self.tables[-1].heads[-1] += data

    def see(self, what):
        if self.open["summary"]:
            self.summary += what
        elif self.open["details"] < 1:
            self.outside += what
