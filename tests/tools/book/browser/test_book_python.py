"""The book's Python, run by node: a cell shows what is stored, an answer is told the same."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from helpers.exercises import check
from tests.helpers.exercises.answers import RIGHT, WRONG
from tests.lessons import read
from tests.notebooks import stored
from tools.book import book_python
from tools.book.web.narrow import image_tag
from tools.notebook.execute import SCRIPT
from tools.repository import PATHS, ROOT

# What differs there: whole numbers have 32 bits, and neither Jupyter nor the model is there.
DIFFERENT = {
    "00_start_here": {"check-run"},
    "05_masking": {"meaning-wrong-run"},
    "06_multi_head": {"payoff"},  # recorded: the model is not there
    "08_transformer_block": {"clear-yours", "own-blocks", "payoff"},  # as well
}
TIMES = re.compile(r"takes \d+\.\d times as long")  # measured where a cell runs

RUN = """
import json, sys, notebook
cells = json.loads(open("/tests/cells.json").read())
print(json.dumps([json.loads(notebook.run(name, source)) for name, source in cells]))
"""
ANSWERS = """
import json, sys
sys.path.append("/tests")
import notebook
from tests.helpers.exercises.answers import RIGHT, WRONG
from helpers.exercises import check
from helpers.exercises.engine import kept
kept.in_a_notebook = lambda: False  # as in this process
refused = [(name, answer) for name in WRONG for answer, _ in WRONG[name]]
accepted = [(name, answer) for name in RIGHT for answer in RIGHT[name]]
print(json.dumps([check(name, answer).message for name, answer in refused + accepted]))
"""


@pytest.fixture(scope="module")
def python(site):
    folder = site / "book" / "python"

    def run(code, place):
        command = [book_python.NODE, Path(__file__).parent / "book_node.mjs", folder, place, code]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        assert not done.returncode, done.stderr[-2000:]
        return json.loads(done.stdout.splitlines()[-1])

    return run


@pytest.mark.sample("02")  # the tests of the workbench run 05
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_cell_shows_what_is_stored(python, path, tmp_path):
    elsewhere = {"widget", "model"}  # what has these tags does not run in the book
    cells = [cell for cell in read(path).code if elsewhere.isdisjoint(cell.tags)]
    sources = [(cell.id, cell.source) for cell in cells]
    (tmp_path / "cells.json").write_text(json.dumps(sources), "utf-8")
    for cell, (outputs, ended, *_) in zip(cells, python(RUN, tmp_path), strict=True):
        if cell.id in DIFFERENT.get(path.stem, ()):
            continue
        assert ended, outputs
        assert shown(outputs) == [*map(meant, cell.outputs)], cell.id


def shown(outputs):
    """What a cell showed in the book's Python."""
    texts = [stored.without_pictures(SCRIPT.sub("", item["text"])) for item in outputs]
    return [(item["kind"], TIMES.sub("", text)) for item, text in zip(outputs, texts, strict=True)]


def meant(output):
    """The same of a stored output, with its pictures as the book has them."""
    if output.kind == "text":
        return "text", TIMES.sub("", output.text)
    if output.lab:
        return "lab", output.lab
    return "html", stored.without_pictures(output.html_with(tag_of=image_tag))


@pytest.mark.sample
def test_every_answer_is_told_what_it_is_told_in_jupyter(python):
    refused = [(name, answer) for name in WRONG for answer, _ in WRONG[name]]
    accepted = [(name, answer) for name in RIGHT for answer in RIGHT[name]]
    messages = python(ANSWERS, ROOT)
    differ = [
        (name, there, here)
        for (name, answer), there in zip(refused + accepted, messages, strict=True)
        if alike(there) != alike(here := check(name, answer).message)
    ]
    assert [case for case in differ if "too large to convert to C long" not in case[1]] == []


def alike(message):
    """Without what differs: Python's own words of an error, and the bits of a whole number."""
    return re.sub("(?m)^\\w+Error: .*$", "", re.sub("int32|int64", "int", message))
