"""A model of the reader's functions computes what the series' model computes."""

import numpy as np
import pytest

from helpers.exercises import PARTS
from helpers.language.block_functions import NEW
from helpers.training import Transformer, languages, parts, train
from helpers.training.joined import Joined, calls_of_a_step
from tests.helpers.exercises.answers import RIGHT

REFERENCES = {part: entry.reference for part, entry in PARTS.items()}
ANSWERS = [(part, i) for part, entry in PARTS.items() for i in range(len(RIGHT[entry.name]))]


def step(joined, causal, dtype=np.float64):
    """The loss, the logits and all slopes of a small model, one head off."""
    model = Transformer(
        16, 15, 2, 2, d_ff=24, causal=causal, positions="sinusoids", dtype=dtype, parts=joined
    )
    rng = np.random.default_rng(1)
    for x in model.p.values():  # gains away from 1, biases from 0
        x += 0.1 * rng.standard_normal(x.shape).astype(dtype)
    tokens, targets = rng.integers(16, size=(2, 8, 15))
    targets[:, ::2] = -1
    run = model.run(tokens, off={(1, 2)})
    loss, back = model.parts.cross_entropy(run.logits, targets)
    return {"loss": loss, "logits": run.logits} | run.back(back()["logits"])


def furthest(one, other):
    """How far two steps are apart, as a share of the largest number of each array."""
    assert set(one) == set(other)
    return max(np.abs(one[name] - other[name]).max() / np.abs(one[name]).max() for name in one)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_without_a_function_of_the_reader_it_is_the_series_to_the_last_bit(causal, dtype):
    series, joined = step(parts, causal, dtype), step(Joined({}), causal, dtype)
    assert all(np.array_equal(series[name], joined[name]) for name in series)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("part", "i"), ANSWERS)
def test_with_a_right_answer_it_computes_the_same(part, i, causal):
    answer = RIGHT[PARTS[part].name][i]
    in_float32 = part in ("split", "merge") and i == 1  # these answers round on purpose
    near = 1e-6 if in_float32 else 1e-9
    assert furthest(step(parts, causal), step(Joined({part: answer}), causal)) <= near


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("i", [0, -1])
def test_with_right_answers_everywhere_it_computes_the_same(i, causal):
    answers = {part: RIGHT[entry.name][i] for part, entry in PARTS.items()}
    near = 1e-9 if i == 0 else 1e-6
    assert furthest(step(parts, causal), step(Joined(answers), causal)) <= near


def test_numbers_stay_float32_whatever_the_reader_returns():
    answers = {part: RIGHT[entry.name][0] for part, entry in PARTS.items()}
    results = step(Joined(answers), causal=True, dtype=np.float32)
    assert {x.dtype for x in results.values()} == {np.dtype(np.float32)}


@pytest.mark.parametrize(("part", "wrong"), [("softmax", 1.1), ("loss_slope", 2)])
def test_the_reader_s_function_is_what_is_used(part, wrong):
    changed = Joined({part: lambda *x: wrong * REFERENCES[part](*x)})
    assert furthest(step(parts, causal=False), step(changed, causal=False)) > 1e-3


def test_training_calls_each_function_with_what_its_exercise_promises():
    calls = calls_of_a_step(REFERENCES)
    assert set(PARTS) - set(calls) == {
        "multi_head",
        "sinusoids",
        "block",
        "next_output",
        "probabilities",
        *NEW,
    }
    ranks = {part: {np.ndim(x) for call in calls[part] for x in call[:1]} for part in calls}
    assert ranks["split"] == {2}
    assert ranks["merge"] == {3}
    assert ranks["values_back"] == {4}
    for part, made in calls.items():
        for arguments in made[:3]:
            expected = PARTS[part].reference(*arguments)
            assert np.allclose(RIGHT[PARTS[part].name][0](*arguments), expected)


def test_the_assembled_model_learns():
    language = languages.REVERSE
    answers = {part: RIGHT[entry.name][0] for part, entry in PARTS.items()}
    losses = [
        train(Transformer(len(language.words), language.n, 1, 1, parts=of), language, 10, 0.01)
        for of in (parts, Joined(answers))
    ]
    assert np.allclose(*losses)
