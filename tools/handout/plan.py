"""The lecturer's plan: TEACHING.md's page for each notebook, in the order of the lecture: with each
section its slides, the minute at which it begins, what to ask and what to say (make key).

A plan has two marks of time: with all votes and labs, and the short version with one vote.
"""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import jinja2

from tools.handout.contents import as_html
from tools.notebook import teaching
from tools.notebook.teaching import LAB, VOTE
from tools.repository import ROOT

HERE = Path(__file__).parent
FILE = ROOT / "handouts" / "plan.pdf"
ITALIC = re.compile(r"(?<![*\w])\*([^*]+)\*(?!\*)")


@dataclass(frozen=True)
class Row:
    """A section of a plan. slides: (first, last), or None where they are not known; votes and labs:
    how many; whole and short: the minute at which it begins, short None if it is left out; said:
    what to ask and what to say in it, HTML."""

    title: str
    slides: tuple
    minutes: int
    votes: int
    labs: int
    whole: int
    short: int
    said: tuple


def rows(lesson, lecture, places=None):
    """The rows of a lesson's plan, and how long the whole and the short version take. lecture:
    what its lecturer is told (teaching.py); places: where its slides are."""
    slides = places.sections if places else {}
    core = [section for section in lesson.sections if not section.deeper]
    sections = [x for x in core if x.title in slides] if slides else core
    votes = [len(lecture.asks_in(section.title)) for section in sections]
    labs = [section.labs for section in sections]
    kept = [section.title not in lecture.left_out for section in sections]
    first = next((i for i, count in enumerate(votes) if count and kept[i]), None)  # its one vote
    whole, short = [0], [0]
    for i, section in enumerate(sections):
        whole.append(whole[i] + section.class_minutes + VOTE * votes[i] + LAB * labs[i])
        short.append(short[i] + (section.class_minutes + VOTE * (i == first)) * kept[i])
    table = [
        Row(
            section.title,
            slides.get(section.title),
            section.class_minutes,
            votes[i],
            labs[i],
            whole[i],
            short[i] if kept[i] else None,
            tuple(said_in(lesson, section, lecture, places)),
        )
        for i, section in enumerate(sections)
    ]
    return table, whole[-1], short[-1]


def said_in(lesson, section, lecture, places):
    """What the lecturer is to ask and say in a section."""
    for ask in lecture.asks_in(section.title):
        slide = places and places.asked.get(teaching.cell_asking(lesson, ask))
        text = f"**Ask{f' on slide {slide}' if slide else ''}:** “{ask.words}”"
        text += f" **Right:** {ask.right}." * bool(ask.right)
        yield as_html([text])
    for answer in lecture.answers_in(section.title):
        yield as_html([f"**They say:** {answer.they_say} **You say:** {answer.you_say}"])


def plan_of(lesson, lecture, places):
    """What the template needs of a lesson."""
    table, whole, short = rows(lesson, lecture, places)
    notes = {name: as_html([with_slides(text, places)]) for name, text in lecture.notes.items()}
    return {"lesson": lesson, "rows": table, "whole": whole, "short": short, "notes": notes}


def with_slides(text, places):
    """A text in which each section has its slides behind it."""

    def named(match):
        slides = places.sections.get(" ".join(match[1].split()))
        return f"{match[0]} [{in_words(slides)}]" if slides else match[0]

    return ITALIC.sub(named, text)


def in_words(slides):
    first, last = slides
    return f"slide {first}" if first == last else f"slides {first}–{last}"


def html(lessons, places, katex):
    """The HTML of all plans. places: by the numbers of the lessons."""
    loader = jinja2.FileSystemLoader(HERE)
    environment = jinja2.Environment(loader=loader, undefined=jinja2.StrictUndefined)
    told = [(lesson, teaching.lecture_of(lesson)) for lesson in lessons]
    plans = [plan_of(x, lecture, places[x.number]) for x, lecture in told if lecture.notes]
    return environment.get_template("plan.html").render(
        plans=plans, in_words=in_words, vote=VOTE, lab=LAB, katex=katex
    )


def write(tab, text):
    """Print the plans in a browser's page."""
    FILE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plan.html"
        file.write_text(text, "utf-8")
        tab.goto(file.as_uri())
        tab.pdf(path=FILE, prefer_css_page_size=True, print_background=True, tagged=True)
    return f"{FILE.relative_to(ROOT)}: a plan for each notebook, with its slides and minutes"
