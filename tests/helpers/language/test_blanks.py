"""What a reader of notebook 13 writes in its decoder, tried in the page's own cells."""

import itertools
import re
from unittest import mock

import numpy as np
import pytest

from helpers.language import blanks
from tests.lessons import cells_of

PAGE = cells_of("13")
RIGHT = re.findall("<code>(.*?)</code>", PAGE["lines-way"].source)
NORM_1, HEADS, NORM_2, MLP = RIGHT
WRONG = {  # in place of which line: what is said of it
    (1, HEADS.removeprefix("x + ")): "What the heads return is not added to x.",
    (3, MLP.removeprefix("x + ")): "What the MLP returns replaces x: add it.",
    (1, "y" + HEADS[1:]): "What the heads return is added to the normed copy",
    (2, "y"): "The MLP reads the heads' copy",
    (0, NORM_2): "Each norm has numbers of its own",
    (0, "parts.rms_norm(x)"): "rms_norm takes two, x and the gain.",
    (3, "x + parts.gated_mlp(w.W_gate, w.W_up, w.W_down)"): "gated_mlp takes four: y, w.W_gate,",
    (0, "parts.rms_norm(x, model.gain)"): "A block's gains are w.gain_1 and w.gain_2.",
    (0, "norm_1(x)"): "norm_1 is what the line is called: write what stands beside it.",
    (1, f"{HEADS}.T"): "With more tokens, numbers and blocks the result is wrong",
    (3, f"{MLP}; break"): "With more tokens, numbers and blocks the result is wrong",
    **{
        (1, f"x + {added}"): f"The shapes do not fit.{blanks.ADDED}"
        for added in ("w.W_O @ parts.merge(output)", "parts.merge(output) * w.W_O")
    },
    (1, "x + parts.merge"): "Is a part not called? parts.rms_norm(x, w.gain_1) calls one.",
    **{(1, f"x + {x}"): blanks.ADDED[1:] for x in ("output", "output @ w.W_O", HEADS[4:-8])},
    **{
        (3, f"x + parts.gated_mlp(y, {', '.join(order)})"): blanks.ORDER[1:]
        for order in [*itertools.permutations(("w.W_gate", "w.W_up", "w.W_down"))][1:]
    },
}


def told_of(lines):
    """The decoder that runs the page, and what its folded cell says, for a reader's four lines."""
    told, given = [], iter(lines)
    source = re.sub(r"(?<= = )\.\.\.", lambda dots: next(given), PAGE["lines-run"].source)
    names = {"np": np, "mine": mock.Mock(), "blanks": blanks, "aside": told.append}
    exec(source + "\n" + PAGE["lines-tried"].source, names)
    return names["decoder"], told[0]


def test_a_right_decoder_runs_the_page_and_of_a_wrong_one_it_says_why():
    assert told_of(RIGHT)[1] == "Your decoder gives 58.0: it runs the rest of this page."
    dots = {(place, "..."): "There are dots left: replace all four." for place in range(4)}
    for (place, line), said in (WRONG | dots).items():
        decoder, told = told_of([*RIGHT[:place], line, *RIGHT[place + 1 :]])
        assert decoder is blanks.decoder
        assert f" {said}" in told, line
    _, told = told_of([NORM_1, HEADS[4:], NORM_2, MLP[4:]])
    assert " x is replaced, not added to. Until" in told  # without what is said of 12's page


@pytest.mark.long
def test_both_decoders_say_the_same_of_the_published_model(model):
    tokens = model.tokens.encode("The capital of Norway is")
    logits, own = (x(tokens, model.parts, model) for x in (told_of(RIGHT)[0], blanks.decoder))
    assert np.allclose(logits, own, atol=1e-3)
    assert model.tokens.decode([logits[-1].argmax()]) == " Oslo"
