"""The examples of three tasks, and what is recorded of the published model's answers."""

import pytest

from helpers import language
from helpers.experiments import few_shot
from tests.models import needs_model


@pytest.mark.parametrize("task", few_shot.TASKS)
def test_no_example_tells_a_later_answer(task):
    for order in few_shot.ORDERS:
        pairs = few_shot.drawn(task, order)
        assert len({word for pair in pairs for word in pair}) == 2 * few_shot.PAIRS
    assert few_shot.recorded()[task].shape == (len(few_shot.ORDERS), few_shot.PAIRS)


@needs_model
def test_the_recorded_answers_are_the_models():
    found = few_shot.right(language.load(), "capitals", 0)
    assert (few_shot.recorded()["capitals"][0] == found).sum() >= few_shot.PAIRS - 1
