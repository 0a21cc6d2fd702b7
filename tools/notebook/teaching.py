"""TEACHING.md, read: what its page for a notebook says about each section of the notebook.

    page = teaching.pages()["05"]
    page.asks_in("Padding"), page.answers_in("Padding"), page.left_out

Which section something belongs to is written there: behind a question in brackets, and in the last
column of what students say."""

import re
from dataclasses import dataclass

from tools.repository import ROOT

FILE = ROOT / "TEACHING.md"
PAGE = re.compile(r"(?m)^## (\d\d) .*$")
PART = re.compile(r"(?m)^### (.*)$")
# 2. “Which one is larger?” (*A section*) Right: neither. Guess: garden 65, phone 35.
ASK = re.compile(
    r"^\d+\. “([^”]+)” \(\*([^*]+)\*\)(?: Right: (.+?)\.)?(?: Guess: (.+))?$", re.DOTALL
)
ITEM = re.compile(r"(?m)^(?=\d+\. )")
ANSWER = re.compile(r"(?m)^\| (.+?) \| (.+?) \| \*([^*]+)\* \|$")
VOTE, LAB = 3, 5  # minutes: a vote with a talk between neighbours; a lab
LEFT_OUT = re.compile(r"\*([^*]+)\* \((\d+)\)")


@dataclass(frozen=True)
class Ask:
    """A question for the room. right: what is right, if the page says it; guess: how the class may
    vote, as its author thinks."""

    words: str
    section: str
    right: str
    guess: str


@dataclass(frozen=True)
class Answer:
    """What students say, and what to say to it."""

    they_say: str
    you_say: str
    section: str


@dataclass(frozen=True)
class Page:
    """The page of a notebook. parts: {heading: Markdown}."""

    number: str
    parts: dict

    @property
    def asks(self):
        """The questions for the room, in order."""
        items = ITEM.split(self.parts.get("Ask", ""))
        matches = [ASK.match(" ".join(item.split())) for item in items]
        return [Ask(*(part or "" for part in match.groups())) for match in matches if match]

    @property
    def answers(self):
        """What students say, in order."""
        return [Answer(*row) for row in ANSWER.findall(self.parts.get("They say, you say", ""))]

    @property
    def left_out(self):
        """{section: its minutes} of what the short version leaves out."""
        return {name: int(minutes) for name, minutes in LEFT_OUT.findall(self.time)}

    @property
    def time(self):
        """What it says about the time, in one line."""
        return " ".join(self.parts.get("Time", "").split())

    def asks_in(self, section):
        return [ask for ask in self.asks if ask.section == section]

    def answers_in(self, section):
        return [answer for answer in self.answers if answer.section == section]


def cell_asking(lesson, ask):
    """The id of the cell of a lesson in which an Ask stands; nothing if none has its words."""
    words = in_one_line(ask.words)
    for section in lesson.sections:
        for cell in section.cells:
            if section.title == ask.section and words in in_one_line(cell.source):
                return cell.id
    return ""


def in_one_line(text):
    """With straight quotation marks."""
    return " ".join(re.sub("[“”]", '"', text).split())


def pages():
    """{number: Page} of all notebooks that have one."""
    _, *pieces = PAGE.split(FILE.read_text("utf-8"))
    return {
        number: Page(number, parts_of(page.split("\n## ")[0]))
        for number, page in zip(pieces[::2], pieces[1::2], strict=True)
    }


def parts_of(page):
    """{heading: what stands below it}"""
    _, *pieces = PART.split(page)
    return {name: text.strip() for name, text in zip(pieces[::2], pieces[1::2], strict=True)}
