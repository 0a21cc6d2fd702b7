"""How long three kinds of layer take, measured, and how the time grows with n and with d.

    seconds = measure()     # on your machine, a minute; recorded() has those of one other machine
    slope(NS, [seconds["attention"][n, 64] for n in NS])

Times are processor seconds of one layer without projections, in float32: the best of several runs.
"""

import json
import time
from pathlib import Path

import numpy as np

from helpers.costs import convolution, recurrence, self_attention

NS = 16, 32, 64, 128, 256, 512, 1024, 2048, 4096  # tokens
DS = 16, 64, 256  # the width of a token
K = 3  # the window of the convolution
RECORDED = Path(__file__).with_name("timing.json")


def layers(n, d):
    """Each layer, ready to run on random tokens: {name: a function without arguments}."""
    rng = np.random.default_rng(0)
    X, Y, Z = rng.standard_normal((3, n, d)).astype(np.float32)
    W = (rng.standard_normal((K, d, d)) / np.sqrt(d)).astype(np.float32)
    return {
        "attention": lambda: self_attention(X, Y, Z),
        "recurrence": lambda: recurrence(X, W[0], W[1]),
        "convolution": lambda: convolution(X, W),
    }


def seconds(run, least=0.02):
    """The best of at least 3 runs, of more if they are short."""
    taken = []
    while len(taken) < 3 or sum(taken) < least:
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return min(taken)


def measure(ns=NS, ds=DS):
    """{layer: {(n, d): seconds}}"""
    found = {name: {} for name in layers(2, 2)}
    for n in ns:
        for d in ds:
            for name, run in layers(n, d).items():
                found[name][n, d] = seconds(run)
    return found


def recorded():
    """What `make timing` measured and stored."""
    found = json.loads(RECORDED.read_text())
    return {name: {(n, d): taken for n, d, taken in rows} for name, rows in found.items()}


def slope(sizes, taken):
    """The exponent p for which the times grow nearly as size to the p: the slope of a straight line
    through the points on paper with two logarithmic axes."""
    p, _ = np.polyfit(np.log(sizes), np.log(taken), 1)
    return float(p)


def crossing(ns, ours, theirs):
    """The first n from which on ours takes longer than theirs, or None."""
    slower = [n for n, a, b in zip(ns, ours, theirs, strict=True) if a <= b]
    later = [n for n in ns if not slower or n > slower[-1]]
    return later[0] if later else None
