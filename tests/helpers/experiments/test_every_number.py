"""What a model makes of a text, part by part, is what its run makes."""

import numpy as np
import pytest

from helpers.attention import softmax
from helpers.experiments.every_number import every_number
from helpers.training import letters, parts
from helpers.training.joined import Joined


def numbers_of(model, row):
    """All that a model makes of one row of tokens, from its own parts."""
    p, n, steps = model.p, len(row), []

    def step(part, x, *names, **sizes):
        y, _ = part(x, *(p[name] for name in names), **sizes)
        y = getattr(y, "output", y)
        steps.append((x, y))
        return y

    sizes = {"n": n, "h": model.heads, "off": {}, "mask": parts.causal_mask(n)}
    x = p["words"][row] + p["positions"][:n]
    for i in "12":
        z = step(parts.layer_norm, x, f"{i}.gain_1", f"{i}.shift_1")
        arrays = [f"{i}.{name}" for name in ("W_Q", "W_K", "W_V", "W_O")]
        x = x + step(parts.self_attention, z, *arrays, **sizes)
        z = step(parts.layer_norm, x, f"{i}.gain_2", f"{i}.shift_2")
        x = x + step(parts.mlp, z, *(f"{i}.{name}" for name in ("W_1", "b_1", "W_2", "b_2")))
    z = step(parts.layer_norm, x, "gain", "shift")
    return every_number(p, row, steps, z @ p["answer"], Joined({}), model.heads)


@pytest.mark.parametrize("text", ["w", "burghausen"])
def test_every_number_is_that_of_the_models_run(text):
    model = letters.trained()
    p, row = model.p, np.array([letters.WORDS.index(token) for token in ["DE", *text]])
    found, run = numbers_of(model, row), model.run(row[None])
    assert np.allclose(found["p"], softmax(run.logits[0]))
    assert np.array_equal(found["words"] + p["positions"][: len(row)], found["1.x_1"])
    for i, after in (("1", "2.x_1"), ("2", "x")):
        assert np.allclose(found[f"{i}.weights"], run.weights[int(i) - 1][0])
        assert np.allclose(found[f"{i}.outputs"] @ p[f"{i}.W_O"], found[f"{i}.heads"])
        assert np.allclose(found[f"{i}.x_1"] + found[f"{i}.heads"], found[f"{i}.x_2"])
        thought = found[f"{i}.hidden"] @ p[f"{i}.W_2"] + p[f"{i}.b_2"]
        assert np.allclose(thought, found[f"{i}.mlp"])
        assert np.allclose(found[f"{i}.x_2"] + found[f"{i}.mlp"], found[after])
