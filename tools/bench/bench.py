"""Measure times, sizes and memory and print them beside their goals (make bench).

Run it on a quiet Linux or macOS machine: times are wall times.
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

from helpers import exercises
from helpers.training import my_transformer, one_file
from tools.bench import bench_book, bench_labs, bench_language, seconds
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
    "14": "60 s, 700 MB",
}
PEAK = """
import resource, sys
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kB on Linux, bytes on macOS
print(peak / (2**20 if sys.platform == "darwin" else 2**10))
"""


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


def slowest_check():
    """(milliseconds, name) of the slowest check of an answer, of all that are typed."""
    from tests.helpers.exercises.answers import RIGHT, WRONG

    answers = [(name, answer) for name, pairs in WRONG.items() for answer, _ in pairs]
    answers += [(name, answer) for name, right in RIGHT.items() for answer in right]
    exercises.check(*answers[0])  # the first check takes longer, as it imports modules
    return max((seconds(exercises.check, *pair) * 1000, pair[0]) for pair in answers)


def written_words():
    """Seconds in which my_transformer.py trains, and writes 18 words."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "names.txt"
        path.write_text(one_file.names(), encoding="utf-8")
        return seconds(run, my_transformer.__file__, path)


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
    nbval = ["-m", "pytest", "-q", "--nbval", "--nbval-sanitize-with", "tests/nbval_sanitize.cfg"]
    print(f"| all notebooks, strict nbval | {seconds(run, *nbval, 'notebooks'):.0f} s | 60 s |")
    slowest, name = slowest_check()
    print(f"| checking one answer, the slowest ({name}) | {slowest:.0f} ms | 200 ms |")
    print(f"| my_transformer.py: 2,000 steps, and 18 words | {written_words():.1f} s | 15 s |")
    bench_language.print_rows()
    bench_labs.print_rows()
    bench_book.print_rows()
    print(
        f"| make test, environment made | {seconds(run, 'tools/start.py', 'test'):.0f} s | 180 s |"
    )


if __name__ == "__main__":
    main()
