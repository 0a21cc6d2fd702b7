"""What a lecturer leaves out, asks and says: a file for each lesson in the folder lectures.

    lecture = teaching.lecture_of(lesson)
    lecture.asks_in("Padding"), lecture.answers_in("Padding"), lecture.left_out

TEACHING.md shows the pages, the tables of minutes and what they are counted from: `make notebooks`
writes them there, each between the marks of its name. In Markdown, {left_out} stands for the
sections that the short version leaves out, with their minutes."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from tools.marked import with_part
from tools.notebook.lesson import Lesson, read_all
from tools.notebook.minutes import ALONE, IN_CLASS
from tools.notebook.places import places
from tools.repository import ROOT

FILE, README = ROOT / "TEACHING.md", ROOT / "README.md"
FOLDER = Path(__file__).parent / "lectures"
VOTE, LAB = 3, 5  # minutes: a vote with a talk between neighbours; a lab
COURSES = {  # what you have → the notebooks for it, in their short versions
    "one lecture of 45 minutes, to a class that knows queries and keys": ["03"],
    "one lecture of 90 minutes, or the first of three": ["00", "02", "03"],
    "the second of three": ["05", "06"],
    "the third of three": ["08", "11"],
}
SHORT_WAY = "00", "02", "03", "05", "12", "13"  # from one head to a model that writes
OPTIONAL = "14", "90"  # not in the core: for those who want more, and for reference


@dataclass(frozen=True)
class Ask:
    """A question for the room. section: where it stands; right: what is right, if it can be said.
    Markdown."""

    words: str
    section: str
    right: str = ""

    def markdown(self, slide=None):
        """slide: the number of the one on which it is asked, if it is on one."""
        right = f" Right: {self.right}." * bool(self.right)
        place = f"*{self.section}*" + f", slide {slide}" * bool(slide)
        return f"“{self.words}” ({place}){right}"


@dataclass(frozen=True)
class Answer:
    """What students say, and what to say to it. Markdown."""

    they_say: str
    you_say: str
    section: str


@dataclass(frozen=True)
class Lecture:
    """What a lecturer is told of a lesson. minutes: how long it takes; left_out: {section: its
    minutes}, 0 if the lesson has no such section; notes: {heading: Markdown}, what belongs to no
    section."""

    lesson: Lesson
    minutes: int
    left_out: dict
    asks: list
    answers: list
    notes: dict

    def asks_in(self, section):
        return [ask for ask in self.asks if ask.section == section]

    def answers_in(self, section):
        return [answer for answer in self.answers if answer.section == section]

    @property
    def with_all(self):
        """The minutes with all votes and labs."""
        labs = sum(section.labs for section in self.lesson.sections if not section.deeper)
        return self.minutes + VOTE * len(self.asks) + LAB * labs

    @property
    def short(self):
        """The minutes of the short version, without votes and labs."""
        return self.minutes - sum(self.left_out.values())

    @property
    def markdown(self):
        asked = places(self.lesson).asked
        slides = [asked.get(cell_asking(self.lesson, ask)) for ask in self.asks]
        numbered = enumerate(zip(self.asks, slides, strict=True), start=1)
        asks = [f"{i}. {ask.markdown(slide)}" for i, (ask, slide) in numbered]
        answers = [[x.they_say, x.you_say] for x in self.answers]
        parts = {
            "Time": self.notes["Time"],
            "Ask": "\n".join(wrapped(ask, subsequent_indent="   ") for ask in asks),
            "They say, you say": table(["they say", "you say"], answers),
            "In the lab": self.notes["In the lab"],
            "What breaks": self.notes["What breaks"],
        }
        heading = f"## {self.lesson.number} {self.lesson.title}"
        told = [f"### {name}\n\n{text}" for name, text in parts.items() if text]
        return "\n\n".join([heading, *told])


def lecture_of(lesson):
    """The Lecture of a lesson; an empty one if it has no file, as notebook 90."""
    file = FOLDER / f"{lesson.stem}.toml"
    if not file.exists():
        return Lecture(lesson, lesson.class_minutes, {}, [], [], {})
    told = tomllib.loads(file.read_text("utf-8"))
    minutes = lesson.class_minutes
    core = {
        section.title: section.class_minutes for section in lesson.sections if not section.deeper
    }
    left_out = {title: core.get(title, 0) for title in told.get("left_out", [])}
    named = in_words([f"*{title}* ({length})" for title, length in left_out.items()])
    time = f"{minutes} minutes. {told['time'].replace('{left_out}', named)}"
    return Lecture(
        lesson,
        minutes,
        left_out,
        [Ask(**ask) for ask in told.get("asks", [])],
        [Answer(**answer) for answer in told.get("answers", [])],
        {
            "Time": wrapped(time),
            "In the lab": told["in_the_lab"].strip(),
            "What breaks": told.get("what_breaks", "").strip(),
        },
    )


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


# --- what is written into TEACHING.md -------------------------------------------------------------


def with_pages(text, lessons):
    """The text of TEACHING.md with the pages and the tables of these lessons."""
    lectures = [lecture for lecture in map(lecture_of, lessons) if lecture.notes]
    written = {
        "courses": courses({lecture.lesson.number: lecture for lecture in lectures}),
        "prices": prices(),
        "minutes": minutes(lectures),
        "pages": "\n\n".join(lecture.markdown for lecture in lectures),
    }
    for name, markdown in written.items():
        text = with_part(text, name, "notebooks", markdown)
    return text


def courses(lectures):
    """The table of what can be taught in so much time. lectures: {number: Lecture}"""
    rows = []
    for what, numbers in COURSES.items():
        short = sum(lectures[number].short for number in numbers)
        rows.append([what, ", ".join(numbers), short, short + VOTE * len(numbers)])
    headings = ["what you have", "notebooks, in the short version", "minutes"]
    return table([*headings, "with a vote in each"], rows)


def minutes(lectures):
    """The table of how long each lesson takes, and all together that are no option."""
    rows, core = [], []
    for lecture in lectures:
        lesson = lecture.lesson
        link = f"[{lesson.number} {lesson.title}](notebooks/{lesson.path.name})"
        alone = [lesson.minutes, lesson.deeper_minutes]
        rows.append([link, *alone, lecture.minutes, lecture.with_all, lecture.short])
        core += [rows[-1][1:]] * (lesson.number not in OPTIONAL)
    sums = map(sum, zip(*core, strict=True))
    headings = ["notebook", "alone, with exercises", "*Deeper*", "in class", "with votes and labs"]
    return table([*headings, "short version"], [*rows, ["00 to 13", *sums]])


def prices():
    """What minutes.py counts, as a list."""
    return "\n".join(
        f"- {who}: {pace.words} words and {pace.lines} open lines of code a minute; "
        f"in minutes, {others(pace)}."
        for who, pace in {"Alone": ALONE, "In class": IN_CLASS}.items()
    )


def others(pace):
    counted = {"guess": pace.guess, "question": pace.question}
    counted |= {"exercise": pace.exercise, "blank in given code": pace.blank, "lab": pace.lab}
    return in_words([f"{price} per {what}" for what, price in counted.items() if price])


def table(headings, rows):
    above, *below = (f"| {' | '.join(map(str, cells))} |" for cells in [headings, *rows])
    return "\n".join([above, "|" + "---|" * len(headings), *below])


def in_words(names):
    """A, B and C."""
    *before, last = names or [""]
    return " and ".join([", ".join(before), last] if before else [last])


def wrapped(text, **indents):
    line = " ".join(text.split())
    return fill(line, 100, break_long_words=False, break_on_hyphens=False, **indents)


def with_hours(text, lessons):
    """A text in which "the core takes 8 hours" and "the short way takes 4 hours" are true of these
    lessons. What is OPTIONAL does not count."""
    cores = {x.number: x.minutes for x in lessons if x.number not in OPTIONAL}
    counted = {"core": cores.values(), "short way": [cores[number] for number in SHORT_WAY]}
    for what, minutes_of in counted.items():
        pattern = rf"(?i)(the {what} takes) [\d¼½¾]+ hours"
        text = re.sub(pattern, rf"\g<1> {hours(sum(minutes_of))}", text)
    return text


def hours(minutes):
    """Minutes in words, to the quarter of an hour."""
    whole, quarters = divmod(round(minutes / 15), 4)
    return f"{whole}{' ¼½¾'[quarters].strip()} hours"


def write():
    """Write what is told of all lessons into TEACHING.md, and how many hours they take into
    README.md."""
    lessons = read_all()
    for file, with_all in {FILE: with_pages, README: with_hours}.items():
        text = with_all(file.read_text("utf-8"), lessons)
        file.write_text(text, encoding="utf-8", newline="\n")
