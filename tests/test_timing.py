"""helpers.timing: what is recorded is whole; slopes and crossings are right. Nothing is timed."""

import numpy as np

from helpers import timing


def test_a_slope_is_an_exponent():
    sizes = np.array([10, 100, 500])
    assert np.isclose(timing.slope(sizes, 3e-7 * sizes**2.5), 2.5)
    assert np.isclose(timing.slope(sizes, [4.0, 4.0, 4.0]), 0)


def test_a_crossing_is_where_ours_stays_slower():
    ns = [1, 2, 4, 8]
    assert timing.crossing(ns, [1, 1, 3, 5], [2, 2, 2, 2]) == 4
    assert timing.crossing(ns, [3, 1, 3, 5], [2, 2, 2, 2]) == 4
    assert timing.crossing(ns, [3, 3, 3, 5], [2, 2, 2, 2]) == 1
    assert timing.crossing(ns, [1, 1, 1, 1], [2, 2, 2, 2]) is None


def test_every_layer_is_measured_at_every_size():
    few = timing.measure(ns=(3, 5), ds=(2,))
    assert set(few) == set(timing.recorded())
    assert all(set(taken) == {(3, 2), (5, 2)} for taken in few.values())


def test_what_is_recorded_has_all_sizes():
    for taken in timing.recorded().values():
        assert set(taken) == {(n, d) for n in timing.NS for d in timing.DS}
        assert all(seconds > 0 for seconds in taken.values())
