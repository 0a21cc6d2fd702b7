"""The files and folders that the Markdown of the repository names are there."""

import re

import pytest

from tools.repository import ROOT

ROOMS = (".ci", ".github", "binder", "data", "helpers", "hub", "notebooks", "tests", "tools")
FILES = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*")}
FILES |= {path.name for path in ROOT.iterdir()}
NAMED = re.compile(r"`([\w./@-]+(?:/|\.(?:py|js|mjs|ts|md|html|css|ipynb|npz|json|txt|toml)))`")
ELSEWHERE = re.compile("some_words|name|^/|^folder/|^site/|^handouts/")  # or not yet written


TOLD = ("CONTRIBUTING.md", "README.md", "TEACHING.md", "GRADING.md", "hub/README.md")


@pytest.mark.parametrize("file", TOLD)
def test_what_it_names_is_there(file):
    names = NAMED.findall((ROOT / file).read_text("utf-8"))
    missing = [name for name in names if not ELSEWHERE.search(name) and not is_there(name)]
    if missing:
        pytest.fail(f"{file} names what is not there: {', '.join(missing)}", pytrace=False)


def test_the_table_of_rooms_has_them_all():
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Eight ways")[0]
    named = {name.rstrip("/").rpartition("/")[2] for name in re.findall(r"`([\w./]+)`", table)}
    rooms = [*map(ROOT.joinpath, ROOMS), *(ROOT / "helpers").iterdir(), *(ROOT / "tools").iterdir()]
    missing = [
        path.relative_to(ROOT).as_posix()
        for path in rooms
        if not path.name.startswith("__") and path.name not in named
    ]
    if missing:
        pytest.fail(f"CONTRIBUTING.md, the rooms: needed {', '.join(missing)}", pytrace=False)


def test_the_files_that_the_licence_names_are_there():
    text = (ROOT / "LICENSE").read_text("utf-8")
    names = re.findall(r"(?:\.github|helpers|notebooks|tests|tools)/[\w./-]*\w", text)
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []


def is_there(name):
    """Whether a file or a folder has this path, or a path that ends with it."""
    name = name.rstrip("/")
    return any(f"/{path}".endswith(f"/{name}") for path in FILES)
