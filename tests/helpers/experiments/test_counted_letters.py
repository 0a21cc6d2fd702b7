"""helpers.experiments.counted_letters: counts are those of a loop, probabilities add up to 1."""

from collections import Counter

import numpy as np
import pytest

from helpers.experiments.counted_letters import CHOICES, CountedLetters
from helpers.training.letters import PLACES, encoded

FEW = {country: names[::40] for country, names in PLACES.training.items()}
TOKENS, TARGETS = encoded(FEW)
NEW = encoded({country: names[:5] for country, names in PLACES.validation.items()})


def by_loop(country, context, letter, order, weight):
    """The mixture of counts, from its definition."""
    p = 1 / 27
    for length in range(order):
        seen = Counter()
        for name in FEW[country]:
            text = "^" * 12 + name + "."
            for i in range(12, len(text)):
                if text[i - length : i] == context[len(context) - length :]:
                    seen[text[i]] += 1
        p = (seen[letter] + weight * p) / (seen.total() + weight)
    return p


@pytest.mark.parametrize("order", [1, 5])
def test_probabilities_are_those_of_a_loop(order):
    counted = CountedLetters(TOKENS, TARGETS, order, weight=3)
    p = counted.probabilities(*NEW)
    for row, (country, name) in zip(
        p, [(c, name) for c in PLACES.validation for name in PLACES.validation[c][:5]], strict=True
    ):
        text = "^" * 12 + name
        for i, letter in enumerate([*name, "."]):
            context = text[: 12 + i]
            assert np.isclose(row[i], by_loop(country, context, letter, order, 3))
        assert (row[len(name) + 1 :] == 1).all()


@pytest.mark.parametrize("order", [1, 4])
def test_all_letters_together_have_a_probability_of_1(order):
    counted, tokens = CountedLetters(TOKENS, TARGETS, order), NEW[0]
    each = [counted.probabilities(tokens, np.full(tokens.shape, x)) for x in range(CHOICES)]
    assert np.allclose(sum(each), 1)


ORDERS = {2: 5, 3: 10, 4: 20, 5: 30}  # of notebook 12, each with its weight


@pytest.mark.sample
@pytest.mark.parametrize(("order", "weight"), ORDERS.items())
def test_weights_are_the_best_of_some_for_names_that_no_model_is_judged_on(order, weight):
    """Every tenth name of the training; the others are counted."""
    names = PLACES.training
    apart = encoded({country: names[country][::10] for country in names})
    rest = encoded({x: [name for i, name in enumerate(names[x]) if i % 10] for x in names})
    counted, losses = CountedLetters(*rest, order), {}
    for counted.weight in (2, 5, 10, 20, 30, 40):
        losses[counted.weight] = counted.loss(*apart)
    assert min(losses, key=losses.get) == weight
