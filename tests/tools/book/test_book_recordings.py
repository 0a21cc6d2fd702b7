"""What a page of the book shows before Python is there is what Python would show."""

import json

import pytest

from helpers.labs.engine.session import Session
from tools.book import recordings


@pytest.mark.parametrize("lab", recordings.RECORDED.values(), ids=lambda lab: lab.name)
def test_along_its_way_a_lab_is_what_is_recorded_and_python_goes_on_from_each_stop(lab):
    stops = recordings.stops(lab)
    one = Session(lab)
    assert stops[0][1] == one.answer()
    for at, (stop, answer) in enumerate(stops):
        isolated = Session(lab).begin(stop)  # what recording.js asks for when Python takes over
        assert isolated == answer
        before = stops[at - 1][0] if at else {"preset": None}
        is_step = stop["change"] and before["preset"] == stop["preset"]
        assert one.change({"change": stop["change"]} if is_step else stop) == answer
        json.dumps(answer, allow_nan=False)  # as JavaScript reads it
