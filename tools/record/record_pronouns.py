"""What head 4.2 does with "it": needs make model and a second.

What stands in helpers/data/pronouns.json: helpers/data/pronouns.py says what it is.
"""

import json

from helpers.data import pronouns, word_pieces
from helpers.language import minilm

LAYER, HEAD = 3, 1  # head 4.2


def preferred(model, text, first, second):
    """The noun to which "it" gives more weight."""
    tokens = word_pieces.tokens(text)
    of_it = model.run(text)[LAYER].weights[HEAD][tokens.index("it")]  # (n,)
    return max(first, second, key=lambda noun: of_it[tokens.index(noun)])


def recorded(model):
    """What the file has."""
    return {"preferred": [preferred(model, *sentence[:3]) for sentence in pronouns.TWO]}


def main():
    pronouns.FILE.write_text(f"{json.dumps(recorded(minilm.load()))}\n", encoding="utf-8")
    print(f"{pronouns.FILE.name}: {pronouns.FILE.stat().st_size} bytes")
