"""What training takes: my_transformer.py, the same model one number at a time, and the tape.

python -m tools.bench.bench_training
"""

import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from helpers import training
from helpers.training import languages, letters, my_transformer, tape
from tools.bench import plain_python
from tools.notebook import lesson
from tools.repository import PATHS

STEPS, WORDS, TURNS = 2000, 10, 5


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
    print(f"| a small model on the tape, to by hand | {times_of_the_tape():.1f} times | 2.5 |")


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


def times_of_the_tape():
    """How many times as long the model that notebook 10 puts on its tape trains as by hand: the
    fastest of some turns of each."""
    page = lesson.read(next(path for path in PATHS if path.stem.startswith("10")))
    names = vars(tape) | {"tape": tape, "training": training, "languages": languages}
    for cell in page.code:
        if cell.id in ("whole-forward", "whole-train"):
            exec(cell.source, names)
    sizes = {"words": 20, "n": 12, "layers": 1, "heads": 1, "seed": 0}

    def by_hand():
        training.train(training.Transformer(**sizes), languages.REVERSE, steps=100, rate=0.01)

    def taped():
        names["train_taped"](training.Transformer(**sizes), 100)

    turns = [(seconds(taped), seconds(by_hand)) for _ in range(TURNS)]
    slow, fast = (min(times) for times in zip(*turns, strict=True))
    return slow / fast


if __name__ == "__main__":
    print_rows()
