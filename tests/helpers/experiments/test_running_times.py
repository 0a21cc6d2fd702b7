"""Each way is measured at each size; crossings are right. Nothing is timed."""

import sys

import pytest

from helpers.experiments import running_times


def test_a_crossing_is_where_ours_stays_slower():
    ns = [1, 2, 4, 8]
    assert running_times.crossing(ns, [1, 1, 3, 5], [2, 2, 2, 2]) == 4
    assert running_times.crossing(ns, [3, 1, 3, 5], [2, 2, 2, 2]) == 4
    assert running_times.crossing(ns, [3, 3, 3, 5], [2, 2, 2, 2]) == 1
    assert running_times.crossing(ns, [1, 1, 1, 1], [2, 2, 2, 2]) is None


def test_every_layer_is_measured_at_every_size():
    seconds = running_times.by_layer(running_times.layers_in_seconds(ns=(3, 5), ds=(2,)))
    assert set(seconds) == set(running_times.by_layer(running_times.recorded("layers")))
    assert all(set(taken) == {(3, 2), (5, 2)} for taken in seconds.values())


def test_blocks_take_less_memory():
    ((n, in_one, in_many),) = running_times.blocks_in_megabytes(ns=(2048,), d=4)
    assert n == 2048
    assert in_one > 4 * 2048 * 2048 / 1e6 > 3 * in_many


def test_a_browser_is_told_at_once_where_to_measure(monkeypatch):
    monkeypatch.setattr(running_times, "MEASURES", {"layers": lambda: [["attention", 1, 1, 1.0]]})
    assert running_times.measure("layers") == [["attention", 1, 1, 1.0]]
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(RuntimeError, match=r"many minutes.* Python on your computer"):
        running_times.measure("layers")
