"""The functions that the language model is computed with. Each can be yours, or an experiment's:

    model.run(numbers, parts=Parts(softmax=my_softmax))                # mine.language has them all
    model.run(numbers, parts=Parts(rotate=lambda x, positions, base: x))    # no positions
    model.run(numbers, parts=Parts(attention=windowed))    # which is told its layer, too

The others are the series' own, so the mathematics is that of attention.py, block.py, positions.py.
"""

import numpy as np

import helpers.attention
from helpers import block, positions
from helpers.training.joined import Joined, like


def repeat_heads(x, times):
    """Each head so many times, one copy behind the other: (h, m, d_k) → (times·h, m, d_k)."""
    return np.repeat(x, times, axis=0)


SERIES = {
    "softmax": helpers.attention.softmax,  # scores (h, n, m)
    "masked_softmax": None,  # scores (h, n, m), mask (n, m); without it, softmax has it all
    "causal_mask": helpers.attention.causal_mask,  # n, m → (n, m)
    "split": helpers.attention.split_heads,  # x (n, h·d_k), h → (h, n, d_k)
    "merge": helpers.attention.merge_heads,  # x (h, n, d_k) → (n, h·d_k)
    "rms_norm": block.rms_norm,  # x (n, d), gain (d,) → (n, d)
    "repeat_heads": repeat_heads,  # x (h, m, d_k), times → (times·h, m, d_k)
    "rotate": positions.rotate,  # x (h, n, d_k), positions (n,), base → (h, n, d_k)
    "gated_mlp": block.gated_mlp,  # x (n, d), W_gate, W_up (d, d_ff), W_down (d_ff, d) → (n, d)
    "attention": None,  # Q, K, V, mask, layer → output, weights; without it, softmax has it all
}
# for arrays that are the model's own: without the checks, which take a seventh of a token's time
PLAIN = {name: getattr(function, "plain", function) for name, function in SERIES.items()}
NEW = ("rms_norm", "repeat_heads", "gated_mlp")  # which the models that the series trains have not


class Parts:
    """The functions that the model is computed with; yours: those that replace the series' own.

    ValueError for an unknown part or one that is no function."""

    def __init__(self, **yours):
        for name, function in yours.items():
            if name not in SERIES:
                raise ValueError(f"part: given {name!r}, needed one of: {', '.join(SERIES)}")
            if not callable(function):
                raise ValueError(f"{name}: given {function!r}, needed a function")
        self.yours = yours
        self.functions = SERIES | yours if yours else PLAIN

    @np.errstate(under="ignore")  # what is too small for the dtype is 0
    def attention(self, Q, K, V, mask, layer=None):
        """(h, n, d_k), (h, m, d_k), (h, m, d_v), mask (n, m) or None → output, weights.

        layer: of the model, counted from 1, or None. The n queries are those of the last n keys."""
        if "attention" in self.yours:
            attended = self.yours["attention"](Q, K, V, mask, layer)
            return helpers.attention.Attended(*(like(Q, x) for x in attended))
        if not {"softmax", "masked_softmax"} & self.yours.keys():
            attention = helpers.attention.attention
            return (attention if self.yours else attention.plain)(Q, K, V, mask)
        weights = Joined(self.yours).weights(helpers.attention.scores(Q, K), mask)  # (h, n, m)
        return helpers.attention.Attended(weights @ V, weights)

    def causal_mask(self, n, m):
        """Boolean (n, m): True where key j ≤ query i."""
        return np.asarray(self._call("causal_mask", n, m))

    def split(self, x, h):
        """(n, h·d_k) → (h, n, d_k)"""
        return self._like(x, "split", h)

    def merge(self, x):
        """(h, n, d_k) → (n, h·d_k)"""
        return self._like(x, "merge")

    def rms_norm(self, x, gain):
        """x (n, d), gain (d,) → (n, d)"""
        return self._like(x, "rms_norm", gain)

    def repeat_heads(self, x, times):
        """(h, m, d_k) → (times·h, m, d_k)"""
        return self._like(x, "repeat_heads", times)

    def rotate(self, x, positions, base):
        """x (h, n, d_k), positions (n,) → (h, n, d_k)"""
        return self._like(x, "rotate", positions, base)

    def gated_mlp(self, x, W_gate, W_up, W_down):
        """x (n, d), W_gate and W_up (d, d_ff), W_down (d_ff, d) → (n, d)"""
        return self._like(x, "gated_mlp", W_gate, W_up, W_down)

    @np.errstate(under="ignore")
    def _call(self, name, *arguments):
        return self.functions[name](*arguments)

    def _like(self, x, name, *others):
        """What a part makes of x, in the dtype of x: a part may compute with more digits."""
        return like(x, self._call(name, x, *others))
