"""What notebook 13 leaves to its reader: the four lines of its decoder that move the stream, as in
notebook 12's layer (helpers/training/blanks.py). It is tried on a model of one number, whose parts
do what the layer's stand-ins do, so that the same mistakes give the same numbers."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from helpers.language.smollm2 import Block
from helpers.training.blanks import LAYER


def decoder(tokens, parts, model):
    """The numbers of n tokens → logits (n, 49152)"""
    return model.read(model.stream(tokens, parts=parts), parts)


def matrix(number):
    return np.array([[float(number)]])


# A norm multiplies by its gain: by 3, by 10. The heads add 1: 8 y, then + 8, then halved twice, and
# half of that. The MLP adds 3, if its matrices come in their order.
MODEL = SimpleNamespace(
    E=matrix(1),
    gain=np.ones(1),
    blocks=[
        Block(
            *(np.array([3.0]), matrix(1), matrix(1), matrix(8), matrix(0.25)),
            *(np.array([10.0]), matrix(2.5), matrix(-1.25), matrix(1)),
        )
    ],
)
PARTS = SimpleNamespace(
    rms_norm=lambda x, gain: gain * x,
    split=lambda x, heads: x,
    rotate=lambda heads, places, base: heads,
    repeat_heads=lambda heads, times: heads,
    causal_mask=lambda n, m: None,
    attention=lambda Q, K, V, mask: (V + 8, None),
    merge=lambda heads: heads / 2,
    gated_mlp=lambda x, W_gate, W_up, W_down: x + W_gate + 2 * W_up + 3 * W_down,
)


def decoder_on_trial(decoder, _page=None):
    try:
        return [float(np.reshape(decoder([0], PARTS, MODEL), ()))]
    except ValueError as error:
        if "enough dimensions" in str(error):  # y is dots
            return ["nothing"]
        raise


ADDED = " What the heads add is parts.merge(output) @ w.W_O."
ORDER = " The MLP's matrices come in the order w.W_gate, w.W_up, w.W_down."
DECODER = replace(
    LAYER,
    called="decoder",
    own=decoder,
    trial=decoder_on_trial,
    mistakes={
        **{given: said.partition(" Below")[0] for given, said in LAYER.mistakes.items()},
        **dict.fromkeys(("102.0", "190.0", "366.0"), ADDED),
        **dict.fromkeys(("55.75", "57.25", "61.0", "61.75", "63.25"), ORDER),
        "TypeError (unsupported": " Is a part not called? parts.rms_norm(x, w.gain_1) calls one.",
    },
)
