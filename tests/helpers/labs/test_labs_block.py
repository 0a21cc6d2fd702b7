"""The lab of notebook 08 beside experiments.depth, and what its settings claim."""

import numpy as np
import pytest

from helpers.data import recorded
from helpers.experiments import depth
from helpers.labs import block
from helpers.labs.block_lab import (
    AFTER,
    BEFORE,
    RANDOM,
    SCALES,
    TEXT,
    lengths,
    steps_of,
    steps_of_it,
    steps_of_model,
    streams,
)
from helpers.labs.block_picture import described
from tests.helpers.labs.lab_page import changed, setting
from tests.models import needs_minilm


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    ("norm", "order"), [(BEFORE, depth.norm_before), (AFTER, depth.norm_after)]
)
def test_the_stream_is_that_of_the_notebook_s_blocks(norm, order, scale):
    X = depth.random_tokens()
    stream = streams(steps_of(norm, True, True, True, scale), 3)
    for weights, ours in zip(depth.random_blocks(3, scale), stream[1:], strict=True):
        X = depth.block_of(order, X, weights)
        assert np.allclose(ours, X, rtol=1e-8)


def at(name, **changes):
    return setting(block, name) | changes


def stream_of(v):
    steps = steps_of(v["norm"], v["residual"], v["attention"], v["mlp"], v["scale"])
    return streams(steps, v["blocks"]), steps


def shares(v):
    """How long what each step adds is, as a share of the stream: (blocks, 2, n)."""
    return shares_of(stream_of(v)[1])[: v["blocks"]]


def shares_of(steps):
    ratios = [lengths(step.written) / lengths(step.stream) for step in steps]
    return np.reshape(ratios, (len(steps) // 2, 2, -1))


def test_what_the_settings_say_is_so():
    stream, _ = stream_of(at("Six blocks"))
    assert (np.diff(lengths(stream).mean(axis=1)) > 0).all()
    of_block = shares(at("Six blocks")).mean(axis=(1, 2))
    assert of_block[3:].max() < of_block[:3].min()
    stream, _ = stream_of(at("24 blocks"))
    grown = lengths(stream[-1]) / lengths(stream[0])  # (n,)
    assert round(grown.min()) == 5
    assert round(grown.max()) == 7
    assert depth.mean_cosine(stream[-1]) < 0.9
    stream, _ = stream_of(at("Norm after"))
    assert np.allclose(lengths(stream)[1:], np.sqrt(depth.D), atol=1e-3)
    assert 0.5 < shares(at("Norm after"))[-1].mean() < 1.3
    stream, _ = stream_of(at("Only add"))
    assert lengths(stream[-1]).min() > 1e4
    stream, _ = stream_of(at("Neither"))
    assert lengths(stream[-1]).max() < 0.01
    assert depth.mean_cosine(stream[-1]) > 0.99
    stream, _ = stream_of(at("Only normalize"))
    assert np.allclose(lengths(stream[-1]), np.sqrt(depth.D), atol=1e-3)
    assert depth.mean_cosine(stream[-1]) > 0.99


def test_it_takes_the_recorded_way_through_a_real_model():
    way, steps = recorded.way_of_it(), steps_of_it()
    assert np.allclose(steps[-1].after[0], way.output, atol=0.002)
    assert shares_of(steps)[4, 1, 0] > 1, "as the setting says"


@needs_minilm
def test_the_real_model_with_a_sentence_in_it_takes_the_same_way():
    it, steps = recorded.tokens("too tired").index("it"), steps_of_model(TEXT, AFTER, *[True] * 3)
    for ours, meant in zip(steps, steps_of_it(), strict=True):
        assert np.allclose(ours.written[it], meant.written[0], atol=0.01)
        assert np.allclose(ours.after[it], meant.after[0], atol=0.01)
    real = at("A real model")
    view = block.show(**real)
    assert view.off == ("scale",)
    assert view.options["token"][real["token"] - 1] == "“it”"
    of_random = changed(block, {"whose": RANDOM}, changed(block, {"typed": "it"}, real))
    assert (of_random["token"], of_random["norm"]) == (1, BEFORE)


def test_without_the_model_it_alone_is_shown(monkeypatch):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    view = block.show(**at("A real model"))
    assert view.options["token"] == ["“it”"]
    assert view.off == ("scale", "norm", "residual", "attention", "mlp")


def test_nothing_is_added_and_nothing_breaks_with_both_parts_off():
    v = at("Six blocks", attention=False, mlp=False)
    stream, _ = stream_of(v)
    assert np.array_equal(stream[0], stream[-1])
    assert not arrows(v)


def test_the_stream_in_words_goes_from_its_first_length_to_its_last():
    length = np.array([[1.0, 4], [2, 5], [3, 6]])
    said = described("it", length, 0, [0.25, 0.5, 0.75])
    assert "through 2 blocks" in said
    assert "1 at first, 3 at the end." in said
    assert "mean cosine 0.25 at first, 0.75 at the end." in said


def arrows(v):
    """How thick those of each block are: attention's and the MLP's."""
    found = [
        (s.key, s.shapes[0]) for s in block.show(**v).parts["stream"].shapes if hasattr(s, "key")
    ]
    return [arrow.width for key, arrow in found if key.startswith(("attention", "MLP"))]


def test_arrows_die_away_with_the_stream():
    dying = arrows(at("Neither"))
    assert min(dying[:4]) > 3 * max(dying[-16:])
    assert arrows(at("Six blocks"))[0] > min(arrows(at("Only add")))


def test_strands_are_as_thick_as_tokens_are_long_and_meet_where_they_are_alike():
    def strands(name):
        drawing = block.show(**at(name)).parts["stream"]
        return [
            s.shapes[0].corners
            for s in drawing.shapes
            if getattr(s, "key", "").startswith("strand")
        ]

    def ends(corners):
        """The middle and the thickness of a strand's end."""
        top, bottom = corners[len(corners) // 2 - 1, 1], corners[len(corners) // 2, 1]
        return (top + bottom) / 2, bottom - top

    thick = {name: ends(strands(name)[-1])[1] for name in ("Only add", "24 blocks", "Neither")}
    assert thick["Only add"] > 2 * thick["24 blocks"] > 10 * thick["Neither"]
    for name, apart in (("24 blocks", True), ("Only normalize", False), ("Neither", False)):
        middles = [ends(corners)[0] for corners in strands(name)]
        assert (max(middles) - min(middles) > 10) == apart, name
