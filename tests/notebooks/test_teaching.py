"""TEACHING.md speaks of what there is: minutes, sections, settings, questions and what is right,
words and code of the lesson and its lab."""

import builtins
import re
from pathlib import Path

import pytest

from helpers import labs
from helpers.exercises import FILES
from helpers.exercises.engine.question import Question
from tests import lessons
from tests.notebooks.test_notebooks import complain
from tools.notebook import teaching
from tools.notebook.teaching import in_one_line
from tools.repository import LESSONS, ROOT, START
from tools.slides.slides import EXTENSION

SHORT = 35  # minutes of the short version, at most
QUOTED = re.compile("“([^”]+)”")
ITALIC = re.compile(r"(?<![*\w])\*([^*]+)\*(?!\*)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
CODE = re.compile("`([^`]+)`")


def says(text, words):
    """Whether these words stand in a text, from the beginning of a word to the end of one."""
    return re.search(rf"(?<!\w){re.escape(in_one_line(words))}(?!\w)", text)


TEXT = (ROOT / "TEACHING.md").read_text("utf-8")
FRONT = TEXT[: TEXT.index("\n## 00 ")]
_, *PARTS = re.split(r"(?m)^## (\d\d .*)$", TEXT)
HEADINGS = PARTS[::2]
TEXTS = [text.split("\n## ")[0] for text in PARTS[1::2]]  # the last page ends before the appendix
PAGES = {heading[:2]: text for heading, text in zip(HEADINGS, TEXTS, strict=True)}
SERIES = {lesson.number: lesson for lesson in lessons.SERIES}
READ = {number: teaching.lecture_of(lesson) for number, lesson in SERIES.items()}
READ = {number: lecture for number, lecture in READ.items() if lecture.notes}
LABS = ROOT / "helpers" / "labs"
SCRIPTS = in_one_line(
    "".join(path.read_text("utf-8") for path in [*LABS.rglob("*.js"), *LABS.rglob("*_lab.py")])
)
every_page = pytest.mark.parametrize("number", [number for number in PAGES if number in SERIES])
every_lecture = pytest.mark.parametrize("number", READ)


# --- each page ----------------------------------------------------------------------------------


def test_every_notebook_has_its_page():
    expected = {lesson.number: f"{lesson.number} {lesson.title}" for lesson in SERIES.values()}
    complain([f"TEACHING.md has no page for {x}" for x in expected if x not in PAGES])
    assert HEADINGS == list(expected.values())


def test_what_lecturers_are_told_stands_in_teaching():
    if teaching.with_pages(TEXT, lessons.SERIES) != TEXT:
        complain(["TEACHING.md is older than tools/notebook/lectures: make notebooks writes it"])


@every_page
def test_what_a_page_names_exists(number):
    """Sections in italics, settings of the lab in bold, words in quotation marks, code."""
    lesson, text = SERIES[number], " ".join(PAGES[number].split())
    shown = [getattr(labs, cell.lab) for cell in lesson.cells if cell.lab]
    settings = {preset.name for lab in shown for preset in lab.presets}
    tasks = [challenge.task for lab in shown for challenge in lab.challenges]
    headings = {cell.heading[1] for cell in lesson.cells if cell.heading}
    source = "\n".join(cell.source for cell in lesson.cells)
    folders = [Path(file.__file__).parent for stem, file in FILES.items() if stem == lesson.stem]
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    code = source + "".join(path.read_text("utf-8") for path in files)
    words = in_one_line("\n".join([source, *tasks])) + SCRIPTS
    unquoted = QUOTED.sub("", CODE.sub("", text))
    italics, bold = ITALIC.findall(BOLD.sub("", unquoted)), BOLD.findall(unquoted)
    missing = [f"a section {name!r}" for name in italics if name not in headings]
    missing += [f"a setting {name!r}" for name in bold if name not in settings]
    missing += [f"the words {quote!r}" for quote in QUOTED.findall(text) if not says(words, quote)]
    missing += [f"the code {name!r}" for name in CODE.findall(text) if not is_code(name, code)]
    complain([f"TEACHING.md names what {lesson.stem} has not: {name}" for name in missing])


def is_code(name, code):
    return name in code or hasattr(builtins, name)


@every_lecture
def test_the_short_version_is_short_and_leaves_out_sections(number):
    lecture = READ[number]
    place = f"tools/notebook/lectures/{lecture.lesson.stem}.toml, left_out"
    wrong = [title for title, minutes in lecture.left_out.items() if not minutes]
    complain([f"{place}: {title!r} is no section with minutes" for title in wrong])
    if lecture.short > SHORT:
        complain([f"{place}: {lecture.short} minutes are left, needed {SHORT} at most"])


@every_lecture
def test_each_question_and_each_answer_names_its_section(number):
    """What the speaker's view and the printed plan find by it."""
    lecture, core = READ[number], {section.title for section in SERIES[number].sections[1:]}
    place = f"tools/notebook/lectures/{lecture.lesson.stem}.toml"
    named = [*lecture.asks, *lecture.answers]
    complain([f"{place}: {x.section!r} is no section" for x in named if x.section not in core])


# --- what is asked ------------------------------------------------------------------------------


def entry_asking(number, words):
    """The question or the prediction with these words; None if only a picture answers it."""
    asking = False
    for cell in SERIES[number].cells:
        if isinstance(cell.entry, Question) and words in in_one_line(cell.entry.ask):
            return cell.entry
        if cell.kind == "predict":
            asking = words in in_one_line(cell.source)
        elif cell.kind == "prediction" and asking:
            return cell.entry
    return None


QUESTIONS = [
    (number, in_one_line(ask.words), ask.section, ask.right)
    for number in READ
    for ask in READ[number].asks
]


@pytest.mark.parametrize(("number", "words", "section", "right"), QUESTIONS)
def test_a_question_stands_in_its_section_and_the_right_answer_is_right(
    number, words, section, right
):
    place = f"tools/notebook/lectures/{SERIES[number].stem}.toml, asks, “{words}”"
    asked = [in_one_line(s.source) for s in SERIES[number].sections if s.title == section]
    if not any(words in text for text in asked):
        complain([f"{place}: needed its section, {section!r} does not ask it"])
    entry = entry_asking(number, words)
    if entry:
        needed = entry.right if isinstance(entry, Question) else entry.shown()
        if right != needed:
            complain([f"{place}: needed right = {needed!r}"])


# --- the keys ---


def test_the_table_of_keys_has_those_of_the_show():
    table = FRONT[FRONT.index("| key |") :].split("\n\n")[0]
    named = re.findall(r"(?m)^\| \*{0,2}([A-Z])\b(?!\w)", table)
    keys = (EXTENSION / "show" / "static" / "keys.js").read_text("utf-8")
    letters = re.search(r"const unlessTyped = \{(.*?)\};", keys, re.DOTALL)[1]
    assert sorted(named) == sorted(x.upper() for x in re.findall(r"(?m)^ +([a-z]): ", letters))


def test_readme_and_first_page_say_how_long_the_series_takes():
    """In the words in which the minutes are found and written anew; that those of the first page
    are what is counted is asked of every notebook (test_notebooks_run.py)."""
    readme = (ROOT / "README.md").read_text("utf-8")
    first = "\n".join(cell.source for cell in lessons.read(START).markdown)
    for text in (readme, first):
        assert len(re.findall("(?i)the (?:core|short way) takes [\\d¼½¾]+ hours", text)) == 2
    assert len(re.findall(r"page takes \d+ minutes", first)) == 1
    assert len(re.findall(r"(?m)^\| \[.* \| \d+ \|$", first)) == len(LESSONS)
    if teaching.with_hours(readme, lessons.SERIES) != readme:
        complain(["the README's hours are not those that are counted: make notebooks writes them"])


# --- the whole course ---------------------------------------------------------------------------


def test_what_a_lab_says_is_quoted_as_it_says_it():
    assert [words for words in QUOTED.findall(FRONT) if not says(SCRIPTS, words)] == []


def test_links_lead_to_files_and_the_plan_is_linked():
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert [link for link in links if not (ROOT / link).is_file()] == []
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "TEACHING.md" in (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize(
    "mark", ["<!-- minutes: written by make notebooks -->", "<!-- end of pages -->"]
)
def test_without_a_mark_nothing_is_written(mark):
    text = (ROOT / "TEACHING.md").read_text("utf-8")
    with pytest.raises(ValueError, match=r"^needed <!-- "):
        teaching.with_pages(text.replace(mark, ""), SERIES.values())
