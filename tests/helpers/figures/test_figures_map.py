"""The picture that says where a notebook is."""

import pytest

from helpers import figures
from helpers.drawing.shapes import Word
from helpers.figures.here import NAMES, PARTS, short, strip


def shapes(drawing, kind):
    return [shape for shape in drawing.shapes if isinstance(shape, kind)]


@pytest.mark.parametrize("part", PARTS)
def test_where_a_notebook_is_has_a_bold_name(part):
    """The norm has one in each of its three boxes."""
    drawing = strip(part, title="Here")
    (bold,) = {word.text for word in shapes(drawing, Word) if word.bold}
    assert bold == NAMES[part]
    assert drawing.text.endswith(f"Highlighted: {short(part)}.")


def test_what_is_not_lit_is_faint_but_what_stands_in_a_lit_frame():
    def faint(*parts):
        words = shapes(strip(*parts, title="Here"), Word)
        return {word.text for word in words if word.tone == "faint"}

    assert not {"tokens", "softmax", "norm"} & faint()
    assert {"tokens", "softmax", "norm"} <= faint("mlp")
    assert {"tokens", "softmax"} & faint("blocks") == {"tokens"}


def test_two_parts_can_be_lit_and_none():
    assert "Highlighted: softmax and · values.\n" in figures.here("softmax", "values").text
    assert "Highlighted" not in figures.here().text
    with pytest.raises(ValueError, match="parts: given 'key', needed one of 'text', "):
        figures.here("key")
