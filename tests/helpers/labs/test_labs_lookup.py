"""The lab of the soft dictionary: its weights by other arithmetic, its two ends, its tasks."""

import math

import numpy as np
import pytest

from helpers.data import recorded
from helpers.drawing.shapes import Word
from helpers.labs import lookup
from helpers.labs.lookup_lab import QUERY, SOFTNESS, SPEED, answer_at, weights_at
from helpers.labs.lookup_picture import FULL
from tests.helpers.crowded import keyed


def products():
    query = recorded.word_vector(QUERY)
    return [math.fsum(query * recorded.word_vector(key)) for key in SPEED]


@pytest.mark.parametrize("softness", SOFTNESS)
def test_bands_are_as_wide_as_weights_and_end_at_their_values(softness):
    drawing = lookup.show(softness).parts["picture"]
    found = keyed(drawing)
    numbers = {s.text: s.x for s in drawing.shapes if isinstance(s, Word) and s.text.isdigit()}

    def on_ruler(speed):
        return np.interp(speed, [0, 100, 200], [numbers[text] for text in ("0", "100", "200")])

    for (key, speed), weight in zip(SPEED.items(), weights_at(softness), strict=True):
        (asked,), (given,) = found[f"weight {key}"], found[f"value {key}"]
        assert asked.width == given.width == FULL * weight
        assert given.points[1][0] == pytest.approx(on_ruler(speed))
        assert asked.points[1][0] == given.points[0][0]
    needle, said = found["answer"]
    assert [x for x, _ in needle.points] == pytest.approx([on_ruler(answer_at(softness))] * 2)
    assert said.x == needle.points[0][0]


@pytest.mark.parametrize("softness", SOFTNESS[1:-1])
def test_in_between_the_lead_over_the_dog_sets_the_weight(softness):
    dog, *others = products()
    temperature = softness / (1 - softness)
    expected = [1.0] + [math.exp((other - dog) / temperature) for other in others]
    weights = weights_at(softness)
    assert weights.sum() == pytest.approx(1)
    assert weights / weights[0] == pytest.approx(expected)
    mixed = math.fsum(w * speed for w, speed in zip(weights, SPEED.values(), strict=True))
    assert answer_at(softness) == pytest.approx(mixed)


def test_one_end_looks_up_the_best_key_and_the_other_averages():
    assert list(SPEED)[products().index(max(products()))] == "dog"
    assert answer_at(0.0) == SPEED["dog"]
    assert answer_at(1.0) == sum(SPEED.values()) / len(SPEED)
    answers = [answer_at(softness) for softness in SOFTNESS]
    assert answers == sorted(answers)
    leads = [weights_at(softness)[0] for softness in SOFTNESS]
    assert leads == sorted(leads, reverse=True)


def test_what_the_settings_say_is_so():
    hard, soft, softer, average = (
        weights_at(lookup.at(preset)["softness"]) for preset in lookup.presets
    )
    assert soft[0] > 0.5 > soft[1] > 0.1 > soft[2]
    assert hard.tolist() == [1, 0, 0, 0]
    assert round(softer[2], 2) == 0.1
    assert softer[3] < 0.01
    assert average.tolist() == [0.25] * 4
