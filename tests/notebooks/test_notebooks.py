"""The notebooks as they are stored, and what belongs to each: files of its name, rows in tables,
links. What is missing is said in one line."""

import re
from itertools import pairwise

import pytest

from tests.lessons import SERIES, read
from tests.notebooks import checks
from tools.repository import LESSONS, ROOT, START

EVERY = [(check, lesson) for check in checks.EVERY for lesson in SERIES]
LESSON = [(check, lesson) for check in checks.LESSON for lesson in SERIES if lesson.path in LESSONS]
every_notebook = pytest.mark.parametrize("lesson", SERIES, ids=lambda lesson: lesson.number)
ROW = re.compile(r"^\| \[(\d\d) (.+?)\]\((?:notebooks/)?(\d\d_\w+\.ipynb)\) \|(.*)\|$", re.M)
# The tables of notebooks: file → its text, and the notebook that has no row there.
TABLES = {
    "README.md": ((ROOT / "README.md").read_text("utf-8"), None),
    START.name: ("\n".join(cell.source for cell in read(START).markdown), START),
}


def complain(lines):
    """Fail with one line for each thing that is wrong, and nothing else."""
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize(
    ("check", "lesson"), EVERY + LESSON, ids=lambda x: getattr(x, "__name__", None) or x.number
)
def test_stored(check, lesson):
    try:
        complaints = check(lesson)
    except ValueError as error:  # the metadata names an entry that there is not
        complaints = [error]
    complain([f"{lesson.path.name}: {complaint}" for complaint in complaints])


def test_each_number_has_one_notebook():
    names = [lesson.path.name for lesson in SERIES]
    complain([f"{name}: needed two digits, then words" for name in names if not named(name)])
    complain([f"{a} and {b} have one number" for a, b in pairwise(names) if a[:2] == b[:2]])


def named(name):
    return re.fullmatch(r"\d\d(_[a-z]+)+\.ipynb", name)


def test_each_lesson_has_its_files_and_each_folder_its_lesson():
    folders = {path.parent.name for path in (ROOT / "helpers/exercises").glob("n*/__init__.py")}
    needed = {f"n{path.stem}" for path in LESSONS}
    complain([f"helpers/exercises has no {name}" for name in sorted(needed - folders)])
    complain([f"helpers/exercises/{name} is of no notebook" for name in sorted(folders - needed)])


@pytest.mark.parametrize("file", TABLES)
@every_notebook
def test_the_tables_of_notebooks_have_its_number_title_and_file(file, lesson):
    text, without = TABLES[file]
    rows = [row for row in ROW.findall(text) if row[0] == lesson.number]
    expected = [] if lesson.path == without else [(lesson.number, lesson.title, lesson.path.name)]
    if expected and not rows:
        complain([f"{file} has no row for {lesson.number}"])
    elif [row[:3] for row in rows] != expected:
        complain([f"{file}: the row for {lesson.number} is not {expected}, but {rows}"])


@pytest.mark.parametrize("file", TABLES)
def test_the_tables_are_in_the_order_of_the_series(file):
    numbers = [row[0] for row in ROW.findall(TABLES[file][0])]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(("lesson", "after"), [*pairwise(SERIES)], ids=lambda lesson: lesson.number)
def test_its_last_cell_leads_to_the_next(lesson, after):
    if f"Next: {after.link}" not in lesson.cells[-1].source:
        complain([f"{lesson.path.name} does not end with a link to {after.link}"])


@every_notebook
def test_a_link_calls_a_notebook_by_its_title(lesson):
    text = "\n".join(cell.source for cell in lesson.markdown)
    links = re.findall(r"\[\d\d [^\]]+\]\(\d\d_\w+\.ipynb\)", text)
    known = {other.link for other in SERIES}
    complain(
        [f"{lesson.path.name}: {link} has another title" for link in links if link not in known]
    )
