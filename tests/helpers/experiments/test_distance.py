"""Slopes of the sequence models are right, and how far each sees is as the notebook says."""

import numpy as np
import pytest

from helpers.attention import softmax
from helpers.experiments import distance
from helpers.experiments.sequence_models import Convolution


def loss_and_slopes(model, text, capital):
    scores, back = model.run(text)
    weights = softmax(scores)
    at = np.arange(len(text)), capital
    loss = -np.log(weights[at]).mean()
    weights[at] -= 1
    return loss, back(weights / len(text))


@pytest.mark.parametrize("T", [1, 12])  # a text shorter than the widest window, and a longer one
@pytest.mark.parametrize("name", distance.MODELS)
def test_slopes_are_finite_differences(name, T):
    rng = np.random.default_rng(0)
    model = distance.MODELS[name][0](rng)
    model.p = {name: x.astype(float) for name, x in model.p.items()}
    text, capital = distance.texts(rng, T, 3)
    _, all_slopes = loss_and_slopes(model, text, capital)
    assert set(all_slopes) == set(model.p)
    for name, slopes in all_slopes.items():
        x = model.p[name]
        assert slopes.shape == x.shape
        for place in [tuple(rng.integers(size) for size in x.shape) for _ in range(6)]:
            value, losses = x[place], []
            for step in (1e-5, -1e-5):
                x[place] = value + step
                losses.append(loss_and_slopes(model, text, capital)[0])
            x[place] = value
            assert np.isclose(slopes[place], (losses[0] - losses[1]) / 2e-5, rtol=1e-4, atol=1e-8)


def test_slopes_are_made_no_longer_than_1():
    short = distance.clipped({"W": np.array([[0.3, 0.4]]), "c": np.zeros(2)})
    long = distance.clipped({"W": np.array([[6.0]]), "c": np.array([0.0, 8.0])})
    assert np.array_equal(short["W"], [[0.3, 0.4]])
    assert np.allclose(long["W"], [[0.6]])
    assert np.allclose(long["c"], [0, 0.8])


def test_a_text_has_one_capital_among_the_first_four_places_and_ends_with_the_question():
    text, capital = distance.texts(np.random.default_rng(0), T=5, b=400)
    assert text.shape == (400, 10)
    capitals = (text >= 8) & (text < 16)
    assert (capitals.sum(axis=1) == 1).all()
    assert set(capitals.argmax(axis=1)) == {0, 1, 2, 3}
    assert np.array_equal(text[capitals], capital)
    assert set(capital) == set(range(8, 16))
    assert (text[:, -1] == 16).all()


@pytest.mark.parametrize("distances", [(1, 1, 1), (1, 3, 9)])
def test_convolutions_see_exactly_so_many_tokens(distances):
    rng = np.random.default_rng(0)
    model = Convolution(rng, distances)
    sees = 1 + 2 * sum(distances)
    text = rng.integers(8, size=(1, 40))
    before, _ = model.run(text)
    for back in range(40):
        changed = text.copy()
        changed[0, -1 - back] = 16
        after, _ = model.run(changed)
        assert (np.abs(after - before).max() > 1e-6) == (back < sees)


@pytest.mark.parametrize("steps", [600, 325, 0, -25, 30, 25.0, True, None])
def test_steps_that_it_cannot_do_are_refused(steps):
    needed = f"steps: given {steps!r}, needed a multiple of 25 from 25 to 300"
    with pytest.raises(ValueError, match=needed):
        distance.learn("recurrence", 2, steps=steps)


def test_it_stops_after_the_steps_that_were_asked_for(monkeypatch):
    monkeypatch.setattr(distance, "course", lambda *_: iter([0.1, 0.2, 0.3]))
    assert distance.learn("recurrence", 2, steps=50) == 0.2


def test_what_is_recorded_is_what_the_command_gives():
    runs = distance.recorded()
    assert list(runs) == list(distance.MODELS)
    for by_T in runs.values():
        assert tuple(by_T) == distance.DISTANCES
        assert all(len(courses) == len(distance.SEEDS) for courses in by_T.values())
    assert abs(runs["attention, 4 heads"][4][0][-1] - distance.learn("attention, 4 heads", 4)) < 0.1


def test_median_and_steps():
    courses = [[0.1, 0.99, 1.0], [0.2, 0.3, 1.0], [0.1, 0.1, 0.4]]
    assert distance.medians({2: courses}) == [1.0]
    assert distance.steps_to_learn(courses) == 75
    assert distance.steps_to_learn(courses[1:] + courses[2:]) is None
