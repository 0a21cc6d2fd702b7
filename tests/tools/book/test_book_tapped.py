"""What may be typed into the field of a number on a page of the book."""

import re

import pytest

from helpers.exercises import CHECKED, PREDICTED
from helpers.exercises.engine.exercise import ValueExercise
from helpers.exercises.engine.prediction import Number
from tools.book.tapped import choices_of

FIELDS = {  # those of a number alone: the others compute what is said to each choice
    name: choices_of(entry, str)
    for name, entry in (CHECKED | PREDICTED).items()
    if isinstance(entry, (Number, ValueExercise))
}
PER_CENT = Number("s", "a share", lambda: 60, "Because.", share_of=100)  # no page asks for one now
FIELDS["per_cent"] = choices_of(PER_CENT, str)


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_takes_its_own_unit_and_no_other(name):
    """3,5 % of what is counted in times would become 0.035."""
    unit, pattern = FIELDS[name].unit, FIELDS[name].pattern
    is_share = unit in ("", "of 1", "per cent")
    for sign in ("%", "per cent"):
        assert bool(re.fullmatch(pattern, sign)) == is_share
    if not is_share:
        assert re.fullmatch(pattern, unit)
    for other in {"metres", "times"} - {unit}:
        assert not re.fullmatch(pattern, other)


def test_there_are_fields_of_each_kind():
    assert {choices.kind for choices in FIELDS.values()} == {"number"}
    assert {"", "of 1", "per cent"} <= {choices.unit for choices in FIELDS.values()}
