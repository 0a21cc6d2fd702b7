"""How long three kinds of layer take, measured, and how the time grows with n and with d.

    rows = recorded("layers")    # measure("layers") on your own computer takes less than a minute
    seconds = by_layer(rows)
    slope(NS, [seconds["attention"][n, 64] for n in NS])

Times are processor seconds, the best of several runs, in float32. Layers have no projections.
measure("blocks") has megabytes, which a busy computer does not change.
"""

import json
import sys
import time
import tracemalloc
from functools import partial
from pathlib import Path

import numpy as np

from helpers.experiments.multiplications import convolution, recurrence, self_attention
from helpers.flash import by_blocks

NS = 16, 32, 64, 128, 256, 512, 1024, 2048, 4096  # tokens
DS = 16, 64, 256  # the width of a token
K = 3  # the window of the convolution
LEAST = 0.02  # seconds that the runs of one measurement take together
RECORDED = Path(__file__).parents[1] / "data" / "running_times.json"


def layers(n, d):
    """Each layer, ready to run on random tokens: {name: a function without arguments}."""
    rng = np.random.default_rng(0)
    X, Y, Z = rng.standard_normal((3, n, d)).astype(np.float32)
    W = (rng.standard_normal((K, d, d)) / np.sqrt(d)).astype(np.float32)
    return {
        "attention": partial(self_attention, X, Y, Z),
        "recurrence": partial(recurrence, X, W[0], W[1]),
        "convolution": partial(convolution, X, W),
    }


def seconds(run):
    """The best of at least 3 runs, of more if they are short."""
    taken = []
    while len(taken) < 3 or sum(taken) < LEAST:
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return min(taken)


def layers_in_seconds(ns=NS, ds=DS):
    """Rows of layer, n, d and seconds."""
    sizes = [(n, d) for n in ns for d in ds]
    return [[name, n, d, seconds(run)] for n, d in sizes for name, run in layers(n, d).items()]


def blocks_in_megabytes(ns=(1024, 4096, 8192), d=64):
    """Rows of n and the peaks of memory of one program, with one block of n × n scores and with
    blocks of 512 × 512."""
    rows = []
    for n in ns:
        Q, K, V = np.random.default_rng(0).standard_normal((3, n, d)).astype(np.float32)
        rows.append([n, *(peak(partial(by_blocks, Q, K, V, size=size)) for size in (n, 512))])
    return rows


def peak(run):
    """The most memory that it held at a time, above what was there, in MB."""
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


MEASURES = {"layers": layers_in_seconds, "blocks": blocks_in_megabytes}


def measure(what):
    """The rows of MEASURES[what], on this computer. RuntimeError in a browser."""
    if sys.platform == "emscripten":
        raise RuntimeError(
            "In a browser this takes many minutes. To measure, run the notebook with Python on "
            "your computer."
        )
    return MEASURES[what]()


def recorded(what):
    """The same, as `make record WHAT=timing` measured and stored it on another computer."""
    return json.loads(RECORDED.read_text())[what]


def by_layer(rows):
    """{layer: {(n, d): seconds}}"""
    seconds = {}
    for name, n, d, taken in rows:
        seconds.setdefault(name, {})[n, d] = taken
    return seconds


def crossing(ns, ours, theirs):
    """The first n from which on ours takes longer than theirs, or None."""
    not_slower = [n for n, a, b in zip(ns, ours, theirs, strict=True) if a <= b]
    if not not_slower:
        return ns[0]
    return next((n for n in ns if n > not_slower[-1]), None)
