"""What a reader of notebook 13 writes in its decoder, tried in the page's own cells."""

import itertools
import re
from unittest import mock

import numpy as np
import pytest

from helpers.language import blanks
from tests.lessons import read
from tools.repository import ROOT

PAGE = {cell.id: cell for cell in read(ROOT / "notebooks" / "13_a_published_model.ipynb").cells}
ONE_WAY = re.findall("<code>(.*?)</code>", PAGE["lines"].source)
NORM_1, HEADS, NORM_2, MLP = ONE_WAY
WRONG = [  # in place of which lines: what is said of it
    ({}, "There are dots left: replace all four."),
    ({1: HEADS, 2: NORM_2, 3: MLP}, "There are dots left: replace all four."),
    ({0: NORM_1, 1: HEADS, 2: NORM_2}, "There are dots left: replace all four."),
    ({1: HEADS.removeprefix("x + ")}, "What the heads return replaces x: add it."),
    ({3: MLP.removeprefix("x + ")}, "What the MLP returns replaces x: add it."),
    ({1: HEADS.replace("x +", "y +")}, "What the heads return is added to the normed copy"),
    ({3: MLP.replace("x +", "y +")}, "What the MLP returns is added to the normed copy"),
    ({0: "x"}, "The heads read x itself, not its normed copy."),
    ({2: "x"}, "The MLP reads x itself, not its normed copy."),
    ({2: "y"}, "The MLP reads the heads' copy"),
    ({2: NORM_2.replace("x", "y")}, "norm_2 reads the heads' copy"),
    ({0: NORM_2}, "Each norm has numbers of its own"),
    ({2: NORM_1}, "Each norm has numbers of its own"),
    ({1: "x"}, "What the heads return is lost."),
    ({3: "x"}, "What the MLP returns is lost."),
    *(
        ({1: f"x + {lost}"}, "What the heads add is parts.merge(output) @ w.W_O.")
        for lost in ("output", "parts.merge(output)", "output @ w.W_O")
    ),
    *(
        ({3: f"x + parts.gated_mlp(y, {', '.join(order)})"}, "The MLP's matrices come in the order")
        for order in list(itertools.permutations(("w.W_gate", "w.W_up", "w.W_down")))[1:]
    ),
    ({1: "x + parts.merge"}, "Is a part not called?"),
]


def told_of(lines):
    """The decoder that runs the page, and what its folded cell says, if these of its four lines are
    a reader's."""
    given, told = iter(range(4)), []
    source = re.sub(
        r"(?<= = )\.\.\.", lambda dots: lines.get(next(given), dots[0]), PAGE["lines-run"].source
    )
    names = {"np": np, "mine": mock.Mock(), "blanks": blanks, "aside": told.append}
    exec(source, names)
    exec(PAGE["lines-tried"].source, names)
    assert names["decoder"] in (blanks.decoder, names["my_decoder"])
    return names["decoder"], told[0]


def test_the_decoder_that_the_page_shows_runs_it():
    decoder, told = told_of(dict(enumerate(ONE_WAY)))
    assert decoder is not blanks.decoder
    assert told == "Your decoder gives 58.0: it runs the rest of this page."


@pytest.mark.parametrize(("lines", "said"), WRONG)
def test_what_is_wrong_with_a_decoder_is_said(lines, said):
    """One mistake among right lines, or lines alone that are not all."""
    decoder, told = told_of(lines if "dots" in said else dict(enumerate(ONE_WAY)) | lines)
    assert decoder is blanks.decoder
    assert f" {said}" in told
    assert told.startswith("Your decoder gives nothing.") == ("dots" in said)
    assert "Below" not in told


@pytest.mark.long
def test_both_decoders_say_the_same_of_the_published_model(model):
    tokens = model.tokens.encode("The capital of Norway is")
    decoder, _ = told_of(dict(enumerate(ONE_WAY)))
    logits, own = (x(tokens, model.parts, model) for x in (decoder, blanks.decoder))
    assert np.allclose(logits, own, atol=1e-3)
    assert model.tokens.decode([logits[-1].argmax()]) == " Oslo"
