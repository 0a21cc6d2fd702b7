"""What head 1.1 of a model of facts writes, read from models whose weights are known."""

import numpy as np

from helpers import training
from helpers.experiments import induction
from helpers.training.languages import FACTS


def new():
    return training.Transformer(len(FACTS.words), FACTS.n, layers=2, heads=1, causal=True, seed=5)


def texts():
    return FACTS.sample(np.random.default_rng(3), 20)[0]


def test_what_is_written_is_what_the_model_adds():
    """Without layer 2, and with the head's own gain, the model's stream is words + written."""
    model, tokens = new(), texts()
    model.p["1.gain_1"] += np.random.default_rng(0).standard_normal(32)
    model.p["2.W_O"][:] = 0
    stream = model.p["words"][tokens] + model.p["positions"] + induction.written(model, tokens)
    normed, _ = training.layer_norm(stream, model.p["gain"], model.p["shift"])
    assert np.allclose(normed @ model.p["answer"], model.run(tokens).logits)


def test_a_note_is_what_is_written_at_a_name_that_gets_all_the_weight():
    """The first token can only look at itself."""
    model, tokens = new(), texts()
    model.p["positions"][:] = 0
    assert np.allclose(induction.notes(model)[tokens[:, 0]], induction.written(model, tokens)[:, 0])


def test_an_untrained_model_leaves_no_note_to_read():
    assert induction.name_read(new(), texts()) < 0.5


def test_the_first_two_cities_are_exchanged_in_a_copy():
    output = np.arange(30.0).reshape(1, 15, 2)
    result = induction.exchanged(output)
    assert np.array_equal(result[:, [3, 1]], output[:, [1, 3]])
    assert np.array_equal(np.delete(result, [1, 3], axis=1), np.delete(output, [1, 3], axis=1))
    assert output[0, 1, 0] == 2
