"""What training takes, in my_transformer.py.

python -m tools.bench.bench_training
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from helpers.training import letters, my_transformer

STEPS = 2000


def print_rows():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "names.txt"
        names = [f"{kind} {name}\n" for kind, of in letters.PLACES.training.items() for name in of]
        path.write_text("".join(names), encoding="utf-8")
        whole = seconds(run, path)
    print(f"| my_transformer.py: {STEPS:,} steps, and 18 words written | {whole:.1f} s | 15 s |")


def seconds(action, *arguments):
    start = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - start


def run(path):
    subprocess.run([sys.executable, my_transformer.__file__, path], check=True, capture_output=True)


if __name__ == "__main__":
    print_rows()
