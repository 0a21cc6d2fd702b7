"""The lab of notebook 03 against arithmetic of its own, and what its settings claim."""

import re
from itertools import pairwise

import numpy as np
import pytest

from helpers import attention
from helpers.drawing.shapes import Keyed, Word
from helpers.labs import softmax
from helpers.labs.softmax_lab import (
    BY_HAND,
    KEYS,
    POWERS,
    QUERIES,
    derivative_sizes,
    scores_of,
    weights_at,
)
from helpers.labs.softmax_picture import SEEN, ZERO
from tests.helpers.crowded import words_of
from tests.helpers.labs.lab_page import setting


@pytest.mark.parametrize("mean", [0.0, 0.5])
@pytest.mark.parametrize("d_k", [1, 512])
def test_scores_and_derivatives_are_those_of_the_vectors_themselves(d_k, mean):
    random = np.random.default_rng(d_k)  # the lab's queries and keys, number by number
    q = random.standard_normal((QUERIES, 1, d_k), dtype=np.float32)[:, 0] + np.float64(mean)
    k = random.standard_normal((QUERIES, KEYS, d_k), dtype=np.float32) + np.float64(mean)
    raw, _ = scores_of(d_k, mean)
    for i in (0, 33):
        assert np.allclose(raw[i], k[i] @ q[i], atol=1e-3)
        for divisor, power in POWERS.items():
            p = attention.softmax(k[i] @ q[i] / d_k**power)
            J = np.diag(p) - np.outer(p, p)
            size = np.linalg.norm(J @ k[i] / d_k**power)
            assert np.isclose(derivative_sizes(d_k, divisor, mean)[i], size, rtol=0.01, atol=1e-4)


def shown(name):
    values = setting(softmax, name)
    return values, softmax.show(**values).parts["numbers"].lines


@pytest.mark.parametrize(
    ("name", "printed"),
    [("s1", "0.032059, 0.087144, 0.236883, 0.643914"), ("s2", "0.000000, 0.000000, 0.000045, 0")],
)
def test_the_document_s_scores_give_its_printed_weights(name, printed):
    values, lines = shown(name)
    assert values["source"] == BY_HAND
    assert printed in lines[1]


def test_what_the_settings_say_is_so():
    values, _ = shown("Nothing, narrow")
    assert weights_at(values).max() < 0.5
    values, _ = shown("Nothing, wide")
    size = derivative_sizes(64, "nothing", 0.0)
    assert weights_at(values).max() > 0.95
    assert size[values["query"] - 1] < 0.5
    values, _ = shown("Nothing, near tie")
    assert size[values["query"] - 1] > 3
    values, _ = shown("Root, wide")
    assert weights_at(values).max() < 0.5
    values, _ = shown("d_k, wide")
    assert np.allclose(weights_at(values), 1 / KEYS, atol=0.02)
    values, _ = shown("Mean not 0")
    centre = scores_of(256, 1.0)[0].mean() / 16
    assert abs(centre - np.sqrt(256)) < 1


def test_by_hand_the_other_controls_are_off_and_the_reverse():
    values = setting(softmax, "Nothing, narrow")
    assert softmax.show(**values).off == ("factor",)
    assert set(softmax.show(**values | {"source": BY_HAND}).off) == {
        "d_k",
        "divisor",
        "mean",
        "query",
    }


def test_the_sentence_says_what_was_done_and_is_true_of_what_is_shown():
    for divisor, power in POWERS.items():
        for d_k in (1, 16, 1024):
            every_z = scores_of(d_k, 0.0)[0][:12] / d_k**power
            for query, z in enumerate(every_z, 1):
                w, at = attention.softmax(z), setting(softmax, "Nothing, narrow")
                said = softmax.show(
                    **at | {"d_k": d_k, "divisor": divisor, "query": query}
                ).sentence
                assert divisor == "nothing" or f"ivided by {divisor}," in said
                assert (f"d_k = {d_k}, undivided" in said) == (divisor == "nothing")
                assert ("nearly all" in said) == (w.max() > 0.95), said
                assert ("almost the same" in said) <= (w.max() < 0.2)
                assert ("no key takes" in said) <= (w.max() <= 0.5)
                assert ("one key takes over half" in said) <= (0.5 < w.max() <= 0.95)
                assert ("hardly differ" in said) == (np.ptp(z) < 1)
                assert ("far apart" in said) == (np.ptp(z) > 6)
                assert ("two highest" in said) <= (np.sort(w)[-2:].sum() > 0.95)
                if ranges := re.search("(?:from|apart,) (.*) to (.*):", said):
                    ends = [float(end.replace("−", "-")) for end in ranges.groups()]
                    assert ends == pytest.approx([z.min(), z.max()], abs=0.5)


def test_scores_beyond_the_axis_are_counted_where_there_are_any():
    for d_k, beyond in ((64, False), (1024, True)):
        values = setting(softmax, "Nothing, wide") | {"d_k": d_k}
        drawn = softmax.show(**values).parts["scores"]
        assert any("beyond" in word.text for word in words_of(drawn.shapes)) == beyond


def test_one_setting_changes_one_thing_and_the_axis_stays():
    way = [softmax.at(preset) for preset in softmax.presets if not preset.deeper]
    changes = [{name for name in a if a[name] != b[name]} for a, b in pairwise(way)]
    assert changes == [{"factor"}, {"source", "factor"}, {"d_k"}, {"divisor"}, {"divisor"}]
    axes = [[w for w in texts_of(values) if w.startswith("axis")] for values in way[2:]]
    assert axes == [["axis from −25 to 25"]] * 4


def texts_of(values):
    shapes = softmax.show(**values).parts["picture"].shapes
    return [shape.text for shape in shapes if isinstance(shape, Word)]


def test_no_bar_leaves_its_axis_and_what_is_divided_is_seen_to_shrink():
    """On one axis, unless what is not divided leaves it."""
    axes, longest = {}, {}
    for d_k in (16, 1024):
        for divisor, power in POWERS.items():
            values = setting(softmax, "Nothing, narrow") | {"d_k": d_k, "divisor": divisor}
            drawing = softmax.show(**values).parts["picture"]
            z = scores_of(d_k, 0.0)[0][values["query"] - 1] / d_k**power
            words = [shape for shape in drawing.shapes if isinstance(shape, Word)]
            (reach,) = [int(word.text) for word in words if word.y == ZERO - SEEN]
            axes[d_k, divisor] = reach
            keyed = [shape for shape in drawing.shapes if isinstance(shape, Keyed)]
            bars = [s.shapes[0].boxes[0] for s in keyed if s.key.startswith("score")]
            assert max(down for *_, down in bars) <= SEEN
            assert all(x + across < after for (x, _, across, _), (after, *_) in pairwise(bars))
            assert [down for *_, down in bars] == pytest.approx(abs(z) * SEEN / reach)
            longest[d_k, divisor] = max(down for *_, down in bars)
    assert {axes[16, divisor] for divisor in POWERS} == {25}
    assert [axes[1024, divisor] for divisor in POWERS] == [100, 25, 25]
    for d_k in (16, 1024):
        shrink = [longest[d_k, divisor] for divisor in POWERS]
        assert shrink[0] > 2 * shrink[1] > 6 * shrink[2]
        assert shrink[1] > 3


def test_the_hand_turns():
    def hand(divisor):
        values = setting(softmax, "Nothing, narrow") | {"divisor": divisor}
        markup = softmax.show(**values).parts["picture"].markup
        return re.search(r'data-key="hand".*?</g>', markup, re.DOTALL)[0]

    assert len({hand(divisor) for divisor in POWERS}) == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [("s2", "s_1 × 10"), ("Root, wide", "q · k ÷ √d_k"), ("d_k, wide", "q · k ÷ d_k")],
)
def test_below_the_dial_stands_what_it_makes_of_the_scores(name, said):
    assert said in texts_of(setting(softmax, name))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("s1", {"s_1 = 1, 2, 3, 4"}),
        ("Root, wide", {"d_k = 64,", "axis from −25 to 25"}),
    ],
)
def test_what_a_letter_means_and_where_the_axis_ends_is_said(name, said):
    assert said <= {*texts_of(setting(softmax, name))}
