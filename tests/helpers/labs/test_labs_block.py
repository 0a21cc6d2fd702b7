"""The lab of notebook 08 against arithmetic of its own, and what its settings claim."""

import math
from itertools import combinations

import numpy as np
import pytest

from helpers.drawing.numbers import number, significant
from helpers.drawing.shapes import Arrow
from helpers.experiments import depth
from helpers.labs import block
from helpers.labs.block_lab import (
    AFTER,
    BEFORE,
    MOST,
    NEVER,
    SCALES,
    alike,
    arrows_picture,
    lengths,
    steps_of,
    streams,
)
from helpers.labs.engine.session import Session


def normalized(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(centred.var(axis=-1, keepdims=True) + 1e-5)


def by_hand(norm, residual, attention, mlp, scale, blocks):
    """The stream after so many blocks, in other words than helpers.block."""
    X = depth.random_tokens()
    for w in depth.random_blocks(blocks, scale):

        def attend(x, W=w.attention):
            heads = []
            for W_Q, W_K, W_V in zip(W.W_Q, W.W_K, W.W_V, strict=True):
                scores = (x @ W_Q) @ (x @ W_K).T / np.sqrt(W_Q.shape[1])
                powers = np.exp(scores - scores.max(axis=1, keepdims=True))
                heads.append(powers / powers.sum(axis=1, keepdims=True) @ (x @ W_V))
            return np.concatenate(heads, axis=1) @ W.W_O

        def think(x, W=w.mlp):
            return np.maximum(x @ W.W_1, 0) @ W.W_2

        for part in [attend] * attention + [think] * mlp:
            total = residual * X + part(normalized(X) if norm == BEFORE else X)
            X = normalized(total) if norm == AFTER else total
    return X


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("norm", [BEFORE, AFTER, NEVER])
def test_the_stream_is_that_of_the_formulas(norm, scale):
    for residual, attention, mlp in [(1, 1, 1), (0, 1, 1), (1, 1, 0), (1, 0, 1)]:
        ours = streams(steps_of(norm, bool(residual), bool(attention), bool(mlp), scale), 3)
        assert ours.shape == (4, 6, 32)
        assert np.allclose(ours[3], by_hand(norm, residual, attention, mlp, scale, 3), rtol=1e-8)


def at(name, **changes):
    preset = next(preset for preset in block.presets if preset.name == name)
    return block.at(preset) | changes


def stream_of(v):
    steps = steps_of(v["norm"], v["residual"], v["attention"], v["mlp"], v["scale"])
    return streams(steps, v["blocks"]), steps


def shares(v):
    """How long what each step adds is, as a share of the stream: (blocks, 2, n)."""
    _, steps = stream_of(v)
    ratios = [lengths(step.written) / lengths(step.stream) for step in steps]
    return np.reshape(ratios, (-1, 2, depth.N))[: v["blocks"]]


def test_the_numbers_are_those_of_the_stream():
    def cosine(x, y):
        return sum(a * b for a, b in zip(x, y, strict=True)) / math.hypot(*x) / math.hypot(*y)

    def mean_cosine(X):
        return number(np.mean([cosine(x, y) for x, y in combinations(X, 2)]), 2)

    for preset in block.presets:
        v = block.at(preset)
        stream, _ = stream_of(v)
        first, last = stream[0], stream[-1]
        x, y = (tokens[v["token"] - 1] for tokens in (first, last))
        length, of_one, of_two = block.show(**v).parts["numbers"].lines
        assert f"{significant(math.hypot(*x))} at first, {significant(math.hypot(*y))} " in length
        assert of_one.endswith(f": {number(cosine(x, y), 2)}")
        assert of_two.endswith(f": {mean_cosine(first)} at first, {mean_cosine(last)} at the end")


def test_what_the_settings_say_is_so():
    stream, _ = stream_of(at("Six blocks"))
    assert (np.diff(lengths(stream).mean(axis=1)) > 0).all()
    of_block = shares(at("Six blocks")).mean(axis=(1, 2))
    assert of_block[3:].max() < of_block[:3].min()
    stream, _ = stream_of(at("24 blocks"))
    grown = lengths(stream).mean(axis=1)
    assert 5 < grown[-1] / grown[0] < 6
    assert alike(stream[-1]) < 0.9
    stream, _ = stream_of(at("Norm after"))
    assert np.allclose(lengths(stream)[1:], np.sqrt(depth.D), atol=1e-3)
    assert 0.5 < shares(at("Norm after"))[-1].mean() < 1.3
    stream, _ = stream_of(at("Only add"))
    assert lengths(stream[-1]).min() > 1e4
    stream, _ = stream_of(at("Neither"))
    assert lengths(stream[-1]).max() < 0.01
    assert alike(stream[-1]) > 0.99
    stream, _ = stream_of(at("Only normalize"))
    assert np.allclose(lengths(stream[-1]), np.sqrt(depth.D), atol=1e-3)
    assert alike(stream[-1]) > 0.99
    assert (shares(at("Without attention"))[:, 0] == 0).all()
    assert 4 < shares(at("Large weights"))[0, 0, 0] < 5


def test_arrows_lead_from_before_the_block_to_after_it():
    for preset in block.presets:
        v = block.at(preset)
        _, steps = stream_of(v)
        two = steps[2 * v["look"] - 2 : 2 * v["look"]]
        drawing = arrows_picture(two, v["token"], v["look"])
        arrows = [shape for shape in drawing.shapes if isinstance(shape, Arrow)]
        first, last = two[0].stream[v["token"] - 1], two[1].after[v["token"] - 1]
        ratio = lengths(last) / lengths(first)
        # `shift` draws the parts, then the vector after them, then the vector before
        *parts, out, x = arrows
        size = np.linalg.norm(np.subtract(x.end, x.start))
        assert np.isclose(np.linalg.norm(np.subtract(out.end, out.start)) / size, ratio, rtol=1e-6)
        assert np.allclose(parts[0].start, x.end)
        assert np.allclose(parts[-1].end, out.end)


def test_a_block_that_is_gone_is_not_looked_at():
    session = Session(block)
    session.change({"number": 1, "change": {"blocks": 24}})
    session.change({"number": 2, "change": {"look": 24}})
    answer = session.change({"number": 3, "change": {"blocks": 2}})
    assert answer["values"]["look"] == 2


SOLUTIONS = [
    {"blocks": MOST, "norm": NEVER, "scale": 0.5},
    {"blocks": MOST, "norm": AFTER, "attention": False},
    {"blocks": MOST, "scale": 0.5},
]


@pytest.mark.parametrize("i", range(3))
def test_each_challenge_has_a_solution_and_with_less_it_is_none(i):
    start = block.at(block.presets[0])
    solved = [challenge.solved(start | SOLUTIONS[i]) for challenge in block.challenges]
    assert solved[i]
    for less in ({"blocks": 6}, {"attention": False, "mlp": False}):
        assert not block.challenges[i].solved(start | SOLUTIONS[i] | less)


def test_nothing_is_added_and_nothing_breaks_with_both_parts_off():
    v = at("Six blocks", attention=False, mlp=False)
    stream, _ = stream_of(v)
    assert np.array_equal(stream[0], stream[-1])
    assert "nothing" in block.show(**v).parts["arrows"].description
