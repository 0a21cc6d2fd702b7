"""What notebook 08 says of single hidden numbers: recorded, and computed again with the model."""

import numpy as np
import pytest

from helpers.experiments import hidden_numbers as found
from tests.models import needs_model
from tools.record import record_hidden

KEPT = found.recorded()
BLOCK, NUMBER = found.ONE


def test_what_08_says_of_the_hidden_number_that_it_shows():
    _, _, h, after, p, without, control = map(list, zip(*KEPT["shown"], strict=True))
    assert h == sorted(h, reverse=True)
    assert (np.array(without) < p).all()
    assert np.allclose(control, p, atol=0.01)
    before, loss = KEPT["loss"]
    assert abs(loss - before) < 0.01
    assert {"year", "day", "month", "week"} <= {*KEPT["words"][:5]}
    assert "night" in after


def test_what_08_says_of_the_others_and_of_capitals():
    _, every, fit, by_chance = KEPT["all"]
    assert by_chance < fit < 0.02 * every
    country, end = np.array(KEPT["lost"])
    assert (country[1:] < 3).all()
    assert country[0] == end[0] == end[-1] == len(found.CAPITALS)


@needs_model
def test_the_model_gives_what_is_recorded():
    tokens, values = found.at(found.RECORDED)
    assert tokens == KEPT["text"][0]
    assert np.allclose(values, KEPT["text"][1], atol=0.11)
    row = found.SIGN * found.logits_of_rows(BLOCK)[NUMBER - 1]
    assert record_hidden.words_of(row) == KEPT["words"]
    before, token, h, after, *p = KEPT["shown"][0]
    numbers, _ = found.cut(f"{before} {token}")
    (answer,) = found.cut(f" {after}")[0]
    assert np.isclose(found.SIGN * found.all_hidden(numbers)[BLOCK - 1, -1, NUMBER - 1], h, atol=0.06)
    for off, kept in zip((None, {BLOCK: np.s_[:, NUMBER - 1]}), p, strict=False):
        assert np.isclose(found.chances(numbers, off)[-1, answer], kept, atol=0.002)


@needs_model
@pytest.mark.parametrize("country", ["Norway"])
def test_ten_hidden_numbers_hold_a_capital(country):
    numbers, answer = found.asked(country)
    ten = found.adds_most(country, 10)
    assert sum(len(of_block) for _, of_block in ten.values()) == 10
    assert found.chances(numbers)[-1].argmax() == answer
    assert found.chances(numbers, ten)[-1].argmax() != answer


def test_without_the_model_a_line_says_so(monkeypatch, capsys):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    assert found.at("Twice a day.") == KEPT["text"]
    assert "run make model once" in capsys.readouterr().out
