"""The map of the whole model, and the picture that says where a notebook is."""

import numpy as np
import pytest

from helpers import figures
from helpers.drawing.shapes import Boxes, Word
from helpers.exercises import PARTS as EXERCISE_PARTS
from helpers.figures.here import NAMES, PARTS, short, strip
from helpers.figures.model_map import PARTS as MAP_PARTS
from helpers.figures.model_map import Real, model_map
from helpers.figures.written import COMPUTED_BY, written
from helpers.language.block_functions import NEW

WEIGHTS = np.tile(np.eye(3), (2, 4, 1, 1))
REAL = Real(
    text="the cat sat",
    tokens=("the", "cat", "sat"),
    start=np.array([[1, -2], [0, 1], [3, 0]]),
    output=np.ones((3, 2)),
    weights=WEIGHTS,
    writes=np.array([[1.5, 2.5], [3.5, 4.5]]),
    query=1,
    head=(2, 3),
    raw=8.0,
    score=4.0,
    weight=0.75,
    key="the",
)


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


@pytest.mark.parametrize("part", MAP_PARTS)
def test_a_part_is_framed_on_the_sheet(part):
    plain, lit = model_map("A map", REAL), model_map("A map", REAL, part)
    extra = len(shapes(lit, Boxes)) - len(shapes(plain, Boxes))
    assert (extra, lit.shapes[-1].outline) == (1, 3)
    ((x, y, across, down),) = lit.shapes[-1].boxes
    assert min(x, y) >= 0
    assert x + across <= lit.width
    assert y + down <= lit.height
    assert "Framed: " in lit.text


def test_the_map_refuses_an_unknown_part():
    with pytest.raises(ValueError, match="part: given 'key', needed None or one of 'text', "):
        model_map("A map", REAL, "key")


def test_what_the_reader_wrote_is_lit_on_the_map():
    assert "Highlighted" not in written([]).text
    assert "nothing yet" in written([]).text
    assert written(["softmax", "values_back", "mlp"]).text.endswith("Highlighted: softmax and MLP.")


def test_the_map_knows_the_parts_that_a_reader_writes():
    on_the_map = {name for names in COMPUTED_BY.values() for name in names}
    slopes = {"values_back", "softmax_back", "loss_slope", "mlp_back"}
    assert on_the_map | slopes | {"next_output", *NEW} == {*EXERCISE_PARTS}
