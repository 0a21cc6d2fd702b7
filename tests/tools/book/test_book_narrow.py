"""What becomes of an output where there is little room."""

import pytest

from helpers.drawing.drawing import Fields
from tools.book.web.narrow import image_tag, is_table

TABLES = ["a  b\nc  d", "1 2 3", "[[1, 0], [0, 1]]", "line 1: 2 * x)\n      ^", "from -1.5 -2"]


@pytest.mark.parametrize("text", TABLES)
def test_columns_numbers_in_a_row_and_a_caret_keep_their_places(text):
    assert is_table(text)


@pytest.mark.parametrize(
    "text", ["two words\nand three", "a: 0.68, b: 0.1", "[CLS] 4 tokens", "2 ^ 3"]
)
def test_prose_wraps(text):
    assert not is_table(text)


def test_a_small_sheet_is_whole_on_a_phone_and_a_wide_one_has_letters_that_can_be_read():
    assert "min-width:360px" in image_tag(Fields("A", "b", 780, 416, 600))
    wide = image_tag(Fields("A", "b", 1000, 300, 900, focus=0.4))
    assert "min-width:648px" in wide
    assert 'data-focus="0.4"' in wide
