"""How long the layers of notebook 09 take: needs a quiet machine and a minute."""

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
