"""What hidden numbers of a published model hold (notebook 08).

    recorded()      # what was found: make record WHAT=hidden
    at("Once a year.")      # the tokens, and the hidden number ONE at each, from the model

A hidden number is silu(x W_gate) · (x W_up), a column of each; it adds so many times its row of
W_down. With both signs changed, of the column of W_up and of the row, the model is the same: those
of ONE are. Blocks and hidden numbers are counted from 1.
"""

import json
from itertools import count
from pathlib import Path

import numpy as np

from helpers.attention import softmax
from helpers.block import silu
from helpers.language import files, smollm2
from helpers.language.block_functions import Parts

FILE = Path(__file__).parents[1] / "data/hidden_numbers.json"
ONE, SIGN = (22, 379), -1  # its block, its number there
RECORDED = "We meet a friend twice a week."


def recorded():
    """{name: what tools/record/record_hidden.py says of it}"""
    return json.loads(FILE.read_text("utf-8"))


def at(text):
    """Without the model, a line says so, and what was recorded of RECORDED is returned."""
    if not files.is_installed():
        print("Your text needs the model: in Jupyter, run make model once, in a terminal.")
        print(f"Without it, this is what the series' own gave for: {RECORDED}")
        return recorded()["text"]
    numbers, tokens = cut(text)
    hidden = SIGN * all_hidden(numbers)[ONE[0] - 1, :, ONE[1] - 1]  # (n,)
    return tokens, [round(float(h), 1) for h in hidden]


def cut(text):
    """The numbers of its tokens, and their texts."""
    tokens = smollm2.load().tokens
    numbers = tokens.encode(text)
    return numbers, [token.strip() for token in tokens.texts(numbers)]


def stream(numbers, change):
    """After the last block (n, 576), if the hidden numbers (n, 1536) of each block are
    change(block, hidden)."""
    blocks = count(1)

    def gated_mlp(x, W_gate, W_up, W_down):
        hidden = silu.plain(x @ W_gate) * (x @ W_up)  # (n, 1536)
        return change(next(blocks), hidden) @ W_down

    return smollm2.load().stream(numbers, parts=Parts(gated_mlp=gated_mlp))


def all_hidden(numbers):
    """Of all blocks, (30, n, 1536)."""
    seen = []
    stream(numbers, lambda block, hidden: seen.append(hidden) or hidden)
    return np.array(seen)


def chances(numbers, off=None):
    """The probability of each word after each token, (n, 49152). off: what is set to 0,
    {block: an index into its hidden numbers (n, 1536)}."""
    off = off or {}

    def without(block, hidden):
        if block in off:
            hidden = hidden.copy()
            hidden[off[block]] = 0
        return hidden

    return softmax(smollm2.load().read(stream(numbers, without)))


def logits_of_rows(block, rows=slice(None)):
    """What hidden numbers of 1 add to the logit of each word, less what they add to all words, if
    the last norm divides by 1: (1536, 49152), or fewer rows."""
    model = smollm2.load()
    logits = (model.blocks[block - 1].W_down[rows] * model.gain) @ model.E.T
    return logits - logits.mean(axis=1, keepdims=True)
