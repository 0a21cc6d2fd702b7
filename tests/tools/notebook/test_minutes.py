"""What a page's minutes are counted from."""

import nbformat
import pytest

from tools.notebook.cell import Cell
from tools.notebook.minutes import ALONE, IN_CLASS, minutes, words


def cell(source, kind="code", **metadata):
    make = getattr(nbformat.v4, f"new_{kind}_cell")
    return Cell(make(source, metadata=metadata), 0)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Three short words.", 3),
        ("A formula $QK^\\top$ is one", 5),
        ("$$\na + b\n$$", 1),
        ("A [link](05_masking.ipynb#Padding) has its words", 5),
        ("*Deeper, 3 minutes.* don't", 1),
        ("Two words <details><summary>This page</summary> and more", 2),
    ],
)
def test_words_are_what_is_read(text, count):
    assert words(text) == count


def test_each_part_of_a_page_has_its_price():
    text = cell("word " * ALONE.words, "markdown")
    code = cell("x = 1\n\n" * ALONE.lines)
    folded = cell("x = 1\n" * 100, tags=["drawing"])
    assert minutes([text, code, folded]) == 2
    asked = [cell("", entry=name) for name in ("shift", "softmax")]
    assert [minutes([x]) for x in asked] == [ALONE.question, ALONE.exercise]
    guess = [cell("", "markdown", tags=["predict"]), cell("predict()", entry="times")]
    shown = cell("answer()\n" * ALONE.lines, tags=["prediction"])
    assert [minutes(guess), minutes([*guess, shown])] == [ALONE.guess, ALONE.guess + 1]
    assert minutes([cell("labs.masks()", tags=["lab"])]) == ALONE.lab


def test_a_class_does_no_exercises():
    task = cell("word " * 500, "markdown", entry="softmax")
    assert minutes([task, cell("", entry="softmax")], IN_CLASS) == 0
    assert minutes([task]) > 2
