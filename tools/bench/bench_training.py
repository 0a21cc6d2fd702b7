"""What training takes: my_transformer.py, and the same model one number at a time.

python -m tools.bench.bench_training
"""

import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from helpers.training import letters, my_transformer
from tools.bench import plain_python

STEPS, WORDS = 2000, 10


def print_rows():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "names.txt"
        names = [f"{kind} {name}\n" for kind, of in letters.PLACES.training.items() for name in of]
        path.write_text("".join(names), encoding="utf-8")
        whole = seconds(run, path)
        words, text = my_transformer.read(path)
    print(f"| my_transformer.py: {STEPS:,} steps, and 18 words written | {whole:.1f} s | 15 s |")
    plain = seconds_of_plain_python(words, text) * 1000
    ours = whole / STEPS / my_transformer.BATCH * 1000
    measured = f"{plain:.0f} ms to {ours:.3f} ms, {plain / ours:,.0f} times"
    print(f"| a word, one number at a time in plain Python, to that file | {measured} | |")


def seconds(action, *arguments):
    start = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - start


def run(path):
    subprocess.run([sys.executable, my_transformer.__file__, path], check=True, capture_output=True)


def seconds_of_plain_python(words, text):
    """Of a step with one word: the mean of some."""
    rng = np.random.default_rng(0)
    start = my_transformer.starting_numbers(len(words), text.shape[1] - 1, rng)
    p, state = plain_python.numbers_of(start), {}

    def steps():
        for number, row in enumerate(text[rng.integers(len(text), size=WORDS)], start=1):
            plain_python.back(plain_python.loss_of(p, row[row >= 0].tolist()))
            plain_python.step(p, state, number, my_transformer.RATE)

    gc.disable()  # which makes it several times as fast
    try:
        return seconds(steps) / WORDS
    finally:
        gc.enable()


if __name__ == "__main__":
    print_rows()
