"""A guesser and an assistant: what each stage shows, and what is recorded of it."""

import numpy as np
import pytest

from helpers.experiments import assistant
from helpers.training import letters


def test_stage_1_sees_no_country_and_no_stage_asks_for_one():
    mixed, asked = (
        x.sample(np.random.default_rng(0), 500) for x in (assistant.MIXED, assistant.IN_FORM)
    )
    assert mixed[0].max() == letters.END == mixed[0][:, 0].min()
    assert np.array_equal(mixed[0][:, 1:], asked[0][:, 1:])
    assert {*asked[0][:, 0]} == {letters.WORDS.index(x) for x in letters.COUNTRIES}
    assert np.array_equal(mixed[1], asked[1])
    assert asked[1].max() == letters.END


def test_names_are_placed_where_they_belong():
    new, found = letters.PLACES.validation, assistant.recorded()
    assert np.allclose(assistant.placed(new), found["new"], atol=0.001)
    of_the_next = {x: new[y] for x, y in zip(new, [*list(new)[1:], "DE"], strict=True)}
    assert assistant.placed(of_the_next).max() < 0.1


@pytest.mark.long
def test_a_recorded_training_is_what_is_computed():
    model = assistant.new_model(0)
    assistant.stage_2(model, 0)
    assert np.isclose(assistant.bits(model), assistant.recorded()["from_scratch"][0][-1], atol=0.05)
