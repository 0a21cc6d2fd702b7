"""The losses with a latent that notebook 14 shows: needs make model and a minute.

What stands in helpers/data/latent.json: for each width, and what it is fitted to, the losses of
three texts, rounded.
"""

import json
from itertools import product

from helpers import language
from helpers.experiments import latent


def recorded(model, width, way):
    """What the file has of a width."""
    return [round(latent.computed(model, width, way, i), 3) for i in range(3)]


def main():
    model = language.load()
    some = product(latent.WIDTHS, latent.WAYS)
    found = {
        f"{width} {way}": recorded(model, width, way)
        for width, way in [(latent.ALL, "inputs"), *some]
    }
    latent.FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")
