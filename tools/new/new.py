"""Write the files of a new notebook, which runs as it stands, and run it (make new).

python -m tools.new.new NUMBER NAME

The skeleton beside this file has a prediction, an exercise and a lab. In it, 99 stands for the
number and some_words for the name of the notebook and of its lab; the names of its exercise and of
its prediction begin with it. The tests then say what is missing: rows in the tables, the link from
the notebook before, the heading in notebook 90.
"""

import re
import subprocess
import sys
from pathlib import Path

import nbformat

from helpers import labs
from tools.notebook.lesson import read
from tools.repository import NOTEBOOKS, PATHS, ROOT

SKELETON = Path(__file__).resolve().parent / "skeleton"


def write(number, name):
    """Write the files and return their paths. ValueError for a number or a name that cannot be."""
    refuse(number, name)
    stem = f"{number}_{name}"
    words = name.replace("_", " ")
    text_for = {
        "99": number,
        "some_words": name,
        "some words": words,
        "Some words": words.capitalize(),
        "PREVIOUS": read(max(path for path in PATHS if path.name < number)).link,
        "NEXT": read(min(path for path in PATHS if path.name > number)).link,
    }

    def fill(text):
        return re.sub("|".join(text_for), lambda match: text_for[match[0]], text)

    notebook = nbformat.read(SKELETON / "notebook.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.id, cell.source = fill(cell.id), fill(cell.source)
        if "entry" in cell.metadata:
            cell.metadata["entry"] = fill(cell.metadata["entry"])
    files = {NOTEBOOKS / f"{stem}.ipynb": nbformat.writes(notebook)}
    for file, path in (
        ("exercises/__init__.py", f"helpers/exercises/n{stem}/__init__.py"),
        ("exercises/scope.py", f"helpers/exercises/n{stem}/scope.py"),
        ("exercises/some_words_largest.py", f"helpers/exercises/n{stem}/{name}_largest.py"),
        ("lab.py", f"helpers/labs/{name}_lab.py"),
        ("lecture.toml", f"tools/notebook/lectures/{stem}.toml"),
    ):
        files[ROOT / path] = fill((SKELETON / file).read_text("utf-8"))
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(files)


def refuse(number, name):
    """ValueError where a notebook of this number and name cannot be written."""
    taken = {path.name[:2]: path.name for path in PATHS}
    if not re.fullmatch(r"\d\d", number) or not min(taken) < number < max(taken):
        raise ValueError(f"N: given {number!r}, needed two digits, from 01 to 89, such as 15")
    if number in taken:
        raise ValueError(f"N: given {number}, which is {taken[number]}; needed a free number")
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
        raise ValueError(
            f"NAME: given {name!r}, needed small letters in words joined by _, such as writing_fast"
        )
    if name in labs.NAMES:
        raise ValueError(
            f"NAME: given {name}, which is the lab in helpers/labs/{name}_lab; needed another name"
        )


def main(number="", name=""):
    try:
        files = write(number.zfill(2), name)
    except ValueError as error:
        sys.exit(f"{error}: make new N=15 NAME=some_words")
    for path in files:
        print(f"wrote {path.relative_to(ROOT)}")
    execute = [sys.executable, "-m", "tools.notebook.execute", str(files[0])]
    return subprocess.call(execute, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
