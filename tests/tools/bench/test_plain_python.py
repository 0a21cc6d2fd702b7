"""The model in plain Python computes what my_transformer.py does: only then are times compared."""

import numpy as np
import pytest

from helpers.training import my_transformer
from tools.bench import plain_python


def test_the_loss_and_each_slope_are_those_of_the_file():
    rng = np.random.default_rng(0)
    start = my_transformer.starting_numbers(6, 4, rng)
    p = {name: x.astype(float) for name, x in start.items()}
    row = np.array([[0, 3, 5, 2, 1]])
    logits, kept = my_transformer.forward(p, row[:, :-1])
    right = my_transformer.softmax(logits)[np.arange(4), row[0, 1:]]
    to_logits = my_transformer.loss_slope(logits, row[0, 1:])
    slopes = my_transformer.backward(p, row[:, :-1], kept, to_logits)

    numbers = plain_python.numbers_of(p)
    loss = plain_python.loss_of(numbers, row[0].tolist())
    plain_python.back(loss)
    assert loss.x == pytest.approx(-np.log(right).mean(), abs=1e-12)
    assert set(numbers) == set(slopes)
    for name, rows in numbers.items():
        found = np.array([[number.slope for number in row] for row in rows])
        assert np.allclose(found, np.atleast_2d(slopes[name]), rtol=0, atol=1e-12)


def test_a_step_goes_downhill():
    p, state = plain_python.numbers_of({"one": np.array([1.0, 2.0])}), {}
    for number in (1, 2):
        loss = plain_python.dot(p["one"][0], p["one"][0])
        plain_python.back(loss)
        plain_python.step(p, state, number, rate=0.1)
    assert [x.x for x in p["one"][0]] == pytest.approx([0.8, 1.8], abs=0.01)
