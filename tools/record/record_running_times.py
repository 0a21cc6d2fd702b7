"""Measure how long layers take and store it (make timing). Run it on a quiet machine, with
OPENBLAS_NUM_THREADS=1 in the environment."""

import json

from helpers.experiments import running_times


def main():
    lines = []
    for what in running_times.MEASURES:
        rows = [[short(x) for x in row] for row in running_times.measure(what)]
        lines.append(f'  "{what}": {json.dumps(rows)}')
    running_times.RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def short(x):
    return float(f"{x:.3g}") if isinstance(x, float) else x


if __name__ == "__main__":
    main()
