"""The losses with positions turned less of notebook 14: needs make model and ten minutes.

What stands in helpers/data/longer.json: for each way of helpers.experiments.longer.WAYS, the losses
of three short texts, rounded; and for two of them, those of each stretch of a long one, which is
what the series itself says in four notebooks.
"""

import json

from helpers import language
from helpers.experiments import longer
from tools.notebook.lesson import read
from tools.repository import LESSONS

TEXTS = {"05 to 08": range(5, 9)}


def prose(numbers):
    """What stands in the cells of these notebooks that hold no code."""
    paths = (path for path in LESSONS if int(path.stem[:2]) in numbers)
    cells = (cell for path in paths for cell in read(path).cells if not cell.is_code)
    return "\n\n".join(cell.source for cell in cells)


def far(model, text, way):
    """What the file has of a long text."""
    numbers = model.tokens.encode(text)[: longer.FAR]
    found = longer.in_stretches(longer.far_losses(model, numbers, way))
    return [round(x, 3) for x in found]


def main():
    model = language.load()
    short = {way: [round(x, 3) for x in longer.computed(model, way)] for way in longer.WAYS}
    texts = {name: prose(numbers) for name, numbers in TEXTS.items()}
    long = {
        way: {name: far(model, text, way) for name, text in texts.items()}
        for way in longer.FAR_WAYS
    }
    found = json.dumps({"short": short, "long": long}, indent=1)
    longer.FILE.write_text(found + "\n", encoding="utf-8", newline="\n")
