"""What becomes of an output where there is little room."""

import re

import matplotlib.pyplot as plt
import pytest

from helpers.drawing.drawing import PNG, Fields
from helpers.figures.plot import UNITS
from tests.lessons import read
from tools.book.book_pages import breakable
from tools.book.web.narrow import image_tag, is_table
from tools.repository import PATHS

ROW = " ".join(["0.25"] * 9)
CODE = [("p", "(["), ("p", "])"), ("c1", "# (n,) -&gt; ()")]  # highlighted
TABLES = [f"[[{ROW}]\n [{ROW}]]", "line 1: 2 * x)\n      ^"]


@pytest.mark.parametrize("text", TABLES)
def test_rows_of_a_wide_matrix_and_a_caret_keep_their_places(text):
    assert is_table(text)


@pytest.mark.parametrize(
    "text", ["two words\nand three", "mean:   0.68", f"mean: [{ROW}]", "[[1, 0]\n [0, 1]]", "2 ^ 3"]
)
def test_a_line_wraps(text):
    assert not is_table(text)


def test_code_wraps_behind_a_bracket_that_opens_and_not_inside_an_arrow():
    opens, closes, arrow = (f'<span class="{kind}">{text}</span>' for kind, text in CODE)
    assert breakable(opens + closes) == f"{opens}<wbr>{closes}"
    assert breakable(arrow) == '<span class="c1"># (n,) <span class="arrow">-&gt;</span> ()</span>'


def test_a_small_sheet_is_whole_on_a_phone_and_a_wide_one_has_letters_that_can_be_read():
    assert "min-width:348px" in image_tag(Fields("A", "b", 780, 416, 600))
    wide = image_tag(Fields("A", "b", 1000, 300, 900, focus=0.4))
    assert "min-width:648px" in wide
    assert 'data-focus="0.4"' in wide


def test_letters_of_a_plot_are_12_pixels_high_on_a_phone():
    with plt.style.context("helpers.figures.series"):
        letters = plt.rcParams["font.size"] / 72 * UNITS
    outputs = (output for path in PATHS for cell in read(path).code for output in cell.outputs)
    plots = [drawing for output in outputs for drawing in output.drawings if drawing.mime == PNG]
    assert len(plots) > 20
    for drawing in plots:
        (least,) = re.findall(r"min-width:(\d+)px", image_tag(drawing))
        shown = max(390, int(least)) / drawing.units
        assert round(letters * shown, 1) >= 12, drawing.title
