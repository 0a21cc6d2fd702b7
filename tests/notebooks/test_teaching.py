"""TEACHING.md speaks of what there is: sections, minutes, settings, questions, what is right. And
the key has every exercise, question and prediction."""

import builtins
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from helpers import labs
from helpers.exercises import CHECKED, FILES, PREDICTED
from helpers.exercises.engine.prediction import Choice
from helpers.exercises.engine.question import LETTERS, Question
from tests.notebooks import checks
from tools.handout import key
from tools.notebook.lesson import read
from tools.notebook.media import JUPYTERLAB
from tools.repository import ROOT

LABS = ROOT / "helpers" / "labs"
PARTS = ["Time", "Ask", "They say, you say", "In the lab", "What breaks"]
MOST_WORDS = 390  # of a page that is printed on one sheet
SHORT = 35  # minutes
QUOTED = re.compile("“([^”]+)”")
ITALIC = re.compile(r"(?<![*\w])\*([^*]+)\*(?!\*)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
CODE = re.compile("`([^`]+)`")
LEFT_OUT = re.compile(r"\*([^*]+)\* \((\d+)\)")
ASKED = re.compile(r"\d\. “([^”]+)” \(\*([^*]+)\*\)(.*)")
VOTES = re.compile(r"(?: Right: (.+?)\.)? Guess: (.+?)\.(?: |$)")


def plain(text):
    """In one line, with straight quotation marks."""
    return " ".join(re.sub("[“”]", '"', text).split())


def says(text, words):
    """Whether these words stand in a text, and the first and the last of them are whole."""
    return re.search(rf"(?<!\w){re.escape(plain(words))}(?!\w)", text)


def parts(text, marks):
    """{heading: what stands below it}, of one level."""
    _, *found = re.split(rf"(?m)^{marks} (.*)$", text)
    return dict(zip(found[::2], found[1::2], strict=True))


TEXT = (ROOT / "TEACHING.md").read_text("utf-8")
PAGES = {
    name[:2]: (name[3:], text) for name, text in parts(TEXT, "##").items() if name[0].isdigit()
}
FRONT = TEXT[: TEXT.index("\n## 00 ")]
SCRIPTS = "".join(
    path.read_text("utf-8") for path in [*LABS.rglob("*.js"), *LABS.rglob("*_lab.py")]
)


@dataclass
class Content:
    """What a notebook has, of which a page may speak."""

    title: str
    sections: dict  # {name: its source}
    minutes: dict  # {name: minutes}, of those that are not Deeper
    labs: list
    source: str


def content(lesson):
    headings = {name: "" for _, name in checks.headings_of(lesson)}
    core = [section for section in lesson.sections if section.minutes and not section.deeper]
    return Content(
        lesson.title,
        headings | {section.title: section.source for section in lesson.sections},
        {section.title: section.minutes for section in core},
        [getattr(labs, cell.lab) for cell in lesson.cells if cell.lab],
        "\n".join(cell.source for cell in lesson.cells),
    )


READ = {path.stem[:2]: read(path) for path in checks.PATHS}
LESSONS = {number: content(lesson) for number, lesson in READ.items()}
ENTRIES = {stem[:2]: [*file.CHECKED, *file.PREDICTED] for stem, file in FILES.items()}
every_page = pytest.mark.parametrize("number", LESSONS)
every_lesson = pytest.mark.parametrize("number", [path.stem[:2] for path in checks.LESSONS])


def page(number):
    """The parts of a page, each in one line with its curly quotes."""
    return {name: " ".join(text.split()) for name, text in parts(PAGES[number][1], "###").items()}


def left_out(number):
    return {name: int(said) for name, said in LEFT_OUT.findall(page(number)["Time"])}


def in_short(number):
    return sum(LESSONS[number].minutes.values()) - sum(left_out(number).values())


# --- each page ----------------------------------------------------------------------------------


def test_every_notebook_has_its_page():
    assert {number: title for number, (title, _) in PAGES.items()} == {
        number: lesson.title for number, lesson in LESSONS.items()
    }


@every_page
def test_a_page_fits_one_sheet_and_has_its_parts(number):
    assert len(PAGES[number][1].split()) <= MOST_WORDS
    assert list(page(number)) == ([] if number == "90" else PARTS)


@every_page
def test_what_a_page_names_exists(number):
    """Sections in italics, settings in bold, words in quotation marks, code."""
    it, text = LESSONS[number], " ".join(PAGES[number][1].split())
    settings = [preset.name for lab in it.labs for preset in lab.presets]
    tasks = [challenge.task for lab in it.labs for challenge in lab.challenges]
    known = plain("\n".join([it.source, *tasks, SCRIPTS]))
    unquoted = QUOTED.sub("", CODE.sub("", text))
    assert [name for name in BOLD.findall(unquoted) if name not in settings] == []
    assert [
        name for name in ITALIC.findall(BOLD.sub("", unquoted)) if name not in it.sections
    ] == []
    assert [words for words in QUOTED.findall(text) if not says(known, words)] == []
    assert [code for code in CODE.findall(text) if not is_code_of(number, code)] == []


def is_code_of(number, code):
    """Whether it is said in the notebook, is right or a known mistake in its exercises, or is of
    Python itself."""
    files = [file.__file__ for stem, file in FILES.items() if stem[:2] == number]
    known = [LESSONS[number].source, *(Path(file).read_text("utf-8") for file in files)]
    return any(code in text for text in known) or hasattr(builtins, code)


@every_lesson
def test_the_minutes_are_the_notebook_s(number):
    said = re.match(r"(\d+) minutes\. In (\d+), leave out ", page(number)["Time"])
    assert [int(each) for each in said.groups()] == [sum(LESSONS[number].minutes.values()), SHORT]
    assert left_out(number) == {name: LESSONS[number].minutes[name] for name in left_out(number)}
    assert in_short(number) <= SHORT


@every_lesson
def test_a_challenge_is_posed_in_the_lab_s_words(number):
    tasks = {plain(task.task) for lab in LESSONS[number].labs for task in lab.challenges}
    posed = {plain(words) for words in QUOTED.findall(page(number)["In the lab"])}
    assert tasks & posed


# --- what is asked ------------------------------------------------------------------------------


def asked(number):
    """(words, section, right or nothing, guess) of each question of a page."""
    items = re.split(r" (?=\d\. “)", page(number)["Ask"])
    for item in items:
        words, section, rest = ASKED.match(item).groups()
        yield plain(words), section, *VOTES.match(rest).groups()


def entry_asking(number, words):
    """The question or the prediction with these words; None for one that only has an answer."""
    for entry in ENTRIES.get(number, []):
        if isinstance(entry, Question) and words in plain(entry.ask):
            return entry
    for section in READ[number].sections:
        for asking, answering in section.predictions:
            if words in plain(asking.source):
                return answering.entry
    return None


@pytest.mark.parametrize("number", [number for number in LESSONS if number != "90"])
def test_questions_are_asked_as_in_the_notebook_and_the_right_answer_is_right(number):
    found = list(asked(number))
    assert len(found) in (2, 3)
    for words, section, right, guess in found:
        assert words in plain(LESSONS[number].sections[section]), (words, section)
        entry = entry_asking(number, words)
        if isinstance(entry, Question):
            options, truth = LETTERS, entry.right
        elif isinstance(entry, Choice):
            options, truth = entry.options, entry.shown()
        else:
            options, truth = (), entry.shown() if entry else right
        assert right == truth, words
        votes = [re.findall(rf"(?:^|, ){re.escape(each)} (\d+)", guess) for each in options]
        assert sum(int(share) for (share,) in votes) == 100 if options else "most say" in guess


def test_of_each_lesson_something_is_asked_that_the_checks_know():
    for number in ENTRIES:
        assert any(entry_asking(number, words) for words, *_ in asked(number))


# --- the whole course ---------------------------------------------------------------------------


def rows(heading):
    """The rows of a table with this first heading."""
    table = FRONT[FRONT.index(f"| {heading} |") :].split("\n\n")[0]
    return [[each.strip() for each in row.strip("|").split("|")] for row in table.split("\n")[2:]]


def test_the_table_of_minutes():
    table = {row[0][1:3]: row[1:] for row in rows("notebook")}
    assert list(table) == [number for number in LESSONS if number != "90"]
    assert table.pop("00") == ["10", "10", ""]
    assert "This page takes 10 minutes" in LESSONS["00"].source
    for number, said in table.items():
        minutes = sum(LESSONS[number].minutes.values())
        _, exercises = READ[number].stated_minutes
        assert said == [str(minutes), str(in_short(number)), str(exercises)]


def test_the_lectures_take_as_long_as_their_notebooks():
    short = {row[0][1:3]: int(row[2]) for row in rows("notebook")}
    for _, numbers, minutes in rows("what you have"):
        assert sum(short[number] for number in numbers.split(", ")) == int(minutes)


def test_what_a_lab_says_is_quoted_as_it_says_it():
    known = plain(SCRIPTS)
    quoted = QUOTED.findall(FRONT)
    assert len(quoted) >= 3
    assert [words for words in quoted if not says(known, words)] == []


def test_links_lead_to_files_and_the_plan_is_linked():
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert links
    assert [link for link in links if not (ROOT / link).is_file()] == []
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "TEACHING.md" in (ROOT / name).read_text("utf-8")


# --- the key ------------------------------------------------------------------------------------


def test_the_key_has_every_entry_once_with_what_is_right():
    text, pieces = (
        key.text(),
        [piece for lesson in READ.values() for piece in key.key(lesson)],
    )
    for entry in CHECKED.values():
        task = JUPYTERLAB.task(entry)
        (piece,) = [piece for piece in pieces if piece.startswith(f"{task}\n\n")]
        if isinstance(entry, Question):
            assert f"\n\n**Answer: {entry.right}.** " in piece
        else:
            assert f"\n{entry.solution.strip()}\n```\n\n**Why:** {entry.why}" in piece
        assert piece in text
    for entry in PREDICTED.values():
        right = f"\n\n**Computed:** {entry.shown()}. {entry.why}"
        (piece,) = [each for each in pieces if each.endswith(right)]
        assert piece.startswith("**Predict.** ")
        assert piece in text


@every_page
def test_the_key_answers_every_prediction_of_a_notebook(number):
    pieces = [piece for piece in key.key(READ[number]) if piece.startswith("**Predict.** ")]
    assert len(pieces) == LESSONS[number].source.count("**Predict.**")
    assert all("\n\n**Computed:** " in piece or "```text\nAnswer:" in piece for piece in pieces)


def test_the_key_is_not_in_the_repository():
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert f"{key.FILE.relative_to(ROOT).parts[0]}/" in ignored
