"""The picture that says where a notebook is."""

import pytest

from helpers import figures
from helpers.drawing.shapes import Word
from helpers.exercises import PARTS as EXERCISE_PARTS
from helpers.figures.here import NAMES, PARTS, short, strip
from helpers.figures.written import COMPUTED_BY, written
from helpers.language.block_functions import NEW


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


def test_what_the_reader_wrote_is_lit_on_the_map():
    assert "Highlighted" not in written([]).text
    assert "nothing yet" in written([]).text
    assert written(["softmax", "values_back", "mlp"]).text.endswith("Highlighted: softmax and MLP.")


def test_the_map_knows_the_parts_that_a_reader_writes():
    on_the_map = {name for names in COMPUTED_BY.values() for name in names}
    training = {"values_back", "softmax_back", "loss_slope", "adam_step"}
    writing = {"next_output", "probabilities"}
    assert on_the_map | training | writing | {*NEW} == {*EXERCISE_PARTS}
