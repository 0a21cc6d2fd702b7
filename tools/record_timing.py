"""Measure how long layers take and store it (make timing). Run it on a quiet machine, with
OPENBLAS_NUM_THREADS=1 in the environment."""

import json

from helpers import timing


def main():
    found = timing.measure()
    lines = []
    for name, taken in found.items():
        rows = [[n, d, float(f"{seconds:.3g}")] for (n, d), seconds in taken.items()]
        lines.append(f'  "{name}": {json.dumps(rows)}')
    timing.RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
