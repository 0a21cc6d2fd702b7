"""What a model makes of a text, part by part, is what its run makes."""

import numpy as np
import pytest

from helpers.attention import softmax
from helpers.experiments.every_number import every_number, made_by, made_of
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
    assert np.array_equal(found["tokens"] + p["positions"][: len(row)], found["1.x_1"])
    for i, after in (("1", "2.x_1"), ("2", "x")):
        for k, weights in enumerate(run.weights[int(i) - 1][0], start=1):
            assert np.allclose(found[f"{i}.weights_{k}"], weights)
        assert np.allclose(found[f"{i}.outputs"] @ p[f"{i}.W_O"], found[f"{i}.heads"])
        assert np.allclose(found[f"{i}.x_1"] + found[f"{i}.heads"], found[f"{i}.x_2"])
        thought = found[f"{i}.hidden"] @ p[f"{i}.W_2"] + p[f"{i}.b_2"]
        assert np.allclose(thought, found[f"{i}.mlp"])
        assert np.allclose(found[f"{i}.x_2"] + found[f"{i}.mlp"], found[after])


def test_each_number_is_made_of_what_it_says():
    """From these rows and columns alone it is computed again; those below the diagonal of a map are
    the weights of keys that are hidden."""
    model, tokens = letters.trained(), [27, 20, 11, 12]
    found, p = numbers_of(model, np.array(tokens)), model.p
    arrays = p | found
    for name, numbers in found.items():
        what = name.rpartition(".")[2]
        for i, j in ((0, 0), (3, 2), (2, numbers.shape[1] - 1)):
            made = made_of(found, tokens, name, i, j)
            a, *rest = (np.atleast_2d(arrays[x])[rows, columns] for x, rows, columns in made)
            if what == "tokens":
                again = a[j]
            elif what == "p":
                again = softmax(a)[j]
            elif what[0] == "z":
                gain, shift = rest
                again = (a[j] - a.mean()) / np.sqrt(a.var() + 1e-5) * gain + shift
            elif what[0] == "x":
                again = a + rest[0]
            elif what.startswith("weights"):
                ones = [made_of(found, tokens, name, i, k) for k in range(i + 1)]
                keys = [arrays[K][*at] for _, (K, *at) in ones]
                again = (*softmax(np.array(keys) @ a / np.sqrt(8)), 0, 0, 0)[j]
            else:
                again = a @ rest[0] + sum(rest[1:])
                again = max(0, again) if what == "hidden" else again
            assert np.isclose(again, numbers[i, j]), (name, i, j)


def test_a_learned_number_leads_to_what_it_makes():
    found = numbers_of(letters.trained(), np.array([27, 20, 11]))
    assert made_by(found, "2.V", 1, 5) == ("2.V", 1, 5)
    assert made_by(found, "positions", 1, 5) == ("1.x_1", 1, 5)
    for learned, made in (
        ("words", "tokens"),
        ("1.W_Q", "1.Q"),
        ("2.b_1", "2.hidden"),
        ("1.gain_2", "1.z_2"),
        ("shift", "z"),
        ("answer", "logits"),
    ):
        assert made_by(found, learned, 9, 4) == (made, None, 4)
