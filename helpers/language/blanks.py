"""What notebook 13 leaves to its reader: the four lines of its decoder that move the stream, as in
notebook 12's layer (helpers/training/blanks.py). It is tried on a model of one number, whose parts
do what the layer's stand-ins do, so that the same mistakes give the same numbers."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from helpers.language.smollm2 import Block
from helpers.training.blanks import LAYER

# norm_1 and norm_2 multiply by 3 and 10. The heads add 1: to their values, 8 y, attention adds 8,
# merge halves that, and W_O takes a quarter of it. The MLP adds 3, if its matrices stand in order.
NUMBERS = Block(*(np.array([[x]]) for x in (3, 1, 1, 8, 0.25, 10, 2.5, -1.25, 1)))
MODEL = SimpleNamespace(E=np.ones((1, 1)), gain=np.ones(1), blocks=[NUMBERS])


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


def decoder(tokens, parts, model):
    """The numbers of n tokens → logits (n, 49152)"""
    return model.read(model.stream(tokens, parts=parts), parts)


ADDED = " What the heads add is parts.merge(output) @ w.W_O."
ORDER = " The MLP's matrices come in the order w.W_gate, w.W_up, w.W_down."
DECODER = replace(
    LAYER,
    called="decoder",
    own=decoder,
    trial=lambda decoder, _page: [float(np.reshape(decoder([0], PARTS, MODEL), ()))],
    needed=LAYER.needed.replace("if x is", "if the stream is one number,"),
    mistakes={
        **{given: said.partition(" Below")[0] for given, said in LAYER.mistakes.items()},
        **dict.fromkeys(("102.0", "190.0", "366.0"), ADDED),
        **dict.fromkeys(("55.75", "57.25", "61.0", "61.75", "63.25"), ORDER),
        "TypeError (rms_norm()": " rms_norm takes two, x and the gain.",
        "TypeError (gated_mlp()": " gated_mlp takes four: y, w.W_gate, w.W_up and w.W_down.",
        "TypeError (unsupported": " Is a part not called? parts.rms_norm(x, w.gain_1) calls one.",
    },
)
