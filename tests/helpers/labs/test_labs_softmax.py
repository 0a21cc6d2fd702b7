"""The lab of notebook 03 against arithmetic of its own, and what its settings claim."""

import re
from itertools import pairwise, product

import numpy as np
import pytest

from helpers import attention
from helpers.drawing.shapes import Boxes, Keyed, Word
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
from helpers.labs.softmax_picture import RIM, SEEN
from tests.helpers.labs.lab_page import setting


@pytest.mark.parametrize("d_k", [1, 512])
def test_scores_and_derivatives_are_those_of_the_vectors_themselves(d_k):
    random = np.random.default_rng(d_k)  # the lab's queries and keys, number by number
    q = random.standard_normal((QUERIES, 1, d_k), dtype=np.float32)[:, 0]
    k = random.standard_normal((QUERIES, KEYS, d_k), dtype=np.float32)
    raw, _ = scores_of(d_k)
    for i in (0, 33):
        assert np.allclose(raw[i], k[i] @ q[i], atol=1e-3)
        for divisor, power in POWERS.items():
            p = attention.softmax(k[i] @ q[i] / d_k**power)
            J = np.diag(p) - np.outer(p, p)
            size = np.linalg.norm(J @ k[i] / d_k**power)
            assert np.isclose(derivative_sizes(d_k, divisor)[i], size, rtol=0.01, atol=1e-4)


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


def size_of(values):
    return derivative_sizes(values["d_k"], values["divisor"])[values["query"] - 1]


def test_what_the_settings_say_is_so():
    values, _ = shown("Nothing, narrow")
    assert weights_at(values).max() < 0.5
    values, _ = shown("Nothing, wide")
    assert weights_at(values).max() > 0.95
    assert size_of(values) < 0.5
    values, _ = shown("Root, wide")
    assert weights_at(values).max() < 0.5
    values, _ = shown("d_k, wide")
    assert np.ptp(weights_at(values)) < 1 / KEYS


def test_undivided_queries_learn_unequally_and_by_the_root_alike_at_every_width():
    values, lines = shown("Nothing, 60 queries")
    assert lines[-1].endswith("of 60 queries: almost 0 to 4")
    assert softmax.show(**values).parts["derivative"].title.endswith(": almost 0 to 4")
    for d_k in (16, 64, 256, 1024):
        undivided, root, _ = (derivative_sizes(d_k, name) for name in POWERS)
        assert undivided.max() > 1000 * undivided.min()
        assert root.max() < 2 * root.min()
        assert 0.25 < np.median(root) < 0.35


def test_no_setting_belongs_to_a_part_that_can_be_skipped():
    assert not any(preset.deeper for preset in softmax.presets)


def test_by_hand_the_other_controls_are_off_and_the_reverse():
    values = setting(softmax, "Nothing, narrow")
    assert softmax.show(**values).off == ("factor",)
    assert set(softmax.show(**values | {"source": BY_HAND}).off) == {
        "d_k",
        "divisor",
        "query",
    }


def test_the_sentence_says_what_was_done_and_is_true_of_what_is_shown():
    for divisor, power in POWERS.items():
        for d_k in (1, 16, 1024):
            every_z = scores_of(d_k)[0][:12] / d_k**power
            for query, z in enumerate(every_z, 1):
                w, at = attention.softmax(z), setting(softmax, "Nothing, narrow")
                said = softmax.show(
                    **at | {"d_k": d_k, "divisor": divisor, "query": query}
                ).sentence
                assert divisor == "nothing" or f"ivided by {divisor}," in said
                assert (f"d_k = {d_k}, undivided" in said) == (divisor == "nothing")
                assert ("nearly all" in said) == (w.max() > 0.95), said
                assert ("no key stands out" in said) <= (w.max() < 0.2)
                assert ("no key takes" in said) <= (w.max() <= 0.5)
                assert ("one key takes over half" in said) <= (0.5 < w.max() <= 0.95)
                assert ("hardly differ" in said) == (np.ptp(z) < 1)
                assert ("far apart" in said) == (np.ptp(z) > 6)
                assert ("two highest" in said) <= (np.sort(w)[-2:].sum() > 0.95)
                if ranges := re.search("(?:from|apart,) (.*) to (.*):", said):
                    ends = [float(end.replace("−", "-")) for end in ranges.groups()]
                    assert ends == pytest.approx([z.min(), z.max()], abs=0.5)


def test_one_setting_changes_one_thing():
    way = [softmax.at(preset) for preset in softmax.presets[:-1]]
    changes = [{name for name in a if a[name] != b[name]} for a, b in pairwise(way)]
    assert changes == [{"factor"}, {"source", "factor"}, {"d_k"}, {"divisor"}, {"divisor"}]


def texts_of(values):
    shapes = softmax.show(**values).parts["picture"].shapes
    return [shape.text for shape in shapes if isinstance(shape, Word)]


def test_on_one_axis_what_is_divided_is_seen_to_shrink_within_what_was_before():
    """And a bar that ends before its score does has a tip."""
    longest = {}
    for d_k, (divisor, power) in product((4, 16, 1024), POWERS.items()):
        values = setting(softmax, "Nothing, narrow") | {"d_k": d_k, "divisor": divisor}
        drawing = softmax.show(**values).parts["picture"]
        raw = scores_of(d_k)[0][values["query"] - 1]
        z = raw / d_k**power
        parts = {s.key: s.shapes[0] for s in drawing.shapes if isinstance(s, Keyed)}
        bars = [parts[f"score {j}"].boxes[0] for j in range(KEYS)]
        assert all(x + across < after for (x, _, across, _), (after, *_) in pairwise(bars))
        high = [SEEN * min(abs(x) / 10, 1) for x in z]
        assert [down for *_, down in bars] == pytest.approx(high)
        tips = {key for key in parts if key.startswith("beyond")}
        assert tips == {f"beyond {j}" for j in range(KEYS) if abs(z[j]) > 10}
        hollow = [
            s.boxes[0] for s in drawing.shapes if isinstance(s, Boxes) and s.boxes[0][1] < RIM
        ]
        before = [SEEN * min(abs(x) / 10, 1) for x in raw] if power else []
        assert [down for *_, down in hollow] == pytest.approx(before)
        assert bool(before) == ("Hollow" in drawing.description)
        assert f"which {len(tips)} leave" in drawing.description
        longest[d_k, divisor] = max(down for *_, down in bars)
    wide = [longest[16, divisor] for divisor in POWERS]
    assert wide[0] > 0.8 * SEEN
    assert [wide[0] / x for x in wide] == pytest.approx([1, 4, 16])
    assert longest[4, "nothing"] < wide[0] / 3


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
        ("Root, wide", {"d_k = 16,", "−10"}),
    ],
)
def test_what_a_letter_means_and_where_the_axis_ends_is_said(name, said):
    assert said <= {*texts_of(setting(softmax, name))}
