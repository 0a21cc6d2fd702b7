"""What notebook 08 says of single hidden numbers: recorded, and computed again with the model."""

import numpy as np

from helpers.exercises.n08_transformer_block import farthest_from_90, worst_pair
from helpers.experiments import hidden_numbers as found
from tests.models import needs_model
from tools.record import record_hidden

KEPT = found.recorded()
BLOCK, NUMBER = found.ONE


def test_what_08_says_of_the_hidden_number_that_it_shows():
    _, _, h, after, p, without, control = map(list, zip(*KEPT["shown"], strict=True))
    assert h == sorted(h, reverse=True)
    assert sum(np.array(without) < p) == 7
    assert sum(x > 0.3 for x in without) == 6
    assert np.allclose(control, p, atol=0.002)
    assert KEPT["a"] == [38, 4]
    assert (round(p[2], 2), round(without[2], 2), after[2]) == (0.83, 0.68, "night")
    before, loss = KEPT["loss"]
    assert abs(loss - before) < 0.01
    assert {"year", "day", "month", "week"} <= {*KEPT["words"][:5]}


def test_what_08_says_of_the_others():
    assert KEPT["all"] == [155, 46_080, 374, 267]


def test_2000_random_directions_are_within_about_12_degrees_of_right_angles():
    assert np.allclose([farthest_from_90(seed) for seed in (1, 2, 3)], 12, atol=0.6)
    assert worst_pair() == "below 20 degrees"


def test_what_08_says_of_the_stream_that_is_only_added_to():
    stream, *added = np.array(KEPT["lengths"])  # (30,), two of (30,)
    assert stream.shape == (30,)
    assert (round(stream[0]), round(stream[-1], -2), int(added[1][0] / stream[0])) == (3, 700, 15)
    assert all((part[2:29] < stream[2:29] / 2).all() for part in added)


@needs_model
def test_the_model_gives_what_is_recorded():
    tokens, values = found.at(found.RECORDED)
    assert tokens == KEPT["text"][0]
    assert np.allclose(values, KEPT["text"][1], atol=0.11)
    (row,) = found.SIGN * found.logits_of_rows(BLOCK, [NUMBER - 1])
    assert record_hidden.words_of(row) == KEPT["words"]
    before, token, h, after, *p = KEPT["shown"][0]
    assert np.isclose(found.at(f"{before} {token}")[1][-1], h, atol=0.11)
    stream, attended, thought = record_hidden.lengths(f"{before} {token}")  # (30,) each
    assert np.isclose(stream[0], KEPT["lengths"][0][0], atol=0.5)
    assert (stream[1:] < (stream + attended + thought)[:-1]).all()
    assert (stream[1:] > (stream - attended - thought)[:-1]).all()
    (numbers, _), ((answer,), _) = found.cut(f"{before} {token}"), found.cut(f" {after}")
    for off, kept in zip((None, {BLOCK: np.s_[:, NUMBER - 1]}), p, strict=False):
        assert np.isclose(found.chances(numbers, off)[-1, answer], kept, atol=0.002)


def test_without_the_model_a_line_says_so(monkeypatch, capsys):
    monkeypatch.setenv("SELF_ATTENTION_MODELS", "/nowhere")
    assert found.at("Twice a day.") == KEPT["text"]
    assert "run make model once" in capsys.readouterr().out
