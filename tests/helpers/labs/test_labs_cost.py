"""The labs of notebook 09: what they show is what the helpers compute."""

import math

import numpy as np

from helpers.experiments.multiplications import FORMULAS
from helpers.labs.cost_lab import cached, cost, held, steps
from helpers.labs.online_lab import MIXED, ORDERS, newest_term, online, registers


def test_work_is_that_of_the_formulas():
    view = cost.show(n=256, d=64, k=5, h=4)
    millions = FORMULAS["attention"](256, 64, 5) / 1e6
    assert f"attention {millions:.2f}" in view.parts["work"].description
    assert view.spoken.endswith(f"takes {2 * 256 / (5 * 64):.1f} × a convolution's work.")


def test_steps_memory_and_cache():
    assert steps(1024, 3) == {"attention": 1, "dilated": 7, "recurrence": 1024, "convolution": 512}
    scores = np.zeros((4, 1024, 1024), np.float32)
    assert held(1024, 64, 4) == {"all at once": scores.nbytes, "by blocks": 4 * 512 * 512 * 4}
    assert held(16, 64, 4)["by blocks"] == 4 * 16 * 16 * 4
    assert cached(100, 64, 8) == {"8 heads": 25600, "GQA, 2": 6400, "MQA, 1": 3200}
    assert cached(100, 64, 2) == {"2 heads": 25600, "MQA, 1": 12800}


def test_registers_are_those_of_the_scores_so_far():
    for order, scores in ORDERS.items():
        for step in range(1, 9):
            before, after = registers(step, order, 100)
            largest = max(scores[:step])
            assert after.largest == largest + 100
            assert math.isclose(after.total, sum(math.exp(s - largest) for s in scores[:step]))
            shrunk = before.total * math.exp(before.largest - after.largest)
            both = shrunk + newest_term(step, order, 100)
            assert math.isclose(both, after.total)


def test_scores_to_come_are_not_shown():
    rows = online.show(step=2, order=MIXED, lift=0).parts["scores"].data()["cells"]
    assert [cell.strip("\u2007") for cell in rows[0]] == ["1", "3", *"······"]
