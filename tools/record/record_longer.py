"""The losses with positions turned less that notebook 14 names: needs make model and seconds.

What stands in helpers/data/longer.json: for each way of helpers.experiments.longer.WAYS, the losses
of three texts, rounded.
"""

import json

from helpers import language
from helpers.experiments import longer
from helpers.language import files


def main():
    if not language.is_installed():
        raise SystemExit(files.MISSING)
    model = language.load()
    found = {way: [round(x, 3) for x in longer.computed(model, way)] for way in longer.WAYS}
    longer.FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
