"""What notebook 13 leaves to its reader: the four lines of its decoder that move the stream, as in
notebook 12's layer (helpers/training/blanks.py). It is tried on a model of one number, whose parts
do what the layer's stand-ins do, so that the same mistakes give the same numbers."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from helpers.language.block_functions import Parts
from helpers.language.smollm2 import Block, block
from helpers.training.blanks import LAYER

# norm_1 and norm_2 multiply by 3 and 10. The heads add 1: to their values, 8 y, attention adds 8,
# merge halves that, and W_O takes a quarter of it. The MLP adds 3, if its matrices stand in order.
NUMBERS = Block(*(np.array([[x]]) for x in (3, 1, 1, 8, 0.25, 10, 2.5, -1.25, 1)))
MODEL = SimpleNamespace(E=np.ones((1, 1)), gain=np.array([-2.0]), blocks=[NUMBERS])


def rms_norm(x, gain):
    return gain * x


def gated_mlp(x, W_gate, W_up, W_down):
    return x + W_gate + 2 * W_up + 3 * W_down


PARTS = SimpleNamespace(
    rms_norm=rms_norm,
    gated_mlp=gated_mlp,
    **dict.fromkeys(("split", "rotate", "repeat_heads", "causal_mask"), lambda x, *_: x),
    attention=lambda Q, K, V, mask: (V + 8, None),
    merge=lambda heads: heads / 2,
)
SHAPES = (18,), (18, 18), (18, 6), (18, 6), (18, 18), (18,), (18, 7), (18, 7), (7, 18)


def decoder(tokens, parts, model):
    """The numbers of n tokens → logits (n, 49152)"""
    return model.read(model.stream(tokens, parts=parts), parts)


def on_trial(decoder, _page):
    """What it makes of that model, whose last gain is −2, and whether it makes the right thing of
    one with two blocks of several numbers, too."""
    given = float(np.reshape(decoder([0], PARTS, MODEL), ())) / -2
    draw, parts = np.random.default_rng(0).standard_normal, Parts()
    small = SimpleNamespace(E=draw((4, 18)), gain=draw(18), blocks=[])
    small.blocks += [Block(*map(draw, SHAPES)) for _ in range(2)]
    x, logits = small.E[:3], decoder([0, 1, 2], parts, small) if given == 58 else None
    for w in small.blocks:
        x = block(x, w, None, np.arange(3), parts.causal_mask(3, 3), parts)[0]
    is_right = logits is None or np.allclose(logits, parts.rms_norm(x, small.gain) @ small.E.T)
    return given, *["for one number alone"][is_right:]


ADDED = " What the heads add is parts.merge(output) @ w.W_O."
ORDER = " The MLP's matrices come in the order w.W_gate, w.W_up, w.W_down."
DECODER = replace(
    LAYER,
    called="decoder",
    own=decoder,
    trial=on_trial,
    needed=LAYER.needed.replace("if x is", "if the stream is one number,"),
    mistakes={
        **{given: said.partition(" Below")[0] for given, said in LAYER.mistakes.items()},
        **dict.fromkeys(("102.0", "190.0", "366.0"), ADDED),
        **dict.fromkeys(("55.75", "57.25", "61.0", "61.75", "63.25"), ORDER),
        **dict.fromkeys(("3.0", "-2.0"), " A block's gains are w.gain_1 and w.gain_2."),
        "58.0 for": " With more tokens, numbers and blocks the result is wrong: W_O "
        "stands behind @ as it is, and return below the loop.",
        "ValueError (": f" The shapes do not fit.{ADDED}",
        "NameError (name 'norm": " norm_1 is what the line is called: write what stands beside it.",
        "TypeError (rms_norm()": " rms_norm takes two, x and the gain.",
        "TypeError (gated_mlp()": " gated_mlp takes four: y, w.W_gate, w.W_up and w.W_down.",
        "TypeError (unsupported": " Is a part not called? parts.rms_norm(x, w.gain_1) calls one.",
    },
)
