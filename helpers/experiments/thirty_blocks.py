"""The 30 blocks of a published model that writes, each run by a function of the reader's (notebook
08).

    next_tokens(text, blocks)    # for each block, the likeliest next tokens and their probabilities

A block is a function of the tokens x (n, 576) and of four functions, each of which takes and gives
(n, d): block(x, attend, think, norm_1, norm_2).
"""

import json
from pathlib import Path

import numpy as np

from helpers.attention import softmax
from helpers.language import files, smollm2

RECORDED = "The animal didn't cross the street because it was too"
FILE = Path(__file__).parents[1] / "data/thirty_blocks.json"
LIKELIEST = 3


def before(x, attend, think, norm_1, norm_2):
    x = x + attend(norm_1(x))
    return x + think(norm_2(x))


def without_attention(x, attend, think, norm_1, norm_2):
    return x + think(norm_2(x))


def without_mlp(x, attend, think, norm_1, norm_2):
    return x + attend(norm_1(x))


def after(x, attend, think, norm_1, norm_2):
    x = norm_1(x + attend(x))
    return norm_2(x + think(x))


BLOCKS = before, without_attention, without_mlp, after  # which were recorded, in this order


def has_model():
    """Whether the blocks are run, and not what was recorded."""
    return files.is_installed()


def next_tokens(text, blocks):
    """For each block the likeliest next tokens: [[(token, probability)]]. Without the model, a line
    says so, and what was recorded of RECORDED with BLOCKS is returned."""
    if has_model():
        return [computed(text, block) for block in blocks]
    print("Your functions need the model here: in Jupyter, run make model once, in a terminal.")
    print(f"Without it, this is what the series' own gave for: {RECORDED}")
    return json.loads(FILE.read_text("utf-8"))


@np.errstate(all="ignore")  # what a wrong block makes of a model may be anything
def computed(text, block):
    model = smollm2.load()
    numbers, parts = model.tokens.encode(text), model.parts
    n = len(numbers)
    places, mask = np.arange(n), parts.causal_mask(n, n)
    x = model.E[numbers]  # (n, 576)
    for w in model.blocks:

        def attend(y, w=w):
            return smollm2.attend(y, w, None, places, mask, parts)[0]

        def think(y, w=w):
            return parts.gated_mlp(y, w.W_gate, w.W_up, w.W_down)

        def norm_1(y, w=w):
            return parts.rms_norm(y, w.gain_1)

        def norm_2(y, w=w):
            return parts.rms_norm(y, w.gain_2)

        x = block(x, attend, think, norm_1, norm_2)
    probabilities = softmax(model.read(x[-1:])[0])  # (49152,)
    best = probabilities.argsort()[::-1][:LIKELIEST]
    tokens = model.tokens.texts(best.tolist())
    shown = [token.strip() or repr(token) for token in tokens]
    return [(t, round(float(p), 3)) for t, p in zip(shown, probabilities[best], strict=True)]
