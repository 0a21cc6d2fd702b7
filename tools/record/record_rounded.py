"""How far the sentence model moves when it is rounded, for notebook 14: needs make model, seconds.

What stands in helpers/data/rounded_weights.json: for 8 and 4 bits a number, what is named in
helpers.experiments.rounded_weights.Moved, with the rounding of notebook 14's exercise.
"""

import json

from helpers.exercises import EXERCISES
from helpers.experiments import rounded_weights


def main():
    rounded = EXERCISES["rounded"].reference
    found = {bits: rounded_weights.computed(rounded, bits) for bits in rounded_weights.BITS}
    text = json.dumps(found, indent=1)
    rounded_weights.FILE.write_text(text + "\n", encoding="utf-8", newline="\n")
