"""What a page's minutes are counted from, here counted by hand."""

import nbformat
import pytest

from tools.notebook.cell import Cell
from tools.notebook.minutes import minutes, words
from tools.notebook.teaching import hours


def cell(source, kind="code", **metadata):
    make = getattr(nbformat.v4, f"new_{kind}_cell")
    return Cell(make(source, metadata=metadata), 0)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("A formula $QK^\\top$ is one, and $$\na + b\n$$ another", 8),
        ("*Deeper, 3 minutes.* A [link](05_masking.ipynb#Padding) doesn't count twice", 5),
        ("Two words <details><summary>This page</summary> and more", 2),
    ],
)
def test_words_are_what_is_read(text, count):
    assert words(text) == count


@pytest.mark.parametrize(
    ("cells", "price"),
    [
        ([cell("word " * 180, "markdown"), cell("x = 1\n\n" * 10)], 2),
        ([cell("x = 1")] * 10, 1),  # ten tenths, which only Python 3.12 and newer add up to 1
        ([cell("x = 1\n" * 100, tags=["drawing"])], 0),  # folded
        ([cell("", "markdown", tags=["predict"]), cell("predict()", entry="times")], 1),
        ([cell("", entry="shift")], 2),  # a question
        ([cell("", entry="softmax")], 6),  # an exercise
        ([cell("", entry="encode")], 3),  # an exercise that is a blank
        ([cell("a = [..., ..., 0]\n" + "b = x[..., None]\n" * 9)], 4),  # a blank in given code
        ([cell("a = b - 5 * ...\n" * 10)], 4),
        ([cell("b = x[..., None]\n" * 10)], 1),
        ([cell("labs.masks()", tags=["lab"])], 5),
    ],
)
def test_each_part_of_a_page_has_its_price(cells, price):
    assert minutes(cells) == price


def test_hours_are_told_to_the_quarter():
    assert [hours(x) for x in (473, 247, 98)] == ["8 hours", "4 hours", "1¾ hours"]
