"""What notebook 00 shows of a model that writes: needs make model and a few seconds.

What stands in helpers/data/next_tokens.json: what the 4-bit copy of the language model continues,
and at each of the next places the likeliest tokens and their probabilities, rounded. The likeliest
is appended before the model runs again.
"""

import json
from itertools import islice

import numpy as np

from helpers import attention, language
from helpers.data.next_tokens import FILE

TEXTS = {"The capital of Norway is": 3, "The capital of France is": 1}  # how many places
LIKELIEST = 5


def places(model, numbers, likeliest=LIKELIEST):
    """Without end: the numbers of the likeliest next tokens, their texts and probabilities, the
    likeliest first. numbers: of the tokens to continue."""
    kept = {}
    while True:
        p = attention.softmax(model.next_logits(numbers, kept).astype(float))  # (49152,)
        order = np.argsort(-p)[:likeliest]
        yield order, model.tokens.texts(order), p[order]
        numbers = [int(order[0])]


def recorded(model, text):
    """What the file has of a text."""
    first = islice(places(model, model.tokens.encode(text)), TEXTS[text])
    return [[texts, p.round(3).tolist()] for _, texts, p in first]


def main():
    model = language.load()
    text = json.dumps({text: recorded(model, text) for text in TEXTS}, ensure_ascii=False)
    FILE.write_text(f"{text}\n", encoding="utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")
