"""Measure times, sizes and memory and print them beside their goals (make bench).

Run it on a quiet Linux or macOS machine: times are wall times.
"""

import statistics
import subprocess
import sys
import time

import nbformat
import numpy as np

from helpers import attention, exercises, flash
from helpers.experiments import running_times
from tools.bench import bench_book, bench_labs, bench_language, bench_training
from tools.notebook.execute import client_of
from tools.repository import PATHS, ROOT

FIRST_CELL = """
import numpy
from helpers import attention, exercises, figures, labs
from helpers.data import examples
"""
GOALS = {  # of the notebooks that train or run a published model
    "08": "6 s, 220 MB",
    "11": "30 s, 200 MB",
    "12": "30 s, 180 MB",
    "13": "60 s, 700 MB",
}
PEAK = """
import resource, sys
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kB on Linux, bytes on macOS
print(peak / (2**20 if sys.platform == "darwin" else 2**10))
"""


def seconds(action, *arguments):
    start = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - start


def run(*command):
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def kernel_of(path):
    """(seconds to start a kernel and run the notebook, the kernel's peak memory in MB)."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(PEAK))
    taken = seconds(client_of(notebook, path.parent).execute)
    return taken, float(notebook.cells[-1].outputs[0].text)


def textbook(Q, K, V):
    """Attention as a textbook writes it."""
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(np.float32(Q.shape[-1]))
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return (E / E.sum(axis=-1, keepdims=True)) @ V


def in_turn(actions):
    """Median milliseconds of each action. They run in blocks, in turn, so that a busy moment slows
    all of them; a block's first calls are left out: threads of the block before may still run."""
    taken = {name: [] for name in actions}
    for _ in range(6):
        for name, action in actions.items():
            block = [seconds(action) * 1000 for _ in range(12)]
            taken[name] += block[4:]
    return {name: statistics.median(times) for name, times in taken.items()}


def attention_times():
    random = np.random.default_rng(0)
    Q, K, V = random.standard_normal((3, 1, 8, 512, 64)).astype(np.float32)
    actions = {
        "ours": lambda: attention.attention(Q, K, V),
        "textbook": lambda: textbook(Q, K, V),
    }
    return in_turn(actions)


def guard_cost():
    """(microseconds of attention on 4 tokens, those that its checks take): the best of many blocks,
    of 10 calls each."""
    Q, K, V = np.random.default_rng(0).standard_normal((3, 4, 4))

    def best(function):
        def ten():
            for _ in range(10):
                function(Q, K, V)

        return min(seconds(ten) for _ in range(3000)) / 10 * 1e6

    checked = best(attention.attention)
    unchecked = best(attention.attention.plain)
    return checked, checked - unchecked


def blocks_times():
    """({way: milliseconds}, the peak of attention by blocks in MB) for one head of 4096 tokens."""
    Q, K, V = np.random.default_rng(0).standard_normal((3, 4096, 64)).astype(np.float32)
    actions = {
        "by blocks": lambda: flash.by_blocks(Q, K, V),
        "at once": lambda: attention.attention(Q, K, V),
    }
    return in_turn(actions), running_times.peak(actions["by blocks"])


def slowest_check():
    """(milliseconds, name) of the slowest check of an answer, of all that are typed."""
    from tests.helpers.exercises.answers import RIGHT, WRONG

    answers = [(name, answer) for name, pairs in WRONG.items() for answer, _ in pairs]
    answers += [(name, answer) for name, right in RIGHT.items() for answer in right]
    exercises.check(*answers[0])  # the first check takes longer, as it imports modules
    return max((seconds(exercises.check, *pair) * 1000, pair[0]) for pair in answers)


def main():
    print("| figure | measured | goal |\n|---|---|---|")
    for path in PATHS:
        taken, peak = kernel_of(path)
        size = path.stat().st_size / 1024
        measured = f"{taken:.1f} s, {peak:.0f} MB, {size:.0f} KB"
        goal = GOALS.get(path.stem[:2], "6 s, 130 MB")
        print(f"| {path.stem}: run, kernel's peak, file | {measured} | {goal}, 400 KB |")
    imports = statistics.median(seconds(run, "-c", FIRST_CELL) for _ in range(7))
    print(f"| what a first cell needs, a new process, median of 7 | {imports:.2f} s | 0.7 s |")
    times = attention_times()
    measured = f"{times['ours']:.1f} ms to {times['textbook']:.1f} ms"
    print(f"| attention, float32 (1, 8, 512, 64), against a textbook's | {measured} | faster |")
    call, checks = guard_cost()
    measured = f"{checks:.0f} µs of {call:.0f} µs"
    print(f"| attention on 4 tokens: what the checks take of a call | {measured} | 40 µs |")
    times, most = blocks_times()
    print(f"| attention by blocks, n = 4096, d = 64, float32: peak | {most:.1f} MB | 5 MB |")
    measured = f"{times['by blocks']:.0f} ms to {times['at once']:.0f} ms"
    print(f"| its time, in one thread, against all at once | {measured} | faster |")
    nbval = ["-m", "pytest", "-q", "--nbval", "--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]
    print(f"| all notebooks, strict nbval | {seconds(run, *nbval, 'notebooks'):.0f} s | 60 s |")
    slowest, name = slowest_check()
    print(f"| checking one answer, the slowest ({name}) | {slowest:.0f} ms | 200 ms |")
    bench_training.print_rows()
    bench_language.print_rows()
    bench_labs.print_rows()
    bench_book.print_rows()
    print(
        f"| make test, environment made | {seconds(run, 'tools/start.py', 'test'):.0f} s | 180 s |"
    )


if __name__ == "__main__":
    main()
