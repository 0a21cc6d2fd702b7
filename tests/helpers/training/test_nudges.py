"""Notebook 12's backward pass beside nudges: right for the loop of the page, and for wrong loops of
a reader's it names the arrays whose slopes are wrong."""

import re
from collections import deque

import numpy as np
import pytest

from helpers import mine, training
from helpers.training import blanks, letters, nudges
from tests.lessons import read
from tools.repository import ROOT

CELLS = {cell.id: cell for cell in read(ROOT / "notebooks" / "12_it_writes.ipynb").cells}
NORMS = ["gain_1", "shift_1", "gain_2", "shift_2"]


def told(right="", wrong="", layer=blanks.layer):
    """What the folded cell says, with this in the loop in place of what is right."""
    names, said = {"np": np, "mine": mine, "training": training, "nudges": nudges}, []
    names |= {"language": letters.PLACES, "aside": said.append, "deque": deque}
    names["layer"] = layer
    cells = "learn-parts", "learn-forward", "learn-back"
    assert any(right in CELLS[cell].source for cell in cells)
    for cell in cells:
        exec(CELLS[cell].source.replace(right, wrong), names)
    for name, x in names["at_first"].items():
        assert np.array_equal(names["learned"][name], x)  # nudges leave no trace
    return said[0]


def test_every_slope_of_the_page_is_that_of_its_nudge():
    (count,) = re.findall(r"is right for (.*)\.$", told())
    assert f" in {count.partition(' of ')[2]} arrays," in CELLS["learn-parts"].outputs[0].text
    assert len({*count.split(" of ")}) == 1


def test_a_wrong_loop_is_told_which_slopes_are_wrong():
    """One norm's arrays in both."""
    said = told('gain_2", f"{i}.shift_2', 'gain_1", f"{i}.shift_1')
    (listed,) = re.findall(r"It is wrong for (.*)\.$", said)
    assert set(listed.split(", ")) == {f"{i}.{name}" for i in "12" for name in NORMS}


def test_a_layer_that_adds_to_the_normed_copy_has_other_slopes():
    """None that the page would run: it tries a layer first."""
    added = blanks.layer_of("x = x + heads(norm_1(x)); z = norm_2(x); x = z + mlp(z)")
    (listed,) = re.findall(r"It is wrong for (.*)\.$", told(layer=added))
    assert "1.gain_1" in listed


def test_a_layer_with_a_part_too_few_has_no_slopes():
    too_few = blanks.layer_of("x = x + heads(norm_1(x))")
    assert told(layer=too_few).startswith("No slopes: ")


RETURN = "    return slopes"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", "No slopes: backward returned None, needed a dict"),
        (
            "    return [*slopes.values()]",
            "No slopes: backward returned the type list, needed a dict",
        ),
        ("    return slopes | {'words': [[1], [2, 3]]}", "No slopes: ValueError ("),
        ("    return slopes | {'words': None}", "It is wrong for words."),
    ],
)
def test_what_backward_returns_may_be_anything(wrong, said):
    assert said in told(RETURN, wrong)


def test_slopes_in_lists_are_right_too():
    as_lists = "    return {name: x.tolist() for name, x in slopes.items()}"
    assert "wrong" not in told(RETURN, as_lists)


def test_an_interrupt_leaves_no_nudge():
    x, runs = np.ones(3), []

    def forward(tokens):
        runs.append(x.copy())
        if len(runs) == 2:
            raise KeyboardInterrupt
        return np.zeros((1, 3))

    with pytest.raises(KeyboardInterrupt):
        nudges.compared({"x": x}, forward, lambda *_: {"x": np.ones(3)}, None, np.zeros(1, int))
    assert (runs[1] != 1).any()
    assert (x == 1).all()
