"""The loss of notebook 12's model at five widths, for notebook 13: needs some minutes."""

import json

from helpers.experiments import scale


def main():
    found = [[scale.computed(d, seed) for seed in scale.SEEDS] for d in scale.WIDTHS]
    scale.FILE.write_text(json.dumps(found) + "\n", "utf-8", newline="\n")
