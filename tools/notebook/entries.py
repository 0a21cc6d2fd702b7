"""What a code cell of a notebook answers."""

import re

from helpers.exercises import CHECKED, PREDICTED

GUESS = re.compile(r'\bpredict\("(\w+)", ')


def entry_of(cell):
    """The exercise, question or prediction that a code cell answers, or None."""
    kind, _, name = cell.id.partition("-")
    if kind == "check":
        return CHECKED.get(name)
    guess = GUESS.search(cell.source)
    return PREDICTED[guess[1]] if guess else None
