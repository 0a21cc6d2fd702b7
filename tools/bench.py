"""Measure times, sizes and memory and print them beside their goals (make bench).

Run it on a quiet Linux or macOS machine: times are wall times.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

import bench_book
import bench_labs
import nbformat
import numpy as np
from execute import client_of

from helpers import attention, exercises

ROOT = Path(__file__).resolve().parents[1]
PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
FIRST_CELL = "import numpy; from helpers import attention, examples, exercises, figures, labs"
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
    taken = seconds(client_of(notebook).execute)
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
    try:
        import torch
    except ImportError:
        print("| PyTorch is not installed here: not compared | | |")
    else:
        tensors = [torch.from_numpy(x) for x in (Q, K, V)]
        call = torch.nn.functional.scaled_dot_product_attention
        actions["PyTorch"] = lambda: call(*tensors)
    return in_turn(actions)


def slowest_check():
    """(milliseconds, name) of the slowest check of an answer, of all in tests/answers."""
    sys.path.insert(0, str(ROOT / "tests"))
    from answers import FRESH, RIGHT, WRONG

    wrong = [*WRONG.items(), *FRESH.items()]
    given = [(name, answer) for name, pairs in wrong for answer, _ in pairs]
    given += [(name, answer) for name, answers in RIGHT.items() for answer in answers]
    exercises.check(*given[0])  # the first check takes longer, as it imports modules
    return max((seconds(exercises.check, *each) * 1000, each[0]) for each in given)


def main():
    print("| figure | measured | goal |\n|---|---|---|")
    for path in PATHS:
        taken, peak = kernel_of(path)
        size = path.stat().st_size / 1024
        measured = f"{taken:.1f} s, {peak:.0f} MB, {size:.0f} KB"
        print(f"| {path.stem}: run, kernel's peak, file | {measured} | 6 s, 130 MB, 400 KB |")
    imports = statistics.median(seconds(run, "-c", FIRST_CELL) for _ in range(7))
    print(f"| what a first cell needs, a new process, median of 7 | {imports:.2f} s | 0.7 s |")
    times = attention_times()
    for name, goal in (("textbook", "faster"), ("PyTorch", "at most 2 ×")):
        if name not in times:
            continue
        ratio = times["ours"] / times[name]
        measured = f"{times['ours']:.1f} ms to {times[name]:.1f} ms, {ratio:.2f} ×"
        print(f"| attention, float32 (1, 8, 512, 64), against {name} | {measured} | {goal} |")
    nbval = ["-m", "pytest", "-q", "--nbval", "--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]
    print(f"| all notebooks, strict nbval | {seconds(run, *nbval, 'notebooks'):.0f} s | 60 s |")
    slowest, name = slowest_check()
    print(f"| checking one answer, the slowest ({name}) | {slowest:.0f} ms | 200 ms |")
    bench_labs.print_rows()
    bench_book.print_rows()
    print(
        f"| make test, environment made | {seconds(run, 'tools/start.py', 'test'):.0f} s | 150 s |"
    )


if __name__ == "__main__":
    main()
